"""What is deleted after its time, and above all what is not."""

from __future__ import annotations

import json
import threading
import uuid
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from notifications import kinds as k
from notifications import retention
from notifications.blocks import block, is_blocked
from notifications.models import Mail, MailEvent, MailState
from notifications.resend import resend
from notifications.retention import purge
from notifications.tasks import purge as purge_task
from tarot_site.config.celery import app
from tarot_site.games.links import stop_url
from tarot_site.games.models import EventRecord, Game, GameStatus, Seat
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.site.conftest import NOW, days, make_game, make_players

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]

LATER = NOW + days(181)
ADDRESS = "once@example.org"


def ended_game(post: Post, status: GameStatus = GameStatus.CANCELLED, *, now: datetime = NOW) -> Game:
    """A game whose mails are sent, and that then ended."""
    game = make_game(now=now, players=list(Player.objects.order_by("pk")[:4]) or None)
    post.sweep(now)
    Game.objects.filter(pk=game.pk).update(status=status)
    return game


def code_only(*, asked: datetime = NOW, **columns: Any) -> Player:
    """Somebody who asked for a code, by the page, at this time, and never typed it in."""
    cache.clear()
    assert Client().post("/accounts/login/code/", {"email": ADDRESS}).status_code == 302
    Session.objects.all().delete()
    Mail.objects.filter(address=ADDRESS).update(
        created_at=asked, next_attempt_at=asked, state=MailState.SENT, secret=None
    )
    Player.objects.filter(email=ADDRESS).update(date_joined=asked, **columns)
    return Player.objects.get(email=ADDRESS)


def mail_to(player: Player, **columns: Any) -> Mail:
    """A final row of the ledger, as old as NOW."""
    fields = {"key": uuid.uuid4().hex, "kinds": [k.SIGN_IN_CODE], "state": MailState.SENT, **columns}
    return Mail.objects.create(
        player=player, address=player.email or "", created_at=NOW, next_attempt_at=NOW, **fields
    )


class TestLedger:
    """Rows of the ledger."""

    @pytest.mark.parametrize("status", [GameStatus.OVER, GameStatus.CANCELLED, GameStatus.ARCHIVED])
    def test_of_an_ended_game_it_goes_after_its_time(self, post: Post, status: GameStatus) -> None:
        game = ended_game(post, status)
        lines, seats = EventRecord.objects.count(), list(game.seats.values())
        assert purge(NOW + days(180)) == {}
        assert purge(LATER) == {"mails": 4}
        assert not Mail.objects.exists()
        assert (EventRecord.objects.count(), list(game.seats.values())) == (lines, seats)
        assert Player.objects.count() == 4

    @pytest.mark.parametrize(
        "status", [GameStatus.WAITING, GameStatus.RUNNING, GameStatus.PAUSED, GameStatus.FROZEN]
    )
    def test_of_a_game_that_may_go_on_nothing_goes(self, post: Post, status: GameStatus) -> None:
        ended_game(post, status)
        assert purge(NOW + days(5000)) == {}
        assert Mail.objects.count() == 4

    @pytest.mark.parametrize("state", [MailState.PENDING, MailState.SENDING])
    def test_what_is_still_owed_keeps_all_of_its_game(self, post: Post, state: MailState) -> None:
        ended_game(post)
        Mail.objects.filter(seat=2).update(state=state)
        assert purge(LATER) == {}
        Mail.objects.filter(seat=2).update(state=MailState.FAILED)
        assert purge(LATER) == {"mails": 4}

    def test_the_last_mail_of_a_game_keeps_the_first(self, post: Post) -> None:
        game = ended_game(post)
        Mail.objects.filter(seat=3).update(next_attempt_at=NOW + days(100))
        other = ended_game(post)
        assert purge(LATER) == {"mails": 4}
        assert Mail.objects.filter(game=game).count() == 4
        assert not Mail.objects.filter(game=other).exists()
        assert purge(LATER + days(100)) == {"mails": 4}

    def test_codes_of_known_people_go_too(self) -> None:
        player = make_players(1)[0]
        mail_to(player)
        assert purge(NOW + days(180)) == {}
        assert purge(LATER) == {"mails": 1}
        assert Player.objects.get() == player

    def test_what_providers_said_goes_with_the_mail(self, post: Post) -> None:
        ended_game(post)
        for number, mail in enumerate((Mail.objects.earliest("pk"), None)):
            MailEvent.objects.create(
                mail=mail, esp="Postmark", event_id=str(number), event_type="bounced", at=NOW
            )
        assert purge(NOW + days(180)) == {}
        assert purge(LATER) == {"mails": 4, "provider_events": 1}
        assert not MailEvent.objects.exists()

    def test_a_mail_sent_again_is_young_again(self, post: Post) -> None:
        ended_game(post)
        Mail.objects.update(state=MailState.FAILED)
        operator = Player.objects.create_superuser("o@example.org")
        assert resend(Mail.objects.earliest("pk"), operator, LATER)
        assert purge(LATER) == {}
        post.sweep(LATER)
        assert purge(LATER + days(1)) == {}

    def test_the_days_are_a_setting(self, post: Post, settings: Any) -> None:
        settings.MAIL_LEDGER_DAYS = 30
        ended_game(post)
        assert purge(NOW + days(30)) == {}
        assert purge(NOW + days(31)) == {"mails": 4}

    def test_a_sweep_has_its_measure(self, post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(retention, "BATCH", 3)
        monkeypatch.setattr(retention, "BATCHES", 2)
        for _ in range(2):
            ended_game(post)
        assert [purge(LATER), purge(LATER), purge(LATER)] == [{"mails": 6}, {"mails": 2}, {}]


class TestSilence:
    """Wishes not to be written to."""

    def test_they_outlive_ledger_and_player(self, post: Post, client: Client) -> None:
        game = ended_game(post)
        Seat.objects.filter(number=1).update(wants_mail=False)
        block("p0@example.org")
        block(ADDRESS)
        code_only()
        assert purge(LATER) == {"mails": 5, "players": 1}
        assert is_blocked("p0@example.org")
        assert is_blocked(ADDRESS)
        assert list(game.seats.values_list("wants_mail", flat=True)) == [True, False, True, True]

    def test_the_link_in_an_old_mail_still_stops_them(self, post: Post, client: Client) -> None:
        game = ended_game(post)
        purge(LATER)
        path = "/" + stop_url(game.pk, 0, 0).split("/", 3)[3]
        assert client.get(path).status_code == 200
        client.post(path, {"do": "block"})
        assert is_blocked("p0@example.org")

    def test_of_an_earlier_person_only_while_the_row_is_kept(self, post: Post, client: Client) -> None:
        game = ended_game(post)
        Seat.objects.filter(number=0).update(player=None, invited_address="next@example.org", link_epoch=1)
        path = "/" + stop_url(game.pk, 0, 0).split("/", 3)[3]
        assert client.get(path).status_code == 200
        purge(LATER)
        assert client.get(path).status_code == 404
        assert client.post(path, {"do": "block"}).status_code == 404
        assert not is_blocked("next@example.org")


class TestCodeOnly:
    """Players who asked for a code and never came."""

    def test_they_go_after_their_time_and_so_does_their_address(self) -> None:
        code_only()
        assert purge(NOW + days(7)) == {}
        assert purge(NOW + days(8)) == {"players": 1}
        assert not Player.objects.exists()
        assert not EmailAddress.objects.exists()
        assert not Mail.objects.filter(address=ADDRESS).exists()

    def test_who_asks_again_later_begins_anew(self) -> None:
        code_only()
        purge(NOW + days(8))
        assert code_only(asked=NOW + days(9)).last_login is None
        assert purge(NOW + days(16)) == {}
        assert purge(NOW + days(17)) == {"players": 1}

    def test_a_second_code_counts_from_its_own_day(self) -> None:
        player = code_only()
        mail_to(player)
        Mail.objects.filter(pk=Mail.objects.latest("pk").pk).update(next_attempt_at=NOW + days(5))
        assert purge(NOW + days(8)) == {}
        assert purge(NOW + days(13)) == {"players": 1}

    @pytest.mark.parametrize(
        "columns",
        [
            {"last_login": NOW},
            {"pseudonym": "Léa"},
            {"is_active": False},
            {"is_staff": True},
            {"is_superuser": True},
        ],
        ids=lambda columns: next(iter(columns)),
    )
    def test_who_is_more_than_that_stays(self, columns: dict[str, Any]) -> None:
        code_only(**columns)
        purge(NOW + days(5000))
        assert Player.objects.filter(email=ADDRESS).exists()

    def test_a_proved_address_stays(self) -> None:
        code_only()
        EmailAddress.objects.update(verified=True)
        purge(NOW + days(5000))
        assert Player.objects.exists()

    def test_who_never_asked_for_a_code_stays(self) -> None:
        Player.objects.create_user("newgame@example.org", date_joined=NOW)
        purge(NOW + days(5000))
        assert Player.objects.exists()

    @pytest.mark.parametrize("tie", ["seat", "made"])
    def test_who_has_a_game_stays(self, tie: str) -> None:
        player = code_only()
        game = make_game()
        if tie == "seat":
            Seat.objects.filter(number=2).update(player=player)
        else:
            Game.objects.update(created_by=player)
        Game.objects.filter(pk=game.pk).update(status=GameStatus.ARCHIVED)
        Mail.objects.all().delete()
        assert purge(NOW + days(5000)) == {}
        assert Player.objects.contains(player)

    @pytest.mark.parametrize("state", [MailState.PENDING, MailState.SENDING])
    def test_who_is_still_owed_a_mail_stays(self, state: MailState) -> None:
        mail_to(code_only(), state=state)
        assert purge(NOW + days(8)) == {}

    def test_who_is_invited_stays_while_the_ledger_knows_it(self, post: Post) -> None:
        player = code_only()
        host = make_players(1)[0]
        seats = [SeatRequest(player=host), *(SeatRequest(address=f"f{n}@example.org") for n in range(2))]
        seats.append(SeatRequest(address=ADDRESS))
        game = create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=86400, now=NOW)
        post.sweep(NOW)
        assert Mail.objects.get(game=game, player=player).state == MailState.SENT
        assert purge(NOW + days(8)) == {}
        Game.objects.update(status=GameStatus.CANCELLED)
        assert purge(LATER)["players"] == 1
        assert list(Player.objects.all()) == [host]

    def test_the_days_are_a_setting(self, settings: Any) -> None:
        settings.UNUSED_PLAYER_DAYS = 30
        code_only()
        assert purge(NOW + days(30)) == {}
        assert purge(NOW + days(31)) == {"players": 1}


def test_sessions_go_when_they_are_over() -> None:
    for number in range(3):
        Session.objects.create(session_key=str(number), session_data="", expire_date=NOW + days(number))
    assert purge(NOW + days(1)) == {"sessions": 1}
    assert sorted(Session.objects.values_list("session_key", flat=True)) == ["1", "2"]


def test_tick_and_the_scheduler_purge_too() -> None:
    code_only()
    out = StringIO()
    call_command("tick", "--at", (NOW + days(8)).isoformat(), stdout=out)
    assert json.loads(out.getvalue())["purge"]["players"] == 1
    code_only(asked=timezone.now() - days(8))
    assert app.conf.beat_schedule["purge"]["task"] == purge_task.name
    purge_task()  # by its own clock
    assert not Player.objects.exists()


def at_the_same_time(work: Callable[[], object], now: datetime) -> Counter[str]:
    """What a purge does that begins while a transaction with this work in it is open; it may have to wait."""
    found: list[Counter[str] | Exception] = []

    def sweep() -> None:
        try:
            found.append(purge(now))
        except Exception as error:
            found.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=sweep)
    with transaction.atomic():
        work()
        thread.start()
        thread.join(1)
    thread.join(30)
    (done,) = found
    assert isinstance(done, Counter), done
    return done


@pytest.mark.django_db(transaction=True)
def test_who_sits_down_meanwhile_stays() -> None:
    row = Player.objects.filter(pk=code_only().pk)
    assert at_the_same_time(lambda: row.update(pseudonym="Léa"), NOW + days(8))["players"] == 0
    assert row.get().pseudonym == "Léa"
    assert Mail.objects.filter(player=row.get()).exists()


@pytest.mark.django_db(transaction=True)
def test_a_mail_sent_again_meanwhile_stays(post: Post) -> None:
    ended_game(post)
    mail = Mail.objects.earliest("pk")
    Mail.objects.exclude(pk=mail.pk).delete()
    Mail.objects.update(state=MailState.FAILED)
    mail.refresh_from_db()
    operator = Player.objects.create_superuser("o@example.org")
    again = LATER + timedelta(seconds=1)
    assert at_the_same_time(lambda: resend(mail, operator, again), LATER)["mails"] == 0
    assert Mail.objects.get(pk=mail.pk).next_attempt_at == again
