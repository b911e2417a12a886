"""`manage.py serve`, and the real stack, as processes: they start, work, and stop."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import SitesMaker
from tests.services.hermetic import forget_settings
from tests.services.postgres import PostgresServer
from tests.services.redis_server import RedisServer
from tests.services.site import Site, real_site
from tests.services.smtp import SmtpServer
from tests.services.tools import ROOT, free_port, wait_until

pytestmark = pytest.mark.serial
STOPS_WITHIN = 3.0


def health(site: Site) -> dict[str, object]:
    """The site's own report, whatever its status."""
    try:
        with urllib.request.urlopen(f"{site.url}/health/", timeout=5) as response:
            body = response.read()
    except urllib.error.HTTPError as error:
        body = error.read()
    report: dict[str, object] = json.loads(body)
    return report


def serve(data_dir: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A `serve` that is expected not to start."""
    return subprocess.run(
        [sys.executable, "manage.py", "serve", *arguments],
        env={**forget_settings(os.environ), "DATA_DIR": str(data_dir), **env},
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_starts_works_stops_and_keeps_its_data(
    make_embedded_site: SitesMaker, how: signal.Signals
) -> None:
    site = make_embedded_site(EMAIL_URL="")
    web = site.processes["web"]
    wait_until(lambda: health(site)["ok"], 20, "worker and scheduler beat")
    first_line, second_line = web.log().splitlines()[:2]
    assert first_line == f"Pli est en marche\u202f: ouvrez {site.url}/mailbox/"
    assert second_line.startswith(f"Pli is running: open {site.url}/mailbox/")
    assert [line for line in web.log().splitlines()[2:] if "/health/" not in line] == []

    keys = (site.folder / "data" / "keys.json").read_bytes()
    began = time.monotonic()
    os.kill(web.pid, how)
    wait_until(lambda: web.exit_status() is not None, 10, "the end")
    assert time.monotonic() - began < STOPS_WITHIN
    assert web.exit_status() == 0

    site.start()
    assert (site.folder / "data" / "keys.json").read_bytes() == keys


def test_with_real_mail_there_is_no_mailbox_to_open(embedded_server: Site) -> None:
    assert (
        embedded_server.processes["web"]
        .log()
        .startswith(f"Pli est en marche\u202f: ouvrez {embedded_server.url}/\n")
    )


def test_a_busy_port_is_one_sentence_before_anything_starts(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        done = serve(tmp_path, "--port", port)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Port {port} is in use")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "pli.sqlite3").exists()


def test_it_is_not_for_the_real_stack(tmp_path: Path) -> None:
    done = serve(tmp_path, REDIS_URL="redis://127.0.0.1:1/0", SECRET_KEY="x" * 50, GAME_KEYS=f"1:{'y' * 40}",
                 SITE_URL="http://127.0.0.1:8000")  # fmt: skip
    assert done.returncode == 1
    assert "SECRET_KEY is a default or a weak key" in done.stderr or "REDIS_URL is set" in done.stderr


SERVE_AND_LOSE_THE_WORKER = """
import sys, threading
from celery.worker import state
from django.core.management import execute_from_command_line
threading.Timer(3, lambda: setattr(state, "should_stop", 0)).start()
execute_from_command_line(["manage.py", "serve", "--port", sys.argv[1]])
"""


def test_the_site_ends_with_its_worker(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVE_AND_LOSE_THE_WORKER, str(free_port())],
        env={
            **forget_settings(os.environ),
            "DATA_DIR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "tarot_site.config.settings",
        },
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Pli is running" in done.stdout
    assert "The worker ended by itself" in done.stderr


def test_the_real_stack_starts_works_and_stops(real_stack: Site) -> None:
    wait_until(lambda: health(real_stack)["ok"], 30, "worker and scheduler beat")
    assert real_stack.stop() == {"beat": 0, "worker": 0, "web": 0}


@pytest.mark.parametrize(
    ("unsafe_setting", "problem"),
    [({"SITE_URL": "http://pli.example.org"}, "E007"), ({"EMAIL_URL": ""}, "E009")],
)
def test_no_process_of_the_real_stack_starts_unsafely(
    tmp_path: Path,
    smtp_server: SmtpServer,
    postgres_server: PostgresServer,
    redis_server: RedisServer,
    unsafe_setting: dict[str, str],
    problem: str,
) -> None:
    site = real_site(tmp_path, smtp_server, postgres_server, redis_server)
    for name in site.processes:
        unsafe = site.with_settings(name, **unsafe_setting)
        unsafe.start()
        try:
            with pytest.raises(RuntimeError, match=rf"pli\.{problem}"):
                unsafe.wait_until(lambda: False, 20)
        finally:
            unsafe.stop()
