"""Checking a stored game: the deals against the commitment, the tricks and scores against the rules.

A reader of the public events can check the shuffle of a finished game; the rest needs the whole truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

from tarot_engine.count import score_deal
from tarot_engine.dealing import deal_out, fixed_gaps
from tarot_engine.events import (
    DealAnnulled,
    DealPassedOut,
    DealScored,
    Event,
    GameOver,
    HandsDealt,
    TrickTaken,
)
from tarot_engine.evolve import evolve
from tarot_engine.scoring import ranks
from tarot_engine.shuffle import Draw
from tarot_engine.stages import Playing
from tarot_engine.state import DealResult, GameState
from tarot_engine.tricks import trick_winner


class Check(Enum):
    """What was found wrong."""

    SEED = "seed"
    """The revealed seed does not lead back to the commitment."""
    DEALER = "dealer"
    """The first dealer is not the one drawn."""
    CARDS = "cards"
    """The cards dealt are not those the seed and the words give."""
    WINNER = "winner"
    SCORE = "score"
    RANKS = "ranks"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not match in the deal of this seed index."""

    seed_index: int
    check: Check


def verify_game(events: Iterable[Event]) -> tuple[Finding, ...]:
    """Everything in a game's true stream that the rules or the commitment do not confirm.

    Deals that have not ended are checked for their tricks only. Raises CorruptHistory.
    """
    found: list[Finding] = []
    state: GameState | None = None
    for event in events:
        if state is not None:
            found += [Finding(state.seed_index, check) for check in _against_rules(state, event)]
        state = evolve(state, event)
        if isinstance(event, DealScored | DealPassedOut | DealAnnulled) and state.last is not None:
            found += [Finding(state.seed_index, check) for check in verify_deal(state, state.last)]
    return tuple(found)


def _against_rules(state: GameState, event: Event) -> Iterator[Check]:
    match event, state.stage:
        case TrickTaken(winner=winner), Playing() as stage:
            if trick_winner(state.rules, stage) != winner:
                yield Check.WINNER
        case DealScored(sheet=sheet), Playing() as stage:
            if score_deal(state.rules, stage) != sheet:
                yield Check.SCORE
        case GameOver(totals=totals, ranks=given), _:
            if totals != state.totals or given != ranks(totals):
                yield Check.RANKS


def verify_deal(state: GameState, result: DealResult) -> Iterator[Check]:
    """What in an ended deal's cards and seed does not match the commitment and the words.

    A deal without a seed (a stacked one) has nothing to check. The chain is followed down to the
    commitment, so one deal can be checked without the others.
    """
    if result.seed is None:
        return
    seed = bytes.fromhex(result.seed)
    if _root(seed, result.seed_index) != state.commitment.digest:
        yield Check.SEED
    words = tuple(word or "" for word in state.words)
    draw = Draw(seed, state.commitment.game_id, result.seed_index, words)
    if result.seed_index == 1 and draw.first_dealer() != result.dealer:
        yield Check.DEALER
    if _dealt(draw, state, result) != HandsDealt(result.hands, result.dog, result.piles):
        yield Check.CARDS


def _root(seed: bytes, k: int) -> str:
    """SHA-256 of the first seed, from the k-th."""
    for _ in range(k - 1):
        seed = sha256(seed).digest()
    return sha256(seed).hexdigest()


def _dealt(draw: Draw, state: GameState, result: DealResult) -> HandsDealt:
    """The cards the seed gives, with the cut and the places a person made where the table does so."""
    rules = state.rules
    cut = draw.cut() if result.cut is None else result.cut
    gaps = result.gaps or fixed_gaps(rules) or draw.gaps(rules.layout)
    return deal_out(draw.pack(), cut, gaps, rules.layout, rules.seats, result.dealer)
