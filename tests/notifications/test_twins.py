"""Two games that differ only in cards hidden from a reader: equal pages and mails, at every prefix.

At two with covered piles, at three, four and five; and at five where only the called king's holder differs.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.utils import translation

from notifications import kinds as k
from notifications.envelope import headers_of
from notifications.mails import write_table
from tarot_engine import Bid, Contract, Event, decide, replay
from tarot_site.games.queries import LoadedTable
from tarot_site.games.views.show import Reader, table_response
from tests.engine.test_secrecy import Twins
from tests.site.table_builder import table_for
from tests.site.test_presenters_secrecy_five import Pair

ZONE = "Europe/Paris"
NUMBERS = {2: range(2), 3: range(2), 4: range(4), 5: range(2)}
"""Which pairs of games are looked at, by the number of seats; each is by other rules."""
KINDS = (
    [k.YOUR_TURN],
    [k.DEAL_OPENED, k.YOUR_TURN],
    [k.REMINDER],
    [k.DEFAULT_TAKEN, k.SEAT_HELD],
    [k.FRESH_LINK],
    [k.PAUSED],
)
"""What the mails of the prefixes are about, in turn."""


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


def whole_mail(table: LoadedTable, language: str, step: int) -> tuple[str, ...]:
    """Every byte of the reader's mail that depends on the table: subject, both bodies, headers."""
    assert table.view.seat is not None
    kinds = KINDS[step % len(KINDS)]
    with translation.override(language):
        words, headers = write_table(
            table, table.seats[table.view.seat], kinds, 0, language=language, zone=ZONE
        )
    headers = {**headers_of(kinds), **headers}
    assert headers.pop("Message-ID")  # drawn by chance, from nothing that stands in the game
    lines = (f"{name}: {value}" for name, value in headers.items())
    return (words.subject, words.text, words.html, *lines)


def readers(twins: Twins, step: int) -> list[int | None]:
    """A spectator now and then; whoever is asked, if the exchange is hidden from them; else one in turn."""
    seats = [seat for seat in twins.outsiders if seat is not None]
    asked = twins.left.state.to_act
    if step % 9 == 8 or not seats:
        return [None]
    return [asked] if asked in seats else [seats[step % len(seats)]]


@pytest.mark.django_db
@pytest.mark.parametrize(("seats", "number"), [(seats, n) for seats in NUMBERS for n in NUMBERS[seats]])
def test_hidden_cards_change_neither_page_nor_mail(seats: int, number: int) -> None:
    twins, step = Twins(seats, number), 0
    while not twins.public():
        language = ("fr", "en")[step % 2]
        for seat in readers(twins, step):
            left, right = table_of(twins.left.events, seat), table_of(twins.right.events, seat)
            assert page_html(left, language) == page_html(right, language)
            if seat is not None:
                assert whole_mail(left, language, step) == whole_mail(right, language, step)
        if not twins.step():
            break
        step += 1


@pytest.mark.parametrize("seats", NUMBERS)
def test_the_twins_go_deep_and_differ_for_those_inside(seats: int) -> None:
    depths = []
    for number in NUMBERS[seats]:
        twins, step = Twins(seats, number), 0
        insiders = [seat for seat in twins.insiders if seat < seats]
        for seat in insiders:
            tables = [table_of(game.events, seat) for game in (twins.left, twins.right)]
            assert len({page_html(table, "fr") for table in tables}) == 2
            assert len({whole_mail(table, "fr", 0) for table in tables}) == 2
        while not twins.public() and twins.step():
            step += 1
        depths.append(step)
    assert max(depths) > 20


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(2))
def test_the_partner_shows_in_no_mail_before_the_called_card_falls(seed: int) -> None:
    pair, seen = Pair(seed), 0
    for events, secret in zip(pair.games, pair.secrets, strict=True):
        events.extend(decide(replay(events), 0, Bid(Contract.GARDE), secret))
    while pair.step():
        for reader in (0, 3, 4):
            language = ("fr", "en")[(seen + reader) % 2]
            one, other = (whole_mail(table_of(events, reader), language, seen) for events in pair.games)
            assert one == other
        seen += 1
    assert seen >= 8, "the bids, the call, the discard and some cards"
    for insider in (1, 2):
        assert len({whole_mail(table_of(events, insider), "fr", 0) for events in pair.games}) == 2
