"""The count and the score of a deal, with everything needed to explain them (rules §9-§11).

All amounts called ``points`` are whole points per defender, signed for the attack.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from tarot_engine.rules import Contract, HandfulLevel, Misere, Ruleset, Seat
from tarot_engine.variants import ExcuseLastTrick, MisereScheme, Split5


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
    """A handful or a misère: who showed it and the points it moves.

    Signed for the attack; a personal misère is what each other player pays its announcer (rules §12).
    """

    seat: Seat
    kind: HandfulLevel | Misere
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """One deal's score, line by line (rules §10, §11).

    ``half_points`` is the attack's after the Excuse is settled, ``dog_half_points`` the part of
    it from the discard or the dog; ``target`` is in whole points. ``margin`` is signed, in whole points,
    the odd half-point given to the winning side. ``base_points`` = ±(25 + abs(margin)) x multiplier.
    ``per_defender`` is the sum of the lines (misères too where camps are paid: ``misere``); ``scores`` is
    per seat, all misères included, and sums to zero. ``split5`` is how taker and partner share.
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
    misere: MisereScheme = MisereScheme.PERSONAL
    split5: Split5 = Split5.TWO_THIRDS

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


TARGETS: Final = (56, 51, 41, 36)
"""Points the attack needs, by number of oudlers (rules §10)."""
BASE: Final = 25
PETIT_POINTS: Final = 10


def settle_excuse(by_attack: bool, won_by_attack: bool, fate: ExcuseFate) -> int:
    """What a played Excuse moves to the attack: 8 half-points and one oudler, as +1, 0 or -1 (rules §8.4).

    ``by_attack``: its player's side; ``won_by_attack``: the side that won its trick.
    """
    if fate is ExcuseFate.EXCHANGED:
        return -1 if won_by_attack else 1
    if fate is ExcuseFate.GIVEN:
        return -1 if by_attack else 1
    return 0


def excuse_fate(
    *, own_side_won: bool, is_last: bool, wins_slam: bool, own_side_won_all: bool, rule: ExcuseLastTrick
) -> ExcuseFate:
    """What becomes of an Excuse that was played (rules §8.4, §8.5).

    ``wins_slam``: it was led to the last trick and won it; ``own_side_won_all``: every trick of the deal.
    """
    if not is_last:
        return ExcuseFate.KEPT if own_side_won else ExcuseFate.EXCHANGED
    if wins_slam:
        return ExcuseFate.WON_SLAM
    if not own_side_won:
        return ExcuseFate.LOST
    if own_side_won_all or rule is ExcuseLastTrick.TRICK_WINNER:
        return ExcuseFate.KEPT
    return ExcuseFate.GIVEN


def is_made(half_points: int, oudlers: int) -> bool:
    """Whether the contract is made: exactly the target is enough (rules §10)."""
    return half_points >= 2 * TARGETS[oudlers]


def margin_of(half_points: int, oudlers: int) -> int:
    """Signed whole points over or under the target; the odd half goes to the winning side (rules §10).

    0 is made: ``is_made`` tells the result.
    """
    over = half_points - 2 * TARGETS[oudlers]
    return (over + 1) // 2 if over >= 0 else -((1 - over) // 2)


def contract_points(half_points: int, oudlers: int, multiplier: int) -> int:
    """The contract's points, signed for the attack: ±(25 + abs(margin)) x multiplier (rules §11)."""
    points = (BASE + abs(margin_of(half_points, oudlers))) * multiplier
    return points if is_made(half_points, oudlers) else -points


def petit_points(petit_au_bout: int, multiplier: int) -> int:
    """The Petit au bout's points, signed for the attack (rules §9)."""
    return PETIT_POINTS * multiplier * petit_au_bout


def handful_value(rules: Ruleset, level: HandfulLevel) -> int:
    """What a handful moves from each loser of the deal to the winners, unsigned (rules §6)."""
    return dict(zip(HandfulLevel, rules.handful_values, strict=True))[level]


def slam_points(rules: Ruleset, announced: bool, attack_all: bool, defence_all: bool) -> int:
    """The slam's points, signed for the attack, never multiplied; 0 where it is not played (rules §7)."""
    if not rules.slam:
        return 0
    if attack_all:
        return rules.slam_announced_made if announced else rules.slam_made
    missed = rules.slam_missed if announced else 0
    return -missed - (rules.defence_slam if defence_all else 0)


def split(
    seats: int, taker: Seat, partner: Seat | None, per_defender: int, rule: Split5 = Split5.TWO_THIRDS
) -> list[int]:
    """Every seat's score when each defender pays ``per_defender`` (rules §11); sums to zero."""
    scores = [-per_defender] * seats
    if partner is None:
        scores[taker] = per_defender * (seats - 1)
        return scores
    own = per_defender * 2
    if rule is Split5.HALF:
        own = half_of(per_defender * 3)
    scores[taker], scores[partner] = own, per_defender * 3 - own
    return scores


def half_of(points: int) -> int:
    """The taker's half of what taker and partner share: an odd point more, won or lost (rules §4)."""
    return (points + 1) // 2 if points >= 0 else -((1 - points) // 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A deal's facts once counted, the input of the score (rules §9, §10).

    ``half_points`` and ``oudlers`` are the attack's after the Excuse is settled; ``petit_au_bout`` as in
    ``ScoreSheet``; ``handfuls`` and ``miseres`` name who showed what.
    """

    taker: Seat
    partner: Seat | None
    contract: Contract
    half_points: int
    oudlers: int
    dog_half_points: int = 0
    petit_au_bout: int = 0
    handfuls: tuple[tuple[Seat, HandfulLevel], ...] = ()
    miseres: tuple[tuple[Seat, Misere], ...] = ()
    slam_announced: bool = False
    slam_won_by_attack: bool = False
    slam_won_by_defence: bool = False
    excuse: ExcuseFate = ExcuseFate.NOT_PLAYED


def score(rules: Ruleset, count: Count) -> ScoreSheet:
    """The whole score sheet of a counted deal (rules §11)."""
    made = is_made(count.half_points, count.oudlers)
    sign = 1 if made else -1
    base = contract_points(count.half_points, count.oudlers, count.contract.multiplier)
    petit = petit_points(count.petit_au_bout, count.contract.multiplier)
    handfuls = tuple(Bonus(seat, level, sign * handful_value(rules, level)) for seat, level in count.handfuls)
    slam = slam_points(rules, count.slam_announced, count.slam_won_by_attack, count.slam_won_by_defence)
    points = base + petit + slam + sum(bonus.points for bonus in handfuls)
    miseres = misere_bonuses(rules, count.taker, count.partner, count.miseres)
    per_defender, scores = split_points(rules, count.taker, count.partner, points, miseres)
    return ScoreSheet(
        seats=rules.seats,
        taker=count.taker,
        partner=count.partner,
        contract=count.contract,
        oudlers=count.oudlers,
        half_points=count.half_points,
        dog_half_points=count.dog_half_points,
        target=TARGETS[count.oudlers],
        made=made,
        margin=margin_of(count.half_points, count.oudlers),
        base_points=base,
        petit_au_bout=count.petit_au_bout,
        petit_points=petit,
        handfuls=handfuls,
        slam_announced=count.slam_announced,
        slam_won_by_attack=count.slam_won_by_attack,
        slam_won_by_defence=count.slam_won_by_defence,
        slam_points=slam,
        excuse=count.excuse,
        miseres=miseres,
        per_defender=per_defender,
        scores=scores,
        misere=rules.misere if miseres else MisereScheme.OFF,
        split5=rules.split5,
    )


def misere_bonuses(
    rules: Ruleset, taker: Seat, partner: Seat | None, miseres: tuple[tuple[Seat, Misere], ...]
) -> tuple[Bonus, ...]:
    """The misères: what each other player pays, or signed for the attack where camps are paid (rules §12)."""
    attack, value = (taker, partner), rules.misere_value
    by_camp = rules.misere is MisereScheme.CAMP
    return tuple(
        Bonus(seat, kind, -value if by_camp and seat not in attack else value) for seat, kind in miseres
    )


def split_points(
    rules: Ruleset, taker: Seat, partner: Seat | None, points: int, miseres: tuple[Bonus, ...]
) -> tuple[int, tuple[int, ...]]:
    """The points that each defender pays and every seat's, misères added to ``points`` (rules §11, §12)."""
    if rules.misere is MisereScheme.CAMP:
        points += sum(bonus.points for bonus in miseres)
        miseres = ()
    scores = split(rules.seats, taker, partner, points, rules.split5)
    return points, _with_miseres(scores, miseres)


def _with_miseres(scores: list[int], miseres: tuple[Bonus, ...]) -> tuple[int, ...]:
    """Each misère: every other player pays its value to the announcer, whatever the result (rules §12)."""
    for bonus in miseres:
        scores = [score - bonus.points for score in scores]
        scores[bonus.seat] += bonus.points * len(scores)
    return tuple(scores)


def ranks(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Each seat's rank, 1 is best, equal totals share it: 1, 1, 3 (rules §13)."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)
