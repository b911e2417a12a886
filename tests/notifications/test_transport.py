"""Providers behind Anymail, and Django's console and file backends: the same ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from anymail.backends import test as provider
from anymail.exceptions import AnymailAPIError
from django.core import mail as django_mail

from notifications.delivery import sweep_mails
from notifications.models import Mail, MailState
from tarot_site.players.models import Player
from tests.notifications.conftest import no_jitter
from tests.site.conftest import NOW, make_game

pytestmark = pytest.mark.django_db


class StubbornPayload(provider.TestPayload):
    """A provider that knows of no tracking by message."""

    def set_track_clicks(self, track_clicks: bool) -> None:
        self.unsupported_feature("track_clicks")


class StubbornBackend(provider.EmailBackend):
    """The same, as a backend."""

    def get_payload_class(self) -> type[provider.TestPayload]:
        return StubbornPayload

    def build_message_payload(self, message: Any, defaults: Any) -> Any:
        return StubbornPayload(message=message, defaults=defaults, backend=self)


class LimitedBackend(provider.EmailBackend):
    """A provider whose answer is an error."""

    status = 429

    def post_to_esp(self, payload: Any, message: Any) -> Any:
        raise AnymailAPIError(
            f"no {message.to[0]}",
            status_code=self.status,
            email_message=message,
            backend=self,
            payload=payload,
        )


class RefusingBackend(LimitedBackend):
    """The same, for good."""

    status = 422


def use(settings: Any, backend: str) -> None:
    settings.EMAIL_BACKEND = backend
    settings.MAILBOX = False
    make_game()


def test_a_provider_is_told_what_matters(settings: Any) -> None:
    use(settings, "anymail.backends.test.EmailBackend")
    assert sweep_mails(NOW)["sent"] == 4
    for sent in django_mail.outbox:
        params = sent.anymail_test_params
        mail = Mail.objects.get(address=sent.to[0])
        assert (params["track_clicks"], params["track_opens"]) == (False, False)
        assert params["metadata"] == {"mail": str(mail.uid)}
        assert params["tags"] == [mail.kinds[-1]]
        assert params["html_body"]
        assert mail.provider_id != ""


def test_what_a_provider_cannot_do_does_not_stop_the_mail(settings: Any) -> None:
    use(settings, f"{__name__}.StubbornBackend")
    assert sweep_mails(NOW)["sent"] == 4
    assert "track_clicks" not in django_mail.outbox[0].anymail_test_params


def test_a_provider_that_is_busy_is_asked_again(settings: Any) -> None:
    use(settings, f"{__name__}.LimitedBackend")
    assert sweep_mails(NOW, no_jitter)["postponed"] == 4
    row = Mail.objects.get(seat=0)
    assert (row.state, row.attempts) == (MailState.PENDING, 1)
    assert "429" in row.answer
    assert "@" not in row.answer


def test_a_provider_that_refuses_a_mail_is_not_asked_again(settings: Any) -> None:
    use(settings, f"{__name__}.RefusingBackend")
    assert sweep_mails(NOW)["failed"] == 4
    assert not Player.objects.filter(mail_suspended_at__isnull=False).exists()


def test_console_and_files(settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings.EMAIL_FILE_PATH = str(tmp_path)
    use(settings, "django.core.mail.backends.filebased.EmailBackend")
    assert sweep_mails(NOW)["sent"] == 4
    assert b"X-Pli-Kind: deal_opened" in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    Mail.objects.update(state=MailState.PENDING)
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert sweep_mails(NOW)["sent"] == 4
    assert "X-Pli-Kind: deal_opened" in capsys.readouterr().out


def test_without_any_transport_the_row_is_the_delivery(settings: Any) -> None:
    use(settings, "django.core.mail.backends.dummy.EmailBackend")
    settings.MAILBOX = True
    assert sweep_mails(NOW)["sent"] == 4
    assert all(row.sealed and row.state == MailState.SENT for row in Mail.objects.all())
