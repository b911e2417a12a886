"""Tasks are hints to look at the database now; the work is a plain function of the time."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from . import clock


@shared_task(name="tarot_site.games.tasks.sweep_games", ignore_result=True)
def sweep_games() -> None:
    """Whatever is due in all games now."""
    clock.sweep_games(timezone.now())
