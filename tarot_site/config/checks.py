"""System checks: what the real stack refuses to start with (design §7); links that fit in a line of mail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import ERROR, WARNING, CheckMessage, Error, register
from django.core.management.base import SystemCheckError
from django.utils.module_loading import import_string

from tarot_site.config.variables import is_loopback
from tarot_site.games.links import TOKEN_LENGTH

LONGEST_LINK = (
    77  # characters; longer ones are broken by mail programs that wrap plain text (mail-and-tasks §1.4)
)

FEWEST_CHARACTERS = 10  # different ones in a secret


@register()
def check_settings(app_configs: Sequence[AppConfig] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Every problem of the present settings."""
    return [*_links(), *_mail(), *_mailbox(), *_real_stack()]


def unsafe_settings() -> list[CheckMessage]:
    """The problems that nothing starts with."""
    return [problem for problem in check_settings() if problem.level >= ERROR]


def refuse_unsafe_settings() -> None:
    """Raise SystemCheckError on any of them: for servers that Django does not check by itself."""
    problems = unsafe_settings()
    if problems:
        raise SystemCheckError("\n".join(str(problem) for problem in problems))


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


def _mailbox() -> Iterator[CheckMessage]:
    """For one's own machine only, and then the only place where mail arrives."""
    is_local = settings.EMBEDDED and is_loopback(urlsplit(settings.SITE_URL).hostname)
    if settings.MAILBOX and not is_local:
        yield Error(
            "MAILBOX is open.",
            hint="It shows everybody's mail: only on one's own machine, without REDIS_URL.",
            id="pli.E006",
        )
    elif settings.EMBEDDED and not settings.MAILBOX and not settings.REAL_MAIL_TRANSPORT:
        told = "No mail leaves, and there is no mailbox to read it in."
        yield CheckMessage(WARNING, told, hint=_MAIL_HINT, id="pli.W001")


def _real_stack() -> Iterator[CheckMessage]:
    if settings.EMBEDDED:
        return
    yield from _keys()
    if settings.DEBUG:
        yield Error("DEBUG is on.", hint="Its error pages show links, which are moves.", id="pli.E004")
    if settings.EMAIL_BACKEND.startswith("anymail.backends.") and not settings.WEBHOOK_SECRET:
        yield Error(
            "WEBHOOK_SECRET is not set while an Anymail backend sends the mail.",
            hint="Without 'user:password' there, anybody can post bounces.",
            id="pli.E005",
        )
    if not settings.REAL_MAIL_TRANSPORT:
        yield Error("No mail would leave: EMAIL_URL names no mail server.", hint=_MAIL_HINT, id="pli.E009")
    site = urlsplit(settings.SITE_URL)
    if site.scheme != "https" and not is_loopback(site.hostname):
        yield Error("SITE_URL is not https.", hint="Links in mails are moves.", id="pli.E007")


def _keys() -> Iterator[CheckMessage]:
    if settings.KEYS_ARE_MADE_HERE:
        yield Error("SECRET_KEY and GAME_KEYS are not both set.", hint=_KEYS_HINT, id="pli.E002")
        return
    if settings.SECRET_KEY.startswith("django-insecure-") or _is_weak(settings.SECRET_KEY):
        yield Error("SECRET_KEY is a default or a weak key.", hint=_KEYS_HINT, id="pli.E003")
    weak = [str(number) for number, secret in settings.GAME_KEYS.items() if _is_weak(secret)]
    if weak:
        yield Error(
            f"GAME_KEYS holds a weak key, number {' and '.join(weak)}.", hint=_KEYS_HINT, id="pli.E010"
        )


def _is_weak(secret: str | bytes) -> bool:
    """Whether a person's fingers made it: 32 characters of one or two kinds."""
    return len(set(secret)) < FEWEST_CHARACTERS


_MAIL_HINT = (
    "EMAIL_URL is the mail server, smtp+tls://user:password@host:587. With a provider of Anymail instead, "
    "EMAIL_BACKEND, for example anymail.backends.postmark.EmailBackend."
)
_KEYS_HINT = (
    "Web, worker and beat must share them; GAME_KEYS is written '1:<secret>'. "
    "This makes a secret: python -c 'import secrets; print(secrets.token_urlsafe(48))'."
)
