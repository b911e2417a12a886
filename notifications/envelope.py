"""The headers of every mail (mail headers: design §4; RFC 3834, RFC 8058), and what makes lines safe."""

from __future__ import annotations

import hashlib
import re
import unicodedata
import uuid
from collections.abc import Iterable
from email.utils import parseaddr
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from tarot_site.players.names import LONGEST_TABLE_NAME

_SPACES: Final = re.compile(r"\s+")


def one_line(text: str) -> str:
    """Text that somebody chose, fit for a header: no line break, no control of direction, not too long."""
    kept = "".join(" " if c in "\r\n\t" else c for c in text if not _is_control(c) or c in "\r\n\t")
    return _SPACES.sub(" ", kept).strip()[:LONGEST_TABLE_NAME]


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")


def mail_domain() -> str:
    """The domain of the From address: Message-ID, List-Id and References stand under it."""
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return address.rpartition("@")[2] or urlsplit(settings.SITE_URL).hostname or "localhost"


def headers_of(kinds: Iterable[str]) -> dict[str, str]:
    """Headers of any mail: written by a machine, not to be answered by one, with a random Message-ID."""
    return {
        "Message-ID": f"<{uuid.uuid4().hex}@{mail_domain()}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
        "X-Pli-Kind": ", ".join(kinds),
    }


def thread_headers(public_id: str, seat: int) -> dict[str, str]:
    """One thread per game and seat: a root that no mail needs to have had."""
    digest = hashlib.sha256(f"{public_id}/{seat}".encode()).hexdigest()[:24]
    root = f"<table.{digest}@{mail_domain()}>"
    return {"References": root, "In-Reply-To": root}


def list_headers(stop_url: str) -> dict[str, str]:
    """The visible way out: stops turn mails (or invitations), never the game (RFC 8058)."""
    return {
        "List-Id": f"Pli <jeu.{mail_domain()}>",
        "List-Unsubscribe": f"<{stop_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
