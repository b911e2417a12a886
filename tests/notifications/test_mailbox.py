"""/mailbox/: for who sits at this machine, where no mail leaves; 404 for everybody else."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from notifications.delivery import sweep_mails
from notifications.models import Mail, MailState
from tarot_site.games.demo import ADDRESS, ensure_demo_game
from tarot_site.games.links import table_url
from tarot_site.games.models import Game, Seat
from tarot_site.games.seating import decline_seat
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player
from tests.site.conftest import NOW, make_game, play_until

pytestmark = pytest.mark.django_db


@pytest.fixture
def box(settings: Any) -> Client:
    """A browser on this machine, with a mail waiting."""
    settings.MAILBOX = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    make_game(robots=3)
    sweep_mails(NOW)
    return Client(HTTP_HOST="127.0.0.1:8000")


def test_it_says_what_to_do_and_leads_to_the_turn(box: Client) -> None:
    page = box.get("/mailbox/").content.decode()
    assert "Ouvrez le mail du haut et répondez." in page
    path = re.search(r'href="(/mailbox/[0-9a-f-]{36}/)"', page)
    assert path is not None
    mail = box.get(path[1]).content.decode()
    links = re.findall(r'<a href="(http://127\.0\.0\.1:8000/a/[\w-]{35}/)"', mail)
    assert len(links) == 5
    html = box.get(path[1] + "html/")
    assert html["Content-Security-Policy"].startswith("sandbox ")
    assert "allow-scripts" not in html["Content-Security-Policy"]
    assert '<base target="_top">' in html.content.decode()
    assert html["X-Frame-Options"] == "SAMEORIGIN"
    assert "X-Pli-Kind" in mail
    assert "no-cache" in box.get("/mailbox/")["Cache-Control"]


def order(box: Client) -> list[str]:
    """The first line of each mail in the list, from the top."""
    return re.findall(r'class="row-line">Pour ([^.<]+(?:\.org)?)', box.get("/mailbox/").content.decode())


def test_a_code_stands_above_older_turns_until_it_expires(box: Client) -> None:
    now = timezone.now()
    Mail.objects.update(created_at=now - timedelta(hours=1))
    for number in range(3):  # answered turns, younger than the code
        Mail.objects.create(
            key=f"{number}", address="old@example.org", created_at=now, decision=99, state=MailState.SENT
        )
    code = Mail.objects.create(
        key="code",
        kinds=["sign_in_code"],
        address="nina@example.org",
        created_at=now - timedelta(minutes=1),
        state=MailState.SENT,
    )
    assert order(box) == ["nina@example.org", "Léa", *["old@example.org"] * 3]
    assert "Répondez au mail marqué «\u202fà vous\u202f»." in box.get("/mailbox/").content.decode()
    Mail.objects.filter(pk=code.pk).update(created_at=now - timedelta(minutes=16))
    assert order(box) == ["Léa", *["old@example.org"] * 3, "nina@example.org"]
    assert "Ouvrez le mail du haut et répondez." in box.get("/mailbox/").content.decode()


def test_an_invitation_stands_above_older_turns_until_it_is_answered(box: Client) -> None:
    now = timezone.now()
    Mail.objects.update(created_at=now - timedelta(hours=1))
    guests = [SeatRequest(address=f"f{number}@example.org") for number in range(2)]
    host = Player.objects.get(email="p0@example.org")
    create_game(
        name="Jeudi", creator=host, seats=[SeatRequest(player=host), *guests], deals=1, move_seconds=86400,
        now=now,
    )  # fmt: skip
    sweep_mails(now)
    assert order(box) == ["f1@example.org", "f0@example.org", "Léa"]
    decline_seat(Seat.objects.get(invited_address="f1@example.org").pk, now)
    assert order(box)[0] == "f0@example.org"
    assert order(box).index("Léa") < order(box).index("f1@example.org")


def test_a_mail_stands_there_once_it_is_written(box: Client) -> None:
    now = timezone.now()
    Mail.objects.create(key="soon", address="soon@example.org", created_at=now, decision=99)
    assert "soon@example.org" not in order(box)
    Mail.objects.filter(key="soon").update(state=MailState.FAILED)
    assert "soon@example.org" in order(box)


def test_without_a_question_it_says_so(box: Client) -> None:
    Mail.objects.update(decision=None)
    assert "Le prochain mail arrivera quand ce sera à vous." in box.get("/mailbox/").content.decode()
    Mail.objects.all().delete()
    assert "Elle est encore vide." in box.get("/mailbox/").content.decode()


def test_mails_without_a_body_are_explained(box: Client) -> None:
    mail = Mail.objects.get()
    for state, words in (("sent", "effacé"), ("dropped", "inutile"), ("pending", "pas encore")):
        Mail.objects.update(state=state, sealed=None)
        assert words in box.get(f"/mailbox/{mail.uid}/").content.decode()
    assert box.get(f"/mailbox/{mail.uid}/html/").status_code == 404
    assert box.get("/mailbox/").status_code == 200


@pytest.mark.parametrize(
    "visitor",
    [
        {"REMOTE_ADDR": "192.168.1.20"},
        {"REMOTE_ADDR": "8.8.8.8"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
        {"HTTP_HOST": "pli.example"},
    ],
)
def test_nobody_else_sees_it(box: Client, settings: Any, visitor: dict[str, str]) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    uid = Mail.objects.get().uid
    for path in ("/mailbox/", f"/mailbox/{uid}/", f"/mailbox/{uid}/html/"):
        assert box.get(path, **visitor).status_code == 404  # type: ignore[arg-type]


def test_it_is_closed_where_mail_leaves(box: Client, settings: Any) -> None:
    assert box.get("/mailbox/", HTTP_HOST="localhost").status_code == 200
    settings.MAILBOX = False
    assert box.get("/mailbox/").status_code == 404
    assert box.post("/mailbox/").status_code in (404, 405)


def finish_demo() -> Game:
    """The demo, played to its end."""
    ensure_demo_game(NOW)
    game = Game.objects.latest("pk")
    play_until(game, lambda g: False)
    return game


def test_a_finished_demo_offers_another_game_in_the_language_of_the_page(box: Client) -> None:
    game = finish_demo()
    Mail.objects.all().delete()
    page = box.get("/mailbox/").content.decode()
    assert "La partie d&#x27;essai est terminée." in page or "La partie d'essai est terminée." in page
    assert 'action="/mailbox/again/"' in page
    seat = game.seats.get(number=0)
    table = urlsplit(table_url(game.pk, 0, seat.link_epoch, game.deal)).path
    assert 'action="/mailbox/again/"' in box.get(table).content.decode()
    for _ in range(2):  # pressed twice, it makes one game
        assert box.post("/mailbox/again/", {"language": "en"})["Location"] == "/mailbox/"
    assert list(
        Game.objects.filter(seats__player__email=ADDRESS).order_by("pk").values_list("name", flat=True)
    ) == [
        "Table d'essai",
        "Trial table",
    ]
    assert Player.objects.get(email=ADDRESS).language == "en"
    assert 'action="/mailbox/again/"' not in box.get("/mailbox/").content.decode()
    assert 'action="/mailbox/again/"' not in box.get(table).content.decode()


def test_another_demo_game_is_for_this_machine_and_for_a_demo(box: Client, settings: Any) -> None:
    box.post("/mailbox/again/")
    assert Game.objects.count() == 1  # nobody ever asked for a demo here
    finish_demo()
    assert box.post("/mailbox/again/", REMOTE_ADDR="8.8.8.8").status_code == 404
    settings.MAILBOX = False
    assert box.post("/mailbox/again/").status_code == 404
    assert box.get("/mailbox/again/").status_code == 405
    assert Game.objects.count() == 2


def test_its_language_is_that_of_the_demos_next_mails(box: Client) -> None:
    ensure_demo_game(NOW)
    answer = box.post("/mailbox/language/", {"language": "en", "next": "/mailbox/"})
    assert answer["Location"] == "/mailbox/"
    assert Player.objects.get(email=ADDRESS).language == "en"
    assert "Mailbox" in box.get("/mailbox/").content.decode()
    box.post("/mailbox/language/", {"language": "xx", "next": "/mailbox/"})
    assert Player.objects.get(email=ADDRESS).language == "en"


def test_answered_mails_say_so_and_all_but_the_newest_fold_away(box: Client) -> None:
    Mail.objects.update(state="sent", decision=None)
    page = box.get("/mailbox/").content.decode()
    assert "remis" in page
    assert "répondu" not in page
    Mail.objects.update(decision=99, created_at=NOW - timedelta(days=9))  # not the open question
    assert "répondu" in box.get("/mailbox/").content.decode()
    assert "<details" not in box.get("/mailbox/").content.decode()
    for number in range(22):
        Mail.objects.create(key=f"code:{number}", address="lea@example.org", state="sent", sent_at=NOW)
    page = box.get("/mailbox/").content.decode()
    assert "Pour lea@example.org" in page
    assert "Pour #" not in page
    assert "3 mails plus anciens" in page
    assert page.index("<details") < page.index("répondu")
    assert "19\u202fh\u202f30" in page


def test_the_list_asks_the_database_as_often_for_many_invitations_as_for_one(
    box: Client,
) -> None:
    host = Player.objects.get(email="p0@example.org")

    def queries_with(guests: int) -> int:
        now = timezone.now()
        seats = [SeatRequest(player=host), *(SeatRequest(address=f"f{n}@example.org") for n in range(guests))]
        create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=86400, now=now)
        sweep_mails(now)
        with CaptureQueriesContext(connection) as asked:
            assert len(order(box)) == Mail.objects.count()
        return len(asked)

    assert queries_with(2) == queries_with(4)
