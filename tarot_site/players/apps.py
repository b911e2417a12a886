"""Django application of this folder."""

from __future__ import annotations

from django.apps import AppConfig


class Config(AppConfig):
    """Registers the models under the label ``players``."""

    name = "tarot_site.players"
    label = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        from . import receivers  # noqa: F401
