"""A player that answers at random, announcements included; for laws, records and benches."""

from __future__ import annotations

from random import Random
from typing import Final

from tarot_engine.actions import (
    Action,
    Bid,
    BidOptions,
    CallCard,
    CallOptions,
    Cut,
    CutOptions,
    DealOut,
    DealOutOptions,
    HandfulChoice,
    Options,
    PlayCard,
    PlayOptions,
    Prepare,
    PrepareOptions,
)
from tarot_engine.cards import EXCUSE, CardSet

ANNOUNCES: Final = 0.25
"""How often what may be announced is."""


def choose_random(options: Options, dice: Random) -> Action:
    """Any whole action these options allow; of four questions one is answered with all announcements."""
    match options:
        case CutOptions(least=least, most=most):
            return Cut(dice.randint(least, most))
        case DealOutOptions(gaps=gaps, count=count):
            return DealOut(tuple(sorted(dice.sample(range(1, gaps + 1), count))))
        case BidOptions(bids=bids):
            bid = dice.choice(bids)
            return Bid(bid, slam=options.slam_allowed and bid is not None and dice.random() < ANNOUNCES)
        case CallOptions(cards=cards):
            return CallCard(dice.choice(list(cards)))
        case PrepareOptions():
            slam = options.slam_allowed and dice.random() < ANNOUNCES
            return Prepare(_discard(options, dice) if options.count else None, slam)
        case PlayOptions():
            card = dice.choice(list(options.cards))
            announces = dice.random() < ANNOUNCES
            show = None
            if announces and options.handful:
                show = _show(dice.choice(options.handful.levels), dice)
            return PlayCard(card, show, options.miseres if announces else frozenset())


def _discard(options: PrepareOptions, dice: Random) -> CardSet:
    due = options.trumps_required
    plain = list(options.candidates - options.trump_candidates)
    picked = dice.sample(plain, options.count - due) + dice.sample(list(options.trump_candidates), due)
    return CardSet.from_cards(picked)


def _show(choice: HandfulChoice, dice: Random) -> CardSet:
    if choice.needs_excuse:
        return choice.trumps | CardSet.of(EXCUSE)
    return CardSet.from_cards(dice.sample(list(choice.trumps), choice.size))
