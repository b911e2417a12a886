"""Options of the deal and of a game's length, at the numbers of seats they concern (rules §15, §17)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tarot_engine import (
    EMPTY,
    PACK,
    Bid,
    BidOptions,
    CardSet,
    Commitment,
    Contract,
    DealAnnulled,
    DealOpened,
    DealPassedOut,
    DealScored,
    Direction,
    GameOver,
    HandsDealt,
    Ruleset,
    SeedChain,
    WrongStage,
    announce_last_deal,
    evolve,
    open_game,
    options_for,
    replay,
    robot_action,
    seen_by,
    verify_game,
    view_for,
)
from tarot_engine.dealing import deal_out, fixed_gaps
from tests.engine.playing import Game, rules_of, some_trumps, stacked, void_off

PETITE, GARDE, SANS, CONTRE = Contract
PLAIN = "S1 S2 S3 S4 H1 H2 H3 H4 D1 D2 D3 D4 C1 C2 C3 C4 S5 H5 S6 S7 H6 H7 D5 D6 D7 C5"


# direction


def test_direction_changes_nothing_but_the_drawing() -> None:
    one, two = (stacked(some_trumps(4), rules=rules_of(direction=value)) for value in ("ccw", "cw"))
    assert two.state.rules.direction is Direction.CW
    assert [event for event in one.events if not hasattr(event, "rules")] == [
        event for event in two.events if not hasattr(event, "rules")
    ]


# petit_sec, petit_sec_dealer


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize(("value", "moves"), [("next", 1), ("same", 0)])
def test_who_deals_after_a_lone_petit(seats: int, value: str, moves: int) -> None:
    lone = lone_petit(seats)
    game = stacked({1: lone}, rules=rules_of(seats, petit_sec_dealer=value), dealer=0)
    assert "DealAnnulled" in game.kinds()
    opened = [event for event in game.events if isinstance(event, DealOpened)]
    assert opened[1].dealer == moves


def lone_petit(seats: int) -> str:
    """A hand whose only trump is the Petit, without the Excuse."""
    return " ".join(["T1", *PLAIN.split()][: Ruleset.fft(seats).layout.hand])


def test_after_all_pass_the_next_seat_deals_even_so() -> None:
    game = stacked(some_trumps(4), rules=rules_of(petit_sec_dealer="same"), dealer=0)
    game.bid(None, None, None, None)
    opened = [event for event in game.events if isinstance(event, DealOpened)]
    assert [event.dealer for event in opened] == [0, 1]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_lone_petit_plays_on_where_it_may(seats: int) -> None:
    lone = lone_petit(seats)
    game = stacked({1: lone}, rules=rules_of(seats, petit_sec="off"), dealer=0)
    assert not any(isinstance(event, DealAnnulled) for event in game.events)


# show_dog_on_all_pass


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_cards_gathered_unseen_stay_hidden(seats: int) -> None:
    chain = SeedChain("gathered", b"\x08" * 32)
    table = rules_of(seats, show_dog_on_all_pass=False, **void_off(seats))
    game = Game(chain, table, chain.commitment)
    game.bid(*[None] * seats)
    passed = game.last(DealPassedOut)
    assert passed == DealPassedOut((EMPTY,) * seats, EMPTY, None)
    view = game.view(0)
    assert view.last is not None
    assert not view.last.dog
    assert not view.seeds
    assert verify_game(game.events) == ()
    assert view.hand != EMPTY, "the next deal"


# dog_deal


@pytest.mark.parametrize(("seats", "first", "second"), [(2, 6, 15), (3, 12, 27), (4, 12, 27), (5, 15, None)])
def test_the_dog_in_packets_of_three(seats: int, first: int, second: int | None) -> None:
    table = rules_of(seats, dog_deal="packets3")
    gaps = fixed_gaps(table)
    assert gaps is not None
    dealt = deal_out(PACK, 0, gaps, table.layout, seats, 0)
    expected = PACK[first : first + 3] + (PACK[second : second + 3] if second else ())
    assert dealt.dog == CardSet.from_cards(expected)
    chain = SeedChain("packets", b"\x06" * 32)
    game = Game(chain, replace(table, deals=1), chain.commitment)
    pack, cut = chain.pack(1, ("",) * seats), chain.cut(1, ("",) * seats)
    lying = pack[cut:] + pack[:cut]
    if isinstance(dealt := game.last(HandsDealt), HandsDealt) and game.state.seed_index == 1:
        shown = lying[first : first + 3] + (lying[second : second + 3] if second else ())
        assert dealt.dog == CardSet.from_cards(shown)
    assert verify_game(game.events) == ()


# deals, target_score


def played(table: Ruleset, stop_after: int = 99) -> Game:
    chain = SeedChain("length", b"\x04" * 32)
    game = Game(chain, table, chain.commitment)
    while game.state.to_act is not None:
        if game.state.seed_index >= stop_after and not game.state.ends_here:
            for event in announce_last_deal(game.state):
                game.state = evolve(game.state, event)
                game.events.append(event)
        start = game.kinds().count("DealOpened")
        while game.state.to_act is not None and game.kinds().count("DealOpened") == start:
            seat = game.state.to_act
            options = options_for(game.state, seat)
            assert options is not None
            bids = isinstance(options, BidOptions) and len(options.bids) > 1
            game.act(seat, Bid(options.bids[1]) if bids else robot_action("simple", game.view(seat)))  # type: ignore[union-attr]
    return game


def test_no_deal_is_the_last_one_before_anybody_sits() -> None:
    for rules in (rules_of(4, deals=0, target_score=200), rules_of(4, deals=0), rules_of(4)):
        assert not view_for(open_game(rules, Commitment("g", "00" * 32)), None).is_last_deal


def test_a_target_score_ends_the_game_with_the_deal_that_reaches_it() -> None:
    game = played(rules_of(4, deals=0, target_score=200))
    scored = [event.sheet.scores for event in game.events if isinstance(event, DealScored)]
    totals = [0] * 4
    for scores in scored:
        assert max(totals) < 200, "no deal after the target is reached"
        totals = [a + b for a, b in zip(totals, scores, strict=True)]
    assert max(totals) >= 200
    assert game.last(GameOver).totals == tuple(totals)


@pytest.mark.parametrize(("more", "deals"), [(0, 1), (1, 2)])
def test_a_target_exactly_reached_is_reached(more: int, deals: int) -> None:
    first = played(rules_of(4)).last(DealScored).sheet.scores
    game = played(rules_of(4, deals=0, target_score=max(first) + more), stop_after=2)
    assert game.kinds().count("DealScored") == deals


def test_a_number_of_deals_and_a_target_whichever_comes_first() -> None:
    assert played(rules_of(4, deals=1, target_score=100_000)).kinds().count("DealScored") == 1


def test_an_unlimited_game_ends_when_the_table_says_so() -> None:
    game = played(rules_of(4, deals=0), stop_after=3)
    opened = [event for event in game.events if isinstance(event, DealOpened)]
    assert opened[-1].seed_index == 3
    assert game.state.is_over
    assert game.view(0).is_last_deal
    assert all(seen_by(event, 1) == event for event in game.events if "LastDeal" in type(event).__name__)


def test_the_last_deal_is_announced_once_and_during_a_deal() -> None:
    game = stacked(some_trumps(4), rules=rules_of(deals=0))
    assert not game.view(0).is_last_deal
    for event in announce_last_deal(game.state):
        game.state = evolve(game.state, event)
        game.events.append(event)
    assert game.view(0).is_last_deal
    with pytest.raises(WrongStage):
        announce_last_deal(game.state)
    game.bid(None, None, None, None)
    assert game.state.is_over, "even when the deal does not count"
    with pytest.raises(WrongStage):
        announce_last_deal(game.state)


def test_a_game_ends_when_its_seeds_are_used_up() -> None:
    game = stacked(some_trumps(4), rules=rules_of(deals=0))
    opened = replace(game.last(DealOpened), seed_index=256)
    events = [opened if isinstance(event, DealOpened) else event for event in game.events]
    game.state, game.events = replay(events), events
    game.bid(None, None, None, None)
    assert game.state.is_over
