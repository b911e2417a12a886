"""Settings read from the environment: nonsense is refused in one sentence that names the variable.

Every function takes the variable's name, and raises ImproperlyConfigured. An empty variable is as good as
none. Values are quoted only where they are no secret: an address may hold a password.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

YES, NO = frozenset({"true", "yes", "on", "1"}), frozenset({"false", "no", "off", "0"})


def text_of(name: str, default: str = "") -> str:
    """The variable as it is written."""
    return str(env.str(name, default="")) or default


def one_of(name: str, default: str, allowed: Collection[str]) -> str:
    """One of these words, in capitals."""
    text = text_of(name, default).strip().upper()
    if text not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {text!r}.")
    return text


def number_of(name: str, default: int) -> int:
    """A whole number, not negative."""
    text = text_of(name, str(default)).strip()
    if not (text.isascii() and text.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, for example {default}, not {text!r}.")
    return int(text)


def seconds_of(name: str, default: float) -> float:
    """A number of seconds, with a fraction if need be."""
    text = text_of(name, str(default))
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise ImproperlyConfigured(
            f"{name} must be a number of seconds, for example {default}, not {text!r}."
        )
    return seconds


def flag_of(name: str, default: bool) -> bool:
    """Whether the variable says yes."""
    text = text_of(name).strip().lower()
    if text and text not in YES | NO:
        raise ImproperlyConfigured(f"{name} must be true or false, not {text!r}.")
    return text in YES if text else default


def site_of(name: str, default: str) -> str:
    """The address of a site, without a slash at its end."""
    text = text_of(name, default).strip().rstrip("/")
    try:
        parts = urlsplit(text)
        is_site = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_site = False
    if not is_site or text.split() != [text]:
        raise ImproperlyConfigured(f"{name} must be an address such as https://pli.example, not {text!r}.")
    return text


def database_of(name: str) -> dict[str, Any]:
    """Django's settings for this database address."""
    try:
        # A kind of database that it does not know is only worth a warning to the library.
        if urlsplit(text_of(name)).scheme not in env.DB_SCHEMES:
            raise ImproperlyConfigured
        return dict(env.db_url(name))
    except (ImproperlyConfigured, ValueError):
        raise ImproperlyConfigured(
            f"{name} must be an address such as postgresql://user:password@host:5432/pli."
        ) from None


def mail_of(name: str) -> dict[str, Any]:
    """Django's settings for this mail server's address."""
    try:
        return dict(env.email_url(name))
    except (ImproperlyConfigured, ValueError):
        raise ImproperlyConfigured(
            f"{name} must be an address such as smtp+tls://user:password@host:587."
        ) from None
