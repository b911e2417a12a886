"""Damaged keys, addresses that are too long, and who may see the mailbox: decided before any start."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from tarot_site.config.checks import check_settings, refuse_unsafe_settings
from tarot_site.config.keys import load_or_make_keys
from tests.services.tools import ROOT

from .test_tooling_config import read_settings

SECRET = "hunter2-" * 5
GOOD = {"secret_key": SECRET, "game_keys": f"1:{SECRET}"}


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"3",
        json.dumps({"secret_key": SECRET}).encode(),
        json.dumps(GOOD | {"secret_key": ""}).encode(),
        json.dumps(GOOD | {"secret_key": 7}).encode(),
        json.dumps(GOOD | {"game_keys": [SECRET]}).encode(),
        json.dumps(GOOD | {"game_keys": ""}).encode(),
        json.dumps(GOOD | {"game_keys": SECRET}).encode(),
    ],
)
def test_a_damaged_file_of_keys_is_one_sentence(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "keys.json"
    path.write_bytes(text)
    with pytest.raises(ImproperlyConfigured) as told:
        load_or_make_keys(tmp_path)
    assert str(told.value).startswith(f"{path} is damaged: put a copy of it back.")
    assert "hunter2" not in str(told.value)
    assert told.value.__suppress_context__
    assert path.read_bytes() == text  # it may still be mended by hand


def test_a_good_file_of_keys_is_read(tmp_path: Path) -> None:
    (tmp_path / "keys.json").write_text(json.dumps(GOOD), "utf-8")
    assert load_or_make_keys(tmp_path).game_keys == f"1:{SECRET}"


@pytest.mark.parametrize(
    ("site", "is_open"),
    [
        ("", True),
        ("http://localhost:8000", True),
        ("http://127.0.0.2", True),
        ("http://[::1]:8000", True),
        ("https://tarot.example.org", False),
        ("http://192.168.1.20:8000", False),
    ],
)
def test_the_mailbox_is_open_only_on_a_site_of_ones_own_machine(
    tmp_path: Path, site: str, is_open: bool
) -> None:
    assert read_settings(tmp_path, "MAILBOX", SITE_URL=site) == {"MAILBOX": is_open}


def test_a_mailbox_opened_to_others_by_hand_is_refused(settings: Settings) -> None:
    settings.MAILBOX, settings.SITE_URL = True, "https://tarot.example.org"
    assert [found.id for found in check_settings()] == ["pli.E006"]


def test_an_embedded_site_that_can_show_no_mail_is_told_so_and_starts(settings: Settings) -> None:
    settings.MAILBOX, settings.SITE_URL = False, "https://tarot.example.org"
    assert [found.id for found in check_settings()] == ["pli.W001"]
    refuse_unsafe_settings()


def test_the_longest_address_of_a_site_is_the_documented_one(settings: Settings) -> None:
    said = re.search(r"longer than (\d+) characters", (ROOT / "docs" / "deploy.md").read_text("utf-8"))
    assert said
    longest = int(said[1])
    for length, problems in ((longest, []), (longest + 1, ["pli.E001"])):
        settings.SITE_URL = "https://" + "a" * (length - len("https://"))
        settings.MAILBOX, settings.REAL_MAIL_TRANSPORT = False, True
        assert [found.id for found in check_settings()] == problems
