"""The life of a row: claimed once, tried again, dropped when nobody needs it, finished, erased."""

from __future__ import annotations

import smtplib
import threading
from datetime import timedelta
from typing import Any

import pytest
from anymail.exceptions import AnymailAPIError, AnymailConfigurationError, AnymailRecipientsRefused
from django.db import connection

from notifications import ledger
from notifications.accounts import LedgerAccountAdapter
from notifications.delivery import deliver_all, sweep_mails
from notifications.models import Mail, MailState
from notifications.receivers import owe_reminder
from notifications.transport import NotSent, Receipt, reason_of
from tarot_site.games.models import EventRecord, Game
from tarot_site.players.models import Player
from tests.notifications.conftest import Post, no_jitter
from tests.site.conftest import NOW, make_game, open_decision, play

MINUTE = timedelta(minutes=1)


def turn_mail(game: Game) -> Mail:
    seat, decision = open_decision(game)
    return Mail.objects.get(seat=seat, decision=decision, kinds__isnull=False)


@pytest.mark.django_db
def test_a_sent_mail_keeps_no_body(post: Post) -> None:
    make_game()
    assert post.sweep(NOW) == {"sent": 4}
    assert post.sweep(NOW + 10 * MINUTE) == {}
    for mail in Mail.objects.all():
        assert (mail.state, mail.attempts, mail.lost_leases) == (MailState.SENT, 1, 0)
        assert (mail.sealed, mail.lease_until, mail.sent_at is not None) == (None, None, True)
        assert mail.message_id == post.to(mail.seat)[0].message["Message-ID"]


@pytest.mark.django_db
def test_a_mailbox_keeps_bodies_for_a_day_and_open_questions_longer(post: Post, settings: Any) -> None:
    settings.MAILBOX = True
    game = make_game()
    post.sweep(NOW)
    assert all(ledger.payload_of(mail) for mail in Mail.objects.all())
    assert post.sweep(NOW + timedelta(hours=23)) == {}
    assert post.sweep(NOW + timedelta(hours=25)) == {"erased": 3}
    assert ledger.payload_of(turn_mail(game)) is not None
    play(game)
    assert post.sweep(NOW + timedelta(days=3))["erased"] == 1


@pytest.mark.django_db
def test_an_answered_question_is_not_mailed(post: Post) -> None:
    game = make_game()
    post.sweep(NOW)
    play(game)
    mail = turn_mail(game)
    play(game)
    assert mail.kinds == ["your_turn"]
    post.sweep(NOW)
    mail.refresh_from_db()
    assert (mail.state, mail.answer) == (MailState.DROPPED, "no longer true")
    assert len(post.to(mail.seat)) == 1


@pytest.mark.django_db
def test_news_stay_when_the_question_goes(post: Post) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    play(game)
    post.sweep(NOW)
    assert post.to(seat)[0].message["X-Pli-Kind"] == "deal_opened"


@pytest.mark.django_db
def test_later_is_tried_again_with_the_same_message(post: Post) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    address = f"p{seat}@example.org"
    post.server.refuse(address, "451 4.3.0 later")
    assert post.sweep(NOW) == {"sent": 3, "postponed": 1}
    mail = turn_mail(game)
    assert (mail.state, mail.next_attempt_at) == (MailState.PENDING, NOW + MINUTE)
    assert mail.answer == "451 4.3.0 later"
    first = ledger.payload_of(mail)
    post.server.accept(address)
    assert post.sweep(NOW + MINUTE / 2) == {}
    assert post.sweep(NOW + MINUTE) == {"sent": 1}
    assert first is not None
    assert post.to(seat)[0].message["Message-ID"] == first.headers["Message-ID"]


@pytest.mark.django_db
def test_eight_tries_in_about_a_day_then_failed(post: Post) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    Mail.objects.exclude(seat=seat).delete()
    post.server.refuse(f"p{seat}@example.org", "421 4.7.0 come back")
    now, tries = NOW, 0
    while Mail.objects.get().state == MailState.PENDING:
        now = Mail.objects.get().next_attempt_at
        post.sweep(now)
        tries += 1
    assert tries == 8
    assert timedelta(hours=22) < now - NOW < timedelta(hours=27)
    assert (Mail.objects.get().state, Mail.objects.get().answer) == (MailState.FAILED, "421 4.7.0 come back")
    assert Player.objects.get(seats__number=seat).mail_suspended_at is None


@pytest.mark.django_db
def test_an_address_that_does_not_exist_is_suspended(post: Post, client: Any) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    post.server.refuse(f"p{seat}@example.org", f"550 5.1.1 <p{seat}@example.org> unknown")
    assert post.sweep(NOW) == {"sent": 3, "failed": 1}
    mail = turn_mail(game)
    assert (mail.state, mail.answer) == (MailState.FAILED, "550 5.1.1 <(address)> unknown")
    player = Player.objects.get(seats__number=seat)
    assert player.mail_suspended_at is not None
    owe_reminder(None, game_id=game.pk, seat=seat, decision=mail.decision or 0, now=NOW)
    assert post.sweep(NOW + MINUTE) == {"dropped": 1}
    LedgerAccountAdapter().send_mail("account/email/login_code", player.email or "", {"code": "ABC-123"})
    post.server.accept(player.email or "")
    code = Mail.objects.latest("pk")
    assert post.deliver(code, code.created_at) == {"sent": 1}


@pytest.mark.django_db
def test_policy_speaks_of_the_sender_not_of_the_address(post: Post) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    post.server.refuse(f"p{seat}@example.org", "550 5.7.1 not from you")
    assert post.sweep(NOW) == {"sent": 3, "postponed": 1}
    assert Player.objects.get(seats__number=seat).mail_suspended_at is None


@pytest.mark.django_db
def test_a_dead_server_costs_one_try_a_sweep(post: Post) -> None:
    make_game()
    post.server.stop()
    assert post.sweep(NOW) == {"unreachable": 1}
    assert Mail.objects.filter(attempts=0).count() == 3
    post.server.start()
    assert post.sweep(NOW) == {"sent": 3}
    assert post.sweep(NOW + MINUTE) == {"sent": 1}


@pytest.mark.django_db
def test_a_mail_that_cannot_be_written_waits_and_fails_alone(post: Post) -> None:
    broken = make_game()
    EventRecord.objects.filter(game=broken, seq=1).delete()
    make_game(players=list(Player.objects.all()))
    assert post.sweep(NOW) == {"sent": 4, "postponed": 4}
    assert set(Mail.objects.filter(game=broken).values_list("answer", flat=True)) == {"CorruptHistory"}


@pytest.mark.django_db
def test_a_payload_whose_key_is_gone_is_written_again(post: Post) -> None:
    mail = turn_mail(make_game())
    Mail.objects.filter(pk=mail.pk).update(sealed=b"\x01\xff" + bytes(60))
    assert post.deliver(mail, NOW) == {"sent": 1}


@pytest.mark.django_db
def test_a_lost_lease_is_taken_over_and_fences_the_loser(post: Post) -> None:
    game = make_game()
    mail = turn_mail(game)
    first = ledger.claim(mail.pk, NOW)
    assert first is not None
    assert ledger.claim(mail.pk, NOW + MINUTE) is None
    second = ledger.claim(mail.pk, NOW + 3 * MINUTE)
    assert second is not None
    assert (second.attempts, second.lost_leases) == (2, 1)
    ledger.finish_dropped(first, "too late to say so", NOW)
    ledger.postpone(first, "nor so", NOW)
    mail.refresh_from_db()
    assert (mail.state, mail.lease_until) == (MailState.SENDING, second.lease_until)
    ledger.finish_sent(second, Receipt("id-1", "accepted"), NOW)
    mail.refresh_from_db()
    assert (mail.state, mail.provider_id) == (MailState.SENT, "id-1")


@pytest.mark.django_db
def test_a_mail_that_costs_a_worker_each_time_ends_as_failed(post: Post) -> None:
    mail = turn_mail(make_game())
    for number in range(ledger.MAX_ATTEMPTS):
        assert ledger.claim(mail.pk, NOW + 3 * number * MINUTE) is not None
    assert ledger.claim(mail.pk, NOW + 60 * MINUTE) is None
    mail.refresh_from_db()
    assert (mail.state, mail.attempts, mail.answer) == (MailState.FAILED, 8, "no worker came back")
    assert mail.pk not in ledger.due_ids(NOW + 60 * MINUTE, 100)


@pytest.mark.django_db(transaction=True)
@pytest.mark.db_both
def test_workers_at_the_same_time_send_each_mail_once(post: Post) -> None:
    make_game()
    ids = list(Mail.objects.values_list("pk", flat=True))
    counts: list[int] = []

    def work() -> None:
        counts.append(deliver_all(ids, NOW, no_jitter)["sent"])
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sum(counts) == 4
    assert sorted(mail.to for mail in post.mails) == [f"p{n}@example.org" for n in range(4)]


@pytest.mark.django_db
def test_old_codes_are_not_mailed(post: Post) -> None:
    LedgerAccountAdapter().send_mail("account/email/login_code", "new@example.org", {"code": "ABC-123"})
    mail = Mail.objects.get()
    assert "ABC" not in repr(mail.__dict__)
    assert sweep_mails(mail.created_at + timedelta(minutes=16))["dropped"] == 1
    mail.refresh_from_db()
    assert mail.secret is None


@pytest.mark.django_db
def test_a_code_goes_out_even_to_a_blocked_address(post: Post) -> None:
    from notifications.blocks import block

    block("new@example.org")
    LedgerAccountAdapter().send_mail("account/email/login_code", "new@example.org", {"code": "ABC-123"})
    mail = Mail.objects.get()
    assert post.deliver(mail, mail.created_at) == {"sent": 1}
    (received,) = post.mails
    assert "ABC-123" in received.text
    assert "ABC-123" in received.html
    assert "ABC" not in received.subject
    mail.refresh_from_db()
    assert (mail.secret, mail.sealed) == (None, None)


@pytest.mark.parametrize(
    ("error", "final", "bad_address", "unreachable"),
    [
        (smtplib.SMTPDataError(452, b"4.3.1 full"), False, False, False),
        (smtplib.SMTPDataError(554, b"5.7.1 spam"), False, False, False),
        (smtplib.SMTPAuthenticationError(535, b"no"), False, False, True),
        (smtplib.SMTPServerDisconnected("gone"), False, False, True),
        (TimeoutError("slow"), False, False, True),
        (smtplib.SMTPRecipientsRefused({"a@b.example": (550, b"5.1.1 no")}), True, True, False),
        (AnymailAPIError("x", status_code=500), False, False, False),
        (AnymailAPIError("x", status_code=429), False, False, False),
        (AnymailAPIError("x", status_code=401), False, False, False),
        (AnymailAPIError("x", status_code=422), True, False, False),
        (AnymailAPIError("x"), False, False, True),
        (AnymailRecipientsRefused("x"), True, True, False),
        (AnymailConfigurationError("x"), False, False, False),
    ],
)
def test_what_errors_mean(error: Exception, final: bool, bad_address: bool, unreachable: bool) -> None:
    told: NotSent = reason_of(error, "a@b.example")
    assert (told.final, told.bad_address, told.unreachable) == (final, bad_address, unreachable)
    assert "a@b.example" not in told.answer


@pytest.mark.django_db
def test_a_broker_that_is_away_fails_nothing(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    import kombu.exceptions

    from notifications import hints, tasks

    def away(*_: object, **__: object) -> None:
        raise kombu.exceptions.OperationalError("no broker")

    monkeypatch.setattr(tasks.send_mails, "apply_async", away)
    game = make_game()
    hints.hint_game(game.pk, NOW)
    assert post.sweep(NOW) == {"sent": 4}
