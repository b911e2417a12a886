"""Session cookies that nobody made, and pages that ask for no session at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from tarot_site.config.middleware import SessionCookieMiddleware
from tarot_site.games.links import Link, LinkPurpose, make_link
from tarot_site.games.models import Game, SeatKind
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player

from .conftest import make_game
from .link_pages import table_token, token

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]

NUL = r'"aaaaaaaaaaaa\000b"'  # octal in quotes: it is read as a NUL, which PostgreSQL takes in no text


def stranger(cookie: str) -> Client:
    """A browser that sends this session cookie, as it stands."""
    return Client(raise_request_exception=False, HTTP_COOKIE=f"sessionid={cookie}")


@pytest.mark.parametrize(
    "path", ["/", "/new/", "/me/", "/accounts/login/", "/admin/login/", "/health/", "/nowhere/"]
)
@pytest.mark.parametrize("cookie", [NUL, "short", "a" * 41, "é" * 20, "a b c d e f g", ""])
def test_a_session_cookie_that_is_none_is_nobody(path: str, cookie: str) -> None:
    expected = Client(raise_request_exception=False).get(path)
    answer = stranger(cookie).get(path)
    assert answer.status_code == expected.status_code
    assert answer.get("Location") == expected.get("Location")


def test_signing_in_works_over_a_session_cookie_that_is_none() -> None:
    answer = stranger(NUL).post("/accounts/login/", {"email": "camille@example.org"})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/code/confirm/")


@pytest.mark.parametrize("key", ["a" * 8, "Az09" * 10])
def test_what_may_be_a_session_is_kept(key: str, rf: RequestFactory) -> None:
    seen: list[str | None] = []

    def page(request: HttpRequest) -> HttpResponse:
        seen.append(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        return HttpResponse()

    rf.cookies[settings.SESSION_COOKIE_NAME] = key
    SessionCookieMiddleware(page)(rf.get("/"))
    assert seen == [key]


def invitation_of(game: Game) -> str:
    """The address of the first invitation."""
    seat = game.seats.get(number=1)
    return f"/i/{make_link(Link(LinkPurpose.INVITE, game.pk, 1, epoch=seat.link_epoch))}/"


def waiting_game(maker: Player) -> Game:
    """A table that waits for somebody."""
    return create_game(
        name="Jeudi",
        creator=maker,
        seats=[SeatRequest(SeatKind.PERSON, maker), SeatRequest(SeatKind.PERSON, None, "lea@example.org")],
        move_seconds=86_400,
        now=timezone.now(),
    )


def act_path() -> str:
    return f"/a/{token(make_game())}/"


def table_path() -> str:
    return f"/t/{table_token(make_game(), 0)}/"


def invitation_path() -> str:
    return invitation_of(waiting_game(Player.objects.create_user("c@example.org", pseudonym="Camille")))


def seated_path() -> str:
    path = invitation_path()
    assert Client().post(path, {"name": "Léa", "answer": "yes"}).status_code == 200
    return path


def revoked_path() -> str:
    path = invitation_path()
    assert Client().post(path, {"answer": "no"}).status_code == 200
    return path


def stop_path() -> str:
    game = make_game()
    return f"/u/{make_link(Link(LinkPurpose.STOP, game.pk, 0, epoch=game.seats.get(number=0).link_epoch))}/"


def malformed_path() -> str:
    return "/i/abcdefghijkl/"


LINKS = [act_path, table_path, invitation_path, seated_path, revoked_path, stop_path, malformed_path]


def asked_nothing(response: Any) -> bool:
    """Whether the page neither read a session nor depends on any cookie."""
    return (
        not response.wsgi_request.session.accessed
        and "Cookie" not in response.get("Vary", "")
        and not response.cookies
    )


@pytest.mark.parametrize("make_path", LINKS)
def test_a_page_behind_a_link_asks_for_no_session(client: Client, make_path: Callable[[], str]) -> None:
    path = make_path()
    reader = Player.objects.create_user("reader@example.org", pseudonym="Lectrice", language="en")
    client.force_login(reader)
    client.cookies["messages"] = "anything"  # without its page asking, no message is looked for either
    for response in (client.get(path), client.head(path)):
        assert response.status_code in (200, 404, 410)
        assert asked_nothing(response)
        assert "Lectrice" not in response.content.decode()


@pytest.mark.parametrize("answer", ["yes", "no", ""])
def test_answering_an_invitation_asks_for_no_session(client: Client, answer: str) -> None:
    path = invitation_path()
    client.force_login(Player.objects.create_user("reader@example.org"))
    sessions = Session.objects.count()
    assert asked_nothing(client.post(path, {"answer": answer, "name": "Léa" if answer else ""}))
    assert Session.objects.count() == sessions


def test_an_invitation_changes_its_language_without_a_session(client: Client) -> None:
    path = invitation_path()
    stranger = Client(enforce_csrf_checks=True)
    page = stranger.get(path).content.decode()
    assert 'action="/i18n/link/"' in page
    assert "csrfmiddlewaretoken" not in page
    answer = stranger.post("/i18n/link/", {"next": path, "language": "en"})
    assert (answer.status_code, answer["Location"]) == (302, path)
    assert set(answer.cookies) == {"django_language"}
    assert '<html lang="en">' in stranger.get(path).content.decode()


@pytest.mark.parametrize("to", ["https://evil.example/", "//evil.example/", ""])
def test_the_switch_leads_to_no_other_site(client: Client, to: str) -> None:
    assert client.post("/i18n/link/", {"next": to, "language": "en"})["Location"] == "/"


def test_the_switch_of_a_link_changes_nobodys_mails(client: Client) -> None:
    player = Player.objects.create_user("c@example.org", language="fr")
    client.force_login(player)
    response = client.post("/i18n/link/", {"next": "/", "language": "en"})
    assert not response.wsgi_request.session.accessed
    player.refresh_from_db()
    assert player.language == "fr"
    assert client.get("/i18n/link/").status_code == 405


def test_health_is_told_without_a_database(client: Client) -> None:
    """Whoever asks with a session of theirs is told the same."""
    client.force_login(Player.objects.create_user("c@example.org"))

    def silent(*_: object) -> None:
        raise OperationalError("no answer")

    with connection.execute_wrapper(silent):
        response = client.get("/health/")
    assert response.status_code == 503
    assert response.json() == {"ok": False, "database": False, "heartbeat_age": None}
