"""Whether all that is stored of a game agrees: the log, the columns beside it, the cards and the scores.

The whole log is replayed, and every answer in it is put to the rules again with the game's own seeds: the
same events must come out, deals and scores included. After a change of the rules an old game may differ
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tarot_engine import (
    Action,
    Bid,
    BidPlaced,
    CallCard,
    CardCalled,
    CardPlayed,
    CardSet,
    CorruptHistory,
    Cut,
    DealOpened,
    DealOut,
    DealScored,
    DiscardMade,
    Event,
    GameOpened,
    GameState,
    HandfulShown,
    LastDealAnnounced,
    Misere,
    MisereDeclared,
    PackCut,
    PackDealt,
    PlayCard,
    Prepare,
    SeatTaken,
    SeedChain,
    SlamAnnounced,
    TakerReady,
    TarotError,
    announce_last_deal,
    decide,
    evolve,
    open_game,
    seat_taken,
)

from .errors import VaultError
from .models import ActorKind, Game, GameStatus
from .signals import TableFact
from .store import Stored, load_stored, secret_of

STATUS_OF_FACT = {
    "table_paused": GameStatus.PAUSED,
    "table_resumed": GameStatus.RUNNING,
    "table_cancelled": GameStatus.CANCELLED,
    "table_archived": GameStatus.ARCHIVED,
    "table_frozen": GameStatus.FROZEN,
}
CAUSES = (GameOpened, SeatTaken, LastDealAnnounced)
"""Events that no answer causes."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One game's check. ``differences`` are short texts that name lines and columns, never a card."""

    public_id: str
    events: int
    deals: int
    totals: tuple[int, ...]
    differences: tuple[str, ...]


def verify_game(game: Game) -> Verdict:
    """Replay the game from its first line."""
    try:
        stored = load_stored(game)
        secret = secret_of(game)
        state, found = _replay(stored, secret)
    except (CorruptHistory, VaultError) as error:
        return Verdict(game.public_id, game.seq, 0, (), (f"cannot be read: {error}",))
    found += _column_differences(game, stored, state)
    found += _seat_differences(game, stored)
    sheets = [line.entry.sheet for line in stored if isinstance(line.entry, DealScored)]
    if any(sum(sheet.scores) for sheet in sheets):
        found.append("scores do not sum to zero")
    if tuple(map(sum, zip(*(sheet.scores for sheet in sheets), strict=True))) != (
        state.totals if sheets else ()
    ):
        found.append("totals are not the sum of the deals")
    return Verdict(game.public_id, len(stored), len(sheets), state.totals, tuple(found))


def _replay(stored: Sequence[Stored], secret: SeedChain) -> tuple[GameState, list[str]]:
    """The state at the end, and each batch that the rules would write otherwise. Raises CorruptHistory."""
    state: GameState | None = None
    found: list[str] = []
    for first, batch in _batches(stored):
        if (again := _again(state, first, batch, secret)) != batch:
            found.append(
                f"line {first.seq}: the rules give {'an error' if again is None else 'other events'}"
            )
        for event in batch:
            state = evolve(state, event)
    if state is None:
        raise CorruptHistory("no events")
    return state, found


def _batches(stored: Sequence[Stored]) -> Iterator[tuple[Stored, tuple[Event, ...]]]:
    """The engine's events by cause: the opening, each seat taken, each answer, the last deal announced."""
    first: Stored | None = None
    batch: list[Event] = []
    for line in stored:
        if isinstance(line.entry, TableFact):
            continue
        if line.decision is not None or isinstance(line.entry, CAUSES):
            if first is not None:
                yield first, tuple(batch)
            first, batch = line, []
        batch.append(line.entry)
    if first is not None:
        yield first, tuple(batch)


def _again(
    state: GameState | None, first: Stored, batch: tuple[Event, ...], secret: SeedChain
) -> tuple[Event, ...] | None:
    """What the rules make of this batch's cause now; None when they refuse it."""
    try:
        match first.entry:
            case GameOpened(rules=rules):
                return open_game(rules, secret.commitment)
            case SeatTaken(seat=seat, word=word) if state is not None:
                return seat_taken(state, seat, word, secret)
            case LastDealAnnounced() if state is not None:
                return announce_last_deal(state)
            case _ if state is not None and first.seat is not None:
                return decide(state, first.seat, action_of(batch), secret)
            case _:
                return None
    except TarotError:
        return None


def action_of(batch: Sequence[Event]) -> Action:
    """The whole action that wrote this batch. Raises CorruptHistory when none could."""
    slam, show, miseres = False, None, frozenset[Misere]()
    for event in batch:
        match event:
            case PackCut(position=position):
                return Cut(position)
            case PackDealt(gaps=gaps):
                return DealOut(gaps)
            case BidPlaced(contract=contract, slam=with_slam):
                return Bid(contract, with_slam)
            case CardCalled(card=card):
                return CallCard(card)
            case SlamAnnounced():
                slam = True
            case DiscardMade(cards=cards) if isinstance(cards, CardSet):
                return Prepare(cards, slam)
            case TakerReady():
                return Prepare(None, slam)
            case HandfulShown(cards=shown):
                show = shown
            case MisereDeclared(kind=kind):
                miseres |= {kind}
            case CardPlayed(card=card):
                return PlayCard(card, show, miseres)
            case _:
                break
    raise CorruptHistory("a batch without an answer")


def _column_differences(game: Game, stored: Sequence[Stored], state: GameState) -> list[str]:
    deals = [line for line in stored if isinstance(line.entry, DealOpened)]
    seat = state.to_act
    expected = {
        "seq": len(stored),
        "deal": deals[-1].deal if deals else 0,
        "deal_seq": deals[-1].seq if deals else 0,
        "turns": [] if seat is None else [[seat, state.decisions[seat] + 1]],
        "status": _status(stored, state, has_begun=bool(deals)),
    }
    found = [f"column {name} differs" for name, value in expected.items() if getattr(game, name) != value]
    if [line.seq for line in stored] != list(range(1, len(stored) + 1)):
        found.append("lines are missing")
    if (game.due_at is None) == (game.status == GameStatus.RUNNING):
        found.append("column due_at differs")
    return found


def _status(stored: Sequence[Stored], state: GameState, *, has_begun: bool) -> GameStatus:
    if state.is_over:
        return GameStatus.OVER
    facts = [line.entry.kind for line in stored if isinstance(line.entry, TableFact)]
    changes = [STATUS_OF_FACT[kind] for kind in facts if kind in STATUS_OF_FACT]
    return changes[-1] if changes else GameStatus.RUNNING if has_begun else GameStatus.WAITING


def _seat_differences(game: Game, stored: Sequence[Stored]) -> list[str]:
    """Missed answers in a row and robots in persons' places, against what the log says."""
    missed: dict[int, int] = {}
    held: set[int] = set()
    for line in stored:
        if line.seat is not None and line.actor in (ActorKind.PERSON, ActorKind.DEADLINE):
            missed[line.seat] = missed.get(line.seat, 0) + 1 if line.actor == ActorKind.DEADLINE else 0
        match line.entry:
            case TableFact(kind="table_seat_held", data=data):
                held.add(data["seat"])
            case TableFact(kind="table_seat_returned" | "table_resumed", data=data):
                held.discard(data["seat"])
                missed[data["seat"]] = 0
    return [
        f"seat {seat.number}: absences differ"
        for seat in game.seats.all()
        if (seat.missed, seat.held_by_robot) != (missed.get(seat.number, 0), seat.number in held)
    ]
