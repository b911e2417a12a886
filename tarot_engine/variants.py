"""The ways in which tables differ, each a closed list of values (rules §17). Only data."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Direction(Enum):
    """Which way the table is drawn; the seats' order is the same (rules §2)."""

    CCW = "ccw"
    CW = "cw"


class Auction(Enum):
    """How often one may speak (rules §3)."""

    SINGLE = "single"
    """Once each."""
    RISING = "rising"
    """Who has not passed may raise again until all others have passed."""


class PetitSec(Enum):
    """Whether a lone Petit without the Excuse voids the deal (rules §2)."""

    VOID = "void"
    OFF = "off"


class PetitSecDealer(Enum):
    """Who deals after a lone Petit (rules §2)."""

    NEXT = "next"
    SAME = "same"


class DogDeal(Enum):
    """How the dog is dealt (rules §17)."""

    SINGLES = "singles"
    """One card at a time, between two packets."""
    PACKETS3 = "packets3"
    """Three cards after the first round, three more after the second where the dog has six."""


class ByWhom(Enum):
    """Who cuts, or lays the dog's cards."""

    SERVER = "server"
    HAND = "hand"


class CallTiming(Enum):
    """Whether the king is called before or after the dog is turned (rules §4, 5 seats)."""

    BEFORE_CHIEN = "before_chien"
    AFTER_CHIEN = "after_chien"


class Split5(Enum):
    """How taker and partner share (rules §4, 5 seats)."""

    TWO_THIRDS = "two_thirds"
    HALF = "half"


class SlamWindow(Enum):
    """When the slam is announced (rules §7)."""

    AFTER_AUCTION = "after_auction"
    """With the discard, or before the first card in garde sans and garde contre."""
    WITH_BID = "with_bid"
    """With the bid; void once overbid."""


class SlamExcuse(Enum):
    """Whether the Excuse, led to the last trick by a side that won all others, wins it (rules §8.4)."""

    ON = "on"
    ANNOUNCED_ONLY = "announced_only"
    OFF = "off"


class ExcuseLastTrick(Enum):
    """What becomes of an Excuse played to the last trick (rules §8.5)."""

    CHANGES_CAMP = "changes_camp"
    TRICK_WINNER = "trick_winner"
    FORCED = "forced"
    """As ``CHANGES_CAMP``, but it must be played before, unless a slam is alive."""


class MisereScheme(Enum):
    """How misères are paid (rules §12)."""

    OFF = "off"
    PERSONAL = "personal"
    """Every other player pays the one who declared it."""
    CAMP = "camp"
    """Added to or taken from what each defender pays, for the side that declared it."""


VARIANTS: Final[tuple[type[Enum], ...]] = (
    Direction,
    Auction,
    PetitSec,
    PetitSecDealer,
    DogDeal,
    ByWhom,
    CallTiming,
    Split5,
    SlamWindow,
    SlamExcuse,
    ExcuseLastTrick,
    MisereScheme,
)
