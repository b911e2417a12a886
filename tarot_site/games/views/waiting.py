"""A table that waits for its guests, as its maker sees it: who has come, and what to do about the others."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarot_site.games.errors import (
    AlreadySeated,
    InvitationDeclined,
    SeatUnavailable,
    TooManyInvitations,
    WrongStatus,
)
from tarot_site.games.forms import InviteAgainForm, too_many_text
from tarot_site.games.models import Door, Game, GameStatus, Seat, SeatKind
from tarot_site.games.services import cancel_game, invite_again, start_now
from tarot_site.players.models import Player


@never_cache
@login_required
def waiting_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """GET shows the places; POST does one ``do``: invite, start or cancel. For the table's maker only."""
    game = get_object_or_404(Game, public_id=public_id, created_by=request.user)
    if game.status != GameStatus.WAITING:
        return redirect(game)
    doing = {"invite": _invite, "start": _start, "cancel": _cancel}.get(request.POST.get("do", ""))
    if request.method != "POST" or doing is None:
        return _show(request, game, InviteAgainForm(), 200)
    try:
        return doing(request, game)
    except (SeatUnavailable, WrongStatus):  # somebody answered in the meantime
        return redirect("games:waiting", public_id=public_id)


def _invite(request: HttpRequest, game: Game) -> HttpResponse:
    form = InviteAgainForm(request.POST)
    if not form.is_valid():
        return _show(request, game, form, 400)
    seat = get_object_or_404(Seat, game=game, number=form.cleaned_data["seat"])
    try:
        invite_again(seat.pk, form.cleaned_data["address"], now=timezone.now())
    except AlreadySeated:
        form.add_error("address", _("Cette adresse est déjà invitée\u202f: une place par personne."))
    except InvitationDeclined:
        form.add_error(
            "address", _("Cette adresse a décliné l'invitation à cette table\u202f: donnez-en une autre.")
        )
    except TooManyInvitations as refusal:
        form.add_error("address", too_many_text(refusal))
    if form.errors:
        return _show(request, game, form, 400)
    messages.success(request, _("L'invitation part par mail."))
    return redirect("games:waiting", public_id=game.public_id)


def _start(request: HttpRequest, game: Game) -> HttpResponse:
    start_now(game.pk, _maker(request), timezone.now())
    messages.success(request, _("La partie commence."))
    return redirect(game)


def _cancel(request: HttpRequest, game: Game) -> HttpResponse:
    waiting = (GameStatus.WAITING,)
    cancel_game(game.pk, _maker(request), timezone.now(), door=Door.PAGE, only_in=waiting)
    messages.success(request, _("La table est fermée."))
    return redirect("games:home")


def _maker(request: HttpRequest) -> Player:
    return cast(Player, request.user)


def _show(request: HttpRequest, game: Game, form: InviteAgainForm, status: int) -> HttpResponse:
    seats = list(game.seats.all())
    places = [
        {
            "number": seat.number,
            "name": _name(seat, game),
            "state": _state(seat),
            "is_free": seat.taken_at is None,
            "form": form if form.is_bound and form.data.get("seat") == str(seat.number) else None,
        }
        for seat in seats
    ]
    missing = sum(seat.taken_at is None for seat in seats)
    context = {"table": game.name, "places": places, "missing": missing}
    return render(request, "games/waiting.html", context, status=status)


def _name(seat: Seat, game: Game) -> str:
    if seat.player_id == game.created_by_id:
        return _("%(name)s (vous)") % {"name": seat.name}
    return seat.name or _("Personne invitée")


def _state(seat: Seat) -> str:
    """What is known of a place; never an address, not even the one its maker typed."""
    if seat.kind == SeatKind.ROBOT:
        return _("robot")
    if seat.taken_at is not None:
        return _("à table")
    return _("invitation envoyée") if seat.invited_address else _("a décliné")
