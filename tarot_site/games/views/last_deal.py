"""The button that makes the deal being played the last one, where no number of deals is fixed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from tarot_site.games.errors import DealHasPassed, EndIsFixed, SeatUnavailable, WrongStatus
from tarot_site.games.last_deal import is_open_ended, may_announce
from tarot_site.games.models import Door, GameStatus, Seat
from tarot_site.games.queries import LoadedTable
from tarot_site.games.services import announce_last_deal

MOST_DIGITS: Final = 9
OUTCOMES: Final = {
    "said": gettext_lazy("C'est annoncé à toute la table\u202f: cette donne sera la dernière."),
    "late": gettext_lazy("La donne que vous vouliez finir est passée\u202f: rien n'a changé."),
    "stopped": gettext_lazy("La partie n'est pas en cours\u202f: rien n'a changé."),
    "fixed": gettext_lazy("Cette partie a un nombre de donnes fixé\u202f: elle s'arrête d'elle-même."),
    "held": gettext_lazy("Un robot tient votre place\u202f: reprenez-la, puis annoncez la dernière donne."),
}
"""What became of a press, by the word that the next page's address carries."""


def wants_last_deal(request: HttpRequest) -> bool:
    """Whether the button that announces the last deal was pressed."""
    return "last_deal" in request.POST


def announce(request: HttpRequest, seat: Seat, now: datetime, door: Door) -> str:
    """Announce it for this seat; the query of the page to show next. A second press changes nothing."""
    try:
        announce_last_deal(seat.game_id, seat.number, _deal(request), now, door=door)
    except DealHasPassed:
        return "last=late"
    except WrongStatus:
        return "last=stopped"
    except EndIsFixed:
        return "last=fixed"
    except SeatUnavailable:
        return "last=held"
    return "last=said"


def _deal(request: HttpRequest) -> int:
    """The deal that the form names, 0 (none) for nonsense."""
    text = request.POST.get("deal", "")
    return int(text) if len(text) <= MOST_DIGITS and text.isascii() and text.isdigit() else 0


def outcome_text(request: HttpRequest, table: LoadedTable) -> str:
    """What the page says after the redirect that followed a press, "" without one.

    An address can be typed: that the last deal is announced is said only where it is.
    """
    outcome = request.GET.get("last", "")
    if outcome == "said" and not (table.view.is_last_deal and is_open_ended(table.view.rules)):
        return ""
    return str(OUTCOMES.get(outcome, ""))


@dataclass(frozen=True, slots=True)
class LastDealForm:
    """The form of the button: ``deal`` is the seed index of the deal it would end, ``number`` its number."""

    deal: int
    number: int


def last_deal_form(table: LoadedTable) -> LastDealForm | None:
    """The button of this reader, None where there is nothing to announce."""
    view = table.view
    if view.seat is None or view.is_last_deal or not is_open_ended(view.rules):
        return None
    if table.game.status != GameStatus.RUNNING or not may_announce(table.seats[view.seat]):
        return None
    return LastDealForm(view.seed_index, view.number)
