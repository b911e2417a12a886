"""The door for a provider's reports: for the provider that sends our mail, and for nothing else.

Anymail has views for every provider, and for incoming mail. One that is open without its keys is an error for
whoever calls it, so only the one that is needed is routed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

from anymail import urls as anymail_urls
from anymail.signals import AnymailTrackingEvent
from anymail.webhooks.base import AnymailBaseWebhookView
from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import BadRequest, ImproperlyConfigured, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt

logger = logging.getLogger(__name__)

_BACKENDS: Final = "anymail.backends."


class ReportView(AnymailBaseWebhookView):  # type: ignore[misc]  # Anymail has no types
    """In front of a provider's view: what cannot be read is the sender's fault (400), not ours (500)."""

    _has_read = False

    def parse_events(self, request: HttpRequest) -> list[AnymailTrackingEvent]:
        """Reports of mails we sent; Mandrill's view knows incoming mail as well."""
        events = [event for event in super().parse_events(request) if isinstance(event, AnymailTrackingEvent)]
        self._has_read = True
        return events

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Check, read and tell the receivers; raises BadRequest for what is no report."""
        try:
            answer: HttpResponseBase = super().post(request, *args, **kwargs)
        except SuspiciousOperation:  # the wrong secret or signature: a 400 already
            raise
        except Exception as error:
            if self._has_read:  # our own trouble, perhaps the database: the provider shall try again
                raise
            why = str(error) if isinstance(error, ImproperlyConfigured) else type(error).__name__
            logger.warning("A report of %s could not be read: %s", self.esp_name, why)
            raise BadRequest("no report") from None
        return answer


def tracking_urls(backend: str) -> list[URLPattern]:
    """The address for reports of the provider behind this mail backend; none for SMTP and the like."""
    view = _view_behind(backend)
    if view is None:
        return []
    return [path(f"anymail/{_provider_of(backend)}/tracking/", _page(view), name="mail_reports")]


def _provider_of(backend: str) -> str:
    return backend.removeprefix(_BACKENDS).partition(".")[0] if backend.startswith(_BACKENDS) else ""


def _view_behind(backend: str) -> type[ReportView] | None:
    name = f"{_provider_of(backend)}_tracking_webhook"
    view = next((url.callback.view_class for url in anymail_urls.urlpatterns if url.name == name), None)
    return None if view is None else type(view.__name__, (ReportView, view), {})


def _page(view: type[ReportView]) -> Callable[[HttpRequest], HttpResponseBase]:
    answer_of = view.as_view()

    @csrf_exempt
    def reports(request: HttpRequest) -> HttpResponseBase:
        try:
            answer: HttpResponseBase = answer_of(request)
        except ImproperlyConfigured as error:  # a key is missing: `manage.py check` says so too
            logger.error("Reports of the mail provider cannot be taken: %s", error)
            return HttpResponse(status=503)
        return answer

    return reports


@register()
def check_keys(app_configs: Sequence[AppConfig] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Whether the provider's view has the keys that it checks signatures with."""
    view = _view_behind(settings.EMAIL_BACKEND) if settings.WEBHOOK_SECRET else None
    try:
        if view is not None:
            view()
    except ImproperlyConfigured as error:
        return [Error(f"The provider's webhook cannot be used: {error}", id="notifications.E001")]
    return []
