"""The file of a table's ended deals: true, the same for every seat, and nothing of the deal being played."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from tarot_engine import Bid, Contract, check_document
from tarot_site.games.models import Game, make_public_id
from tarot_site.games.store import load_game, new_chain
from tarot_site.players.models import Player

from .conftest import make_game, play, play_until
from .link_pages import table_token, token

pytestmark = pytest.mark.django_db


def played(game: Game, deals: int) -> Game:
    """The same game, so many deals later: whoever speaks first takes."""
    for _ in range(deals):
        over = game.deal_seq
        play(game, Bid(Contract.GARDE))
        play_until(game, lambda g, over=over: g.deal_seq != over)  # type: ignore[misc]
    return game


def two_deals() -> Game:
    """In the third deal, with cards played."""
    game = played(make_game(deals=4, chain=new_chain(make_public_id())), 2)
    play(game, Bid(Contract.GARDE))
    for _ in range(6):
        play(game)
    return game


def ended(game: Game) -> list[int]:
    """The deals before the one being played, void ones too."""
    return list(range(1, load_game(game.pk).state.seed_index))


def read(client: Client, address: str) -> dict[str, Any]:
    response = client.get(address)
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    found: dict[str, Any] = json.loads(response.content)
    return found


def test_the_file_checks_and_ends_with_the_last_finished_deal(client: Client) -> None:
    game = two_deals()
    files = [read(client, f"/t/{table_token(game, seat)}/deals.json") for seat in range(4)]
    assert files[0] == files[1] == files[2] == files[3]
    assert [deal["seed_index"] for deal in files[0]["deals"]] == ended(game)
    answer = check_document(files[0])
    assert answer["game"] == game.public_id
    assert answer["ok"]


def test_page_links_lead_to_it_once_a_deal_has_ended(client: Client) -> None:
    game = make_game(deals=4)
    assert "deals.json" not in client.get(f"/t/{table_token(game, 0)}/").content.decode()
    played(game, 1)
    for address in (f"/t/{table_token(game, 0)}/", f"/a/{token(game)}/"):
        html = client.get(address).content.decode()
        found = re.findall(r'href="([^"]+deals\.json)"', html)
        assert len(found) == 1
        assert [deal["seed_index"] for deal in read(client, found[0])["deals"]] == ended(game)
        assert f"verify-shuffle pli-{game.public_id}.json" in html


def test_on_the_site_it_is_for_those_who_sit_there(client: Client) -> None:
    game = two_deals()
    address = f"/g/{game.public_id}/deals.json"
    assert client.get(address).status_code == 302
    client.force_login(Player.objects.create_user(email="stranger@example.org"))
    assert client.get(address).status_code == 404
    player = game.seats.get(number=1).player
    assert player is not None
    client.force_login(player)
    assert len(read(client, address)["deals"]) == len(ended(game)) >= 2
    assert address in client.get(f"/g/{game.public_id}/").content.decode()
    assert client.post(address).status_code == 405


def test_a_link_that_is_not_ours_opens_nothing(client: Client) -> None:
    game = two_deals()
    link = table_token(game, 0)
    forged = ("A" if link[-1] != "A" else "B").join((link[:-1], ""))
    assert client.get(f"/t/{forged}/deals.json").status_code == 404
    assert client.get(f"/t/{token(game)}/deals.json").status_code == 404
    assert client.post(f"/t/{link}/deals.json").status_code == 405
    seat = game.seats.get(number=0)
    seat.link_epoch += 1
    seat.save(update_fields=["link_epoch"])
    assert client.get(f"/t/{link}/deals.json").status_code == 410
