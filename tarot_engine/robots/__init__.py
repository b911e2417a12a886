"""Players that see a ``SeatView`` and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from tarot_engine.actions import Action, Options
from tarot_engine.errors import Refusal, WrongStage
from tarot_engine.robots.dice import choose_random
from tarot_engine.robots.expert import choose_expert, choose_steadily
from tarot_engine.robots.expert_search import Clock
from tarot_engine.robots.prudent import choose_prudent
from tarot_engine.robots.simple import choose_simple
from tarot_engine.view import SeatView

Robot = Callable[[SeatView], Action]
ROBOTS: Final[dict[str, Robot]] = {
    "simple": choose_simple,
    "prudent": choose_prudent,
    "expert": choose_steadily,
}
"""The robots by name; each always gives the same answer to the same view."""


def robot_action(name: str, view: SeatView) -> Action:
    """What the robot of this name answers. Raises KeyError for an unknown name, WrongStage when not asked."""
    return ROBOTS[name](view)


def player(name: str, dice: Random, clock: Clock | None = None, budget: float = 1.0) -> Robot:
    """A player by name: ``random`` and ``expert`` use these dice, ``expert`` thinks for ``budget`` seconds.

    Without a clock ``expert`` tries a fixed number of worlds. Raises KeyError for an unknown name.
    """
    if name == "random":
        return lambda view: choose_random(_asked(view), dice)
    if name == "expert":
        return lambda view: choose_expert(view, dice, clock=clock, budget=budget)
    return ROBOTS[name]


def _asked(view: SeatView) -> Options:
    if view.options is None:
        raise WrongStage(Refusal.WRONG_STAGE)
    return view.options
