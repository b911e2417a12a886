"""Django application of this folder: system checks, the Celery application, management commands."""

from __future__ import annotations

from django.apps import AppConfig


class Config(AppConfig):
    """Wiring at start."""

    name = "tarot_site.config"
    label = "config"

    def ready(self) -> None:
        """Register the checks, and the Celery application that `shared_task` finds."""
        from tarot_site.config import celery, checks  # noqa: F401
