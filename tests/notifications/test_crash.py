"""Kill -9 of a worker process: every mail goes out; twice only if the server had it, and the row says so."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from notifications.models import Mail, MailState
from tests.notifications.conftest import Post
from tests.services.smtp import ReceivedMail
from tests.site.conftest import make_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.serial, pytest.mark.db_both]

WORKER = """
import sys
from tarot_site.config import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
import django
django.setup()
from django.utils import timezone
from notifications.delivery import deliver_all
deliver_all([int(sys.argv[2])], timezone.now())
"""


@pytest.fixture
def mail() -> Mail:
    make_game(now=timezone.now() - timedelta(minutes=1))
    Mail.objects.exclude(seat=0).delete()
    return Mail.objects.get()


def start_worker(mail: Mail, port: int) -> subprocess.Popen[bytes]:
    """A process of its own that sends this one mail with the code of the site."""
    env = {**os.environ, "EMAIL_URL": f"smtp://127.0.0.1:{port}", "PYTHONPATH": str(site_settings.BASE_DIR)}
    name = str(connection.settings_dict["NAME"])
    return subprocess.Popen([sys.executable, "-c", WORKER, name, str(mail.pk)], env=env, cwd=Path.cwd())


@pytest.fixture
def silent_server() -> Iterator[socket.socket]:
    """Takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def kill(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait(10)


def test_killed_after_the_claim_the_mail_goes_out_once(
    post: Post, mail: Mail, silent_server: socket.socket
) -> None:
    worker = start_worker(mail, silent_server.getsockname()[1])
    connected, _ = silent_server.accept()
    kill(worker)
    connected.close()
    mail.refresh_from_db()
    assert (mail.state, mail.attempts) == (MailState.SENDING, 1)
    now = timezone.now()
    assert post.sweep(now) == {}
    assert post.sweep(now + timedelta(minutes=3)) == {"sent": 1}
    mail.refresh_from_db()
    assert (mail.state, mail.attempts, mail.lost_leases) == (MailState.SENT, 2, 1)
    assert len(post.mails) == 1


def test_killed_between_the_servers_yes_and_the_row_it_goes_out_twice_and_the_row_says_so(
    post: Post, mail: Mail
) -> None:
    arrived, locked, answered = threading.Event(), threading.Event(), threading.Event()

    def hold(_: ReceivedMail) -> None:
        arrived.set()
        locked.wait(20)

    post.server.before_reply = hold
    post.server.after_reply = lambda _: answered.set()
    worker = start_worker(mail, post.server.port)
    assert arrived.wait(30)
    with transaction.atomic():
        # The worker gets its 250, and then waits for this lock to write down what it knows.
        Mail.objects.filter(pk=mail.pk).update(seq=F("seq"))
        locked.set()
        assert answered.wait(10)
        time.sleep(0.2)
        assert worker.poll() is None, "it waits for the row"
        kill(worker)
        _forget_what_it_asked()
    post.server.before_reply = post.server.after_reply = None
    mail.refresh_from_db()
    assert (mail.state, mail.lost_leases, len(post.mails)) == (MailState.SENDING, 0, 1)
    assert post.sweep(timezone.now() + timedelta(minutes=3)) == {"sent": 1}
    mail.refresh_from_db()
    assert (mail.state, mail.lost_leases) == (MailState.SENT, 1)
    first, second = post.mails
    assert first.message["Message-ID"] == second.message["Message-ID"]
    assert (first.text, first.html) == (second.text, second.html)


def _forget_what_it_asked() -> None:
    """PostgreSQL would still carry out the statement of a client that is gone: as if it had never arrived."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
