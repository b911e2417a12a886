"""The demo's "Rejouer", pressed by many at the same moment: one game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.test import Client

from tarot_site.games.demo import TABLE, ensure_demo_game
from tarot_site.games.models import PLAYABLE, Game
from tests.site.conftest import NOW, play_until
from tests.site.test_two_writers import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.db_both]


def press() -> int:
    """One press on this machine; the status of its answer."""
    return Client(HTTP_HOST="127.0.0.1:8000").post("/mailbox/again/", {"language": "fr"}).status_code


def test_presses_at_once_make_one_game(settings: Any) -> None:
    settings.MAILBOX = True
    ensure_demo_game(NOW)
    play_until(Game.objects.get(), lambda g: False)
    outcomes = at_once([press] * 6)
    assert Counter(outcomes) == {"303": 6}
    games = Game.objects.filter(name=TABLE)
    assert games.count() == 2
    assert games.filter(status__in=PLAYABLE).count() == 1
    press()
    assert games.count() == 2
    play_until(games.get(status__in=PLAYABLE), lambda g: False)
    press()
    assert games.count() == 3, "the next one has an id of its own"


def test_starts_at_once_make_one_game() -> None:
    outcomes = at_once([lambda: ensure_demo_game(NOW)] * 4)
    assert len(set(outcomes)) == 1
    assert Game.objects.count() == 1
