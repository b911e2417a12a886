"""The life of a row: claimed with a lease, finished once, tried again later, erased in the end.

Every change is one conditional UPDATE, so that two workers, a sweep and a hint may look at the same row at
the same time, on any database.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import F, Q, QuerySet

from tarot_site.games.vault import seal, unseal

from .models import Mail, MailState
from .transport import Receipt, Rendered

LEASE: Final = timedelta(seconds=120)
RETRY_MINUTES: Final = (1, 4, 15, 60, 180, 480, 720)
"""Pauses between tries: eight tries in about 24 hours."""
MAX_ATTEMPTS: Final = len(RETRY_MINUTES) + 1
KEEP_IN_MAILBOX: Final = timedelta(days=1)
_PURPOSE: Final = "mail"

Dice = Callable[[], float]


def due_ids(now: datetime, limit: int) -> list[int]:
    """Rows to try now: due ones, and those whose worker never came back. Oldest first."""
    rows = Mail.objects.filter(_claimable(now)).order_by("next_attempt_at", "pk")
    return list(rows.values_list("pk", flat=True)[:limit])


def _claimable(now: datetime) -> Q:
    return Q(state=MailState.PENDING, next_attempt_at__lte=now) | Q(
        state=MailState.SENDING, lease_until__lt=now
    )


def claim(mail_id: int, now: datetime) -> Mail | None:
    """Take the row for LEASE; None if it is not due, finished, or another worker's.

    Taking over a row whose lease ran out counts in ``lost_leases``: that mail may have been sent already.
    One that cost a worker at each try is not tried for ever: it ends as failed.
    """
    lease = now + LEASE
    row = Mail.objects.filter(pk=mail_id)
    taken = row.filter(state=MailState.PENDING, next_attempt_at__lte=now).update(
        state=MailState.SENDING, lease_until=lease, attempts=F("attempts") + 1
    )
    if not taken:
        lost = row.filter(state=MailState.SENDING, lease_until__lt=now)
        lost.filter(attempts__gte=MAX_ATTEMPTS).update(
            state=MailState.FAILED, answer="no worker came back", lease_until=None, sealed=None, secret=None
        )
        taken = lost.update(lease_until=lease, attempts=F("attempts") + 1, lost_leases=F("lost_leases") + 1)
    return row.select_related("game", "player").get() if taken else None


def keep_payload(mail: Mail, rendered: Rendered) -> None:
    """Seal what is about to be sent, so that a second try sends the same."""
    plain = json.dumps(rendered.as_json(), ensure_ascii=False).encode()
    mail.sealed = seal(_PURPOSE, plain, _context(mail, "sealed"))
    message_id = rendered.headers.get("Message-ID", "")
    _held(mail).update(
        sealed=mail.sealed,
        kinds=mail.kinds,
        message_id=message_id,
        address=rendered.to,
        language=mail.language,
        params=mail.params,
    )


def payload_of(mail: Mail) -> Rendered | None:
    """The message as it was, or will be, sent; None before the first claim and after erasing."""
    if mail.sealed is None:
        return None
    plain = unseal(_PURPOSE, bytes(mail.sealed), _context(mail, "sealed"))
    return Rendered(**json.loads(plain))


def seal_secret(mail: Mail, secret: dict[str, str]) -> None:
    """Put into a new row what only its reader may know (a sign-in code)."""
    mail.secret = seal(_PURPOSE, json.dumps(secret).encode(), _context(mail, "secret"))


def secret_of(mail: Mail) -> dict[str, str]:
    """What `seal_secret` put there."""
    assert mail.secret is not None
    found: dict[str, str] = json.loads(unseal(_PURPOSE, bytes(mail.secret), _context(mail, "secret")))
    return found


def finish_sent(mail: Mail, receipt: Receipt, now: datetime) -> None:
    """The server took it over."""
    _finish(
        mail, MailState.SENT, now, sent_at=now, provider_id=receipt.provider_id, answer=receipt.answer[:300]
    )


def finish_dropped(mail: Mail, why: str, now: datetime) -> None:
    """Nobody needs it any more."""
    _finish(mail, MailState.DROPPED, now, answer=why)


def finish_failed(mail: Mail, answer: str, now: datetime) -> None:
    """No further try; the operator sees why."""
    _finish(mail, MailState.FAILED, now, answer=answer[:300])


def postpone(mail: Mail, answer: str, now: datetime, dice: Dice = random.random) -> bool:
    """Another try later, with a pause that grows and a fifth of jitter; False when that was the last one."""
    if mail.attempts >= MAX_ATTEMPTS:
        finish_failed(mail, answer, now)
        return False
    pause = RETRY_MINUTES[mail.attempts - 1] * (0.8 + 0.4 * dice())
    _held(mail).update(
        state=MailState.PENDING,
        lease_until=None,
        next_attempt_at=now + timedelta(minutes=pause),
        answer=answer[:300],
    )
    return True


def put_off(mail: Mail, until: datetime) -> None:
    """Not now: nothing was tried, and nothing goes before ``until``."""
    _held(mail).update(
        state=MailState.PENDING, lease_until=None, next_attempt_at=until, attempts=F("attempts") - 1
    )


def erase_old(now: datetime, limit: int = 200) -> int:
    """Erase bodies kept for the mailbox page; a question still open keeps its mail for another day."""
    erased = 0
    rows = Mail.objects.filter(erase_after__lt=now).select_related("game").defer("sealed", "secret")
    for mail in rows[:limit]:
        if mail.game is not None and [mail.seat, mail.decision] in mail.game.turns:
            Mail.objects.filter(pk=mail.pk).update(erase_after=now + KEEP_IN_MAILBOX)
        else:
            erased += Mail.objects.filter(pk=mail.pk).update(sealed=None, secret=None, erase_after=None)
    return erased


def _finish(mail: Mail, state: MailState, now: datetime, **columns: object) -> None:
    kept = settings.MAILBOX and mail.sealed is not None
    changes: dict[str, object] = {"erase_after": now + KEEP_IN_MAILBOX} if kept else {"sealed": None}
    _held(mail).update(state=state, lease_until=None, secret=None, **changes, **columns)


def _held(mail: Mail) -> QuerySet[Mail]:
    return Mail.objects.filter(pk=mail.pk, state=MailState.SENDING, lease_until=mail.lease_until)


def _context(mail: Mail, column: str) -> tuple[str, ...]:
    return ("notifications_mail", column, str(mail.uid))
