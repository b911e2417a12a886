"""The first page: a welcome, or my games in the order in which they want me."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tarot_site.games.models import Game, GameStatus, Seat, SeatKind
from tarot_site.games.services import SeatRequest, cancel_game, create_game, decline_seat
from tarot_site.players.models import Player
from tests.site.conftest import make_game, make_players, open_decision, play

pytestmark = pytest.mark.django_db


def text_of(client: Client, path: str = "/") -> str:
    return client.get(path).content.decode()


def test_the_welcome_says_jeu_de_tarot_and_shows_suit_cards(client: Client) -> None:
    page = text_of(client)
    assert "jeu de tarot" in page.lower()
    assert page.count('class="welcome-card"') == 5
    assert 'href="/new/"' in page
    assert "face-H" in page
    assert not re.search(r"arcane|divinat", page, re.I)


def test_the_welcome_opens_no_session(client: Client) -> None:
    client.get("/")
    assert "sessionid" not in client.cookies


def test_no_game_yet_leads_to_a_new_one(client: Client) -> None:
    client.force_login(Player.objects.create_user("a@example.org"))
    page = unescape(text_of(client))
    assert page.count('class="button" href="/new/"') == 1
    assert "Invitez jusqu'à quatre personnes" in page
    assert re.findall(r'<a href="([^"]+)" aria-current="page">', page) == ["/"]


def test_my_turn_comes_first_with_its_deadline(client: Client) -> None:
    players = make_players()
    game = make_game(players=players, now=timezone.now())
    asked, _ = open_decision(game)
    client.force_login(players[asked])
    page = text_of(client)
    assert f'class="row row-mine" href="/g/{game.public_id}/"' in page
    assert "heure de Paris" in page
    other = players[(asked + 1) % 4]
    client.force_login(other)
    page = text_of(client)
    assert "row-mine" not in page
    assert f"on attend {players[asked].pseudonym}" in page
    assert "heure de Paris" in page


def test_the_deadline_is_told_in_the_readers_zone(client: Client) -> None:
    players = make_players()
    Player.objects.update(zone="Asia/Tokyo")
    make_game(players=players, now=timezone.now())
    client.force_login(players[0])
    assert "heure de Tokyo" in text_of(client)


def test_waiting_paused_and_finished_games_are_told_apart(client: Client) -> None:
    players = make_players()
    now = timezone.now()
    over = make_game(players=players, now=now)
    Game.objects.filter(pk=over.pk).update(status=GameStatus.OVER)
    cancelled = make_game(players=players, now=now)
    cancel_game(cancelled.pk, None, now)
    paused = make_game(players=players, now=now)
    Game.objects.filter(pk=paused.pk).update(status=GameStatus.PAUSED)
    client.force_login(players[0])
    page = text_of(client)
    going, finished = page.index("En cours"), page.index("Terminées")
    assert going < page.index(paused.public_id) < finished
    assert finished < page.index(over.public_id)
    assert finished < page.index(cancelled.public_id)
    assert "annulée" in page


def invite(host: Player, address: str) -> None:
    guests = [
        SeatRequest(SeatKind.PERSON, None, address),
        SeatRequest(SeatKind.ROBOT),
        SeatRequest(SeatKind.ROBOT),
    ]
    create_game(
        name="Jeudi",
        creator=host,
        seats=[SeatRequest(SeatKind.PERSON, host), *guests],
        deals=1,
        move_seconds=86400,
        now=timezone.now(),
    )


def test_an_invitation_waits_for_whoever_has_proved_the_address(client: Client) -> None:
    host, guest = make_players(2)
    invite(host, "p1@example.org")
    client.force_login(guest)
    assert "vous garde une place" not in text_of(client)
    EmailAddress.objects.create(user=guest, email="p1@example.org", verified=True)
    page = text_of(client)
    assert f"{host.pseudonym} vous garde une place" in page
    link = re.search(r'href="(/i/[^"]+)"', page)
    assert link
    assert client.get(link[1]).status_code == 200
    Game.objects.update(created_by=None)
    assert "Une place vous attend" in text_of(client)
    Game.objects.update(created_by=host)
    client.force_login(host)
    page = text_of(client)
    assert re.search(r'href="/new/[\w-]{20,}/"', page)
    assert "p1@example.org" not in page


def test_a_declined_place_calls_its_maker(client: Client) -> None:
    host, _ = make_players(2)
    invite(host, "x@example.org")
    client.force_login(host)
    assert "row-mine" not in text_of(client)
    decline_seat(Seat.objects.get(invited_address="x@example.org").pk, timezone.now())
    page = text_of(client)
    assert "Une personne a décliné" in page
    assert "row-mine" in page


def test_many_games_cost_the_same_few_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    players = make_players()
    for _ in range(6):
        make_game(players=players, now=timezone.now() - timedelta(hours=1))
    invite(players[0], "x@example.org")
    client.force_login(players[0])
    with django_assert_max_num_queries(6):
        page = text_of(client)
    assert page.count("Les copains du mardi") == 6


def test_a_robot_that_holds_my_place_is_said(client: Client) -> None:
    players = make_players()
    game = make_game(players=players, now=timezone.now())
    asked, _ = open_decision(game)
    me = players[(asked + 1) % 4]
    Seat.objects.filter(game=game, player=me).update(held_by_robot=True)
    client.force_login(me)
    assert "un robot tient votre place" in text_of(client)


def test_the_page_is_english_for_english_readers(client: Client) -> None:
    players = make_players()
    game = make_game(players=players, now=timezone.now())
    play(game, now=timezone.now())
    Player.objects.update(language="en")
    client.force_login(players[0])
    client.cookies["django_language"] = "en"
    page = text_of(client)
    assert '<html lang="en">' in page
    assert not re.search(r"\b(parties|donne|tour de|Attend)\b", page)


def test_the_first_page_changes_nothing(client: Client) -> None:
    assert client.post("/").status_code == 405
    assert client.head("/").status_code == 200
