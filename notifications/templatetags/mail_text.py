"""Filters for mail templates."""

from __future__ import annotations

from django.template import Library

from notifications.table_mail import signed

register = Library()
register.filter("signed", signed)
