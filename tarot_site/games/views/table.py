"""The table at its own address, for the person signed in who has a seat there."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tarot_site.games.errors import LinkMalformed
from tarot_site.games.links import LinkPurpose, parse_link
from tarot_site.games.models import Door, Game, Seat
from tarot_site.games.queries import LoadedTable, load_table, seat_of
from tarot_site.players.models import Player

from .answers import Fate, Reply, give_answer, read_picks
from .headers import private_page
from .last_deal import announce, wants_last_deal
from .returns import come_back, wants_to_come_back, withdraw
from .show import Notice, Reader, query_after, said_for, table_response


@private_page
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def table_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table as the reader's seat sees it. Whoever has no seat there does not learn that it exists."""
    seat = own_seat(cast(Player, request.user), public_id)
    if request.method == "POST":
        return _answer_page(request, seat)
    table = load_table(seat.game_id, seat.number, with_deals="donnes" in request.GET)
    reader = Reader.of(seat, is_site=True)
    return table_response(request, table, reader, said=said_for(request, table), notice=_left_for(request))


def _left_for(request: HttpRequest) -> Notice | None:
    """What the page before left to say, said here once rather than later elsewhere."""
    text = " ".join(str(message) for message in messages.get_messages(request))
    return Notice(text, is_good=True) if text else None


def own_seat(player: Player, public_id: str) -> Seat:
    """The player's seat at this table. Raises Http404, also where there is no such table."""
    game = Game.objects.filter(public_id=public_id).first()
    seat = None if game is None else seat_of(game, player)
    if seat is None:
        raise Http404
    seat.player = player
    return seat


def no_page(request: HttpRequest, rest: str) -> HttpResponse:
    """Nothing is to be found here. Raises Http404."""
    raise Http404


def _answer_page(request: HttpRequest, seat: Seat) -> HttpResponse:
    now = timezone.now()
    if wants_to_come_back(request):
        return HttpResponseRedirect(f"{request.path}?{come_back(seat, now, Door.PAGE)}", status=303)
    if wants_last_deal(request):
        return HttpResponseRedirect(f"{request.path}?{announce(request, seat, now, Door.PAGE)}", status=303)
    decision = token_decision(request.POST.get("token", ""), seat)
    if "take_back" in request.POST:
        return HttpResponseRedirect(f"{request.path}?{withdraw(request, seat, decision, now)}", status=303)
    table = load_table(seat.game_id, seat.number)
    picks = read_picks(request.POST)
    if decision is None:
        reply = Reply(Fate.STALE)
    else:
        reply = give_answer(table, seat.number, decision, picks, door=Door.PAGE, now=now)
    if reply.fate is Fate.DONE:
        query = query_after(request, table.view.options)
        return HttpResponseRedirect(f"{request.path}?{query}", status=303)
    reader = Reader.of(seat, is_site=True)
    if reply.fate is Fate.REFUSED:
        return table_response(request, table, reader, picks=picks, error=reply.reason, status=400)
    return _as_it_is(request, seat, reader, reply)


def _as_it_is(request: HttpRequest, seat: Seat, reader: Reader, reply: Reply) -> HttpResponse:
    table: LoadedTable = load_table(seat.game_id, seat.number)
    if reply.fate is Fate.ALREADY:
        return table_response(request, table, reader, said=_("Déjà joué"))
    return table_response(request, table, reader, notice=Notice(moved_on()), status=409)


def moved_on() -> str:
    """What a page that came too late says."""
    return _("La table a changé entre-temps\u202f: votre réponse n'a pas été jouée. Voici où elle en est.")


def token_decision(token: str, seat: Seat) -> int | None:
    """The decision that a form's token names, if we made it for this seat and its links still count."""
    try:
        link = parse_link(token, LinkPurpose.ACT)
    except LinkMalformed:
        return None
    named = (link.game_id, link.seat, link.epoch)
    return link.decision if named == (seat.game_id, seat.number, seat.link_epoch % 256) else None
