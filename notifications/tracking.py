"""What a provider tells later of a mail: bounces and complaints, by Anymail's webhook."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from anymail.signals import AnymailTrackingEvent, tracking
from django.dispatch import receiver
from django.utils import timezone

from .delivery import suspend_mail
from .models import Mail, MailEvent

NOTED: Final = frozenset({"bounced", "rejected", "complained", "failed", "deferred", "unsubscribed"})
"""Opening and clicking say nothing about a person, and an automatic answer is not a bounce."""
HARD_REASONS: Final = frozenset({"bounced", "invalid", "spam"})
SOFT_WINDOW: Final = timedelta(days=7)
SOFT_LIMIT: Final = 3


@receiver(tracking, dispatch_uid="notifications.tracking")
def note_provider_event(sender: object, event: AnymailTrackingEvent, esp_name: str, **_: Any) -> None:
    """Write the event down once; suspend the address if it does not exist or its owner complains."""
    if event.event_type not in NOTED:
        return
    mail = _mail_of(event)
    at: datetime = event.timestamp or timezone.now()
    row, is_new = MailEvent.objects.get_or_create(
        esp=esp_name[:30],
        event_id=_id_of(event, at),
        event_type=event.event_type,
        defaults={"mail": mail, "detail": (event.reject_reason or "")[:300], "at": at},
    )
    if is_new and row.mail is not None and _speaks_of_address(event, row.mail, at):
        suspend_mail(row.mail.player, timezone.now())


def _speaks_of_address(event: AnymailTrackingEvent, mail: Mail, at: datetime) -> bool:
    """A complaint, a hard bounce, or the third bounce of any kind in a week."""
    if event.event_type == "complained":
        return True
    if event.event_type not in ("bounced", "rejected") or event.reject_reason not in HARD_REASONS:
        return False
    if event.event_type == "rejected" or not _is_soft(event):
        return True
    recent = MailEvent.objects.filter(mail__player=mail.player, event_type="bounced", at__gt=at - SOFT_WINDOW)
    return recent.count() >= SOFT_LIMIT


def _is_soft(event: AnymailTrackingEvent) -> bool:
    """A full or resting mailbox: some providers call that a bounce as well."""
    raw = event.esp_event if isinstance(event.esp_event, dict) else {}
    words = f"{raw.get('Type', '')} {event.description or ''}".lower()
    return "soft" in words or (event.mta_response or "").lstrip("smtp; ").startswith("4")


def _id_of(event: AnymailTrackingEvent, at: datetime) -> str:
    """The provider's id of the event, or else what tells it from another: message and moment."""
    return (event.event_id or f"{event.message_id}@{at.isoformat()}")[:200]


def _mail_of(event: AnymailTrackingEvent) -> Mail | None:
    """By our own mark if the provider gives it back, else by the id it gave the message."""
    try:
        uid = UUID(str((event.metadata or {}).get("mail", "")))
    except ValueError:
        if not event.message_id:
            return None
        return Mail.objects.filter(provider_id=event.message_id).select_related("player").first()
    return Mail.objects.filter(uid=uid).select_related("player").first()
