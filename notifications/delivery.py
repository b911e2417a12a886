"""From a due row to a sent mail: claim, look again, render, send, write down the answer.

No transaction is open while a server is asked: on SQLite it would hold the only write lock.
"""

from __future__ import annotations

import logging
import random
import time
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from tarot_site.games.errors import VaultError
from tarot_site.games.models import Seat
from tarot_site.players.models import Player

from . import ledger
from .ledger import Dice
from .mails import render
from .models import Mail
from .relevance import kinds_still_owed, reason_to_drop, silent_among, waits_until
from .transport import NotSent, Rendered, send

logger = logging.getLogger(__name__)

BATCH: Final = 100
"""Mails tried in one sweep: the next one is half a minute away."""
PATIENCE_SECONDS: Final = 45.0
"""After this long a batch leaves the rest to the next one, well inside the task's time limit."""


def sweep_mails(now: datetime, dice: Dice = random.random) -> Counter[str]:
    """Try every mail that is due at ``now``, and erase old bodies. Counts what became of them."""
    outcomes = deliver_all(ledger.due_ids(now, BATCH), now, dice)
    outcomes["erased"] = ledger.erase_old(now)
    return outcomes


def deliver_all(mail_ids: Iterable[int], now: datetime, dice: Dice = random.random) -> Counter[str]:
    """Try these mails one after the other over one connection; stops when the server cannot be reached."""
    outcomes: Counter[str] = Counter()
    started = time.monotonic()
    connection = get_connection()
    try:
        for mail_id in mail_ids:
            elapsed = time.monotonic() - started
            if elapsed > PATIENCE_SECONDS or outcomes["unreachable"]:
                break
            outcomes[deliver(mail_id, now + timedelta(seconds=int(elapsed)), connection, dice)] += 1
    finally:
        connection.close()
    return outcomes


def deliver(mail_id: int, now: datetime, connection: BaseEmailBackend, dice: Dice = random.random) -> str:
    """One try of one mail; says what became of it. A row that is not to be claimed now is left alone."""
    mail = ledger.claim(mail_id, now)
    if mail is None:
        return "not_due"
    if until := waits_until(mail, now):
        ledger.put_off(mail, until)
        return "put_off"
    try:
        rendered = prepare(mail, now)
    except Exception as error:
        # Our own fault, and perhaps only at this position of this game: try again, then show it as failed.
        logger.exception("Mail %s cannot be written.", mail.pk)
        return "postponed" if ledger.postpone(mail, type(error).__name__, now, dice) else "failed"
    return "dropped" if rendered is None else _send(mail, rendered, now, connection, dice)


def prepare(mail: Mail, now: datetime) -> Rendered | None:
    """The message to send: as sealed at an earlier try while that is still true, else rendered now.

    None if the row was dropped, because nothing in it concerns its reader any more.
    """
    seat = _seat_of(mail)
    if why := reason_to_drop(mail, seat, silent_among([mail])):
        ledger.finish_dropped(mail, why, now)
        return None
    kinds = kinds_still_owed(mail, seat, now)
    if not kinds:
        ledger.finish_dropped(mail, "no longer true", now)
        return None
    revoked = seat is not None and mail.params.get("epoch") != seat.link_epoch  # its links open nothing now
    earlier = None if revoked or kinds != mail.kinds else _earlier_payload(mail)
    if earlier is not None:
        return earlier
    mail.kinds = kinds
    rendered = render(mail, seat)
    ledger.keep_payload(mail, rendered)
    return rendered


def _earlier_payload(mail: Mail) -> Rendered | None:
    try:
        return ledger.payload_of(mail)
    except VaultError:  # its key has left the ring: it is written again
        return None


def _send(mail: Mail, rendered: Rendered, now: datetime, connection: BaseEmailBackend, dice: Dice) -> str:
    try:
        receipt = send(rendered, connection)
    except NotSent as refusal:
        return _refused(mail, refusal, now, dice)
    ledger.finish_sent(mail, receipt, now)
    return "sent"


def _refused(mail: Mail, refusal: NotSent, now: datetime, dice: Dice) -> str:
    logger.warning("Mail %s was not taken over: %s", mail.pk, refusal.answer)
    if refusal.bad_address and refusal.final:
        suspend_mail(mail.player, now)
    if refusal.final:
        ledger.finish_failed(mail, refusal.answer, now)
        return "failed"
    goes_on = ledger.postpone(mail, refusal.answer, now, dice)
    if refusal.unreachable:
        return "unreachable"
    return "postponed" if goes_on else "failed"


def suspend_mail(player: Player | None, now: datetime) -> None:
    """No more game mails to this person until they say that the address works; sign-in codes still go out."""
    if player is not None:
        Player.objects.filter(pk=player.pk, mail_suspended_at=None).update(mail_suspended_at=now)


def _seat_of(mail: Mail) -> Seat | None:
    if mail.game is None or mail.seat is None:
        return None
    return mail.game.seats.filter(number=mail.seat).select_related("player", "game").first()
