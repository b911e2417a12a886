"""How each fact changes the state. Raises CorruptHistory when no game can have produced the stream."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn, assert_never

from tarot_engine.cards import EMPTY, CardSet, Hand
from tarot_engine.errors import CorruptHistory
from tarot_engine.events import (
    BidPlaced,
    CardCalled,
    CardPlayed,
    ContractSettled,
    DealAnnulled,
    DealOpened,
    DealPassedOut,
    DealScored,
    DiscardMade,
    DogShown,
    Event,
    GameOpened,
    GameOver,
    HandfulShown,
    HandsDealt,
    MisereDeclared,
    PartnerRevealed,
    SeatTaken,
    SlamAnnounced,
    TakerReady,
    TrickTaken,
)
from tarot_engine.rules import Contract, Seat
from tarot_engine.state import (
    Bidding,
    Calling,
    Closed,
    Deal,
    Dealing,
    DealResult,
    Ending,
    GameState,
    Opened,
    Over,
    Playing,
    Preparing,
    Seating,
    Settled,
    Trick,
    replace_at,
)


def replay(events: Iterable[Event]) -> GameState:
    """The state after these events. Raises CorruptHistory, also when there are none."""
    state: GameState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise CorruptHistory("no events")
    return state


def evolve(state: GameState | None, event: Event) -> GameState:
    """The state after one more fact. Raises CorruptHistory only."""
    if state is None:
        return _opened(event)
    match event:
        case CardPlayed():
            return _card_played(state, event)
        case TrickTaken():
            return _trick_taken(state, event)
        case BidPlaced(seat=seat, contract=contract):
            return _bid_placed(state, seat, contract)
        case HandfulShown() | MisereDeclared():
            return _announced(state, event)
        case ContractSettled():
            return _contract_settled(state, event)
        case CardCalled():
            return _card_called(state, event)
        case PartnerRevealed(seat=seat):
            return _partner_revealed(state, seat)
        case DogShown(cards=cards):
            return _dog_shown(state, cards)
        case SlamAnnounced():
            return _slam_announced(state)
        case DiscardMade(seat=seat, cards=discard, trumps_shown=shown):
            return _taker_ready(state, seat, discard, shown)
        case TakerReady(seat=seat):
            return _taker_ready(state, seat, None, EMPTY)
        case DealOpened():
            return _deal_opened(state, event)
        case HandsDealt():
            return _hands_dealt(state, event)
        case DealPassedOut() | DealAnnulled():
            return _deal_void(state, event)
        case DealScored():
            return _deal_scored(state, event)
        case SeatTaken():
            return _seat_taken(state, event)
        case GameOver():
            return _game_over(state, event)
        case GameOpened():
            return _corrupt(event)
        case _:
            assert_never(event)


def _corrupt(event: Event) -> NoReturn:
    raise CorruptHistory(f"{type(event).__name__} does not fit the stage")


def _opened(event: Event) -> GameState:
    if not isinstance(event, GameOpened):
        _corrupt(event)
    zeros = (0,) * event.rules.seats
    words = (None,) * event.rules.seats
    return GameState(event.rules, event.commitment, words, zeros, zeros, None, (), Seating())


def _seat_taken(state: GameState, event: SeatTaken) -> GameState:
    if not isinstance(state.stage, Seating) or state.words[event.seat] is not None:
        _corrupt(event)
    words = (*state.words[: event.seat], event.word, *state.words[event.seat + 1 :])
    return GameState(
        state.rules, state.commitment, words, state.totals, state.decisions, None, (), state.stage
    )


def _deal_opened(state: GameState, event: DealOpened) -> GameState:
    if not isinstance(state.stage, Seating | Closed):
        _corrupt(event)
    return GameState(
        state.rules,
        state.commitment,
        state.words,
        event.totals,
        event.decisions,
        state.last,
        state.seeds,
        Dealing(event.number, event.seed_index, event.dealer),
    )


def _hands_dealt(state: GameState, event: HandsDealt) -> GameState:
    stage = state.stage
    if not isinstance(stage, Dealing):
        _corrupt(event)
    deal = Deal(stage.number, stage.seed_index, stage.dealer, event.hands, event.dog)
    return state.at(Bidding(deal, ()))


def _bid_placed(state: GameState, seat: Seat, contract: Contract | None) -> GameState:
    stage = state.stage
    if not isinstance(stage, Bidding):
        raise CorruptHistory("a bid outside the auction")
    return state.answered(seat, Bidding(stage.deal, (*stage.bids, contract)))


def _contract_settled(state: GameState, event: ContractSettled) -> GameState:
    stage = state.stage
    if not isinstance(stage, Bidding):
        _corrupt(event)
    settled = Settled(stage.bids, event.taker, event.contract, None)
    if state.rules.seats == 5:
        return state.at(Calling(stage.deal, settled))
    return _settled(state, stage.deal, settled)


def _card_called(state: GameState, event: CardCalled) -> GameState:
    stage = state.stage
    if not isinstance(stage, Calling):
        _corrupt(event)
    old = stage.settled
    settled = Settled(old.bids, old.taker, old.contract, event.card)
    return _settled(state.answered(old.taker, stage), stage.deal, settled)


def _settled(state: GameState, deal: Deal, settled: Settled) -> GameState:
    """After auction and call: the taker prepares, unless nothing can be asked of him."""
    preparing = Preparing(deal, settled, deal.hands, False, False, False)
    if settled.contract.takes_dog or state.rules.slam:
        return state.at(preparing)
    return state.at(_play(state, preparing, None, EMPTY))


def _dog_shown(state: GameState, cards: CardSet) -> GameState:
    old = state.stage
    if not isinstance(old, Preparing):
        raise CorruptHistory("a dog shown outside the taker's step")
    deal = Deal(old.deal.number, old.deal.seed_index, old.deal.dealer, old.deal.hands, cards)
    taker = old.settled.taker
    hands = replace_at(old.hands, taker, old.hands[taker].union(cards))
    return state.at(Preparing(deal, old.settled, hands, True, old.alone_known, old.slam))


def _slam_announced(state: GameState) -> GameState:
    old = state.stage
    if not isinstance(old, Preparing):
        raise CorruptHistory("a slam announced outside the taker's step")
    return state.at(Preparing(old.deal, old.settled, old.hands, old.dog_shown, old.alone_known, True))


def _taker_ready(state: GameState, seat: Seat, discard: Hand | None, shown: CardSet) -> GameState:
    stage = state.stage
    if not isinstance(stage, Preparing) or stage.settled.taker != seat:
        raise CorruptHistory("a taker ready who was not asked")
    return state.answered(seat, _play(state, stage, discard, shown))


def _play(state: GameState, old: Preparing, discard: Hand | None, shown: CardSet) -> Playing:
    settled = old.settled
    opened = Opened(settled, old.dog_shown, discard, shown, old.slam)
    hands = old.hands
    if discard is not None:
        hands = replace_at(hands, settled.taker, hands[settled.taker].less(discard))
    leader = settled.taker if old.slam else (old.deal.dealer + 1) % state.rules.seats
    return Playing(old.deal, opened, hands, leader, (), (), (), old.alone_known, None)


def _partner_revealed(state: GameState, seat: Seat | None) -> GameState:
    old = state.stage
    if isinstance(old, Preparing):
        return state.at(Preparing(old.deal, old.settled, old.hands, old.dog_shown, True, old.slam))
    if isinstance(old, Playing):
        return state.at(
            Playing(
                old.deal,
                old.opened,
                old.hands,
                old.leader,
                old.trick,
                old.tricks,
                old.announced,
                True,
                seat,
            )
        )
    raise CorruptHistory("a partner revealed outside a deal")


def _announced(state: GameState, event: HandfulShown | MisereDeclared) -> GameState:
    old = state.stage
    if not isinstance(old, Playing):
        _corrupt(event)
    return state.at(
        Playing(
            old.deal,
            old.opened,
            old.hands,
            old.leader,
            old.trick,
            old.tricks,
            (*old.announced, event),
            old.partner_revealed,
            old.partner,
        )
    )


def _card_played(state: GameState, event: CardPlayed) -> GameState:
    old = state.stage
    if not isinstance(old, Playing):
        _corrupt(event)
    seat, card = event.seat, event.card
    hand = old.hands[seat]
    if isinstance(hand, CardSet) and not hand.mask & card.bit:
        raise CorruptHistory("a card played that was not held")
    playing = Playing(
        old.deal,
        old.opened,
        (*old.hands[:seat], hand.without(card), *old.hands[seat + 1 :]),
        old.leader,
        (*old.trick, card),
        old.tricks,
        old.announced,
        old.partner_revealed,
        old.partner,
    )
    return state.answered(seat, playing)


def _trick_taken(state: GameState, event: TrickTaken) -> GameState:
    old = state.stage
    if not isinstance(old, Playing) or event.number != len(old.tricks) + 1:
        _corrupt(event)
    trick = Trick(old.leader, old.trick, event.winner)
    return state.at(
        Playing(
            old.deal,
            old.opened,
            old.hands,
            event.winner,
            (),
            (*old.tricks, trick),
            old.announced,
            old.partner_revealed,
            old.partner,
        )
    )


def _deal_void(state: GameState, event: DealPassedOut | DealAnnulled) -> GameState:
    stage = state.stage
    if not isinstance(stage, Bidding):
        _corrupt(event)
    annulled = isinstance(event, DealAnnulled)
    result = DealResult(
        number=stage.deal.number,
        seed_index=stage.deal.seed_index,
        dealer=stage.deal.dealer,
        ending=Ending.PETIT_SEC if annulled else Ending.PASSED_OUT,
        seat=event.seat if isinstance(event, DealAnnulled) else None,
        bids=stage.bids,
        called=None,
        sheet=None,
        hands=event.hands,
        dog=event.dog,
        discard=None,
        tricks=(),
        seed=event.seed,
    )
    return _closed(state, result, state.totals)


def _deal_scored(state: GameState, event: DealScored) -> GameState:
    stage = state.stage
    if not isinstance(stage, Playing):
        _corrupt(event)
    result = DealResult(
        number=stage.deal.number,
        seed_index=stage.deal.seed_index,
        dealer=stage.deal.dealer,
        ending=Ending.SCORED,
        seat=None,
        bids=stage.opened.settled.bids,
        called=stage.opened.settled.called,
        sheet=event.sheet,
        hands=event.hands,
        dog=event.dog,
        discard=event.discard,
        tricks=stage.tricks,
        seed=event.seed,
    )
    totals = tuple(a + b for a, b in zip(state.totals, event.sheet.scores, strict=True))
    return _closed(state, result, totals)


def _closed(state: GameState, result: DealResult, totals: tuple[int, ...]) -> GameState:
    seeds = state.seeds
    if result.seed is not None:
        seeds = (*seeds, (result.seed_index, result.seed))
    return GameState(
        state.rules, state.commitment, state.words, totals, state.decisions, result, seeds, Closed(result)
    )


def _game_over(state: GameState, event: GameOver) -> GameState:
    if not isinstance(state.stage, Closed):
        _corrupt(event)
    return state.at(Over(state.stage.result, event.ranks))
