"""Sign-in mails go through the ledger like all others; the code in them is sealed until it is mailed."""

from __future__ import annotations

import uuid
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.utils import timezone, translation

from tarot_site.players.models import Player, clean_address

from . import kinds as k
from .hints import hint_mail_after_commit
from .ledger import seal_secret
from .models import Mail


class LedgerAccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """How sign-in speaks to people."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Owe a mail with ``context["code"]``: every mail of a sign-in without password has one.

        Known people read it in their language, others in that of the page they asked on.
        """
        address = clean_address(email)
        player = Player.objects.filter(email=address).first()
        now = timezone.now()
        mail = Mail(
            key=f"code:{uuid.uuid4().hex}",
            kinds=[k.SIGN_IN_CODE],
            player=player,
            address=address,
            language=player.language if player and player.last_login else translation.get_language() or "fr",
            created_at=now,
            next_attempt_at=now,
        )
        seal_secret(mail, {"code": str(context["code"])})
        mail.save()
        hint_mail_after_commit(mail.pk)
