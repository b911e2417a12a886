"""Reading is harmless: GET and HEAD on every link of every mail of a running game change no row at all."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from itertools import cycle, islice
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.test import Client

from tarot_engine import Bid, Contract
from tarot_site.games.models import Game
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.site.conftest import NOW, make_game, play

pytestmark = pytest.mark.django_db
REQUESTS = 200


LINKS = ("/a/", "/i/", "/t/", "/u/")


def every_row() -> dict[str, list[tuple[object, ...]]]:
    """The whole database."""
    return {
        model._meta.label: [
            tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
            for row in model._default_manager.order_by("pk").values_list()
        ]
        for model in apps.get_models()
    }


def running_game(post: Post) -> Game:
    """In the middle of its second trick, every mail of it sent; and a table that waits for its guests."""
    game = make_game()
    host = Player.objects.get(email="p0@example.org")
    guests = [SeatRequest(address=f"g{number}@example.org") for number in range(3)]
    create_game(
        name="Jeudi",
        creator=host,
        seats=[SeatRequest(player=host), *guests],
        deals=1,
        move_seconds=60,
        now=NOW,
    )
    play(game, Bid(Contract.GARDE))
    for step in range(10):
        post.sweep(NOW + timedelta(minutes=step))
        play(game)
    post.sweep(NOW + timedelta(minutes=20))
    game.refresh_from_db()
    return game


def links_of(post: Post) -> list[str]:
    """Each link of each mail, once."""
    return list(dict.fromkeys(urlsplit(link).path for mail in post.mails for link in mail.links))


def read_all(client: Client, addresses: Iterable[str]) -> None:
    """GET and HEAD by turns; every page is there, opens no session, and one behind a link sets no cookie."""
    for number, address in enumerate(addresses):
        response = client.head(address) if number % 2 else client.get(address)
        assert response.status_code == 200, address
        # The language switch of the site is a form and has its cookie.
        assert set(response.cookies) <= (set() if address[:3] in LINKS else {"csrftoken"})


def test_reading_every_link_of_a_running_game_changes_no_row(post: Post) -> None:
    running_game(post)
    links = links_of(post)
    assert {link.split("/")[1] for link in links} == {"a", "t", "i", "u"}
    assert len(links) > 40
    before = every_row()
    # An odd number of addresses: in the second round each is asked for by the other method.
    addresses = links if len(links) % 2 else [*links, links[0]]
    read_all(Client(enforce_csrf_checks=True), islice(cycle(addresses), max(REQUESTS, 2 * len(addresses))))
    assert every_row() == before


def test_reading_the_site_signed_in_changes_no_row(post: Post) -> None:
    game = running_game(post)
    waiting = Game.objects.get(name="Jeudi")
    client = Client()
    client.force_login(
        Player.objects.get(email="p0@example.org"), backend="django.contrib.auth.backends.ModelBackend"
    )
    pages = ["/", "/new/", "/me/", game.get_absolute_url(), f"{game.get_absolute_url()}?donnes=1"]
    before = every_row()
    read_all(client, [*pages, f"/new/{waiting.public_id}/", *pages])
    assert every_row() == before
