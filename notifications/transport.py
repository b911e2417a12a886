"""Handing one rendered message to Django's mail API, and reading the answer."""

from __future__ import annotations

import re
import smtplib
from dataclasses import asdict, dataclass
from typing import Any, Final

from anymail.exceptions import (
    AnymailAPIError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
    AnymailUnsupportedFeature,
)
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from .smtp_answers import Meaning, meaning_of

OPERATOR_STATUS: Final = frozenset({401, 403, 429})
"""HTTP answers about us (key, quota), not about the message: worth another try."""


@dataclass(frozen=True, slots=True, repr=False)
class Rendered:
    """One message, ready to send; the same one is sent at every try."""

    to: str
    subject: str
    text: str
    html: str
    headers: dict[str, str]
    sender: str
    uid: str
    tag: str

    def as_json(self) -> dict[str, Any]:
        """Plain data to seal."""
        return asdict(self)

    def __repr__(self) -> str:
        return "Rendered(...)"


@dataclass(frozen=True, slots=True)
class Receipt:
    """The server took the message over."""

    provider_id: str
    answer: str


class NotSent(Exception):
    """The message was not taken over.

    ``final``: another try cannot help. ``bad_address``: the recipient does not exist. ``unreachable``: the
    server itself did not answer, so that the other mails may wait as well.
    """

    def __init__(
        self, answer: str, *, final: bool, bad_address: bool = False, unreachable: bool = False
    ) -> None:
        super().__init__(answer)
        self.answer = answer
        self.final = final
        self.bad_address = bad_address
        self.unreachable = unreachable


def send(rendered: Rendered, connection: BaseEmailBackend) -> Receipt:
    """Send one message; raises NotSent and nothing else for what servers and networks do."""
    try:
        connection.open()
        message = _send(rendered, connection)
    except Exception as error:
        connection.close()
        raise reason_of(error, rendered.to) from error
    status = getattr(message, "anymail_status", None)
    provider_id = getattr(status, "message_id", None)
    return Receipt("" if provider_id is None else str(provider_id)[:200], answer="accepted")


def _send(rendered: Rendered, connection: BaseEmailBackend) -> EmailMultiAlternatives:
    message = to_message(rendered, connection)
    try:
        connection.send_messages([_with_wishes(message, rendered)])
    except AnymailUnsupportedFeature:
        # Refused before anything left: some providers switch tracking off in their own pages only.
        message = to_message(rendered, connection)
        connection.send_messages([message])
    return message


def to_message(rendered: Rendered, connection: BaseEmailBackend | None = None) -> EmailMultiAlternatives:
    """The message with both bodies."""
    message = EmailMultiAlternatives(
        subject=rendered.subject,
        body=rendered.text,
        from_email=rendered.sender,
        to=[rendered.to],
        headers=rendered.headers,
        connection=connection,
    )
    message.attach_alternative(rendered.html, "text/html")
    return message


def _with_wishes(message: EmailMultiAlternatives, rendered: Rendered) -> EmailMultiAlternatives:
    """Providers are asked to leave the links alone, to track nothing, and to give our mark back."""
    extra: dict[str, object] = {
        "track_clicks": False,
        "track_opens": False,
        "metadata": {"mail": rendered.uid},
        "tags": [rendered.tag],
    }
    for name, value in extra.items():
        setattr(message, name, value)  # read by Anymail's backends, ignored by Django's
    return message


def reason_of(error: Exception, address: str) -> NotSent:
    """What a server's or network's error means for the mail, without the address."""
    answer = _answer_of(error).replace(address, "(address)")[:300]
    match error:
        case smtplib.SMTPRecipientsRefused():
            code, text = next(iter(error.recipients.values()))
            return _refusal(answer, code, _text(text), address, of_recipient=True)
        case smtplib.SMTPAuthenticationError() | smtplib.SMTPHeloError() | smtplib.SMTPConnectError():
            return NotSent(answer, final=False, unreachable=True)
        case smtplib.SMTPSenderRefused():  # our own address: the operator's affair
            return NotSent(answer, final=False)
        case smtplib.SMTPResponseException():
            return _refusal(answer, error.smtp_code, _text(error.smtp_error), address, of_recipient=False)
        case AnymailRecipientsRefused() | AnymailInvalidAddress():
            return NotSent(answer, final=True, bad_address=True)
        case AnymailAPIError():
            status = error.status_code
            final = status is not None and 400 <= status < 500 and status not in OPERATOR_STATUS
            return NotSent(answer, final=final, unreachable=status is None)
        case OSError():  # SMTPServerDisconnected, time-outs and refused connections too
            return NotSent(answer, final=False, unreachable=True)
        case _:
            return NotSent(answer, final=False)


def _refusal(answer: str, code: int, text: str, address: str, *, of_recipient: bool) -> NotSent:
    # A word within the address says nothing of the cause.
    words = re.sub(re.escape(address), "", text, flags=re.IGNORECASE)
    meaning = meaning_of(code, words, of_recipient=of_recipient)
    return NotSent(answer, final=meaning is not Meaning.RETRY, bad_address=meaning is Meaning.NO_SUCH_ADDRESS)


def _answer_of(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()))
        return f"{code} {_text(text)}"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    if isinstance(error, AnymailAPIError):
        return f"{error.esp_name} {error.status_code or ''}".strip()
    return f"{type(error).__name__}: {error}"


def _text(text: bytes | str) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text
