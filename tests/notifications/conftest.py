"""The ledger with a real SMTP server on loopback."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from notifications.delivery import deliver_all, sweep_mails
from notifications.models import Mail
from tests.services.smtp import ReceivedMail, SmtpServer

HALF = 0.5
"""The dice of the backoff: no jitter."""


def no_jitter() -> float:
    """The middle of the dice."""
    return HALF


class Post:
    """Sends what is due and shows what arrived."""

    def __init__(self, server: SmtpServer) -> None:
        self.server = server

    def sweep(self, now: datetime) -> dict[str, int]:
        """What became of the mails that were due, without those of which there were none."""
        return {name: count for name, count in sweep_mails(now, no_jitter).items() if count}

    def deliver(self, mail: Mail, now: datetime) -> dict[str, int]:
        """The same for one mail."""
        return dict(deliver_all([mail.pk], now, no_jitter))

    @property
    def mails(self) -> list[ReceivedMail]:
        """All mails the server took over."""
        return self.server.mails

    def to(self, number: int) -> list[ReceivedMail]:
        """Those to the player of this seat, as the helpers of the tables name them."""
        return self.server.to(f"p{number}@example.org")


@pytest.fixture
def post(settings: Any, smtp_server: SmtpServer) -> Post:
    """Mail leaves through SMTP, and links are those of a real site."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", smtp_server.port
    settings.EMAIL_TIMEOUT = 5
    settings.MAILBOX = False
    settings.SITE_URL = "https://play.pli.example"
    return Post(smtp_server)
