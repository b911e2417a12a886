"""Django application of this folder."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Config(AppConfig):
    """Registers the models under the label ``players``."""

    name = "tarot_site.players"
    label = "players"
    verbose_name = _("Joueurs")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        from . import receivers  # noqa: F401
