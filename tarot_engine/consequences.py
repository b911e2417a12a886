"""What follows from a fact by itself: the next deal, the dog, the winner of a trick, the score, the end."""

from __future__ import annotations

from tarot_engine.auction import next_speaker, speakers
from tarot_engine.bidding import best_bid
from tarot_engine.cards import EMPTY, Card, CardSet, Hand
from tarot_engine.count import score_deal
from tarot_engine.dealing import dealt
from tarot_engine.events import (
    ChainRenewed,
    ContractSettled,
    CoveredCardTurned,
    DealAnnulled,
    DealOpened,
    DealPassedOut,
    DealScored,
    DogShown,
    Event,
    GameOver,
    PartnerRevealed,
    SlamAnnounced,
    TrickTaken,
)
from tarot_engine.legality import is_petit_sec
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.scoring import ranks
from tarot_engine.shuffle import GameSecret
from tarot_engine.stages import Bidding, Calling, Playing, Preparing
from tarot_engine.state import (
    Closed,
    Dealing,
    DealResult,
    Ending,
    GameState,
    Seating,
    dealing_seat,
    is_taker_asked,
)
from tarot_engine.tricks import trick_winner
from tarot_engine.variants import PetitSec, PetitSecDealer


def consequences(state: GameState, secret: GameSecret) -> tuple[Event, ...]:
    """The facts the rules add now; () when somebody is to answer or all is over."""
    match state.stage:
        case Playing() as stage:
            return _after_card(state, stage, secret)
        case Bidding() as stage:
            return _after_bid(state, stage, secret)
        case Calling() | Preparing() as stage:
            return _show_dog(state, stage)
        case Seating():
            return () if None in state.words else _next_deal(state, secret)
        case Dealing() as stage:
            waits = dealing_seat(state.rules, stage) is not None
            return () if waits else (dealt(state.rules, stage, _words(state), secret),)
        case Closed(result=result):
            if is_last(state, result) or not secret.reaches(result.seed_index + 1):
                return (GameOver(state.totals, ranks(state.totals)),)
            return _next_deal(state, secret)
        case _:
            return ()


def is_last(state: GameState, result: DealResult) -> bool:
    """Whether the game ends with this deal (rules §13): by number, score or agreement."""
    rules = state.rules
    if state.ends_here:
        return True
    if result.sheet is None:
        return False
    return result.number == rules.deals or 0 < rules.target_score <= max(state.totals)


def _words(state: GameState) -> tuple[str, ...]:
    return tuple(word or "" for word in state.words)


def next_dealer(rules: Ruleset, last: DealResult) -> Seat:
    """One seat on after every deal, void or not; a lone Petit's may be the same again (rules §2, §17)."""
    stays = last.ending is Ending.PETIT_SEC and rules.petit_sec_dealer is PetitSecDealer.SAME
    return last.dealer if stays else (last.dealer + 1) % rules.seats


def _next_deal(state: GameState, secret: GameSecret) -> tuple[Event, ...]:
    """A void deal keeps its number for the next one (rules §2)."""
    if not isinstance(state.stage, Closed):
        return (DealOpened(1, 1, secret.first_dealer(_words(state)), state.totals, state.decisions),)
    last, rules = state.stage.result, state.rules
    number = last.number + (last.sheet is not None)
    seed_index = last.seed_index + 1
    opened = DealOpened(number, seed_index, next_dealer(rules, last), state.totals, state.decisions)
    renewed = secret.renewal(seed_index)
    return (opened,) if renewed is None else (ChainRenewed(renewed, seed_index), opened)


def _known(cards: Hand | None) -> CardSet:
    assert isinstance(cards, CardSet), "the truth hides nothing"
    return cards


def _after_bid(state: GameState, stage: Bidding, secret: GameSecret) -> tuple[Event, ...]:
    deal, rules = stage.deal, state.rules
    if not stage.bids:
        return _petit_sec(state, stage, secret)
    if next_speaker(rules, deal.dealer, stage.bids) is not None:
        return ()
    best = best_bid(stage.bids)
    if best is None:
        return (_passed_out(state, stage, secret),)
    taker = speakers(rules, deal.dealer, stage.bids)[stage.bids.index(best)]
    slam = (SlamAnnounced(taker),) if stage.slam else ()
    return (*slam, ContractSettled(taker, best))


def _passed_out(state: GameState, stage: Bidding, secret: GameSecret) -> DealPassedOut:
    """All cards become public, unless the table gathers them unseen (rules §17)."""
    deal = stage.deal
    if not state.rules.show_dog_on_all_pass:
        return DealPassedOut((EMPTY,) * state.rules.seats, EMPTY, None)
    return DealPassedOut(
        tuple(map(_known, deal.hands)), _known(deal.dog), secret.seed(deal.seed_index), deal.piles
    )


def _petit_sec(state: GameState, stage: Bidding, secret: GameSecret) -> tuple[Event, ...]:
    """A hand whose only trump is the Petit, without the Excuse, voids the deal before any bid (rules §2)."""
    if state.rules.petit_sec is PetitSec.OFF:
        return ()
    hands = tuple(map(_known, stage.deal.hands))
    seat = next((seat for seat, hand in enumerate(hands) if is_petit_sec(hand.mask)), None)
    if seat is None:
        return ()
    return (DealAnnulled(seat, hands, _known(stage.deal.dog), secret.seed(stage.deal.seed_index)),)


def _show_dog(state: GameState, stage: Calling | Preparing) -> tuple[Event, ...]:
    """The dog is turned when the taker's question needs it; a called card seen in it is known to all."""
    if not is_taker_asked(state.rules, stage):
        return (DogShown(_known(stage.deal.dog)),)
    if not isinstance(stage, Preparing) or stage.alone_known or not stage.dog_shown:
        return ()
    in_dog = stage.settled.called is not None and stage.settled.called in _known(stage.deal.dog)
    return (PartnerRevealed(None),) if in_dog else ()


def _after_card(state: GameState, stage: Playing, secret: GameSecret) -> tuple[Event, ...]:
    rules, called = state.rules, stage.opened.settled.called
    if called is not None and not stage.partner_revealed and called in stage.trick:
        place = stage.trick.index(called)
        return (PartnerRevealed((stage.leader + place) % rules.seats),)
    if len(stage.trick) == rules.seats:
        return (TrickTaken(len(stage.tricks) + 1, trick_winner(rules, stage)),)
    if uncovered := stage.uncovered:
        return tuple(CoveredCardTurned(seat, pile, _seen(card)) for seat, pile, card in uncovered)
    if len(stage.tricks) == rules.layout.tricks:
        return (_scored(state, stage, secret),)
    return ()


def _seen(card: Card | None) -> Card:
    assert card is not None, "the truth hides nothing"
    return card


def _scored(state: GameState, stage: Playing, secret: GameSecret) -> DealScored:
    discard = stage.opened.discard
    return DealScored(
        score_deal(state.rules, stage),
        tuple(map(_known, stage.deal.hands)),
        _known(stage.deal.dog),
        None if discard is None else _known(discard),
        secret.seed(stage.deal.seed_index),
        stage.deal.piles,
    )
