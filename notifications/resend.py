"""An operator sends a mail once more: the same row if it never left, a new one if it did."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction

from tarot_site.games.models import Game
from tarot_site.games.operators import note_operator, resent_fact
from tarot_site.players.models import Player

from . import kinds as k
from .hints import hint_mail_after_commit
from .models import Mail, MailState

REPEATED = ("game_id", "seat", "decision", "seq", "player_id", "address", "language", "params", "kinds")


def resend(mail: Mail, operator: Player, now: datetime) -> bool:
    """Owe this mail again, and say so in the log of its game. False if that makes no sense.

    What it says is looked at anew when it is claimed, so a turn that is over is still not announced. A code
    for signing in is asked for again by its reader only: it is erased with its mail.
    """
    is_code = k.SIGN_IN_CODE in mail.kinds
    if mail.state == MailState.SENDING or (is_code and mail.state != MailState.PENDING):
        return False
    with transaction.atomic():
        if mail.game_id is not None:
            # The game first and its mails after it, as every step does: two writers never block each other.
            Game.objects.select_for_update().get(pk=mail.game_id)
        again = _again(mail, now)
        if again is None:
            return False
        if mail.game_id is not None:
            note_operator(mail.game_id, resent_fact(operator, mail.seat), now)
        hint_mail_after_commit(again)
    return True


def _again(mail: Mail, now: datetime) -> int | None:
    """The id of the row to try now; None when a worker was faster."""
    if mail.state in (MailState.SENT, MailState.DROPPED):
        columns = {name: getattr(mail, name) for name in REPEATED}
        return Mail.objects.create(
            key=f"again:{uuid.uuid4().hex}", created_at=now, next_attempt_at=now, **columns
        ).pk
    row = Mail.objects.filter(pk=mail.pk, state=mail.state)
    changed = row.update(
        state=MailState.PENDING, next_attempt_at=now, attempts=0, lease_until=None, erase_after=None
    )
    return mail.pk if changed else None
