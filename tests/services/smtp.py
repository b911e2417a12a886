"""A real SMTP server on loopback that keeps every message it was given."""

from __future__ import annotations

import email
import email.policy
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cached_property
from typing import Any

from aiosmtpd.controller import Controller

from tests.services.tools import free_port, wait_until

_URL = re.compile(r"https?://[^\s<>\"]+")


@dataclass(frozen=True)
class ReceivedMail:
    """One message as the server got it."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    at: float  # time.monotonic()

    @cached_property
    def message(self) -> EmailMessage:
        """Parsed; headers by name: `mail.message["Subject"]`."""
        return email.message_from_bytes(self.raw, policy=email.policy.default)

    @property
    def to(self) -> str:
        """The one address it went to (envelope)."""
        (address,) = self.recipients
        return address

    @property
    def subject(self) -> str:
        """Decoded."""
        return str(self.message["Subject"])

    @cached_property
    def text(self) -> str:
        """The plain text body, decoded; "" if there is none."""
        return self._body("plain")

    @cached_property
    def html(self) -> str:
        """The HTML body, decoded; "" if there is none."""
        return self._body("html")

    def _body(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        return str(part.get_content()).replace("\r\n", "\n") if part is not None else ""

    @property
    def links(self) -> list[str]:
        """Every address in the text body, in order."""
        return _URL.findall(self.text)


class SmtpServer:
    """Listens on 127.0.0.1 in a thread of the test.

    `mails` is what it accepted, oldest first. `refuse(address, reply)` answers RCPT for that address with the
    reply ("550 5.1.1 unknown", "451 4.3.0 later"), until `accept(address)`. `before_reply`, if set, is called
    with each message after it was kept and before the server's 250: it may wait, or kill the client.
    `after_reply` is called about 50 ms after the 250 went out.
    """

    def __init__(self) -> None:
        self.mails: list[ReceivedMail] = []
        self.before_reply: Callable[[ReceivedMail], None] | None = None
        self.after_reply: Callable[[ReceivedMail], None] | None = None
        self.refused: dict[str, str] = {}
        self._controller: Controller | None = None
        self.port = free_port()

    @property
    def url(self) -> str:
        """For EMAIL_URL."""
        return f"smtp://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen (again) on the same port."""
        self._controller = Controller(_Handler(self), hostname="127.0.0.1", port=self.port, decode_data=False)
        self._controller.start()

    def stop(self) -> None:
        """Stop listening: clients get "connection refused". `mails` stays."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    def refuse(self, address: str, reply: str) -> None:
        """Answer every RCPT for that address with this reply."""
        self.refused[address.lower()] = reply

    def accept(self, address: str) -> None:
        """Take mail for that address again."""
        self.refused.pop(address.lower(), None)

    def to(self, address: str) -> list[ReceivedMail]:
        """The mails that address got, oldest first."""
        return [mail for mail in list(self.mails) if address.lower() in map(str.lower, mail.recipients)]

    def wait_for(
        self,
        address: str,
        wanted: Callable[[ReceivedMail], object] = lambda mail: True,
        *,
        after: int = 0,
        seconds: float = 30.0,
    ) -> ReceivedMail:
        """The first mail to that address, past the first `after` ones, for which `wanted` holds."""

        def found() -> list[ReceivedMail]:
            return [mail for mail in self.to(address)[after:] if wanted(mail)]

        subjects = [f"{mail.recipients}: {mail.subject}" for mail in self.mails[-5:]]
        wait_until(found, seconds, f"a mail to {address} (the last ones: {subjects})")
        return found()[0]


class _Handler:
    """aiosmtpd's hooks."""

    def __init__(self, server: SmtpServer) -> None:
        self._server = server

    async def handle_RCPT(  # noqa: N802  (aiosmtpd's name)
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        refusal = self._server.refused.get(address.lower())
        if refusal is not None:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        mail = ReceivedMail(
            envelope.mail_from or "",
            tuple(envelope.rcpt_tos),
            bytes(envelope.original_content),
            time.monotonic(),
        )
        self._server.mails.append(mail)
        if self._server.before_reply is not None:
            self._server.before_reply(mail)
        if self._server.after_reply is not None:
            threading.Timer(0.05, self._server.after_reply, [mail]).start()
        return "250 2.0.0 kept"
