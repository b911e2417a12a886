"""Django application of this folder."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Config(AppConfig):
    """Registers the models under the label ``games``."""

    name = "tarot_site.games"
    label = "games"
    verbose_name = _("Parties")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have a worker told when a game waits for a robot that thinks."""
        from . import receivers  # noqa: F401
