"""The form of a new game that was sent before, and what its hidden parts may not do."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from tarot_site.games.models import Game, Seat
from tarot_site.players.models import Player

from .test_new_game import PEOPLE, ROBOTS, TABLE

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]

TOLD = "Vous avez déjà ouvert une table depuis cette page"


@pytest.fixture
def me(client: Client) -> Player:
    player = Player.objects.create_user("camille@example.org", pseudonym="Camille")
    client.force_login(player)
    return player


def text_of(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def mark_of(answer: Any) -> str:
    """The mark that the page sends with its form."""
    found = re.search(r'name="once" value="([^"]+)"', answer.content.decode())
    assert found
    return found[1]


def send(client: Client, once: str, **more: str) -> Any:
    return client.post("/new/", {**TABLE, **PEOPLE, "once": once, **more})


def test_another_table_from_the_same_page_takes_a_second_press(client: Client, me: Player) -> None:
    once = mark_of(client.get("/new/"))
    first = send(client, once)
    changed = {"name": "Vendredi", "seat1-address": "zoe@example.org"}
    told = send(client, once, **changed)
    assert told.status_code == 409
    assert TOLD in text_of(told)
    assert f'<a href="{first["Location"]}">Jeudi</a>' in text_of(told)
    assert 'value="Vendredi"' in text_of(told)
    assert 'value="zoe@example.org"' in text_of(told)
    assert 'class="field-error"' not in text_of(told)
    assert Game.objects.count() == 1
    assert not Seat.objects.filter(invited_address="zoe@example.org").exists()

    assert mark_of(told) != once
    second = send(client, mark_of(told), **changed)
    assert second.status_code == 302
    assert second["Location"] != first["Location"]
    assert sorted(Game.objects.values_list("name", flat=True)) == ["Jeudi", "Vendredi"]


def test_the_same_again_leads_to_the_table_however_it_stands(client: Client, me: Player) -> None:
    once = mark_of(client.get("/new/"))
    place = send(client, once)["Location"]
    assert send(client, once)["Location"] == place
    assert client.post(place, {"do": "start"}).status_code == 302
    game = Game.objects.get()
    assert send(client, once)["Location"] == game.get_absolute_url()
    assert Game.objects.count() == 1


def test_a_token_that_was_renewed_is_no_other_table(me: Player) -> None:
    """Signing in again, in another window, renews the token of the form."""
    once = ""
    for token in ("a" * 64, "b" * 64):
        client = Client()
        client.force_login(me)
        once = once or mark_of(client.get("/new/"))
        assert send(client, once, csrfmiddlewaretoken=token).status_code == 302
    assert Game.objects.count() == 1


def test_a_table_that_is_running_is_linked_directly(client: Client, me: Player) -> None:
    send(client, "o1", **ROBOTS)
    told = send(client, "o1", **ROBOTS, name="Vendredi")
    assert f'<a href="{Game.objects.get().get_absolute_url()}">Jeudi</a>' in text_of(told)


def test_a_name_of_a_table_is_text_in_the_link(client: Client, me: Player) -> None:
    send(client, "o1", **ROBOTS, name="<b>&")
    assert "&lt;b&gt;&amp;</a>" in send(client, "o1", **ROBOTS).content.decode()


def test_what_is_wrong_with_the_other_table_is_said_too(client: Client, me: Player) -> None:
    send(client, "o1", **ROBOTS)
    told = send(client, "o1", **ROBOTS, name="")
    assert told.status_code == 409
    assert TOLD in text_of(told)
    assert "Donnez un nom à la table" in text_of(told)


def test_a_page_that_came_back_with_errors_makes_its_table_at_once(client: Client, me: Player) -> None:
    once = mark_of(client.get("/new/"))
    wrong = send(client, once, name="")
    assert mark_of(wrong) == once
    assert TOLD not in text_of(wrong)
    assert send(client, once).status_code == 302


def test_looking_at_other_rules_makes_nothing_and_keeps_the_mark(client: Client, me: Player) -> None:
    send(client, "o1", **ROBOTS)
    looked = send(client, "o1", **ROBOTS, look="1", rules="concours")
    assert looked.status_code == 200
    assert TOLD not in text_of(looked)
    assert mark_of(looked) == "o1"


@pytest.mark.parametrize("once", ["\x00", "é" * 500, "%_", " "])
def test_any_mark_is_a_mark(client: Client, me: Player, once: str) -> None:
    assert send(client, once, **ROBOTS).status_code == 302
    assert send(client, once, **ROBOTS, name="Vendredi").status_code == 409
    assert send(client, "another", **ROBOTS).status_code == 302
    assert Game.objects.count() == 2


@pytest.mark.parametrize(("players", "status"), [("2", 302), ("4", 400)])
def test_a_hidden_option_is_not_judged(client: Client, me: Player, players: str, status: int) -> None:
    answer = send(client, "o1", **ROBOTS, players=players, **{"option-misere_value": "abc"})
    assert answer.status_code == status
    assert ("Écrivez un nombre de points" in text_of(answer)) is (status == 400)


def test_enter_in_a_field_presses_the_button_that_makes_the_table(client: Client, me: Player) -> None:
    page = client.get("/new/").content.decode()
    form = page[page.index('<form method="post" class="new-game"') :]
    first = re.search(r"<button[^>]*>", form)
    assert first
    assert "name=" not in first[0]
    assert "formaction" not in first[0]
    assert 'tabindex="-1"' in first[0]
    assert form.index(first[0]) < form.index("<input", form.index('name="once"') + 1)
