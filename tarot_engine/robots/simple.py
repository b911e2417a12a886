"""The first robot: it bids garde on a strong hand of trumps, and otherwise plays the safe default."""

from __future__ import annotations

from tarot_engine.actions import Action, Bid, BidOptions
from tarot_engine.defaults import default_for
from tarot_engine.rules import Contract
from tarot_engine.view import SeatView

STRONG_TRUMPS = 8


def choose_simple(view: SeatView) -> Action:
    """Garde with at least eight trumps and an oudler where it may be bid, else the default."""
    options = view.options
    if isinstance(options, BidOptions) and Contract.GARDE in options.bids and _is_strong(view):
        return Bid(Contract.GARDE)
    return default_for(view)


def _is_strong(view: SeatView) -> bool:
    return len(view.held.trumps) >= STRONG_TRUMPS and bool(view.held.oudlers)
