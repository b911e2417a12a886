"""Settings read from the environment: nonsense is refused in one sentence that names the variable.

Every function takes the variable's name, and raises ImproperlyConfigured. An empty variable is as good as
none. Values are quoted only where they are no secret: an address may hold a password.
"""

from __future__ import annotations

import ipaddress
import math
import os
import re
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

YES, NO = frozenset({"true", "yes", "on", "1"}), frozenset({"false", "no", "off", "0"})
MOST_DIGITS = 9  # more is a slip of the hand, and overflows somewhere later
HOUR = 3600  # seconds
LONGEST_QUOTE = 60  # characters
_HOST_AND_PORT = re.compile(
    r"(?!.*\.\.)([a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(:\d+)?", re.ASCII | re.IGNORECASE
)
"""As browsers send it: a name with other letters is written xn--... there."""


def _quoted(text: str) -> str:
    """Enough of it to be recognised."""
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}...")


def is_loopback(host: str | None) -> bool:
    """Whether the name or address is this machine itself."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


def text_of(name: str, default: str = "") -> str:
    """The variable as it is written."""
    return os.environ.get(name, "") or default


def list_of(name: str) -> list[str]:
    """The parts between commas; none without the variable."""
    return [part.strip() for part in text_of(name).split(",") if part.strip()]


def one_of(name: str, default: str, allowed: Collection[str]) -> str:
    """One of these words, in capitals."""
    text = text_of(name, default).strip()
    if text.upper() not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {_quoted(text)}.")
    return text.upper()


def number_of(name: str, default: int) -> int:
    """A whole number, not negative."""
    text = text_of(name, str(default)).strip()
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise ImproperlyConfigured(
            f"{name} must be a whole number of at most {MOST_DIGITS} digits, for example {default}, "
            f"not {_quoted(text)}."
        )
    return int(text)


def port_of(name: str, default: int) -> int:
    """The number of a port."""
    port = number_of(name, default)
    if not 0 < port < 65536:
        raise ImproperlyConfigured(f"{name} must be a number from 1 to 65535, not {port}.")
    return port


def moments_of(name: str, default: int) -> int:
    """A whole number of seconds, an hour at most."""
    seconds = number_of(name, default)
    if seconds > HOUR:
        raise ImproperlyConfigured(f"{name} must be at most {HOUR} seconds, which is an hour, not {seconds}.")
    return seconds


def seconds_of(name: str, default: float) -> float:
    """A number of seconds, with a fraction if need be."""
    text = text_of(name, str(default))
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise ImproperlyConfigured(
            f"{name} must be a number of seconds, for example {default}, not {_quoted(text)}."
        )
    return seconds


def flag_of(name: str, default: bool) -> bool:
    """Whether the variable says yes."""
    text = text_of(name).strip().lower()
    if text and text not in YES | NO:
        raise ImproperlyConfigured(f"{name} must be true or false, not {_quoted(text)}.")
    return text in YES if text else default


def site_of(name: str, default: str) -> str:
    """The address of a site: scheme, host and port, nothing behind them."""
    text = text_of(name, default).strip().rstrip("/")
    try:
        parts = urlsplit(text)
        is_site = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_site = False
    scheme, _, rest = text.partition("://")
    if not is_site or not _HOST_AND_PORT.fullmatch(rest):
        # What stands before an @ may be a password.
        told = "" if "@" in text else f", not {_quoted(text)}"
        raise ImproperlyConfigured(
            f"{name} must be an address such as https://pli.example, without a path{told}."
        )
    return f"{scheme}://{rest}".lower()


def redis_of(name: str) -> str:
    """The address of a Redis server, "" without the variable."""
    text = text_of(name).strip()
    try:
        parts = urlsplit(text)
        is_redis = parts.scheme in {"redis", "rediss"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_redis = False
    number = parts.path.strip("/") if is_redis else ""
    if text and (not is_redis or not re.fullmatch(r"\d{0,5}", number, re.ASCII) or text.split() != [text]):
        raise ImproperlyConfigured(
            f"{name} must be an address such as redis://127.0.0.1:6379/0 (or rediss://, with TLS)."
        ) from None
    return text


def webhook_secrets_of(name: str) -> list[str]:
    """One or more of `user:password`, separated by commas; none without the variable."""
    text = text_of(name).strip()
    secrets = [part.strip() for part in text.split(",")] if text else []
    if not all(re.fullmatch(r"[^:\s]+:\S+", secret) for secret in secrets):
        raise ImproperlyConfigured(
            f"{name} must be user:password (two of them, separated by a comma, while it changes)."
        )
    return secrets


def database_of(name: str) -> dict[str, Any]:
    """Django's settings for this database address."""
    text = text_of(name)
    try:
        # A kind of database that it does not know is only worth a warning to the library.
        is_known = urlsplit(text).scheme in environ.Env.DB_SCHEMES
        found = dict(environ.Env.db_url_config(text)) if is_known else {}
    except (ImproperlyConfigured, ValueError):
        found = {}
    if not found.get("NAME"):
        raise ImproperlyConfigured(
            f"{name} must be an address such as postgresql://user:password@host:5432/pli."
        ) from None
    return found


def mail_of(name: str) -> dict[str, Any]:
    """Django's settings for this mail server's address."""
    text = text_of(name)
    try:
        found = dict(environ.Env.email_url_config(text))
        is_complete = bool(found["EMAIL_HOST"]) or not urlsplit(text).scheme.startswith("smtp")
    except (ImproperlyConfigured, ValueError):
        is_complete = False
    if not is_complete:
        raise ImproperlyConfigured(
            f"{name} must be an address such as smtp+tls://user:password@host:587."
        ) from None
    return found
