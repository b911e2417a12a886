"""The deal's part of a view: one flat picture of the table, whatever the stage."""

from __future__ import annotations

from dataclasses import dataclass

from tarot_engine.auction import Bids, speakers
from tarot_engine.cards import EMPTY, Card, CardSet, Hand
from tarot_engine.events import HandfulShown, MisereDeclared
from tarot_engine.piles import Laid
from tarot_engine.rules import Contract, Ruleset, Seat
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
    piles: Laid = ()
    cut: int | None = None
    gaps: tuple[int, ...] | None = None


def table_of(state: GameState, seat: Seat | None) -> Table:
    """The table as the seat knows it, from the state that seat replayed."""
    zeros = (0,) * state.rules.seats
    match state.stage:
        case Seating():
            return Table(stage=StageName.SEATING, hand_counts=zeros, tricks_won=zeros)
        case Dealing() as stage:
            return Table(
                stage=StageName.DEALING,
                number=stage.number,
                seed_index=stage.seed_index,
                dealer=stage.dealer,
                hand_counts=zeros,
                tricks_won=zeros,
                cut=stage.cut,
                gaps=stage.gaps,
            )
        case Bidding() as stage:
            return _bidding(state.rules, stage, seat)
        case Calling() as stage:
            shown = Preparing(stage.deal, stage.settled, stage.hands, stage.dog_shown)
            return _preparing(state.rules, shown, StageName.CALLING, seat)
        case Preparing() as stage:
            return _preparing(state.rules, stage, StageName.PREPARING, seat)
        case Playing() as stage:
            return _playing(state.rules, stage, seat)
        case Closed(result=result):
            return _ended(state.rules, result, StageName.CLOSED, seat)
        case Over(result=result):
            return _ended(state.rules, result, StageName.OVER, seat)


def _mine(hands: tuple[Hand, ...], seat: Seat | None) -> CardSet:
    return _shown(hands[seat]) or EMPTY if seat is not None else EMPTY


def _shown(cards: Hand | None) -> CardSet | None:
    return cards if isinstance(cards, CardSet) else None


def _spoken(rules: Ruleset, deal: Deal | DealResult, bids: Bids) -> tuple[tuple[Seat, Contract | None], ...]:
    return tuple(zip(speakers(rules, deal.dealer, bids), bids, strict=True))


def _laid(deal: Deal) -> Laid:
    return tuple(piles.laid() for piles in deal.piles)


def _bidding(rules: Ruleset, stage: Bidding, seat: Seat | None) -> Table:
    deal = stage.deal
    return Table(
        stage=StageName.BIDDING,
        number=deal.number,
        seed_index=deal.seed_index,
        dealer=deal.dealer,
        hand=_mine(deal.hands, seat),
        hand_counts=tuple(map(len, deal.hands)),
        bids=_spoken(rules, deal, stage.bids),
        slam_announced=stage.slam,
        tricks_won=(0,) * rules.seats,
        piles=_laid(deal),
        cut=deal.cut,
        gaps=deal.gaps,
    )


def _preparing(rules: Ruleset, stage: Preparing, name: StageName, seat: Seat | None) -> Table:
    deal, settled = stage.deal, stage.settled
    return Table(
        stage=name,
        number=deal.number,
        seed_index=deal.seed_index,
        dealer=deal.dealer,
        hand=_mine(stage.hands, seat),
        hand_counts=tuple(map(len, stage.hands)),
        bids=_spoken(rules, deal, settled.bids),
        contract=settled.contract,
        taker=settled.taker,
        called=settled.called,
        partner_revealed=stage.alone_known,
        dog=_shown(deal.dog) if stage.dog_shown else None,
        slam_announced=settled.slam,
        tricks_won=(0,) * rules.seats,
        piles=_laid(deal),
        cut=deal.cut,
        gaps=deal.gaps,
    )


def _playing(rules: Ruleset, stage: Playing, seat: Seat | None) -> Table:
    deal, opened = stage.deal, stage.opened
    settled, seats = opened.settled, rules.seats
    place = master_place(stage.trick)
    return Table(
        stage=StageName.PLAYING,
        number=deal.number,
        seed_index=deal.seed_index,
        dealer=deal.dealer,
        hand=_mine(stage.hands, seat),
        hand_counts=tuple(map(len, stage.hands)),
        bids=_spoken(rules, deal, settled.bids),
        contract=settled.contract,
        taker=settled.taker,
        called=settled.called,
        partner=_partner(stage.partner, settled),
        partner_revealed=stage.partner_revealed,
        dog=_shown(deal.dog) if opened.dog_shown else None,
        discard=_shown(opened.discard) if seat == settled.taker else None,
        trumps_shown=opened.trumps_shown,
        slam_announced=opened.slam,
        handfuls=_handfuls(stage),
        miseres=_miseres(stage),
        trick=plays_of(stage.leader, stage.trick, seats),
        leader=stage.leader,
        master=None if place is None else (stage.leader + place) % seats,
        tricks=stage.tricks,
        tricks_won=_tricks_won(stage.tricks, seats),
        piles=stage.piles,
        cut=deal.cut,
        gaps=deal.gaps,
    )


def _handfuls(told: Playing | DealResult) -> tuple[HandfulShown, ...]:
    return tuple(event for event in told.announced if isinstance(event, HandfulShown))


def _miseres(told: Playing | DealResult) -> tuple[MisereDeclared, ...]:
    return tuple(event for event in told.announced if isinstance(event, MisereDeclared))


def _partner(partner: Seat | None, settled: Settled) -> Seat | None:
    return None if partner == settled.taker else partner


def _tricks_won(tricks: tuple[Trick, ...], seats: int) -> tuple[int, ...]:
    winners = [trick.winner for trick in tricks]
    return tuple(winners.count(seat) for seat in range(seats))


def _ended(rules: Ruleset, result: DealResult, name: StageName, seat: Seat | None) -> Table:
    sheet, seats = result.sheet, rules.seats
    taker = None if sheet is None else sheet.taker
    return Table(
        stage=name,
        number=result.number,
        seed_index=result.seed_index,
        dealer=result.dealer,
        hand_counts=(0,) * seats,
        bids=_spoken(rules, result, result.bids),
        contract=None if sheet is None else sheet.contract,
        taker=taker,
        called=result.called,
        partner=None if sheet is None else sheet.partner,
        partner_revealed=result.called is not None,
        dog=result.dog,
        discard=result.discard if seat is not None and seat == taker else None,
        trumps_shown=result.trumps_shown,
        slam_announced=sheet is not None and sheet.slam_announced,
        handfuls=_handfuls(result),
        miseres=_miseres(result),
        tricks=result.tricks,
        tricks_won=_tricks_won(result.tricks, seats),
        cut=result.cut,
        gaps=result.gaps,
    )
