"""What is kept how long: old rows of the ledger, people who never came in, sessions that are over.

Nothing that a game, its log or a wish for silence needs is touched: `BlockedAddress` and ``Seat.wants_mail``
know no age. Each batch is a transaction of its own, short enough for SQLite's one write lock. Rows are locked
before they are deleted, so that a resend or a sign-in at the same moment is either seen or comes later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from tarot_site.games.models import UNFINISHED, Game, Seat
from tarot_site.players.models import Player

from .models import Mail, MailEvent, MailState

BATCH: Final = 500
"""Rows deleted in one transaction."""
BATCHES: Final = 10
"""Of each kind of row in one sweep: the next one takes the rest."""
_UNFINISHED_MAIL: Final = Q(state__in=(MailState.PENDING, MailState.SENDING))


def purge(now: datetime) -> Counter[str]:
    """Delete what is older at ``now`` than the settings keep it; how many rows of each kind."""
    forgotten = now - timedelta(days=settings.MAIL_LEDGER_DAYS)
    unused = now - timedelta(days=settings.UNUSED_PLAYER_DAYS)
    done: Counter[str] = Counter()
    done["mails"] = _in_batches(lambda: _delete_mails(forgotten))
    done["provider_events"] = _in_batches(lambda: _delete_strange_events(forgotten))
    done["players"] = _in_batches(lambda: _delete_players(unused))
    done["sessions"] = _in_batches(lambda: _delete_sessions(now))
    return +done


def _in_batches(delete: Callable[[], int]) -> int:
    total = 0
    for _ in range(BATCHES):
        count = delete()
        total += count
        if count < BATCH:
            break
    return total


def old_mails(limit: datetime) -> QuerySet[Mail]:
    """Final rows of games that are over, once the last mail of that game was due before ``limit``.

    As long as a game may go on its rows are what keeps a step from being told twice. ``next_attempt_at`` and
    not ``created_at``: a row that an operator sends again is young again. Rows without a game are codes.
    """
    unfinished = Game.objects.filter(pk=OuterRef("game"), status__in=UNFINISHED)
    alive = Mail.objects.filter(Q(next_attempt_at__gte=limit) | _UNFINISHED_MAIL, game=OuterRef("game"))
    rows = Mail.objects.exclude(_UNFINISHED_MAIL).filter(next_attempt_at__lt=limit)
    return rows.filter(~Exists(unfinished), ~Exists(alive))


def unused_players(limit: datetime) -> QuerySet[Player]:
    """People who are nothing but a code asked for before ``limit`` and never typed in.

    Whoever was written to about a table is kept while the ledger knows it, a closed account for ever: it is
    what keeps its address out. Wishes for silence do not hang on the player.
    """
    mails = Mail.objects.filter(player=OuterRef("pk"))
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    asked_only = Player.objects.filter(
        Exists(addresses),
        ~Exists(addresses.filter(verified=True)),
        date_joined__lt=limit,
        last_login=None,
        pseudonym="",
        is_active=True,
        is_staff=False,
        is_superuser=False,
    )
    return asked_only.filter(
        ~Exists(mails.filter(Q(game__isnull=False) | Q(next_attempt_at__gte=limit) | _UNFINISHED_MAIL)),
        ~Exists(Seat.objects.filter(player=OuterRef("pk"))),
        ~Exists(Game.objects.filter(created_by=OuterRef("pk"))),
    )


@transaction.atomic
def _delete_mails(limit: datetime) -> int:
    """With what providers said of them."""
    ids = list(old_mails(limit).select_for_update(skip_locked=True).values_list("pk", flat=True)[:BATCH])
    Mail.objects.filter(pk__in=ids).delete()
    return len(ids)


@transaction.atomic
def _delete_players(limit: datetime) -> int:
    """With the rows of their codes, which hold the same address."""
    rows = unused_players(limit).select_for_update(skip_locked=True)
    locked = list(rows.values_list("pk", flat=True)[:BATCH])
    # Looked at again: what was tied to them before the lock is seen now. After it, nothing can be: a row that
    # names them waits for this to end, and is refused.
    ids = list(unused_players(limit).filter(pk__in=locked).values_list("pk", flat=True))
    Mail.objects.filter(player__in=ids).delete()
    Player.objects.filter(pk__in=ids).delete()
    return len(ids)


def _delete_strange_events(limit: datetime) -> int:
    """What providers said of mails that are not in the ledger."""
    ids = list(MailEvent.objects.filter(mail=None, at__lt=limit).values_list("pk", flat=True)[:BATCH])
    return MailEvent.objects.filter(pk__in=ids).delete()[0]


def _delete_sessions(now: datetime) -> int:
    """Those that are over and were not prolonged meanwhile. Some hold an address that asked for a code."""
    over = Session.objects.filter(expire_date__lt=now)
    return over.filter(pk__in=list(over.values_list("pk", flat=True)[:BATCH])).delete()[0]
