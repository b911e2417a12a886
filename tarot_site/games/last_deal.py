"""Ending a game that has no number of deals: somebody announces its last deal (rules §13).

Anybody seated may say so, once; nobody takes it back. The deal is then played to its end, void or not.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from tarot_engine import Ruleset
from tarot_engine import announce_last_deal as last_deal_events
from tarot_site.players.models import Player

from .autoplay import settle
from .errors import DealHasPassed, EndIsFixed, SeatUnavailable, WrongStatus
from .models import ActorKind, Door, GameStatus, Seat
from .signals import TableFact
from .steps import Step, commit_step, freezing
from .store import LoadedGame, Origin, retried
from .turns import is_robot_now

BY_SEAT: Final = "table_last_deal"
BY_OPERATOR: Final = "table_operator_last"


def is_open_ended(rules: Ruleset) -> bool:
    """Whether no number of deals ends the game; a target score may (rules §13)."""
    return rules.deals == 0


def may_announce(seat: Seat) -> bool:
    """Whether this place is a person's who plays it: no robot's, and none that a robot holds."""
    return seat.player_id is not None and not is_robot_now(seat)


def announce_last_deal(game_id: int, seat: int, deal: int, now: datetime, *, door: Door) -> bool:
    """The person of this seat says that the deal being played is the last; False if it was said already.

    ``deal`` is the seed index of the deal that they mean: they do not end one that began since.
    Raises SeatUnavailable (a robot plays there), EndIsFixed, WrongStatus (not running), DealHasPassed.
    """

    def attempt(loaded: LoadedGame) -> bool:
        place = loaded.seats[seat]
        if not may_announce(place):
            raise SeatUnavailable
        fact = TableFact(BY_SEAT, {"seat": seat, "player": place.player_id})
        return _announce(loaded, deal, fact, Origin(ActorKind.PERSON, door), now)

    return _done(game_id, attempt, now)


def end_after_deal(game_id: int, operator: Player, now: datetime) -> bool:
    """An operator makes the deal being played the last; False if it was already.

    Raises EndIsFixed, WrongStatus.
    """

    def attempt(loaded: LoadedGame) -> bool:
        fact = TableFact(BY_OPERATOR, {"player": operator.pk})
        return _announce(loaded, loaded.state.seed_index, fact, Origin(ActorKind.OPERATOR, Door.ADMIN), now)

    return _done(game_id, attempt, now)


def _announce(loaded: LoadedGame, deal: int, fact: TableFact, origin: Origin, now: datetime) -> bool:
    state, status = loaded.state, loaded.game.status
    if not is_open_ended(state.rules):
        raise EndIsFixed
    if state.ends_here:
        return False
    if status != GameStatus.RUNNING:
        raise WrongStatus(status)
    if state.seed_index != deal:
        raise DealHasPassed
    commit_step(loaded, Step((*last_deal_events(state), fact), origin), now)
    return True


def _done(game_id: int, attempt: Callable[[LoadedGame], bool], now: datetime) -> bool:
    with freezing(game_id, now):
        is_new = retried(game_id, attempt)
    if is_new is None:
        raise DealHasPassed
    if is_new:
        settle(game_id, now)
    return is_new
