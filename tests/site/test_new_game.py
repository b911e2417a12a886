"""Making a table: three addresses or robots, errors in words, nobody's address shown."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tarot_engine import SeatTaken
from tarot_site.games.models import ActorKind, Door, Game, GameStatus, Seat, SeatKind
from tarot_site.games.store import load_game
from tarot_site.players.models import Player

pytestmark = pytest.mark.django_db

ROBOTS = {f"seat{number}-kind": "robot" for number in (1, 2, 3)}
PEOPLE = {
    **{f"seat{number}-kind": "person" for number in (1, 2, 3)},
    "seat1-address": "lea@example.org",
    "seat1-name": "Léa",
    "seat2-address": " Marc@Example.org ",
    "seat3-address": "jo@example.org",
}
TABLE = {
    "my_name": "Camille",
    "name": "Jeudi",
    "players": "4",
    "rules": "fft",
    "deals": "r1",
    "robot": "prudent",
    "move_seconds": "86400",
    "word": "",
}


@pytest.fixture
def me(client: Client) -> Player:
    player = Player.objects.create_user("camille@example.org", pseudonym="Camille")
    client.force_login(player)
    return player


def post(client: Client, **more: str) -> Any:
    return client.post("/new/", {**TABLE, **PEOPLE, **more})


def test_a_new_game_needs_somebody_signed_in(client: Client) -> None:
    assert client.get("/new/")["Location"] == "/accounts/login/?next=/new/"


def test_the_form_proposes_my_name_and_a_table_of_today(client: Client, me: Player) -> None:
    page = client.get("/new/").content.decode()
    assert 'value="Camille"' in page
    assert re.search(
        r'value="Les copains du (lun|mar|mercre|jeu|vendre|same)di"|value="Les copains du dimanche"', page
    )


def test_three_robots_start_at_once(client: Client, me: Player) -> None:
    answer = post(client, **ROBOTS, word="Merlin")
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/g/{game.public_id}/")
    assert (game.status, game.name, game.move_seconds, game.created_by) == (
        GameStatus.RUNNING,
        "Jeudi",
        86400,
        me,
    )
    assert [seat.kind for seat in game.seats.all()] == [SeatKind.PERSON, *[SeatKind.ROBOT] * 3]
    state = load_game(game.pk)
    assert state.state.rules.deals == 4
    assert next(event.word for event in state.events if isinstance(event, SeatTaken)) == "Merlin"


def test_that_it_begins_is_said_at_the_table_and_nowhere_later(client: Client, me: Player) -> None:
    table = post(client, **ROBOTS)["Location"]
    assert "La partie commence." in client.get(table).content.decode()
    for path in (table, "/new/", "/"):
        assert "La partie commence." not in client.get(path).content.decode()


def test_three_addresses_are_invited_and_shown_to_nobody(client: Client, me: Player) -> None:
    answer = post(client)
    game = Game.objects.get()
    assert answer["Location"] == f"/new/{game.public_id}/"
    assert [seat.invited_address for seat in game.seats.all()][1:] == [
        "lea@example.org",
        "marc@example.org",
        "jo@example.org",
    ]
    page = client.get(answer["Location"]).content.decode()
    assert "Léa" in page
    assert page.count("invitation envoyée") == 3
    assert "@example.org" not in page
    assert "partent par mail" in page


def test_a_second_press_of_the_same_page_makes_no_second_game(client: Client, me: Player) -> None:
    once = re.search(r'name="once" value="([^"]+)"', client.get("/new/").content.decode())
    assert once
    first, second = post(client, once=once[1]), post(client, once=once[1])
    assert first["Location"] == second["Location"]
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seat1-address": "camille@example.org"}, "C'est votre adresse"),
        ({"seat1-address": "CAMILLE@example.org"}, "C'est votre adresse"),
        ({"seat2-address": "lea@example.org"}, "Cette adresse est déjà invitée"),
        ({"seat2-address": "LEA@EXAMPLE.ORG"}, "Cette adresse est déjà invitée"),
        ({"seat3-address": "jo@"}, "Cette adresse n'est pas complète"),
        ({"seat3-address": ""}, "Écrivez l'adresse de cette personne, ou choisissez un robot"),
        ({"seat3-name": "camille"}, "Ce nom est déjà pris à cette table"),
        ({"seat3-name": "a\u202eb"}, "caractère invisible"),
        ({"seat3-name": "x" * 31}, "30 caractères au plus"),
        ({"seat3-kind": "dragon"}, "dragon"),
        ({"name": ""}, "Donnez un nom à la table"),
        ({"name": "x" * 61}, "60 caractères au plus"),
        ({"my_name": " "}, "Écrivez le nom que les autres liront"),
        ({"word": "x" * 41}, "40 caractères au plus"),
        ({"deals": "5"}, "5"),
        ({"deals": "many"}, "many"),
        ({"move_seconds": "1"}, "1"),
    ],
)
def test_a_wrong_table_comes_back_with_what_was_typed(
    client: Client, me: Player, wrong: dict[str, str], sentence: str
) -> None:
    answer = post(client, **wrong)
    page = answer.content.decode().replace("&#x27;", "'")
    assert answer.status_code == 400
    assert sentence in page
    assert 'class="field-error"' in page
    assert not Game.objects.exists()
    for field, value in {"seat1-name": "Léa", **wrong}.items():
        if field not in ("deals", "move_seconds", "seat3-kind"):
            assert not value.strip() or f'value="{value.strip()}"' in page


def test_a_robot_needs_no_address_and_forgives_one(client: Client, me: Player) -> None:
    assert (
        post(client, **ROBOTS, **{"seat1-address": "not an address", "seat2-name": "x" * 99}).status_code
        == 302
    )


def test_more_than_twenty_invitations_a_day_are_refused_with_the_number_left(
    client: Client, me: Player
) -> None:
    for _ in range(6):
        post(client)
    answer = post(client)
    assert answer.status_code == 400
    assert "il vous en reste 2 aujourd" in answer.content.decode()
    assert Game.objects.count() == 6
    two = post(client, **{"seat3-kind": "robot"})
    assert two.status_code == 302


def test_my_first_table_names_me(client: Client, me: Player) -> None:
    Player.objects.update(pseudonym="")
    post(client, my_name="Cam")
    me.refresh_from_db()
    assert me.pseudonym == "Cam"


class TestWaiting:
    """The maker's page of a table that waits."""

    @pytest.fixture
    def game(self, client: Client, me: Player) -> Game:
        post(client)
        return Game.objects.get()

    def test_another_person_can_be_invited_instead(self, client: Client, game: Game) -> None:
        path = f"/new/{game.public_id}/"
        before = Seat.objects.get(game=game, number=2)
        assert (
            client.post(path, {"do": "invite", "seat": "2", "address": "zoe@example.org"})["Location"] == path
        )
        seat = Seat.objects.get(game=game, number=2)
        assert seat.invited_address == "zoe@example.org"
        assert seat.link_epoch == before.link_epoch + 1

    @pytest.mark.parametrize(
        ("seat", "address", "status"),
        [
            ("2", "", 400),
            ("2", "zoe", 400),
            ("2", "lea@example.org", 400),
            ("2", "camille@example.org", 400),
            ("9", "z@example.org", 400),
            ("4", "z@example.org", 404),
            ("x", "z@example.org", 400),
            ("0", "z@example.org", 302),
        ],
    )
    def test_a_wrong_second_invitation_changes_nothing(
        self, client: Client, game: Game, seat: str, address: str, status: int
    ) -> None:
        before = list(Seat.objects.order_by("number").values_list("invited_address", flat=True))
        answer = client.post(f"/new/{game.public_id}/", {"do": "invite", "seat": seat, "address": address})
        assert answer.status_code == status
        assert list(Seat.objects.order_by("number").values_list("invited_address", flat=True)) == before

    def test_robots_may_take_the_free_places(self, client: Client, game: Game) -> None:
        assert client.post(f"/new/{game.public_id}/", {"do": "start"})["Location"] == f"/g/{game.public_id}/"
        game.refresh_from_db()
        assert game.status == GameStatus.RUNNING
        assert client.get(f"/new/{game.public_id}/")["Location"] == f"/g/{game.public_id}/"
        assert "La partie commence." in client.get(f"/g/{game.public_id}/").content.decode()
        assert "La partie commence." not in client.get("/").content.decode()

    def test_the_table_may_be_closed(self, client: Client, game: Game) -> None:
        assert client.post(f"/new/{game.public_id}/", {"do": "cancel"})["Location"] == "/"
        game.refresh_from_db()
        assert game.status == GameStatus.CANCELLED
        last = game.events.get(kind="table_cancelled")
        assert (last.actor, last.door) == (ActorKind.PERSON, Door.PAGE)
        assert last.data == {"player": game.created_by_id, "reason": ""}

    def test_nobody_else_sees_it(self, game: Game) -> None:
        other = Client()
        other.force_login(Player.objects.create_user("x@example.org"))
        assert other.get(f"/new/{game.public_id}/").status_code == 404
        assert other.post(f"/new/{game.public_id}/", {"do": "cancel"}).status_code == 404
        assert Client().get(f"/new/{game.public_id}/").status_code == 302

    def test_reading_changes_nothing(self, client: Client, game: Game) -> None:
        client.get(f"/new/{game.public_id}/?do=cancel")
        game.refresh_from_db()
        assert game.status == GameStatus.WAITING
