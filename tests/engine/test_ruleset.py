"""Rule sets made by hand: what their constructor fills in and what it refuses (rules §17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tarot_engine import Auction, ByWhom, CallTiming, Ruleset, RulesetError, RulesProblem, SlamExcuse

from .test_options import EVERY, without


def test_a_rule_set_made_by_hand_is_checked_too() -> None:
    with pytest.raises(RulesetError):
        Ruleset(seats=4, call_timing=CallTiming.AFTER_CHIEN)
    assert Ruleset(auction=Auction.RISING).to_options() == {"auction": "rising"}


@pytest.mark.parametrize(("preset", "seats"), EVERY)
def test_a_rule_set_made_by_hand_has_the_values_of_its_seats(preset: str, seats: int) -> None:
    assert Ruleset(seats=seats, preset=preset) == Ruleset.of_preset(preset, seats)
    assert Ruleset(seats=seats, preset=preset, deals=7) == Ruleset.of_preset(preset, seats, deals=7)
    rules = Ruleset.of_preset(preset, seats)
    assert replace(rules, cut=ByWhom.HAND).to_options() == {"cut": "hand"}


@pytest.mark.parametrize(
    ("fields", "code", "params"),
    [
        ({"preset": "nope"}, RulesProblem.UNKNOWN_PRESET, {"preset": "nope"}),
        ({"preset": []}, RulesProblem.UNKNOWN_PRESET, {"preset": []}),
        ({"preset": None}, RulesProblem.UNKNOWN_PRESET, {"preset": None}),
        ({"seats": 4.0}, RulesProblem.BAD_SEATS, {"seats": 4.0}),
        ({"seats": "4"}, RulesProblem.BAD_SEATS, {"seats": "4"}),
        ({"seats": [4]}, RulesProblem.BAD_SEATS, {"seats": [4]}),
        ({"slam_window": "after_auction"}, RulesProblem.BAD_VALUE, {"option": "slam_window"}),
        ({"slam_window": SlamExcuse.ON}, RulesProblem.BAD_VALUE, {"option": "slam_window"}),
        ({"slam": 1}, RulesProblem.BAD_VALUE, {"option": "slam"}),
        ({"deals": 8.0}, RulesProblem.BAD_VALUE, {"option": "deals"}),
        ({"deals": Auction.RISING}, RulesProblem.BAD_VALUE, {"option": "deals"}),
        ({"handful_sizes": [10, 13, 15]}, RulesProblem.BAD_VALUE, {"option": "handful_sizes"}),
        ({"gravity": True}, RulesProblem.UNKNOWN_OPTION, {"option": "gravity"}),
        ({"slam": False, "slam_missed": 0}, RulesProblem.CONFLICT, without("slam_missed", 0, "slam")),
    ],
)
def test_what_no_rule_set_is(fields: dict[str, Any], code: RulesProblem, params: dict[str, object]) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset(**fields)
    assert (refused.value.code, refused.value.params) == (code, params)


@pytest.mark.parametrize(
    ("preset", "seats", "problem"),
    [
        ([], 4, RulesProblem.UNKNOWN_PRESET),
        ("fft", 4.0, RulesProblem.BAD_SEATS),
        ("fft", None, RulesProblem.BAD_SEATS),
    ],
)
def test_what_no_table_is(preset: Any, seats: Any, problem: RulesProblem) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.of_preset(preset, seats)
    assert refused.value.code is problem
