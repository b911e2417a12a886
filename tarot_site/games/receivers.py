"""Telling Celery that a robot has to think. The sweep finds its game anyway: nothing here may fail a move."""

from __future__ import annotations

import logging
from typing import Any, Final

from django.dispatch import receiver

from . import tasks
from .signals import game_advanced
from .thinking import waits_for_thought

logger = logging.getLogger(__name__)
HINT_SECONDS: Final = 60
"""A hint that no worker took for so long is void: the sweeps have sent another."""


@receiver(game_advanced, dispatch_uid="games.think")
def hint_thinkers(sender: object, game_id: int, **_: Any) -> None:
    """After the commit: a worker may think now."""
    try:
        if waits_for_thought(game_id):
            tasks.think.apply_async((game_id,), expires=HINT_SECONDS)
    except Exception as error:  # whatever a broker may raise
        logger.warning("No worker could be told to think in game %s: %s", game_id, type(error).__name__)
