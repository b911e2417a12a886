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
    moments_of,
    number_of,
    one_of,
    redis_of,
    seconds_of,
    site_of,
    text_of,
    webhook_secrets_of,
)
from tests.services.hermetic import forget_settings
from tests.services.tools import ROOT

NAME = "PLI_TRIED"
READERS: dict[str, Callable[[], object]] = {
    "number": lambda: number_of(NAME, 7),
    "moments": lambda: moments_of(NAME, 5),
    "seconds": lambda: seconds_of(NAME, 1.5),
    "flag": lambda: flag_of(NAME, True),
    "level": lambda: one_of(NAME, "INFO", ("INFO", "ERROR")),
    "site": lambda: site_of(NAME, "http://127.0.0.1:8000"),
    "text": lambda: text_of(NAME, "usual"),
    "redis": lambda: redis_of(NAME),
    "webhook": lambda: webhook_secrets_of(NAME),
}


@pytest.mark.parametrize(
    ("reader", "text", "value"),
    [
        ("number", "12", 12),
        ("number", " 0 ", 0),
        ("number", "", 7),
        ("moments", "3600", 3600),
        ("moments", "", 5),
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
        ("site", "HTTPS://Pli.Example:443", "https://pli.example:443"),
        ("redis", "redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"),
        (
            "redis",
            "rediss://u:p@h:6380/2?ssl_cert_reqs=required",
            "rediss://u:p@h:6380/2?ssl_cert_reqs=required",
        ),
        ("redis", "redis://h", "redis://h"),
        ("redis", "", ""),
        ("webhook", "u:p", ["u:p"]),
        ("webhook", "u:p, v:q:r", ["u:p", "v:q:r"]),
        ("webhook", "", []),
        ("text", " as it is ", " as it is "),
        ("text", "", "usual"),
    ],
)
def test_what_is_meant_is_read(
    monkeypatch: pytest.MonkeyPatch, reader: str, text: str, value: object
) -> None:
    monkeypatch.setenv(NAME, text)
    assert READERS[reader]() == value


@pytest.mark.parametrize("reader", list(READERS))
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
        ("number", "1234567890"),
        ("moments", "soon"),
        ("moments", "3601"),
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
        ("site", "https://É.example"),
        ("site", "https://pli..example"),
        ("site", "https://-"),
        ("site", "https://pli.example/tarot"),
        ("site", "https://pli.example?a=b"),
        ("site", "https://pli.example#a"),
        ("site", "https://pli.example^a"),
    ],
)
def test_nonsense_is_named_and_quoted(monkeypatch: pytest.MonkeyPatch, reader: str, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured) as told:
        READERS[reader]()
    assert str(told.value).startswith(f"{NAME} must be ")
    assert text.lower() in str(told.value).lower()


def test_a_long_slip_of_the_hand_is_not_quoted_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "9" * 10_000)
    with pytest.raises(ImproperlyConfigured) as told:
        number_of(NAME, 7)
    assert len(str(told.value)) < 200


def test_the_longest_time_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "3601")
    with pytest.raises(ImproperlyConfigured, match="at most 3600 seconds, which is an hour, not 3601"):
        moments_of(NAME, 0)


def test_the_password_in_the_address_of_a_site_is_not_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "https://u:hunter2@pli.example")
    with pytest.raises(ImproperlyConfigured) as told:
        site_of(NAME, "")
    assert "hunter2" not in str(told.value)


@pytest.mark.parametrize(
    "text",
    ["hunter2", ":hunter2", "hunter2:", "hunter2:p,", "u:p,hunter2", ",hunter2:p", "u:hunter2 hunter2", ","],
)
def test_a_webhook_secret_that_opens_nothing(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured) as told:
        webhook_secrets_of(NAME)
    assert str(told.value).startswith(f"{NAME} must be user:password")
    assert "hunter2" not in str(told.value)


@pytest.mark.parametrize(
    "text",
    [
        "unix:///run/redis.sock",
        "redis://",
        "redis:///0",
        "redis://h/hunter2",
        "redis://h:0/1",
        "redis://h /1",
    ],
)
def test_a_redis_that_the_queue_could_not_use(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured, match=f"{NAME} must be an address such as redis://"):
        redis_of(NAME)


@pytest.mark.parametrize("reader", [database_of, mail_of, redis_of])
@pytest.mark.parametrize("text", ["nonsense", "hunter2://u:hunter2@h/x", "smtp://u:hunter2@h:port/x"])
def test_an_address_with_a_password_is_named_but_not_quoted(
    monkeypatch: pytest.MonkeyPatch, reader: Callable[[str], object], text: str
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


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("ROBOT_SECONDS", "soon", "must be a number of seconds, for example 1.0, not 'soon'."),
        ("TAKE_BACK_SECONDS", "9999", "must be at most 3600 seconds, which is an hour, not 9999."),
        ("REDIS_URL", "x", "must be an address such as redis://127.0.0.1:6379/0 (or rediss://, with TLS)."),
        (
            "WEBHOOK_SECRET",
            "x",
            "must be user:password (two of them, separated by a comma, while it changes).",
        ),
        ("GAME_KEYS", ",", "holds no key: it is written '1:secret'."),
    ],
)
def test_a_command_says_one_sentence(tmp_path: Path, name: str, text: str, sentence: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        env={**forget_settings(os.environ), "DATA_DIR": str(tmp_path), name: text},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == f"{name} {sentence}\n"


def test_a_mail_backend_that_does_not_exist_is_found_at_the_start(settings: Settings) -> None:
    assert check_settings() == []
    settings.EMAIL_BACKEND = "anymail.backends.pigeon.EmailBackend"
    assert [found.id for found in check_settings()] == ["pli.E008"]
