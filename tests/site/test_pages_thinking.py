"""What people see of robots that think: on the table, in the list of games, in forms, in the admin."""

from __future__ import annotations

import json
import re
from html import unescape
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from tarot_engine import Bid
from tarot_site.games.demo import ensure_demo_game
from tarot_site.games.models import Game, Seat
from tarot_site.games.thinking import think
from tarot_site.players.models import Player

from .conftest import GARDE, NOW, make_game, play
from .test_new_game import ROBOTS, TABLE
from .test_pages_links import text_of, token
from .test_pages_table import enter
from .thinking_tables import Ticks, make_expert_game

pytestmark = pytest.mark.django_db

WAITS = re.compile(r'<p class="say-wait"( data-waits)?>([^<]*)<a href="">Voir la suite</a></p>')


def asked_of_a_robot() -> Game:
    """A table with one person, who has bid."""
    game = make_expert_game()
    play(game, Bid(GARDE))
    return game


def test_the_table_says_so_and_comes_up_to_date(client: Client) -> None:
    game = asked_of_a_robot()
    enter(client)
    response = client.get(f"/g/{game.public_id}/?done=1")
    html = unescape(response.content.decode())
    found = WAITS.search(html)
    assert found
    assert found[1]
    assert found[2].strip() == "Le robot réfléchit quelques secondes."
    assert "heure de Paris" not in html
    assert re.search(r'seat-turn">\s*<span class="seat-name">Blaise</span>.*?robot.*?réfléchit', html, re.S)
    assert "connect-src 'self'" in response["Content-Security-Policy"]
    think(game.pk, NOW, clock=Ticks(), budget=0.005)
    later = client.get(f"/g/{game.public_id}/?done=1").content.decode()
    assert "say-wait" not in later
    assert 'id="act"' in later


def test_the_page_of_a_link_says_so_too(client: Client) -> None:
    game = make_expert_game()
    form = {"token": token(game, 2), "choice": "2"}
    answered = client.post(f"/a/{token(game, 2)}/", form)
    assert answered.status_code == 303
    assert WAITS.search(unescape(client.get(answered["Location"]).content.decode()))


def test_whoever_may_still_answer_is_not_disturbed(client: Client) -> None:
    game = make_expert_game(robots=2)
    Seat.objects.filter(game=game, number=1).update(held_by_robot=True, missed=3)
    play(game, Bid(GARDE))
    enter(client, "p1@example.org")
    html = unescape(client.get(f"/g/{game.public_id}/").content.decode())
    found = WAITS.search(html)
    assert found
    assert not found[1], "no script moves a page with a form"
    assert found[2].strip() == "Un robot réfléchit quelques secondes à votre place."
    assert 'id="act"' in html
    home = unescape(client.get("/").content.decode())
    assert "À vous de jouer" not in home
    assert "un robot tient votre place" in home


def test_the_list_of_games_gives_a_robot_no_deadline(client: Client) -> None:
    asked_of_a_robot()
    enter(client)
    html = client.get("/").content.decode()
    assert "Donne 1, on attend Blaise<" in html
    assert "heure de Paris" not in html


def test_the_form_offers_the_expert_and_proposes_the_prudent(client: Client) -> None:
    client.force_login(Player.objects.create_user("camille@example.org", pseudonym="Camille"))
    html = unescape(client.get("/new/").content.decode())
    assert re.findall(r'name="robot" value="(\w+)"[^>]*?( checked)?>', html.replace("\n", " ")) == [
        ("prudent", " checked"),
        ("expert", ""),
        ("simple", ""),
    ]
    assert "Experts\u202f: les plus forts, ils prennent le temps de peser chaque carte" in html
    assert client.post("/new/", {**TABLE, **ROBOTS, "robot": "expert"}).status_code == 302
    assert Game.objects.get().robot == "expert"


def test_the_command_makes_a_table_of_experts() -> None:
    out = StringIO()
    call_command("newgame", "a@example.org", "--robots", "3", "--robot", "expert", stdout=out)
    assert Game.objects.get(public_id=json.loads(out.getvalue())["game"]).robot == "expert"


def test_the_admin_names_the_robot(client: Client) -> None:
    game = asked_of_a_robot()
    client.force_login(Player.objects.create_superuser("op@example.org", "a-long-password"))
    html = client.get(f"/admin/games/game/{game.pk}/change/").content.decode()
    assert re.search(r"field-robot.*?expert", html, re.S)


def test_the_demo_is_answered_at_once() -> None:
    ensure_demo_game(NOW)
    assert Game.objects.get().robot == "prudent"


def test_a_page_left_open_until_the_deal_is_over_says_where_it_goes_on(client: Client) -> None:
    game = make_game(deals=2)
    link = f"/a/{token(game, 0)}/"
    for _ in range(4):
        play(game, Bid(None))
    assert "La donne est finie. La suite vous attend par mail." in text_of(client.get(f"{link}?done=1"))
    assert "La donne est finie." not in text_of(client.get(link))
