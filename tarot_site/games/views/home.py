"""The first page: my games, or a welcome to whoever is not signed in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from allauth.account.models import EmailAddress
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tarot_engine import parse_card
from tarot_site.games.links import Link, LinkPurpose, make_link
from tarot_site.games.models import UNFINISHED, GameStatus, Seat, SeatKind
from tarot_site.games.present_cards import present_card
from tarot_site.games.queries import GameLine, my_games
from tarot_site.games.wording_cards import join_words
from tarot_site.games.wording_time import deadline_text
from tarot_site.players.models import Player

WELCOME_CARDS: Final = ("HQ", "SK", "T21", "CN", "EX")


@dataclass(frozen=True, slots=True)
class HomeLine:
    """One row: a game or an invitation."""

    url: str
    title: str
    text: str
    badge: str = ""
    is_mine: bool = False  # it waits for the reader


@dataclass(frozen=True, slots=True)
class HomePart:
    """Rows under one heading."""

    title: str
    lines: tuple[HomeLine, ...]


@never_cache
@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    """My games and invitations, at most six queries; a welcome page without an account."""
    if not isinstance(request.user, Player):
        faces = [present_card(parse_card(code)) for code in WELCOME_CARDS]
        return render(request, "games/welcome.html", {"faces": faces})
    return render(request, "games/home.html", {"parts": list(_parts(request.user))})


def _parts(player: Player) -> Iterator[HomePart]:
    games = my_games(player)
    going_on = [line for line in games if line.game.status in UNFINISHED]
    mine = [line for line in going_on if line.is_my_turn]
    others = [line for line in going_on if not line.is_my_turn]
    deserted = _deserted(player)
    finished = [line for line in games if line.game.status not in UNFINISHED]
    for title, lines in (
        (_("À vous de jouer"), [_mine(line, player) for line in mine]),
        (_("Invitations"), [_invitation(seat) for seat in _invitations(player)]),
        (_("En cours"), [_going_on(line, player, deserted) for line in others]),
        (_("Terminées"), [_finished(line) for line in finished]),
    ):
        if lines:
            yield HomePart(title, tuple(lines))


def _invitations(player: Player) -> Iterable[Seat]:
    """Places kept for an address that this player has proved to be theirs."""
    proved = EmailAddress.objects.filter(user=player, verified=True).values("email")
    seats = Seat.objects.filter(invited_address__in=proved, taken_at=None, game__status=GameStatus.WAITING)
    return seats.select_related("game__created_by").order_by("-invited_at")


def _invitation(seat: Seat) -> HomeLine:
    link = Link(LinkPurpose.INVITE, seat.game_id, seat.number, epoch=seat.link_epoch)
    host = seat.game.created_by.pseudonym if seat.game.created_by else ""
    return HomeLine(
        url=reverse("games:invitation", args=[make_link(link)]),
        title=seat.game.name,
        text=_("%(name)s vous garde une place") % {"name": host} if host else _("Une place vous attend"),
        badge=_("Invitation"),
        is_mine=True,
    )


def _mine(line: GameLine, player: Player) -> HomeLine:
    game = line.game
    due = deadline_text(game.due_at, player.zone) if game.due_at else ""
    return HomeLine(
        url=game.get_absolute_url(),
        title=game.name,
        text=_("Donne %(deal)d, à vous %(due)s") % {"deal": game.deal, "due": due},
        badge=_("À vous"),
        is_mine=True,
    )


def _deserted(player: Player) -> frozenset[int]:
    """Tables of this player where somebody has declined, so that it is their turn to invite."""
    free = Seat.objects.filter(kind=SeatKind.PERSON, taken_at=None, invited_address="")
    return frozenset(
        free.filter(game__created_by=player, game__status=GameStatus.WAITING).values_list("game", flat=True)
    )


def _going_on(line: GameLine, player: Player, deserted: frozenset[int]) -> HomeLine:
    game, url = line.game, line.game.get_absolute_url()
    if game.status == GameStatus.WAITING:
        if game.pk in deserted:
            url = reverse("games:waiting", args=[game.public_id])
            text = _("Une personne a décliné : invitez quelqu'un d'autre")
            return HomeLine(url, game.name, text, _("une place libre"), is_mine=True)
        if game.created_by_id == player.pk:
            url = reverse("games:waiting", args=[game.public_id])
        return HomeLine(url, game.name, _("Attend ses joueurs"), _("en attente"))
    if game.status == GameStatus.PAUSED:
        return HomeLine(url, game.name, _("Donne %(deal)d, en pause") % {"deal": game.deal}, _("en pause"))
    if game.status == GameStatus.FROZEN or not line.turn_names:
        return HomeLine(url, game.name, _("Donne %(deal)d") % {"deal": game.deal})
    due = deadline_text(game.due_at, player.zone) if game.due_at and not line.is_robots_turn else ""
    words = {"deal": game.deal, "names": join_words(line.turn_names), "due": due}
    text = _("Donne %(deal)d, on attend %(names)s %(due)s") % words
    badge = _("un robot tient votre place") if line.seat.held_by_robot else ""
    return HomeLine(url, game.name, text.strip(), badge)


def _finished(line: GameLine) -> HomeLine:
    names = join_words(name for name in line.names if name and name != line.seat.name)
    text = _("Avec %(names)s") % {"names": names}
    return HomeLine(line.game.get_absolute_url(), line.game.name, text, str(line.game.get_status_display()))
