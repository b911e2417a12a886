"""Deal records and the command line, and the real engine against the naive one (design: deal record)."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import pytest

from tarot_engine import (
    Bid,
    CallCard,
    CardSet,
    Contract,
    Cut,
    DealOut,
    Misere,
    NotationError,
    PlayCard,
    Prepare,
    Ruleset,
    parse_card,
)
from tarot_engine.__main__ import main, random, replay
from tarot_engine.record import format_move, format_record, parse_move, parse_record
from tarot_engine.record_replay import random_record, replay_record
from tests.engine.naive import Naive
from tests.engine.playing import variant

FIELDS = ("legal", "winners", "half_points", "oudlers", "target", "made", "margin", "scores")


def a_record(seed: int = 1, seats: int = 4) -> dict[str, Any]:
    line = format_record(random_record(7, Ruleset.fft(seats, deals=1), Random(seed)))
    body: dict[str, Any] = json.loads(line)
    return body


def answer(body: dict[str, Any]) -> dict[str, Any]:
    return replay_record(parse_record(json.dumps(body)))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("deals", [40, pytest.param(5000, marks=pytest.mark.long)])
def test_the_naive_engine_agrees(seats: int, deals: int) -> None:
    dice = Random(f"naive/{seats}")
    for number in range(deals):
        record = random_record(number, Ruleset.fft(seats, deals=1), dice)
        ours = replay_record(record)
        assert ours["error"] is None
        theirs = Naive(json.loads(format_record(record))).play()
        assert {name: ours[name] for name in FIELDS} == theirs


@pytest.mark.parametrize(
    ("move", "action"),
    [
        ("cut 30", Cut(30)),
        ("gaps 1 4 7 9 12 20", DealOut((1, 4, 7, 9, 12, 20))),
        ("garde slam", Bid(Contract.GARDE, True)),
        ("pass", Bid(None)),
        ("garde-sans", Bid(Contract.GARDE_SANS)),
        ("call HK", CallCard(parse_card("HK"))),
        ("discard S1 S2 D1 D2 C4 C5", Prepare(CardSet.parse("S1 S2 C4 C5 D1 D2"))),
        ("discard S1 S2 D1 D2 C4 C5 slam", Prepare(CardSet.parse("S1 S2 C4 C5 D1 D2"), True)),
        ("prepare", Prepare()),
        ("prepare slam", Prepare(None, True)),
        ("play H4", PlayCard(parse_card("H4"))),
        ("play H4 show T21 T20", PlayCard(parse_card("H4"), CardSet.parse("T20 T21"))),
        ("play H4 misere trumps", PlayCard(parse_card("H4"), None, frozenset({Misere.TRUMPS}))),
    ],
)
def test_moves(move: str, action: Any) -> None:
    assert parse_move(move) == action
    assert format_move(action) == move


@pytest.mark.parametrize(
    "move",
    [
        "",
        "fold",
        "pass pass",
        "call",
        "call XX",
        "play",
        "play H4 T21",
        "play H4 misere kings",
        "prepare S1",
        "cut",
        "cut x",
        "cut -4",
        "cut 4 5",
        "gaps 1 x",
        "discard S1 S1 S2 S3 S4 S5",
        "play S1 show T1 T1",
    ],
)
def test_text_that_is_no_move(move: str) -> None:
    with pytest.raises(NotationError):
        parse_move(move)
    with pytest.raises(NotationError):
        parse_record(json.dumps(a_record() | {"moves": [move]}))


def test_an_illegal_move_is_named_by_place_and_code() -> None:
    body = a_record()
    wrong = body | {"moves": [*body["moves"][:-1], "play " + body["moves"][-2].split()[1]]}
    refused = answer(wrong)
    assert refused["error"] == {"move": len(body["moves"]) - 1, "code": "card_not_held"}
    assert all(refused[name] is None for name in FIELDS)
    assert refused["id"] == 7


def test_moves_missing_or_left_over() -> None:
    body = a_record()
    short = answer(body | {"moves": body["moves"][:-1]})
    assert short["error"] == {"move": len(body["moves"]) - 1, "code": "unfinished"}
    long = answer(body | {"moves": [*body["moves"], "play H4"]})
    assert long["error"] == {"move": len(body["moves"]), "code": "wrong_stage"}


def test_all_pass() -> None:
    passed = answer(a_record() | {"moves": ["pass"] * 4})
    assert passed["error"] is None
    assert passed["scores"] == [0, 0, 0, 0]
    assert passed["winners"] == []
    assert passed["target"] is None
    assert len(passed["legal"]) == 4


def test_options_change_the_rules() -> None:
    body = a_record() | {"moves": ["petite", "pass", "pass", "pass"], "options": {"petite": False}}
    assert answer(body)["error"] == {"move": 0, "code": "bid_not_offered"}
    assert json.loads(format_record(parse_record(json.dumps(body))))["options"] == {"petite": False}


@pytest.mark.parametrize(
    "change",
    [
        {"format": "pli-deal/2"},
        {"seats": 6},
        {"seats": "4"},
        {"rules": "casino"},
        {"dealer": 4},
        {"dealer": -1},
        {"dog": ["S1"]},
        {"hands": []},
        {"moves": [7]},
        {"moves": [["play H4"]]},
        {"options": {"gravity": True}},
        {"options": {"slam": "yes"}},
        {"options": {"deals": 0}},
    ],
)
def test_malformed_records(change: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        parse_record(json.dumps(a_record() | change))


def test_a_deal_for_two_has_piles() -> None:
    body = a_record(3, 2)
    assert [len(own) for own in body["piles"]] == [12, 12]
    assert all(len(pile) == 2 for own in body["piles"] for pile in own)
    played = answer(body)
    assert played["error"] is None
    assert len(played["winners"]) == 36
    covered, face_up = body["piles"][0][0]
    opened = next(entry for entry in played["legal"] if isinstance(entry, list) and "pass" not in entry)
    lead = (body["dealer"] + 1) % 2
    if lead == 0:
        assert face_up in opened
    assert covered not in opened
    for change in (
        {"piles": body["piles"][:1]},
        {"piles": [own[:11] for own in body["piles"]]},
        {"piles": [[[up, under] for under, up in own[:1]] + own[1:] for own in body["piles"]], "dog": ["S1"]},
    ):
        with pytest.raises(NotationError):
            parse_record(json.dumps(body | change))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "options", [{"cut": "hand"}, {"deal_out": "hand"}, {"cut": "hand", "deal_out": "hand"}]
)
def test_a_deal_made_by_hand_has_the_pack(seats: int, options: dict[str, str]) -> None:
    rules = Ruleset.from_options("fft", seats, {**options, "deals": 1})
    line = format_record(random_record(1, rules, Random(seats)))
    body = json.loads(line)
    assert len(body["pack"]) == 78
    assert "pack" not in repr(parse_record(json.dumps(body)))
    assert not {"hands", "dog", "piles"} & set(body)
    by_hand = [move.split()[0] for move in body["moves"] if move.startswith(("cut", "gaps"))]
    assert by_hand == [{"cut": "cut", "deal_out": "gaps"}[name] for name in options]
    played = answer(body)
    assert played["error"] is None
    if "cut" in options:
        assert played["legal"][0] == {"cut": [4, 74]}
        wrong = answer(body | {"moves": ["cut 3", *body["moves"][1:]]})
        assert wrong["error"] == {"move": 0, "code": "cut_out_of_range"}
    else:
        assert played["legal"][0] == {"gaps": rules.layout.gaps, "count": rules.layout.dog}
    with pytest.raises(NotationError):
        parse_record(json.dumps(body | {"pack": body["pack"][:77] + body["pack"][:1]}))
    with pytest.raises(NotationError):
        parse_record(json.dumps({name: value for name, value in body.items() if name != "pack"}))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_records_of_every_mixture_of_options_come_back(seats: int) -> None:
    for number in range(20):
        record = random_record(number, variant(seats, number), Random(number))
        assert format_record(parse_record(format_record(record))) == format_record(record)
        assert replay_record(record)["error"] is None


def test_the_step_of_the_taker_exists_whenever_the_slam_may_be_announced() -> None:
    cases: tuple[tuple[dict[str, object], bool], ...] = (
        ({}, True),
        ({"slam": False}, False),
        ({"slam_window": "with_bid"}, False),
    )
    for options, step in cases:
        rules = Ruleset.from_options("fft", 4, {**options, "deals": 1})
        for number in range(40):
            moves = [format_move(move) for move in random_record(number, rules, Random(number)).moves]
            unseen = any(move.startswith(("garde-sans", "garde-contre")) for move in moves)
            assert any(move.startswith("prepare") for move in moves) <= (unseen and step)
            if step and "garde-contre" in moves:
                assert any(move.startswith("prepare") for move in moves)


def test_a_card_given_twice_is_malformed() -> None:
    body = a_record()
    body["hands"][0][0] = body["hands"][1][0]
    with pytest.raises(NotationError):
        parse_record(json.dumps(body))


def test_replay_answers_every_line_and_tells_of_a_bad_one() -> None:
    good = json.dumps(a_record())
    out = io.StringIO()
    assert replay([good, "", "{", good], out) == 1
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["error"] for line in lines] == [None, {"move": None, "code": "malformed"}, None]
    assert replay([good], io.StringIO()) == 0


def test_random_records_are_repeatable_and_replay(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["random", "3", "--seats", "5", "--seed", "9"]) == 0
    text = capsys.readouterr().out
    again = io.StringIO()
    assert random(3, Ruleset.fft(5, deals=1), "9", again) == 0
    assert again.getvalue() == text
    (tmp_path / "deals").write_text(text)
    assert main(["replay", str(tmp_path / "deals")]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["id"] for line in answers] == [1, 2, 3]
    assert all(line["error"] is None for line in answers)
