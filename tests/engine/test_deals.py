"""Whole deals worked out on paper: slams and their Excuse, the dog's owner, the Petit last (rules §7-§11).

The taker's hands are so strong that who follows with what does not matter; each expected score is a worked
example of rules §11 or written out in the test.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarot_engine import (
    Action,
    Card,
    CardSet,
    Contract,
    DealScored,
    ExcuseFate,
    PlayCard,
    PlayOptions,
    Ruleset,
    ScoreSheet,
    SeatView,
    default_for,
    parse_card,
)
from tests.engine.playing import Game, stacked

PETITE, GARDE, SANS, CONTRE = Contract
LOW = "S1 S2 H1 H2 D1 D2"


def ranks(first: int, last: int) -> str:
    return " ".join(f"T{rank}" for rank in range(first, last + 1))


def finish(game: Game, choices: dict[int, Callable[[SeatView], Action]]) -> ScoreSheet:
    def choose(view: SeatView) -> Action:
        assert view.seat is not None
        return choices.get(view.seat, default_for)(view)

    game.run(choose, until=DealScored)
    return game.last(DealScored).sheet


def highest_then(*last: str) -> Callable[[SeatView], Action]:
    """Plays its highest trump, else its highest card, and keeps these for the end, in this order."""
    kept = [parse_card(code) for code in last]

    def choose(view: SeatView) -> Action:
        options = view.options
        if not isinstance(options, PlayOptions):
            return default_for(view)
        free = [card for card in options.cards if card not in kept]
        return PlayCard(max(free, key=_height) if free else next(c for c in kept if c in options.cards))

    return choose


def _height(card: Card) -> tuple[bool, int, int]:
    return card.is_trump, card.rank, card.index


ALL_TRUMPS = f"T1 {ranks(6, 21)} EX"


@pytest.mark.parametrize(
    ("announced", "per_defender"),
    [
        pytest.param(True, 580, id="11-21"),
        pytest.param(False, 380, id="7-not-announced"),
    ],
)
def test_slam_with_the_excuse_last_and_the_petit_before(announced: bool, per_defender: int) -> None:
    game = stacked({0: ALL_TRUMPS, 1: "T2 T3", 2: "T4", 3: "T5"}, LOW)
    game.bid(GARDE, None, None, None)
    game.prepare(0, LOW, slam=announced)
    sheet = finish(game, {0: highest_then("T1", "EX")})
    assert sheet.excuse is ExcuseFate.WON_SLAM
    assert (sheet.half_points, sheet.oudlers, sheet.petit_au_bout) == (182, 3, 1)
    assert (sheet.per_defender, sheet.scores) == (per_defender, (3 * per_defender, *[-per_defender] * 3))


def test_slam_against_a_defender_with_the_excuse_counts_87() -> None:
    """rules §11, 22: two oudlers, 87 points, 46 over, no Petit last: (25 + 46) x 2 + 200 = 342."""
    game = stacked({0: f"T1 {ranks(5, 21)}", 1: "EX T2", 2: "T3", 3: "T4"}, LOW)
    game.bid(GARDE, None, None, None)
    game.prepare(0, LOW)
    sheet = finish(game, {0: petit_early, 1: excuse_first})
    assert sheet.excuse is ExcuseFate.EXCHANGED
    assert (sheet.half_points, sheet.oudlers, sheet.margin) == (174, 2, 46)
    assert sheet.slam_won_by_attack
    assert sheet.per_defender == 342


def petit_early(view: SeatView) -> Action:
    """Highest trumps, the Petit in the fifth trick, when the defence has none left."""
    if isinstance(view.options, PlayOptions) and len(view.tricks) == 4:
        return PlayCard(parse_card("T1"))
    return highest_then()(view)


def excuse_first(view: SeatView) -> Action:
    options = view.options
    if isinstance(options, PlayOptions) and parse_card("EX") in options.cards:
        return PlayCard(parse_card("EX"))
    return default_for(view)


def test_slam_against_an_excuse_kept_to_the_last_trick_counts_91() -> None:
    """The defender loses it (rules §8.5): three oudlers, 91 points: (25 + 55) x 2 + 200 = 360."""
    game = stacked({0: f"T1 {ranks(5, 21)}", 1: "EX T2", 2: "T3", 3: "T4"}, LOW)
    game.bid(GARDE, None, None, None)
    game.prepare(0, LOW)
    sheet = finish(game, {0: petit_early, 1: highest_then("EX")})
    assert sheet.excuse is ExcuseFate.LOST
    assert (sheet.half_points, sheet.oudlers, sheet.per_defender) == (182, 3, 360)


def test_slam_in_garde_contre_leaves_the_dog_to_the_defence() -> None:
    """The dog holds three kings and three low cards, 30 of the 182 half-points (as rules §11, 25)."""
    game = stacked({0: f"{ranks(4, 21)}", 1: "T1 T2", 2: "T3", 3: "EX"}, "SK HK DK S1 S2 S3")
    game.bid(CONTRE)
    game.prepare(0)
    sheet = finish(game, {0: highest_then(), 3: excuse_first})
    assert sheet.excuse is ExcuseFate.EXCHANGED
    assert sheet.half_points == 182 - 30 - 8
    assert (sheet.oudlers, sheet.target, sheet.margin) == (2, 41, 31)
    assert sheet.per_defender == (25 + 31) * 6 + 200


def test_announced_slam_lost_in_the_last_trick() -> None:
    """The contract is made and counted, and each defender gets 200 (rules §7)."""
    game = stacked({0: f"T1 {ranks(6, 21)} C1", 1: "T2 T3 EX", 2: "T4 CK", 3: "T5"}, LOW)
    game.bid(GARDE, None, None, None)
    game.prepare(0, LOW, slam=True)
    sheet = finish(game, {0: highest_then("T1", "C1"), 1: excuse_first, 2: highest_then("CK")})
    assert not sheet.slam_won_by_attack
    assert sheet.made
    assert sheet.slam_points == -200
    assert sheet.petit_au_bout == 0
    assert sheet.per_defender == sheet.base_points - 200
    assert sheet.base_points == (25 + sheet.margin) * 2


def test_defence_slam_against_a_petite() -> None:
    """No trick, no oudler; the discard is five low cards and a knave: 4 points (rules §11, 24)."""
    hand = "S1 S2 S3 S4 S5 S6 H1 H2 H3 H4 H5 H6 D1 D2 D3 D4 D5 SJ"
    game = stacked({0: hand, 1: f"{ranks(1, 17)} SK"}, "D6 D7 C1 C2 C3 C4")
    game.bid(PETITE, None, None, None)
    game.prepare(0, "S1 S2 H1 H2 D1 SJ")
    sheet = finish(game, {0: default_for, 1: highest_then("T1"), 2: highest_then(), 3: highest_then()})
    assert sheet.slam_won_by_defence
    assert (sheet.half_points, sheet.oudlers, sheet.margin, sheet.slam_points) == (8, 0, -52, -200)
    assert sheet.petit_au_bout == -1, "the defence took the last trick with the Petit"
    assert sheet.per_defender == -277 - 10


def test_the_petit_last_won_by_the_defence() -> None:
    """Seat 1 leads its last card, the Petit, when no other trump is left (rules §9)."""
    game = stacked({0: f"SK HK {ranks(2, 6)} EX", 1: f"T1 {ranks(7, 21)} CK DK"}, LOW)
    game.bid(GARDE, None, None, None)
    game.prepare(0, LOW)
    sheet = finish(game, {1: highest_then("T1")})
    assert sheet.petit_au_bout == -1
    assert sheet.petit_points == -20


def test_the_dog_of_a_garde_sans_counts_for_the_attack() -> None:
    game = stacked({0: f"{ranks(4, 21)}", 1: "T1 T2", 2: "T3", 3: "S4"}, "SK HK DK CK EX S1")
    game.bid(SANS, None, None, None)
    game.prepare(0)
    sheet = finish(game, {0: highest_then()})
    assert sheet.excuse is ExcuseFate.NOT_PLAYED
    assert sheet.dog_half_points == 46
    assert (sheet.half_points, sheet.oudlers, sheet.per_defender) == (182, 3, (25 + 55) * 4 + 200)


def test_the_deal_over_view_shows_everything_to_everybody() -> None:
    game = stacked({0: ALL_TRUMPS, 1: "T2 T3", 2: "T4", 3: "T5"}, LOW, rules=Ruleset.fft(4, deals=2))
    game.bid(GARDE, None, None, None)
    game.prepare(0, LOW)
    finish(game, {0: highest_then("T1", "EX")})
    ends = next(i for i, event in enumerate(game.events) if isinstance(event, DealScored))
    game.events = game.events[: ends + 1]
    for seat in (0, 2, None):
        view = game.view(seat)
        assert view.stage.value == "closed"
        assert view.options is None
        assert view.last is not None
        assert view.last.hands[0] == CardSet.parse(ALL_TRUMPS)
        assert view.last.discard == CardSet.parse(LOW)
        assert view.taker == 0
        assert view.totals == (1140, -380, -380, -380)
        assert view.ranks == (1, 2, 2, 2)
