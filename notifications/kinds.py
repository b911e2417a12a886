"""What a mail may be about. One mail may carry several kinds: one mail per person per commit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

DEFAULT_TAKEN: Final = "default_taken"
SEAT_HELD: Final = "seat_held"
PAUSED: Final = "paused"
RESUMED: Final = "resumed"
CANCELLED: Final = "cancelled"
ARCHIVED: Final = "archived"
DECLINED: Final = "declined"
DEAL_OVER: Final = "deal_over"
GAME_OVER: Final = "game_over"
DEAL_OPENED: Final = "deal_opened"
REMINDER: Final = "reminder"
FRESH_LINK: Final = "fresh_link"
YOUR_TURN: Final = "your_turn"
INVITATION: Final = "invitation"
SIGN_IN_CODE: Final = "sign_in_code"

ORDER: Final = (
    DEFAULT_TAKEN,
    SEAT_HELD,
    PAUSED,
    RESUMED,
    CANCELLED,
    ARCHIVED,
    DECLINED,
    DEAL_OVER,
    GAME_OVER,
    DEAL_OPENED,
    REMINDER,
    FRESH_LINK,
    YOUR_TURN,
    INVITATION,
    SIGN_IN_CODE,
)
WITH_QUESTION: Final = frozenset({YOUR_TURN, REMINDER})
"""Worth nothing once their decision is answered."""
ALONE: Final = frozenset({INVITATION, SIGN_IN_CODE})
"""Always a mail of their own: no news of a game joins them."""


def in_order(kinds: Iterable[str]) -> list[str]:
    """These kinds, each once, in the order a mail tells them."""
    return sorted(set(kinds), key=ORDER.index)
