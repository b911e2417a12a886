"""What a mail server's refusals mean: each said by a real server, in its place in the conversation."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.core.mail import get_connection

from notifications.models import Mail, MailState
from notifications.transport import NotSent, Rendered, send
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.services.tools import free_port
from tests.site.conftest import NOW, make_game, open_decision

READER = "Spam.Relay@block.example"
"""Words of operators in an address say nothing of why it was refused."""
RETRY, FINAL, NO_SUCH = (False, False), (True, False), (True, True)
ANSWERS = [
    ("RCPT", "550 5.1.1 <{}>: Recipient address rejected: User unknown in relay recipient table", NO_SUCH),
    ("RCPT", "550-5.1.1 The email account that you tried to reach does not exist.\r\n550 5.1.1 x.1", NO_SUCH),
    ("RCPT", "550 5.1.2 no such domain", NO_SUCH),
    ("RCPT", "501 5.1.3 Bad recipient address syntax", NO_SUCH),
    ("RCPT", "556 5.1.10 Domain does not accept mail", NO_SUCH),
    ("RCPT", "550 <{}>: no such user here", NO_SUCH),
    ("RCPT", "550 5.1.0 Address rejected", NO_SUCH),
    ("RCPT", "551 User not local", NO_SUCH),
    ("RCPT", "553 sorry, this recipient is not in my validrcptto list", NO_SUCH),
    ("RCPT", "550 Requested action not taken: mailbox unavailable", NO_SUCH),
    ("RCPT", "550 Invalid recipient <{}>", NO_SUCH),
    ("RCPT", "550 Administrative prohibition", RETRY),
    ("RCPT", "550 Reverse DNS lookup failed", RETRY),
    ("RCPT", "550 The from address does not match a verified Identity", RETRY),
    ("RCPT", "550 Bad HELO", RETRY),
    ("RCPT", "550 You must check mail before sending", RETRY),
    ("RCPT", "550 Service unavailable", RETRY),
    ("RCPT", "553 not local host, not a gateway", RETRY),
    ("RCPT", "550 Your IP is listed in our database", RETRY),
    ("RCPT", "550 5.1.1 relay denied", RETRY),
    ("RCPT", "550 no", RETRY),
    ("RCPT", "530 5.5.1 Authentication required", RETRY),
    ("RCPT", "530 Authentication required", RETRY),
    ("RCPT", "550 Must authenticate first", RETRY),
    ("RCPT", "550 relay not permitted", RETRY),
    ("RCPT", "550 5.7.1 Unable to relay", RETRY),
    ("RCPT", "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", RETRY),
    ("RCPT", "554 5.7.1 <{}>: Relay access denied", RETRY),
    ("RCPT", "554 Relay access denied", RETRY),
    ("RCPT", "550 192.5.1.1 host is in an RBL", RETRY),
    ("RCPT", "550 5.7.606 Access denied, banned sending IP [192.0.2.1]", RETRY),
    ("RCPT", "550 5.1.8 Sender address rejected: Domain not found", RETRY),
    ("RCPT", "550 Sender verify failed", RETRY),
    ("RCPT", "550 5.2.1 The email account that you tried to reach is disabled", NO_SUCH),
    ("RCPT", "552 5.2.2 mailbox full", RETRY),
    ("RCPT", "552 mailbox full", RETRY),
    ("RCPT", "550 5.2.2 over quota", RETRY),
    ("RCPT", "550 4.2.2 over quota", RETRY),
    ("RCPT", "452 4.2.2 mailbox full", RETRY),
    ("RCPT", "450 4.2.0 greylisted", RETRY),
    ("RCPT", "421 4.7.0 come back", RETRY),
    ("RCPT", "554 no", RETRY),
    ("DATA", "550 5.1.1 unknown user", NO_SUCH),
    ("DATA", "550 5.4.5 Daily user sending quota exceeded", RETRY),
    ("DATA", "554 5.7.1 rejected by our policy", RETRY),
    ("DATA", "554 message looks like spam", RETRY),
    ("DATA", "552 storage", RETRY),
    ("DATA", "530 5.7.0 Must issue a STARTTLS command first", RETRY),
    ("DATA", "550 no", RETRY),
    ("DATA", "554 transaction failed", RETRY),
    ("DATA", "554 5.6.0 malformed message", FINAL),
    ("DATA", "451 4.3.0 later", RETRY),
    ("MAIL", "550 5.7.1 not your address", RETRY),
    ("MAIL", "530 5.7.0 Authentication required", RETRY),
    ("MAIL", "553 5.1.8 who are you", RETRY),
    ("MAIL", "550 5.1.1 no", RETRY),
    ("MAIL", "451 later", RETRY),
]


class Picky:
    """aiosmtpd's hooks: says one thing at one stage, and takes everything else."""

    def __init__(self) -> None:
        self.stage, self.reply = "", ""

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        envelope.mail_from = address
        return self.reply if self.stage == "MAIL" else "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        envelope.rcpt_tos.append(address)
        return self.reply if self.stage == "RCPT" else "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        return self.reply if self.stage == "DATA" else "250 OK"


@pytest.fixture(scope="module")
def picky() -> Iterator[tuple[Picky, int]]:
    """The hooks of a server that listens on this port."""
    hooks, port = Picky(), free_port()
    controller = Controller(hooks, hostname="127.0.0.1", port=port)
    controller.start()
    yield hooks, port
    controller.stop()


@pytest.mark.parametrize(("stage", "reply", "meaning"), ANSWERS)
def test_what_a_refusal_means(
    picky: tuple[Picky, int], stage: str, reply: str, meaning: tuple[bool, bool]
) -> None:
    hooks, port = picky
    hooks.stage, hooks.reply = stage, reply.format(READER)
    connection = get_connection(
        "django.core.mail.backends.smtp.EmailBackend", host="127.0.0.1", port=port, timeout=5
    )
    mail = Rendered(READER, "Jeudi", "text", "<p>text</p>", {}, "pli@example.org", "1", "your_turn")
    with pytest.raises(NotSent) as refused:
        send(mail, connection)
    told = refused.value
    assert (told.final, told.bad_address) == meaning
    assert not told.unreachable
    assert told.answer.startswith(reply[:3])
    assert READER not in told.answer


@pytest.mark.django_db
def test_a_wrong_key_of_the_operator_fails_no_mail_and_suspends_nobody(post: Post) -> None:
    make_game()
    for number in range(4):
        post.server.refuse(f"p{number}@example.org", "530 5.5.1 Authentication required")
    assert post.sweep(NOW) == {"postponed": 4}
    assert not Player.objects.filter(mail_suspended_at__isnull=False).exists()
    for number in range(4):
        post.server.accept(f"p{number}@example.org")
    assert post.sweep(NOW + timedelta(minutes=5)) == {"sent": 4}


@pytest.mark.django_db
def test_a_full_mailbox_is_tried_for_a_day(post: Post) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    Mail.objects.exclude(seat=seat).delete()
    post.server.refuse(f"p{seat}@example.org", "552 5.2.2 mailbox full")
    now = NOW
    while Mail.objects.get().state == MailState.PENDING:
        now = Mail.objects.get().next_attempt_at
        post.sweep(now)
    assert timedelta(hours=22) < now - NOW < timedelta(hours=27)
    assert Mail.objects.get().answer == "552 5.2.2 mailbox full"
    assert Player.objects.get(seats__number=seat).mail_suspended_at is None
