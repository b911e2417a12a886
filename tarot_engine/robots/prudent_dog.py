"""The prudent robot's discard: voids first, then points that would be lost (rules §5)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from tarot_engine.actions import Prepare, PrepareOptions
from tarot_engine.cards import KINGS_MASK, SUIT_MASKS, CardSet, half_points_of
from tarot_engine.legality import discard_masks
from tarot_engine.robots.prudent_cards import lowest
from tarot_engine.view import SeatView

SUITS: Final = tuple(SUIT_MASKS.values())
VOID, LONE_KING = 9, 5
"""What emptying a suit, or leaving its king alone, is worth in half-points."""


def prepare(view: SeatView, options: PrepareOptions) -> Prepare:
    """The discard; the slam is never announced."""
    if not options.count:
        return Prepare(None)
    called = view.called.bit if view.called else 0
    return Prepare(CardSet(discards(view.hand.mask, options.count, called)[0]))


def discards(pool: int, count: int, called: int) -> list[int]:
    """Legal discards from ``pool``, the best first, one for each choice of suits to empty."""
    plain, trumps, due = discard_masks(pool, count, called)
    if due > 0:
        for _ in range(due):
            plain |= lowest(trumps)
            trumps &= trumps - 1
        return [plain]
    found = {}
    for number in range(5):
        for suits in combinations(SUITS, number):
            emptied = sum(suits) & plain
            if emptied.bit_count() <= count:
                cards = emptied | fill(pool, plain & ~emptied, count - emptied.bit_count())
                found[cards] = worth(pool, cards)
    return sorted(found, key=lambda cards: (found[cards], cards), reverse=True)


def fill(pool: int, plain: int, count: int) -> int:
    """So many cards more, the most endangered points first."""
    chosen = 0
    for _ in range(count):
        rest = plain & ~chosen
        card = max((1 << i for i in range(56) if rest >> i & 1), key=lambda bit: danger(pool, bit))
        chosen |= card
    return chosen


def danger(pool: int, card: int) -> tuple[float, int]:
    """Half-points that the card would lose when kept, times how likely; then from short suits, low first."""
    suit = next(suit for suit in SUITS if suit & card)
    cards, points = pool & suit, half_points_of(card)
    guarded = cards & KINGS_MASK and cards.bit_count() > 2
    risk = 0.35 if guarded else 0.8
    return points * risk if points > 1 else 0.0, -cards.bit_count() * 64 - card.bit_length() % 14


def worth(pool: int, discard: int) -> float:
    """How good a discard is, in half-points."""
    value = sum(danger(pool, 1 << i)[0] for i in range(56) if discard >> i & 1)
    for suit in SUITS:
        kept = pool & suit & ~discard
        if pool & suit and not kept:
            value += VOID
        elif kept and not kept & ~KINGS_MASK:
            value += LONE_KING
    return value
