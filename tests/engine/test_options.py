"""The table of options, presets and contradictions (rules §15, §17)."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tarot_engine import (
    OPTIONS,
    PRESETS,
    CallTiming,
    Contract,
    GameOpened,
    MisereScheme,
    OptionKind,
    PetitSec,
    Ruleset,
    RulesetError,
    RulesProblem,
    deals_for_rounds,
    decode_event,
    encode_event,
    open_game,
    options_at,
    preset_values,
)
from tarot_engine.shuffle import Commitment

BY_NAME = {option.name: option for option in OPTIONS}
EVERY = [(preset, seats) for preset in PRESETS for seats in (2, 3, 4, 5)]
WIDTH = Commitment("game", "00" * 32)


def test_every_field_of_a_rule_set_is_an_option() -> None:
    assert {field.name for field in fields(Ruleset)} - {"seats", "preset"} == set(BY_NAME)
    four = Ruleset()
    assert four == Ruleset.fft(4)
    assert four.values() == {option.name: option.default(4) for option in OPTIONS}


@pytest.mark.parametrize(("preset", "seats"), EVERY)
def test_presets_differ_from_themselves_in_nothing(preset: str, seats: int) -> None:
    rules = Ruleset.of_preset(preset, seats)
    assert rules.to_options() == {}
    assert rules.values() == preset_values(preset, seats)
    changed = {name for name, value in rules.values().items() if value != BY_NAME[name].default(seats)}
    assert changed == {name for name in PRESETS[preset] if seats in BY_NAME[name].seats} - (
        {"handful"} if seats == 2 else set()
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_value_of_every_option_comes_back(option: Any, seats: int) -> None:
    for value in option.values:
        if seats not in option.seats or value == option.default(seats):
            continue
        helpers: dict[str, Any] = {"misere": "personal"} if option.name == "misere_value" else {}
        if option.name == "handful_sizes":
            helpers["handful"] = True
        rules = Ruleset.from_options("fft", seats, {option.name: value, **helpers})
        assert rules.values()[option.name] == value
        assert rules.to_options()[option.name] == value
        assert Ruleset.from_options("fft", seats, json.loads(json.dumps(rules.to_options()))) == rules
        encoded = encode_event(open_game(rules, WIDTH)[0])
        assert decode_event(encoded.type, encoded.version, encoded.body) == GameOpened(rules, WIDTH)
        if option.kind is not OptionKind.NUMBERS:
            assert option.parse(str(value).lower()) == value


def test_what_the_presets_are() -> None:
    assert Ruleset.of_preset("concours").contracts == tuple(Contract)[1:]
    beginners = Ruleset.of_preset("debutants")
    assert beginners.contracts == (Contract.PETITE, Contract.GARDE)
    assert (beginners.handful, beginners.slam) == (False, False)
    family = Ruleset.of_preset("familial", 5)
    assert (family.misere, family.call_timing) == (MisereScheme.PERSONAL, CallTiming.AFTER_CHIEN)
    two = Ruleset.fft(2)
    assert (two.handful, two.petit_sec, two.misere) == (False, PetitSec.OFF, MisereScheme.OFF)
    assert [Ruleset.fft(seats).deals for seats in (2, 3, 4, 5)] == [8, 6, 8, 10]


def test_what_a_form_offers() -> None:
    assert "call_timing" in [option.name for option in options_at(5)]
    assert "call_timing" not in [option.name for option in options_at(4)]
    assert "misere" not in [option.name for option in options_at(2)]
    assert all(option.is_offered for option in options_at(4))


def test_a_target_score_alone_sets_no_number_of_deals() -> None:
    assert Ruleset.from_options("fft", 4, {"target_score": 1000}).deals == 0
    assert Ruleset.from_options("fft", 4, {"target_score": 1000, "deals": 12}).deals == 12


def test_length_in_whole_rounds_of_the_deal() -> None:
    assert [deals_for_rounds(seats, 2) for seats in (2, 3, 4, 5)] == [4, 6, 8, 10]


def without(option: str, value: object, other: str) -> dict[str, object]:
    return {"option": option, "value": value, "other": other, "wrong": False}


REFUSED: list[tuple[str, int, dict[str, Any], RulesProblem, dict[str, object]]] = [
    ("casino", 4, {}, RulesProblem.UNKNOWN_PRESET, {"preset": "casino"}),
    ("fft", 6, {}, RulesProblem.BAD_SEATS, {"seats": 6}),
    ("fft", 1, {}, RulesProblem.BAD_SEATS, {"seats": 1}),
    ("fft", 4, {"gravity": True}, RulesProblem.UNKNOWN_OPTION, {"option": "gravity"}),
    ("fft", 4, {"contracts": ["garde"]}, RulesProblem.UNKNOWN_OPTION, {"option": "contracts"}),
    ("fft", 4, {"auction": "second_round"}, RulesProblem.BAD_VALUE, {"option": "auction"}),
    ("fft", 4, {"slam": "yes"}, RulesProblem.BAD_VALUE, {"option": "slam"}),
    ("fft", 4, {"slam": 1}, RulesProblem.BAD_VALUE, {"option": "slam"}),
    ("fft", 4, {"deals": -1}, RulesProblem.BAD_VALUE, {"option": "deals"}),
    ("fft", 4, {"deals": True}, RulesProblem.BAD_VALUE, {"option": "deals"}),
    ("fft", 4, {"handful_sizes": [13, 10, 15]}, RulesProblem.BAD_VALUE, {"option": "handful_sizes"}),
    ("fft", 4, {"handful_values": [20, 30]}, RulesProblem.BAD_VALUE, {"option": "handful_values"}),
    ("fft", 4, {"split5": "half"}, RulesProblem.WRONG_SEATS, {"option": "split5", "seats": 4}),
    ("fft", 2, {"petit_sec": "void"}, RulesProblem.WRONG_SEATS, {"option": "petit_sec", "seats": 2}),
    ("fft", 2, {"misere": "camp"}, RulesProblem.WRONG_SEATS, {"option": "misere", "seats": 2}),
    (
        "debutants",
        4,
        {"slam_window": "with_bid"},
        RulesProblem.CONFLICT,
        {"option": "slam_window", "value": "with_bid", "other": "slam", "wrong": False},
    ),
    (
        "fft",
        4,
        {"misere_value": 20},
        RulesProblem.CONFLICT,
        {"option": "misere_value", "value": 20, "other": "misere", "wrong": "off"},
    ),
    (
        "fft",
        4,
        {"petit_sec": "off", "petit_sec_dealer": "same"},
        RulesProblem.CONFLICT,
        {"option": "petit_sec_dealer", "value": "same", "other": "petit_sec", "wrong": "off"},
    ),
    (
        "fft",
        4,
        {"deal_out": "hand", "dog_deal": "packets3"},
        RulesProblem.CONFLICT,
        {"option": "deal_out", "value": "hand", "other": "dog_deal", "wrong": "packets3"},
    ),
    *(
        ("fft", 4, {other: False, option: value}, RulesProblem.CONFLICT, without(option, value, other))
        for option, value, other in [
            ("slam_excuse", "announced_only", "slam"),
            ("slam_announced_made", 300, "slam"),
            ("slam_made", 100, "slam"),
            ("slam_missed", 100, "slam"),
            ("defence_slam", 100, "slam"),
            ("defence_slam", 0, "slam"),
            ("handful_values", (20, 40, 60), "handful"),
            ("handful_sizes", (9, 12, 15), "handful"),
        ]
    ),
    ("debutants", 5, {"slam_missed": 0}, RulesProblem.CONFLICT, without("slam_missed", 0, "slam")),
    (
        "fft",
        2,
        {"handful_values": (10, 20, 30)},
        RulesProblem.CONFLICT,
        without("handful_values", (10, 20, 30), "handful"),
    ),
    (
        "concours",
        3,
        {"auction": "rising", "high_contracts": False},
        RulesProblem.CONFLICT,
        without("auction", "rising", "high_contracts"),
    ),
]


@pytest.mark.parametrize(
    ("preset", "seats", "options"),
    [
        pytest.param("fft", 4, {"slam": False, "slam_excuse": "off"}, id="the-excuse-never-wins"),
        pytest.param("fft", 4, {"slam_excuse": "announced_only"}, id="slams-are-played"),
        pytest.param("fft", 2, {"handful": True, "handful_values": (1, 2, 3)}, id="handfuls-of-two"),
        pytest.param("concours", 4, {"auction": "rising"}, id="two-contracts-above-garde"),
        pytest.param("debutants", 4, {"auction": "rising"}, id="garde-over-petite"),
    ],
)
def test_options_that_have_an_effect_together(preset: str, seats: int, options: dict[str, Any]) -> None:
    assert Ruleset.from_options(preset, seats, options).to_options() == options


@pytest.mark.parametrize(("preset", "seats", "options", "code", "params"), REFUSED)
def test_contradictions_are_refused_with_the_reason(
    preset: str, seats: int, options: dict[str, Any], code: RulesProblem, params: dict[str, object]
) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.from_options(preset, seats, options)
    assert refused.value.code is code
    assert refused.value.params == params
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize("text", ["", "many", "-1", "20000000", "²", "1.5", "True "])
def test_text_that_is_no_value(text: str) -> None:
    for name in ("deals", "auction", "slam"):
        with pytest.raises(RulesetError):
            BY_NAME[name].parse(text)


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ({"slam": False, "slam_missed": 100, "defence_slam": 0}, {"slam": False}),
        ({"slam": False, "slam_excuse": "announced_only"}, {"slam": False, "slam_excuse": "off"}),
        ({"slam": False, "slam_excuse": "off"}, {"slam": False, "slam_excuse": "off"}),
        ({"handful": False, "handful_values": [20, 40, 60]}, {"handful": False}),
        ({"handful_values": [20, 40, 60]}, {"handful_values": (20, 40, 60)}),
    ],
)
def test_options_without_effect_that_a_table_once_kept_are_read_as_what_they_do(
    stored: dict[str, Any], read: dict[str, object]
) -> None:
    body = json.loads(encode_event(GameOpened(Ruleset(), WIDTH)).body)
    body["rules"] |= stored
    event = decode_event("game_opened", 2, json.dumps(body))
    assert isinstance(event, GameOpened)
    assert event.rules.to_options() == read


def test_the_first_version_of_rules_is_read_as_todays() -> None:
    line = (Path(__file__).parent.parent / "golden/v1/familial-5.jsonl").read_text().splitlines()[1]
    name, version, body = json.loads(line)
    event = decode_event(name, version, json.dumps(body))
    assert isinstance(event, GameOpened)
    assert (event.rules.preset, event.rules.seats, event.rules.deals) == ("familial", 5, 2)
    assert (event.rules.misere, event.rules.misere_value) == (MisereScheme.PERSONAL, 10)
    assert (event.rules.call_timing, event.rules.split5.value) == (CallTiming.BEFORE_CHIEN, "two_thirds")
    body["rules"] |= {"contracts": ["garde"], "petit_sec": False, "misere": 0}
    event = decode_event(name, version, json.dumps(body))
    assert isinstance(event, GameOpened)
    assert event.rules.contracts == (Contract.GARDE,)
    assert (event.rules.petit_sec, event.rules.misere) == (PetitSec.OFF, MisereScheme.OFF)
