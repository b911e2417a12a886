"""Django application of this folder."""

from __future__ import annotations

from django.apps import AppConfig


class Config(AppConfig):
    """Registers the models under the label ``games``."""

    name = "tarot_site.games"
    label = "games"
    default_auto_field = "django.db.models.BigAutoField"
