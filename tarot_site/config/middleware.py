"""The language and the zone of whoever is signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class PlayerSettingsMiddleware:
    """Site pages speak the language of the player signed in, at that player's hours.

    A page behind a mail's link is left alone (``is_link_page``): it speaks its seat's language, and neither
    asks for nor touches a session.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> None:
        """Activate both once the page is known, over what the browser asked for."""
        if getattr(view, "is_link_page", False) or not request.user.is_authenticated:
            return
        if request.user.language in dict(settings.LANGUAGES):
            translation.activate(request.user.language)
        try:
            timezone.activate(ZoneInfo(request.user.zone))
        except (ZoneInfoNotFoundError, ValueError):
            timezone.activate(settings.TIME_ZONE)
