"""The pack, notation, sets and half-points (rules §1)."""

from __future__ import annotations

import copy
import pickle

import pytest

from tarot_engine import (
    EXCUSE,
    FULL_PACK,
    OUDLERS,
    PACK,
    PETIT,
    TWENTY_ONE,
    CardSet,
    Hidden,
    NotationError,
    Suit,
    parse_card,
)


def test_order_and_names_of_the_pack() -> None:
    codes = [card.code for card in PACK]
    assert codes[:14] == ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "SJ", "SN", "SQ", "SK"]
    assert codes[14] == "H1"
    assert codes[28] == "D1"
    assert codes[42] == "C1"
    assert codes[56:59] == ["T1", "T2", "T3"]
    assert codes[76:] == ["T21", "EX"]
    assert [card.index for card in PACK] == list(range(78))


def test_half_points_add_up() -> None:
    assert FULL_PACK.half_points == 182 == sum(card.half_points for card in PACK)
    assert FULL_PACK.of_suit(Suit.H).half_points == 34
    assert FULL_PACK.trumps.half_points == 37
    assert sum(card.half_points == 1 for card in PACK) == 59


@pytest.mark.parametrize(
    ("code", "half_points"),
    [("T1", 9), ("T21", 9), ("EX", 9), ("SK", 9), ("HQ", 7), ("DN", 5), ("CJ", 3), ("C10", 1), ("T20", 1)],
)
def test_value_of_a_card(code: str, half_points: int) -> None:
    assert parse_card(code).half_points == half_points == CardSet.parse(code).half_points


def test_oudlers() -> None:
    assert list(OUDLERS) == [PETIT, TWENTY_ONE, EXCUSE]
    assert [card for card in PACK if card.is_oudler] == [PETIT, TWENTY_ONE, EXCUSE]
    assert not EXCUSE.is_trump
    assert EXCUSE.suit is None


@pytest.mark.parametrize("text", ["", "X1", "S0", "S15", "T0", "T22", "hk", "HK ", "EXC"])
def test_text_that_is_no_card(text: str) -> None:
    with pytest.raises(NotationError):
        parse_card(text)


def test_sets_behave_and_stay() -> None:
    hand = CardSet.parse("HK S1 EX T1")
    assert [card.code for card in hand] == ["S1", "HK", "T1", "EX"]
    assert parse_card("HK") in hand
    assert parse_card("HQ") not in hand
    assert len(hand.without(EXCUSE)) == 3
    assert hand - CardSet.parse("S1 S2") == CardSet.parse("HK EX T1")
    assert CardSet.parse("S1") <= hand
    assert not CardSet.parse("S1 S2") <= hand
    with pytest.raises(AttributeError):
        hand.mask = 0


def test_nothing_secret_in_a_repr() -> None:
    hand = CardSet.parse("HK S1")
    assert repr(hand) == "CardSet(2 cards)"
    assert "HK" not in repr(hand.union(Hidden(3)))


def test_cards_survive_copies_as_the_same_object() -> None:
    assert copy.deepcopy(PETIT) is PETIT
    assert pickle.loads(pickle.dumps(EXCUSE)) is EXCUSE
    assert pickle.loads(pickle.dumps(CardSet.parse("HK"))) == CardSet.parse("HK")


def test_hidden_sets_count() -> None:
    assert CardSet.parse("HK S1").union(Hidden(3)) == Hidden(5)
    assert Hidden(24).less(Hidden(6)) == Hidden(18)
    assert len(Hidden(18).without(PETIT)) == 17
