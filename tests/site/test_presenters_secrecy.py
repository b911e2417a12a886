"""A page tells nothing that its reader's seat may not know."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tarot_engine import PACK, Bid, CardSet, Contract, Ruleset, StackedDeal, view_for
from tarot_site.games.presenters import present
from tests.site.table_builder import ASKED_AT, answered, opened, random_action, random_secret, table_for

RULES = Ruleset.fft(4, deals=2)


def swapped(seed: int, seat: int) -> tuple[StackedDeal, StackedDeal]:
    """Two packs that give one seat the same hand, and other cards to the others and the dog."""
    dice = random.Random(seed)
    cards = list(PACK)
    dice.shuffle(cards)
    mine, rest = cards[:18], cards[18:]
    return deal_of(mine, rest, seat), deal_of(mine, dice.sample(rest, len(rest)), seat)


def deal_of(mine: list[Any], rest: list[Any], seat: int) -> StackedDeal:
    others = [CardSet.from_cards(rest[i * 18 : i * 18 + 18]) for i in range(3)]
    others.insert(seat, CardSet.from_cards(mine))
    return StackedDeal(tuple(others), CardSet.from_cards(rest[54:]), 3, RULES.layout)


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("language", ["fr", "en"])
def test_two_games_that_differ_in_hidden_cards_give_equal_pages(seat: int, language: str) -> None:
    one, other = swapped(seat, seat)
    bids = [Bid(None), Bid(None), Bid(None), Bid(Contract.GARDE_SANS)]
    games = [opened(RULES, secret) for secret in (one, other)]
    for count in range(5):
        views = [table_for(answered(events, bids[:count], one), seat) for events in games]
        first, second = (present(table, language=language, zone="Europe/Paris") for table in views)
        assert first == second
    different = [
        present(table_for(events, (seat + 1) % 4), language="fr", zone="Europe/Paris") for events in games
    ]
    assert different[0] != different[1]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_card_of_the_reader_in_what_a_log_could_print(language: str) -> None:
    secret, dice = random_secret(2), random.Random(2)
    events, kinds = opened(RULES, secret), set()
    for _ in range(16):
        seat = view_for(events, None).to_act
        assert seat is not None
        table = table_for(events, seat)
        page = present(table, language=language, zone="UTC")
        assert page.question is not None
        kinds.add(page.question.kind)
        printed = f"{page!r} {page.hand!r} {page.question!r} {table!r}"
        for face in {held.face for row in page.hand for held in row.cards} - set(page.dog):
            assert not re.search(rf"\b{re.escape(face.name)}\b", printed)
            assert f"'{face.code}'" not in printed
        bid = Bid(Contract.GARDE if len(table.view.bids) == 0 else None)
        answer = bid if page.question.kind == "bid" else random_action(table.view, dice)
        events = answered(events, [answer], secret)
    assert kinds == {"bid", "prepare", "play"}


def test_the_time_of_a_forced_turn_tells_nothing() -> None:
    events = opened(RULES, random_secret(1))
    calm, forced = table_for(events, 1), table_for(events, 1)
    forced.game.due_at = ASKED_AT
    assert present(calm, language="fr", zone="UTC") == present(forced, language="fr", zone="UTC")
