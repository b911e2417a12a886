"""The deal's part of a view: one flat picture of the table, whatever the stage."""

from __future__ import annotations

from dataclasses import dataclass

from tarot_engine.cards import EMPTY, Card, CardSet, Hand
from tarot_engine.events import HandfulShown, MisereDeclared
from tarot_engine.rules import Contract, Seat
from tarot_engine.stages import Bidding, Calling, Deal, Playing, Preparing, Settled, Trick, plays_of
from tarot_engine.state import Closed, Dealing, DealResult, GameState, Over, Seating, StageName
from tarot_engine.tricks import master_place


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The fields of ``SeatView`` that are about the deal; the defaults are an empty table."""

    stage: StageName
    number: int = 0
    seed_index: int = 0
    dealer: Seat | None = None
    hand: CardSet = EMPTY
    hand_counts: tuple[int, ...]
    bids: tuple[tuple[Seat, Contract | None], ...] = ()
    contract: Contract | None = None
    taker: Seat | None = None
    called: Card | None = None
    partner: Seat | None = None
    partner_revealed: bool = False
    dog: CardSet | None = None
    discard: CardSet | None = None
    trumps_shown: CardSet = EMPTY
    slam_announced: bool = False
    handfuls: tuple[HandfulShown, ...] = ()
    miseres: tuple[MisereDeclared, ...] = ()
    trick: tuple[tuple[Seat, Card], ...] = ()
    leader: Seat | None = None
    master: Seat | None = None
    tricks: tuple[Trick, ...] = ()
    tricks_won: tuple[int, ...]


def table_of(state: GameState, seat: Seat | None) -> Table:
    """The table as the seat knows it, from the state that seat replayed."""
    zeros = (0,) * state.rules.seats
    match state.stage:
        case Seating():
            return Table(stage=StageName.SEATING, hand_counts=zeros, tricks_won=zeros)
        case Dealing(number=number, seed_index=index, dealer=dealer):
            return Table(
                stage=StageName.DEALING,
                number=number,
                seed_index=index,
                dealer=dealer,
                hand_counts=zeros,
                tricks_won=zeros,
            )
        case Bidding() as stage:
            return _bidding(stage, seat, zeros)
        case Calling() as stage:
            settled = stage.settled
            return _preparing(
                Preparing(stage.deal, settled, stage.deal.hands),
                StageName.CALLING,
                seat,
                zeros,
            )
        case Preparing() as stage:
            return _preparing(stage, StageName.PREPARING, seat, zeros)
        case Playing() as stage:
            return _playing(stage, seat)
        case Closed(result=result):
            return _ended(result, StageName.CLOSED, seat, zeros)
        case Over(result=result):
            return _ended(result, StageName.OVER, seat, zeros)


def _mine(hands: tuple[Hand, ...], seat: Seat | None) -> CardSet:
    return _shown(hands[seat]) or EMPTY if seat is not None else EMPTY


def _shown(cards: Hand | None) -> CardSet | None:
    return cards if isinstance(cards, CardSet) else None


def _spoken(
    deal: Deal | DealResult, bids: tuple[Contract | None, ...]
) -> tuple[tuple[Seat, Contract | None], ...]:
    seats = len(deal.hands)
    return tuple(((deal.dealer + 1 + i) % seats, bid) for i, bid in enumerate(bids))


def _bidding(stage: Bidding, seat: Seat | None, zeros: tuple[int, ...]) -> Table:
    deal = stage.deal
    return Table(
        stage=StageName.BIDDING,
        number=deal.number,
        seed_index=deal.seed_index,
        dealer=deal.dealer,
        hand=_mine(deal.hands, seat),
        hand_counts=tuple(map(len, deal.hands)),
        bids=_spoken(deal, stage.bids),
        tricks_won=zeros,
    )


def _preparing(stage: Preparing, name: StageName, seat: Seat | None, zeros: tuple[int, ...]) -> Table:
    deal, settled = stage.deal, stage.settled
    return Table(
        stage=name,
        number=deal.number,
        seed_index=deal.seed_index,
        dealer=deal.dealer,
        hand=_mine(stage.hands, seat),
        hand_counts=tuple(map(len, stage.hands)),
        bids=_spoken(deal, settled.bids),
        contract=settled.contract,
        taker=settled.taker,
        called=settled.called,
        partner_revealed=stage.alone_known,
        dog=_shown(deal.dog) if stage.dog_shown else None,
        slam_announced=stage.slam,
        tricks_won=zeros,
    )


def _playing(stage: Playing, seat: Seat | None) -> Table:
    deal, opened = stage.deal, stage.opened
    settled, seats = opened.settled, len(deal.hands)
    place = master_place(stage.trick)
    return Table(
        stage=StageName.PLAYING,
        number=deal.number,
        seed_index=deal.seed_index,
        dealer=deal.dealer,
        hand=_mine(stage.hands, seat),
        hand_counts=tuple(map(len, stage.hands)),
        bids=_spoken(deal, settled.bids),
        contract=settled.contract,
        taker=settled.taker,
        called=settled.called,
        partner=_partner(stage.partner, settled),
        partner_revealed=stage.partner_revealed,
        dog=_shown(deal.dog) if opened.dog_shown else None,
        discard=_shown(opened.discard) if seat == settled.taker else None,
        trumps_shown=opened.trumps_shown,
        slam_announced=opened.slam,
        handfuls=tuple(event for event in stage.announced if isinstance(event, HandfulShown)),
        miseres=tuple(event for event in stage.announced if isinstance(event, MisereDeclared)),
        trick=plays_of(stage.leader, stage.trick, seats),
        leader=stage.leader,
        master=None if place is None else (stage.leader + place) % seats,
        tricks=stage.tricks,
        tricks_won=_tricks_won(stage.tricks, seats),
    )


def _partner(partner: Seat | None, settled: Settled) -> Seat | None:
    return None if partner == settled.taker else partner


def _tricks_won(tricks: tuple[Trick, ...], seats: int) -> tuple[int, ...]:
    winners = [trick.winner for trick in tricks]
    return tuple(winners.count(seat) for seat in range(seats))


def _ended(result: DealResult, name: StageName, seat: Seat | None, zeros: tuple[int, ...]) -> Table:
    sheet, seats = result.sheet, len(result.hands)
    taker = None if sheet is None else sheet.taker
    return Table(
        stage=name,
        number=result.number,
        seed_index=result.seed_index,
        dealer=result.dealer,
        hand_counts=zeros,
        bids=_spoken(result, result.bids),
        contract=None if sheet is None else sheet.contract,
        taker=taker,
        called=result.called,
        partner=None if sheet is None else sheet.partner,
        partner_revealed=result.called is not None,
        dog=result.dog,
        discard=result.discard if seat is not None and seat == taker else None,
        slam_announced=sheet is not None and sheet.slam_announced,
        tricks=result.tricks,
        tricks_won=_tricks_won(result.tricks, seats),
    )
