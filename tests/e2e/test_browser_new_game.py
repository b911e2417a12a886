"""The form of a new game in real Chromium: Enter in a field makes the table, going back no second one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.services.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.serial]

SIGN_IN = """
from django.test import Client
from tarot_site.players.models import Player
client = Client()
client.force_login(Player.objects.create_user("camille@example.org", pseudonym="Camille"))
print(client.cookies["sessionid"].value)
"""
COUNT = "from tarot_site.games.models import Game; print(Game.objects.filter(name__startswith='Ma ').count())"


@pytest.fixture
def page(browser: Browser, embedded_server: Site) -> Iterator[Page]:
    """The form, filled in for three robots, in the window of somebody signed in."""
    key = embedded_server.manage("shell", "-v", "0", "-c", SIGN_IN).splitlines()[-1]
    with browser.new_context(locale="fr-FR") as context:
        context.add_cookies([{"name": "sessionid", "value": key, "url": embedded_server.url}])
        page = context.new_page()
        page.goto(f"{embedded_server.url}/new/")
        for number in (1, 2, 3):
            page.check(f"input[name=seat{number}-kind][value=robot]", force=True)
        page.fill("input[name=name]", "Ma table")
        yield page


def tables(site: Site) -> int:
    """How many were made with the form."""
    return int(site.manage("shell", "-v", "0", "-c", COUNT).splitlines()[-1])


@pytest.mark.parametrize("field", ["name", "my_name", "word"])
def test_enter_makes_the_table(page: Page, embedded_server: Site, field: str) -> None:
    with page.expect_navigation(wait_until="load"):
        page.press(f"input[name={field}]", "Enter")
    assert "/g/" in page.url
    assert tables(embedded_server) == 1


def test_the_extra_button_is_met_by_nobody(page: Page) -> None:
    assert page.get_by_role("button", name="Ouvrir la table").count() == 1
    page.locator("#main").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "INPUT"


def test_the_same_form_with_another_name_asks_again(page: Page, embedded_server: Site) -> None:
    once = page.get_attribute("input[name=once]", "value")
    with page.expect_navigation(wait_until="load"):
        page.press("input[name=name]", "Enter")
    page.goto(f"{embedded_server.url}/new/")
    page.evaluate("value => { document.querySelector('input[name=once]').value = value }", once)
    for number in (1, 2, 3):
        page.check(f"input[name=seat{number}-kind][value=robot]", force=True)
    page.fill("input[name=name]", "Ma seconde")
    with page.expect_navigation(wait_until="load"):
        page.press("input[name=name]", "Enter")
    assert page.get_by_role("alert").get_by_role("link", name="Ma table").is_visible()
    assert page.input_value("input[name=name]") == "Ma seconde"
    assert tables(embedded_server) == 1
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("button", name="Ouvrir la table").click()
    assert "/g/" in page.url
    assert tables(embedded_server) == 2
