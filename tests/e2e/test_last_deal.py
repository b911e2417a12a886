"""A game without a number of deals, by mail against robots: its person ends it, and reads the result."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from tests.services.site import Site

from .forms import Form, get, post
from .people import Person, everybody_knows_the_end, hand_out

pytestmark = pytest.mark.serial
SECONDS = 120


def the_form(page_url: str) -> Form | None:
    """The form of the last deal on this page, None where there is none."""
    return next((form for form in get(page_url).forms.values() if "last_deal" in form.names), None)


def test_an_endless_game_with_robots_ends_with_the_deal_announced(
    make_embedded_site: Callable[..., Site],
) -> None:
    site = make_embedded_site()
    site.manage("newgame", "Léa <lea@friends.example>", "--robots", "3", "--option", "deals=0", "--start")
    lea = Person("lea@friends.example", "Léa", random.Random(7), bid="garde")
    people = {lea.address: lea}
    seen, end, announced = 0, time.monotonic() + SECONDS, 0
    while not everybody_knows_the_end(people):
        assert time.monotonic() < end, [letter.kinds for letter in lea.letters[-4:]]
        seen += hand_out(people, site.smtp, seen)
        if not announced and lea.turns >= 3:
            table = lea.letters[-1].links("t")[0]
            form = the_form(table)
            assert form is not None
            said = post(form, [("last_deal", "1")])
            assert "cette donne sera la dernière" in said.text
            assert the_form(table) is None
            announced = len(lea.letters)
        time.sleep(0.02)
    deals = {letter.subject for letter in lea.letters}
    assert deals == {"Table, donne 1"}
    assert announced < len(lea.letters)
    last = lea.letters[-1]
    assert "CLASSEMENT" in last.text
    final = get(last.links("t")[0])
    assert "Le classement" in final.text
    assert "La partie est terminée." in final.text
    assert the_form(last.links("t")[0]) is None
