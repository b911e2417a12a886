"""Which card to play: sound rules of thumb on ints, for the prudent robot and the expert's trial games.

``others`` are the sets of cards that the opponents may hold: true hands in a trial game, what a seat
cannot rule out at a real table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tarot_engine.cards import (
    EXCUSE_MASK,
    KINGS_MASK,
    PETIT,
    RANK_MASKS,
    SUIT_MASKS,
    TRUMPS_MASK,
)

SUITS: Final = tuple(SUIT_MASKS.values())
PETIT_BIT: Final = PETIT.bit
SMALL: Final = sum(RANK_MASKS[rank] for rank in range(1, 11))
HONOURS: Final = (KINGS_MASK, RANK_MASKS[13], RANK_MASKS[12], RANK_MASKS[11])
LOW_TRUMPS: Final = TRUMPS_MASK ^ PETIT_BIT
COUNTED: Final = PETIT_BIT | KINGS_MASK | RANK_MASKS[13] | RANK_MASKS[12]
"""Cards one does not lose gladly: 5 half-points or more, the 21 and the Excuse aside."""


def lowest(cards: int) -> int:
    """The card of the lowest place in the pack; 0 for none."""
    return cards & -cards


def highest(cards: int) -> int:
    """The card of the highest place in the pack; 0 for none."""
    return 1 << cards.bit_length() >> 1


def rank_of(card: int) -> int:
    """A suit card's rank less one: 0 for the ace, 13 for the king."""
    return (card.bit_length() - 1) % 14


def low_rank(cards: int) -> int:
    """A suit card of the lowest rank, 0 for none."""
    for shift in range(14):
        row = cards & RANK_MASKS[shift + 1]
        if row:
            return row & -row
    return 0


def holds_up(card: int, led: int, opponents: Sequence[int]) -> bool:
    """Whether none of these hands, still to play, can and may beat ``card``, which holds the trick."""
    above = -(card << 1)
    for hand in opponents:
        follow = hand & led if led != TRUMPS_MASK else 0
        if card & TRUMPS_MASK:
            if not follow and hand & TRUMPS_MASK & above:
                return False
        elif follow & above or (not follow and hand & TRUMPS_MASK):
            return False
    return True


def follow(legal: int, led: int, best: int, friend: bool, after: Sequence[int], left: int) -> int:
    """A card once a suit is led.

    ``best`` is the card that holds the trick, for my side when ``friend``; ``after`` are the opponents still
    to play to it; ``left`` is how many cards I have, this one included.
    """
    if legal & EXCUSE_MASK and left == 2:
        return EXCUSE_MASK
    if friend and holds_up(best, led, after):
        return give(legal & ~EXCUSE_MASK or legal)
    above = -(best << 1)
    if best & TRUMPS_MASK:
        beating = legal & TRUMPS_MASK & above
    else:
        beating = legal & TRUMPS_MASK or legal & led & above
    return _winner(beating, led, after) or shed(legal)


def _winner(beating: int, led: int, after: Sequence[int]) -> int:
    """The card to take the trick with, 0 if none of these is sure to: the best suit card, the least trump."""
    if not beating & TRUMPS_MASK:
        card = highest(beating)
        return card if card and holds_up(card, led, after) else 0
    while beating:
        card = beating & -beating
        if holds_up(card, led, after):
            return card
        beating ^= card
    return 0


def give(legal: int) -> int:
    """What to put on a trick that is ours: the Petit first, then points, and no trump for nothing."""
    if legal & PETIT_BIT:
        return PETIT_BIT
    for honours in HONOURS:
        if legal & honours:
            return lowest(legal & honours)
    return low_rank(legal) or lowest(legal)


def shed(legal: int) -> int:
    """What to lose: the least valuable card, the Excuse rather than points, the Petit last."""
    if legal & SMALL:
        return low_rank(legal)
    if legal & LOW_TRUMPS:
        return lowest(legal & LOW_TRUMPS)
    for cards in (RANK_MASKS[11], EXCUSE_MASK, RANK_MASKS[12], RANK_MASKS[13], KINGS_MASK):
        if legal & cards:
            return lowest(legal & cards)
    return legal


def lead(legal: int, opponents: Sequence[int], taking: bool, left: int) -> int:
    """A card to open a trick with. ``taking``: I am the taker, who pulls trumps while he has the most."""
    if legal & EXCUSE_MASK and left == 2:
        return EXCUSE_MASK
    theirs = 0
    for hand in opponents:
        theirs |= hand
    mine = legal & TRUMPS_MASK
    if taking and mine and 2 * mine.bit_count() > (theirs & TRUMPS_MASK).bit_count() > 0:
        return _pull(mine, theirs)
    return _sure(legal, opponents) or _from_length(legal)


def _pull(mine: int, theirs: int) -> int:
    """A trump to pull others with: the highest if nobody has a higher one, else a low one, not the Petit."""
    top = highest(mine)
    if top > theirs & TRUMPS_MASK:
        return top
    return lowest(mine & LOW_TRUMPS) or mine


def _sure(legal: int, opponents: Sequence[int]) -> int:
    """The dearest suit card that takes the trick when led; 0 for none."""
    best = rank = -1
    for suit in SUITS:
        card = highest(legal & suit)
        if card and rank_of(card) > rank and holds_up(card, suit, opponents):
            best, rank = card, rank_of(card)
    return max(best, 0)


def _from_length(legal: int) -> int:
    """A low card of the longest suit; trumps only when there is nothing else, the Petit last."""
    longest = max(SUITS, key=lambda suit: (legal & suit & ~COUNTED).bit_count())
    return (
        lowest(legal & longest & ~COUNTED)
        or lowest(legal & LOW_TRUMPS)
        or legal & EXCUSE_MASK
        or low_rank(legal)
        or legal
    )
