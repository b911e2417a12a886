"""Nonsense in the environment: one sentence that names the variable, and no secret in it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from tarot_site.config.checks import check_settings
from tarot_site.config.variables import (
    database_of,
    flag_of,
    mail_of,
    number_of,
    one_of,
    seconds_of,
    site_of,
    text_of,
)
from tests.services.hermetic import forget_settings
from tests.services.tools import ROOT

NAME = "PLI_TRIED"
READERS: dict[str, Callable[[], object]] = {
    "number": lambda: number_of(NAME, 7),
    "seconds": lambda: seconds_of(NAME, 1.5),
    "flag": lambda: flag_of(NAME, True),
    "level": lambda: one_of(NAME, "INFO", ("INFO", "ERROR")),
    "site": lambda: site_of(NAME, "http://127.0.0.1:8000"),
    "text": lambda: text_of(NAME, "usual"),
}


@pytest.mark.parametrize(
    ("reader", "text", "value"),
    [
        ("number", "12", 12),
        ("number", " 0 ", 0),
        ("number", "", 7),
        ("seconds", "0.25", 0.25),
        ("seconds", "3", 3.0),
        ("seconds", "", 1.5),
        ("flag", "false", False),
        ("flag", "On", True),
        ("flag", "", True),
        ("level", "error", "ERROR"),
        ("level", "", "INFO"),
        ("site", "https://pli.example/", "https://pli.example"),
        ("site", "http://[::1]:8001", "http://[::1]:8001"),
        ("site", "", "http://127.0.0.1:8000"),
        ("text", " as it is ", " as it is "),
        ("text", "", "usual"),
    ],
)
def test_what_is_meant_is_read(
    monkeypatch: pytest.MonkeyPatch, reader: str, text: str, value: object
) -> None:
    monkeypatch.setenv(NAME, text)
    assert READERS[reader]() == value


@pytest.mark.parametrize("reader", ["number", "seconds", "flag", "level", "site", "text"])
def test_without_the_variable_the_usual_is_read(monkeypatch: pytest.MonkeyPatch, reader: str) -> None:
    monkeypatch.setenv(NAME, "")
    usual = READERS[reader]()
    monkeypatch.delenv(NAME)
    assert READERS[reader]() == usual


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        ("number", "soon"),
        ("number", "-5"),
        ("number", "1.5"),
        ("number", "٣"),
        ("seconds", "soon"),
        ("seconds", "nan"),
        ("seconds", "inf"),
        ("seconds", "-1"),
        ("flag", "perhaps"),
        ("level", "loud"),
        ("site", "pli.example"),
        ("site", "ftp://pli.example"),
        ("site", "https://"),
        ("site", "https://pli.example:port"),
        ("site", "https://pli.example:99999"),
        ("site", "https://[pli"),
        ("site", "https://pli example"),
    ],
)
def test_nonsense_is_named_and_quoted(monkeypatch: pytest.MonkeyPatch, reader: str, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured) as told:
        READERS[reader]()
    assert str(told.value).startswith(f"{NAME} must be ")
    assert text.lower() in str(told.value).lower()


@pytest.mark.parametrize("reader", [database_of, mail_of])
@pytest.mark.parametrize("text", ["nonsense", "hunter2://u:hunter2@h/x", "smtp://u:hunter2@h:port/x"])
def test_an_address_with_a_password_is_named_but_not_quoted(
    monkeypatch: pytest.MonkeyPatch, reader: Callable[[str], dict[str, object]], text: str
) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured) as told:
        reader(NAME)
    assert str(told.value).startswith(f"{NAME} must be an address such as ")
    assert "hunter2" not in str(told.value)
    assert told.value.__suppress_context__  # nor in what Python prints above it


def test_an_address_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "postgresql://u:p@h:5433/pli")
    assert database_of(NAME)["PORT"] == 5433
    monkeypatch.setenv(NAME, "smtp+tls://u:p@h:587")
    assert mail_of(NAME)["EMAIL_USE_TLS"] is True


def test_a_command_says_one_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        env={**forget_settings(os.environ), "DATA_DIR": str(tmp_path), "ROBOT_SECONDS": "soon"},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "ROBOT_SECONDS must be a number of seconds, for example 1.0, not 'soon'.\n"


def test_a_mail_backend_that_does_not_exist_is_found_at_the_start(settings: Settings) -> None:
    assert check_settings() == []
    settings.EMAIL_BACKEND = "anymail.backends.pigeon.EmailBackend"
    assert [found.id for found in check_settings()] == ["pli.E008"]
