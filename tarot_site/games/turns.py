"""Whose answer is open, who gives it, and until when: the ``Game`` columns that follow from the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tarot_engine import Action, GameState, options_for

from .models import Game, GameStatus, Seat, SeatKind


@dataclass(frozen=True, slots=True)
class Turn:
    """The open decision. ``by_robot``: a robot answers; ``only``: the one whole action that is possible."""

    seat: int
    decision: int
    by_robot: bool
    only: Action | None = field(default=None, repr=False)

    @property
    def is_automatic(self) -> bool:
        """Whether it is answered without asking anybody."""
        return self.by_robot or self.only is not None


def open_turn(state: GameState, seats: Sequence[Seat]) -> Turn | None:
    """The decision that the game waits for; None before the first deal and after the last."""
    seat = state.to_act
    if seat is None:
        return None
    options = options_for(state, seat)
    return Turn(
        seat=seat,
        decision=state.decisions[seat] + 1,
        by_robot=is_robot_now(seats[seat]),
        only=options.choices[0] if options is not None and options.forced else None,
    )


def is_robot_now(seat: Seat) -> bool:
    """Whether a robot answers for this seat: by design, for a while, or as its person has gone for good."""
    has_left = seat.taken_at is not None and seat.player_id is None
    return seat.kind == SeatKind.ROBOT or seat.held_by_robot or has_left


def is_asked(turn: Turn | None, status: str) -> bool:
    """Whether a person is to be told of this turn."""
    return turn is not None and not turn.is_automatic and status == GameStatus.RUNNING


def clock_columns(
    game: Game, turn: Turn | None, status: str, now: datetime, *, restart: bool = False
) -> dict[str, Any]:
    """Columns of the open turn. A decision that was open before keeps its clock unless ``restart``.

    A robot's or forced turn is due at once, so that the sweep plays it if this process dies before it could.
    """
    turns = [] if turn is None else [[turn.seat, turn.decision]]
    if turn is None or status != GameStatus.RUNNING:
        return {"turns": turns, "asked_at": None, "due_at": None, "remind_at": None}
    if turn.is_automatic:
        return {"turns": turns, "asked_at": now, "due_at": now, "remind_at": None}
    if turns == game.turns and game.due_at is not None and not restart:
        return {"turns": turns}
    allowance = timedelta(seconds=game.move_seconds)
    return {"turns": turns, "asked_at": now, "due_at": now + allowance, "remind_at": now + allowance / 2}
