"""/mailbox/: for who sits at this machine, where no mail leaves; 404 for everybody else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from notifications.delivery import sweep_mails
from notifications.models import Mail
from tests.site.conftest import NOW, make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def box(settings: Any) -> Client:
    """A browser on this machine, with a mail waiting."""
    settings.MAILBOX = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    make_game(robots=3)
    sweep_mails(NOW)
    return Client(HTTP_HOST="127.0.0.1:8000")


def test_it_says_what_to_do_and_leads_to_the_turn(box: Client) -> None:
    page = box.get("/mailbox/").content.decode()
    assert "Ouvrez le premier courrier et jouez une carte." in page
    path = re.search(r'href="(/mailbox/[0-9a-f-]{36}/)"', page)
    assert path is not None
    mail = box.get(path[1]).content.decode()
    links = re.findall(r'<a href="(http://127\.0\.0\.1:8000/a/[\w-]{35}/)"', mail)
    assert len(links) == 5
    html = box.get(path[1] + "html/")
    assert html["Content-Security-Policy"].startswith("sandbox ")
    assert "allow-scripts" not in html["Content-Security-Policy"]
    assert '<base target="_top">' in html.content.decode()
    assert html["X-Frame-Options"] == "SAMEORIGIN"
    assert "X-Pli-Kind" in mail
    assert "no-cache" in box.get("/mailbox/")["Cache-Control"]


def test_without_a_question_it_says_so(box: Client) -> None:
    Mail.objects.update(decision=None)
    assert "Le prochain courrier arrive quand ce sera à vous." in box.get("/mailbox/").content.decode()
    Mail.objects.all().delete()
    assert "Elle est encore vide." in box.get("/mailbox/").content.decode()


def test_mails_without_a_body_are_explained(box: Client) -> None:
    mail = Mail.objects.get()
    for state, words in (("sent", "effacé"), ("dropped", "inutile"), ("pending", "pas encore")):
        Mail.objects.update(state=state, sealed=None)
        assert words in box.get(f"/mailbox/{mail.uid}/").content.decode()
    assert box.get(f"/mailbox/{mail.uid}/html/").status_code == 404
    assert box.get("/mailbox/").status_code == 200


@pytest.mark.parametrize(
    "visitor",
    [
        {"REMOTE_ADDR": "192.168.1.20"},
        {"REMOTE_ADDR": "8.8.8.8"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
        {"HTTP_HOST": "pli.example"},
    ],
)
def test_nobody_else_sees_it(box: Client, settings: Any, visitor: dict[str, str]) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    uid = Mail.objects.get().uid
    for path in ("/mailbox/", f"/mailbox/{uid}/", f"/mailbox/{uid}/html/"):
        assert box.get(path, **visitor).status_code == 404  # type: ignore[arg-type]


def test_it_is_closed_where_mail_leaves(box: Client, settings: Any) -> None:
    assert box.get("/mailbox/", HTTP_HOST="localhost").status_code == 200
    settings.MAILBOX = False
    assert box.get("/mailbox/").status_code == 404
    assert box.post("/mailbox/").status_code in (404, 405)
