"""Coming back to a paused game or to a seat that a robot holds; taking an answer back; the language."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest

from tarot_site.games.errors import SeatUnavailable, StaleTurn, WrongStatus
from tarot_site.games.models import Door, Seat
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


def withdraw(seat: Seat, decision: int | None, now: datetime) -> None:
    """Take back the answer to this decision if nobody has learnt of it; the page then shows how it stands."""
    if decision is not None:
        with suppress(StaleTurn):
            take_back(seat.game_id, seat.number, decision, now=now)


def speak(seat: Seat, language: str) -> None:
    """This seat's person reads that language from now on; one that we do not speak changes nothing."""
    if seat.player_id is not None and language in dict(settings.LANGUAGES):
        Player.objects.filter(pk=seat.player_id).update(language=language)
