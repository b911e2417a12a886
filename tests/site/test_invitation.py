"""/i/<token>/: GET shows, POST takes or declines a seat; the token is the only authority."""

from __future__ import annotations

import html
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tarot_engine import SeatTaken
from tarot_site.games.links import Link, LinkPurpose, make_link
from tarot_site.games.models import EventRecord, Game, GameStatus, Seat, SeatKind
from tarot_site.games.services import SeatRequest, cancel_game, create_game, invite_again
from tarot_site.games.store import load_game
from tarot_site.players.models import Player

pytestmark = pytest.mark.django_db

GUESTS = ("lea@example.org", "marc@example.org")
ANSWER = {"answer": "yes", "name": "Léa", "language": "fr", "zone": "America/Montreal", "word": "Merlin"}


@pytest.fixture
def host() -> Player:
    return Player.objects.create_user("camille@example.org", pseudonym="Camille")


@pytest.fixture
def game(host: Player) -> Game:
    return create_game(
        name="Les copains du jeudi",
        creator=host,
        seats=[
            SeatRequest(SeatKind.PERSON, host, "", "Camille"),
            SeatRequest(SeatKind.PERSON, None, GUESTS[0], "Léa"),
            SeatRequest(SeatKind.PERSON, None, GUESTS[1]),
            SeatRequest(SeatKind.ROBOT),
        ],
        deals=4,
        move_seconds=2 * 86400,
        now=timezone.now(),
    )


def path_of(game: Game, number: int = 1) -> str:
    seat = Seat.objects.get(game=game, number=number)
    return f"/i/{make_link(Link(LinkPurpose.INVITE, game.pk, number, epoch=seat.link_epoch))}/"


def words(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def test_the_page_says_who_invites_to_what(client: Client, game: Game) -> None:
    page = words(client.get(path_of(game)))
    for fact in (
        "Camille",
        "Les copains du jeudi",
        "4 donnes",
        "2 jours",
        "un robot tient votre place",
        'value="Léa"',
    ):
        assert fact in page
    opened = EventRecord.objects.get(game=game, seq=1).data
    assert opened["commitment"]["digest"] in page
    assert "@example.org" not in page
    assert "/u/" in page


def test_a_table_that_nobody_opened_names_no_host(client: Client, game: Game) -> None:
    assert "<h1>Camille vous garde une place</h1>" in words(client.get(path_of(game)))
    game.created_by = None
    game.save()
    page = words(client.get(path_of(game)))
    assert "<h1>Une place vous attend</h1>" in page
    assert "<title>Une place vous attend – Pli</title>" in page
    assert "vous garde une place" not in page
    client.cookies["django_language"] = "en"
    assert "<h1>A seat is waiting for you</h1>" in words(client.get(path_of(game)))


def test_reading_changes_nothing_and_opens_no_session(client: Client, game: Game) -> None:
    before = list(Seat.objects.values()), list(EventRecord.objects.values())
    for _ in range(3):
        assert client.get(path_of(game) + "?answer=yes").status_code == 200
        assert client.head(path_of(game)).status_code == 200
    assert (list(Seat.objects.values()), list(EventRecord.objects.values())) == before
    assert not Session.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_guest_sits_down_with_one_post_from_anywhere(game: Game) -> None:
    stranger = Client(enforce_csrf_checks=True)
    answer = stranger.post(path_of(game), ANSWER)
    assert answer.status_code == 200
    assert "Vous êtes à table, Léa" in words(answer)
    assert "Il manque encore une personne" in words(answer)
    seat = Seat.objects.select_related("player").get(game=game, number=1)
    assert seat.player
    assert (seat.player.email, seat.player.pseudonym, seat.player.language, seat.player.zone) == (
        GUESTS[0],
        "Léa",
        "fr",
        "America/Toronto",
    )
    assert EmailAddress.objects.filter(
        user=seat.player, email=GUESTS[0], verified=True, primary=True
    ).exists()
    assert not seat.player.has_usable_password()
    assert [
        event.word for event in load_game(game.pk).events if isinstance(event, SeatTaken) and event.seat == 1
    ] == ["Merlin"]
    assert not Session.objects.exists()


def test_a_name_is_all_that_a_seat_needs(client: Client, game: Game) -> None:
    client.post(path_of(game), {"answer": "yes", "name": "Léa", "word": "e\u0301" * 40})
    seat = game.seats.get(number=1)
    assert seat.player
    assert (seat.player.language, seat.player.zone) == ("fr", "Europe/Paris")
    assert [
        event.word for event in load_game(game.pk).events if isinstance(event, SeatTaken) and event.seat == 1
    ] == ["é" * 40]


def test_the_last_guest_gets_the_way_to_the_table(client: Client, game: Game) -> None:
    client.post(path_of(game, 1), ANSWER)
    answer = client.post(path_of(game, 2), {**ANSWER, "name": "Marc"})
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING
    page = words(answer)
    assert "La partie a commencé" in page
    assert "/t/" in page


def test_a_second_press_is_calm_and_adds_nothing(client: Client, game: Game) -> None:
    path = path_of(game)
    client.post(path, ANSWER)
    events = EventRecord.objects.count()
    for answer in (
        client.post(path, {**ANSWER, "name": "Other"}),
        client.post(path, {"answer": "no"}),
        client.get(path),
    ):
        assert answer.status_code == 200
        assert "Vous êtes à table, Léa" in words(answer)
    assert EventRecord.objects.count() == events
    assert Player.objects.filter(email=GUESTS[0]).count() == 1


def test_a_guest_may_decline(client: Client, game: Game) -> None:
    path = path_of(game)
    answer = client.post(path, {"answer": "no"})
    assert answer.status_code == 200
    assert "merci d'avoir répondu" in words(answer)
    seat = Seat.objects.get(game=game, number=1)
    assert (seat.invited_address, seat.taken_at, seat.player) == ("", None, None)
    assert EventRecord.objects.filter(game=game, kind="table_seat_declined").count() == 1
    assert client.get(path).status_code == 410
    assert client.post(path, ANSWER).status_code == 410
    assert not Player.objects.filter(email=GUESTS[0]).exists()


def test_an_invitation_given_to_somebody_else_is_gone(client: Client, game: Game) -> None:
    path = path_of(game)
    invite_again(Seat.objects.get(game=game, number=1).pk, "zoe@example.org", now=timezone.now())
    for answer in (client.get(path), client.post(path, ANSWER)):
        assert answer.status_code == 410
        assert "ne tient plus" in words(answer)
    client.post(path_of(game), {**ANSWER, "name": "Zoé"})
    assert client.get(path).status_code == 410


def test_a_cancelled_table_says_so(client: Client, game: Game) -> None:
    path = path_of(game)
    cancel_game(game.pk, None, timezone.now())
    for answer in (client.get(path), client.post(path, ANSWER), client.post(path, {"answer": "no"})):
        assert answer.status_code == 410
        assert "ne tient plus" in words(answer)


def test_forged_and_cut_links_are_calm(client: Client, game: Game) -> None:
    token = path_of(game)[3:-1]
    other = make_link(Link(LinkPurpose.TABLE, game.pk, 1))
    nowhere = make_link(Link(LinkPurpose.INVITE, game.pk + 999, 1))
    no_seat = make_link(Link(LinkPurpose.INVITE, game.pk, 4))
    robot = make_link(Link(LinkPurpose.INVITE, game.pk, 3))
    flipped = ("B" if token[0] != "B" else "C") + token[1:]
    for wrong in (token[:-3], token + "AA", flipped, other, nowhere, no_seat, "x", "é" * 35, "%00" * 3):
        for answer in (client.get(f"/i/{wrong}/"), client.post(f"/i/{wrong}/", ANSWER)):
            assert answer.status_code == 404, wrong
    assert client.get(f"/i/{robot}/").status_code == 410
    assert client.get(f"/i/{make_link(Link(LinkPurpose.INVITE, game.pk, 0))}/").status_code in (200, 410)
    assert "incomplet" in words(client.get(f"/i/{token[:-1]}/"))
    assert not Seat.objects.get(game=game, number=1).taken_at


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Écrivez le nom que les autres liront"),
        ({"name": "camille"}, "Ce nom est déjà pris à cette table"),
        ({"name": "x" * 31}, "30 caractères au plus"),
        ({"name": "a\u2066b"}, "caractère invisible"),
        ({"word": "x" * 41}, "40 caractères au plus"),
        ({"zone": "Mars/Olympus"}, "Mars/Olympus"),
        ({"language": "tlh"}, "tlh"),
    ],
)
def test_a_wrong_answer_comes_back_with_what_was_typed(
    client: Client, game: Game, wrong: dict[str, str], sentence: str
) -> None:
    answer = client.post(path_of(game), {**ANSWER, **wrong})
    assert answer.status_code == 400
    assert sentence in words(answer)
    assert "data-zone" not in words(answer)
    if "word" not in wrong:
        assert 'value="Merlin"' in words(answer)
    assert not Seat.objects.get(game=game, number=1).taken_at


def test_a_known_person_is_not_asked_for_language_and_zone_again(client: Client, game: Game) -> None:
    known = Player.objects.create_user(GUESTS[0], pseudonym="Léa B.", language="en", zone="Asia/Tokyo")
    page = words(client.get(path_of(game)))
    assert '<html lang="en">' in page
    assert 'value="Léa B."' in page
    assert 'name="zone"' not in page
    client.post(path_of(game), {"answer": "yes", "name": "Lé", "zone": "UTC", "language": "fr"})
    known.refresh_from_db()
    assert (known.pseudonym, known.language, known.zone) == ("Léa B.", "en", "Asia/Tokyo")
    assert Seat.objects.get(game=game, number=1).player == known


def test_the_page_speaks_the_language_of_its_mail_until_told_otherwise(
    client: Client, host: Player, game: Game
) -> None:
    Player.objects.filter(pk=host.pk).update(language="en")
    assert '<html lang="en">' in words(client.get(path_of(game), headers={"accept-language": "fr"}))
    client.cookies["django_language"] = "fr"
    assert '<html lang="fr">' in words(client.get(path_of(game)))


def test_choosing_english_answers_in_english(client: Client, game: Game) -> None:
    answer = client.post(path_of(game), {**ANSWER, "language": "en"})
    assert '<html lang="en">' in words(answer)


def test_a_closed_account_is_not_reopened_by_an_invitation(client: Client, game: Game) -> None:
    Player.objects.create_user(GUESTS[0], is_active=False)
    assert client.get(path_of(game)).status_code == 410
    assert client.post(path_of(game), ANSWER).status_code == 410


def test_whoever_is_signed_in_the_seat_goes_to_the_invited_address(
    client: Client, host: Player, game: Game
) -> None:
    client.force_login(host)
    client.post(path_of(game), ANSWER)
    seat = Seat.objects.select_related("player").get(game=game, number=1)
    assert seat.player
    assert seat.player.email == GUESTS[0]
    assert client.session["_auth_user_id"] == str(host.pk)


def test_guests_sign_in_later_with_the_same_address(client: Client, game: Game) -> None:
    client.post(path_of(game), ANSWER)
    before = Player.objects.count()
    client.post("/accounts/login/code/", {"email": GUESTS[0].upper()})
    assert Player.objects.count() == before


def test_a_robot_is_said_to_be_one(client: Client, game: Game) -> None:
    robot = Seat.objects.get(game=game, kind=SeatKind.ROBOT).name
    page = words(client.get(path_of(game)))
    assert f"<li>{robot}, robot</li>" in page
    assert "<li>Camille</li>" in page
    assert "joue pour vous une petite carte permise" in page
