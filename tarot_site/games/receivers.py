"""Telling Celery that something is to do: a robot thinks, a noted answer enters the log at its time.

The sweeps find it anyway: nothing here may fail a move.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any, Final

from django.dispatch import receiver

from . import tasks
from .signals import answer_noted, game_advanced
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


@receiver(answer_noted, dispatch_uid="games.enter")
def hint_entry(sender: object, effective_at: datetime, **_: Any) -> None:
    """After the commit: a worker may look again when the time to take the answer back is over."""
    try:
        expires = effective_at + timedelta(seconds=HINT_SECONDS)
        tasks.sweep_games.apply_async(eta=effective_at, expires=expires)
    except Exception as error:  # whatever a broker may raise
        logger.warning("No worker could be told of a noted answer: %s", type(error).__name__)
