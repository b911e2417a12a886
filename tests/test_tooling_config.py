"""Settings, keys, checks, logs and headers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import SystemCheckError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from notifications.models import Heartbeat
from tarot_site.config.checks import check_settings, refuse_unsafe_settings
from tarot_site.config.health import health_report
from tarot_site.config.keys import FolderNotWritable, load_or_make_keys, parse_key_ring
from tarot_site.config.variables import is_loopback
from tests.services.hermetic import forget_settings
from tests.services.site import SECRETS
from tests.services.tools import ROOT

SECRET = "s" * 40
TOKEN = "AbC-_0123456789abcdefghijklmnopqrst"


def read_settings(data_dir: Path, *names: str, **env: str) -> dict[str, object]:
    """What these settings are in a fresh process with only these variables."""
    code = (
        "import json; from django.conf import settings; "
        f"print(json.dumps({{name: getattr(settings, name, None) for name in {names!r}}}, default=str))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**forget_settings(os.environ), "DATA_DIR": str(data_dir), **env},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    result: dict[str, object] = json.loads(done.stdout)
    return result


# Settings


def test_the_embedded_default(tmp_path: Path) -> None:
    found = read_settings(
        tmp_path / "new", "EMBEDDED", "DEBUG", "MAILBOX", "SITE_URL", "DATABASES", "LANGUAGE_CODE"
    )
    assert found["EMBEDDED"] is True
    assert found["DEBUG"] is False
    assert found["MAILBOX"] is True
    assert found["SITE_URL"] == "http://127.0.0.1:8000"
    assert found["LANGUAGE_CODE"] == "fr"
    database = found["DATABASES"]["default"]  # type: ignore[index]
    assert database["NAME"] == str(tmp_path / "new" / "pli.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "ATOMIC_REQUESTS" not in database
    assert (tmp_path / "new" / "keys.json").stat().st_mode & 0o777 == 0o600


def test_keys_stay_the_same(tmp_path: Path) -> None:
    assert read_settings(tmp_path, "SECRET_KEY", "GAME_KEYS") == read_settings(
        tmp_path, "SECRET_KEY", "GAME_KEYS"
    )


@pytest.mark.parametrize(
    ("env", "backend", "mailbox"),
    [
        (
            {"EMAIL_URL": "smtp://u:p@mail.example.org:587"},
            "django.core.mail.backends.smtp.EmailBackend",
            False,
        ),
        ({"EMAIL_URL": "consolemail:"}, "django.core.mail.backends.console.EmailBackend", True),
        (
            {"EMAIL_BACKEND": "anymail.backends.postmark.EmailBackend"},
            "anymail.backends.postmark.EmailBackend",
            False,
        ),
        (
            {"REDIS_URL": "redis://127.0.0.1/0", **SECRETS},
            "django.core.mail.backends.dummy.EmailBackend",
            False,
        ),
    ],
)
def test_the_mailbox_is_open_only_without_real_mail(
    tmp_path: Path, env: dict[str, str], backend: str, mailbox: bool
) -> None:
    assert read_settings(tmp_path, "EMAIL_BACKEND", "MAILBOX", **env) == {
        "EMAIL_BACKEND": backend,
        "MAILBOX": mailbox,
    }


def test_the_real_stack(tmp_path: Path) -> None:
    found = read_settings(
        tmp_path / "none",
        "EMBEDDED", "EMAIL_HOST", "EMAIL_HOST_PASSWORD", "EMAIL_USE_TLS", "ANYMAIL", "SESSION_COOKIE_SECURE",
        REDIS_URL="redis://127.0.0.1/0", DATABASE_URL="postgres://u@db/pli",
        SITE_URL="https://pli.example.org/", EMAIL_URL="smtp+tls://u:p%40w@mail.example.org:587",
        WEBHOOK_SECRET="a:b", ANYMAIL_POSTMARK_SERVER_TOKEN="t", **SECRETS,
    )  # fmt: skip
    assert found == {
        "EMBEDDED": False,
        "EMAIL_HOST": "mail.example.org",
        "EMAIL_HOST_PASSWORD": "p@w",
        "EMAIL_USE_TLS": True,
        "ANYMAIL": {"POSTMARK_SERVER_TOKEN": "t", "WEBHOOK_SECRET": ["a:b"]},
        "SESSION_COOKIE_SECURE": True,
    }
    assert not (tmp_path / "none").exists()  # no keys are made for a real stack


@pytest.mark.parametrize(("typed", "seconds"), [(None, 1.0), ("0.02", 0.02), ("0", 0.0), ("600", 30.0)])
def test_the_time_of_a_robot_has_its_limits(tmp_path: Path, typed: str | None, seconds: float) -> None:
    env = {} if typed is None else {"ROBOT_SECONDS": typed}
    assert read_settings(tmp_path, "ROBOT_SECONDS", **env) == {"ROBOT_SECONDS": seconds}


@pytest.mark.parametrize(
    ("ledger", "players", "kept"),
    [(None, None, (180, 7)), ("1", "0", (30, 1)), ("9999999", "9999999", (36_500,) * 2)],
)
def test_what_is_kept_has_its_limits(
    tmp_path: Path, ledger: str | None, players: str | None, kept: tuple[int, int]
) -> None:
    names = ("MAIL_LEDGER_DAYS", "UNUSED_PLAYER_DAYS")
    env = {name: typed for name, typed in zip(names, (ledger, players), strict=True) if typed is not None}
    assert read_settings(tmp_path, *names, **env) == dict(zip(names, kept, strict=True))


# Keys


def test_the_key_ring_keeps_its_order() -> None:
    assert list(parse_key_ring(f"7:{SECRET}, k2:{SECRET}x").items()) == [
        (7, SECRET.encode()),
        (2, f"{SECRET}x".encode()),
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"0:{SECRET}",
        f"256:{SECRET}",
        SECRET,
        f"one:{SECRET}",
        "1:short",
        f"1:{SECRET},1:{SECRET}",
        f"²:{SECRET}",
        f"{'9' * 5000}:{SECRET}",
        "",
        " , ",
    ],
)
def test_a_bad_key_ring_is_refused_without_quoting_it(text: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        parse_key_ring(text)
    assert SECRET not in str(refusal.value)
    assert "short'" not in str(refusal.value)


def test_keys_are_not_shown(tmp_path: Path) -> None:
    keys = load_or_make_keys(tmp_path)
    assert keys.secret_key not in repr(keys)
    assert keys.game_keys not in repr(keys)


def test_processes_that_start_together_agree_on_the_keys(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = list(pool.map(lambda _: load_or_make_keys(tmp_path / "new"), range(16)))
    assert len({pair.secret_key for pair in keys}) == 1
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["keys.json"]


def test_a_folder_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(FolderNotWritable, match="cannot write there"):
        load_or_make_keys(tmp_path / "file" / "data")
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        env={**forget_settings(os.environ), "DATA_DIR": str(tmp_path / "file" / "data")},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot write there" in done.stderr


# Checks


@pytest.fixture
def production(settings: Settings) -> Settings:
    """The settings of a good real stack."""
    settings.EMBEDDED = False
    settings.KEYS_ARE_MADE_HERE = False
    settings.SECRET_KEY = SECRETS["SECRET_KEY"]
    settings.DEBUG = False
    settings.MAILBOX = False
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.REAL_MAIL_TRANSPORT = True
    settings.WEBHOOK_SECRET = "user:password"
    settings.SITE_URL = "https://pli.example.org"
    return settings


def test_a_good_real_stack_starts(production: Settings) -> None:
    assert check_settings() == []
    refuse_unsafe_settings()


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("KEYS_ARE_MADE_HERE", True, "pli.E002"),
        ("SECRET_KEY", "django-insecure-0123456789-abcdefghijklmnopqrstuvwxyz", "pli.E003"),
        ("SECRET_KEY", "a" * 60, "pli.E003"),
        ("DEBUG", True, "pli.E004"),
        ("WEBHOOK_SECRET", "", "pli.E005"),
        ("MAILBOX", True, "pli.E006"),
        ("REAL_MAIL_TRANSPORT", False, "pli.E009"),
        ("GAME_KEYS", {1: b"Ab-0123456789" * 3, 2: b"a" * 40}, "pli.E010"),
        ("SITE_URL", "http://pli.example.org", "pli.E007"),
        ("SITE_URL", "https://a-very-long-name-of-a-table.example.org", "pli.E001"),
    ],
)
def test_an_unsafe_real_stack_does_not_start(
    production: Settings, name: str, value: object, problem: str
) -> None:
    setattr(production, name, value)
    assert [found.id for found in check_settings()] == [problem]
    with pytest.raises(SystemCheckError, match=problem):
        refuse_unsafe_settings()


def test_the_embedded_default_may_do_all_that(production: Settings) -> None:
    production.EMBEDDED = True
    production.KEYS_ARE_MADE_HERE = production.MAILBOX = production.DEBUG = True
    production.SITE_URL = "http://127.0.0.1:8000"
    assert check_settings() == []


def test_a_trial_on_this_machine_needs_no_https(production: Settings) -> None:
    production.SITE_URL = "http://localhost:8000"
    assert check_settings() == []


@pytest.mark.parametrize(
    ("host", "expected"), [("127.9.9.9", True), ("::1", True), ("10.0.0.1", False), (None, False)]
)
def test_loopback(host: str | None, expected: bool) -> None:
    assert is_loopback(host) is expected


# Pages


@pytest.mark.django_db
def test_headers_and_health(client: Client) -> None:
    response = client.get("/health/")
    assert response.status_code == 503
    assert response.json() == {"ok": False, "database": True, "heartbeat_age": None}
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db
@pytest.mark.parametrize(("age", "ok"), [(5, True), (600, False)])
def test_health_follows_the_heartbeat(age: int, ok: bool) -> None:
    now = timezone.now()
    Heartbeat.objects.create(name="beat", at=now - timedelta(seconds=age))
    assert health_report(now) == {"ok": ok, "database": True, "heartbeat_age": float(age)}
