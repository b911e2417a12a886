"""The Excuse at the count, the Petit au bout, and who takes a slam's last trick (rules §8.4, §8.5, §9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tarot_engine import (
    EXCUSE,
    PACK,
    PETIT,
    Card,
    CardSet,
    Contract,
    ExcuseLastTrick,
    Hidden,
    Ruleset,
    SlamExcuse,
)
from tarot_engine.count import count_deal
from tarot_engine.legality import may_excuse_win
from tarot_engine.stages import Deal, Opened, Playing, Settled, Trick
from tarot_engine.tricks import trick_winner
from tests.engine.tables import cards, rows


def played_out(row: dict[str, Any]) -> Playing:
    """Eighteen tricks with the two cards where the row wants them and the others anywhere."""
    wanted = {tuple(row[name]): card for name, card in (("excuse", EXCUSE), ("petit", PETIT)) if name in row}
    others = [card for card in PACK if card not in wanted.values()]
    discard, rest = CardSet.from_cards(others[:6]), others[6:]
    if "excuse" not in row:
        rest.remove(EXCUSE)
        rest.insert(0, EXCUSE)
    if "petit" not in row:
        rest.remove(PETIT)
        rest.insert(0, PETIT)
    tricks = []
    for number in range(1, 19):
        won = {"all": 0, "none": 1, "some": 0 if number % 2 else 1}[row["attack"]]
        winner = row["winners"].get(str(number), won)
        leader = row["excuse"][1] if row.get("led") and number == row["excuse"][0] else 0
        seats = [(leader + i) % 4 for i in range(4)]
        laid = tuple(wanted.get((number, seat)) or rest.pop(0) for seat in seats)
        tricks.append(Trick(leader, laid, winner))
    hands = tuple(
        CardSet.from_cards(card for trick in tricks for who, card in trick.plays() if who == seat)
        for seat in range(4)
    )
    settled = Settled((Contract.GARDE, None, None, None), 0, Contract.GARDE, None)
    return Playing(
        Deal(1, 1, 3, hands, discard),
        Opened(settled, True, discard, CardSet(), False),
        hands,
        (),
        0,
        tricks=tuple(tricks),
    )


@pytest.mark.parametrize("row", rows("excuse"))
def test_excuse_and_petit_at_the_count(row: dict[str, Any]) -> None:
    stage = played_out(row)
    rules = Ruleset(excuse_last_trick=ExcuseLastTrick(row.get("option", "changes_camp")))
    count = count_deal(rules, stage)
    lying = CardSet.from_cards(card for trick in stage.tricks if trick.winner == 0 for card in trick.cards)
    assert isinstance(stage.opened.discard, CardSet)
    lying |= stage.opened.discard
    if "fate" in row:
        assert count.excuse.value == row["fate"]
        assert count.half_points - lying.half_points == row["moved"]
        assert count.oudlers - len(lying.oudlers) == row["oudlers"]
    assert count.petit_au_bout == row.get("petit_au_bout", 0)


def last_trick(taken_by: list[int], leader: int, table: str) -> Playing:
    tricks = tuple(Trick(0, (), winner) for winner in taken_by)
    settled = Settled((), 0, Contract.GARDE, None)
    opened = Opened(settled, True, CardSet(), CardSet(), False)
    hands = tuple(Hidden(0) for _ in range(4))
    return Playing(Deal(1, 1, 3, hands, CardSet()), opened, hands, (), leader, cards(table), tricks)


@pytest.mark.parametrize(
    ("taken_by", "leader", "table", "winner"),
    [
        pytest.param([0] * 17, 0, "EX SK S2 S3", 0, id="8.4-taker-leads-it-after-17-tricks"),
        pytest.param([1, 2, 3] * 5 + [1, 2], 2, "EX SK S2 S3", 2, id="8.4-defenders-won-all-one-leads-it"),
        pytest.param([0] * 16, 0, "EX SK S2 S3", 1, id="8.4-not-yet-the-last-trick"),
        pytest.param([0] * 16 + [1], 1, "EX SK S2 S3", 2, id="8.4-no-slam"),
        pytest.param([1] + [0] * 16, 0, "EX SK S2 S3", 1, id="8.4-first-trick-lost"),
        pytest.param([1] * 17, 1, "S2 SK EX S3", 2, id="8.4-followed-not-led"),
    ],
)
def test_who_takes_the_last_trick(taken_by: list[int], leader: int, table: str, winner: int) -> None:
    assert trick_winner(Ruleset.fft(), last_trick(taken_by, leader, table)) == winner


@pytest.mark.parametrize(
    ("by_attack", "announced", "option", "wins"),
    [
        pytest.param(True, True, "announced_only", True, id="17-announced"),
        pytest.param(True, False, "announced_only", False, id="17-not-announced"),
        pytest.param(False, True, "announced_only", False, id="17-the-defence-announced-nothing"),
        pytest.param(False, False, "announced_only", False, id="17-nobody-announced"),
        pytest.param(True, True, "off", False, id="17-never"),
        pytest.param(False, False, "on", True, id="17-either-side"),
    ],
)
def test_whose_excuse_wins_a_slam(by_attack: bool, announced: bool, option: str, wins: bool) -> None:
    leader = 0 if by_attack else 1
    stage = last_trick([leader] * 17, leader, "EX SK S2 S3")
    stage = replace(stage, opened=replace(stage.opened, slam=announced))
    rules = Ruleset(slam_excuse=SlamExcuse(option))
    assert (trick_winner(rules, stage) == leader) is wins
    assert may_excuse_win(rules, announced, by_attack=by_attack) is wins


def test_partner_counts_for_the_slam_of_five() -> None:
    hands: tuple[CardSet, ...] = tuple(CardSet.parse("HK") if seat == 2 else CardSet() for seat in range(5))
    called: Card = cards("HK")[0]
    opened = Opened(Settled((), 0, Contract.GARDE, called), True, CardSet(), CardSet(), False)
    tricks = tuple(Trick(0, (), 0 if i % 2 else 2) for i in range(14))
    stage = Playing(Deal(1, 1, 3, hands, CardSet()), opened, hands, (), 2, cards("EX SK S2 S3 S4"), tricks)
    assert trick_winner(Ruleset.fft(5), stage) == 2
