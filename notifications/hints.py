"""Telling Celery that mails wait. The sweep finds them anyway, so nothing here may fail a move."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from . import tasks
from .models import Mail, MailState

logger = logging.getLogger(__name__)


def hint_game(game_id: int, now: datetime) -> None:
    """Ask a worker to send the due mails of one game. Call it after the commit."""
    rows = Mail.objects.filter(game_id=game_id, state=MailState.PENDING, next_attempt_at__lte=now)
    _publish(list(rows.values_list("pk", flat=True)))


def hint_game_after_commit(game_id: int, now: datetime) -> None:
    """The same once the transaction that is open now has committed."""
    transaction.on_commit(lambda: hint_game(game_id, now), robust=True)


def hint_mail_after_commit(mail_id: int) -> None:
    """The same for one row."""
    transaction.on_commit(lambda: _publish([mail_id]), robust=True)


def _publish(mail_ids: list[int]) -> None:
    if not mail_ids:
        return
    try:
        tasks.send_mails.delay(mail_ids)
    except Exception as error:  # whatever a broker may raise
        logger.warning("No worker could be told of %d mails: %s", len(mail_ids), type(error).__name__)
