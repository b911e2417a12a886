"""Contracts, rule sets and what depends on the number of seats (rules §2, §3, §6, §17). Only data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

Seat = int
"""A place at the table, 0..n-1; seat + 1 plays next."""


class Contract(Enum):
    """A contract, in ascending order (rules §3)."""

    PETITE = "petite"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"

    @property
    def multiplier(self) -> int:
        """What the contract multiplies the score by (rules §3)."""
        return MULTIPLIERS[self]

    @property
    def takes_dog(self) -> bool:
        """Whether the taker picks up the dog and discards (petite and garde)."""
        return self in (Contract.PETITE, Contract.GARDE)

    def __lt__(self, other: Contract) -> bool:
        return MULTIPLIERS[self] < MULTIPLIERS[other]


MULTIPLIERS: Final = {
    Contract.PETITE: 1,
    Contract.GARDE: 2,
    Contract.GARDE_SANS: 4,
    Contract.GARDE_CONTRE: 6,
}


class HandfulLevel(Enum):
    """The three handfuls (rules §6)."""

    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


class Misere(Enum):
    """The two misères (rules §12): no trump, or no court card."""

    TRUMPS = "trumps"
    HEADS = "heads"


class ExcuseLastTrick(Enum):
    """What becomes of an Excuse played to the last trick (rules §8.5)."""

    CHANGES_CAMP = "changes_camp"
    TRICK_WINNER = "trick_winner"


@dataclass(frozen=True, slots=True)
class Layout:
    """What the number of seats fixes (rules §2): cards per hand, dog, packet, number of tricks."""

    hand: int
    dog: int
    packet: int
    tricks: int

    @property
    def gaps(self) -> int:
        """Places between two packets where the dealer may lay one card of the dog."""
        return 0 if not self.packet else (78 - self.dog) // self.packet - 1


LAYOUTS: Final = {
    2: Layout(hand=12, dog=6, packet=0, tricks=36),
    3: Layout(hand=24, dog=6, packet=4, tricks=24),
    4: Layout(hand=18, dog=6, packet=3, tricks=18),
    5: Layout(hand=15, dog=3, packet=3, tricks=15),
}
HANDFUL_SIZES: Final = {2: (13, 15, 18), 3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
DEALS: Final = {2: 8, 3: 6, 4: 8, 5: 10}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Everything that may vary between tables; stored whole in ``GameOpened``.

    Values are points per defender (rules §6, §7). ``deals`` counts scored deals only (rules §13).
    Raises ValueError when it contradicts itself.
    """

    seats: int = 4
    preset: str = "fft"
    deals: int = 8
    contracts: tuple[Contract, ...] = tuple(Contract)
    handful: bool = True
    handful_sizes: tuple[int, int, int] = (10, 13, 15)
    handful_values: tuple[int, int, int] = (20, 30, 40)
    slam: bool = True
    slam_announced_made: int = 400
    slam_made: int = 200
    slam_missed: int = 200
    defence_slam: int = 200
    excuse_last_trick: ExcuseLastTrick = ExcuseLastTrick.CHANGES_CAMP
    petit_sec: bool = True
    misere: int = 0
    call_lower: bool = True
    allow_self_call: bool = True

    def __post_init__(self) -> None:
        if self.seats not in LAYOUTS:
            raise ValueError("a table has 2 to 5 seats")
        if self.deals < 1:
            raise ValueError("a game has at least one deal")
        if not self.contracts or list(self.contracts) != sorted(set(self.contracts)):
            raise ValueError("contracts are given once each, in ascending order")

    @classmethod
    def fft(cls, seats: int = 4, *, deals: int | None = None) -> Ruleset:
        """The rules of the French federation at this number of seats (rules §17)."""
        return cls.of_preset("fft", seats, deals=deals)

    @classmethod
    def of_preset(cls, preset: str, seats: int = 4, *, deals: int | None = None) -> Ruleset:
        """One of ``PRESETS`` at this number of seats. Raises ValueError for an unknown name or number."""
        if preset not in PRESETS or seats not in LAYOUTS:
            raise ValueError("no such preset or number of seats")
        options = PRESETS[preset]
        return cls(
            seats=seats,
            preset=preset,
            deals=DEALS[seats] if deals is None else deals,
            contracts=options.contracts,
            handful=options.announcements and seats != 2,
            handful_sizes=HANDFUL_SIZES[seats],
            slam=options.announcements,
            petit_sec=seats != 2,
            misere=options.misere if seats != 2 else 0,
        )

    @property
    def layout(self) -> Layout:
        """Cards per hand, dog, packet and tricks."""
        return LAYOUTS[self.seats]


@dataclass(frozen=True, slots=True)
class Preset:
    """What a named set of options changes."""

    contracts: tuple[Contract, ...] = tuple(Contract)
    announcements: bool = True
    misere: int = 0


PRESETS: Final = {
    "fft": Preset(),
    "concours": Preset(contracts=tuple(Contract)[1:]),
    "debutants": Preset(contracts=tuple(Contract)[:2], announcements=False),
    "familial": Preset(misere=10),
}
