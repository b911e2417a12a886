"""The prudent robot before the play: the value of a hand, the bid and the call (rules §4, §16)."""

from __future__ import annotations

from typing import Final

from tarot_engine.actions import Bid, BidOptions, CallCard, CallOptions
from tarot_engine.cards import (
    EXCUSE_MASK,
    KINGS_MASK,
    PETIT,
    RANK_MASKS,
    SUIT_MASKS,
    TRUMPS_MASK,
    TWENTY_ONE,
    Card,
    CardSet,
)
from tarot_engine.robots.prudent_seen import tops_seen
from tarot_engine.rules import Contract, Seat
from tarot_engine.view import SeatView

LIMITS: Final = {
    2: {Contract.PETITE: 26, Contract.GARDE: 28, Contract.GARDE_SANS: 32, Contract.GARDE_CONTRE: 75},
    3: {Contract.PETITE: 56, Contract.GARDE: 60, Contract.GARDE_SANS: 88, Contract.GARDE_CONTRE: 104},
    4: {Contract.PETITE: 42, Contract.GARDE: 46, Contract.GARDE_SANS: 71, Contract.GARDE_CONTRE: 81},
    5: {Contract.PETITE: 26, Contract.GARDE: 32, Contract.GARDE_SANS: 62, Contract.GARDE_CONTRE: 72},
}
"""The least value of a hand for each contract, by number of seats.

Those of rules §16 for garde sans and garde contre at 4. The others are the best in duplicate matches of this
robot against itself (docs/engine.md).
"""
PETIT_VALUES: Final = (0, 0, 0, 0, 0, 5, 7, 9)
LENGTH_VALUES: Final = (0, 0, 0, 0, 0, 5, 7, 9)
HIGH_TRUMPS: Final = TRUMPS_MASK & -(1 << 71)
"""Trumps 16 to 21."""


def hand_value(hand: int) -> int:
    """The hand in imaginary points, voids and singletons left out (rules §16)."""
    return trumps_value(hand) + sum(suit_value(hand & suit) for suit in SUIT_MASKS.values())


def trumps_value(hand: int) -> int:
    """The trumps' part; their number includes the Excuse."""
    count = (hand & (TRUMPS_MASK | EXCUSE_MASK)).bit_count()
    high = hand & HIGH_TRUMPS
    value = 10 if hand & TWENTY_ONE.bit else 0
    value += 8 if hand & EXCUSE_MASK else 0
    value += PETIT_VALUES[min(count, 7)] if hand & PETIT.bit else 0
    value += 2 * count if count > 4 else 0
    return value + 2 * high.bit_count() + 2 * (high & (high << 1 | high >> 1)).bit_count()


def suit_value(cards: int) -> int:
    """One suit's part: king and queen 10, alone 6 and 3, knight 2, jack 1, and its length."""
    king, queen = bool(cards & KINGS_MASK), bool(cards & RANK_MASKS[13])
    value = 10 if king and queen else 6 * king + 3 * queen
    value += 2 * bool(cards & RANK_MASKS[12]) + bool(cards & RANK_MASKS[11])
    return value + LENGTH_VALUES[min(cards.bit_count(), 7)]


def shape_value(hand: int) -> int:
    """What voids and singletons add where no dog is taken: 6 and 3 each."""
    lengths = [(hand & suit).bit_count() for suit in SUIT_MASKS.values()]
    return 6 * lengths.count(0) + 3 * lengths.count(1)


def bid(view: SeatView, options: BidOptions) -> Bid:
    """The highest contract the hand is worth, if it may still be bid; else pass."""
    hand = view.hand.mask | tops_seen(view)[view.seat or 0]
    worth = [None, *(c for c in view.rules.contracts if is_worth(hand, c, view.rules.seats))]
    return Bid(worth[-1] if worth[-1] in options.bids else None)


def is_worth(hand: int, contract: Contract, seats: Seat) -> bool:
    """Whether a hand reaches the limit of a contract."""
    value = hand_value(hand) + (0 if contract.takes_dog else shape_value(hand))
    return value >= LIMITS[seats][contract]


def call(view: SeatView, options: CallOptions) -> CallCard:
    """The card to play with."""
    return CallCard(best_call(view.hand, options.cards))


def best_call(hand: CardSet, cards: CardSet) -> Card:
    """A card of another hand if possible, of a suit where I hold the next honour, then of a short one."""

    def merit(card: Card) -> tuple[bool, bool, int, int]:
        suit = hand.mask & (SUIT_MASKS[card.suit] if card.suit else 0)
        return card not in hand, bool(suit & card.bit >> 1), suit != 0, -suit.bit_count()

    return max(cards, key=merit)
