"""How each fact changes the state. Raises CorruptHistory when no game can have produced the stream."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NoReturn, assert_never

from tarot_engine.cards import EMPTY
from tarot_engine.errors import CorruptHistory
from tarot_engine.events import (
    BidPlaced,
    CardCalled,
    CardPlayed,
    ChainRenewed,
    ContractSettled,
    CoveredCardTurned,
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
    LastDealAnnounced,
    MisereDeclared,
    PackCut,
    PackDealt,
    PartnerRevealed,
    SeatTaken,
    SlamAnnounced,
    TakerReady,
    TrickTaken,
)
from tarot_engine.results import scored_result, void_result
from tarot_engine.stages import Bidding, Calling, Deal, Playing, Preparing, Settled
from tarot_engine.state import Closed, Dealing, DealResult, GameState, Over, Seating


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
        case CoveredCardTurned():
            return _covered_card_turned(state, event)
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
        case PackCut() | PackDealt():
            return _dealing(state, event)
        case HandsDealt():
            return _hands_dealt(state, event)
        case DealPassedOut() | DealAnnulled():
            return _closed(state, void_result(_bidding(state, event), event))
        case DealScored():
            return _closed(state, scored_result(_playing(state, event), event))
        case _:
            return _of_the_game(state, event)


def _of_the_game(
    state: GameState,
    event: GameOpened | SeatTaken | DealOpened | ChainRenewed | LastDealAnnounced | GameOver,
) -> GameState:
    """The facts that are not about the cards of a deal."""
    match event:
        case DealOpened():
            return _deal_opened(state, event)
        case ChainRenewed():
            return _chain_renewed(state, event)
        case LastDealAnnounced():
            return _last_deal(state, event)
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


def _chain_renewed(state: GameState, event: ChainRenewed) -> GameState:
    if not isinstance(state.stage, Seating | Closed) or event.first <= state.chain_start:
        _corrupt(event)
    return replace(state, commitment=event.commitment, chain_start=event.first)


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
        chain_start=state.chain_start,
    )


def _last_deal(state: GameState, event: LastDealAnnounced) -> GameState:
    if isinstance(state.stage, Seating | Closed | Over):
        _corrupt(event)
    return replace(state, ends_here=True)


def _dealing(state: GameState, event: PackCut | PackDealt) -> GameState:
    stage = state.stage
    if not isinstance(stage, Dealing):
        _corrupt(event)
    cut = event.position if isinstance(event, PackCut) else stage.cut
    gaps = event.gaps if isinstance(event, PackDealt) else stage.gaps
    return state.answered(event.seat, Dealing(stage.number, stage.seed_index, stage.dealer, cut, gaps))


def _hands_dealt(state: GameState, event: HandsDealt) -> GameState:
    stage = state.stage
    if not isinstance(stage, Dealing):
        _corrupt(event)
    number, index, dealer = stage.number, stage.seed_index, stage.dealer
    deal = Deal(number, index, dealer, event.hands, event.dog, event.piles, stage.cut, stage.gaps)
    return state.at(Bidding(deal, ()))


def _bid_placed(state: GameState, event: BidPlaced) -> GameState:
    stage = state.stage
    if not isinstance(stage, Bidding):
        _corrupt(event)
    return state.answered(event.seat, stage.bid(event.contract, event.slam))


def _contract_settled(state: GameState, event: ContractSettled) -> GameState:
    stage = state.stage
    if not isinstance(stage, Bidding):
        _corrupt(event)
    settled = Settled(stage.bids, event.taker, event.contract, None, stage.slam)
    if state.rules.seats == 5:
        return state.at(Calling(stage.deal, settled, stage.deal.hands))
    return state.at(_prepared(state, Preparing(stage.deal, settled, stage.deal.hands)))


def _card_called(state: GameState, event: CardCalled) -> GameState:
    stage = state.stage
    if not isinstance(stage, Calling):
        _corrupt(event)
    return state.answered(stage.settled.taker, _prepared(state, stage.call(event.card)))


def _prepared(state: GameState, stage: Preparing) -> Preparing | Playing:
    """After auction and call: the taker prepares, unless nothing can be asked of him."""
    asked = stage.settled.contract.takes_dog or state.rules.may_announce_slam
    return stage if asked else stage.start(None, EMPTY)


def _preparing(state: GameState, event: DogShown | SlamAnnounced | DiscardMade | TakerReady) -> GameState:
    match state.stage, event:
        case (Calling() | Preparing()) as stage, DogShown(cards=cards):
            return state.at(stage.turn_dog(cards))
        case Bidding(slam=True) as stage, SlamAnnounced():
            return state.at(stage)
        case Preparing() as stage, SlamAnnounced():
            return state.at(stage.announce_slam())
        case Preparing() as stage, DiscardMade(seat=seat, cards=discard, trumps_shown=shown):
            return state.answered(seat, stage.start(discard, shown))
        case Preparing() as stage, TakerReady(seat=seat):
            return state.answered(seat, stage.start(None, EMPTY))
        case _:
            _corrupt(event)


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


def _covered_card_turned(state: GameState, event: CoveredCardTurned) -> GameState:
    stage = state.stage
    if not isinstance(stage, Playing) or (event.seat, event.pile) not in [
        (seat, pile) for seat, pile, _card in stage.uncovered
    ]:
        _corrupt(event)
    return state.at(stage.turn(event.seat, event.pile, event.card))


def _bidding(state: GameState, event: DealPassedOut | DealAnnulled) -> Bidding:
    if not isinstance(state.stage, Bidding):
        _corrupt(event)
    return state.stage


def _playing(state: GameState, event: DealScored) -> Playing:
    if not isinstance(state.stage, Playing):
        _corrupt(event)
    return state.stage


def _closed(state: GameState, result: DealResult) -> GameState:
    scores = (0,) * state.rules.seats if result.sheet is None else result.sheet.scores
    totals = tuple(a + b for a, b in zip(state.totals, scores, strict=True))
    seeds = state.seeds
    if result.seed is not None:
        seeds = (*seeds, (result.seed_index, result.seed))
    return replace(state, totals=totals, last=result, seeds=seeds, stage=Closed(result))


def _game_over(state: GameState, event: GameOver) -> GameState:
    if not isinstance(state.stage, Closed):
        _corrupt(event)
    return state.at(Over(state.stage.result, event.ranks))
