"""The one way out (design §4): what a reader may see of a table, loaded in a few queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

from django.conf import settings
from django.db.models import Q

from tarot_engine import (
    Action,
    CorruptHistory,
    DealAnnulled,
    DealPassedOut,
    DealResult,
    DealScored,
    Event,
    GameOpened,
    GameState,
    SeatView,
    evolve,
    seen_by,
    shuffle_document,
    view_for,
)
from tarot_site.players.models import Player

from .answers import kept_answer, open_answer
from .links import Link, LinkPurpose
from .models import ActorKind, EventRecord, Game, GameStatus, Seat
from .signals import TableFact
from .store import Entry, Stored, events_of, load_stored
from .turns import is_robot_now


@dataclass(frozen=True, slots=True)
class Logged:
    """One line of the log as the reader may know it.

    Of others' answers ``actor_kind`` tells person, robot or deadline only, and ``at`` the minute.
    """

    seq: int
    event: Entry
    actor_kind: ActorKind
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """The reader's own answer while it may still be replaced or taken back."""

    action: Action = field(repr=False)
    effective_at: datetime


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table for one reader; ``view.seat`` None is a spectator. Holds nothing that the reader may not see.

    ``events`` cover the current deal and the one before; ``since_seq`` is the reader's last own answer among
    them (0: none). ``past_deals`` are all finished deals, oldest first, when asked for. ``unreached`` are the
    seats of persons whose mailbox refuses our mails.
    """

    game: Game
    seats: tuple[Seat, ...]
    view: SeatView
    events: tuple[Logged, ...]
    since_seq: int
    past_deals: tuple[DealResult, ...] = ()
    kept: KeptAnswer | None = None
    unreached: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game in a list. ``turn_names`` are those who are asked now, by their names at the table."""

    game: Game
    seat: Seat
    is_my_turn: bool
    turn_names: tuple[str, ...]
    names: tuple[str, ...]  # of all seats, "" where nobody sits yet
    is_robots_turn: bool = False  # what is due then is no deadline


class Standing(Enum):
    """What has become of the decision that a link names."""

    OPEN = "open"
    ANSWERED = "answered"
    """In the deal that is still played (or was the last one)."""
    PAST = "past"
    """In an earlier deal: only the public table is shown."""


@dataclass(frozen=True, slots=True)
class TableAtLink:
    """The table that a link opens, and what became of its decision.

    ``answered_by`` is PERSON, FORCED, ROBOT or DEADLINE once it is answered, and ``answer`` what was
    answered.
    """

    table: LoadedTable
    standing: Standing
    answer: Action | None = field(default=None, repr=False)
    answered_by: ActorKind | None = None


def load_table(game_id: int, seat: int | None, *, with_deals: bool = False) -> LoadedTable:
    """The table as this seat (None: a spectator) may see it. At most 4 queries.

    Raises Game.DoesNotExist and CorruptHistory. Of a frozen game only its opening is shown.
    """
    return _table_of(Game.objects.get(pk=game_id), seat, with_deals=with_deals)


def _table_of(game: Game, seat: int | None, *, with_deals: bool) -> LoadedTable:
    seats = tuple(game.seats.select_related("player"))
    stored = load_stored(game, _which(game, with_deals=with_deals))
    seen = [seen_by(event, seat) for event in events_of(line.entry for line in stored)]
    return LoadedTable(
        game=game,
        seats=seats,
        view=view_for(seen, seat),
        events=tuple(_logged(stored, seat)),
        since_seq=max((line.seq for line in stored if _is_own_answer(line, seat)), default=0),
        past_deals=tuple(_deals(seen)) if with_deals else (),
        kept=_kept(game, seat),
        unreached=tuple(place.number for place in seats if place.player and place.player.mail_suspended_at),
    )


def table_at_link(link: Link, *, with_deals: bool = False) -> TableAtLink:
    """The table behind an /a/ or /t/ link whose epoch was checked, loaded once. Raises Game.DoesNotExist."""
    game = Game.objects.get(pk=link.game_id)
    standing, record = _standing(game, link)
    seat = None if standing is Standing.PAST else link.seat
    table = _table_of(game, seat, with_deals=with_deals)
    if record is None:
        return TableAtLink(table, standing)
    answer = kept_answer(game, link.seat, link.decision)
    return TableAtLink(table, standing, open_answer(answer) if answer else None, ActorKind(record.actor))


def _standing(game: Game, link: Link) -> tuple[Standing, EventRecord | None]:
    """What became of the link's decision, with the first line of its answer in this deal."""
    if link.purpose is LinkPurpose.TABLE:
        # Made before the first deal, it lasts through that one.
        return (Standing.PAST if game.deal > max(link.decision, 1) else Standing.OPEN), None
    if [link.seat, link.decision] in game.turns:
        return Standing.OPEN, None
    record = EventRecord.objects.filter(game=game, seat=link.seat, decision=link.decision).first()
    if record is None or record.seq < game.deal_seq:
        return Standing.PAST, None
    return Standing.ANSWERED, record


def answered_seq(game_id: int, seat: int, decision: int) -> int | None:
    """Line of the log where the answer to this decision begins, None if it is still open."""
    records = EventRecord.objects.filter(game=game_id, seat=seat, decision=decision)
    return records.values_list("seq", flat=True).first()


def load_shuffle(game: Game) -> dict[str, Any]:
    """What anybody at the table may take home to check the deals that have ended (docs/shuffle.md).

    Raises CorruptHistory. Of a frozen game there are no deals.
    """
    stored = load_stored(game, _which(game, with_deals=True))
    return shuffle_document(seen_by(event, None) for event in events_of(line.entry for line in stored))


def load_opening(game: Game) -> GameOpened:
    """Rules and commitment of a game. Raises CorruptHistory."""
    for line in load_stored(game, Q(seq=1)):
        if isinstance(line.entry, GameOpened):
            return line.entry
    raise CorruptHistory("no opening")


def my_games(player: Player) -> list[GameLine]:
    """The games of this player: own turns first, the most urgent on top. Two queries."""
    mine = {seat.game_id: seat for seat in Seat.objects.filter(player=player).select_related("game")}
    tables: dict[int, list[Seat]] = {game_id: [] for game_id in mine}
    for seat in Seat.objects.filter(game__in=list(mine)):
        tables[seat.game_id].append(seat)
    return sorted((_line(seat, tables[game_id]) for game_id, seat in mine.items()), key=_urgency)


def seat_of(game: Game, player: Player) -> Seat | None:
    """The player's seat at this table."""
    return game.seats.filter(player=player).first()


def _which(game: Game, *, with_deals: bool) -> Q:
    """The lines that are read: the opening, and the current deal with the one before it, or all deals."""
    if game.status == GameStatus.FROZEN:
        return Q(deal=0, seq__lt=game.deal_seq) if game.deal_seq else Q(deal=0)
    if with_deals:
        return Q()
    return Q(deal=0) | Q(deal__gte=game.deal - 1)


def _logged(stored: Iterable[Stored], seat: int | None) -> Iterator[Logged]:
    for line in stored:
        entry = line.entry
        is_mine = seat is not None and getattr(entry, "seat", None) == seat
        actor, at = line.actor, line.at
        if not is_mine:
            at = at.replace(second=0, microsecond=0)
            actor = ActorKind.PERSON if actor == ActorKind.FORCED else actor
        event = entry if isinstance(entry, TableFact) else seen_by(entry, seat)
        yield Logged(line.seq, event, actor, at)


def _is_own_answer(line: Stored, seat: int | None) -> bool:
    return seat is not None and line.seat == seat and line.actor == ActorKind.PERSON


def _deals(events: Iterable[Event]) -> Iterator[DealResult]:
    state: GameState | None = None
    for event in events:
        state = evolve(state, event)
        if isinstance(event, DealScored | DealPassedOut | DealAnnulled) and state.last is not None:
            yield state.last


def _kept(game: Game, seat: int | None) -> KeptAnswer | None:
    if settings.TAKE_BACK_SECONDS <= 0 or seat is None or game.status != GameStatus.RUNNING:
        return None
    for number, decision in game.turns:
        if number == seat and (answer := kept_answer(game, seat, decision)):
            return KeptAnswer(open_answer(answer), answer.effective_at)
    return None


def _line(seat: Seat, table: list[Seat]) -> GameLine:
    asked = {number for number, _ in seat.game.turns} if seat.game.status == GameStatus.RUNNING else set()
    return GameLine(
        game=seat.game,
        seat=seat,
        is_my_turn=seat.number in asked and not is_robot_now(seat),
        turn_names=tuple(other.name for other in table if other.number in asked),
        names=tuple(other.name for other in table),
        is_robots_turn=any(is_robot_now(other) for other in table if other.number in asked),
    )


def _urgency(line: GameLine) -> tuple[bool, int, float]:
    game = line.game
    order = [GameStatus.RUNNING, GameStatus.PAUSED, GameStatus.WAITING]
    rank = order.index(GameStatus(game.status)) if game.status in order else len(order)
    moment = game.due_at or game.created_at
    # Finished games: the latest on top.
    return not line.is_my_turn, rank, moment.timestamp() if rank < len(order) else -moment.timestamp()
