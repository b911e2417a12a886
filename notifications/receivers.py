"""What the games say, turned into mails owed (design §4)."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.dispatch import receiver
from django.utils import timezone

from tarot_engine import DealAnnulled, DealOpened, DealPassedOut, DealScored, Event, GameOver
from tarot_site.games.models import Game, Seat
from tarot_site.games.signals import (
    Advance,
    fresh_link_asked,
    game_advanced,
    game_advancing,
    reminder_due,
    seats_invited,
)
from tarot_site.players.models import Player

from . import kinds as k
from .hints import hint_game, hint_game_after_commit
from .owing import Debt, note_declined, people_of, write_debts, write_invitation

logger = logging.getLogger(__name__)

TABLE_KINDS: Final = {
    "table_paused": k.PAUSED,
    "table_resumed": k.RESUMED,
    "table_cancelled": k.CANCELLED,
    "table_archived": k.ARCHIVED,
}
DECLINED: Final = "table_seat_declined"
FRESH_LINK_SECONDS: Final = 600
"""A person may ask for a fresh link once in this time."""


@receiver(game_advancing, dispatch_uid="notifications.owe")
def owe_mails(sender: object, advance: Advance, **_: Any) -> None:
    """Write down, in the transaction of the step, one mail at most per person."""
    for fact in advance.facts:
        if fact.kind == DECLINED:
            note_declined(advance.game, fact.data["seat"])
    for_all = set(_kinds_for_all(advance))
    asked = dict(advance.asked)
    if not (for_all or asked or advance.missed or DECLINED in advance.table_kinds):
        return
    ended = sum(k.DEAL_OVER in _kinds_of(event) for event in advance.events)
    debts = []
    for seat in people_of(advance.game):
        kinds = for_all | _kinds_for_seat(seat, advance)
        debt = Debt(seat, kinds, asked.get(seat.number), ended)
        if debt.kinds and seat.wants_mail:
            debts.append(debt)
    write_debts(advance.game, debts, seq=advance.last_seq, now=advance.now)


@receiver(game_advanced, dispatch_uid="notifications.hint")
def hint_workers(sender: object, game_id: int, **_: Any) -> None:
    """After the commit: a worker may look now."""
    try:
        hint_game(game_id, timezone.now())
    except Exception:
        logger.exception("No hint for game %s; the sweep will find its mails.", game_id)


@receiver(seats_invited, dispatch_uid="notifications.invite")
def owe_invitations(sender: object, seat_ids: Iterable[int], now: datetime, **_: Any) -> None:
    """One invitation to each of these seats. A stranger is written to in the language of who invites."""
    seats = Seat.objects.filter(pk__in=list(seat_ids)).select_related("game__created_by", "player")
    known = {p.email: p for p in Player.objects.filter(email__in=[s.invited_address for s in seats])}
    for seat in seats:
        reader = known.get(seat.invited_address)
        model = reader or seat.game.created_by
        language, zone = (model.language, model.zone) if model else ("fr", "Europe/Paris")
        write_invitation(seat, reader=reader, language=language, zone=zone, now=now)
    for game_id in {seat.game_id for seat in seats}:
        hint_game_after_commit(game_id, now)


@receiver(reminder_due, dispatch_uid="notifications.remind")
def owe_reminder(sender: object, game_id: int, seat: int, decision: int, now: datetime, **_: Any) -> None:
    """Half of the time is over: the turn mail once more, saying what happens without an answer."""
    key = f"reminder:{game_id}:{seat}:{decision}"
    _owe_one(game_id, seat, k.REMINDER, decision, key=key, now=now)


@receiver(fresh_link_asked, dispatch_uid="notifications.fresh")
def owe_fresh_link(sender: object, game_id: int, seat: int, now: datetime, **_: Any) -> None:
    """The person of the seat asked for a mail with links that count now."""
    key = f"fresh:{game_id}:{seat}:{int(now.timestamp()) // FRESH_LINK_SECONDS}"
    _owe_one(game_id, seat, k.FRESH_LINK, None, key=key, now=now)


def _owe_one(game_id: int, number: int, kind: str, decision: int | None, *, key: str, now: datetime) -> None:
    game = Game.objects.get(pk=game_id)
    for seat in people_of(game):
        asks = kind == k.FRESH_LINK
        if seat.number == number and (seat.wants_mail or asks):
            write_debts(game, [Debt(seat, {kind}, decision)], seq=game.seq, now=now, key=key)
            hint_game_after_commit(game_id, now)


def _kinds_for_all(advance: Advance) -> Iterable[str]:
    for event in advance.events:
        yield from _kinds_of(event)
    for name in advance.table_kinds:
        if name in TABLE_KINDS:
            yield TABLE_KINDS[name]


def _kinds_of(event: Event) -> tuple[str, ...]:
    match event:
        case DealScored() | DealPassedOut() | DealAnnulled():
            return (k.DEAL_OVER,)
        case DealOpened():
            return (k.DEAL_OPENED,)
        case GameOver():
            return (k.GAME_OVER,)
        case _:
            return ()


def _kinds_for_seat(seat: Seat, advance: Advance) -> set[str]:
    kinds = set()
    if seat.number in dict(advance.asked):
        kinds.add(k.YOUR_TURN)
    if seat.number in advance.missed:
        kinds |= {k.DEFAULT_TAKEN, k.SEAT_HELD} if seat.held_by_robot else {k.DEFAULT_TAKEN}
    if DECLINED in advance.table_kinds and seat.player_id == advance.game.created_by_id:
        kinds.add(k.DECLINED)
    return kinds
