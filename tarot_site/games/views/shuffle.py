"""The file with which anybody at a table can deal its ended deals again at home (docs/shuffle.md)."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from tarot_site.games.links import Link, LinkPurpose
from tarot_site.games.models import Game, Seat
from tarot_site.games.queries import load_shuffle
from tarot_site.players.models import Player

from .headers import private_page
from .links import opened
from .table import own_seat


@private_page
@require_safe
@login_required
def table_shuffle(request: HttpRequest, public_id: str) -> HttpResponse:
    """For the person signed in who has a seat there."""
    return _file(own_seat(cast(Player, request.user), public_id).game)


@opened(LinkPurpose.TABLE, ("GET", "HEAD"))
def shown_shuffle(request: HttpRequest, link: Link, seat: Seat) -> HttpResponse:
    """For whoever holds the seat's table link, of any deal: nothing in the file is hidden from anybody."""
    return _file(seat.game)


def _file(game: Game) -> HttpResponse:
    response = JsonResponse(load_shuffle(game), json_dumps_params={"ensure_ascii": False})
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(game.public_id)}"'
    return response


def file_name(public_id: str) -> str:
    """What the file is called where it is saved."""
    return f"pli-{public_id}.json"
