"""A deal that has ended, from its last stage and the fact that ended it."""

from __future__ import annotations

from typing import Any

from tarot_engine.events import DealAnnulled, DealPassedOut, DealScored
from tarot_engine.stages import Bidding, Deal, Playing
from tarot_engine.state import DealResult, Ending


def void_result(stage: Bidding, event: DealPassedOut | DealAnnulled) -> DealResult:
    """A deal that does not count: all passed, or a lone Petit (rules §2)."""
    annulled = isinstance(event, DealAnnulled)
    return DealResult(
        ending=Ending.PETIT_SEC if annulled else Ending.PASSED_OUT,
        seat=event.seat if isinstance(event, DealAnnulled) else None,
        bids=stage.bids,
        called=None,
        sheet=None,
        discard=None,
        tricks=(),
        piles=() if isinstance(event, DealAnnulled) else event.piles,
        **_common(stage.deal, event),
    )


def scored_result(stage: Playing, event: DealScored) -> DealResult:
    """A deal played to its score."""
    settled = stage.opened.settled
    return DealResult(
        ending=Ending.SCORED,
        seat=None,
        bids=settled.bids,
        called=settled.called,
        sheet=event.sheet,
        discard=event.discard,
        tricks=stage.tricks,
        piles=event.piles,
        announced=stage.announced,
        trumps_shown=stage.opened.trumps_shown,
        **_common(stage.deal, event),
    )


def _common(deal: Deal, event: DealScored | DealPassedOut | DealAnnulled) -> dict[str, Any]:
    """What every result has: which deal it was, and its cards as far as they are public."""
    return {
        "number": deal.number,
        "seed_index": deal.seed_index,
        "dealer": deal.dealer,
        "hands": event.hands,
        "dog": event.dog,
        "seed": event.seed,
        "cut": deal.cut,
        "gaps": deal.gaps,
    }
