"""Checking a stored game: the deals against the commitment, the tricks and scores against the rules.

A reader of the public events can check the shuffle of a finished game (``fairness``); the rest needs the
whole truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tarot_engine.consequences import next_dealer
from tarot_engine.count import score_deal
from tarot_engine.events import (
    DealAnnulled,
    DealOpened,
    DealPassedOut,
    DealScored,
    Event,
    GameOver,
    TrickTaken,
)
from tarot_engine.evolve import evolve
from tarot_engine.fairness import Chain, Check, Finding, check_deal, check_dealers, shown_deal
from tarot_engine.scoring import ranks
from tarot_engine.stages import Playing
from tarot_engine.state import Closed, DealResult, GameState
from tarot_engine.tricks import trick_winner


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
        case DealOpened(dealer=dealer), Closed(result=last):
            if dealer != next_dealer(state.rules, last):
                yield Check.DEALER
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

    A deal without a seed (a stacked one, or one gathered unseen) has nothing to check.
    """
    deal = shown_deal(result)
    if deal is not None:
        words = tuple(word or "" for word in state.words)
        chain = Chain(state.chain_start, state.commitment)
        if deal.seed_index == 1:
            yield from (Check.DEALER for _ in check_dealers(state.rules, chain, words, (deal,)))
        yield from check_deal(state.rules, chain, words, deal)
