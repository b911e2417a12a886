"""Forms, commands and admin pages with what nobody types by accident."""

from __future__ import annotations

from io import StringIO
from urllib.parse import quote

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client

from tarot_site.games.models import Game
from tarot_site.players.models import Player
from tarot_site.players.names import clean_name

from .conftest import make_game, make_players

pytestmark = pytest.mark.django_db

TABLE = {
    "my_name": "Camille",
    "name": "Jeudi",
    "players": "4",
    "rules": "fft",
    "robot": "prudent",
    "deals": "r1",
    "move_seconds": "86400",
    "word": "",
    "once": "o1",
}
ROBOTS = {f"seat{number}-kind": "robot" for number in (1, 2, 3)}
LONG_ADDRESS = "a" * 60 + "@" + ".".join(["b" * 60] * 4) + ".example"
"""Right in form, but longer than the 254 characters that a mail server takes and a column holds."""


def test_two_presses_that_overlap_make_one_game() -> None:
    """The second request was read before the session of the first was written."""
    player = Player.objects.create_user("camille@example.org", pseudonym="Camille")
    places = []
    for client in (Client(), Client()):
        client.force_login(player)
        places.append(client.post("/new/", TABLE | ROBOTS, follow=True).redirect_chain[-1][0])
    assert places[0] == places[1]
    assert Game.objects.count() == 1


def test_the_same_mark_of_somebody_else_is_another_game() -> None:
    for number in (1, 2):
        client = Client()
        client.force_login(Player.objects.create_user(f"c{number}@example.org", pseudonym="Camille"))
        assert client.post("/new/", TABLE | ROBOTS).status_code == 302
    assert Game.objects.count() == 2


@pytest.mark.parametrize("written", ["{}", "0{}", " {}", "+{}", "{} ", "_3{}"])
def test_no_spelling_of_its_number_opens_a_game_to_the_operator_who_plays_in_it(
    client: Client, written: str
) -> None:
    players = make_players()
    Player.objects.filter(pk=players[0].pk).update(is_staff=True, is_superuser=True)
    game = make_game(players=players)
    client.force_login(Player.objects.get(pk=players[0].pk))
    for page in ("change", "history"):
        answer = client.get(f"/admin/games/game/{quote(written.format(game.pk))}/{page}/")
        assert answer.status_code == 302


@pytest.mark.parametrize("path", ["/me/", "/new/", "/accounts/login/"])
def test_a_form_in_another_charset_is_a_bad_request(path: str) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/accounts/login/")  # sets the cookie
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    assert client.post(path, b"a=b", content_type=kind).status_code == 400


@pytest.mark.parametrize("code", [0x3164, 0x115F, 0x1160, 0xFFA0, 0x2800, 0x034F])
def test_a_name_hides_no_filler(code: int) -> None:
    with pytest.raises(ValidationError):
        clean_name(f"Léa{chr(code)}")


def test_an_address_longer_than_any_mailbox_is_refused(client: Client) -> None:
    assert client.post("/accounts/login/", {"email": LONG_ADDRESS}).status_code == 200
    client.force_login(Player.objects.create_user("camille@example.org", pseudonym="Camille"))
    guest = {"seat1-kind": "person", "seat1-address": LONG_ADDRESS}
    assert client.post("/new/", TABLE | ROBOTS | guest).status_code == 400
    assert not Game.objects.exists()
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        ["lea@example.org", "--name", "a\nBcc: b@example.org"],
        ["lea@example.org", "--name", "x" * 61],
        ["lea@example.org", "--name", ""],
        ["lea@example.org", "--deals", "101"],
        ['"L\néa" <lea@example.org>'],
        ["x" * 31 + " <lea@example.org>"],
        [LONG_ADDRESS],
    ],
)
def test_newgame_refuses_what_no_page_would_take(wrong: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("newgame", *wrong, "--robots", "3", stdout=StringIO())
    assert not Game.objects.exists()
