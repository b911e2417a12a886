"""System checks: what the real stack refuses to start with (design §7); links that fit in a line of mail."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.management.base import SystemCheckError
from django.utils.module_loading import import_string

from tarot_site.games.links import TOKEN_LENGTH

LONGEST_LINK = (
    77  # characters; longer ones are broken by mail programs that wrap plain text (mail-and-tasks §1.4)
)


@register()
def check_settings(app_configs: Sequence[AppConfig] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Every problem of the present settings."""
    return [*_links(), *_mail(), *_real_stack()]


def refuse_unsafe_settings() -> None:
    """Raise SystemCheckError on any problem: for servers that Django does not check by itself."""
    problems = check_settings()
    if problems:
        raise SystemCheckError("\n".join(str(problem) for problem in problems))


def is_loopback(host: str | None) -> bool:
    """Whether the name or address is this machine itself."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


def _links() -> Iterator[CheckMessage]:
    length = len(f"{settings.SITE_URL}/a//") + TOKEN_LENGTH
    if length > LONGEST_LINK:
        yield Error(
            f"SITE_URL is {length - LONGEST_LINK} characters too long.",
            hint=f"Links in mails must fit in {LONGEST_LINK} characters, or mail programs break them.",
            id="pli.E001",
        )


def _mail() -> Iterator[CheckMessage]:
    try:
        import_string(settings.EMAIL_BACKEND)
    except ImportError:
        yield Error(
            f"EMAIL_BACKEND names no mail backend: {settings.EMAIL_BACKEND}.",
            hint="For example anymail.backends.postmark.EmailBackend. An SMTP server needs only EMAIL_URL.",
            id="pli.E008",
        )


def _real_stack() -> Iterator[CheckMessage]:
    if settings.EMBEDDED:
        return
    if settings.KEYS_ARE_MADE_HERE:
        yield Error("SECRET_KEY and GAME_KEYS are not both set.", hint=_KEYS_HINT, id="pli.E002")
    elif settings.SECRET_KEY.startswith("django-insecure-") or len(set(settings.SECRET_KEY)) < 10:
        yield Error("SECRET_KEY is a default or a weak key.", hint=_KEYS_HINT, id="pli.E003")
    if settings.DEBUG:
        yield Error("DEBUG is on.", hint="Its error pages show links, which are moves.", id="pli.E004")
    if settings.EMAIL_BACKEND.startswith("anymail.backends.") and not settings.WEBHOOK_SECRET:
        yield Error(
            "WEBHOOK_SECRET is not set while an Anymail backend sends the mail.",
            hint="Without 'user:password' there, anybody can post bounces.",
            id="pli.E005",
        )
    if settings.MAILBOX:
        yield Error(
            "MAILBOX is open.", hint="It shows everybody's mail: for one's own machine only.", id="pli.E006"
        )
    site = urlsplit(settings.SITE_URL)
    if site.scheme != "https" and not is_loopback(site.hostname):
        yield Error("SITE_URL is not https.", hint="Links in mails are moves.", id="pli.E007")


_KEYS_HINT = (
    "Web, worker and beat must share them; GAME_KEYS is written '1:<secret>'. "
    "This makes a secret: python -c 'import secrets; print(secrets.token_urlsafe(48))'."
)
