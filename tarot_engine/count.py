"""From the tricks to the count: half-points, oudlers, Excuse, Petit au bout, slam (rules §8.4-§10)."""

from __future__ import annotations

from tarot_engine.cards import EXCUSE, OUDLERS_MASK, PETIT, CardSet, half_points_of
from tarot_engine.events import HandfulShown, MisereDeclared
from tarot_engine.rules import Contract, Ruleset
from tarot_engine.scoring import Count, ExcuseFate, ScoreSheet, excuse_fate, score, settle_excuse
from tarot_engine.stages import Playing, Trick
from tarot_engine.tricks import attack_side


def score_deal(rules: Ruleset, stage: Playing) -> ScoreSheet:
    """The score of a deal whose last trick is taken. Truth only: it needs every hand."""
    return score(rules, count_deal(rules, stage))


def count_deal(rules: Ruleset, stage: Playing) -> Count:
    """The count of a deal whose last trick is taken (rules §10)."""
    settled = stage.opened.settled
    attack = attack_side(stage)
    won = [trick.winner in attack for trick in stage.tricks]
    kept = _dog_of_attack(stage)
    mask = kept.mask
    for trick, by_attack in zip(stage.tricks, won, strict=True):
        if by_attack:
            mask |= CardSet.from_cards(trick.cards).mask
    fate, moved = _settled_excuse(rules, stage.tricks, [seat in attack for seat in range(rules.seats)], won)
    last, before = (CardSet.from_cards(trick.cards).mask for trick in stage.tricks[-1:-3:-1])
    half_points, oudlers = counted(mask, moved)
    return Count(
        taker=settled.taker,
        partner=next((seat for seat in attack if seat != settled.taker), None),
        contract=settled.contract,
        half_points=half_points,
        oudlers=oudlers,
        dog_half_points=kept.half_points,
        petit_au_bout=petit_au_bout(last, before, won[-1], fate),
        handfuls=tuple((s.seat, s.level) for s in stage.announced if isinstance(s, HandfulShown)),
        miseres=tuple((s.seat, s.kind) for s in stage.announced if isinstance(s, MisereDeclared)),
        slam_announced=stage.opened.slam,
        slam_won_by_attack=all(won),
        slam_won_by_defence=not any(won),
        excuse=fate,
    )


def _dog_of_attack(stage: Playing) -> CardSet:
    """The attack's cards beside its tricks: the discard, or the dog of a garde sans (rules §5, §10)."""
    cards = stage.opened.discard
    if cards is None:
        is_sans = stage.opened.settled.contract is Contract.GARDE_SANS
        cards = stage.deal.dog if is_sans else CardSet()
    assert isinstance(cards, CardSet), "the truth hides nothing"
    return cards


def _settled_excuse(
    rules: Ruleset, tricks: tuple[Trick, ...], attack: list[bool], won: list[bool]
) -> tuple[ExcuseFate, int]:
    """The Excuse's fate, and +1, 0, -1: the oudler and 8 half-points it moves to the attack (rules §8.4)."""
    number = next((i for i, trick in enumerate(tricks) if EXCUSE in trick.cards), None)
    if number is None:
        return ExcuseFate.NOT_PLAYED, 0
    trick = tricks[number]
    player = next(seat for seat, card in trick.plays() if card is EXCUSE)
    is_last = number == len(tricks) - 1
    fate = excuse_fate(
        own_side_won=attack[player] == won[number],
        is_last=is_last,
        wins_slam=is_last and trick.winner == player,
        own_side_won_all=all(side == attack[player] for side in won),
        rule=rules.excuse_last_trick,
    )
    return fate, settle_excuse(attack[player], won[number], fate)


def counted(mask: int, moved: int) -> tuple[int, int]:
    """Half-points and oudlers of the attack's cards, ``moved`` as given by ``settle_excuse`` (rules §10)."""
    return half_points_of(mask) + 8 * moved, (mask & OUDLERS_MASK).bit_count() + moved


def petit_au_bout(last: int, before: int, by_attack: bool, fate: ExcuseFate) -> int:
    """+1 for the attack, -1 for the defence, 0 for none (rules §9).

    ``last`` and ``before`` are the cards of the last two tricks, ``by_attack`` whether the attack won the
    last. When the Excuse wins the last trick of a slam, the Petit counts in the trick before it too.
    """
    cards = last | before if fate is ExcuseFate.WON_SLAM else last
    if not cards & PETIT.bit:
        return 0
    return 1 if by_attack else -1
