"""Operators end a game with its deal: asked once, noted in the log of the game and in that of the admin."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from tarot_site.games.models import Game
from tarot_site.players.models import Player
from tests.site.conftest import make_game
from tests.site.open_ended import open_ended

pytestmark = pytest.mark.django_db


def choice(game: Game) -> dict[str, Any]:
    return {"action": "end_games", "_selected_action": game.pk}


def said(admin: Client, game: Game) -> str:
    """What the list says after the press that counts."""
    answer = admin.post("/admin/games/game/", {**choice(game), "confirmed": "1"}, follow=True)
    return answer.content.decode()


def lines(game: Game) -> list[str]:
    return list(game.events.filter(kind__contains="last").order_by("seq").values_list("kind", flat=True))


def test_it_asks_once_and_leaves_a_line(admin: Client, operator: Player) -> None:
    game = open_ended()
    asked = admin.post("/admin/games/game/", choice(game))
    assert asked.status_code == 200
    assert "personne ne pourra revenir dessus" in asked.content.decode()
    assert lines(game) == []
    assert "1 partie finira avec sa donne." in said(admin, game)
    assert lines(game) == ["last_deal_announced", "table_operator_last"]
    entry = LogEntry.objects.get(user=operator)
    assert (entry.object_id, entry.change_message) == (str(game.pk), "Dernière donne annoncée.")
    assert "la donne en cours est déjà la dernière" in said(admin, game)
    assert LogEntry.objects.count() == 1


def test_what_it_refuses_in_words(admin: Client, operator: Player) -> None:
    fixed = make_game(deals=4)
    assert "a un nombre de donnes fixé" in said(admin, fixed)
    Player.objects.exclude(pk=operator.pk).delete()
    game = open_ended()
    Game.objects.filter(pk=game.pk).update(status="paused")
    assert "n&#x27;est pas en cours" in said(admin, game)
    Game.objects.filter(pk=game.pk).update(status="running")
    game.seats.filter(number=3).update(player=operator)
    assert "vous y jouez" in said(admin, game)
    assert lines(fixed) == lines(game) == []


def test_a_log_that_cannot_be_read_is_said_and_stops_no_other(admin: Client, operator: Player) -> None:
    broken = open_ended()
    Player.objects.exclude(pk=operator.pk).delete()
    sound = open_ended()
    broken.events.filter(kind="hands_dealt").update(sealed=b"nonsense")
    for action, key in (("end_games", "confirmed"), ("cancel_games", "confirmed")):
        given = {"action": action, "_selected_action": [broken.pk, sound.pk], key: "1"}
        answer = admin.post("/admin/games/game/", given, follow=True)
        assert answer.status_code == 200
        assert "son journal ne se lit pas" in answer.content.decode()
    statuses = dict(Game.objects.values_list("pk", "status"))
    assert statuses == {broken.pk: "frozen", sound.pk: "cancelled"}
    assert lines(sound) == ["last_deal_announced", "table_operator_last"]


def test_not_without_the_right_to_operate(client: Client) -> None:
    game = open_ended()
    client.force_login(Player.objects.create_user("help@example.org", is_staff=True))
    client.post("/admin/games/game/", {**choice(game), "confirmed": "1"})
    assert lines(game) == []


def test_the_players_read_that_an_operator_did_it(admin: Client) -> None:
    game = open_ended()
    said(admin, game)
    admin.force_login(Player.objects.get(email="p1@example.org"))
    page = admin.get(game.get_absolute_url()).content.decode()
    assert "Un opérateur arrête la partie après cette donne." in page
