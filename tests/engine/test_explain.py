"""Every number of a score sheet follows from its explanation (rules §10-§12)."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from tarot_engine import (
    Contract,
    HandfulLevel,
    Line,
    LineKind,
    Misere,
    Ruleset,
    ScoreSheet,
    explain,
)
from tarot_engine.scoring import Count, score
from tests.engine.playing import rules_of
from tests.engine.tables import rows
from tests.engine.test_scoring import count_of


def lines_of(sheet: ScoreSheet, rules: Ruleset, kind: LineKind) -> list[Line]:
    return [line for line in explain(sheet, rules) if line.kind is kind]


def check(sheet: ScoreSheet, rules: Ruleset) -> None:
    """Each line works out, and the lines give the sheet."""
    for line in explain(sheet, rules):
        assert line.amount * line.shared_by == sum(line.addends) * line.times + line.odd, line
        assert abs(line.odd) < 2
    (margin,) = lines_of(sheet, rules, LineKind.MARGIN)
    assert margin.amount == sheet.margin
    (total,) = lines_of(sheet, rules, LineKind.PER_DEFENDER)
    assert total.amount == sheet.per_defender
    scores = lines_of(sheet, rules, LineKind.SCORE)
    assert [line.amount for line in scores] == list(sheet.scores)
    assert [line.seat for line in scores] == list(range(sheet.seats))
    assert sum(sheet.scores) == 0


@pytest.mark.parametrize("row", rows("scores"))
def test_the_forty_worked_scores_are_explained(row: dict[str, Any]) -> None:
    rules = Ruleset.fft(row["seats"])
    sheet = score(rules, count_of(row))
    check(sheet, rules)
    (total,) = lines_of(sheet, rules, LineKind.PER_DEFENDER)
    assert total.amount == row["per_defender"]


def test_49_points_for_41() -> None:
    """49 points for 41: 8 over; (25 + 8) x 2 = 66."""
    rules = Ruleset.fft(4)
    sheet = score(rules, Count(taker=0, partner=None, contract=Contract.GARDE, half_points=98, oudlers=2))
    margin, contract, total, *shares = explain(sheet, rules)
    assert (margin.addends, margin.shared_by, margin.odd, margin.amount) == ((98, -82), 2, 0, 8)
    assert (contract.addends, contract.times, contract.amount) == ((25, 8), 2, 66)
    assert (total.addends, total.amount) == ((66,), 66)
    assert [(line.times, line.amount) for line in shares[:4]] == [(3, 198), (-1, -66), (-1, -66), (-1, -66)]


def test_the_half_point_of_three_seats_is_shown() -> None:
    rules = Ruleset.fft(3)
    lost = score(rules, Count(taker=0, partner=None, contract=Contract.GARDE, half_points=81, oudlers=2))
    (margin,) = lines_of(lost, rules, LineKind.MARGIN)
    assert (margin.addends, margin.odd, margin.amount) == ((81, -82), -1, -1)


def test_both_slams_missed_are_two_lines() -> None:
    rules = Ruleset.fft(4)
    count = Count(
        taker=0,
        partner=None,
        contract=Contract.GARDE_CONTRE,
        half_points=0,
        oudlers=0,
        slam_announced=True,
        slam_won_by_defence=True,
    )
    sheet = score(rules, count)
    check(sheet, rules)
    assert [line.amount for line in lines_of(sheet, rules, LineKind.SLAM_MISSED)] == [-200]
    assert [line.amount for line in lines_of(sheet, rules, LineKind.DEFENCE_SLAM)] == [-200]
    off = rules_of(slam=False)
    assert not lines_of(score(off, count), off, LineKind.DEFENCE_SLAM)


def test_personal_and_camp_miseres() -> None:
    count = Count(
        taker=0,
        partner=None,
        contract=Contract.GARDE,
        half_points=120,
        oudlers=1,
        miseres=((0, Misere.TRUMPS),),
    )
    personal = rules_of(misere="personal")
    told = lines_of(score(personal, count), personal, LineKind.MISERE)
    assert [(line.seat, line.by, line.amount) for line in told[:2]] == [(0, 0, 30), (1, 0, -10)]
    camp = rules_of(misere="camp")
    assert [line.amount for line in lines_of(score(camp, count), camp, LineKind.MISERE_OF_CAMP)] == [10]


SCHEMES = list(product((2, 3, 4, 5), ("off", "personal", "camp"), ("two_thirds", "half")))


@pytest.mark.parametrize(("seats", "misere", "split5"), SCHEMES)
def test_random_counts_are_explained_at_every_number_of_seats(seats: int, misere: str, split5: str) -> None:
    dice = Random(f"{seats}/{misere}/{split5}")
    options: dict[str, object] = {"split5": split5} if seats == 5 else {}
    if seats > 2:
        options["misere"] = misere
    rules, told = rules_of(seats, **options), ((1, Misere.HEADS), (0, Misere.TRUMPS))
    for _ in range(200):
        won = dice.choice(((True, False), (False, True), (False, False)))
        taker = dice.randrange(seats)
        count = Count(
            taker=taker,
            partner=(taker + 1) % 5 if seats == 5 and dice.random() < 0.7 else None,
            contract=dice.choice(list(Contract)),
            half_points=dice.randrange(183),
            oudlers=dice.randrange(4),
            petit_au_bout=dice.choice((-1, 0, 1)),
            handfuls=tuple((seat, dice.choice(list(HandfulLevel))) for seat in range(dice.randrange(3))),
            miseres=told[: dice.randrange(3)] if rules.misere.value != "off" else (),
            slam_announced=dice.random() < 0.3,
            slam_won_by_attack=won[0],
            slam_won_by_defence=won[1],
        )
        check(score(rules, count), rules)
