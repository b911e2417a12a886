"""Contracts and rule sets (rules §3, §6, §12, §17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Final, cast

from tarot_engine.errors import RulesetError, RulesProblem
from tarot_engine.layout import LAYOUTS, Layout, Seat
from tarot_engine.options import OPTIONS, Value, check_values, given_values, preset_values
from tarot_engine.variants import (
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Everything that may vary between tables; stored whole in ``GameOpened``.

    Each field is an option of ``options.OPTIONS``. Values are points per defender (rules §6, §7).
    ``deals`` counts scored deals only (rules §13), 0 for no number; ``target_score`` ends the game once a
    total has reached it, 0 for none. ``high_contracts`` are garde sans and garde contre.
    Raises RulesetError when it contradicts itself.
    """

    seats: int = 4
    preset: str = "fft"
    deals: int = 8
    target_score: int = 0
    direction: Direction = Direction.CCW
    dog_deal: DogDeal = DogDeal.SINGLES
    cut: ByWhom = ByWhom.SERVER
    deal_out: ByWhom = ByWhom.SERVER
    petit_sec: PetitSec = PetitSec.VOID
    petit_sec_dealer: PetitSecDealer = PetitSecDealer.NEXT
    petite: bool = True
    high_contracts: bool = True
    auction: Auction = Auction.SINGLE
    show_dog_on_all_pass: bool = True
    call_timing: CallTiming = CallTiming.BEFORE_CHIEN
    call_lower: bool = True
    allow_self_call: bool = True
    excuse_last_trick: ExcuseLastTrick = ExcuseLastTrick.CHANGES_CAMP
    slam_excuse: SlamExcuse = SlamExcuse.ON
    split5: Split5 = Split5.TWO_THIRDS
    handful: bool = True
    handful_sizes: tuple[int, int, int] = (10, 13, 15)
    handful_values: tuple[int, int, int] = (20, 30, 40)
    slam: bool = True
    slam_window: SlamWindow = SlamWindow.AFTER_AUCTION
    slam_announced_made: int = 400
    slam_made: int = 200
    slam_missed: int = 200
    defence_slam: int = 200
    misere: MisereScheme = MisereScheme.OFF
    misere_value: int = 10

    def __post_init__(self) -> None:
        if self.seats not in LAYOUTS:
            raise RulesetError(RulesProblem.BAD_SEATS, seats=self.seats)
        check_values(self.seats, self.values())

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
        values: dict[str, Any] = given_values(preset, seats, options)
        kinds: dict[str, Callable[[Any], Any]] = {f.name: cast("type", type(f.default)) for f in fields(cls)}
        made = {name: kinds[name](value) for name, value in values.items()}
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


CONTRACTS: Final = {
    (petite, high): tuple(Contract)[0 if petite else 1 : 4 if high else 2]
    for petite in (True, False)
    for high in (True, False)
}
