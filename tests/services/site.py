"""Pli itself, as real processes: the embedded server, and the stack of a real deployment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.services.hermetic import forget_settings
from tests.services.postgres import PostgresServer
from tests.services.redis_server import RedisServer
from tests.services.smtp import SmtpServer
from tests.services.tools import ROOT, Process, free_port

SECRETS = {
    "SECRET_KEY": "a-key-of-the-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ",
    "GAME_KEYS": "1:a-game-key-of-the-tests-0123456789-abcdefghijklmnopqrstuvwxyz",
}


def answers(url: str) -> bool:
    """Whether a web server answers there, with any status."""
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


class Site:
    """A running Pli: `url` to browse, `smtp` with every mail it sent, `manage` for its command line."""

    def __init__(self, folder: Path, smtp: SmtpServer, settings: dict[str, str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.smtp = smtp
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = {
            **forget_settings(os.environ),
            "DATA_DIR": str(folder / "data"),
            "SITE_URL": self.url,
            "EMAIL_URL": smtp.url,
            "PYTHONUNBUFFERED": "1",
            "PYTHONWARNINGS": "default",
            **settings,
        }
        self.processes: dict[str, Process] = {}

    def add_process(self, name: str, *command: str | Path) -> Process:
        """Declare one of its processes; `start` starts them in this order."""
        self.processes[name] = Process(name, [sys.executable, *command], self.folder, self.env)
        return self.processes[name]

    def with_settings(self, name: str, **settings: str) -> Process:
        """The same process with other settings; not started, and stopped by whoever starts it."""
        return Process(f"{name}-again", self.processes[name].command, self.folder, {**self.env, **settings})

    def start(self) -> None:
        """Start every process, and wait until pages are served and tasks are taken."""
        for process in self.processes.values():
            process.start()
        self.processes["web"].wait_until(lambda: answers(f"{self.url}/health/"), 60)
        for name, word in (("worker", "ready."), ("beat", "Starting...")):
            if name in self.processes:
                self.processes[name].wait_for_word(word, 60)

    def stop(self) -> dict[str, int]:
        """SIGTERM to all, in reverse order; exit status by name."""
        return {name: self.processes[name].stop() for name in reversed(self.processes)}

    def manage(self, *arguments: str) -> str:
        """Run `manage.py` with the site's settings; what it prints. Fails with its errors."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.env, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"manage.py {' '.join(arguments)}:\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def manage_json(self, *arguments: str) -> Any:
        """The same for a command that prints JSON."""
        return json.loads(self.manage(*arguments))

    def log(self) -> str:
        """What all processes wrote."""
        return "\n".join(f"--- {name}\n{process.log()}" for name, process in self.processes.items())


def embedded_site(folder: Path, smtp: SmtpServer, settings: dict[str, str] | None = None) -> Site:
    """`manage.py serve` on a free port with its own data folder; not started yet."""
    site = Site(folder, smtp, settings or {})
    site.add_process("web", "manage.py", "serve", "--port", str(site.port))
    return site


def real_site(
    folder: Path,
    smtp: SmtpServer,
    postgres: PostgresServer,
    redis: RedisServer,
    settings: dict[str, str] | None = None,
) -> Site:
    """gunicorn, a worker and beat on a new database of PostgreSQL, migrated; not started yet."""
    database = f"pli_{os.urandom(4).hex()}"
    site = Site(
        folder,
        smtp,
        {
            "DATABASE_URL": postgres.create(database),
            "REDIS_URL": redis.next_url(),
            **SECRETS,
            **(settings or {}),
        },
    )
    gunicorn = ("-m", "gunicorn", "--workers", "2", "--threads", "4", "--no-control-socket")
    site.add_process("web", *gunicorn, "--bind", f"127.0.0.1:{site.port}", "tarot_site.config.wsgi")
    celery = ("-m", "celery", "-A", "tarot_site.config")
    site.add_process("worker", *celery, "worker", "-c", "2", "--without-gossip", "--without-mingle")
    site.add_process("beat", *celery, "beat", "-s", folder / "beat.db", "--pidfile", "")
    site.manage("migrate", "--verbosity", "0")
    return site
