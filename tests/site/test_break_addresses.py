"""Addresses and names that grow when they are put into their one spelling."""

from __future__ import annotations

import html
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tarot_site.games.models import Game, Seat, SeatKind
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.fields import AddressField, OneLineField
from tarot_site.players.models import Player

from .test_new_game import TABLE

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]

GROWS = "a@" + ".".join(["İ" * 62] * 3 + ["İ" * 59]) + ".fr"
"""253 characters and a pattern that looks right; in small letters it has 498 and does not."""
WIDE = "\u0958" * 30
"""Thirty characters as typed, sixty in the form in which names are kept (NFC takes this one apart)."""


@pytest.fixture
def me(client: Client) -> Player:
    player = Player.objects.create_user("camille@example.org", pseudonym="Camille")
    client.force_login(player)
    return player


def field_error(response: Any, typed: str) -> bool:
    """Whether the page says what is wrong at the field, which still holds what was typed."""
    page = html.unescape(response.content.decode())
    return "field-error" in page and f'value="{typed}"' in page


def test_it_grows() -> None:
    assert (len(GROWS), len(GROWS.lower())) == (253, 498)


def test_signing_in_with_an_address_that_grows(client: Client) -> None:
    answer = client.post("/accounts/login/", {"email": GROWS})
    assert answer.status_code == 200
    assert field_error(answer, GROWS)
    assert not Player.objects.exists()


def test_inviting_an_address_that_grows(client: Client, me: Player) -> None:
    guest = {"players": "2", "seat1-kind": "person", "seat1-address": GROWS}
    answer = client.post("/new/", TABLE | guest)
    assert answer.status_code == 400
    assert field_error(answer, GROWS)
    assert not Game.objects.exists()


def test_inviting_it_to_a_place_that_is_free_again(client: Client, me: Player) -> None:
    game = create_game(
        name="Jeudi",
        creator=me,
        seats=[SeatRequest(SeatKind.PERSON, me), SeatRequest(SeatKind.PERSON, None, "lea@example.org")],
        move_seconds=86_400,
        now=timezone.now(),
    )
    answer = client.post(f"/new/{game.public_id}/", {"do": "invite", "seat": "1", "address": GROWS})
    assert answer.status_code == 400
    assert field_error(answer, GROWS)
    assert Seat.objects.get(game=game, number=1).invited_address == "lea@example.org"


@pytest.mark.parametrize("more", [[], ["--start"]])
def test_newgame_refuses_it_too(more: list[str]) -> None:
    with pytest.raises(CommandError, match="no mail address"):
        call_command("newgame", GROWS, "--robots", "3", *more, stdout=StringIO())
    assert not Player.objects.exists()


def test_a_profile_name_is_counted_as_it_is_kept(client: Client, me: Player) -> None:
    said = {"pseudonym": WIDE, "language": "fr", "zone": "Europe/Paris"}
    answer = client.post("/me/", said)
    assert answer.status_code == 400
    assert field_error(answer, WIDE)
    assert "30 caractères au plus." in answer.content.decode()
    assert client.post("/me/", said | {"pseudonym": WIDE[:15]}).status_code == 302
    me.refresh_from_db()
    assert me.pseudonym == "\u0915\u093c" * 15


@pytest.mark.parametrize("typed", [" Camille@Example.ORG ", "camille@example.org"])
def test_an_address_has_one_spelling(typed: str) -> None:
    assert AddressField(missing="").clean(typed) == "camille@example.org"


@pytest.mark.parametrize("typed", [None, "", "  "])
def test_an_address_that_may_be_missing(typed: str | None) -> None:
    assert AddressField(missing="", required=False).clean(typed) == ""
    with pytest.raises(ValidationError, match="Où"):
        AddressField(missing="Où ?").clean(typed)


def test_a_line_that_says_nothing_is_missing() -> None:
    with pytest.raises(ValidationError, match="Qui"):
        OneLineField(max_length=9, missing="Qui ?").clean(" ")
