"""Fewer mails: by a button, by a mail program's one click, never by looking, and never out of the game."""

from __future__ import annotations

import pytest
from django.test import Client

from notifications.blocks import is_blocked
from notifications.models import BlockedAddress, Mail
from tarot_site.games.links import act_url, stop_url
from tarot_site.games.models import EventRecord, Game, Seat
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.site.conftest import NOW, make_game, make_players

pytestmark = pytest.mark.django_db


def path_of(game: Game, seat: int = 0, epoch: int = 0) -> str:
    return "/" + stop_url(game.pk, seat, epoch).split("/", 3)[3]


@pytest.fixture
def strict() -> Client:
    """A browser for which CSRF counts."""
    return Client(enforce_csrf_checks=True)


def wants_mail(seat: int = 0) -> bool:
    return Seat.objects.get(number=seat).wants_mail


def test_looking_changes_nothing(strict: Client) -> None:
    path = path_of(make_game())
    for _ in range(3):
        page = strict.get(path)
        strict.head(path)
    assert (page.status_code, page["Cache-Control"], page["X-Robots-Tag"]) == (
        200,
        "no-store",
        "noindex, nofollow",
    )
    assert "Arrêter les mails de cette table" in page.content.decode()
    assert wants_mail()
    assert not BlockedAddress.objects.exists()


def test_one_click_stops_at_once_and_leaves_the_seat(strict: Client) -> None:
    game = make_game()
    events = EventRecord.objects.count()
    for _ in range(2):
        answer = strict.post(path_of(game), {"List-Unsubscribe": "One-Click"})
        assert (answer.status_code, answer.content) == (200, b"")
    assert not wants_mail()
    assert Seat.objects.get(number=0).player is not None
    assert EventRecord.objects.count() == events
    assert not BlockedAddress.objects.exists()


def test_buttons_stop_and_start_again(strict: Client) -> None:
    path = path_of(make_game())
    assert (strict.post(path, {"do": "stop"}).status_code, wants_mail()) == (303, False)
    assert "Les recevoir de nouveau" in strict.get(path).content.decode()
    assert (strict.post(path, {"do": "resume"}).status_code, wants_mail()) == (303, True)
    assert strict.post(path, {"do": "resign"}).status_code == 400


def test_never_again_is_honoured_for_every_table_and_can_be_undone(strict: Client, post: Post) -> None:
    game = make_game()
    strict.post(path_of(game), {"do": "block"})
    assert is_blocked("P0@example.org")
    assert "p0" not in BlockedAddress.objects.get().digest
    assert post.sweep(NOW) == {"sent": 3, "dropped": 1}
    strict.post(path_of(game), {"do": "unblock"})
    assert not is_blocked("p0@example.org")


def test_one_click_on_an_invitation_blocks_the_address(strict: Client, post: Post) -> None:
    (host,) = make_players(1)
    seats = [SeatRequest(player=host), *(SeatRequest(address=f"f{n}@example.org") for n in range(3))]
    game = create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=86400, now=NOW)
    assert "Jeudi" in strict.get(path_of(game, 1)).content.decode()
    strict.post(path_of(game, 1), {"List-Unsubscribe": "One-Click"})
    assert is_blocked("f0@example.org")
    assert post.sweep(Mail.objects.latest("pk").created_at) == {"sent": 2, "dropped": 1}


def test_a_link_to_an_earlier_person_stops_only_that_persons_mail(strict: Client, post: Post) -> None:
    game = make_game()
    post.sweep(NOW)
    successor = Player.objects.create_user("new@example.org")
    Seat.objects.filter(number=0).update(player=successor, link_epoch=1)
    path = path_of(game, 0, epoch=0)
    strict.post(path, {"List-Unsubscribe": "One-Click"})
    assert wants_mail()
    assert is_blocked("p0@example.org")
    assert not is_blocked("new@example.org")
    assert strict.post(path, {"do": "stop"}).status_code == 400
    assert strict.post(path_of(game, 0, epoch=1), {"do": "stop"}).status_code == 303
    assert not wants_mail()


def test_a_renewed_link_of_the_same_person_still_works(strict: Client, post: Post) -> None:
    game = make_game()
    post.sweep(NOW)
    Seat.objects.filter(number=0).update(link_epoch=3)
    strict.post(path_of(game, 0, epoch=0), {"do": "stop"})
    assert not wants_mail()


def test_forged_and_other_links_are_not_found(strict: Client) -> None:
    game = make_game()
    path = path_of(game)
    move = "/u/" + act_url(game.pk, 0, 1, 0, 0).split("/")[-2] + "/"
    for wrong in (path[:-3] + "AA/", path[:-2] + "/", "/u/x/", move, path_of(game, 0, epoch=9)):
        for answer in (strict.get(wrong), strict.post(wrong, {"List-Unsubscribe": "One-Click"})):
            assert answer.status_code == 404
    assert wants_mail()
