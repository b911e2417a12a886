"""Writing mails: who reads, which words, which headers. Always in the reader's language and zone."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tarot_engine import DealOpened, Event
from tarot_site.games.links import invite_url, stop_url
from tarot_site.games.models import Seat
from tarot_site.games.presenters import present
from tarot_site.games.queries import LoadedTable, load_table
from tarot_site.games.signals import TableFact

from . import kinds as k
from .envelope import headers_of, list_headers, one_line, thread_headers
from .invitation import invitation_terms
from .ledger import secret_of
from .models import Mail
from .relevance import address_of
from .table_mail import News, build
from .textbody import tidy_text
from .transport import Rendered


@dataclass(frozen=True, slots=True, repr=False)
class Words:
    """Subject and both bodies."""

    subject: str
    text: str
    html: str


def render(mail: Mail, seat: Seat | None) -> Rendered:
    """The message of a claimed row, from the state of the game now."""
    language, zone = _reader_of(mail)
    mail.language = language
    with translation.override(language), timezone.override(ZoneInfo(zone)):
        words, headers = _write(mail, seat, zone)
    return Rendered(
        to=address_of(mail),
        subject=words.subject,
        text=words.text,
        html=words.html,
        headers={**headers_of(mail.kinds), **headers},
        sender=settings.DEFAULT_FROM_EMAIL,
        uid=str(mail.uid),
        tag=mail.kinds[-1],
    )


def _reader_of(mail: Mail) -> tuple[str, str]:
    """Language and zone of who reads; of a stranger only what the row guessed."""
    known = dict(settings.LANGUAGES)
    language = mail.player.language if mail.player else mail.language
    zone = mail.player.zone if mail.player else str(mail.params.get("zone", settings.TIME_ZONE))
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        zone = "UTC"
    return (language if language in known else settings.LANGUAGE_CODE), zone


def _write(mail: Mail, seat: Seat | None, zone: str) -> tuple[Words, dict[str, str]]:
    if k.SIGN_IN_CODE in mail.kinds:
        return _words("sign_in_code", secret_of(mail)), {}
    if seat is None:
        raise ValueError(f"mail {mail.pk} has no seat")
    mail.params["epoch"] = seat.link_epoch
    if k.INVITATION in mail.kinds:
        return _invitation(seat)
    return _table(mail, seat, zone)


def _table(mail: Mail, seat: Seat, zone: str) -> tuple[Words, dict[str, str]]:
    ended = int(mail.params.get("ended", 0))
    table = load_table(seat.game_id, seat.number, with_deals=ended > 1 or k.GAME_OVER in mail.kinds)
    return write_table(table, seat, mail.kinds, ended, language=mail.language, zone=zone)


def write_table(
    table: LoadedTable, seat: Seat, kinds: list[str], ended: int, *, language: str, zone: str
) -> tuple[Words, dict[str, str]]:
    """Subject, bodies and headers of this seat's mail about its table, in the language that is active.

    ``ended`` deals are told of. Nothing of it depends on a card that the seat may not see.
    """
    page = present(table, language=language, zone=zone)
    content = build(page, seat, kinds, _news(table, ended))
    subject = _subject(page.table_name, table.view.number)
    headers = {**thread_headers(page.public_id, seat.number), **list_headers(content.stop_url)}
    return _words("table", {"m": content, "page": page}, subject=subject), headers


def _subject(name: str, deal: int) -> str:
    """The same for a whole deal, so that its mails stay one conversation; the table's name leads it."""
    return (
        _("%(table)s, donne %(number)s") % {"table": one_line(name), "number": deal}
        if deal
        else one_line(name)
    )


def _news(table: LoadedTable, ended: int) -> News:
    return News(deeds_of(table), table.game.deal, table.game.deal_seq, ended)


def deeds_of(table: LoadedTable) -> list[Event]:
    """What happened in this deal since the reader last acted."""
    deeds: list[Event] = []
    for logged in table.events:
        if isinstance(logged.event, DealOpened):
            deeds.clear()
        elif logged.seq > table.since_seq and not isinstance(logged.event, TableFact):
            deeds.append(logged.event)
    return deeds


def _invitation(seat: Seat) -> tuple[Words, dict[str, str]]:
    stop = stop_url(seat.game_id, seat.number, seat.link_epoch)
    context: dict[str, object] = {
        "terms": invitation_terms(seat),
        "invite_url": invite_url(seat.game_id, seat.number, seat.link_epoch),
        "stop_url": stop,
    }
    headers = {**thread_headers(seat.game.public_id, seat.number), **list_headers(stop)}
    return _words("invitation", context), headers


def _words(name: str, context: dict[str, object] | dict[str, str], subject: str = "") -> Words:
    """Fill the three templates of mail/<name>/."""
    values = {**context, "language": translation.get_language() or "fr", "site_url": settings.SITE_URL}
    if not subject:
        subject = " ".join(render_to_string(f"mail/{name}/subject.txt", values).split())
    values["subject"] = subject
    text = render_to_string(f"mail/{name}/body.txt", values)
    return Words(subject, tidy_text(text), render_to_string(f"mail/{name}/body.html", values))
