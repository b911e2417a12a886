"""What an old link must not open, and an invitation answered at the same moment as something else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tarot_engine import Bid
from tarot_site.games.errors import SeatUnavailable
from tarot_site.games.links import Link, LinkPurpose, make_link
from tarot_site.games.models import Game, Seat, SeatKind
from tarot_site.games.services import SeatRequest, create_game, decline_seat, invite_again, take_seat
from tarot_site.players.models import Player

from .conftest import GARDE, NOW, make_game, make_players, play, play_until

pytestmark = pytest.mark.django_db


def path(game: Game, purpose: LinkPurpose, seat: int, decision: int = 0) -> str:
    """A link of this seat as it was mailed in its present epoch."""
    epoch = game.seats.get(number=seat).link_epoch
    return f"/{purpose.value}/{make_link(Link(purpose, game.pk, seat, decision, epoch=epoch))}/"


def shows_a_hand(page: Any) -> bool:
    """Whether a page shows somebody's cards as their own."""
    return page.status_code == 200 and "hand-card" in page.content.decode()


@pytest.fixture
def second_deal() -> Game:
    game = make_game(deals=2)
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.deal == 2)
    return game


def test_coming_back_by_an_old_link_shows_no_later_hand(client: Client, second_deal: Game) -> None:
    old = path(second_deal, LinkPurpose.ACT, 1, 1)
    assert not shows_a_hand(client.get(old))
    answer = client.post(old, {"resume": "1"})
    assert answer.status_code == 303
    assert not shows_a_hand(client.get(answer["Location"]))


def test_coming_back_with_the_table_of_another_seat_or_deal_shows_no_later_hand(
    client: Client, second_deal: Game
) -> None:
    old = path(second_deal, LinkPurpose.ACT, 1, 1)
    tables = [path(second_deal, LinkPurpose.TABLE, 2, 2), path(second_deal, LinkPurpose.TABLE, 1, 1)]
    for table in [*(one.split("/")[2] for one in tables), "é" * 35, ""]:
        answer = client.post(old, {"resume": "1", "table": table})
        assert not shows_a_hand(client.get(answer["Location"]))


def test_coming_back_from_a_page_with_a_hand_returns_to_it(client: Client, second_deal: Game) -> None:
    Game.objects.filter(pk=second_deal.pk).update(status="paused", due_at=None, remind_at=None, paused_at=NOW)
    page = client.get(path(second_deal, LinkPurpose.TABLE, 1, 2)).content.decode()
    form = re.search(r'<form method="post" action="(/a/[^"]+)" class="actions">(.*?)</form>', page, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]+)"', form[2]))
    assert shows_a_hand(client.get(client.post(form[1], fields)["Location"]))


def test_an_old_invitation_shows_no_later_hand(client: Client, second_deal: Game) -> None:
    page = client.get(path(second_deal, LinkPurpose.INVITE, 1)).content.decode()
    table = re.search(r'"(?:http://[^"/]+)?(/t/[^"]+)"', page)
    assert table
    assert not shows_a_hand(client.get(table[1]))


@pytest.fixture
def waiting() -> Game:
    host = make_players(1)[0]
    seats = [
        SeatRequest(player=host),
        SeatRequest(address="lea@example.org"),
        SeatRequest(address="jo@x.org"),
    ]
    return create_game(
        name="Table",
        creator=host,
        seats=[*seats, SeatRequest(SeatKind.ROBOT)],
        deals=1,
        move_seconds=3600,
        now=NOW,
    )


def test_who_was_replaced_or_said_no_meanwhile_neither_takes_nor_declines_the_place(waiting: Game) -> None:
    seat = waiting.seats.get(number=1)
    guest = Player.objects.create_user("lea@example.org", pseudonym="Léa")
    for address in ("", "nadia@example.org"):
        if address:
            invite_again(seat.pk, address, now=NOW)
        else:
            decline_seat(seat.pk, NOW)
        with pytest.raises(SeatUnavailable):
            take_seat(seat.pk, player=guest, name="Léa", word="", now=NOW, epoch=seat.link_epoch)
        with pytest.raises(SeatUnavailable):
            decline_seat(seat.pk, NOW, epoch=seat.link_epoch)
    after = Seat.objects.get(pk=seat.pk)
    assert (after.invited_address, after.player, after.taken_at) == ("nadia@example.org", None, None)
