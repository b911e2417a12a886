"""Contracts and rule sets (rules §3, §6, §12, §17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Final

from tarot_engine.errors import RulesetError, RulesProblem
from tarot_engine.layout import LAYOUTS, Layout, Seat
from tarot_engine.options import BY_NAME, OPTIONS, Value, check_values, given_values, preset_values
from tarot_engine.variants import (
    VARIANTS,
    Auction,
    ByWhom,
    CallTiming,
    Direction,
    DogDeal,
    ExcuseLastTrick,
    MisereScheme,
    PetitSec,
    PetitSecDealer,
    SlamExcuse,
    SlamWindow,
    Split5,
)

__all__ = ["LAYOUTS", "MULTIPLIERS", "Contract", "HandfulLevel", "Layout", "Misere", "Ruleset", "Seat"]


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


@dataclass(frozen=True, slots=True, init=False)
class Ruleset:
    """Everything that may vary between tables; stored whole in ``GameOpened``.

    Each field is an option of ``options.OPTIONS``. Values are points per defender (rules §6, §7).
    ``deals`` counts scored deals only (rules §13), 0 for no number; ``target_score`` ends the game once a
    total has reached it, 0 for none. ``high_contracts`` are garde sans and garde contre.
    What the constructor is not given is as in the preset at this number of seats. It raises RulesetError for
    what is no preset, option or value of one, and for options that contradict one another.
    """

    seats: int
    preset: str
    deals: int
    target_score: int
    direction: Direction
    dog_deal: DogDeal
    cut: ByWhom
    deal_out: ByWhom
    petit_sec: PetitSec
    petit_sec_dealer: PetitSecDealer
    petite: bool
    high_contracts: bool
    auction: Auction
    show_dog_on_all_pass: bool
    call_timing: CallTiming
    call_lower: bool
    allow_self_call: bool
    excuse_last_trick: ExcuseLastTrick
    slam_excuse: SlamExcuse
    split5: Split5
    handful: bool
    handful_sizes: tuple[int, int, int]
    handful_values: tuple[int, int, int]
    slam: bool
    slam_window: SlamWindow
    slam_announced_made: int
    slam_made: int
    slam_missed: int
    defence_slam: int
    misere: MisereScheme
    misere_value: int

    def __init__(self, *, seats: int = 4, preset: str = "fft", **options: object) -> None:
        values = preset_values(preset, seats)
        for name, value in options.items():
            values[name] = _value_of(name, value)
        check_values(seats, values)
        for name, kept in {"seats": seats, "preset": preset, **values}.items():
            object.__setattr__(self, name, _field_of(name, kept))

    @classmethod
    def fft(cls, seats: int = 4, *, deals: int | None = None) -> Ruleset:
        """The rules of the French federation at this number of seats (rules §17)."""
        return cls.of_preset("fft", seats, deals=deals)

    @classmethod
    def of_preset(cls, preset: str, seats: int = 4, *, deals: int | None = None) -> Ruleset:
        """One of ``PRESETS`` at this number of seats. Raises RulesetError for an unknown name or number."""
        return cls.from_options(preset, seats, {} if deals is None else {"deals": deals})

    @classmethod
    def from_options(cls, preset: str, seats: int, options: Mapping[str, object]) -> Ruleset:
        """A preset with some options changed. Raises RulesetError (a ValueError) with a code."""
        values = given_values(preset, seats, options)
        made = {name: _field_of(name, value) for name, value in values.items()}
        return cls(seats=seats, preset=preset, **made)

    def to_options(self) -> dict[str, Value]:
        """What differs from the preset; ``from_options`` gives this rule set back."""
        usual = preset_values(self.preset, self.seats)
        return {name: value for name, value in self.values().items() if value != usual[name]}

    def values(self) -> dict[str, Value]:
        """Every option's value."""
        own = {option.name: getattr(self, option.name) for option in OPTIONS}
        return {name: value.value if isinstance(value, Enum) else value for name, value in own.items()}

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """The contracts that may be bid, in ascending order (rules §3)."""
        return CONTRACTS[self.petite, self.high_contracts]

    @property
    def layout(self) -> Layout:
        """Cards per hand, dog, packet and tricks."""
        return LAYOUTS[self.seats]

    @property
    def may_announce_slam(self) -> bool:
        """Whether the taker may announce the slam when ready to play (rules §7)."""
        return self.slam and self.slam_window is SlamWindow.AFTER_AUCTION

    @property
    def may_bid_slam(self) -> bool:
        """Whether the slam is announced with the bid (rules §7)."""
        return self.slam and self.slam_window is SlamWindow.WITH_BID


ENUMS: Final = {kind.__name__: kind for kind in VARIANTS}
KINDS: Final = {part.name: ENUMS[str(part.type)] for part in fields(Ruleset) if str(part.type) in ENUMS}
"""The fields that hold one of ``VARIANTS``, with its type."""


def _field_of(name: str, value: Value) -> Any:
    """An option's value as the field holds it."""
    return KINDS[name](value) if name in KINDS else value


def _value_of(name: str, field: object) -> Any:
    """The value of an option's field, whatever it holds. Raises RulesetError."""
    if name not in BY_NAME:
        raise RulesetError(RulesProblem.UNKNOWN_OPTION, option=name)
    if name not in KINDS:
        return field
    if not isinstance(field, KINDS[name]):
        raise RulesetError(RulesProblem.BAD_VALUE, option=name)
    return field.value


CONTRACTS: Final = {
    (petite, high): tuple(Contract)[0 if petite else 1 : 4 if high else 2]
    for petite in (True, False)
    for high in (True, False)
}
