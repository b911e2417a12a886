"""Two deals that differ only in cards hidden from a seat: its robot answers alike, whichever it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from tarot_engine import Action, SeatView, StackedDeal, default_for, replay
from tarot_engine.robots import ROBOTS
from tarot_engine.robots.dice import choose_random
from tarot_engine.robots.expert import choose_expert
from tarot_engine.view import view_of
from tests.engine.playing import Game
from tests.engine.test_secrecy import Twins, looks

Chooser = Callable[[Game, SeatView], Action]
"""A robot under test. A fair one does not look at the game."""

FEW_WORLDS = 3
STEADILY_EVERY = 25
"""The expert as games use it, with all its worlds, takes twenty times as long."""


def expert_in_brief(view: SeatView) -> Action:
    """The expert with few worlds, so that it can be asked at every prefix."""
    return choose_expert(view, Random(f"{view.seat}|{view.decision}"), samples=FEW_WORLDS)


def fair(choose: Callable[[SeatView], Action]) -> Chooser:
    return lambda _, view: choose(view)


ASKED = {name: fair(choose) for name, choose in {**ROBOTS, "expert": expert_in_brief}.items()}


def questions(twins: Twins) -> Iterator[tuple[SeatView, SeatView]]:
    """Every question to a seat that knows neither deal's exchanged cards, as it sees it in both games."""
    while not twins.public():
        seat = twins.left.state.to_act
        if seat is not None and seat in twins.outsiders:
            left, right = (view_of(replay(looks(game, seat)), seat) for game in (twins.left, twins.right))
            yield left, right
        if not twins.step():
            break


def check(twins: Twins, robots: dict[str, Chooser]) -> Counter[str]:
    """Every robot answers every such question alike in both games. How often each kind of answer came."""
    given = Counter[str]()
    for left, right in questions(twins):
        for name, choose in robots.items():
            one, two = choose(twins.left, left), choose(twins.right, right)
            assert one == two, f"{name} knows what it cannot see"
            given[type(one).__name__] += 1
        if given.total() % STEADILY_EVERY < len(robots):
            assert ROBOTS["expert"](left) == ROBOTS["expert"](right)
    return given


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("games", [6, pytest.param(300, marks=pytest.mark.long)])
def test_what_a_seat_cannot_see_does_not_move_its_robot(seats: int, games: int) -> None:
    given = Counter[str]()
    for number in range(games):
        given += check(Twins(seats, number), ASKED)
    kinds = {"Bid", "Prepare", "PlayCard"} | ({"CallCard"} if seats == 5 else set())
    assert set(given) == kinds
    assert given["PlayCard"] > 30 * games, "the law must look deep into the play"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_law_sees_a_robot_whose_dice_know_the_pack(seats: int) -> None:
    """Dice drawn from the deal's own secret would tell hidden cards: a leak that no view shows."""

    def leaky(game: Game, view: SeatView) -> Action:
        assert isinstance(game.secret, StackedDeal)
        assert view.options is not None
        return choose_random(view.options, Random(repr(game.secret.cards)))

    with pytest.raises(AssertionError, match="leaky knows"):
        check(Twins(seats, 1), {"default": fair(default_for), "leaky": leaky})
