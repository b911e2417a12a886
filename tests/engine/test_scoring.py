"""The forty worked scores of rules §11, and the arithmetic around them."""

from __future__ import annotations

from typing import Any

import pytest

from tarot_engine import Contract, HandfulLevel, Misere, Ruleset
from tarot_engine.scoring import Count, margin_of, ranks, score
from tests.engine.tables import rows

SIGNS = {"+": 1, "-": -1, "": 0}


def count_of(row: dict[str, Any], **more: Any) -> Count:
    slam = row["slam"].split()
    return Count(
        taker=0,
        partner=1 if row["partner"] else None,
        contract=Contract(row["contract"]),
        half_points=round(2 * row["points"]),
        oudlers=row["oudlers"],
        petit_au_bout=SIGNS[row["petit"]],
        handfuls=tuple((1, HandfulLevel(level)) for level in row["handfuls"].split()),
        slam_announced="announced" in slam,
        slam_won_by_attack="attack" in slam,
        slam_won_by_defence="defence" in slam,
        **more,
    )


@pytest.mark.parametrize("row", rows("scores"))
def test_worked_score(row: dict[str, Any]) -> None:
    sheet = score(Ruleset.fft(row["seats"]), count_of(row))
    assert sheet.margin == row["margin"]
    assert sheet.per_defender == row["per_defender"]
    assert list(sheet.scores) == row["scores"]
    assert sheet.made == (row["margin"] >= 0)


@pytest.mark.parametrize("row", rows("scores"))
def test_the_lines_of_the_sheet_add_up(row: dict[str, Any]) -> None:
    sheet = score(Ruleset.fft(row["seats"]), count_of(row))
    parts = sheet.base_points + sheet.petit_points + sheet.handful_points + sheet.slam_points
    assert parts == sheet.per_defender
    sign = 1 if sheet.made else -1
    assert sheet.base_points == sign * (25 + abs(sheet.margin)) * sheet.multiplier
    assert sheet.half_points + sheet.defence_half_points == 182
    assert sum(sheet.scores) == 0


@pytest.mark.parametrize(
    ("half_points", "oudlers", "margin"),
    [(81, 2, -1), (82, 2, 0), (83, 2, 1), (80, 2, -1), (79, 2, -2), (112, 0, 0), (111, 0, -1), (113, 0, 1)],
)
def test_the_half_point_goes_to_the_winning_side(half_points: int, oudlers: int, margin: int) -> None:
    assert margin_of(half_points, oudlers) == margin


def test_personal_misere_is_paid_by_every_other_player() -> None:
    row = {"contract": "garde", "points": 60, "oudlers": 1, "petit": "", "handfuls": "", "slam": ""}
    count = count_of(row | {"partner": False}, miseres=((0, Misere.TRUMPS),))
    sheet = score(Ruleset.of_preset("familial"), count)
    assert sheet.scores == (234, -78, -78, -78)


def test_equal_totals_share_a_rank() -> None:
    assert ranks((10, 50, 10, -70)) == (2, 1, 2, 4)
    assert ranks((0, 0, 0, 0)) == (1, 1, 1, 1)
