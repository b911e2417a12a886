"""The addresses in mails (design §4): what a token says, who made it, and whether it still counts.

A token is 26 bytes in base64url, 35 characters: key id, game, seat, decision, index, epoch (10 bytes) and an
HMAC-SHA-256 of them cut to 128 bits. Each purpose has a key of its own, so that a token shown at another door
is as good as forged. A link never signs anybody in, and never names a card: ``index`` is a place in the
decision's ordered list of choices.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import struct
from dataclasses import dataclass
from enum import Enum
from typing import Final

from django.conf import settings

from .errors import LinkMalformed, LinkRevoked
from .models import Seat
from .vault import current_key, subkey

NO_CHOICE: Final = 255
"""Index of a link that names the decision only."""
TOKEN_LENGTH: Final = 35
MAC_BYTES: Final = 16
PACKED: Final = struct.Struct(">BIBHBB")


class LinkPurpose(Enum):
    """What a link is for; the value is the first part of its path."""

    ACT = "a"
    """Answers a decision, or any open decision of its seat that the form names."""
    TABLE = "t"
    """Shows the seat's table; ``decision`` holds the number of the deal it was made in."""
    INVITE = "i"
    """Takes or declines a seat."""
    STOP = "u"
    """Stops mail. Its epoch says which person it was mailed to, and never revokes it."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a token says."""

    purpose: LinkPurpose
    game_id: int
    seat: int
    decision: int = 0
    index: int = NO_CHOICE
    epoch: int = 0


def make_link(link: Link) -> str:
    """The token, signed with the current key. Equal links give equal tokens."""
    key_id, secret = current_key()
    return _encode(_pack(key_id, link), secret, link.purpose)


def parse_link(token: str, purpose: LinkPurpose) -> Link:
    """The link that we wrote into this token for this purpose. Raises LinkMalformed, without saying why."""
    if len(token) != TOKEN_LENGTH:
        raise LinkMalformed
    try:
        raw = base64.b64decode(token.encode("ascii") + b"=", altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise LinkMalformed from None
    secret = settings.GAME_KEYS.get(raw[0])
    # One comparison of whole tokens: checks the MAC in constant time and refuses any second spelling of it.
    if secret is None or not hmac.compare_digest(_encode(raw[: PACKED.size], secret, purpose), token):
        raise LinkMalformed
    _, game_id, seat, decision, index, epoch = PACKED.unpack(raw[: PACKED.size])
    return Link(purpose, game_id, seat, decision, index, epoch)


def check_epoch(link: Link, seat: Seat) -> None:
    """Raise LinkRevoked if the seat's links were renewed since; an invitation also ends when the seat is
    taken.
    """
    if link.purpose is LinkPurpose.STOP:
        return
    is_spent = link.purpose is LinkPurpose.INVITE and (seat.taken_at is not None or not seat.invited_address)
    if is_spent or link.epoch != seat.link_epoch % 256:
        raise LinkRevoked


def act_url(game_id: int, seat: int, decision: int, index: int, epoch: int) -> str:
    """Absolute address that answers a decision with the choice at ``index`` (or NO_CHOICE)."""
    return url_of(Link(LinkPurpose.ACT, game_id, seat, decision, index, epoch))


def table_url(game_id: int, seat: int, epoch: int, deal: int = 0) -> str:
    """Absolute address of the seat's table; ``deal`` is ``Game.deal`` now, after it no hand is shown."""
    return url_of(Link(LinkPurpose.TABLE, game_id, seat, decision=deal, epoch=epoch))


def invite_url(game_id: int, seat: int, epoch: int) -> str:
    """Absolute address of an invitation."""
    return url_of(Link(LinkPurpose.INVITE, game_id, seat, epoch=epoch))


def stop_url(game_id: int, seat: int, epoch: int = 0) -> str:
    """Absolute address that stops mail; ``epoch`` tells the receiver for which person of this seat."""
    return url_of(Link(LinkPurpose.STOP, game_id, seat, epoch=epoch))


def url_of(link: Link) -> str:
    """Absolute address of a link, always on ``SITE_URL``, never on a request's host."""
    return f"{settings.SITE_URL}/{link.purpose.value}/{make_link(link)}/"


def _pack(key_id: int, link: Link) -> bytes:
    return PACKED.pack(key_id, link.game_id, link.seat, link.decision, link.index, link.epoch % 256)


def _encode(packed: bytes, secret: bytes, purpose: LinkPurpose) -> str:
    key = subkey(secret, f"link/{purpose.value}")
    mac = hmac.new(key, purpose.value.encode() + packed, hashlib.sha256).digest()[:MAC_BYTES]
    return base64.urlsafe_b64encode(packed + mac).rstrip(b"=").decode("ascii")
