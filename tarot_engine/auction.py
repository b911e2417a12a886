"""Whose turn it is to speak, once each or as long as one raises (rules §3)."""

from __future__ import annotations

from collections.abc import Sequence

from tarot_engine.layout import Seat
from tarot_engine.rules import Contract, Ruleset
from tarot_engine.variants import Auction

Bids = Sequence[Contract | None]
"""The bids in order of speech; None is a pass."""


def next_speaker(rules: Ruleset, dealer: Seat, bids: Bids) -> Seat | None:
    """The seat to speak; None once the auction is over. A garde contre ends it at once."""
    if bids and bids[-1] is Contract.GARDE_CONTRE:
        return None
    if rules.auction is Auction.SINGLE:
        return None if len(bids) == rules.seats else (dealer + 1 + len(bids)) % rules.seats
    return _rising(rules.seats, dealer, bids)[1]


def speakers(rules: Ruleset, dealer: Seat, bids: Bids) -> tuple[Seat, ...]:
    """The seat of each bid."""
    if rules.auction is Auction.SINGLE:
        return tuple((dealer + 1 + i) % rules.seats for i in range(len(bids)))
    return _rising(rules.seats, dealer, bids)[0]


def _rising(seats: int, dealer: Seat, bids: Bids) -> tuple[tuple[Seat, ...], Seat | None]:
    """Who spoke, and who is next: whoever has not passed, until only the best bidder has not."""
    left = [(dealer + 1 + i) % seats for i in range(seats)]
    spoke: list[Seat] = []
    best: Seat | None = None
    for bid in bids:
        seat = left.pop(0)
        spoke.append(seat)
        if bid is not None:
            best = seat
            left.append(seat)
    is_over = not left or left == [best]
    return tuple(spoke), None if is_over else left[0]
