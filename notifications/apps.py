"""Django application of this folder."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Config(AppConfig):
    """Registers the models under the label ``notifications``."""

    name = "notifications"
    label = "notifications"
    verbose_name = _("Mails")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to the games and to the providers; have due mails tried, and old rows deleted."""
        from tarot_site.games.periodic import register_sweep

        from . import receivers, tracking, webhooks  # noqa: F401
        from .delivery import sweep_mails
        from .retention import purge

        register_sweep("mails", sweep_mails)
        register_sweep("purge", purge)
