"""Tables with thinking robots, for the tests of the site: real rows, and a clock that goes by looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from celery.signals import before_task_publish

from tarot_engine import SeedChain
from tarot_site.games.models import Game, SeatKind
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.games.thinking import think
from tarot_site.players.models import Player

from .conftest import NOW, make_players, stacked


@pytest.fixture
def published() -> Iterator[list[tuple[Any, ...]]]:
    """Queue, arguments and headers of every task of thinking that is published."""
    heard: list[tuple[Any, ...]] = []

    def listen(sender: str, body: Any, headers: Any, routing_key: str, **_: object) -> None:
        if sender == "tarot_site.games.tasks.think":
            heard.append((routing_key, body[0], body[1], headers))

    before_task_publish.connect(listen)
    yield heard
    before_task_publish.disconnect(listen)


@dataclass
class Ticks:
    """A clock on which so many seconds go by at every look; ``at_look`` happens at that look."""

    step: float = 0.001
    at_look: dict[int, Callable[[], object]] | None = None
    looks: int = 0

    def __call__(self) -> float:
        self.looks += 1
        if self.at_look and self.looks in self.at_look:
            self.at_look.pop(self.looks)()
        return self.looks * self.step


def make_expert_game(
    *,
    robots: int = 3,
    deals: int = 1,
    chain: SeedChain | None = None,
    players: Sequence[Player] | None = None,
) -> Game:
    """A running game with thinking robots on the last seats; stacked unless ``chain``: then seat 0 begins."""
    players = players or make_players(4 - robots)
    seats = [SeatRequest(SeatKind.PERSON, player) for player in players]
    return create_game(
        name="Les experts",
        creator=players[0],
        seats=[*seats, *[SeatRequest(SeatKind.ROBOT)] * robots],
        deals=deals,
        move_seconds=172_800,
        now=NOW,
        robot="expert",
        chain=chain or stacked(),
    )


def think_to_the_end(game: Game) -> Counter[str]:
    """What workers do as long as there is something to do."""
    done: Counter[str] = Counter()
    while steps := think(game.pk, NOW, clock=Ticks()):
        done += steps
    game.refresh_from_db()
    return done


def bidders(game: Game) -> list[str]:
    """Who gave each bid so far."""
    return list(game.events.filter(kind="bid_placed").values_list("actor", flat=True))


def open_seat(game: Game) -> int:
    """Whose turn it is."""
    game.refresh_from_db()
    return int(game.turns[0][0])
