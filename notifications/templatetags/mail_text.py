"""Filters for mail templates."""

from __future__ import annotations

from django.template import Library

from notifications.table_words import you
from tarot_site.games.wording import signed

register = Library()
register.filter("signed", signed)
register.filter("you", you)
