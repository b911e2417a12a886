"""Two games that differ only in cards hidden from a reader: equal pages and mails, at every prefix."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from notifications import kinds as k
from notifications.mails import deeds_of
from notifications.table_mail import News, build
from tarot_engine import Event
from tarot_site.games.presenters import present
from tarot_site.games.queries import LoadedTable
from tarot_site.games.views.show import Reader, table_response
from tests.engine.test_secrecy import Twins
from tests.site.table_builder import table_for

ZONE = "Europe/Paris"
NUMBERS = range(4)


def table_of(events: list[Event], seat: int | None) -> LoadedTable:
    """The table with the ids that links need."""
    table = table_for(events, seat)
    table.game.pk, table.game.deal, table.game.deal_seq = 7, 1, 6
    for place in table.seats:
        place.game_id = 7
    return table


def page_html(table: LoadedTable, language: str) -> str:
    """What a browser gets."""
    request = RequestFactory().get("/a/token/")
    request.user = AnonymousUser()
    return table_response(request, table, Reader(language, ZONE, is_site=False)).content.decode()


def mail_bodies(table: LoadedTable, language: str) -> str:
    """Text and HTML of the reader's mail."""
    assert table.view.seat is not None
    with translation.override(language):
        page = present(table, language=language, zone=ZONE)
        news = News(deeds_of(table), table.game.deal, table.game.deal_seq, ended=0)
        mail = build(page, table.seats[table.view.seat], [k.YOUR_TURN], news)
        values = {"m": mail, "page": page, "language": language, "site_url": "", "subject": ""}
        return "".join(render_to_string(f"mail/table/body.{end}", values) for end in ("txt", "html"))


def readers(twins: Twins, step: int) -> list[int | None]:
    """A spectator now and then; whoever is asked, if the exchange is hidden from them; else one in turn."""
    seats = [seat for seat in twins.outsiders if seat is not None]
    asked = twins.left.state.to_act
    return [None] if step % 9 == 8 else [asked] if asked in seats else [seats[step % len(seats)]]


@pytest.mark.django_db
@pytest.mark.parametrize("number", NUMBERS)
def test_hidden_cards_change_neither_page_nor_mail(number: int) -> None:
    twins, step = Twins(4, number), 0
    while not twins.public():
        language = ("fr", "en")[step % 2]
        for seat in readers(twins, step):
            left, right = table_of(twins.left.events, seat), table_of(twins.right.events, seat)
            assert page_html(left, language) == page_html(right, language)
            if seat is not None:
                assert mail_bodies(left, language) == mail_bodies(right, language)
        if not twins.step():
            break
        step += 1


def test_the_twins_go_deep_and_differ_for_those_inside() -> None:
    depths = []
    for number in NUMBERS:
        twins, step = Twins(4, number), 0
        insider = min(twins.insiders)
        pages = [page_html(table_of(game.events, insider), "fr") for game in (twins.left, twins.right)]
        assert pages[0] != pages[1]
        while not twins.public() and twins.step():
            step += 1
        depths.append(step)
    assert max(depths) > 25
