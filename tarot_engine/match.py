"""Duplicate matches between two robots: the same cards at two tables, the seats exchanged.

A robot is asked with the view of its seat, built from what that seat was shown and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from tarot_engine.actions import Action
from tarot_engine.events import Event
from tarot_engine.evolve import evolve
from tarot_engine.game import advance, open_game, seat_taken
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.shuffle import Commitment, GameSecret, SeedChain
from tarot_engine.state import DealResult, GameState
from tarot_engine.view import SeatView, seen_by, view_of

Robot = Callable[[SeatView], Action]


class Table:
    """One game, with what each seat has seen of it."""

    def __init__(self, rules: Ruleset, secret: GameSecret) -> None:
        self.secret = secret
        (opened,) = open_game(rules, Commitment("match", ""))
        self.truth = evolve(None, opened)
        self.seen: list[GameState] = [self.truth] * rules.seats
        for seat in range(rules.seats):
            events = seat_taken(self.truth, seat, "", secret)
            for event in events:
                self.truth = evolve(self.truth, event)
            self._show(events)

    def _show(self, events: Sequence[Event]) -> None:
        for seat in range(len(self.seen)):
            for event in events:
                self.seen[seat] = evolve(self.seen[seat], seen_by(event, seat))

    def view(self, seat: Seat) -> SeatView:
        """What this seat sees now."""
        return view_of(self.seen[seat], seat)

    def act(self, seat: Seat, action: Action) -> None:
        """The seat's answer and all that follows. Raises IllegalAction."""
        self.truth, events = advance(self.truth, seat, action, self.secret)
        self._show(events)


def play_deal(rules: Ruleset, secret: GameSecret, robots: Sequence[Robot]) -> DealResult:
    """One deal, each seat answered by its robot."""
    table = Table(rules, secret)
    while table.truth.last is None:
        seat = table.truth.to_act
        assert seat is not None, "somebody is asked until the deal ends"
        table.act(seat, robots[seat](table.view(seat)))
    return table.truth.last


def random_deal(dice: Random) -> SeedChain:
    """Dealer and cards for one deal."""
    return SeedChain("match", dice.randbytes(32))


@dataclass(frozen=True, slots=True)
class Outcome:
    """Margin of the first robot over the second, in points per hand held, with its 95 % interval's half."""

    deals: int
    margin: float
    error: float


def duplicate_margin(rules: Ruleset, secret: GameSecret, one: Robot, two: Robot) -> float:
    """How many points a hand brings the first robot more than the second, the mean over all hands.

    The first robot has the even seats at one table and the odd seats at the other.
    """
    first = [one if seat % 2 == 0 else two for seat in range(rules.seats)]
    second = [two if seat % 2 == 0 else one for seat in range(rules.seats)]
    here = scores_of(play_deal(rules, secret, first), rules.seats)
    there = scores_of(play_deal(rules, secret, second), rules.seats)
    gains = [a - b if seat % 2 == 0 else b - a for seat, (a, b) in enumerate(zip(here, there, strict=True))]
    return sum(gains) / rules.seats


def scores_of(result: DealResult, seats: int) -> tuple[int, ...]:
    """Each seat's points; nothing for a void deal."""
    return result.sheet.scores if result.sheet is not None else (0,) * seats


def match(rules: Ruleset, one: Robot, two: Robot, deals: int, dice: Random) -> Outcome:
    """So many duplicate deals (at least two)."""
    margins = [duplicate_margin(rules, random_deal(dice), one, two) for _ in range(deals)]
    mean = sum(margins) / deals
    variance = sum((margin - mean) ** 2 for margin in margins) / (deals - 1)
    return Outcome(deals, mean, 1.96 * sqrt(variance / deals))
