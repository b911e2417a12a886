"""What the number of seats fixes (rules §2, §6, §13). Only data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Seat = int
"""A place at the table, 0..n-1; seat + 1 plays next."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Cards per hand, cards of the dog, cards per packet, number of tricks (rules §2).

    At 2 seats a hand of 12 comes with 12 piles of two cards: ``piles`` of them (rules §14).
    """

    hand: int
    dog: int
    packet: int
    tricks: int
    piles: int = 0

    @property
    def gaps(self) -> int:
        """Places between two packets where the dealer may lay one card of the dog."""
        return (78 - self.dog) // self.packet - 1


LAYOUTS: Final = {
    2: Layout(hand=12, dog=6, packet=3, tricks=36, piles=12),
    3: Layout(hand=24, dog=6, packet=4, tricks=24),
    4: Layout(hand=18, dog=6, packet=3, tricks=18),
    5: Layout(hand=15, dog=3, packet=3, tricks=15),
}
HANDFUL_SIZES: Final = {2: (13, 15, 18), 3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
DEALS: Final = {2: 8, 3: 6, 4: 8, 5: 10}
"""Deals of a game unless told otherwise (rules §13)."""


def deals_for_rounds(seats: int, rounds: int) -> int:
    """The number of deals in which everybody deals ``rounds`` times."""
    return seats * rounds
