"""Signing in by a code, through the ledger, from the page to the mail."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from notifications.models import Mail
from notifications.tasks import heartbeat, send_mails, sweep_mails
from tests.notifications.conftest import Post

pytestmark = pytest.mark.django_db(transaction=True)


def ask(client: Client, address: str) -> Mail:
    cache.clear()
    assert client.post("/accounts/login/code/", {"email": address}).status_code == 302
    return Mail.objects.latest("pk")


def test_the_code_arrives_by_mail_and_opens_the_door(client: Client, post: Post) -> None:
    mail = ask(client, "New@Example.org")
    columns = {name: value for name, value in mail.__dict__.items() if name != "secret"}
    send_mails([mail.pk])
    (received,) = post.server.to("new@example.org")
    code = re.search(r"^ {4}(\S+)$", received.text, re.MULTILINE)
    assert code is not None
    assert code[1] not in repr(columns)
    assert code[1].encode() not in bytes(mail.secret or b"")
    assert received.message["List-Unsubscribe"] is None
    assert received.message["Auto-Submitted"] == "auto-generated"
    answer = client.post("/accounts/login/code/confirm/", {"code": code[1]})
    assert (answer.status_code, "_auth_user_id" in client.session) == (302, True)


def test_a_stranger_reads_it_in_the_language_of_the_page(client: Client, post: Post) -> None:
    client.post("/i18n/setlang/", {"language": "en", "next": "/accounts/login/code/"})
    ask(client, "new@example.org")
    sweep_mails()
    assert post.server.to("new@example.org")[0].subject == "Your sign-in code for Pli"


def test_the_scheduler_leaves_a_heartbeat() -> None:
    heartbeat()
    heartbeat()
    answer = Client().get("/health/")
    assert (answer.status_code, answer.json()["ok"]) == (200, True)
