"""Coming back to a paused game or a held seat; taking an answer back; the language; mail that came back."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tarot_site.games.errors import SeatUnavailable, StaleTurn, WrongStatus
from tarot_site.games.models import Door, Seat
from tarot_site.games.queries import LoadedTable, answered_seq
from tarot_site.games.services import return_to_seat, take_back
from tarot_site.players.models import Player


def wants_to_come_back(request: HttpRequest) -> bool:
    """Whether the button that wakes the game, or takes the seat back, was pressed."""
    return "resume" in request.POST


def come_back(seat: Seat, now: datetime, door: Door) -> str:
    """Wake the game or take the seat back; the query of the page to show next. Too late changes nothing."""
    try:
        return_to_seat(seat.game_id, seat.number, now, door=door)
    except (WrongStatus, SeatUnavailable):
        return "late=1"
    return "resumed=1"


def withdraw(request: HttpRequest, seat: Seat, decision: int | None, now: datetime) -> str:
    """Take back the answer to this decision unless it has been played; the query of the page to show next."""
    outcome = "0" if decision is None else _withdrawn(seat, decision, now)
    return f"back={outcome}&texte=1" if "texte" in request.POST else f"back={outcome}"


def _withdrawn(seat: Seat, decision: int, now: datetime) -> str:
    try:
        take_back(seat.game_id, seat.number, decision, now=now)
    except StaleTurn:
        # Pressed twice, it is still taken back.
        return "1" if answered_seq(seat.game_id, seat.number, decision) is None else "late"
    return "1"


def taken_back_text(request: HttpRequest, table: LoadedTable) -> str:
    """What became of the wish to take an answer back, "" where the page does not follow one."""
    outcome = request.GET.get("back")
    if outcome == "late":
        return _("Trop tard pour reprendre votre réponse\u202f: elle est jouée.")
    return _("Votre réponse est reprise.") if outcome == "1" and table.view.decision is not None else ""


def wants_mail_again(request: HttpRequest) -> bool:
    """Whether the person says that their mailbox takes our mails again."""
    return "retry_mail" in request.POST


def reach_again(seat: Seat) -> str:
    """This seat's person is written to again; the query of the page to show next."""
    if seat.player_id is not None:
        Player.objects.filter(pk=seat.player_id).update(mail_suspended_at=None)
    return "reached=1"


def reached_text(request: HttpRequest, table: LoadedTable) -> str:
    """What follows that wish, "" where it was not uttered or mail was refused again since."""
    if "reached" not in request.GET or table.view.seat is None:
        return ""
    return "" if table.view.seat in table.unreached else _("Nous vous écrirons de nouveau.")


def speak(seat: Seat, language: str) -> None:
    """This seat's person reads that language from now on; one that we do not speak changes nothing."""
    if seat.player_id is not None and language in dict(settings.LANGUAGES):
        Player.objects.filter(pk=seat.player_id).update(language=language)
