"""The facade: open a game, sit down, answer; everything that follows from an answer comes in one batch."""

from __future__ import annotations

import unicodedata

from tarot_engine.actions import Action, Bid, CallCard, Options, PlayCard, Prepare
from tarot_engine.bidding import best_bid, decide_bid, decide_call, options_bid, options_call
from tarot_engine.cards import CardSet, Hand
from tarot_engine.count import score_deal
from tarot_engine.dog import decide_prepare, options_prepare
from tarot_engine.errors import NotYourTurn, Refusal, WrongStage
from tarot_engine.events import (
    ContractSettled,
    DealAnnulled,
    DealOpened,
    DealPassedOut,
    DealScored,
    DogShown,
    Event,
    GameOpened,
    GameOver,
    HandsDealt,
    PartnerRevealed,
    SeatTaken,
    TrickTaken,
)
from tarot_engine.evolve import evolve
from tarot_engine.legality import is_petit_sec
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.scoring import ranks
from tarot_engine.shuffle import Commitment, GameSecret, deal_cards
from tarot_engine.stages import Bidding, Calling, Playing, Preparing, is_auction_over
from tarot_engine.state import Closed, Dealing, GameState, Seating
from tarot_engine.tricks import decide_play, options_play, trick_winner
from tarot_engine.variants import PetitSec

WORD_LENGTH = 40
"""Most characters of a seat's word, once NFC (design: a deal fixed before the first card)."""


def open_game(rules: Ruleset, commitment: Commitment) -> tuple[Event, ...]:
    """A new game whose seats are free."""
    return (GameOpened(rules, commitment),)


def seat_taken(state: GameState, seat: Seat, word: str, secret: GameSecret) -> tuple[Event, ...]:
    """Somebody sits down; the last one opens the first deal. Raises WrongStage.

    ``word`` is what the person added to the shuffle, empty for none; it is stored in NFC.
    """
    word = unicodedata.normalize("NFC", word)
    if len(word) > WORD_LENGTH:
        raise WrongStage(Refusal.WORD_TOO_LONG, length=WORD_LENGTH)
    if not isinstance(state.stage, Seating) or state.words[seat] is not None:
        raise WrongStage(Refusal.SEAT_ALREADY_TAKEN)
    return _with_consequences(state, (SeatTaken(seat, word),), secret)[1]


def decide(state: GameState, seat: Seat, action: Action, secret: GameSecret) -> tuple[Event, ...]:
    """The answer and all that follows, up to the next question. Raises IllegalAction."""
    return advance(state, seat, action, secret)[1]


def advance(
    state: GameState, seat: Seat, action: Action, secret: GameSecret
) -> tuple[GameState, tuple[Event, ...]]:
    """As ``decide``, with the state after those events too. Raises IllegalAction."""
    return _with_consequences(state, _answer(state, seat, action), secret)


def _answer(state: GameState, seat: Seat, action: Action) -> tuple[Event, ...]:
    rules, stage = state.rules, state.stage
    if state.to_act is None:
        raise WrongStage(Refusal.WRONG_STAGE)
    if state.to_act != seat:
        raise NotYourTurn(Refusal.NOT_YOUR_TURN)
    match stage, action:
        case Bidding(), Bid():
            return decide_bid(rules, stage, seat, action)
        case Calling(), CallCard():
            return decide_call(rules, stage, action)
        case Preparing(), Prepare():
            return decide_prepare(rules, stage, seat, action)
        case Playing(), PlayCard():
            return decide_play(rules, stage, seat, action)
        case _:
            raise WrongStage(Refusal.WRONG_STAGE)


def options_for(state: GameState, seat: Seat) -> Options | None:
    """What the seat may do now, from what it may see; None when nothing is asked of it."""
    if state.to_act != seat:
        return None
    match state.stage:
        case Bidding() as stage:
            return options_bid(state.rules, stage)
        case Calling() as stage:
            return options_call(state.rules, stage)
        case Preparing() as stage:
            return options_prepare(state.rules, stage)
        case Playing() as stage:
            return options_play(state.rules, stage, seat)
        case _:
            return None


def _with_consequences(
    state: GameState, events: tuple[Event, ...], secret: GameSecret
) -> tuple[GameState, tuple[Event, ...]]:
    """These events and everything the rules make of them before somebody is asked again."""
    batch: list[Event] = []
    while events:
        batch.extend(events)
        for event in events:
            state = evolve(state, event)
        events = _consequences(state, secret)
    return state, tuple(batch)


def _consequences(state: GameState, secret: GameSecret) -> tuple[Event, ...]:
    match state.stage:
        case Seating():
            return () if None in state.words else (_next_deal(state, secret),)
        case Dealing() as stage:
            return (_deal(state, stage, secret),)
        case Bidding() as stage:
            return _after_bid(state, stage, secret)
        case Preparing() as stage:
            return _show_dog(stage)
        case Playing() as stage:
            return _after_card(state, stage, secret)
        case Closed(result=result):
            if result.sheet is not None and result.number == state.rules.deals:
                return (GameOver(state.totals, ranks(state.totals)),)
            return (_next_deal(state, secret),)
        case _:
            return ()


def _words(state: GameState) -> tuple[str, ...]:
    return tuple(word or "" for word in state.words)


def _next_deal(state: GameState, secret: GameSecret) -> DealOpened:
    """The dealer moves one seat on after every deal, void or not; a void one keeps its number (rules §2)."""
    if not isinstance(state.stage, Closed):
        return DealOpened(1, 1, secret.first_dealer(_words(state)), state.totals, state.decisions)
    last = state.stage.result
    number = last.number + (last.sheet is not None)
    dealer = (last.dealer + 1) % state.rules.seats
    return DealOpened(number, last.seed_index + 1, dealer, state.totals, state.decisions)


def _deal(state: GameState, stage: Dealing, secret: GameSecret) -> HandsDealt:
    layout, words, k = state.rules.layout, _words(state), stage.seed_index
    hands, dog = deal_cards(
        secret.pack(k, words),
        secret.cut(k, words),
        secret.gaps(k, words, layout),
        layout,
        state.rules.seats,
        stage.dealer,
    )
    return HandsDealt(hands, dog)


def _known(cards: Hand | None) -> CardSet:
    assert isinstance(cards, CardSet), "the truth hides nothing"
    return cards


def _after_bid(state: GameState, stage: Bidding, secret: GameSecret) -> tuple[Event, ...]:
    deal, rules = stage.deal, state.rules
    if not stage.bids:
        return _petit_sec(state, stage, secret)
    if not is_auction_over(stage.bids, rules.seats):
        return ()
    best = best_bid(stage.bids)
    if best is None:
        hands = tuple(map(_known, deal.hands))
        return (DealPassedOut(hands, _known(deal.dog), secret.seed(deal.seed_index)),)
    taker = (deal.dealer + 1 + stage.bids.index(best)) % rules.seats
    return (ContractSettled(taker, best),)


def _petit_sec(state: GameState, stage: Bidding, secret: GameSecret) -> tuple[Event, ...]:
    """A hand whose only trump is the Petit, without the Excuse, voids the deal before any bid (rules §2)."""
    if state.rules.petit_sec is PetitSec.OFF:
        return ()
    hands = tuple(map(_known, stage.deal.hands))
    seat = next((seat for seat, hand in enumerate(hands) if is_petit_sec(hand.mask)), None)
    if seat is None:
        return ()
    return (DealAnnulled(seat, hands, _known(stage.deal.dog), secret.seed(stage.deal.seed_index)),)


def _show_dog(stage: Preparing) -> tuple[Event, ...]:
    if stage.dog_shown or not stage.settled.contract.takes_dog:
        return ()
    dog, called = _known(stage.deal.dog), stage.settled.called
    if called is not None and called in dog:
        return (DogShown(dog), PartnerRevealed(None))
    return (DogShown(dog),)


def _after_card(state: GameState, stage: Playing, secret: GameSecret) -> tuple[Event, ...]:
    rules, called = state.rules, stage.opened.settled.called
    if called is not None and not stage.partner_revealed and called in stage.trick:
        place = stage.trick.index(called)
        return (PartnerRevealed((stage.leader + place) % rules.seats),)
    if len(stage.trick) == rules.seats:
        return (TrickTaken(len(stage.tricks) + 1, trick_winner(rules, stage)),)
    if len(stage.tricks) == rules.layout.tricks:
        return (_scored(state, stage, secret),)
    return ()


def _scored(state: GameState, stage: Playing, secret: GameSecret) -> DealScored:
    discard = stage.opened.discard
    return DealScored(
        score_deal(state.rules, stage),
        tuple(map(_known, stage.deal.hands)),
        _known(stage.deal.dog),
        None if discard is None else _known(discard),
        secret.seed(stage.deal.seed_index),
    )
