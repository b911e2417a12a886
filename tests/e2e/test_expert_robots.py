"""Robots that think, on the running site: once they have played, the person is asked by page and by mail."""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.services.site import Site
from tests.services.tools import wait_until

from .forms import get
from .people import Person, hand_out, play

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.serial

ADDRESS = "lea@friends.example"
SHORT = "0.02"
LONG = "1"
PHONE = {"width": 360, "height": 740}
SIGNED_IN = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from tarot_site.games.models import Game, SeatKind
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player
from django.utils import timezone
player = Player.objects.create_user("lea@friends.example", pseudonym="Léa")
robots = [SeatRequest(SeatKind.ROBOT)] * 3
game = create_game(name="Les experts", creator=player, seats=[SeatRequest(SeatKind.PERSON, player), *robots],
                   deals=1, move_seconds=172800, now=timezone.now(), robot="expert")
session = SessionStore()
session[SESSION_KEY] = str(player.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = player.get_session_auth_hash()
session.create()
print(game.public_id, session.session_key)
"""


@contextmanager
def seated(browser: Browser, site: Site, *, scripts: bool = True) -> Iterator[Page]:
    """The page of a table with three thinking robots, for the one person signed in."""
    game, session = site.manage("shell", "-v", "0", "-c", SIGNED_IN).split()[-2:]
    with browser.new_context(
        viewport=PHONE, locale="fr-FR", java_script_enabled=scripts, reduced_motion="reduce"
    ) as context:
        context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page = context.new_page()
        page.goto(f"{site.url}/g/{game}/")
        yield page


def answer(page: Page) -> None:
    """The first thing that the page offers."""
    if count := page.get_attribute("form#act", "data-pick"):
        for box in page.locator('input[name="card"]').all()[: int(count)]:
            box.check(force=True)
    else:
        page.locator('input[name="choice"]').first.check(force=True)
    with page.expect_navigation(wait_until="load"):
        page.locator(".bar-main").click()


@pytest.mark.browser
def test_the_page_comes_up_to_date_by_itself(
    browser: Browser, make_embedded_site: Callable[..., Site]
) -> None:
    with seated(browser, make_embedded_site(ROBOT_SECONDS=SHORT)) as page:
        for _ in range(60):
            page.wait_for_selector("form#act, .ranking", timeout=30_000)
            if page.locator(".ranking").count():
                break
            answer(page)
        assert "La partie est terminée." in page.inner_text(".say-title")


@pytest.mark.browser
def test_without_scripts_a_link_shows_what_follows(
    browser: Browser, make_embedded_site: Callable[..., Site]
) -> None:
    with seated(browser, make_embedded_site(ROBOT_SECONDS=LONG), scripts=False) as page:
        while page.locator("form#act").count():
            answer(page)
        assert "Le robot réfléchit quelques secondes." in page.inner_text(".say-wait")
        assert page.locator(".seat-turn .seat-badge", has_text="robot").count() == 1
        asked = page.locator("form#act")
        for _ in range(60):
            if asked.count():
                break
            page.wait_for_timeout(500)
            page.get_by_role("link", name="Voir la suite").click()
        assert asked.count() == 1
        assert not page.locator(".say-wait").count()


def open_table(site: Site) -> tuple[str, Person]:
    """One person invited to a deal with three thinking robots: the game and the person."""
    opened = site.manage_json("newgame", ADDRESS, "--robots", "3", "--robot", "expert", "--deals", "1")
    return opened["game"], Person(ADDRESS, "Léa", random.Random("experts"))


def test_a_deal_by_mail_against_thinking_robots_on_the_real_stack(
    make_real_site: Callable[..., Site],
) -> None:
    site = make_real_site(ROBOT_SECONDS=SHORT)
    game, person = open_table(site)
    play({ADDRESS: person}, site.smtp)
    turns = [letter for letter in person.letters if "your_turn" in letter.kinds]
    assert len(turns) == person.turns > 0
    (verdict,) = site.manage_json("verify_games", "--json")["verdicts"]
    assert (verdict["game"], verdict["differences"]) == (game, [])
    assert sum(verdict["totals"]) == 0
    log = [line for line in site.log().splitlines() if "/health/" not in line]
    assert not [line for line in log if re.search(r"Traceback|[ /](?:WARNING|ERROR)\b", line)]


def test_a_killed_server_goes_on_where_a_robot_was_thinking(make_embedded_site: Callable[..., Site]) -> None:
    site = make_embedded_site(ROBOT_SECONDS=LONG)
    _game, person = open_table(site)
    seen = 0

    def next_mails() -> None:
        nonlocal seen
        seen += hand_out({ADDRESS: person}, site.smtp, seen)

    def thinks() -> bool:
        next_mails()
        links = [url for letter in person.letters for url in letter.links("t")]
        return person.turns > 0 and "say-wait" in get(links[-1]).text

    wait_until(thinks, 60, "a robot that thinks")
    turns = person.turns
    os.kill(site.processes["web"].pid, signal.SIGKILL)
    wait_until(lambda: site.processes["web"].exit_status() is not None, 10, "the end")
    site.start()

    def is_asked_again() -> bool:
        next_mails()
        return person.turns > turns

    wait_until(is_asked_again, 60, "the next mail")
