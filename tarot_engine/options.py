"""The table of options: one row per field of ``Ruleset`` that tables may choose (rules §17).

An option's values are those of JSON: true and false, whole numbers, words, lists of numbers. They are what
``Ruleset.from_options`` takes, what a deal record's ``options`` hold and what stored rules look like.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from tarot_engine.errors import RulesetError, RulesProblem
from tarot_engine.layout import DEALS, HANDFUL_SIZES, LAYOUTS
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

Value = bool | int | str | tuple[int, ...]
"""A value of an option, as in JSON."""


class OptionKind(Enum):
    """What a form shows for an option."""

    SWITCH = "switch"
    CHOICE = "choice"
    NUMBER = "number"
    NUMBERS = "numbers"
    """Three whole numbers; for records, not for forms."""


class OptionGroup(Enum):
    """What an option is about, in the order of a form."""

    LENGTH = "length"
    DEAL = "deal"
    AUCTION = "auction"
    PLAY = "play"
    BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class Need:
    """What an option needs to have an effect: that ``other`` is not ``wrong``.

    ``values`` are those of the option that need it; none named: all but the default. ``beside`` names a third
    option and the value with which alone the need exists.
    """

    other: str
    wrong: Value
    values: tuple[Value, ...] = ()
    beside: tuple[str, Value] | None = None

    def is_missed(self, value: Value, values: Mapping[str, Value]) -> bool:
        """Whether this value, no default, comes to nothing beside the other values."""
        if self.values and value not in self.values:
            return False
        if self.beside is not None and values[self.beside[0]] != self.beside[1]:
            return False
        return values[self.other] == self.wrong


@dataclass(frozen=True, slots=True)
class Option:
    """One option. ``values`` are all values of a switch or choice, the usual ones of a number.

    A number lies between ``least`` and ``most``. ``seats`` are the numbers of seats it concerns; at others it
    keeps its default. ``needs`` is what other options must not be while this one differs from its default.
    ``is_offered`` is false for what forms leave out. Named by the field of ``Ruleset``.
    """

    name: str
    kind: OptionKind
    group: OptionGroup
    values: tuple[Value, ...]
    defaults: Mapping[int, Value]
    seats: frozenset[int]
    least: int = 0
    most: int = 0
    needs: Need | None = None
    is_offered: bool = True

    def default(self, seats: int) -> Value:
        """The value of the French federation's rules at this number of seats."""
        return self.defaults[seats]

    def accepts(self, value: object) -> bool:
        """Whether this is one of the option's values."""
        match self.kind:
            case OptionKind.SWITCH | OptionKind.CHOICE:
                return any(type(value) is type(known) and value == known for known in self.values)
            case OptionKind.NUMBER:
                return type(value) is int and self.least <= value <= self.most
            case OptionKind.NUMBERS:
                return isinstance(value, tuple) and len(value) == 3 and all(map(self._fits, value))

    def _fits(self, number: object) -> bool:
        return type(number) is int and self.least <= number <= self.most

    def parse(self, text: str) -> Value:
        """The value a form or command line spells ``true``, ``20`` or ``rising``. Raises RulesetError."""
        given: dict[str, Value] = {str(value).lower(): value for value in self.values}
        if text in given:
            return given[text]
        if self.kind is OptionKind.NUMBER and text.isascii() and text.isdigit() and self.accepts(int(text)):
            return int(text)
        raise RulesetError(RulesProblem.BAD_VALUE, option=self.name)


ALL: Final = frozenset(LAYOUTS)
SWITCH: Final = (True, False)


def _option(
    name: str, kind: OptionKind, group: OptionGroup, values: tuple[Value, ...], default: Value, **more: Any
) -> Option:
    seats = frozenset(more.pop("seats", ALL))
    defaults = dict.fromkeys(LAYOUTS, default) | more.pop("but", {})
    return Option(name, kind, group, values, defaults, seats, **more)


def _switch(name: str, group: OptionGroup, default: bool, **more: Any) -> Option:
    return _option(name, OptionKind.SWITCH, group, SWITCH, default, **more)


def _choice(name: str, group: OptionGroup, default: Enum, **more: Any) -> Option:
    values = tuple(member.value for member in type(default))
    return _option(name, OptionKind.CHOICE, group, values, default.value, **more)


def _number(
    name: str, group: OptionGroup, default: int, usual: tuple[int, ...], *, most: int, **more: Any
) -> Option:
    return _option(name, OptionKind.NUMBER, group, usual, default, most=most, **more)


def _numbers(name: str, default: tuple[int, ...], most: int, **more: Any) -> Option:
    kind, group = OptionKind.NUMBERS, OptionGroup.BONUS
    return _option(name, kind, group, (default,), default, least=1, most=most, is_offered=False, **more)


G = OptionGroup
SLAM: Final = Need("slam", False)
HANDFUL: Final = Need("handful", False)
MISERE: Final = Need("misere", MisereScheme.OFF.value)
SINGLES: Final = Need("dog_deal", DogDeal.PACKETS3.value)
VOID: Final = Need("petit_sec", PetitSec.OFF.value)
ANNOUNCED: Final = Need("slam", False, values=(SlamExcuse.ANNOUNCED_ONLY.value,))
"""Without slams nothing is announced, but the Excuse may win the last trick, or not."""
HIGHER: Final = Need("high_contracts", False, beside=("petite", False))
"""Nobody can raise where garde is the only contract."""
FIVE: Final = (5,)
MORE_THAN_TWO: Final = (3, 4, 5)
OPTIONS: Final[tuple[Option, ...]] = (
    _number("deals", G.LENGTH, 8, (1, 4, 8, 12, 0), most=10_000, but=DEALS),
    _number("target_score", G.LENGTH, 0, (0, 500, 1000, 2000), most=1_000_000),
    _choice("direction", G.DEAL, Direction.CCW, seats=MORE_THAN_TWO),
    _choice("dog_deal", G.DEAL, DogDeal.SINGLES),
    _choice("cut", G.DEAL, ByWhom.SERVER),
    _choice("deal_out", G.DEAL, ByWhom.SERVER, needs=SINGLES),
    _choice("petit_sec", G.DEAL, PetitSec.VOID, seats=MORE_THAN_TWO, but={2: PetitSec.OFF.value}),
    _choice("petit_sec_dealer", G.DEAL, PetitSecDealer.NEXT, seats=MORE_THAN_TWO, needs=VOID),
    _switch("petite", G.AUCTION, True),
    _switch("high_contracts", G.AUCTION, True),
    _choice("auction", G.AUCTION, Auction.SINGLE, needs=HIGHER),
    _switch("show_dog_on_all_pass", G.AUCTION, True),
    _choice("call_timing", G.AUCTION, CallTiming.BEFORE_CHIEN, seats=FIVE),
    _switch("call_lower", G.AUCTION, True, seats=FIVE),
    _switch("allow_self_call", G.AUCTION, True, seats=FIVE),
    _choice("excuse_last_trick", G.PLAY, ExcuseLastTrick.CHANGES_CAMP),
    _choice("slam_excuse", G.PLAY, SlamExcuse.ON, needs=ANNOUNCED),
    _choice("split5", G.BONUS, Split5.TWO_THIRDS, seats=FIVE),
    _switch("handful", G.BONUS, True, but={2: False}),
    _numbers("handful_sizes", (10, 13, 15), 22, but=HANDFUL_SIZES, needs=HANDFUL),
    _numbers("handful_values", (20, 30, 40), 1000, needs=HANDFUL),
    _switch("slam", G.BONUS, True),
    _choice("slam_window", G.BONUS, SlamWindow.AFTER_AUCTION, needs=SLAM),
    _number("slam_announced_made", G.BONUS, 400, (400,), most=2000, needs=SLAM),
    _number("slam_made", G.BONUS, 200, (200,), most=2000, needs=SLAM),
    _number("slam_missed", G.BONUS, 200, (200,), most=2000, needs=SLAM),
    _number("defence_slam", G.BONUS, 200, (200, 0), most=2000, needs=SLAM),
    _choice("misere", G.BONUS, MisereScheme.OFF, seats=MORE_THAN_TWO),
    _number("misere_value", G.BONUS, 10, (10, 20), least=1, most=1000, seats=MORE_THAN_TWO, needs=MISERE),
)
BY_NAME: Final = {option.name: option for option in OPTIONS}

SAME_AS: Final[Mapping[str, Value]] = {"slam_excuse": SlamExcuse.OFF.value}
"""What an option is without what it needs, unless that is its default."""

PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {
    "fft": {},
    "concours": {"petite": False},
    "debutants": {"high_contracts": False, "handful": False, "slam": False},
    "familial": {
        "misere": MisereScheme.PERSONAL.value,
        "call_timing": CallTiming.AFTER_CHIEN.value,
        "split5": Split5.HALF.value,
        "excuse_last_trick": ExcuseLastTrick.TRICK_WINNER.value,
    },
}
"""What each named set of rules changes, where the number of seats is concerned (rules §17)."""


def options_at(seats: int) -> tuple[Option, ...]:
    """The options a form offers at this number of seats, in its order."""
    return tuple(option for option in OPTIONS if option.is_offered and seats in option.seats)


def preset_values(preset: str, seats: int) -> dict[str, Value]:
    """Every option's value in a preset. Raises RulesetError."""
    _check_table(preset, seats)
    values = {option.name: option.default(seats) for option in OPTIONS}
    changes = {name: value for name, value in PRESETS[preset].items() if seats in BY_NAME[name].seats}
    return values | changes


def _check_table(preset: object, seats: object) -> None:
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RulesetError(RulesProblem.UNKNOWN_PRESET, preset=preset)
    if type(seats) is not int or seats not in LAYOUTS:
        raise RulesetError(RulesProblem.BAD_SEATS, seats=seats)


def given_values(preset: str, seats: int, given: Mapping[str, object]) -> dict[str, Value]:
    """The preset's values with those given. A target score alone means no number of deals.

    Raises RulesetError: unknown option, not one of its values.
    """
    values = preset_values(preset, seats)
    if given.get("target_score") and "deals" not in given:
        values["deals"] = 0
    for name, raw in given.items():
        value = tuple(raw) if isinstance(raw, list) else raw
        option = BY_NAME.get(name)
        if option is None:
            raise RulesetError(RulesProblem.UNKNOWN_OPTION, option=name)
        if not option.accepts(value):
            raise RulesetError(RulesProblem.BAD_VALUE, option=name)
        assert isinstance(value, bool | int | str | tuple)
        values[name] = value
    return values


def check_values(seats: int, values: Mapping[str, Value]) -> None:
    """Raises RulesetError when a set of values is out of place or contradicts itself."""
    for option in OPTIONS:
        value, default = values[option.name], option.default(seats)
        if not option.accepts(value):
            raise RulesetError(RulesProblem.BAD_VALUE, option=option.name)
        if value == default:
            continue
        if seats not in option.seats:
            raise RulesetError(RulesProblem.WRONG_SEATS, option=option.name, seats=seats)
        if option.needs and option.needs.is_missed(value, values):
            other, wrong = option.needs.other, option.needs.wrong
            raise RulesetError(
                RulesProblem.CONFLICT, option=option.name, value=value, other=other, wrong=wrong
            )
    sizes = values["handful_sizes"]
    assert isinstance(sizes, tuple)
    if sorted(set(sizes)) != list(sizes):
        raise RulesetError(RulesProblem.BAD_VALUE, option="handful_sizes")


def without_idle(seats: int, values: Mapping[str, Value]) -> dict[str, Value]:
    """The same values where those that come to nothing beside others are what they come to."""
    same = dict(values)
    for option in OPTIONS:
        value, default = values[option.name], option.default(seats)
        if option.needs and value != default and option.needs.is_missed(value, values):
            same[option.name] = SAME_AS.get(option.name, default)
    return same
