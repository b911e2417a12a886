"""One step of a game: everything that one cause changes, in one transaction (design §4)."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial, reduce
from typing import Any

from django.db import transaction

from tarot_engine import Action, CorruptHistory, GameState, evolve

from .answers import Noted, keep_answer, noted_answer, noted_of
from .errors import VaultError
from .models import ActorKind, Game, GameStatus, Seat
from .signals import Advance, TableFact, game_advanced, game_advancing
from .store import AnswerOrigin, Entry, LoadedGame, Origin, SeqConflict, append_entries, events_of
from .turns import clock_columns, is_asked, open_turn

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be written. ``action`` is the whole answer, kept so that the same answer is recognised
    again.

    ``seats`` holds columns to change by seat number, ``status`` the game's new one (None: as the rules say),
    and ``restart_clock`` gives the open decision a fresh allowance and asks for it again. ``noted`` is what
    the step knew of its decision's answer outside the log (None: nothing there could change it).
    """

    entries: tuple[Entry, ...]
    origin: Origin
    action: Action | None = field(default=None, repr=False)
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    status: GameStatus | None = None
    restart_clock: bool = False
    noted: Noted | None = None


def commit_step(
    loaded: LoadedGame, step: Step, now: datetime, *, state: GameState | None = None
) -> LoadedGame:
    """Write a step and announce it inside its transaction; the game after it.

    Raises SeqConflict when the log has grown meanwhile, or the answer that the step came from has changed.
    ``state`` is the game after the step when the caller knows it. ``loaded`` must not be used afterwards: its
    rows are changed in place.
    """
    game, turns_before = loaded.game, loaded.game.turns
    for number, changes in step.seats.items():
        for name, value in changes.items():
            setattr(loaded.seats[number], name, value)
    if state is None:
        state = reduce(evolve, events_of(step.entries), loaded.state)
    status = step.status or _status_after(game, state.is_over, opened=state.seed_index > 0)
    turn = open_turn(state, loaded.seats)
    columns = clock_columns(game, turn, status, now, restart=step.restart_clock)
    with transaction.atomic():
        columns |= {"status": status, **_paused(status, game, now)}
        written = append_entries(game, step.entries, step.origin, now, columns)
        # Answers come and go without a new seq, but never while somebody else holds the row, as we do now.
        if step.noted is not None and _noted_now(game, step.noted) != step.noted:
            raise SeqConflict
        if step.action is not None and isinstance(step.origin, AnswerOrigin):
            keep_answer(game, step.origin, step.action, now, entered_seq=written[0].seq)
        for number, changes in step.seats.items():
            Seat.objects.filter(pk=loaded.seats[number].pk).update(**changes)
        is_new = step.restart_clock or game.turns != turns_before
        asked = tuple((s, d) for s, d in game.turns) if is_new and is_asked(turn, status) else ()
        _announce(game, written[0].seq, step, asked, now)
    return LoadedGame(game, loaded.seats, loaded.stored + written, state)


def _noted_now(game: Game, noted: Noted) -> Noted:
    answer = noted_answer(game, noted.seat, noted.decision)
    return noted_of(noted.seat, noted.decision, answer)


def hint(game_id: int) -> None:
    """Tell listeners, after the commit, that something happened; their failures harm nothing."""
    transaction.on_commit(partial(_send_hint, game_id), robust=True)


@contextmanager
def freezing(game_id: int, now: datetime) -> Iterator[None]:
    """A corrupt history freezes the game, with an alarm in the server's log, and is raised on."""
    try:
        yield
    except (CorruptHistory, VaultError) as error:
        # The error's text names a kind of event and a line, never a card.
        logger.error("Game %s is frozen: %s", game_id, error)
        _freeze(game_id, now)
        if isinstance(error, CorruptHistory):
            raise
        raise CorruptHistory(str(error)) from None


def _freeze(game_id: int, now: datetime) -> None:
    game = Game.objects.get(pk=game_id)
    if game.status == GameStatus.FROZEN:
        return
    columns = {"status": GameStatus.FROZEN, "due_at": None, "remind_at": None, "paused_at": None}
    with transaction.atomic(), suppress(SeqConflict):
        append_entries(game, (TableFact("table_frozen", {}),), Origin(ActorKind.SERVER), now, columns)


def _send_hint(game_id: int) -> None:
    for receiver, result in game_advanced.send_robust(sender=Game, game_id=game_id):
        if isinstance(result, Exception):
            logger.warning("A hint about game %s failed in %s: %r", game_id, receiver, result)


def _status_after(game: Game, is_over: bool, *, opened: bool) -> GameStatus:
    if is_over:
        return GameStatus.OVER
    if opened and game.status == GameStatus.WAITING:
        return GameStatus.RUNNING
    return GameStatus(game.status)


def _paused(status: str, game: Game, now: datetime) -> dict[str, datetime | None]:
    if status != GameStatus.PAUSED:
        return {"paused_at": None}
    return {} if game.paused_at else {"paused_at": now}


def _announce(
    game: Game, first_seq: int, step: Step, asked: tuple[tuple[int, int], ...], now: datetime
) -> None:
    facts = tuple(entry for entry in step.entries if isinstance(entry, TableFact))
    missed: tuple[int, ...] = ()
    if isinstance(step.origin, AnswerOrigin) and step.origin.actor == ActorKind.DEADLINE:
        missed = (step.origin.seat,)
    advance = Advance(
        game=game,
        first_seq=first_seq,
        last_seq=game.seq,
        events=tuple(events_of(step.entries)),
        table_kinds=tuple(fact.kind for fact in facts),
        asked=asked,
        missed=missed,
        now=now,
        facts=facts,
    )
    game_advancing.send(sender=Game, advance=advance)
