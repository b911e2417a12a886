"""What every page of a table and of a link tells browsers, caches and search engines."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")
Handler = Callable[Concatenate[HttpRequest, P], HttpResponse]

LINK_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)


def private_page(handler: Handler[P]) -> Handler[P]:
    """Never stored by anybody, never indexed: the page shows a hand, and its address may be a key."""

    @wraps(handler)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = handler(request, *args, **kwargs)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Content-Security-Policy"] = LINK_POLICY
        response.headers["X-Frame-Options"] = "DENY"
        return response

    return guarded


def link_page(handler: Handler[P]) -> Handler[P]:
    """A private page whose token is the whole authority: its seat's language counts, no sign-in."""
    guarded = private_page(handler)
    guarded.is_link_page = True  # type: ignore[attr-defined]
    return guarded
