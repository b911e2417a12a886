"""The Excuse is kept for a slam only where it may win it, by defaults and robots (rules §8.4, §17)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tarot_engine import (
    EXCUSE,
    Action,
    CallCard,
    Card,
    Contract,
    DealScored,
    ExcuseFate,
    PlayCard,
    PlayOptions,
    PrepareOptions,
    Ruleset,
    SeatView,
    default_for,
    parse_card,
    robot_action,
)
from tarot_engine.robots.expert import choose_expert
from tests.engine.playing import Game, rules_of, stacked

STRONG = " ".join(["EX", *(f"T{rank}" for rank in range(5, 22))])
CHOOSERS: dict[str, Callable[[SeatView], Action]] = {
    "default": default_for,
    "simple": lambda view: robot_action("simple", view),
    "prudent": lambda view: robot_action("prudent", view),
    "expert": lambda view: choose_expert(view, Random(1), samples=8),
}


def two_tricks_left(strong: int, options: dict[str, object], *, slam: bool) -> Game:
    """Seat 0 took a garde sans; ``strong`` had T5 to T21 and the Excuse, and has won sixteen tricks."""
    game = stacked({strong: STRONG}, rules=rules_of(4, **{"petit_sec": "off", **options}))
    game.bid(Contract.GARDE_SANS, None, None, None)
    if isinstance(game.options(0), PrepareOptions):
        game.prepare(0, slam=slam)
    for _ in range(16 * 4):
        seat = game.state.to_act
        assert seat is not None
        asked = game.options(seat)
        assert isinstance(asked, PlayOptions)
        game.act(seat, PlayCard(strongest(asked) if seat == strong else next(iter(asked.cards))))
    assert game.view(0).tricks_won[strong] == 16
    return game


def strongest(options: PlayOptions) -> Card:
    return max((card for card in options.cards if card is not EXCUSE), key=lambda card: card.index)


ONLY = {"slam_excuse": "announced_only"}
NEVER = {"slam_excuse": "off"}


@pytest.mark.parametrize("who", CHOOSERS)
@pytest.mark.parametrize(
    ("options", "slam", "fate"),
    [
        pytest.param({}, False, ExcuseFate.WON_SLAM, id="always"),
        pytest.param({}, True, ExcuseFate.WON_SLAM, id="always-and-announced"),
        pytest.param(ONLY, True, ExcuseFate.WON_SLAM, id="announced"),
        pytest.param(ONLY, False, ExcuseFate.EXCHANGED, id="not-announced"),
        pytest.param(NEVER, False, ExcuseFate.EXCHANGED, id="never"),
        pytest.param(NEVER, True, ExcuseFate.EXCHANGED, id="never-though-announced"),
        pytest.param(NEVER | {"slam": False}, False, ExcuseFate.EXCHANGED, id="never-without-slams"),
        pytest.param(
            NEVER | {"excuse_last_trick": "trick_winner"},
            False,
            ExcuseFate.EXCHANGED,
            id="never-to-the-winner",
        ),
        pytest.param(NEVER | {"excuse_last_trick": "forced"}, True, ExcuseFate.EXCHANGED, id="never-forced"),
        pytest.param({"excuse_last_trick": "forced"}, False, ExcuseFate.WON_SLAM, id="always-not-forced"),
    ],
)
def test_the_excuse_is_kept_for_a_slam_where_it_may_win_it(
    options: dict[str, object], slam: bool, fate: ExcuseFate, who: str
) -> None:
    game = two_tricks_left(0, options, slam=slam)
    game.run(lambda view: CHOOSERS[who](view) if view.seat == 0 else default_for(view), until=DealScored)
    sheet = game.last(DealScored).sheet
    assert sheet.excuse is fate
    assert sheet.oudlers == 3, "never lost in the last trick"


@pytest.mark.parametrize("who", ["default", "prudent"])
@pytest.mark.parametrize(
    ("options", "slam", "kept"),
    [
        pytest.param({}, False, True, id="always"),
        pytest.param({}, True, True, id="the-announced-slam-of-the-others"),
        pytest.param(ONLY, True, False, id="announced-by-the-others"),
        pytest.param(NEVER, False, False, id="never"),
    ],
)
def test_a_defender_who_won_all_keeps_it_where_it_may_win(
    options: dict[str, object], slam: bool, kept: bool, who: str
) -> None:
    action = CHOOSERS[who](two_tricks_left(1, options, slam=slam).view(1))
    assert isinstance(action, PlayCard)
    assert (action.card is not EXCUSE) is kept


def test_the_seats_i_know_to_play_with_the_taker() -> None:
    game = stacked(
        {0: "T1 T2", 2: "HK T3 T4", 1: "T5 T6", 3: "T7 T8", 4: "T9"}, rules=Ruleset.fft(5, deals=1), dealer=4
    )
    assert game.view(0).known_attack == frozenset()
    game.bid(Contract.GARDE_SANS, None, None, None, None)
    game.act(0, CallCard(parse_card("HK")))
    assert [sorted(game.view(seat).known_attack) for seat in (0, 1, 2, None)] == [[0], [0], [0, 2], [0]]
