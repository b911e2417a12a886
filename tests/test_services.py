"""The servers of the tests themselves: each one really starts, and does what it says."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from typing import TYPE_CHECKING

import psycopg
import pytest
import redis

from tests.services.postgres import PostgresServer
from tests.services.redis_server import RedisServer
from tests.services.smtp import SmtpServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.serial


def test_postgresql_is_real(pg_database_url: str, postgres_server: PostgresServer) -> None:
    with psycopg.connect(pg_database_url) as connection:
        row = connection.execute("SELECT current_setting('server_version_num')::int").fetchone()
    assert row is not None
    assert row[0] >= 140000
    assert pg_database_url != postgres_server.url("pli")


def test_redis_is_real(redis_server: RedisServer) -> None:
    with redis.Redis.from_url(redis_server.url(3)) as client:
        client.set("a", "b")
        assert client.get("a") == b"b"
    assert redis_server.next_url() != redis_server.next_url()


def _send(server: SmtpServer, to: str) -> None:
    message = EmailMessage()
    message["Subject"] = "Prêt"
    message["From"] = "pli@example.org"
    message["To"] = to
    message.set_content("Voici :\nhttps://example.org/a/xyz/\n")
    message.add_alternative("<p>Voici</p>", subtype="html")
    with smtplib.SMTP("127.0.0.1", server.port, timeout=10) as client:
        client.send_message(message)


def test_smtp_keeps_what_it_got(smtp_server: SmtpServer) -> None:
    _send(smtp_server, "Anne@example.org")
    mail = smtp_server.wait_for("anne@example.org")
    assert (mail.subject, mail.links) == ("Prêt", ["https://example.org/a/xyz/"])
    assert "<p>Voici</p>" in mail.html


def test_smtp_refuses_when_told(smtp_server: SmtpServer) -> None:
    smtp_server.refuse("bob@example.org", "550 5.1.1 no such person")
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        _send(smtp_server, "bob@example.org")
    smtp_server.accept("bob@example.org")
    _send(smtp_server, "bob@example.org")
    assert len(smtp_server.mails) == 1


@pytest.mark.browser
def test_chromium_shows_a_page(browser: Browser) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.set_content("<h1>Pli</h1>")
        assert page.inner_text("h1") == "Pli"
