"""Mails and people that are old enough to be deleted, or nearly."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client

from notifications import kinds as k
from notifications.models import Mail, MailState
from tarot_site.games.models import Game, GameStatus
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.site.conftest import NOW, days, make_game

LATER = NOW + days(181)
ADDRESS = "once@example.org"


def ended_game(post: Post, status: GameStatus = GameStatus.CANCELLED, *, now: datetime = NOW) -> Game:
    """A game whose mails are sent, and that then ended."""
    game = make_game(now=now, players=list(Player.objects.order_by("pk")[:4]) or None)
    post.sweep(now)
    Game.objects.filter(pk=game.pk).update(status=status)
    return game


def code_only(*, asked: datetime = NOW, **columns: Any) -> Player:
    """Somebody who asked for a code, by the page, at this time, and never typed it in."""
    cache.clear()
    assert Client().post("/accounts/login/code/", {"email": ADDRESS}).status_code == 302
    Session.objects.all().delete()
    Mail.objects.filter(address=ADDRESS).update(
        created_at=asked, next_attempt_at=asked, state=MailState.SENT, secret=None
    )
    Player.objects.filter(email=ADDRESS).update(date_joined=asked, **columns)
    return Player.objects.get(email=ADDRESS)


def mail_to(player: Player, **columns: Any) -> Mail:
    """A final row of the ledger, as old as NOW."""
    fields = {"key": uuid.uuid4().hex, "kinds": [k.SIGN_IN_CODE], "state": MailState.SENT, **columns}
    return Mail.objects.create(
        player=player, address=player.email or "", created_at=NOW, next_attempt_at=NOW, **fields
    )
