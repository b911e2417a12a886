"""The count and the score of a deal, with everything needed to explain them (rules §9-§11).

All amounts called ``points`` are whole points per defender, signed for the attack.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tarot_engine.rules import Contract, HandfulLevel, Misere, Seat


class ExcuseFate(Enum):
    """What became of the Excuse at the count (rules §8.4, §8.5)."""

    NOT_PLAYED = "not_played"
    """It lay in the dog of a garde sans or garde contre."""
    KEPT = "kept"
    """Its camp won the trick."""
    EXCHANGED = "exchanged"
    """Its camp took it back for a half-point."""
    LOST = "lost"
    """Played to the last trick, which the other camp won."""
    GIVEN = "given"
    """Played to the last trick, won by its own camp: it changes camp for a half-point."""
    WON_SLAM = "won_slam"
    """Led to the last trick of a slam: it won that trick."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """A handful or a misère: who showed it and the points it moves (handful: signed for the attack)."""

    seat: Seat
    kind: HandfulLevel | Misere
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """One deal's score, line by line (rules §10, §11).

    ``half_points`` is the attack's after the Excuse is settled, ``dog_half_points`` the part of
    it from the discard or the dog; ``target`` is in whole points. ``margin`` is signed, in whole points,
    the odd half-point given to the winning side. ``base_points`` = ±(25 + abs(margin)) x multiplier.
    ``per_defender`` is the sum of the lines; ``scores`` is per seat, misères included, and sums to zero.
    """

    seats: int
    taker: Seat
    partner: Seat | None
    contract: Contract
    oudlers: int
    half_points: int
    dog_half_points: int
    target: int
    made: bool
    margin: int
    base_points: int
    petit_au_bout: int
    """+1 for the attack, -1 for the defence, 0: not in the last trick."""
    petit_points: int
    handfuls: tuple[Bonus, ...]
    slam_announced: bool
    slam_won_by_attack: bool
    slam_won_by_defence: bool
    slam_points: int
    excuse: ExcuseFate
    miseres: tuple[Bonus, ...]
    per_defender: int
    scores: tuple[int, ...]

    @property
    def multiplier(self) -> int:
        """What the contract multiplies by (rules §3)."""
        return self.contract.multiplier

    @property
    def handful_points(self) -> int:
        """Sum of the handfuls, signed for the attack."""
        return sum(bonus.points for bonus in self.handfuls)

    @property
    def defence_half_points(self) -> int:
        """The defence's half-points: both sides add up to 182."""
        return 182 - self.half_points
