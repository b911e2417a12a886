"""Playable cards, trick winners and the reasons given (rules §8.1-8.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tarot_engine import PACK, CardSet, Suit, parse_card
from tarot_engine.legality import LED_MASKS, legal_mask, winning_bit
from tarot_engine.tricks import master_place, playable
from tests.engine.tables import cards, rows


@pytest.mark.parametrize("row", rows("legality"))
def test_playable_cards(row: dict[str, Any]) -> None:
    hand, called = CardSet.parse(row["hand"]), row.get("called")
    table = cards(row["table"])
    ban = parse_card(called) if called and not table else None
    legal, reason = playable(hand.mask, table, ban)
    assert [card.code for card in CardSet(legal)] == [c.code for c in CardSet.parse(row["legal"])]
    assert reason.value == row["reason"]


@pytest.mark.parametrize("row", rows("tricks"))
def test_trick_winner(row: dict[str, Any]) -> None:
    place = master_place(cards(row["table"]))
    assert (0 if place is None else place + 1) == row["winner"]


def test_every_hand_has_a_playable_card() -> None:
    for led in (LED_MASKS[0], LED_MASKS[56], 0):
        for card in PACK:
            assert legal_mask(card.bit, led, 1 << 70) == card.bit


def test_a_later_suit_never_wins() -> None:
    hearts, spade = LED_MASKS[parse_card("H2").index], parse_card("SK")
    assert winning_bit(parse_card("H2").bit | spade.bit, hearts) == parse_card("H2").bit


def test_masks_of_the_suits_share_no_card() -> None:
    suits = [CardSet.from_cards(PACK).of_suit(suit) for suit in Suit]
    assert [len(suit) for suit in suits] == [14, 14, 14, 14]
    assert sum(suit.mask for suit in suits).bit_count() == 56
