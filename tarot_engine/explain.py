"""The working behind every number of a score sheet, as data a page turns into sentences (rules §10-§12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from tarot_engine.rules import HandfulLevel, Misere, Ruleset, Seat
from tarot_engine.scoring import BASE, PETIT_POINTS, ScoreSheet
from tarot_engine.variants import MisereScheme, Split5


class LineKind(Enum):
    """What a line works out."""

    MARGIN = "margin"
    """Half-points against twice the target, in whole points; the odd half to the winning side."""
    CONTRACT = "contract"
    PETIT = "petit"
    HANDFUL = "handful"
    SLAM_ANNOUNCED_MADE = "slam_announced_made"
    SLAM_MADE = "slam_made"
    SLAM_MISSED = "slam_missed"
    DEFENCE_SLAM = "defence_slam"
    MISERE_OF_CAMP = "misere_of_camp"
    PER_DEFENDER = "per_defender"
    """The sum of the lines before, the margin left out."""
    SHARE = "share"
    """What one seat gets or pays of it."""
    MISERE = "misere"
    """What one seat gets or pays for a personal misère."""
    SCORE = "score"
    """A seat's score of the deal."""


@dataclass(frozen=True, slots=True)
class Line:
    """One number: ``amount`` x ``shared_by`` = sum of ``addends`` x ``times`` + ``odd``.

    ``odd`` is the half-point or point that rounding gives, 0 elsewhere. ``seat`` is whose line it is: who
    showed the handful, declared the misère (of camp), or is paid. ``by`` is who declared a personal misère.
    """

    kind: LineKind
    addends: tuple[int, ...]
    amount: int
    times: int = 1
    shared_by: int = 1
    odd: int = 0
    seat: Seat | None = None
    by: Seat | None = None
    bonus: HandfulLevel | Misere | None = None


def explain(sheet: ScoreSheet, rules: Ruleset) -> tuple[Line, ...]:
    """Every number of the sheet from the ones before, the seats' scores last.

    Amounts up to ``PER_DEFENDER`` are signed for the attack.
    """
    parts = tuple(_parts(sheet, rules))
    per_defender = Line(LineKind.PER_DEFENDER, tuple(line.amount for line in parts), sheet.per_defender)
    shares = tuple(_share(sheet, seat) for seat in range(sheet.seats))
    miseres = tuple(_personal_miseres(sheet))
    scores = tuple(_score(sheet, seat, (*shares, *miseres)) for seat in range(sheet.seats))
    return (_margin(sheet), *parts, per_defender, *shares, *miseres, *scores)


def _margin(sheet: ScoreSheet) -> Line:
    over = sheet.half_points - 2 * sheet.target
    odd = 2 * sheet.margin - over
    return Line(LineKind.MARGIN, (sheet.half_points, -2 * sheet.target), sheet.margin, shared_by=2, odd=odd)


def _parts(sheet: ScoreSheet, rules: Ruleset) -> Iterator[Line]:
    sign = 1 if sheet.made else -1
    addends = (BASE, abs(sheet.margin))
    yield Line(LineKind.CONTRACT, addends, sheet.base_points, times=sign * sheet.multiplier)
    if sheet.petit_au_bout:
        times = sheet.petit_au_bout * sheet.multiplier
        yield Line(LineKind.PETIT, (PETIT_POINTS,), sheet.petit_points, times=times)
    for shown in sheet.handfuls:
        value = abs(shown.points)
        yield Line(LineKind.HANDFUL, (value,), shown.points, times=sign, seat=shown.seat, bonus=shown.kind)
    yield from _slams(sheet, rules)
    if sheet.misere is MisereScheme.CAMP:
        for told in sheet.miseres:
            points = told.points
            yield Line(LineKind.MISERE_OF_CAMP, (points,), points, seat=told.seat, bonus=told.kind)


def _slams(sheet: ScoreSheet, rules: Ruleset) -> Iterator[Line]:
    if not rules.slam:
        return
    if sheet.slam_won_by_attack:
        kind = LineKind.SLAM_ANNOUNCED_MADE if sheet.slam_announced else LineKind.SLAM_MADE
        yield Line(kind, (sheet.slam_points,), sheet.slam_points)
        return
    if sheet.slam_announced:
        yield Line(LineKind.SLAM_MISSED, (-rules.slam_missed,), -rules.slam_missed)
    if sheet.slam_won_by_defence:
        yield Line(LineKind.DEFENCE_SLAM, (-rules.defence_slam,), -rules.defence_slam)


def _share(sheet: ScoreSheet, seat: Seat) -> Line:
    each, alone = sheet.per_defender, sheet.partner is None
    if seat not in (sheet.taker, sheet.partner):
        return Line(LineKind.SHARE, (each,), -each, times=-1, seat=seat)
    if not alone and sheet.split5 is Split5.HALF:
        return _half(sheet, seat)
    times = sheet.seats - 1 if alone else 2 if seat == sheet.taker else 1
    return Line(LineKind.SHARE, (each,), each * times, times=times, seat=seat)


def _half(sheet: ScoreSheet, seat: Seat) -> Line:
    """Half of what three defenders pay; the odd point is the taker's, won or lost (rules §4)."""
    together = 3 * sheet.per_defender
    odd = together % 2 * (1 if together > 0 else -1) * (1 if seat == sheet.taker else -1)
    amount = (together + odd) // 2
    return Line(LineKind.SHARE, (sheet.per_defender,), amount, times=3, shared_by=2, odd=odd, seat=seat)


def _personal_miseres(sheet: ScoreSheet) -> Iterator[Line]:
    if sheet.misere is not MisereScheme.PERSONAL:
        return
    for told in sheet.miseres:
        for seat in range(sheet.seats):
            times = sheet.seats - 1 if seat == told.seat else -1
            amount = told.points * times
            yield Line(
                LineKind.MISERE,
                (told.points,),
                amount,
                times=times,
                seat=seat,
                by=told.seat,
                bonus=told.kind,
            )


def _score(sheet: ScoreSheet, seat: Seat, lines: tuple[Line, ...]) -> Line:
    addends = tuple(line.amount for line in lines if line.seat == seat)
    return Line(LineKind.SCORE, addends, sheet.scores[seat], seat=seat)
