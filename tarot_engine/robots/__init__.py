"""Players that see a ``SeatView`` and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tarot_engine.actions import Action
from tarot_engine.robots.prudent import choose_prudent
from tarot_engine.robots.simple import choose_simple
from tarot_engine.view import SeatView

ROBOTS: Final[dict[str, Callable[[SeatView], Action]]] = {
    "simple": choose_simple,
    "prudent": choose_prudent,
}
"""The robots by name."""


def robot_action(name: str, view: SeatView) -> Action:
    """What the robot of this name answers. Raises KeyError for an unknown name, WrongStage when not asked."""
    return ROBOTS[name](view)
