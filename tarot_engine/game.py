"""The facade: open a game, sit down, answer; everything that follows from an answer comes in one batch."""

from __future__ import annotations

import unicodedata

from tarot_engine.actions import Action, Bid, CallCard, Cut, DealOut, Options, PlayCard, Prepare
from tarot_engine.bidding import decide_bid, decide_call, options_bid, options_call
from tarot_engine.consequences import consequences
from tarot_engine.dealing import decide_cut, decide_deal_out, options_dealing
from tarot_engine.dog import decide_prepare, options_prepare
from tarot_engine.errors import NotYourTurn, Refusal, WrongStage
from tarot_engine.events import Event, GameOpened, LastDealAnnounced, SeatTaken
from tarot_engine.evolve import evolve
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.shuffle import Commitment, GameSecret
from tarot_engine.stages import Bidding, Calling, Playing, Preparing
from tarot_engine.state import Closed, Dealing, GameState, Over, Seating
from tarot_engine.tricks import decide_play, options_play

WORD_LENGTH = 40
"""Most characters of a seat's word, once NFC (design: a deal fixed before the first card)."""


def open_game(rules: Ruleset, commitment: Commitment) -> tuple[Event, ...]:
    """A new game whose seats are free."""
    return (GameOpened(rules, commitment),)


def seat_taken(state: GameState, seat: Seat, word: str, secret: GameSecret) -> tuple[Event, ...]:
    """Somebody sits down; the last one opens the first deal. Raises WrongStage.

    ``word`` is what the person added to the shuffle, empty for none; it is stored in NFC.
    """
    return sit_down(state, seat, word, secret)[1]


def sit_down(
    state: GameState, seat: Seat, word: str, secret: GameSecret
) -> tuple[GameState, tuple[Event, ...]]:
    """As ``seat_taken``, with the state after those events too. Raises WrongStage."""
    word = _tidy(word)
    if not 0 <= seat < state.rules.seats:
        raise WrongStage(Refusal.NO_SUCH_SEAT)
    if not isinstance(state.stage, Seating) or state.words[seat] is not None:
        raise WrongStage(Refusal.SEAT_ALREADY_TAKEN)
    return with_consequences(state, (SeatTaken(seat, word),), secret)


def _tidy(word: str) -> str:
    word = unicodedata.normalize("NFC", word)
    if len(word) > WORD_LENGTH:
        raise WrongStage(Refusal.WORD_TOO_LONG, length=WORD_LENGTH)
    if any("\ud800" <= sign <= "\udfff" for sign in word):
        raise WrongStage(Refusal.WORD_NOT_TEXT)  # the shuffle mixes the words' bytes: these have none
    return word


def announce_last_deal(state: GameState) -> tuple[Event, ...]:
    """The table agrees that the deal being played is the last one, void or not. Raises WrongStage."""
    if state.ends_here or isinstance(state.stage, Seating | Closed | Over):
        raise WrongStage(Refusal.WRONG_STAGE)
    return (LastDealAnnounced(),)


def decide(state: GameState, seat: Seat, action: Action, secret: GameSecret) -> tuple[Event, ...]:
    """The answer and all that follows, up to the next question. Raises IllegalAction."""
    return advance(state, seat, action, secret)[1]


def advance(
    state: GameState, seat: Seat, action: Action, secret: GameSecret
) -> tuple[GameState, tuple[Event, ...]]:
    """As ``decide``, with the state after those events too. Raises IllegalAction."""
    return with_consequences(state, _answer(state, seat, action), secret)


def _answer(state: GameState, seat: Seat, action: Action) -> tuple[Event, ...]:
    rules, stage, asked = state.rules, state.stage, state.to_act
    if asked != seat:
        if asked is None:
            raise WrongStage(Refusal.WRONG_STAGE)
        raise NotYourTurn(Refusal.NOT_YOUR_TURN)
    match stage, action:
        case Playing(), PlayCard():
            return decide_play(rules, stage, seat, action)
        case Dealing(), Cut():
            return decide_cut(rules, stage, seat, action)
        case Dealing(), DealOut():
            return decide_deal_out(rules, stage, seat, action)
        case Bidding(), Bid():
            return decide_bid(rules, stage, seat, action)
        case Calling(), CallCard():
            return decide_call(rules, stage, action)
        case Preparing(), Prepare():
            return decide_prepare(rules, stage, seat, action)
        case _:
            raise WrongStage(Refusal.WRONG_STAGE)


def options_for(state: GameState, seat: Seat) -> Options | None:
    """What the seat may do now, from what it may see; None when nothing is asked of it."""
    return options_asked(state, seat) if state.to_act == seat else None


def options_asked(state: GameState, seat: Seat) -> Options | None:
    """As ``options_for``, for the seat known to be asked."""
    match state.stage:
        case Playing() as stage:
            return options_play(state.rules, stage, seat)
        case Dealing() as stage:
            return options_dealing(state.rules, stage)
        case Bidding() as stage:
            return options_bid(state.rules, stage)
        case Calling() as stage:
            return options_call(state.rules, stage)
        case Preparing() as stage:
            return options_prepare(state.rules, stage)
        case _:
            return None


def with_consequences(
    state: GameState, events: tuple[Event, ...], secret: GameSecret
) -> tuple[GameState, tuple[Event, ...]]:
    """These events and everything the rules make of them before somebody is asked again."""
    batch: list[Event] = []
    while events:
        batch.extend(events)
        for event in events:
            state = evolve(state, event)
        events = consequences(state, secret)
    return state, tuple(batch)
