"""What the games say to whoever listens. ``notifications`` does; games never import it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.dispatch import Signal

from tarot_engine import Event

from .models import Game


@dataclass(frozen=True, slots=True)
class TableFact:
    """A fact of the table that is no rule of the game: a ``table_*`` line of its log.

    ``data`` has ``seat`` (a number) and ``player`` (an id) where they make sense, never a name or an address.
    """

    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Advance:
    """One committed step of a game: what entered the log, and who is asked now."""

    game: Game  # columns as they are after the step
    first_seq: int
    last_seq: int
    events: tuple[Event, ...]  # the engine's events of this step, unfiltered: receivers store no card of them
    table_kinds: tuple[str, ...]  # table_* records of this step ("table_paused", "table_seat_held" ...)
    asked: tuple[tuple[int, int], ...]  # (seat, decision) that a person must now answer: worth a mail
    missed: tuple[int, ...]  # seats for which a deadline answered in this step
    now: datetime
    facts: tuple[TableFact, ...] = ()  # the table_* records themselves


# Sent inside the transaction (argument ``advance``): an exception of a receiver rolls the step back.
game_advancing = Signal()
# Sent after the commit (argument ``game_id``): a hint, its receivers may fail without harm.
game_advanced = Signal()
# Inside the transaction, arguments ``seat_ids``, ``now``: these seats wait for an invitation mail.
seats_invited = Signal()
# Inside the transaction, arguments ``game_id``, ``seat``, ``decision``, ``now``: half of the time is over.
reminder_due = Signal()
# Inside the transaction, arguments ``game_id``, ``seat``, ``now``: its person asks for a fresh link.
fresh_link_asked = Signal()
# Sent after the commit (argument ``effective_at``): an answer was noted, which enters its game's log then.
answer_noted = Signal()
