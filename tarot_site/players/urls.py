"""Addresses of this application."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

app_name = "players"
urlpatterns: list[URLPattern | URLResolver] = []
