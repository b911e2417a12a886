"""What is deleted of the ledger after its time, and above all what is not."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from notifications import retention
from notifications.blocks import block, is_blocked
from notifications.models import Mail, MailEvent, MailState
from notifications.resend import resend
from notifications.retention import purge
from notifications.tasks import purge as purge_task
from tarot_site.config.celery import app
from tarot_site.games.links import stop_url
from tarot_site.games.models import EventRecord, GameStatus, Seat
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.notifications.old_rows import ADDRESS, LATER, code_only, ended_game, mail_to
from tests.site.conftest import NOW, days, make_players

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]


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
