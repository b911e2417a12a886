"""Taking an answer back in real Chromium: with and without scripts, never by the Enter key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.services.site import Site

from .test_browser_table import DESKTOP, PHONE, bid, fits, table, words

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.serial]


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_enter_keeps_the_answer_and_the_button_takes_it_back(
    browser: Browser, make_embedded_site: Callable[..., Site], size: dict[str, int], scripts: bool
) -> None:
    site = make_embedded_site(TAKE_BACK_SECONDS="600")
    with table(browser, site, size, scripts=scripts) as page:
        bid(page, "Garde")
        assert words(page, "#result").startswith("Votre réponse est notée.")
        assert fits(page)
        chosen = page.locator('input[name="choice"]:checked')
        value = chosen.get_attribute("value")
        chosen.focus()
        with page.expect_navigation(wait_until="load"):
            page.keyboard.press("Enter")
        assert words(page, "#result").startswith("Votre réponse est notée.")
        assert page.locator('input[name="choice"]:checked').get_attribute("value") == value
        with page.expect_navigation(wait_until="load"):
            page.get_by_role("button", name="Reprendre").click()
        assert words(page, "#result") == "Votre réponse est reprise."
        assert page.locator('input[name="choice"]:checked').count() == 0
        assert page.get_by_role("button", name="Reprendre").count() == 0
