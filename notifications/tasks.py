"""Celery's doors to plain functions. A message is a hint and carries row ids only."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from . import delivery, retention
from .models import Heartbeat


@shared_task
def sweep_mails() -> None:
    """Try whatever is due."""
    delivery.sweep_mails(timezone.now())


@shared_task
def send_mails(mail_ids: list[int]) -> None:
    """Try these rows now, if they are due."""
    delivery.deliver_all(mail_ids, timezone.now())


@shared_task
def purge() -> None:
    """Delete what is kept long enough."""
    retention.purge(timezone.now())


@shared_task
def heartbeat() -> None:
    """Note that the resident scheduler and a worker are alive."""
    Heartbeat.objects.update_or_create(name="beat", defaults={"at": timezone.now()})
