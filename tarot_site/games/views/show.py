"""A presented table as a page: the form of the open decision, what is said, the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tarot_engine import Action, CardSet, DealOut, Options, PlayCard, PlayOptions, Prepare
from tarot_site.games.answers import has_come
from tarot_site.games.demo import can_play_again
from tarot_site.games.links import Link, LinkPurpose, make_link
from tarot_site.games.models import GameStatus, Seat
from tarot_site.games.pages import Question, TablePage
from tarot_site.games.presenters import present
from tarot_site.games.queries import LoadedTable

from .answers import Picks, choice_number, known_codes
from .last_deal import last_deal_form, outcome_text
from .returns import reached_text, taken_back_text

FRENCH, PARIS = "fr", "Europe/Paris"
CARD_PLAYED, ANSWER_NOTED = "1", "noted"


@dataclass(frozen=True, slots=True)
class ActForm:
    """The answer form: where it goes, the fresh token of the open decision, and what is picked in it."""

    action: str
    token: str
    choice: int | None = None
    cards: frozenset[str] = frozenset()
    show: frozenset[str] = frozenset()
    misere: frozenset[str] = frozenset()
    gaps: frozenset[int] = frozenset()
    slam: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """What stands above the table. ``fresh_url``: where a fresh link can be asked for."""

    text: str
    is_good: bool = False
    lines: tuple[str, ...] = ()
    fresh_url: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a page is made: the words, the zone, and whether a sign-in or a link opened it."""

    language: str
    zone: str
    is_site: bool
    seat: Seat | None = None

    @classmethod
    def of(cls, seat: Seat, *, is_site: bool) -> Reader:
        """The person of this seat; French in Paris for a place without one."""
        if seat.player is None:
            return cls(FRENCH, PARIS, is_site)
        return cls(seat.player.language, seat.player.zone, is_site, seat)


def act_token(seat: Seat, decision: int = 0) -> str:
    """A fresh token that answers this decision, or only names the seat (0)."""
    return make_link(Link(LinkPurpose.ACT, seat.game_id, seat.number, decision, epoch=seat.link_epoch))


def table_token(seat: Seat, deal: int) -> str:
    """A fresh token of the seat's table; ``deal`` is ``Game.deal`` now, after it no hand is shown."""
    return make_link(Link(LinkPurpose.TABLE, seat.game_id, seat.number, decision=deal, epoch=seat.link_epoch))


def table_response(
    request: HttpRequest,
    table: LoadedTable,
    reader: Reader,
    *,
    picks: Picks | None = None,
    error: str = "",
    said: str = "",
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    """The table for this reader. ``picks`` are selected in the form, ``error`` says what was wrong."""
    with translation.override(reader.language):
        now = timezone.now()
        page = present(table, language=reader.language, zone=reader.zone)
        if is_final := not may_change(table, now):
            page = replace(page, question=None, deadline="")
        more = "" if is_final or error else _said_more(request, table, page, picks)
        picks = picks or _kept_picks(table)
        context = {
            "page": page,
            "is_site": reader.is_site,
            "said": kept_text(table, now) or said,
            "said_more": more,
            "is_played": "done" in request.GET,
            "can_play_again": reader.seat is not None and can_play_again(reader.seat),
            "can_take_back": table.kept is not None and not is_final,
            "notice": notice,
            "text_view": "texte" in request.GET or "texte" in request.POST,
            **_form_context(table, page, picks or Picks(), error, is_site=reader.is_site),
            **_return_context(table, is_site=reader.is_site),
            "last_deal_form": last_deal_form(table),
            "language_form": _language_form(request, reader),
            "shuffle_url": _shuffle_url(table, reader) if page.ended_deal else "",
        }
        response = render(request, "games/table.html", context, status=status)
        response.headers["Content-Language"] = reader.language
        return response


def query_after(request: HttpRequest, answered: Options | None) -> str:
    """Of the page that follows an answer to these options: whether it was a card, and the view in words."""
    done = CARD_PLAYED if isinstance(answered, PlayOptions) else ANSWER_NOTED
    return f"done={done}&texte=1" if "texte" in request.POST else f"done={done}"


def said_for(request: HttpRequest, table: LoadedTable) -> str:
    """What a page says after the redirect that followed an answer."""
    if "done" in request.GET:
        return _("C'est joué.") if request.GET["done"] == CARD_PLAYED else _("C'est noté.")
    if "resumed" in request.GET:
        return _("Votre partie reprend.")
    return taken_back_text(request, table) or reached_text(request, table) or outcome_text(request, table)


def _said_more(request: HttpRequest, table: LoadedTable, page: TablePage, picks: Picks | None) -> str:
    if table.kept is None:
        is_told = request.GET.get("done") == ANSWER_NOTED and _has_announced(table)
        return slam_said() if is_told else trick_taken(page) if "done" in request.GET else ""
    if picks is None or picks == _kept_picks(table):
        return slam_said() if getattr(table.kept.action, "slam", False) else ""
    return _("Ce lien en propose une autre\u202f: elle la remplace si vous pressez le bouton.")


def slam_said() -> str:
    """What follows an answer that announces the slam: its box is easily ticked without a look."""
    return _("Vous avez annoncé le chelem.")


def _has_announced(table: LoadedTable) -> bool:
    return table.view.slam_announced and table.view.taker == table.view.seat


def trick_taken(page: TablePage) -> str:
    """Who took the reader's last card, once the next trick has begun without another card of theirs."""
    is_on_table = page.trick and any(slot.face and slot.seat == page.reader for slot in page.trick.slots)
    if page.last_trick is None or is_on_table:
        return ""
    winner = next(slot for slot in page.last_trick.slots if slot.is_winning)
    if winner.seat == page.reader:
        return _("Vous remportez le pli %(n)s.") % {"n": page.last_trick.number}
    return _("%(name)s remporte le pli %(n)s.") % {"name": winner.name, "n": page.last_trick.number}


def may_change(table: LoadedTable, now: datetime) -> bool:
    """Whether the reader's answer is still theirs to change; so it is while they have given none."""
    return table.kept is None or not has_come(table.kept.effective_at, table.game.due_at, now)


def kept_text(table: LoadedTable, now: datetime) -> str:
    """How long an answer may still be changed, "" when there is none."""
    if table.kept is None:
        return ""
    if not may_change(table, now):
        return _("Votre réponse est notée\u202f: le temps de la changer est passé.")
    seconds = max(0, ceil((table.kept.effective_at - now).total_seconds()))
    return _("Votre réponse est notée. Vous pouvez la changer encore %(n)s s.") % {"n": seconds}


def _form_context(
    table: LoadedTable, page: TablePage, picks: Picks, error: str, *, is_site: bool
) -> Mapping[str, Any]:
    question = page.question
    if question is None or page.reader is None:
        return {"form": None, "button": ""}
    token = act_token(table.seats[page.reader], question.decision)
    form = ActForm(
        action="" if is_site else f"/a/{token}/",
        token=token,
        choice=_offered(question, choice_number(picks.choice)),
        cards=known_codes(picks.cards),
        show=known_codes(picks.show),
        misere=frozenset(picks.misere),
        gaps=_picked_gaps(question, picks),
        slam=picks.slam,
        error=error,
    )
    return {"form": form, "button": _button(question, form.choice)}


def _picked_gaps(question: Question, picks: Picks) -> frozenset[int]:
    """The dog's places as sent, else those that the server would take."""
    sent = frozenset(number for text in picks.gaps if (number := choice_number(text)) is not None)
    return sent or frozenset(question.gaps.usual if question.gaps else ())


def _offered(question: Question, index: int | None) -> int | None:
    return index if any(choice.index == index for choice in question.choices) else None


def _button(question: Question, index: int | None) -> str:
    named = next((choice.button for choice in question.choices if choice.index == index), "")
    if named:
        return named
    return _("Choisissez une carte") if question.kind == "play" else _("Choisissez une réponse")


def _return_context(table: LoadedTable, *, is_site: bool) -> Mapping[str, Any]:
    """Whether the reader may wake a paused game, or take the seat back from the robot that holds it."""
    number = table.view.seat
    if number is None or table.seats[number].player_id is None:
        return {"can_resume": False, "can_return": False}
    is_running = table.game.status == GameStatus.RUNNING
    seat = table.seats[number]
    return {
        "can_resume": table.game.status == GameStatus.PAUSED,
        "can_return": is_running and seat.held_by_robot,
        "post_url": "" if is_site else f"/a/{act_token(seat)}/",
        "table_token": "" if is_site else table_token(seat, table.game.deal),
    }


def _shuffle_url(table: LoadedTable, reader: Reader) -> str:
    """Where the ended deals can be had to deal them again; a link's guest comes by the seat's table link."""
    if reader.seat is None:
        return ""
    if reader.is_site:
        return reverse("games:shuffle", args=[table.game.public_id])
    return reverse("games:shown_shuffle", args=[table_token(reader.seat, table.game.deal)])


def _language_form(request: HttpRequest, reader: Reader) -> Mapping[str, str] | None:
    """Where the guest of a link asks for the other language, and the table link to come back to, if any."""
    match = request.resolver_match
    if reader.is_site or reader.seat is None or match is None:
        return None
    if match.url_name == "act":
        return {"action": request.path, "table": ""}
    return {"action": f"/a/{act_token(reader.seat)}/", "table": match.kwargs["token"]}


def picks_of_link(index: int, table: LoadedTable) -> Picks:
    """What a link with this choice selects: with all that was noted with it, where it is the noted answer."""
    kept = _kept_picks(table)
    return kept if kept is not None and kept.choice == str(index) else Picks(choice=str(index))


def _kept_picks(table: LoadedTable) -> Picks | None:
    return None if table.kept is None else _picks_of(table.kept.action, table)


def _picks_of(action: Action, table: LoadedTable) -> Picks:
    """The form that gives this answer, field by field: pressed again as it stands, it gives it again."""
    match action:
        case Prepare(discard=CardSet() as discard, slam=slam):
            return Picks(cards=tuple(card.code for card in discard), slam=slam)
        case DealOut(gaps=gaps):
            return Picks(gaps=tuple(map(str, gaps)))
        case PlayCard(card=card, show=show, misere=misere):
            shown = tuple(one.code for one in show or ())
            kinds = tuple(sorted(kind.value for kind in misere))
            return Picks(choice=_index_of(PlayCard(card), table), show=shown, misere=kinds)
        case _:
            return Picks(choice=_index_of(action, table))


def _index_of(action: Action, table: LoadedTable) -> str | None:
    choices = table.view.options.choices if table.view.options else ()
    return next((str(index) for index, choice in enumerate(choices) if choice == action), None)
