"""Options of the play and the score, at the numbers of seats they concern (rules §15, §17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tarot_engine import (
    EMPTY,
    Bid,
    CallOptions,
    CardSet,
    Contract,
    IllegalPlay,
    Misere,
    PlayCard,
    PlayOptions,
    PlayReason,
    Refusal,
    Ruleset,
    SeedChain,
    parse_card,
)
from tarot_engine.scoring import Count, score, split
from tarot_engine.stages import Deal, Opened, Playing, Settled, Trick
from tarot_engine.tricks import decide_play, options_play, trick_winner
from tarot_engine.variants import Split5
from tests.engine.playing import Game, rules_of, stacked
from tests.engine.tables import cards

PETITE, GARDE, SANS, CONTRE = Contract
PLAIN = "S1 S2 S3 S4 H1 H2 H3 H4 D1 D2 D3 D4 C1 C2 C3 C4 S5 H5 S6 S7 H6 H7 D5 D6 D7 C5"


# slam

WON = {"contract": GARDE, "half_points": 182, "oudlers": 3, "slam_won_by_attack": True}
LOST = {"contract": PETITE, "half_points": 8, "oudlers": 0, "slam_won_by_defence": True}


def points(table: Ruleset, **count: Any) -> int:
    return score(table, Count(taker=0, partner=None, **count)).per_defender


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_slam_values_are_those_of_the_table(seats: int) -> None:
    usual = rules_of(seats)
    own = rules_of(seats, slam_announced_made=500, slam_made=100, slam_missed=300, defence_slam=0)
    assert points(usual, **WON) - points(own, **WON) == 100
    assert points(usual, **WON, slam_announced=True) - points(own, **WON, slam_announced=True) == -100
    assert points(usual, **LOST) - points(own, **LOST) == -200, "defence_slam"
    missed = {"contract": GARDE, "half_points": 120, "oudlers": 2, "slam_announced": True}
    assert points(usual, **missed) - points(own, **missed) == 100


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_without_slam_nothing_is_asked_and_nothing_is_paid(seats: int) -> None:
    off = rules_of(seats, slam=False)
    assert points(rules_of(seats), **WON) - points(off, **WON) == 200
    assert points(off, **LOST) - points(rules_of(seats), **LOST) == 200
    game = Game(SeedChain("no slam", b"\x09" * 32), replace(off, high_contracts=True))
    if game.state.to_act is not None:
        game.act(game.state.to_act, Bid(CONTRE))
        assert isinstance(game.options(game.state.to_act), PlayOptions | CallOptions)


# slam_excuse, excuse_last_trick


def near_the_end(
    taken_by: list[int], hand: str, table: str = "", leader: int = 0, *, seats: int = 4, slam: bool = False
) -> Playing:
    """The taker is seat 0; ``hand`` is that of the seat to play."""
    seat = (leader + len(table.split())) % seats
    hands = tuple(CardSet.parse(hand if i == seat else "") for i in range(seats))
    opened = Opened(Settled((), 0, GARDE, None), True, EMPTY, EMPTY, slam)
    tricks = tuple(Trick(0, (), winner) for winner in taken_by)
    return Playing(Deal(1, 1, 3, hands, EMPTY), opened, hands, (), leader, cards(table), tricks)


@pytest.mark.parametrize(
    ("value", "slam", "winner"),
    [("on", False, 0), ("announced_only", False, 1), ("announced_only", True, 0), ("off", True, 1)],
)
def test_slam_excuse_led_to_the_last_trick(value: str, slam: bool, winner: int) -> None:
    stage = near_the_end([0] * 17, "", "EX SK S2 S3", slam=slam)
    assert trick_winner(rules_of(slam_excuse=value), stage) == winner


def test_slam_excuse_of_the_defence_is_never_announced() -> None:
    stage = near_the_end([1, 2] * 8 + [1], "", "EX SK S2 S3", leader=1)
    assert trick_winner(rules_of(slam_excuse="announced_only"), stage) == 2
    assert trick_winner(rules_of(), stage) == 1


FORCED = [
    pytest.param(4, [1] * 16, 0, True, id="8.5-next-to-last-trick"),
    pytest.param(4, [1] * 15, 0, False, id="8.5-not-before"),
    pytest.param(4, [0] * 16, 0, False, id="8.5-a-live-slam-of-the-taker"),
    pytest.param(4, [1, 2] * 8, 1, False, id="8.5-a-live-slam-of-the-defence"),
    pytest.param(4, [0] + [1] * 15, 1, True, id="8.5-no-slam-any-more"),
    pytest.param(3, [1] * 22, 0, True, id="8.5-three-seats"),
    pytest.param(3, [1, 2] * 11, 1, False, id="8.5-a-live-slam-at-three"),
    pytest.param(5, [0] * 13, 0, False, id="8.5-five-the-taker-took-all-himself"),
    pytest.param(5, [0] * 12 + [1], 0, True, id="8.5-five-perhaps-his-partner-but-nobody-may-know"),
    pytest.param(5, [1, 2] * 6 + [1], 1, True, id="8.5-five-a-defender-perhaps"),
    pytest.param(2, [1] * 34, 0, True, id="8.5-two-seats"),
]


@pytest.mark.parametrize(("seats", "taken_by", "seat", "due"), FORCED)
def test_forced_excuse(seats: int, taken_by: list[int], seat: int, due: bool) -> None:
    table = rules_of(seats, excuse_last_trick="forced")
    stage = near_the_end(taken_by, "EX SK", leader=seat, seats=seats)
    options = options_play(table, stage, seat)
    assert (options.cards == CardSet.parse("EX")) == due
    assert (options.reason is PlayReason.EXCUSE_DUE) == due
    if due:
        with pytest.raises(IllegalPlay) as refused:
            decide_play(table, stage, seat, PlayCard(parse_card("SK")))
        assert refused.value.code is Refusal.MUST_PLAY_EXCUSE
    assert options_play(rules_of(seats), stage, seat).cards == CardSet.parse("EX SK")


def test_forced_excuse_where_it_never_wins_a_slam() -> None:
    stage = near_the_end([0] * 16, "EX SK")
    table = rules_of(excuse_last_trick="forced", slam_excuse="announced_only")
    assert options_play(table, stage, 0).reason is PlayReason.EXCUSE_DUE
    announced = near_the_end([0] * 16, "EX SK", slam=True)
    assert options_play(table, announced, 0).reason is PlayReason.LEAD


# trick_winner, changes_camp: the rows of cases/excuse.toml


# handful


def test_handful_for_two_is_off_and_may_be_on() -> None:
    """On, it counts hand and face-up cards (rules §14)."""
    chain = SeedChain("handful", b"\x01" * 32)
    for table, offered in ((rules_of(2), False), (rules_of(2, handful=True, handful_sizes=[1, 2, 3]), True)):
        game = Game(chain, table)
        assert game.state.to_act is not None
        game.act(game.state.to_act, Bid(CONTRE))
        taker = game.state.to_act
        game.prepare(taker)
        options = game.options(game.state.to_act)
        assert isinstance(options, PlayOptions)
        assert (options.handful is not None) == offered
        if options.handful:
            view = game.view(game.state.to_act)
            assert options.handful.levels[0].trumps == view.held.trumps
            assert view.held.trumps != view.hand.trumps


def test_handful_off() -> None:
    game = stacked({0: " ".join(f"T{rank}" for rank in range(1, 19))}, rules=rules_of(handful=False))
    game.act(0, Bid(CONTRE))
    game.prepare(0)
    options = game.options(0)
    assert isinstance(options, PlayOptions)
    assert options.handful is None


# misere


@pytest.mark.parametrize(
    ("seat", "contract", "half_points", "per_defender"),
    [
        pytest.param(1, PETITE, 86, 17, id="12-a-defender-takes-from-the-taker"),
        pytest.param(0, PETITE, 86, 37, id="12-the-taker"),
        pytest.param(1, GARDE, 80, -62, id="12-whatever-the-result-and-unmultiplied"),
    ],
)
def test_misere_paid_by_camps(seat: int, contract: Contract, half_points: int, per_defender: int) -> None:
    count = Count(
        taker=0,
        partner=None,
        contract=contract,
        half_points=half_points,
        oudlers=2,
        miseres=((seat, Misere.TRUMPS),),
    )
    sheet = score(rules_of(misere="camp"), count)
    assert sheet.per_defender == per_defender
    assert sheet.scores == (3 * per_defender, *(-per_defender,) * 3)
    assert sheet.miseres[0].points == (10 if seat == 0 else -10)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("value", [10, 20])
def test_misere_personal(seats: int, value: int) -> None:
    count = Count(
        taker=0, partner=None, contract=GARDE, half_points=120, oudlers=1, miseres=((1, Misere.HEADS),)
    )
    sheet = score(rules_of(seats, misere="personal", misere_value=value), count)
    expected = [68 * (seats - 1) - value] + [-68 - value] * (seats - 1)
    expected[1] += value * seats
    assert list(sheet.scores) == expected
    assert sheet.per_defender == 68


def test_misere_of_the_partner_counts_for_the_attack() -> None:
    count = Count(
        taker=0, partner=2, contract=GARDE, half_points=120, oudlers=1, miseres=((2, Misere.HEADS),)
    )
    assert score(rules_of(5, misere="camp"), count).scores == (156, -78, 78, -78, -78)


# split5


@pytest.mark.parametrize(
    ("points", "taker", "partner"), [(68, 102, 102), (69, 104, 103), (-51, -77, -76), (0, 0, 0)]
)
def test_halves_with_the_odd_point_to_the_taker(points: int, taker: int, partner: int) -> None:
    assert split(5, 0, 1, points, Split5.HALF) == [taker, partner, -points, -points, -points]
    assert split(5, 0, None, points, Split5.HALF) == [4 * points, *[-points] * 4]
    count = Count(taker=0, partner=1, contract=GARDE, half_points=120, oudlers=1)
    assert score(rules_of(5, split5="half"), count).scores == (102, 102, -68, -68, -68)
