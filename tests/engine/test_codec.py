"""Events and actions to and from JSON: exact, stable, and of a length that tells nothing."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from tarot_engine import (
    Bid,
    CallCard,
    CardPlayed,
    CardSet,
    Contract,
    DiscardMade,
    Event,
    HandsDealt,
    Hidden,
    Misere,
    NotationError,
    PlayCard,
    Prepare,
    decode_action,
    decode_event,
    encode_action,
    encode_event,
    parse_card,
    seen_by,
)
from tarot_engine.codec import EVENT_TYPES

ACTIONS = [
    Bid(None),
    Bid(Contract.GARDE_SANS),
    CallCard(parse_card("HK")),
    Prepare(),
    Prepare(None, True),
    Prepare(CardSet.parse("S1 S2 S3 H1 H2 H3"), True),
    PlayCard(parse_card("EX")),
    PlayCard(parse_card("S1"), CardSet.parse("T1 T2"), frozenset({Misere.HEADS})),
]


@pytest.mark.parametrize("action", ACTIONS, ids=encode_action)
def test_actions_come_back(action: object) -> None:
    text = encode_action(action)  # type: ignore[arg-type]
    assert decode_action(text) == action
    assert encode_action(decode_action(text)) == text


def test_the_length_of_an_action_does_not_depend_on_its_cards() -> None:
    played = {len(encode_action(PlayCard(parse_card(code)))) for code in ("S1", "S10", "EX", "T21")}
    shown = len(encode_action(PlayCard(parse_card("T9"), CardSet.parse("T9 T10"))))
    assert played == {shown}
    discards = ("S1 S2 S3 S4 S5 S6", "CQ CN CJ D1 D2 D3")
    assert len({len(encode_action(Prepare(CardSet.parse(text)))) for text in discards}) == 1


def test_every_event_has_a_name() -> None:
    assert set(EVENT_TYPES.values()) == set(get_args(Event))


def test_stored_form_of_two_events() -> None:
    """The stored form never changes without a new version."""
    encoded = encode_event(CardPlayed(2, parse_card("HK")))
    assert (encoded.type, encoded.version, encoded.body) == ("card_played", 1, '{"seat":2,"card":"HK"}')
    made = encode_event(DiscardMade(0, CardSet.parse("S1 S2"), CardSet()))
    assert json.loads(made.body) == {"seat": 0, "cards": "0" * 19 + "3", "trumps_shown": "0" * 20}


def test_hidden_sets_come_back_hidden() -> None:
    event = HandsDealt((CardSet.parse("S1"), CardSet.parse("S2")), CardSet.parse("S3"))
    seen = seen_by(event, 1)
    encoded = encode_event(seen)
    assert decode_event(encoded.type, encoded.version, encoded.body) == seen
    assert seen == HandsDealt((Hidden(1), CardSet.parse("S2")), Hidden(1))


def test_hands_have_one_width() -> None:
    bodies = {
        len(encode_event(HandsDealt((CardSet.parse(one), CardSet.parse(two)), CardSet())).body)
        for one, two in (("S1", "S2"), ("EX", "T21"), ("T20 T21 EX", "CK"))
    }
    assert len(bodies) == 1


@pytest.mark.parametrize(
    ("name", "version", "body"),
    [
        ("card_played", 2, '{"seat":2,"card":"HK"}'),
        ("card_eaten", 1, "{}"),
        ("card_played", 1, '{"seat":2}'),
        ("card_played", 1, '{"seat":"2","card":"HK"}'),
        ("card_played", 1, '{"seat":true,"card":"HK"}'),
        ("card_played", 1, '{"seat":2,"card":"XX"}'),
        ("card_played", 1, "[]"),
        ("card_played", 1, "{"),
        ("dog_shown", 1, '{"cards":"fff"}'),
        ("dog_shown", 1, '{"cards":"ffffffffffffffffffff"}'),
        ("dog_shown", 1, '{"cards":7}'),
        ("dog_shown", 1, '{"cards":"0x000000000000000001"}'),
        ("dog_shown", 1, '{"cards":"0000_000000000000001"}'),
        ("dog_shown", 1, '{"cards":"+0000000000000000001"}'),
        ("dog_shown", 1, '{"cards":" 000000000000000001 "}'),
        ("dog_shown", 1, '{"cards":"0000000000000000000F"}'),
        ("dog_shown", 1, '{"cards":"0000000000000000000\u0661"}'),
        ("dog_shown", 1, "[" * 100_000),
        ("dog_shown", 1, '{"cards":' * 100_000),
    ],
)
def test_text_that_is_no_event(name: str, version: int, body: str) -> None:
    with pytest.raises(NotationError):
        decode_event(name, version, body)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '{"type":"bid","contract":"pousse"}',
        "[" * 100_000,
        '{"type":"prepare","discard":"0x000000000000000001","slam":0}',
        '{"type":"prepare","discard":"0000_000000000000001","slam":0}',
        '{"type":"play","card":"78","show":"00000000000000000000","misere":[0,0]}',
        '{"type":"play","card":"-1","show":"00000000000000000000","misere":[0,0]}',
        '{"type":"play","card":"07","show":"00000000000000000000","misere":[0]}',
        '{"type":"fold"}',
        '{"type":"prepare","discard":5,"slam":0}',
    ],
)
def test_text_that_is_no_action(text: str) -> None:
    with pytest.raises(NotationError):
        decode_action(text)
