"""A pytest plugin that decides the environment before Django reads its settings.

Named with `-p` in pyproject.toml, so it is imported before pytest-django. Every pytest process (each xdist
worker too) gets its own DATA_DIR, so that several runs in one checkout never share a database, and no
variable of the person's shell reaches the tests.

With `PLI_TEST_DB=postgres` the process starts a real PostgreSQL first and points DATABASE_URL at it: that is
how `make test` runs the tests marked `db_both` a second time.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

SETTINGS_READ_BY_PLI = """
    ALLOWED_HOSTS BEHIND_PROXY DATABASE_URL DATA_DIR DEBUG DEFAULT_FROM_EMAIL EMAIL_BACKEND EMAIL_URL
    GAME_KEYS LOG_LEVEL MAILBOX MAIL_LEDGER_DAYS PORT REDIS_URL ROBOT_SECONDS SECRET_KEY SITE_URL
    TAKE_BACK_SECONDS UNUSED_PLAYER_DAYS WEBHOOK_SECRET
    LANG LC_ALL LC_MESSAGES
"""


def forget_settings(env: Mapping[str, str]) -> dict[str, str]:
    """The environment without any variable that Pli's settings read."""
    names = set(SETTINGS_READ_BY_PLI.split())
    return {
        name: value for name, value in env.items() if name not in names and not name.startswith("ANYMAIL_")
    }


def _prepare() -> None:
    kept = forget_settings(os.environ)
    for name in set(os.environ) - set(kept):
        del os.environ[name]
    data_dir = Path(tempfile.mkdtemp(prefix="pli-tests-"))
    atexit.register(shutil.rmtree, data_dir, ignore_errors=True)
    os.environ["DATA_DIR"] = str(data_dir)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tarot_site.config.settings"
    if os.environ.get("PLI_TEST_DB") == "postgres":
        _use_postgres(data_dir / "postgres")


def _use_postgres(folder: Path) -> None:
    from tests.services.postgres import start_postgres
    from tests.services.tools import Missing

    try:
        server = start_postgres(folder)
    except Missing as reason:
        os.environ["PLI_TEST_DB_MISSING"] = str(reason)  # tests/conftest.py skips or fails
        return
    atexit.register(server.stop)
    os.environ["DATABASE_URL"] = server.url("pli")


_prepare()
