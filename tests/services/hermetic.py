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
from pathlib import Path

SETTINGS_READ_BY_PLI = """
    ALLOWED_HOSTS BEHIND_PROXY DATABASE_URL DATA_DIR DEBUG DEFAULT_FROM_EMAIL EMAIL_BACKEND EMAIL_URL
    GAME_KEYS LOG_LEVEL MAILBOX PORT REDIS_URL SECRET_KEY SITE_URL TAKE_BACK_SECONDS WEBHOOK_SECRET
"""


def _prepare() -> None:
    for name in [*SETTINGS_READ_BY_PLI.split(), *(n for n in os.environ if n.startswith("ANYMAIL_"))]:
        os.environ.pop(name, None)
    data_dir = Path(tempfile.mkdtemp(prefix="pli-tests-"))
    atexit.register(shutil.rmtree, data_dir, ignore_errors=True)
    os.environ["DATA_DIR"] = str(data_dir)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tarot_site.config.settings"
    if os.environ.get("PLI_TEST_DB") == "postgres":
        from tests.services.postgres import start_postgres

        server = start_postgres(data_dir / "postgres")
        atexit.register(server.stop)
        os.environ["DATABASE_URL"] = server.url("pli")


_prepare()
