"""A sound player by rules of thumb, without dice: to the same view it gives the same answer."""

from __future__ import annotations

from tarot_engine.actions import (
    Action,
    BidOptions,
    CallOptions,
    CutOptions,
    DealOutOptions,
    PlayOptions,
    PrepareOptions,
)
from tarot_engine.defaults import default_for
from tarot_engine.robots.prudent_bid import bid, call
from tarot_engine.robots.prudent_dog import prepare
from tarot_engine.robots.prudent_play import play
from tarot_engine.view import SeatView


def choose_prudent(view: SeatView) -> Action:
    """The answer. Raises WrongStage when nothing is asked of the seat."""
    match view.options:
        case CutOptions() | DealOutOptions():
            return default_for(view)
        case BidOptions() as options:
            return bid(view, options)
        case CallOptions() as options:
            return call(view, options)
        case PrepareOptions() as options:
            return prepare(view, options)
        case PlayOptions() as options:
            return play(view, options)
        case _:
            return default_for(view)
