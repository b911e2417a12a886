"""How each fact changes the state. Raises CorruptHistory when no game can have produced the stream."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn, assert_never

from tarot_engine.cards import EMPTY
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
from tarot_engine.stages import Bidding, Calling, Deal, Playing, Preparing, Settled
from tarot_engine.state import Closed, Dealing, DealResult, Ending, GameState, Over, Seating


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
        case BidPlaced():
            return _bid_placed(state, event)
        case HandfulShown() | MisereDeclared():
            return _announced(state, event)
        case ContractSettled():
            return _contract_settled(state, event)
        case CardCalled():
            return _card_called(state, event)
        case PartnerRevealed():
            return _partner_revealed(state, event)
        case DogShown() | SlamAnnounced() | DiscardMade() | TakerReady():
            return _preparing(state, event)
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


def _bid_placed(state: GameState, event: BidPlaced) -> GameState:
    stage = state.stage
    if not isinstance(stage, Bidding):
        _corrupt(event)
    return state.answered(event.seat, stage.bid(event.contract))


def _contract_settled(state: GameState, event: ContractSettled) -> GameState:
    stage = state.stage
    if not isinstance(stage, Bidding):
        _corrupt(event)
    settled = Settled(stage.bids, event.taker, event.contract, None)
    if state.rules.seats == 5:
        return state.at(Calling(stage.deal, settled))
    return state.at(_settled(state, stage.deal, settled))


def _card_called(state: GameState, event: CardCalled) -> GameState:
    stage = state.stage
    if not isinstance(stage, Calling):
        _corrupt(event)
    old = stage.settled
    settled = Settled(old.bids, old.taker, old.contract, event.card)
    return state.answered(old.taker, _settled(state, stage.deal, settled))


def _settled(state: GameState, deal: Deal, settled: Settled) -> Preparing | Playing:
    """After auction and call: the taker prepares, unless nothing can be asked of him."""
    preparing = Preparing(deal, settled, deal.hands)
    asked = settled.contract.takes_dog or state.rules.slam
    return preparing if asked else preparing.start(None, EMPTY)


def _preparing(state: GameState, event: DogShown | SlamAnnounced | DiscardMade | TakerReady) -> GameState:
    stage = state.stage
    if not isinstance(stage, Preparing):
        _corrupt(event)
    match event:
        case DogShown(cards=cards):
            return state.at(stage.turn_dog(cards))
        case SlamAnnounced():
            return state.at(stage.announce_slam())
        case DiscardMade(seat=seat, cards=discard, trumps_shown=shown):
            return state.answered(seat, stage.start(discard, shown))
        case TakerReady(seat=seat):
            return state.answered(seat, stage.start(None, EMPTY))


def _partner_revealed(state: GameState, event: PartnerRevealed) -> GameState:
    match state.stage:
        case Preparing() as stage:
            return state.at(stage.reveal_alone())
        case Playing() as stage:
            return state.at(stage.reveal(event.seat))
        case _:
            _corrupt(event)


def _announced(state: GameState, event: HandfulShown | MisereDeclared) -> GameState:
    if not isinstance(state.stage, Playing):
        _corrupt(event)
    return state.at(state.stage.announce(event))


def _card_played(state: GameState, event: CardPlayed) -> GameState:
    if not isinstance(state.stage, Playing):
        _corrupt(event)
    return state.answered(event.seat, state.stage.play(event.seat, event.card))


def _trick_taken(state: GameState, event: TrickTaken) -> GameState:
    stage = state.stage
    if not isinstance(stage, Playing) or event.number != len(stage.tricks) + 1:
        _corrupt(event)
    return state.at(stage.take(event.winner))


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
