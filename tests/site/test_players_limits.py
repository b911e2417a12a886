"""The limits on sign-in where several web processes count together, in the database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from notifications.models import Mail
from tarot_site.config import settings as our_settings
from tarot_site.config.celery import AT_START, FORGET_COUNTERS, app
from tarot_site.config.celery import forget_counters as task
from tarot_site.games.periodic import run_sweeps
from tarot_site.players.limits import forget_counters
from tarot_site.players.models import Player, RateCounter

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]

ASK = "/accounts/login/"


@pytest.fixture(autouse=True)
def counted_together(settings: Settings) -> Iterator[None]:
    """The counters of the real stack."""
    settings.CACHES = {"default": our_settings.SHARED_COUNTERS}
    yield
    caches["default"].clear()


def ask(address: str = "camille@example.org", ip: str = "192.0.2.1") -> int:
    """Ask for a code from a new browser: how many mails are owed now."""
    Client(REMOTE_ADDR=ip).post(ASK, {"email": address})
    return Mail.objects.count()


def test_an_address_gets_three_codes_a_minute_whoever_counts() -> None:
    assert [ask() for _ in range(2)] == [1, 2]
    del caches["default"]  # another process: it knows nothing but the database
    assert [ask(ip=f"192.0.2.{number}") for number in range(2, 5)] == [3, 3, 3]
    assert ask("lea@example.org") == 4


def test_a_machine_asks_sixty_times_an_hour() -> None:
    for number in range(62):
        ask(f"p{number}@example.org")
    assert Mail.objects.count() == 60
    assert ask("other@example.org", "192.0.2.2") == 61


def test_passwords_of_operators_are_limited_too() -> None:
    Player.objects.create_superuser("chief@example.org", "a long enough password")
    said = {"username": "chief@example.org", "password": "wrong"}
    statuses = [Client().post("/admin/login/", said).status_code for _ in range(12)]
    assert statuses == [200] * 10 + [429] * 2


def test_counters_that_are_over_are_forgotten() -> None:
    ask()
    now = timezone.now()
    assert RateCounter.objects.exists()
    assert not [key for key in RateCounter.objects.values_list("pk", flat=True) if "camille" in key]
    assert not forget_counters(now)
    assert forget_counters(now + timedelta(hours=2))["counters"] == 2  # a minute, an hour; a day goes on
    assert run_sweeps(now + timedelta(days=2))["limits"] == {"counters": 1}
    assert not RateCounter.objects.exists()


def test_the_scheduler_forgets_them_every_hour() -> None:
    ask()
    RateCounter.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert FORGET_COUNTERS in AT_START
    assert app.conf.beat_schedule["counters"]["task"] == task.name == FORGET_COUNTERS
    task()
    assert not RateCounter.objects.exists()
