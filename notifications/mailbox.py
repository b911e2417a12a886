"""/mailbox/: every mail of this server, for whoever runs it on their own machine (design §7).

Only where no real mail leaves, only to a visitor of this very machine, and not through a proxy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tarot_site.games.demo import can_play_again, ensure_demo_game, speak_to_visitor
from tarot_site.games.models import Seat
from tarot_site.games.wording_time import moment_text, time_text
from tarot_site.players.views import choose_language

from . import kinds as k
from .ledger import payload_of
from .models import Mail, MailState
from .relevance import kinds_still_owed, reason_to_drop, silent_among
from .transport import Rendered

LOOPBACK_ADDRESSES: Final = frozenset({"127.0.0.1", "::1"})
LOOPBACK_HOSTS: Final = frozenset({"127.0.0.1", "localhost", "::1"})
PROXY_HEADERS: Final = (
    "Forwarded",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
    "Via",
)
SHOWN: Final = 200
UNFOLDED: Final = 20  # of the mails that ask nothing, how many stand open
MAIL_POLICY: Final = (
    "sandbox allow-same-origin allow-top-navigation-by-user-activation; "
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'self'"
)
_ADDRESS: Final = re.compile(r"https?://\S+")
Page = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Line:
    """One mail in the list."""

    uid: str
    reader: str
    subject: str
    preview: str
    state: str
    at: datetime
    time: str
    moment: str
    asks: bool  # its question is still open
    waits: bool  # so is its question, its invitation or its code


def own_machine_only(page: Page) -> Page:
    """404 for everybody but a visitor who sits at this machine, and everywhere else."""

    @wraps(page)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not settings.MAILBOX or not _is_local(request):
            raise Http404
        return page(request, *args, **kwargs)

    return guarded


def _is_local(request: HttpRequest) -> bool:
    host = urlsplit(f"//{request.get_host()}").hostname
    return (
        request.META.get("REMOTE_ADDR") in LOOPBACK_ADDRESSES
        and host in LOOPBACK_HOSTS
        and not any(name in request.headers for name in PROXY_HEADERS)
    )


@require_safe
@never_cache
@own_machine_only
def mailbox_page(request: HttpRequest) -> HttpResponse:
    """All mails, newest first; those that still wait for their reader stand above the others."""
    rows = Mail.objects.select_related("game", "player").prefetch_related("game__seats")
    unwritten = Q(state__in=(MailState.PENDING, MailState.SENDING), sealed=None)  # a moment before it arrives
    mails = list(rows.exclude(unwritten).order_by("-created_at", "-pk")[:SHOWN])
    silent = silent_among(mails)
    lines = sorted((_line(mail, silent) for mail in mails), key=lambda line: not line.waits)
    open_count = sum(line.waits for line in lines) + UNFOLDED
    context = {
        "lines": lines[:open_count],
        "older": lines[open_count:],
        "asks": any(line.asks for line in lines),
        "can_play_again": can_play_again(),
    }
    return render(request, "notifications/mailbox.html", context)


@csrf_exempt  # pages of links have no cookie; a forged press opens one more game, here and once
@require_POST
@own_machine_only
def play_again(request: HttpRequest) -> HttpResponse:
    """Open the demo's next game once the last one has ended, in the language of the page that asked."""
    speak_to_visitor(request.POST.get("language", ""))
    if can_play_again():
        ensure_demo_game()
    return HttpResponseRedirect("/mailbox/", status=303)


@require_POST
@own_machine_only
def mailbox_language(request: HttpRequest) -> HttpResponseBase:
    """The language switch of these pages: the demo's next mails follow it."""
    speak_to_visitor(request.POST.get("language", ""))
    return choose_language(request)


@require_safe
@never_cache
@own_machine_only
def mail_page(request: HttpRequest, uid: str) -> HttpResponse:
    """One mail: both bodies and the headers."""
    mail = get_object_or_404(Mail.objects.select_related("game", "player"), uid=uid)
    rendered = payload_of(mail)
    context = {
        "line": _line(mail, silent_among([mail])),
        "mail": mail,
        "rendered": rendered,
        "text": _with_links(rendered.text) if rendered else [],
        "headers": _headers(rendered) if rendered else [],
    }
    return render(request, "notifications/mail.html", context)


@require_safe
@never_cache
@own_machine_only
def mail_html(request: HttpRequest, uid: str) -> HttpResponse:
    """The HTML body by itself, for a frame: no script, its links open in the whole window."""
    rendered = payload_of(get_object_or_404(Mail, uid=uid))
    if rendered is None:
        raise Http404
    html = rendered.html.replace("<head>", '<head><base target="_top">', 1)
    return HttpResponse(html, headers={"Content-Security-Policy": MAIL_POLICY})


def _line(mail: Mail, silent: Mapping[str, str]) -> Line:
    at = mail.sent_at or mail.created_at
    rendered = payload_of(mail)
    seats = mail.game.seats.all() if mail.game else ()
    seat = next((seat for seat in seats if seat.number == mail.seat), None)
    asks = mail.game is not None and [mail.seat, mail.decision] in mail.game.turns
    return Line(
        uid=str(mail.uid),
        reader=(seat.name if seat else "") or mail.address,
        subject=rendered.subject if rendered else (mail.game.name if mail.game else ""),
        preview=rendered.text.partition("\n\n")[0] if rendered else "",
        state=_state(mail, asks=asks),
        at=at,
        time=time_text(timezone.localtime(at)),
        moment=moment_text(at, timezone.get_current_timezone_name()),
        asks=asks,
        waits=asks or _lets_in(mail, seat, silent),
    )


def _lets_in(mail: Mail, seat: Seat | None, silent: Mapping[str, str]) -> bool:
    """Whether it still lets somebody in: to the site by a code, or to a table that has not begun."""
    if k.SIGN_IN_CODE not in mail.kinds and k.INVITATION not in mail.kinds:
        return False
    return not reason_to_drop(mail, seat, silent) and bool(kinds_still_owed(mail, seat, timezone.now()))


def _state(mail: Mail, *, asks: bool) -> str:
    if mail.state == MailState.SENT and mail.decision is not None and not asks:
        return _("répondu")
    return str(MailState(mail.state).label)


def _headers(rendered: Rendered) -> list[tuple[str, str]]:
    first = [("From", rendered.sender), ("To", rendered.to), ("Subject", rendered.subject)]
    return [*first, *rendered.headers.items()]


def _with_links(text: str) -> list[tuple[str, bool]]:
    """The text cut into pieces, each with whether it is an address."""
    pieces: list[tuple[str, bool]] = []
    end = 0
    for match in _ADDRESS.finditer(text):
        pieces += [(text[end : match.start()], False), (match[0], True)]
        end = match.end()
    return [*pieces, (text[end:], False)]
