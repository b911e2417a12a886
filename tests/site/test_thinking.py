"""Robots that think: played in a worker, a few answers at a time, and resumed after a crash."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from celery.signals import before_task_publish
from pytest_django import Settings

from tarot_engine import Bid
from tarot_site.games.models import ActorKind, Game, GameStatus, SeatKind
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.games.thinking import (
    LEASE_MARGIN_SECONDS,
    think,
    waits_for_thought,
)

from .conftest import GARDE, NOW, make_players, play, stacked

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]

BUDGET = 0.01
LEASE = timedelta(seconds=BUDGET + LEASE_MARGIN_SECONDS)


@pytest.fixture(autouse=True)
def short_thoughts(settings: Settings) -> None:
    """A hundredth of a second for each answer."""
    settings.ROBOT_SECONDS = BUDGET


@pytest.fixture
def published() -> Iterator[list[tuple[Any, ...]]]:
    """Queue, arguments and headers of every task of thinking that is published."""
    heard: list[tuple[Any, ...]] = []

    def listen(
        sender: str | None = None, body: Any = None, headers: Any = None, routing_key: str = "", **_: object
    ) -> None:
        if sender == "tarot_site.games.tasks.think":
            heard.append((routing_key, body[0], body[1], headers))

    before_task_publish.connect(listen)
    yield heard
    before_task_publish.disconnect(listen)


def make_expert_game(*, people: int = 1, robots: int = 3, deals: int = 1) -> Game:
    """A running game with thinking robots on the last seats; seat 0 speaks first."""
    players = make_players(people)
    seats = [*(SeatRequest(SeatKind.PERSON, player) for player in players)]
    return create_game(
        name="Les experts",
        creator=players[0],
        seats=[*seats, *[SeatRequest(SeatKind.ROBOT)] * robots],
        deals=deals,
        move_seconds=172_800,
        now=NOW,
        robot="expert",
        chain=stacked(),
    )


def ticking(step: float) -> Callable[[], float]:
    """A clock on which so many seconds go by at every look."""
    ticks = count()
    return lambda: next(ticks) * step


def think_to_the_end(game: Game, now: datetime = NOW) -> Counter[str]:
    """What workers do as long as there is something to do."""
    done: Counter[str] = Counter()
    while steps := think(game.pk, now):
        done += steps
    game.refresh_from_db()
    return done


def bids(game: Game) -> list[str]:
    """Who gave each bid so far."""
    return list(game.events.filter(kind="bid_placed").values_list("actor", flat=True))


def test_a_request_stops_in_front_of_a_thinking_robot(published, django_capture_on_commit_callbacks):
    game = make_expert_game()
    with django_capture_on_commit_callbacks(execute=True):
        play(game, Bid(GARDE))
    assert bids(game) == [ActorKind.PERSON]
    game.refresh_from_db()
    assert (game.turns, game.due_at, game.status) == ([[1, 1]], NOW, GameStatus.RUNNING)
    assert waits_for_thought(game.pk)
    ((queue, args, kwargs, headers),) = published
    assert (queue, args, kwargs) == ("thinking", (game.pk,), {})
    assert headers["expires"] is not None
    assert headers["argsrepr"] == f"({game.pk},)"
