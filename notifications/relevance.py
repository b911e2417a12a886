"""Whether a mail is still worth sending, asked again at the moment it is claimed (design §4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from tarot_site.games.answers import has_come
from tarot_site.games.models import Game, GameStatus, Seat
from tarot_site.players.models import Player

from . import kinds as k
from .blocks import blocked_among
from .models import Mail

CODE_LIFETIME: Final = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
_STATUS: Final = {
    k.PAUSED: GameStatus.PAUSED,
    k.RESUMED: GameStatus.RUNNING,
    k.ARCHIVED: GameStatus.ARCHIVED,
    k.CANCELLED: GameStatus.CANCELLED,
}


def address_of(mail: Mail) -> str:
    """Where the mail goes: to the player's address of today, to the row's if it is no player's."""
    return (mail.player.email if mail.player and mail.game else None) or mail.address


def silent_among(mails: Iterable[Mail]) -> dict[str, str]:
    """Those of their addresses that get no mail about any game, each with the reason."""
    addresses = {address_of(mail) for mail in mails}
    closed = Player.objects.filter(email__in=addresses, is_active=False).values_list("email", flat=True)
    silent = dict.fromkeys((address for address in closed if address), "account closed")
    return {**silent, **dict.fromkeys(blocked_among(addresses), "blocked address")}


def reason_to_drop(mail: Mail, seat: Seat | None, silent: Mapping[str, str]) -> str:
    """Why this mail may not go to this person now; empty if it may. Codes asked for at sign-in always may.

    ``silent`` is what `silent_among` says of this mail and perhaps of others.
    """
    if k.SIGN_IN_CODE in mail.kinds:
        return ""
    if why := silent.get(address_of(mail)):
        return why
    if seat is None:
        return "the seat is gone"
    if k.INVITATION in mail.kinds:
        holds = (seat.invited_address, seat.link_epoch) == (mail.address, mail.params.get("epoch"))
        return "" if holds else "invitation withdrawn"
    if seat.player is None or seat.player_id != mail.player_id:
        return "the seat changed hands"
    if k.FRESH_LINK in mail.kinds:
        return ""
    if not seat.wants_mail:
        return "mails of this game stopped"
    return "address out of reach" if seat.player.mail_suspended_at else ""


def kinds_still_owed(mail: Mail, seat: Seat | None, now: datetime) -> list[str]:
    """The kinds that are still true now; none means that the mail is dropped, not sent."""
    game = mail.game
    if k.SIGN_IN_CODE in mail.kinds:
        return mail.kinds if now < mail.created_at + CODE_LIFETIME else []
    if game is None or seat is None:
        return []
    return [kind for kind in mail.kinds if _is_true(kind, mail, game, seat)]


def waits_until(mail: Mail, now: datetime) -> datetime | None:
    """Until when it cannot be said whether the mail's question is answered: its answer may be taken back.

    Left out meanwhile, the question would be nobody's to mail once the answer is taken back.
    """
    game = mail.game
    if game is None or mail.seat is None or mail.decision is None or k.WITH_QUESTION.isdisjoint(mail.kinds):
        return None
    noted = game.answers.filter(seat=mail.seat, decision=mail.decision, entered_seq=None).first()
    if noted is None or has_come(noted.effective_at, game.due_at, now):
        return None
    return noted.effective_at


def _is_open(mail: Mail, game: Game) -> bool:
    """Whether the question waits for an answer; one that may still be taken back counts as given."""
    if mail.seat is None or mail.decision is None or game.status != GameStatus.RUNNING:
        return False
    if [mail.seat, mail.decision] not in game.turns:
        return False
    return not game.answers.filter(seat=mail.seat, decision=mail.decision).exists()


def _is_true(kind: str, mail: Mail, game: Game, seat: Seat) -> bool:
    if kind in k.WITH_QUESTION:
        return _is_open(mail, game)
    if kind in _STATUS:
        return game.status == _STATUS[kind]
    match kind:
        case k.DEAL_OPENED:
            return game.status == GameStatus.RUNNING and mail.params.get("deal_seq") == game.deal_seq
        case k.SEAT_HELD:
            return seat.held_by_robot
        case k.DECLINED:
            return game.status == GameStatus.WAITING
        case k.INVITATION:
            return game.status == GameStatus.WAITING and seat.taken_at is None
        case _:
            return True
