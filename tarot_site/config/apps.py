"""Django application of this folder: system checks, the Celery application, management commands."""

from __future__ import annotations

from django.apps import AppConfig


class Config(AppConfig):
    """Wiring at start."""

    name = "tarot_site.config"
    label = "config"

    def ready(self) -> None:
        """Register the checks, the Celery application that `shared_task` finds, and what `tick` does too."""
        from tarot_site.config import celery, checks  # noqa: F401
        from tarot_site.games.periodic import register_sweep
        from tarot_site.players.limits import forget_counters

        register_sweep("limits", forget_counters)
