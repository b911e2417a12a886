"""Sessions of strangers, and the language and the zone of whoever is signed in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

# The keys that Django makes; its column holds no more. A cookie is what its sender likes, a NUL included.
_SESSION_KEY = re.compile(r"[A-Za-z0-9]{8,40}")


class SessionCookieMiddleware:
    """Takes out, before anybody asks for it, a session cookie that is none of ours: nobody is signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if key is not None and not _SESSION_KEY.fullmatch(key):
            del request.COOKIES[settings.SESSION_COOKIE_NAME]
        return self.get_response(request)


class PlayerSettingsMiddleware:
    """Site pages speak the language of the player signed in, at that player's hours.

    A page behind a mail's link is left alone (``is_link_page``): it speaks its seat's language, and neither
    asks for nor touches a session. So is the report on health, which must speak without a database.
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
