"""`/health/`: whether the database answers and the scheduler is alive (mail-and-tasks §5.2)."""

from __future__ import annotations

from datetime import datetime

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from notifications.models import Heartbeat

STALE_SECONDS = 180.0


def health_report(now: datetime) -> dict[str, object]:
    """`ok`, whether the database answers, the age of the latest heartbeat in seconds (None: never one)."""
    try:
        latest = Heartbeat.objects.order_by("-at").values_list("at", flat=True).first()
    except DatabaseError:
        return {"ok": False, "database": False, "heartbeat_age": None}
    age = None if latest is None else round((now - latest).total_seconds(), 1)
    return {"ok": age is not None and age < STALE_SECONDS, "database": True, "heartbeat_age": age}


@never_cache
@require_safe
def health_page(request: HttpRequest) -> JsonResponse:
    """The report as JSON: 200, or 503 when something is wrong."""
    report = health_report(timezone.now())
    return JsonResponse(report, status=200 if report["ok"] else 503)


health_page.is_link_page = True  # type: ignore[attr-defined]  # it asks for no session (config.middleware)
