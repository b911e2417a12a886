"""The page of a request that nobody can read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import get_template


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, with no second look at the form: Django's own handler asks it for its token, and fails again."""
    return HttpResponseBadRequest(get_template("400.html").render())
