"""Tasks are hints to look at the database now; the work is a plain function of the time."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from . import clock, thinking

THINK = "tarot_site.games.tasks.think"


@shared_task(name="tarot_site.games.tasks.sweep_games", ignore_result=True)
def sweep_games() -> None:
    """Whatever is due in all games now."""
    clock.sweep_games(timezone.now())


@shared_task(name=THINK, ignore_result=True)
def think(game_id: int) -> None:
    """The thinking robots of this game, if it waits for one now."""
    thinking.think(game_id, timezone.now())
