"""A new game: three addresses or robots (design §4, guest seats)."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from datetime import datetime
from typing import cast
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tarot_site.games.errors import AlreadySeated, TooManyInvitations
from tarot_site.games.forms import OTHER_SEATS, NewGameForm, SeatForm, check_table, too_many_text
from tarot_site.games.models import Game, GameStatus, SeatKind
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.games.store import new_chain
from tarot_site.players.models import Player
from tarot_site.players.zones import known_zone


@never_cache
@login_required
def new_game_page(request: HttpRequest) -> HttpResponse:
    """GET shows the form; POST makes the game and owes the invitations."""
    player = cast(Player, request.user)
    data = request.POST if request.method == "POST" else None
    form = NewGameForm(data, initial=_initial(player, timezone.now()))
    seats = [SeatForm(data, prefix=f"seat{number}") for number in range(1, OTHER_SEATS + 1)]
    once = request.POST.get("once") or secrets.token_urlsafe(9)
    if data is not None:
        if made := _made(player, once):
            return redirect("games:waiting", public_id=made.public_id)
        if game := _make(player, form, seats, once):
            messages.success(request, _done(game, seats))
            return (
                redirect(game)
                if game.status != GameStatus.WAITING
                else redirect("games:waiting", game.public_id)
            )
    context = {"form": form, "seats": seats, "once": once}
    return render(request, "games/new_game.html", context, status=200 if data is None else 400)


def _initial(player: Player, now: datetime) -> dict[str, str]:
    weekday = format_date(now.astimezone(ZoneInfo(known_zone(player.zone))), "l")
    return {"my_name": player.pseudonym, "name": _("Les copains du %(weekday)s") % {"weekday": weekday}}


def _public_id(player: Player, once: str) -> str:
    """The game's id, drawn from the mark of the page that asks for it: pressed twice, it is the same game."""
    digest = salted_hmac("pli/new-game", f"{player.pk}/{once}", algorithm="sha256").digest()[:16]
    return "g" + urlsafe_b64encode(digest).rstrip(b"=").decode()


def _made(player: Player, once: str) -> Game | None:
    return Game.objects.filter(public_id=_public_id(player, once), created_by=player).first()


def _make(player: Player, form: NewGameForm, seats: list[SeatForm], once: str) -> Game | None:
    """The new game, or None with the reasons in the forms."""
    are_valid = [part.is_valid() for part in (form, *seats)]
    if not check_table(player, form.cleaned_data.get("my_name", ""), seats) or not all(are_valid):
        return None
    words = form.cleaned_data
    mine = SeatRequest(SeatKind.PERSON, player, "", words["my_name"], words["word"])
    try:
        game = create_game(
            name=words["name"],
            creator=player,
            seats=[mine, *(_asked(seat) for seat in seats)],
            deals=words["deals"],
            move_seconds=words["move_seconds"],
            now=timezone.now(),
            chain=new_chain(_public_id(player, once)),
        )
    except TooManyInvitations as refusal:
        form.add_error(None, too_many_text(refusal))
        return None
    except IntegrityError:  # two presses at the same moment
        return _made(player, once)
    except AlreadySeated:
        form.add_error(None, _("Une même personne ne peut pas tenir deux places."))
        return None
    if not player.pseudonym:
        player.pseudonym = words["my_name"]
        player.save(update_fields=["pseudonym"])
    return game


def _asked(seat: SeatForm) -> SeatRequest:
    said = seat.cleaned_data
    return SeatRequest(SeatKind(said["kind"]), None, said["address"], said["name"])


def _done(game: Game, seats: list[SeatForm]) -> str:
    invited = sum(not seat.is_robot for seat in seats)
    if not invited:
        return _("La partie commence.")
    return ngettext(
        "Une invitation part par mail. Nous vous écrirons quand la partie commencera.",
        "%(count)d invitations partent par mail. Nous vous écrirons quand la partie commencera.",
        invited,
    ) % {"count": invited}
