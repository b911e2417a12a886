"""A sound player by rules of thumb, without dice: to the same view it gives the same answer."""

from __future__ import annotations

from tarot_engine.actions import Action, BidOptions, CallOptions, PlayOptions, PrepareOptions
from tarot_engine.errors import Refusal, WrongStage
from tarot_engine.robots.prudent_bid import bid, call
from tarot_engine.robots.prudent_dog import prepare
from tarot_engine.robots.prudent_play import play
from tarot_engine.view import SeatView


def choose_prudent(view: SeatView) -> Action:
    """The answer. Raises WrongStage when nothing is asked of the seat."""
    match view.options:
        case BidOptions() as options:
            return bid(view, options)
        case CallOptions() as options:
            return call(view, options)
        case PrepareOptions() as options:
            return prepare(view, options)
        case PlayOptions() as options:
            return play(view, options)
        case None:
            raise WrongStage(Refusal.WRONG_STAGE)
