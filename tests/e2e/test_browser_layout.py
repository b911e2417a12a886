"""Where things stand on the table's page in real Chromium, on pages made without a server."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.template.loader import render_to_string

from tarot_engine import (
    Action,
    Bid,
    BidOptions,
    CallOptions,
    Contract,
    DealOutOptions,
    Event,
    PlayOptions,
    PrepareOptions,
    Ruleset,
    SeatView,
    view_for,
)
from tarot_engine.defaults import default_for
from tarot_site.games.pages import ScoreLine, TablePage
from tarot_site.games.presenters import present
from tarot_site.games.views.show import ActForm
from tests.site.pages_samples import RESULT, SAMPLES
from tests.site.table_builder import NAMES, answered, opened, random_secret, table_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.serial]

STYLES = Path(__file__).parents[2] / "tarot_site" / "games" / "static" / "pli"
PHONE, DESKTOP, NARROW = (390, 844), (1280, 900), (320, 640)
BOXES = """(all) => all.map(e => {
    const box = e.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom];
})"""
KEPT_IN = "(all) => all.every(e => e.scrollWidth <= e.clientWidth)"


def question(
    rules: Ruleset, is_reached: Callable[[SeatView], bool], names: Sequence[str] = NAMES
) -> TablePage:
    """The page of the first who is asked that; the first to speak takes it with a garde."""
    secret = random_secret(5)
    events: list[Event] = opened(rules, secret)
    while not is_reached(view := asked(events)):
        events = answered(events, [usual(view)], secret)
    return present(table_for(events, view.seat, names=names), language="fr", zone="UTC")


def asked(events: list[Event]) -> SeatView:
    """The view of whoever must answer."""
    seat = view_for(events, None).to_act
    assert seat is not None
    return view_for(events, seat)


def usual(view: SeatView) -> Action:
    """A garde if it may be said, else what the server would do."""
    garde = Bid(Contract.GARDE)
    takes = isinstance(view.options, BidOptions) and garde in view.options.choices
    return garde if takes else default_for(view)


def shown(browser: Browser, page: TablePage, size: tuple[int, int], **context: object) -> Page:
    """The table's page with its styles, and the script last."""
    given = {"page": page, "form": ActForm("/a/x/", "x"), "is_site": False, "text_view": False, **context}
    html = re.sub(r"<(?:link|script)[^>]*>", "", render_to_string("games/table.html", given))
    tab = browser.new_page(viewport={"width": size[0], "height": size[1]})
    tab.set_content(html)
    for name in ("base.css", "table.css", "cards.css"):
        tab.add_style_tag(path=STYLES / name)
    tab.add_script_tag(path=STYLES / "table.js")
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return tab


def boxes(tab: Page, selector: str) -> list[list[float]]:
    """Left, top, right and bottom of each."""
    found: list[list[float]] = tab.locator(selector).evaluate_all(BOXES)
    assert found
    return found


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two boxes share a place."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("size", [DESKTOP, PHONE, NARROW])
def test_the_count_of_the_last_deal_stays_in_its_card(browser: Browser, size: tuple[int, int]) -> None:
    long = ScoreLine("À partager par moitié avec le défenseur", "−(25 + 13) × 2", "+1228")
    page = replace(SAMPLES["bid"], ended_deal=replace(RESULT, lines=(long, *RESULT.lines)))
    tab = shown(browser, page, size)
    (card,) = boxes(tab, ".previous-deal .card-panel")
    assert all(card[0] < left and right < card[2] for left, _top, right, _low in boxes(tab, ".data td"))


def test_two_seats_see_all_they_may_answer_above_the_button(browser: Browser) -> None:
    rules = Ruleset.fft(2)
    tab = shown(browser, question(rules, lambda view: isinstance(view.options, BidOptions)), PHONE)
    (bar,) = boxes(tab, ".bar")
    assert all(low <= bar[1] for *_, low in boxes(tab, ".bid-face"))
    late = question(rules, lambda view: isinstance(view.options, PlayOptions) and len(view.tricks) == 9)
    tab = shown(browser, late, PHONE)
    (bar,) = boxes(tab, ".bar")
    assert all(low <= bar[1] for *_, low in boxes(tab, ".act .hand-card"))
    marks = tab.locator(".is-covering").evaluate_all(
        "(all) => all.map(e => getComputedStyle(e, '::before').content)"
    )
    assert set(marks) == {'""'}


def test_five_captions_stand_apart_and_five_cards_in_the_middle(browser: Browser) -> None:
    rules = Ruleset.fft(5)
    led = question(rules, lambda view: len(view.trick) == 1 and bool(view.tricks))
    tab = shown(browser, led, PHONE)
    assert tab.locator(".trick-now .slot-caption").evaluate_all(KEPT_IN)
    assert len({top for _left, top, *_ in boxes(tab, ".trick-now .slot-name")}) == 1
    past = question(rules, lambda view: bool(view.tricks) and not view.trick)
    tab = shown(browser, past, DESKTOP)
    (ring,) = boxes(tab, ".ring")
    cards = boxes(tab, ".ring .slot .face")
    middle = (min(card[0] for card in cards) + max(card[2] for card in cards)) / 2
    assert abs(middle - (ring[0] + ring[2]) / 2) < 2


@pytest.mark.parametrize("size", [DESKTOP, NARROW])
def test_kings_to_call_are_of_one_height(browser: Browser, size: tuple[int, int]) -> None:
    page = question(Ruleset.fft(5), lambda view: isinstance(view.options, CallOptions))
    tab = shown(browser, page, size)
    rows: dict[float, set[float]] = {}
    for _left, top, _right, low in boxes(tab, ".bid-face"):
        rows.setdefault(top, set()).add(round(low - top))
    assert all(len(heights) == 1 for heights in rows.values())
    assert tab.locator(".bid-face").evaluate_all(KEPT_IN)


def test_the_places_of_the_dog_are_counted(browser: Browser) -> None:
    page = question(
        Ruleset.from_options("fft", 3, {"deal_out": "hand"}),
        lambda view: isinstance(view.options, DealOutOptions),
    )
    form = ActForm("/a/x/", "x", gaps=frozenset(range(1, 7)))
    tab = shown(browser, page, PHONE, form=form)
    button = tab.locator(".bar-main")
    assert button.inner_text() == "Donner les cartes"
    tab.locator('input[name="gap"]').nth(8).check(force=True)
    assert button.inner_text() == "1 place de trop"
    tab.get_by_role("button", name="Vider").click()
    assert button.inner_text() == "Encore 6 places"
    assert tab.locator(".hand").count() == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_long_names_are_whole_under_the_cards_of_a_trick(browser: Browser, size: tuple[int, int]) -> None:
    names = ("Camille", "Anne-Charlotte", "Jean-Baptiste", "Maximilienne", "Marie-Emmanuelle")
    rules = Ruleset.fft(5)
    page = question(rules, lambda view: len(view.trick) == 1 and bool(view.tricks), names)
    tab = shown(browser, page, size)
    shown_names = tab.locator(".slot-name:visible")
    assert set(shown_names.all_inner_texts()) >= set(names) - {page.reader_name}
    assert shown_names.evaluate_all(KEPT_IN)
    cards = boxes(tab, ".trick-small .face")
    assert len(cards) == 5
    assert not any(overlap(one, other) for one, other in combinations(cards, 2))


def test_the_mark_of_the_dog_is_explained_where_it_is_shown(browser: Browser) -> None:
    rules = Ruleset.fft(4)
    tab = shown(browser, question(rules, lambda view: isinstance(view.options, PrepareOptions)), PHONE)
    key = tab.locator(".hand .dog-key")
    assert key.inner_text() == "carte venue du chien"
    colour = "e => getComputedStyle(e).backgroundColor"
    in_hand = tab.locator(".hand-card .dog-dot")
    assert in_hand.count() == rules.layout.dog
    assert key.locator(".dog-dot").evaluate(colour) == in_hand.first.evaluate(colour)
    tab = shown(browser, question(rules, lambda view: isinstance(view.options, PlayOptions)), PHONE)
    assert tab.locator(".dog-key, .hand-card .dog-dot").count() == 0


@pytest.mark.parametrize("name", ["bid", "play", "discard", "handful", "over"])
def test_whatever_is_pressed_has_the_height_of_a_thumb(browser: Browser, name: str) -> None:
    context = {"said": "C'est joué.", "is_played": True, "mailbox_is_open": True, "shuffle_url": "/x/"}
    tab = shown(browser, SAMPLES[name], PHONE, **context)
    tab.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    pressed = "main :is(a, button, summary, .hand-card label, .bid-face):visible, footer a:visible"
    low = [round(bottom - top, 1) for _left, top, _right, bottom in boxes(tab, pressed)]
    assert min(low) >= 44
