"""The provider's door: one address, closed without the secret, and calm about whatever is sent to it."""

from __future__ import annotations

import json
import runpy
from base64 import b64encode
from typing import Any

import pytest
from anymail import urls as anymail_urls
from django.core.checks import Error
from django.db import OperationalError, connection
from django.test import Client

from notifications.models import Mail, MailEvent
from notifications.webhooks import check_keys, tracking_urls
from tarot_site.players.models import Player
from tests.site.conftest import make_game

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:django-anymail has dropped official support"),
    pytest.mark.filterwarnings("ignore:Anymail's SendinBlue webhook URLs are deprecated"),
]
PROVIDERS = sorted(
    url.name.removesuffix("_tracking_webhook") for url in anymail_urls.urlpatterns if "tracking" in url.name
)
READY = [provider for provider in PROVIDERS if provider != "amazon_ses"]
"""Those that need no library which is no requirement of ours."""
SECRET = {"HTTP_AUTHORIZATION": f"Basic {b64encode(b'pli:secret').decode()}"}
KEYS = {
    "MAILGUN_WEBHOOK_SIGNING_KEY": "k",
    "MAILERSEND_SIGNING_SECRET": "k",
    "MANDRILL_WEBHOOK_KEY": "k",
    "POSTAL_WEBHOOK_KEY": "k",
    "UNISENDER_GO_API_KEY": "k",
}
UNREADABLE = [b"", b"{", b"[]", b"null", b"7", b"\xff", b'{"RecordType": []}', b"a=b"]


def mount(settings: Any, provider: str, **keys: str) -> Client:
    """A browser of a site whose mail leaves through this provider."""
    settings.EMAIL_BACKEND = f"anymail.backends.{provider}.EmailBackend"
    settings.ANYMAIL = {"WEBHOOK_SECRET": ["pli:secret"], **keys}
    settings.WEBHOOK_SECRET = "pli:secret"
    settings.ROOT_URLCONF = tuple(tracking_urls(settings.EMAIL_BACKEND))
    return Client(raise_request_exception=False)


def post(browser: Client, provider: str, body: bytes, **headers: str) -> int:
    path = f"/anymail/{provider}/tracking/"
    return browser.generic("POST", path, body, content_type="application/json", **headers).status_code  # type: ignore[arg-type]


def test_there_are_providers_to_test() -> None:
    assert {"postmark", "mailgun", "mandrill", "amazon_ses", "brevo"} <= set(PROVIDERS)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_only_the_providers_own_address_is_there(settings: Any, provider: str) -> None:
    (url,) = tracking_urls(f"anymail.backends.{provider}.EmailBackend")
    assert str(url.pattern) == f"anymail/{provider}/tracking/"
    browser = mount(settings, provider, **KEYS)
    others = {f"/anymail/{name}/{kind}/" for name in PROVIDERS for kind in ("tracking", "inbound")}
    for path in {*others, "/anymail/mandrill/"} - {f"/anymail/{provider}/tracking/"}:
        assert browser.get(path).status_code == browser.post(path).status_code == 404


@pytest.mark.parametrize(
    "backend",
    [
        "django.core.mail.backends.smtp.EmailBackend",
        "django.core.mail.backends.dummy.EmailBackend",
        "anymail.backends.scaleway.EmailBackend",  # it has no webhook
        "anymail.backends.test.EmailBackend",
        "elsewhere.postmark.EmailBackend",
    ],
)
def test_without_a_provider_there_is_no_address(backend: str) -> None:
    assert tracking_urls(backend) == []


@pytest.mark.parametrize(
    ("secret", "provider", "addresses"),
    [
        ("pli:secret", "postmark", ["anymail/postmark/tracking/"]),
        ("", "postmark", []),
        ("pli:secret", "", []),
    ],
)
def test_the_site_has_the_address_and_no_other(
    settings: Any, secret: str, provider: str, addresses: list[str]
) -> None:
    smtp = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_BACKEND = f"anymail.backends.{provider}.EmailBackend" if provider else smtp
    settings.WEBHOOK_SECRET = secret
    patterns = [
        str(url.pattern)
        for url in runpy.run_path(str(settings.BASE_DIR / "tarot_site/config/urls.py"))["urlpatterns"]
    ]
    assert [pattern for pattern in patterns if pattern.startswith("anymail")] == addresses


@pytest.mark.parametrize("provider", READY)
@pytest.mark.parametrize("wrong", ["", "Basic !!!", "Basic /w==", "Basic cGxpOm5v", "Bearer x", "\xe9"])
def test_who_does_not_know_the_secret_is_refused(settings: Any, provider: str, wrong: str) -> None:
    browser = mount(settings, provider, **KEYS)
    headers = {"HTTP_AUTHORIZATION": wrong} if wrong else {}
    for body in (*UNREADABLE, b"{}", b'{"Type": "Notification"}'):
        assert 400 <= post(browser, provider, body, **headers) < 500
    assert browser.get(f"/anymail/{provider}/tracking/").status_code in (
        200,
        405,
    )  # one is asked by GET first
    assert browser.head(f"/anymail/{provider}/tracking/").status_code == 200
    assert not MailEvent.objects.exists()


@pytest.mark.parametrize("provider", READY)
@pytest.mark.parametrize("body", UNREADABLE)
def test_what_is_no_report_is_refused(settings: Any, provider: str, body: bytes) -> None:
    status = post(mount(settings, provider, **KEYS), provider, body, **SECRET)
    assert status == 400 or (status == 200 and body in (b"[]", b'{"RecordType": []}'))
    assert not MailEvent.objects.exists()


@pytest.mark.parametrize("provider", ["mailersend", "postal", "mailgun", "mandrill", "unisender_go"])
def test_without_the_signing_key_nothing_is_taken(settings: Any, provider: str) -> None:
    browser = mount(settings, provider)
    assert post(browser, provider, b"{}", **SECRET) in (400, 503)
    problems = check_keys()
    if provider == "mandrill":  # its key is made once its webhook has answered HEAD
        assert problems == []
        assert browser.head("/anymail/mandrill/tracking/").status_code == 200
    else:
        (problem,) = problems
        assert isinstance(problem, Error)
        assert provider.split("_", maxsplit=1)[0].upper() in problem.msg
    mount(settings, provider, **KEYS)
    assert check_keys() == []


def test_without_the_providers_library_nothing_is_taken(settings: Any) -> None:
    browser = mount(settings, "amazon_ses")
    assert post(browser, "amazon_ses", b"{}", **SECRET) == 503
    assert "boto3" in check_keys()[0].msg


def bounce(**fields: object) -> bytes:
    report = {"RecordType": "Bounce", "Type": "HardBounce", "TypeCode": 1, "ID": 1, "MessageID": "m"}
    return json.dumps(
        {**report, "Email": "a@b.example", "BouncedAt": "2026-12-01T19:00:00Z", **fields}
    ).encode()


@pytest.mark.db_both
@pytest.mark.parametrize(
    "fields",
    [
        {"MessageID": "m\0", "Metadata": {"mail": "\0"}},
        {"MessageID": "\ud800", "ID": None},
        {"MessageID": None, "ID": None},
        {"MessageID": ["a"]},
        {"MessageID": "m" * 900, "Description": "d" * 5000},
        {"BouncedAt": "0001-01-01T00:00:00Z", "Type": "SoftBounce"},
        {"BouncedAt": "9999-12-31T23:59:59Z"},
        {"BouncedAt": "nonsense"},
        {"BouncedAt": None},
        {"Metadata": ["x"]},
        {"Metadata": {"mail": ["x"]}},
        {"Metadata": {"mail": 7}},
        {"Description": 7, "Details": ["x"]},
    ],
)
def test_an_odd_report_breaks_nothing(settings: Any, fields: dict[str, object]) -> None:
    make_game()
    mail = Mail.objects.get(seat=0)
    own: dict[str, object] = {"Metadata": {"mail": str(mail.uid)}, **fields}
    status = post(mount(settings, "postmark"), "postmark", bounce(**own), **SECRET)
    assert status in (200, 400)
    assert MailEvent.objects.count() == (1 if status == 200 else 0)
    if status == 200 and "Metadata" not in fields:
        assert MailEvent.objects.get().mail == mail


@pytest.mark.django_db(transaction=True)
def test_our_own_trouble_has_the_provider_try_again(settings: Any) -> None:
    """A report that was read and could not be kept is not refused as unreadable."""
    browser = mount(settings, "postmark")
    with connection.execute_wrapper(_closed):
        assert post(browser, "postmark", bounce(), **SECRET) == 500
    assert post(browser, "postmark", bounce(), **SECRET) == 200
    assert not Player.objects.exists()


def _closed(*_: object) -> None:
    raise OperationalError("the database is away")
