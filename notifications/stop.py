"""/u/<token>/: fewer mails, or none. It never leaves a game (RFC 8058, design §4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tarot_site.games.errors import LinkMalformed
from tarot_site.games.links import Link, LinkPurpose, parse_link
from tarot_site.games.models import Seat
from tarot_site.games.views.headers import link_page

from .blocks import block, is_blocked, unblock
from .models import Mail

ONE_CLICK: Final = "One-Click"


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom the mail with this link was written to."""

    seat: Seat
    address: str
    sits_there: bool  # still the person of that seat, so that its turn mails are theirs to stop
    language: str


@link_page
@csrf_exempt  # the token is the authority, and mail programs post without cookies
@require_http_methods(["GET", "HEAD", "POST"])
def stop_page(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows buttons; POST does what its button says, or at once what a mail program's one click means."""
    reader = _reader_of(token)
    if request.method != "POST":
        return _page(request, reader)
    if request.POST.get("List-Unsubscribe") == ONE_CLICK:
        _apply(reader, "stop" if reader.sits_there else "block")
        return HttpResponse(status=200, content_type="text/plain")
    if not _apply(reader, request.POST.get("do", "")):
        return HttpResponseBadRequest(content_type="text/plain")
    return HttpResponseRedirect(request.path, status=303)


def _apply(reader: Reader, wish: str) -> bool:
    """Do what is asked, twice without harm; False if nothing known, or nothing of theirs, is asked."""
    match wish:
        case "stop" | "resume" if reader.sits_there:
            Seat.objects.filter(pk=reader.seat.pk).update(wants_mail=wish == "resume")
        case "block":
            block(reader.address)
        case "unblock":
            unblock(reader.address)
        case _:
            return False
    return True


def _reader_of(token: str) -> Reader:
    try:
        link = parse_link(token, LinkPurpose.STOP)
    except LinkMalformed:
        raise Http404 from None
    seats = Seat.objects.select_related("game", "player")
    seat = seats.filter(game_id=link.game_id, number=link.seat).first()
    if seat is None:
        raise Http404
    if link.epoch == seat.link_epoch % 256:
        return _present_person(seat)
    return _earlier_person(seat, link)


def _present_person(seat: Seat) -> Reader:
    if seat.player is None:
        if not seat.invited_address:
            raise Http404
        mail = Mail.objects.filter(game=seat.game, seat=seat.number, address=seat.invited_address).last()
        return Reader(seat, seat.invited_address, False, mail.language if mail else "fr")
    return Reader(seat, seat.player.email or seat.invited_address, True, seat.player.language)


def _earlier_person(seat: Seat, link: Link) -> Reader:
    """The seat's links were renewed since: the ledger knows to whom this one was mailed."""
    rows = Mail.objects.filter(game_id=link.game_id, seat=link.seat, params__epoch=link.epoch)
    mail = rows.order_by("pk").last()
    if mail is None:
        raise Http404
    same = mail.player_id is not None and mail.player_id == seat.player_id
    return Reader(seat, mail.address, same, mail.language)


def _page(request: HttpRequest, reader: Reader) -> HttpResponse:
    context = {
        "table_name": reader.seat.game.name,
        "sits_there": reader.sits_there,
        "wants_mail": reader.seat.wants_mail,
        "is_blocked": is_blocked(reader.address),
    }
    with translation.override(reader.language):
        return render(request, "notifications/stop.html", context)
