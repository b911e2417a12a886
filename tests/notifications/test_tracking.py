"""What providers tell later, through Anymail's own webhook: written once, acted on where it must be."""

from __future__ import annotations

import json
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.test import Client, override_settings

from notifications.models import Mail, MailEvent
from notifications.webhooks import tracking_urls
from tarot_site.players.models import Player
from tests.site.conftest import NOW, make_game

pytestmark = pytest.mark.django_db
urlpatterns = tracking_urls("anymail.backends.postmark.EmailBackend")


def tell(event_type: str, mail: Mail, number: int = 1, **fields: Any) -> None:
    event = AnymailTrackingEvent(
        event_type=event_type,
        timestamp=fields.pop("at", NOW),
        event_id=fields.pop("event_id", f"e{number}"),
        message_id=fields.pop("message_id", "m1"),
        metadata={"mail": str(mail.uid)},
        recipient=mail.address,
        reject_reason=fields.pop("reject_reason", None),
        **fields,
    )
    tracking.send(sender=None, event=event, esp_name="Postmark")


@pytest.fixture
def mail() -> Mail:
    make_game()
    return Mail.objects.get(seat=0)


def suspended() -> bool:
    return Player.objects.get(email="p0@example.org").mail_suspended_at is not None


def test_a_hard_bounce_counts_once(mail: Mail) -> None:
    for _ in range(2):
        tell("bounced", mail, reject_reason="bounced", mta_response="550 5.1.1")
    assert suspended()
    assert MailEvent.objects.count() == 1
    assert MailEvent.objects.get().mail == mail


def test_after_the_player_says_it_works_the_same_report_changes_nothing(mail: Mail) -> None:
    tell("bounced", mail, reject_reason="bounced")
    Player.objects.update(mail_suspended_at=None)
    tell("bounced", mail, reject_reason="bounced")
    assert not suspended()


def test_a_complaint_suspends(mail: Mail) -> None:
    tell("complained", mail)
    assert suspended()


@pytest.mark.parametrize("kind", ["delivered", "opened", "clicked", "autoresponded", "sent", "unknown"])
def test_what_is_no_trouble_leaves_no_trace(mail: Mail, kind: str) -> None:
    tell(kind, mail)
    assert not MailEvent.objects.exists()
    assert not suspended()


def test_delays_and_policies_do_not_suspend(mail: Mail) -> None:
    tell("deferred", mail, 1)
    tell("rejected", mail, 2, reject_reason="unsubscribed")
    tell("bounced", mail, 3, reject_reason="other")
    assert MailEvent.objects.count() == 3
    assert not suspended()


def test_the_third_soft_bounce_in_a_week_suspends(mail: Mail) -> None:
    for number, day in enumerate((0, 8, 9)):
        tell(
            "bounced",
            mail,
            number,
            reject_reason="bounced",
            mta_response="452 4.2.2 full",
            at=NOW + timedelta(day),
        )
        assert not suspended()
    tell("bounced", mail, 9, reject_reason="bounced", mta_response="smtp;452 4.2.2", at=NOW + timedelta(10))
    assert suspended()


def test_a_mail_is_found_by_the_providers_id(mail: Mail) -> None:
    Mail.objects.filter(pk=mail.pk).update(provider_id="m7")
    event = AnymailTrackingEvent(
        event_type="bounced",
        timestamp=NOW,
        event_id=None,
        message_id="m7",
        reject_reason="invalid",
        metadata={},
    )
    tracking.send(sender=None, event=event, esp_name="SparkPost")
    assert suspended()
    assert MailEvent.objects.get().event_id == f"m7@{NOW.isoformat()}"


def test_a_report_about_no_mail_of_ours_is_kept_and_harmless() -> None:
    event = AnymailTrackingEvent(
        event_type="bounced",
        timestamp=datetime.now(UTC),
        event_id="e",
        message_id="?",
        reject_reason="bounced",
    )
    tracking.send(sender=None, event=event, esp_name="Postmark")
    assert MailEvent.objects.get().mail is None


@override_settings(ROOT_URLCONF=__name__, ANYMAIL={"WEBHOOK_SECRET": ["pli:secret"]})
def test_the_webhook_itself(mail: Mail) -> None:
    report = {
        "RecordType": "Bounce",
        "Type": "HardBounce",
        "TypeCode": 1,
        "ID": 42,
        "MessageID": "pm-1",
        "Email": mail.address,
        "BouncedAt": "2026-12-01T19:00:00Z",
        "Metadata": {"mail": str(mail.uid)},
    }
    body = json.dumps(report)
    send = {
        "content_type": "application/json",
        "HTTP_AUTHORIZATION": f"Basic {b64encode(b'pli:secret').decode()}",
    }
    for _ in range(2):
        answer = Client().post("/anymail/postmark/tracking/", body, **send)  # type: ignore[arg-type]
        assert answer.status_code == 200
    assert (MailEvent.objects.count(), suspended()) == (1, True)
    wrong = {**send, "HTTP_AUTHORIZATION": f"Basic {b64encode(b'pli:no').decode()}"}
    assert Client().post("/anymail/postmark/tracking/", body, **wrong).status_code == 400  # type: ignore[arg-type]
