"""The safe default of every decision, and the first robot."""

from __future__ import annotations

import pytest

from tarot_engine import (
    EXCUSE,
    Bid,
    CallCard,
    CardSet,
    Contract,
    PlayCard,
    PlayOptions,
    PlayReason,
    Prepare,
    Ruleset,
    SeatView,
    Trick,
    WrongStage,
    default_for,
    parse_card,
    robot_action,
)
from tests.engine.playing import stacked

GARDE, SANS = Contract.GARDE, Contract.GARDE_SANS
SEVEN = "T2 T3 T4 T5 T6 T7 T8"


def asked(hand: str, legal: str | None = None, *, won: int = 0, tricks: int = 3) -> SeatView:
    """The view of a seat that may play ``legal`` of ``hand`` after so many tricks, some of them its own."""
    game = stacked({0: "T1 T2"}, "S1")
    game.bid(None, SANS, None, None)
    game.prepare(1)
    view = game.view(0)
    cards = CardSet.parse(legal or hand)
    fields = {name: getattr(view, name) for name in SeatView.__dataclass_fields__}
    fields |= {
        "hand": CardSet.parse(hand),
        "options": PlayOptions(cards, PlayReason.FREE),
        "tricks": (Trick(0, (), 0),) * tricks,
        "tricks_won": (won, tricks - won, 0, 0),
    }
    return SeatView(**fields)


def default_card(view: SeatView) -> str:
    action = default_for(view)
    assert isinstance(action, PlayCard)
    assert action == PlayCard(action.card)
    return action.card.code


def test_default_bid_is_to_pass() -> None:
    assert default_for(stacked({0: SEVEN}).view(0)) == Bid(None)


def test_nothing_is_done_for_a_seat_that_is_not_asked() -> None:
    with pytest.raises(WrongStage):
        default_for(stacked({0: SEVEN}).view(1))


def test_default_without_the_dog_announces_nothing() -> None:
    game = stacked({0: SEVEN, 1: "T9 T10"}, "S1")
    game.bid(None, SANS, None, None)
    assert default_for(game.view(1)) == Prepare(None, False)


@pytest.mark.parametrize(
    ("legal", "card"),
    [
        pytest.param("SK SQ S9 T2 T21 EX", "S9", id="fewest-half-points-a-suit-before-a-trump"),
        pytest.param("S7 H2 D9", "H2", id="lowest-rank"),
        pytest.param("SK SQ SJ T3 T2 T21 EX", "T2", id="a-low-trump-before-a-knave"),
        pytest.param("SK SQ SN", "SN", id="a-knight-before-queen-and-king"),
        pytest.param("SK T21 EX T1", "SK", id="an-oudler-only-when-nothing-else-goes"),
        pytest.param("T1 T21", "T1", id="the-lower-of-two-oudlers"),
    ],
)
def test_default_card(legal: str, card: str) -> None:
    assert default_card(asked(legal + " C1 C2 C3", legal)) == card


def test_the_excuse_goes_in_the_last_trick_but_one() -> None:
    assert default_card(asked("S1 EX", tricks=16, won=3)) == "EX"
    assert default_card(asked("S1 S2 EX", tricks=15, won=3)) == "S1"
    assert EXCUSE in asked("S1 EX").hand


def test_the_excuse_stays_while_a_slam_is_alive() -> None:
    assert default_card(asked("S1 EX", tricks=16, won=16)) == "S1"


def test_default_call_is_a_king_somebody_else_may_hold() -> None:
    game = stacked({0: "SK T1 T2", 1: "T3 T4"}, rules=Ruleset.fft(5, deals=1), dealer=4)
    game.bid(GARDE, None, None, None, None)
    assert default_for(game.view(0)) == CallCard(parse_card("HK"))


@pytest.mark.parametrize(
    ("hand", "before", "bid"),
    [
        pytest.param(f"{SEVEN} T21", None, GARDE, id="eight-trumps-with-an-oudler"),
        pytest.param(f"{SEVEN} T9 EX", None, GARDE, id="the-excuse-is-an-oudler"),
        pytest.param(f"{SEVEN} EX", None, None, id="the-excuse-is-no-trump"),
        pytest.param(f"{SEVEN} T9 T10", None, None, id="no-oudler"),
        pytest.param("T2 T3 T4 T5 T6 T7 T21", None, None, id="seven-trumps"),
        pytest.param(f"{SEVEN} T21", GARDE, None, id="garde-is-taken"),
        pytest.param(f"{SEVEN} T21", Contract.PETITE, GARDE, id="over-a-petite"),
    ],
)
def test_simple_robot_bids(hand: str, before: Contract | None, bid: Contract | None) -> None:
    game = stacked({1: hand, 2: "T1 T11" if "T1 " not in hand else "T11"}, "EX" if "EX" not in hand else "")
    game.bid(before)
    assert robot_action("simple", game.view(1)) == Bid(bid)


def test_unknown_robot() -> None:
    with pytest.raises(KeyError):
        robot_action("deep", stacked({0: SEVEN}).view(0))
