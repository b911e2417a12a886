"""The table in real Chromium, against robots: with and without scripts, by touch and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.services.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.serial]

PHONE = {"width": 360, "height": 740}
NARROW = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 800}
DEMO = "from tarot_site.games.demo import ensure_demo_game; print(ensure_demo_game())"


@contextmanager
def table(browser: Browser, site: Site, size: dict[str, int], *, scripts: bool = True) -> Iterator[Page]:
    """A new visitor's table, opened by its link; fails on any error that the browser reports."""
    address = site.manage("shell", "-v", "0", "-c", DEMO).splitlines()[-1]
    complaints: list[str] = []
    with browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        locale="fr-FR",
        java_script_enabled=scripts,
        reduced_motion="reduce",
    ) as context:
        page = context.new_page()
        page.on("console", lambda m: complaints.append(m.text) if m.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        yield page
        assert context.cookies() == []
    # A refused answer is a 400 on purpose, and Chromium says so.
    assert [text for text in complaints if "status of 400" not in text] == []


def press(page: Page) -> None:
    """Press the one button, and wait for the page that follows."""
    with page.expect_navigation(wait_until="load"):
        page.locator(".bar-main").click()


def words(page: Page, selector: str) -> str:
    """What is written there, spaces made simple."""
    return plain(page.inner_text(selector))


def plain(text: str | None) -> str:
    """The same text with ordinary single spaces."""
    return re.sub(r"\s+", " ", text or "").strip()


def fits(page: Page) -> bool:
    """Whether nothing sticks out sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def bid(page: Page, name: str) -> None:
    """Choose a bid and press the button."""
    page.locator(".bid", has_text=re.compile(rf"^\s*{name}\b")).first.locator("input").check(force=True)
    press(page)


def discard(page: Page) -> None:
    """Pick the first cards that may go, and press the button."""
    count = int(page.get_attribute("form#act", "data-pick") or 0)
    for box in page.locator('input[name="card"]').all()[:count]:
        box.check(force=True)
    press(page)


def play_first(page: Page) -> None:
    """Play the first card that may be played."""
    page.locator('input[name="choice"]').first.check(force=True)
    press(page)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_bid_a_discard_and_a_trick(
    browser: Browser, make_embedded_site: Callable[..., Site], size: dict[str, int]
) -> None:
    with table(browser, make_embedded_site(), size) as page:
        assert words(page, ".say-title") == "À vous de parler."
        assert words(page, ".bar-main") == "Choisissez une réponse"
        page.locator(".bid", has_text="Garde sans").locator("input").check(force=True)
        assert words(page, ".bar-main") == "Dire : garde sans"
        assert fits(page)
        bid(page, "Garde")

        assert "C'est noté." in words(page, "#result")
        assert words(page, ".bar-main") == "Encore 6 cartes"
        calm = page.locator(".bar-main").evaluate("e => getComputedStyle(e).backgroundColor")
        boxes = page.locator('input[name="card"]').all()
        for box in boxes[:5]:
            box.check(force=True)
        assert words(page, ".bar-main") == "Encore 1 carte"
        press(page)
        assert page.locator("#result").inner_text() == "Encore 1 carte à écarter."
        assert page.locator('input[name="card"]:checked').count() == 5
        page.get_by_role("button", name="Vider").click()
        assert page.locator('input[name="card"]:checked').count() == 0
        assert fits(page)
        discard(page)

        assert words(page, ".say-title") == "À vous de jouer."
        assert page.locator(".hand .hand-card").count() == 18
        assert words(page, ".bar-main") == "Choisissez une carte"
        assert page.locator(".bar-main").evaluate("e => getComputedStyle(e).backgroundColor") == calm
        name = page.locator(".hand .is-legal .card-name").first.text_content()
        page.locator('input[name="choice"]').first.check(force=True)
        assert plain(name) in words(page, ".bar-main")
        assert words(page, ".bar-main").startswith("Jouer ")
        assert page.locator(".bar-main").evaluate("e => getComputedStyle(e).backgroundColor") != calm
        press(page)

        assert page.locator(".hand .hand-card").count() < 18  # a forced card may follow by itself
        assert page.locator(".trick-now .slot").count() == 4
        assert fits(page)


def test_everything_works_without_scripts(browser: Browser, make_embedded_site: Callable[..., Site]) -> None:
    with table(browser, make_embedded_site(), PHONE, scripts=False) as page:
        bid(page, "Garde")
        count = page.locator(".picked")
        page.locator('input[name="card"]').first.check(force=True)
        assert count.is_visible()
        page.locator('input[name="card"]').first.uncheck(force=True)
        discard(page)
        assert words(page, ".say-title") == "À vous de jouer."
        play_first(page)
        assert page.locator(".hand .hand-card").count() < 18  # a forced card may follow by itself


def test_a_whole_turn_by_keyboard(browser: Browser, make_embedded_site: Callable[..., Site]) -> None:
    with table(browser, make_embedded_site(), DESKTOP) as page:
        page.locator(".bid input").first.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        assert words(page, ".bar-main") == "Dire : garde"
        with page.expect_navigation(wait_until="load"):
            page.keyboard.press("Enter")
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.name") == "card":
                break
        picked = 0
        while picked < 6:
            if page.evaluate("document.activeElement.name") == "card":
                page.keyboard.press("Space")
                picked += 1
            page.keyboard.press("Tab")
        assert words(page, ".bar-main") == "Écarter ces 6 cartes"
        with page.expect_navigation(wait_until="load"):
            page.locator(".bar-main").press("Enter")
        outline = page.evaluate(
            """() => { const pick = document.querySelector('input[name="choice"]'); pick.focus();
                return getComputedStyle(pick.nextElementSibling).outlineStyle; }"""
        )
        assert outline == "solid"


def test_targets_are_large_and_narrow_screens_scroll_one_way(
    browser: Browser, make_embedded_site: Callable[..., Site]
) -> None:
    with table(browser, make_embedded_site(), NARROW) as page:
        assert fits(page)
        bid(page, "Garde")
        assert fits(page)
        targets = ".hand-card label, .bar .button, .slam-panel label, summary, .options a"
        for target in page.locator(targets).all():
            box = target.bounding_box()
            if box is not None and target.is_visible():
                assert box["height"] >= 32, target.inner_text()
        for card in page.locator(".hand-card label").all():
            box = card.bounding_box()
            assert box
            assert box["width"] >= 44
            assert box["height"] >= 44
        discard(page)
        assert fits(page)


def test_an_illegal_card_selects_nothing_and_says_why(
    browser: Browser, make_embedded_site: Callable[..., Site]
) -> None:
    with table(browser, make_embedded_site(), PHONE) as page:
        bid(page, "Garde")
        discard(page)
        for _ in range(17):
            if page.locator("[data-refusal]").count():
                break
            play_first(page)
        barred = page.locator("[data-refusal]").first
        duty, place = words(page, "#status"), barred.bounding_box()
        barred.click()
        assert barred.bounding_box() == place
        assert words(page, "#status") == plain(barred.get_attribute("data-refusal"))
        assert page.locator('input[name="choice"]:checked').count() == 0
        assert page.locator('[role="status"]').count() == 1
        page.locator('input[name="choice"]').first.check(force=True)
        assert words(page, "#status") == duty


def test_the_text_view_shows_names_instead_of_pictures(
    browser: Browser, make_embedded_site: Callable[..., Site]
) -> None:
    with table(browser, make_embedded_site(), PHONE) as page:
        with page.expect_navigation(wait_until="load"):
            page.get_by_role("link", name="Vue texte").click()
        assert page.locator(".face").first.is_hidden()
        assert page.locator(".card-name").first.is_visible()
        assert fits(page)
        bid(page, "Garde")
        assert page.locator(".face").first.is_hidden()
        assert page.locator('input[name="card"]').first.is_visible()


def test_nothing_that_is_asked_hides_under_the_bar(
    browser: Browser, make_embedded_site: Callable[..., Site]
) -> None:
    with table(browser, make_embedded_site(), PHONE) as page:
        top = page.locator(".bar").bounding_box()["y"]  # type: ignore[index]
        bids = [box.bounding_box() for box in page.locator(".bid-face").all()]
        assert len(bids) == 5
        assert all(box and box["y"] + box["height"] <= top for box in bids)
        assert page.evaluate(
            "[...document.querySelectorAll('.bid-face')].every(e => e.scrollWidth <= e.clientWidth)"
        )
        bid(page, "Garde")
        assert page.locator(".bar .picked").is_visible()
        page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        slam, bar = page.locator(".slam-panel").bounding_box(), page.locator(".bar").bounding_box()
        assert slam
        assert bar
        assert slam["y"] + slam["height"] <= bar["y"]


def test_the_button_says_that_a_slam_is_announced(
    browser: Browser, make_embedded_site: Callable[..., Site]
) -> None:
    with table(browser, make_embedded_site(), PHONE) as page:
        assert "button-calm" in (page.get_attribute(".bar-main", "class") or "")
        bid(page, "Garde")
        assert "button-calm" in (page.get_attribute(".bar-main", "class") or "")
        page.locator('[name="slam"]').check()
        for box in page.locator('input[name="card"]').all()[:6]:
            box.check(force=True)
        assert words(page, ".bar-main") == "Écarter et annoncer le chelem"
        clear, main = page.get_by_role("button", name="Vider").bounding_box(), page.locator(".bar-main")
        assert clear
        assert (main.bounding_box() or {}).get("y") == clear["y"], "the bar stays one row"
        assert "button-calm" not in (page.get_attribute(".bar-main", "class") or "")
        assert fits(page)
        hand, slam = page.locator(".hand").bounding_box(), page.locator(".slam-panel").bounding_box()
        assert hand
        assert slam
        assert slam["y"] - hand["y"] - hand["height"] >= 40, "a tap meant for a card must not announce"
        page.locator('[name="slam"]').uncheck()
        assert words(page, ".bar-main") == "Écarter ces 6 cartes"


def test_without_scripts_the_button_and_the_next_page_say_that_a_slam_is_announced(
    browser: Browser, make_embedded_site: Callable[..., Site]
) -> None:
    with table(browser, make_embedded_site(), PHONE, scripts=False) as page:
        bid(page, "Garde")
        page.locator('[name="slam"]').check()
        said = page.locator(".bar-main").evaluate("e => getComputedStyle(e, '::after').content")
        assert said == '"Écarter et annoncer le chelem"'
        discard(page)
        assert "Vous avez annoncé le chelem." in words(page, "#result")
