"""The log of a game: what is written, sealed, and read back (design §3, §4).

``append_entries`` is the only writer. Its conditional UPDATE of the ``Game`` row comes before the events, so
that of two writers who both read the same ``seq`` one writes and the other gets ``SeqConflict``, on SQLite
and on PostgreSQL.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from tarot_engine import (
    ChainRenewed,
    CorruptHistory,
    DealOpened,
    Event,
    GameState,
    NotationError,
    SeedChain,
    decode_event,
    encode_event,
    replay,
    seen_by,
)

from .errors import VaultError
from .models import ActorKind, Door, EventRecord, Game, Seat
from .signals import TableFact
from .vault import seal, unseal

TABLE_PREFIX = "table_"
SEED_BYTES = 32
ATTEMPTS = 8
T = TypeVar("T")
Entry = Event | TableFact


class SeqConflict(Exception):
    """Another writer was first: load again, then decide again."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Who wrote a batch and by which door."""

    actor: ActorKind
    door: Door = Door.SERVER


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOrigin(Origin):
    """The origin of an answer: of which seat, to which of that seat's decisions."""

    seat: int
    decision: int


@dataclass(frozen=True, slots=True)
class Stored:
    """One line of the log, opened."""

    seq: int
    deal: int
    entry: Entry
    actor: ActorKind
    at: datetime
    seat: int | None
    decision: int | None


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game as the log tells it: its opening and the current deal. Holds every secret: for services only."""

    game: Game
    seats: tuple[Seat, ...]
    stored: tuple[Stored, ...] = field(repr=False)
    state: GameState = field(repr=False)

    @property
    def events(self) -> Iterator[Event]:
        """The engine's events among the loaded lines."""
        return events_of(line.entry for line in self.stored)


def load_game(game_id: int) -> LoadedGame:
    """The game, its seats and the state of its current deal. Raises Game.DoesNotExist and CorruptHistory."""
    game = Game.objects.get(pk=game_id)
    seats = tuple(game.seats.all())
    stored = load_stored(game, Q(deal=0) | Q(seq__gte=game.deal_seq))
    return LoadedGame(game, seats, stored, replay(events_of(line.entry for line in stored)))


def retried(game_id: int, attempt: Callable[[LoadedGame], T]) -> T | None:
    """What ``attempt`` gives on the game as it is now, loaded again whenever another writer was first.

    None when others were first time and again.
    """
    for _ in range(ATTEMPTS):
        try:
            return attempt(load_game(game_id))
        except SeqConflict:
            continue
    return None


def load_stored(game: Game, which: Q | None = None) -> tuple[Stored, ...]:
    """Lines of the log in order, opened. Raises CorruptHistory for a line that cannot be read."""
    rows = EventRecord.objects.filter(Q(game=game), which or Q(), seq__lte=game.seq).order_by("seq")
    columns = ("seq", "deal", "kind", "version", "body", "sealed", "actor", "at", "seat", "decision")
    lines = rows.annotate(body=Cast("data", TextField())).values_list(*columns)
    return tuple(_open(game.pk, *line) for line in lines)


def append_entries(
    game: Game, entries: Sequence[Entry], origin: Origin, now: datetime, columns: dict[str, Any]
) -> tuple[Stored, ...]:
    """Write a batch and the ``Game`` columns that follow from it, inside the caller's transaction.

    Facts of the table come after the events of a batch. ``game`` is changed in place; the new lines are
    returned. Raises SeqConflict when the log has grown since ``game`` was loaded.
    """
    lines = tuple(_lines(game, entries, origin, now))
    opened = [line for line in lines if isinstance(line.entry, DealOpened)]
    if opened:
        columns = {**columns, "deal": opened[-1].deal, "deal_seq": opened[-1].seq}
    touch(game, {**columns, "seq": game.seq + len(lines)})
    EventRecord.objects.bulk_create(_record(game.pk, line, origin.door) for line in lines)
    return lines


def _lines(game: Game, entries: Sequence[Entry], origin: Origin, now: datetime) -> Iterator[Stored]:
    deal = game.deal
    asked: tuple[int | None, int | None] = (None, None)
    if isinstance(origin, AnswerOrigin):
        asked = origin.seat, origin.decision
    for seq, entry in enumerate(entries, game.seq + 1):
        if isinstance(entry, DealOpened):
            deal = entry.number
        # A chain serves many deals: like the opening, it is read with each of them.
        place = 0 if isinstance(entry, ChainRenewed) else deal
        yield Stored(seq, place, entry, origin.actor, now, *asked)
        asked = None, None


def touch(game: Game, columns: dict[str, Any], **unchanged: Any) -> None:
    """Change columns if nothing was written since ``game`` was loaded, and hold the row until the commit.

    ``unchanged`` names columns, besides ``seq``, that must still have these values. Raises SeqConflict.
    """
    if not Game.objects.filter(pk=game.pk, seq=game.seq, **unchanged).update(**columns):
        raise SeqConflict
    for name, value in columns.items():
        setattr(game, name, value)


def events_of(entries: Iterable[Entry]) -> Iterator[Event]:
    """The engine's events among these entries."""
    return (entry for entry in entries if not isinstance(entry, TableFact))


def new_chain(public_id: str) -> SeedChain:
    """Fresh seeds for the game of this id."""
    return SeedChain(public_id, secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SEED_BYTES))


def seal_secret(chain: SeedChain) -> bytes:
    """A game's seeds as ``Game.secret`` holds them: the last one of the first chain, then the master."""
    return seal("seed", chain.last + (chain.master or b""), ("games_game", "secret", chain.game_id))


def secret_of(game: Game) -> SeedChain:
    """The game's seeds; without a master (older games) they end with the first chain. Raises VaultError."""
    both = unseal("seed", game.secret, ("games_game", "secret", game.public_id))
    return SeedChain(game.public_id, both[:SEED_BYTES], both[SEED_BYTES:] or None)


def _record(game_id: int, line: Stored, door: Door) -> EventRecord:
    record = EventRecord(
        game_id=game_id,
        seq=line.seq,
        deal=line.deal,
        at=line.at,
        actor=line.actor,
        door=door,
        seat=line.seat,
        decision=line.decision,
    )
    if isinstance(line.entry, TableFact):
        record.kind, record.data = line.entry.kind, dict(line.entry.data)
        return record
    code = encode_event(line.entry)
    record.kind, record.version = code.type, code.version
    if seen_by(line.entry, None) == line.entry:
        record.data = json.loads(code.body)
    else:
        record.sealed = seal("event", code.body.encode(), _place(game_id, line.seq, code.type))
    return record


def _open(
    game_id: int,
    seq: int,
    deal: int,
    kind: str,
    version: int,
    body: str,
    sealed: bytes | None,
    actor: str,
    at: datetime,
    seat: int | None,
    decision: int | None,
) -> Stored:
    entry: Entry
    if kind.startswith(TABLE_PREFIX):
        entry = TableFact(kind, json.loads(body))
    else:
        try:
            if sealed is not None:
                body = unseal("event", sealed, _place(game_id, seq, kind)).decode()
            entry = decode_event(kind, version, body)
        except (VaultError, NotationError, ValueError) as error:
            raise CorruptHistory(f"line {seq} ({kind}) cannot be read: {type(error).__name__}") from None
    return Stored(seq, deal, entry, ActorKind(actor), at, seat, decision)


def _place(game_id: int, seq: int, kind: str) -> tuple[str | int, ...]:
    return ("games_eventrecord", "sealed", game_id, seq, kind)
