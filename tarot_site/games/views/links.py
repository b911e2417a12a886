"""The links of mails (design §4): /a/ answers a decision, /t/ shows a table.

The token is the whole authority.

GET and HEAD change nothing; no cookie is set or asked for, and nobody is signed in.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from tarot_site.games.errors import LinkMalformed, LinkRevoked
from tarot_site.games.links import NO_CHOICE, Link, LinkPurpose, check_epoch, parse_link
from tarot_site.games.models import PLAYABLE, Door, Game, Seat
from tarot_site.games.presenters import present
from tarot_site.games.queries import (
    LoadedTable,
    Standing,
    TableAtLink,
    answered_seq,
    load_table,
    table_at_link,
)
from tarot_site.games.signals import fresh_link_asked

from .answers import Fate, give_answer, read_picks
from .headers import link_page
from .last_deal import announce, wants_last_deal
from .returns import come_back, reach_again, speak, wants_mail_again, wants_to_come_back, withdraw
from .show import (
    Notice,
    Reader,
    act_token,
    picks_of_link,
    query_after,
    said_for,
    table_response,
    table_token,
)
from .table import moved_on, token_decision

LinkHandler = Callable[[HttpRequest, Link, Seat], HttpResponse]


def opened(
    purpose: LinkPurpose, methods: tuple[str, ...]
) -> Callable[[LinkHandler], Callable[..., HttpResponse]]:
    """Open the token, then speak its seat's language; calm pages for a link that opens nothing."""

    def decorate(handler: LinkHandler) -> Callable[..., HttpResponse]:
        @csrf_exempt
        @link_page
        @wraps(handler)
        def guarded(request: HttpRequest, token: str) -> HttpResponse:
            if request.method not in methods:
                response = render(request, "405.html", status=405)
                response.headers["Allow"] = ", ".join(methods)
                return response
            try:
                link, seat = open_link(token, purpose)
            except LinkMalformed:
                return render(request, "404.html", status=404)
            except LinkRevoked:
                return render(request, "410.html", status=410)
            with translation.override(Reader.of(seat, is_site=False).language):
                return handler(request, link, seat)

        return guarded

    return decorate


def open_link(token: str, purpose: LinkPurpose) -> tuple[Link, Seat]:
    """The link and its seat. Raises LinkMalformed (also when the seat is gone) and LinkRevoked."""
    link = parse_link(token, purpose)
    seat = Seat.objects.select_related("player").filter(game=link.game_id, number=link.seat).first()
    if seat is None:
        raise LinkMalformed
    check_epoch(link, seat)
    return link, seat


@opened(LinkPurpose.ACT, ("GET", "HEAD", "POST"))
def act_page(request: HttpRequest, link: Link, seat: Seat) -> HttpResponse:
    """GET shows the table with the link's choice selected among all legal ones; POST acts."""
    if request.method == "POST":
        return _act(request, link, seat)
    at = _at_link(request, link)
    if at.standing is Standing.OPEN:
        picks = None if link.index == NO_CHOICE else picks_of_link(link.index, at.table)
        return table_response(
            request, at.table, Reader.of(seat, is_site=False), picks=picks, said=said_for(request, at.table)
        )
    return _later(request, link, seat, at, said=said_for(request, at.table))


@opened(LinkPurpose.TABLE, ("GET", "HEAD"))
def shown_page(request: HttpRequest, link: Link, seat: Seat) -> HttpResponse:
    """The seat's table, within the deal in which the link was made."""
    at = _at_link(request, link)
    notice = _public_notice(at.table, seat) if at.standing is Standing.PAST else None
    reader = Reader.of(seat, is_site=False)
    return table_response(request, at.table, reader, notice=notice, said=said_for(request, at.table))


def _at_link(request: HttpRequest, link: Link) -> TableAtLink:
    """The table behind the link, with every finished deal when the reader asks for them."""
    return table_at_link(link, with_deals="donnes" in request.GET)


def _act(request: HttpRequest, link: Link, seat: Seat) -> HttpResponse:
    now = timezone.now()
    if "fresh" in request.POST:
        with transaction.atomic():
            fresh_link_asked.send(sender=Game, game_id=seat.game_id, seat=seat.number, now=now)
        return HttpResponseRedirect(f"{request.path}?sent=1", status=303)
    if "language" in request.POST:
        speak(seat, request.POST["language"])
        return HttpResponseRedirect(_way_back(request, seat), status=303)
    if wants_mail_again(request):
        return HttpResponseRedirect(f"{_way_back(request, seat)}?{reach_again(seat)}", status=303)
    if wants_to_come_back(request):
        query = come_back(seat, now, Door.LINK)
        return HttpResponseRedirect(f"{_way_back(request, seat)}?{query}", status=303)
    if wants_last_deal(request):
        query = announce(request, seat, now, Door.LINK)
        return HttpResponseRedirect(f"{_way_back(request, seat)}?{query}", status=303)
    named = token_decision(request.POST.get("token", ""), seat)
    decision = link.decision if named is None else named
    if "take_back" in request.POST:
        return HttpResponseRedirect(f"{request.path}?{withdraw(request, seat, decision, now)}", status=303)
    return _answer(request, link, seat, decision)


def _answer(request: HttpRequest, link: Link, seat: Seat, decision: int) -> HttpResponse:
    table, picks = load_table(seat.game_id, seat.number), read_picks(request.POST)
    if decision == link.decision:
        picks = picks.with_index(link.index)
    reply = give_answer(table, seat.number, decision, picks, door=Door.LINK, now=timezone.now())
    if reply.fate is Fate.DONE:
        query = query_after(request, table.view.options)
        return HttpResponseRedirect(f"{_path_after(seat, decision)}?{query}", status=303)
    if reply.fate is Fate.REFUSED:
        reader = Reader.of(seat, is_site=False)
        return table_response(request, table, reader, picks=picks, error=reply.reason, status=400)
    answered = Link(LinkPurpose.ACT, seat.game_id, seat.number, decision, epoch=link.epoch)
    at = table_at_link(answered)
    if reply.fate is Fate.ALREADY:
        return _later(request, answered, seat, at, said=_("Déjà joué"))
    return _later(request, answered, seat, at, moved=True)


def _later(
    request: HttpRequest, link: Link, seat: Seat, at: TableAtLink, *, said: str = "", moved: bool = False
) -> HttpResponse:
    """A link whose decision is answered: what happened since and the present choices, or the public table."""
    reader, status = Reader.of(seat, is_site=False), 409 if moved else 200
    if at.standing is Standing.PAST:
        if "sent" in request.GET:
            said = _("Votre lien part par mail. Un seul est envoyé par période de dix minutes.")
        over = _deal_over() if "done" in request.GET else ""
        notice = _public_notice(at.table, seat, moved_on() if moved else over)
    elif said:
        notice = None
    else:
        notice = Notice(moved_on() if moved else _old_link(), lines=_since(at.table, link, reader))
    return table_response(request, at.table, reader, said=said, notice=notice, status=status)


def _old_link() -> str:
    return _("Ce lien date d'un coup passé. Voici la table.")


def _deal_over() -> str:
    """For the page of an answer that stayed open until the deal was over: robots may end it in seconds."""
    return _("La donne est finie. La suite vous attend par mail.")


def _public_notice(table: LoadedTable, seat: Seat, text: str = "") -> Notice:
    is_played = table.game.status in PLAYABLE and seat.player_id is not None
    return Notice(text or _old_link(), fresh_url=f"/a/{act_token(seat)}/" if is_played else "")


def _since(table: LoadedTable, link: Link, reader: Reader) -> tuple[str, ...]:
    """What happened from the answer to this link's decision on, in sentences."""
    first = answered_seq(link.game_id, link.seat, link.decision)
    if first is None:
        return ()
    page = present(table, language=reader.language, zone=reader.zone)
    return tuple(line.text for line in page.story if line.seq >= first)


def _path_after(seat: Seat, decision: int) -> str:
    """Where the answer's result is shown: its own page, or the table of the deal that has opened since."""
    game = Game.objects.get(pk=seat.game_id)
    first = answered_seq(game.pk, seat.number, decision)
    if first is not None and first < game.deal_seq:
        return _table_path(seat, game)
    return f"/a/{act_token(seat, decision)}/"


def _way_back(request: HttpRequest, seat: Seat) -> str:
    """The table link that the form of a page with a hand carries: an old link earns no newer one."""
    token = request.POST.get("table", "")
    with suppress(LinkMalformed):
        shown = parse_link(token, LinkPurpose.TABLE)
        if (shown.game_id, shown.seat, shown.epoch) == (seat.game_id, seat.number, seat.link_epoch % 256):
            return f"/t/{token}/"
    return request.path


def _table_path(seat: Seat, game: Game) -> str:
    """The seat's table as it is now."""
    return f"/t/{table_token(seat, game.deal)}/"
