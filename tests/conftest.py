"""Fixtures for every test: real servers on loopback, Chromium, and Pli as real processes.

Databases. By default tests run on SQLite, in a file of a folder made for this pytest process. Mark a test
`db_both` when it must hold on PostgreSQL too: `make test` runs those a second time as
`PLI_TEST_DB=postgres pytest -m db_both`, with a server started by `tests.services.hermetic`.

Missing programs. A test that needs PostgreSQL, Redis or Chromium is skipped where there is none, and fails
with CI=true. Mark a test that starts servers or a browser `serial` (or `browser`): it then runs alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.services.postgres import PostgresServer, start_postgres
from tests.services.redis_server import RedisServer, start_redis
from tests.services.site import Site, embedded_site, real_site
from tests.services.smtp import SmtpServer
from tests.services.tools import Missing, find_program, unavailable

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SitesMaker = Callable[..., Site]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """With PLI_TEST_DB=postgres and no PostgreSQL, nothing can be said about it."""
    reason = os.environ.get("PLI_TEST_DB_MISSING")
    if reason:
        unavailable(reason)


@pytest.fixture(autouse=True)
def french_first() -> Iterator[None]:
    """Each test starts in French: a request leaves its language active in the thread that made it."""
    from django.utils import translation

    with translation.override("fr"):
        yield


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresServer]:
    """A real PostgreSQL, the same for the whole session; `postgres_server.create(name)` makes a database."""
    try:
        server = start_postgres(tmp_path_factory.mktemp("postgres") / "server")
    except Missing as reason:
        unavailable(reason)
    yield server
    server.stop()


@pytest.fixture
def pg_database_url(postgres_server: PostgresServer) -> str:
    """DATABASE_URL of a new empty PostgreSQL database, for processes that the test starts."""
    return postgres_server.create(f"test_{os.urandom(4).hex()}")


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A real Redis, the same for the whole session; `redis_server.url(n)` is its database n (0 to 15)."""
    try:
        server = start_redis(tmp_path_factory.mktemp("redis") / "server")
    except Missing as reason:
        unavailable(reason)
    yield server
    server.stop()


@pytest.fixture
def smtp_server() -> Iterator[SmtpServer]:
    """An SMTP server on loopback in this process; `smtp_server.mails` is what it got. See SmtpServer."""
    server = SmtpServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def make_embedded_site(tmp_path: Path, smtp_server: SmtpServer) -> Iterator[SitesMaker]:
    """Start the embedded server: `site = make_embedded_site(TAKE_BACK_SECONDS="5")`.

    It is the real `manage.py serve` in a process of its own, with its own DATA_DIR and a free port, and
    sends its mail to `smtp_server`. `make_embedded_site(EMAIL_URL="")` has no mail transport, so it shows
    /mailbox/. Stopped after the test.
    """
    yield from _sites(lambda n, settings: embedded_site(tmp_path / f"site{n}", smtp_server, settings))


@pytest.fixture
def embedded_server(make_embedded_site: SitesMaker) -> Site:
    """One running embedded server with the default settings. See Site: `url`, `smtp`, `manage`,
    `processes`.
    """
    return make_embedded_site()


@pytest.fixture
def make_real_site(
    tmp_path: Path, smtp_server: SmtpServer, postgres_server: PostgresServer, redis_server: RedisServer
) -> Iterator[SitesMaker]:
    """Start the stack of a real deployment: `site = make_real_site(TAKE_BACK_SECONDS="5")`.

    gunicorn, a Celery worker and beat as processes (`site.processes["web"]`, `["worker"]`, `["beat"]`) on a
    new database of a real PostgreSQL and on a real Redis; mail goes to `smtp_server`. Stopped after the
    test.
    """
    yield from _sites(
        lambda n, settings: real_site(
            tmp_path / f"real{n}", smtp_server, postgres_server, redis_server, settings
        )
    )


@pytest.fixture
def real_stack(make_real_site: SitesMaker) -> Site:
    """One running real stack with the default settings."""
    return make_real_site()


def _sites(build: Callable[[int, dict[str, str]], Site]) -> Iterator[SitesMaker]:
    started: list[Site] = []

    def make(**settings: str) -> Site:
        site = build(len(started), settings)
        started.append(site)
        site.start()
        return site

    yield make
    for site in started:
        site.stop()


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """The Chromium of this machine."""
    try:
        return find_program("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    except Missing as reason:
        unavailable(reason)


@pytest.fixture(scope="module")
def browser(chromium_path: Path) -> Iterator[Browser]:
    """Chromium, driven by Playwright. Use `with browser.new_context(viewport=..., locale=...) as context`.

    Playwright keeps an event loop in this thread, which Django takes for asynchronous code: hence the
    variable.
    """
    from playwright.sync_api import sync_playwright

    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        yield chromium
        chromium.close()
