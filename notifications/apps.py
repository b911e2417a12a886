"""Django application of this folder."""

from __future__ import annotations

from django.apps import AppConfig


class Config(AppConfig):
    """Registers the models under the label ``notifications``."""

    name = "notifications"
    label = "notifications"
    default_auto_field = "django.db.models.BigAutoField"
