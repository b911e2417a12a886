"""Addresses of this application."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

app_name = "games"
urlpatterns: list[URLPattern | URLResolver] = [
    # The table and its links: views/table.py and views/links.py.
    # My games, new game and invitations.
]
