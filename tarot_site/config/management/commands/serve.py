"""`manage.py serve`: site, worker and scheduler in one process, for one's own machine (design §7).

Whatever keeps it from starting is one sentence on standard error and exit status 1.
"""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import tempfile
from types import FrameType
from typing import Any

import waitress
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tarot_site.config.keys import cannot_write

HOST = "127.0.0.1"
WEB_THREADS = 8


class Command(BaseCommand):
    """Serve the site on this machine until Ctrl-C or SIGTERM."""

    help = "Runs the site with its worker and scheduler in one process, on 127.0.0.1."

    def add_arguments(self, parser: CommandParser) -> None:
        """`--port`, `--demo`."""
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--demo", action="store_true", help="keep a demo game: you and three robots")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, migrate, start, serve, stop. Exit status 1 when the worker died."""
        if not settings.EMBEDDED:
            raise SystemExit(
                "REDIS_URL is set: start gunicorn tarot_site.config.wsgi, celery -A tarot_site.config worker "
                "and celery -A tarot_site.config beat instead of serve."
            )
        check_folder()
        listener = open_port(options["port"])
        if not settings.SITE_URL_IS_SET:
            settings.SITE_URL = f"http://{HOST}:{options['port']}"
        migrate_if_needed()
        failed = self._run(listener, first_page(demo=options["demo"]))
        if failed:
            raise SystemExit("The worker ended by itself, so the site stopped too: the lines above say why.")

    def _run(self, listener: socket.socket, page: str) -> bool:
        """Serve until a signal; True if it was the death of the worker."""
        # Imported late: they start nothing, but belong to the running server only.
        from tarot_site.config.embedded import TaskThreads
        from tarot_site.config.wsgi import application

        deaths: list[str] = []

        def on_death() -> None:
            deaths.append("worker")
            os.kill(os.getpid(), signal.SIGTERM)

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _leave)
        threads = TaskThreads(on_death)
        server = waitress.create_server(
            application,
            sockets=[listener],
            threads=WEB_THREADS,
            ident=None,
            # The mailbox must see the header of a proxy, to refuse it.
            clear_untrusted_proxy_headers=False,
        )
        try:
            threads.start()
            self.stdout.write(f"Pli est en marche\u202f: ouvrez {page}")
            self.stdout.write(f"Pli is running: open {page}   (Ctrl-C stops it)")
            self.stdout.flush()
            server.run()
        except KeyboardInterrupt:
            pass
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)
            server.close()
            threads.stop()
        return bool(deaths)


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def open_port(port: int) -> socket.socket:
    """A listening socket: nobody takes the port while we migrate. Raises SystemExit if it is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there, SO_REUSEADDR would share a port in use
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        another = port + 1 if 1024 < port < 65535 else 8000
        other = f"choose another one with PORT, for example PORT={another} make run."
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise SystemExit(
                f"Port {port} is in use by another program (perhaps another Pli): stop it, or {other}"
            ) from error
        reason = getattr(error, "strerror", None) or error
        raise SystemExit(f"Port {port} cannot be used ({reason}): {other}") from error
    return listener


def check_folder() -> None:
    """Raises SystemExit if DATA_DIR cannot be written."""
    try:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=settings.DATA_DIR):
            pass
    except OSError as error:
        raise SystemExit(cannot_write(settings.DATA_DIR, error)) from error


def migrate_if_needed() -> None:
    """Bring the database up to date; nothing is written when it is."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)


def first_page(*, demo: bool) -> str:
    """The whole address of the page to open first."""
    if demo:
        from tarot_site.games.demo import ensure_demo_game, terminal_language

        return str(ensure_demo_game(language=terminal_language(os.environ)))
    return settings.SITE_URL + ("/mailbox/" if settings.MAILBOX else "/")
