"""The error tree (design: errors). No message ever names a hidden card: an error shows its code only."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class TarotError(Exception):
    """Root of every error of the engine."""


class NotationError(TarotError, ValueError):
    """Text that is not a card, an action, an event or a record."""


class CorruptHistory(TarotError):
    """A stream of events that no game can have produced: our bug, never the player's fault."""


class RulesProblem(Enum):
    """Why a set of options was refused; the value is a stable code."""

    UNKNOWN_PRESET = "unknown_preset"
    BAD_SEATS = "bad_seats"
    UNKNOWN_OPTION = "unknown_option"
    BAD_VALUE = "bad_value"
    WRONG_SEATS = "wrong_seats"
    """The option means nothing at this number of seats. Params: option, seats."""
    CONFLICT = "conflict"
    """``option`` cannot have ``value`` while ``other`` is ``wrong``."""


class RulesetError(TarotError, ValueError):
    """Rules no table can play by. ``params`` name the options concerned."""

    def __init__(self, code: RulesProblem, **params: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.params: Mapping[str, object] = params


class Refusal(Enum):
    """Why an action was refused; the value is the stable code of forms, API and records."""

    NOT_YOUR_TURN = "not_your_turn"
    WRONG_STAGE = "wrong_stage"
    SEAT_ALREADY_TAKEN = "seat_already_taken"
    NO_SUCH_SEAT = "no_such_seat"
    WORD_TOO_LONG = "word_too_long"
    WORD_NOT_TEXT = "word_not_text"
    """The word holds a half of a surrogate pair, which no text has."""
    CUT_OUT_OF_RANGE = "cut_out_of_range"
    GAPS_COUNT = "gaps_count"
    GAPS_OUT_OF_RANGE = "gaps_out_of_range"
    BID_TOO_LOW = "bid_too_low"
    BID_NOT_OFFERED = "bid_not_offered"
    CALL_NOT_ALLOWED = "call_not_allowed"
    DISCARD_NOT_DUE = "discard_not_due"
    DISCARD_MISSING = "discard_missing"
    DISCARD_COUNT = "discard_count"
    DISCARD_NOT_HELD = "discard_not_held"
    DISCARD_KING = "discard_king"
    DISCARD_OUDLER = "discard_oudler"
    DISCARD_TRUMP = "discard_trump"
    DISCARD_CALLED = "discard_called"
    SLAM_NOT_OFFERED = "slam_not_offered"
    HANDFUL_NOT_OFFERED = "handful_not_offered"
    HANDFUL_TOO_LATE = "handful_too_late"
    HANDFUL_SIZE = "handful_size"
    HANDFUL_NOT_HELD = "handful_not_held"
    HANDFUL_EXCUSE = "handful_excuse"
    MISERE_NOT_ALLOWED = "misere_not_allowed"
    CARD_NOT_HELD = "card_not_held"
    MUST_FOLLOW = "must_follow"
    MUST_TRUMP = "must_trump"
    MUST_OVERTRUMP = "must_overtrump"
    CALLED_SUIT = "called_suit"
    MUST_PLAY_EXCUSE = "must_play_excuse"


class IllegalAction(TarotError):
    """An action the rules refuse. ``params`` holds only what the asking seat may see."""

    def __init__(self, code: Refusal, **params: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.params: Mapping[str, object] = params


class NotYourTurn(IllegalAction):
    """Another seat is to answer."""


class WrongStage(IllegalAction):
    """The question was another one, or there is none."""


class IllegalDeal(IllegalAction):
    """A cut or a dealing of the dog that the rules refuse (rules §2)."""


class IllegalBid(IllegalAction):
    """A bid the auction does not allow (rules §3)."""


class IllegalCall(IllegalAction):
    """A card that may not be called (rules §4)."""


class IllegalDiscard(IllegalAction):
    """A discard, or a slam announcement with it, that the rules refuse (rules §5, §7)."""


class IllegalHandful(IllegalAction):
    """A handful or misère that may not be announced (rules §6, §12)."""


class IllegalPlay(IllegalAction):
    """A card that may not be played now (rules §8.1)."""
