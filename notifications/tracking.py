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
POSSIBLE_YEARS: Final = range(2000, 3000)


@receiver(tracking, dispatch_uid="notifications.tracking")
def note_provider_event(sender: object, event: AnymailTrackingEvent, esp_name: str, **_: Any) -> None:
    """Write the event down once; suspend the address if it does not exist or its owner complains."""
    if event.event_type not in NOTED:
        return
    mail = _mail_of(event)
    at = _moment_of(event)
    row, is_new = MailEvent.objects.get_or_create(
        esp=esp_name[:30],
        event_id=_id_of(event, at),
        event_type=event.event_type,
        defaults={"mail": mail, "detail": _text(event.reject_reason)[:300], "at": at},
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
    return "soft" in words or _text(event.mta_response).lstrip("smtp; ").startswith("4")


def _text(value: object) -> str:
    """What a provider wrote, as any database takes it: no NUL, no half of a character."""
    text = "" if value is None else str(value)
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def _moment_of(event: AnymailTrackingEvent) -> datetime:
    """When it happened; now, if the provider's own time is none that can be reckoned with."""
    at = event.timestamp
    if isinstance(at, datetime) and timezone.is_aware(at) and at.year in POSSIBLE_YEARS:
        return at
    return timezone.now()


def _id_of(event: AnymailTrackingEvent, at: datetime) -> str:
    """The provider's id of the event, or else what tells it from another: message and moment."""
    return _text(event.event_id or f"{event.message_id}@{at.isoformat()}")[:200]


def _mail_of(event: AnymailTrackingEvent) -> Mail | None:
    """By our own mark if the provider gives it back, else by the id it gave the message."""
    metadata = event.metadata if isinstance(event.metadata, dict) else {}
    mails = Mail.objects.select_related("player")
    try:
        return mails.filter(uid=UUID(_text(metadata.get("mail")))).first()
    except ValueError:
        message_id = _text(event.message_id)
        return mails.filter(provider_id=message_id).first() if message_id else None
