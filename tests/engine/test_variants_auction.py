"""Options of the auction and the call, at the numbers of seats they concern (rules §15, §17)."""

from __future__ import annotations

from typing import Any

import pytest

from tarot_engine import (
    Bid,
    BidOptions,
    CallCard,
    CallOptions,
    CardSet,
    Contract,
    ContractSettled,
    DealScored,
    DogShown,
    IllegalBid,
    PartnerRevealed,
    PlayOptions,
    PrepareOptions,
    Refusal,
    SeedChain,
    SlamAnnounced,
    parse_card,
)
from tests.engine.playing import Game, rules_of, some_trumps, stacked, void_off

PETITE, GARDE, SANS, CONTRE = Contract
PLAIN = "S1 S2 S3 S4 H1 H2 H3 H4 D1 D2 D3 D4 C1 C2 C3 C4 S5 H5 S6 S7 H6 H7 D5 D6 D7 C5"


# petite, high_contracts


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_without_petite_the_lowest_bid_is_garde(seats: int) -> None:
    game = Game(SeedChain("bids", b"\x03" * 32), rules_of(seats, petite=False, **void_off(seats)))
    assert game.state.to_act is not None
    options = game.options(game.state.to_act)
    assert options == BidOptions((None, GARDE, SANS, CONTRE))
    with pytest.raises(IllegalBid) as refused:
        game.act(game.state.to_act, Bid(PETITE))
    assert refused.value.code is Refusal.BID_NOT_OFFERED


def test_without_high_contracts_garde_is_the_best_bid() -> None:
    game = stacked({}, rules=rules_of(high_contracts=False, petit_sec="off"))
    assert game.options(0) == BidOptions((None, PETITE, GARDE))


# auction


def rising(seats: int = 4) -> Game:
    return stacked(some_trumps(seats), rules=rules_of(seats, auction="rising"), dealer=seats - 1)


def test_rising_who_has_not_passed_may_raise_again() -> None:
    game = rising()
    game.bid(PETITE, None, GARDE, None)
    assert game.state.to_act == 0, "seat 0 was overbid and has not passed"
    assert game.options(0) == BidOptions((None, SANS, CONTRE))
    game.bid(SANS)
    assert game.state.to_act == 2
    game.bid(None)
    assert game.last(ContractSettled) == ContractSettled(0, SANS)
    expected = ((0, PETITE), (1, None), (2, GARDE), (3, None), (0, SANS), (2, None))
    assert game.view(1).bids == expected


def test_rising_ends_when_only_the_best_bidder_is_left() -> None:
    game = rising()
    game.bid(None, PETITE, None, None)
    assert game.last(ContractSettled) == ContractSettled(1, PETITE)


def test_rising_all_pass_and_garde_contre_end_it() -> None:
    game = rising()
    game.bid(None, None, None, None)
    assert "DealPassedOut" in game.kinds()
    game = rising(3)
    game.bid(GARDE, CONTRE)
    assert game.last(ContractSettled) == ContractSettled(1, CONTRE)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_rising_at_every_number_of_seats(seats: int) -> None:
    game = Game(SeedChain("rise", b"\x09" * 32), rules_of(seats, auction="rising", **void_off(seats)))
    first = game.state.to_act
    assert first is not None
    game.bid(PETITE, GARDE, *([None] * (seats - 2)))
    assert game.state.to_act == first
    game.bid(None)
    assert game.last(ContractSettled) == ContractSettled((first + 1) % seats, GARDE)


def test_single_everybody_speaks_once() -> None:
    game = stacked(some_trumps(4), rules=rules_of())
    game.bid(PETITE, None, GARDE, None)
    assert game.last(ContractSettled) == ContractSettled(2, GARDE)


# slam, slam_window


def test_slam_with_the_bid_leads_and_is_not_asked_for_again() -> None:
    game = stacked(some_trumps(4), rules=rules_of(slam_window="with_bid"))
    options = game.options(0)
    assert isinstance(options, BidOptions)
    assert options.choices[-1] == Bid(CONTRE, slam=True)
    assert len(options.choices) == 1 + 4 + 4
    game.act(0, Bid(None))
    game.act(1, Bid(PETITE, slam=True))
    assert game.view(2).slam_announced, "disclosed with the bid"
    game.bid(None, None)
    assert game.last(SlamAnnounced) == SlamAnnounced(1)
    prepare = game.options(1)
    assert isinstance(prepare, PrepareOptions)
    assert not prepare.slam_allowed
    game.run(until=DealScored)
    assert game.last(DealScored).sheet.slam_announced
    assert game.state.last is not None
    assert game.state.last.tricks[0].leader == 1


def test_slam_with_the_bid_is_void_once_overbid() -> None:
    game = stacked(some_trumps(4), rules=rules_of(slam_window="with_bid"))
    game.act(0, Bid(PETITE, slam=True))
    game.bid(GARDE, None, None)
    assert "SlamAnnounced" not in game.kinds()
    assert not game.view(0).slam_announced


def test_slam_with_the_bid_in_garde_contre_starts_the_play() -> None:
    game = stacked(some_trumps(4), rules=rules_of(slam_window="with_bid"))
    events = game.act(0, Bid(CONTRE, slam=True))
    assert [type(event).__name__ for event in events] == ["BidPlaced", "SlamAnnounced", "ContractSettled"]
    assert isinstance(game.options(0), PlayOptions)


@pytest.mark.parametrize(
    ("window", "action"),
    [("after_auction", Bid(GARDE, slam=True)), ("with_bid", Bid(None, slam=True))],
)
def test_slam_where_it_may_not_be_bid(window: str, action: Bid) -> None:
    game = stacked(some_trumps(4), rules=rules_of(slam_window=window))
    with pytest.raises(IllegalBid) as refused:
        game.act(0, action)
    assert refused.value.code is Refusal.SLAM_NOT_OFFERED


# call_timing, call_lower, allow_self_call, split5


def called_after(contract: Contract = GARDE, dog: str = "HK S1 S2", **options: Any) -> Game:
    game = stacked(some_trumps(5), dog, rules=rules_of(5, call_timing="after_chien", **options), dealer=4)
    game.bid(contract, *([None] * (0 if contract is CONTRE else 4)))
    return game


def call(game: Game, code: str) -> list[str]:
    return [type(event).__name__ for event in game.act(0, CallCard(parse_card(code)))]


def test_the_king_called_after_the_dog_is_seen() -> None:
    game = called_after()
    assert game.last(DogShown).cards == CardSet.parse("HK S1 S2")
    view = game.view(0)
    assert view.dog == CardSet.parse("HK S1 S2")
    assert len(view.hand) == 18
    assert isinstance(view.options, CallOptions)
    assert game.view(3).hand_counts == (18, 15, 15, 15, 15)
    assert call(game, "SK") == ["CardCalled"]
    assert isinstance(game.options(0), PrepareOptions)
    assert game.kinds().count("DogShown") == 1


def test_calling_a_king_seen_in_the_dog_tells_everybody_that_the_taker_is_alone() -> None:
    game = called_after()
    assert call(game, "HK") == ["CardCalled", "PartnerRevealed"]
    assert game.last(PartnerRevealed) == PartnerRevealed(None)
    assert game.view(2).partner_revealed
    game.run(until=DealScored)
    assert game.last(DealScored).sheet.partner is None


def test_calling_after_the_dog_without_self_call_excludes_it() -> None:
    options = called_after(allow_self_call=False).options(0)
    assert isinstance(options, CallOptions)
    assert parse_card("HK") not in options.cards


def test_the_call_comes_at_once_where_the_dog_is_never_turned() -> None:
    game = called_after(SANS)
    assert isinstance(game.options(0), CallOptions)
    assert game.view(0).dog is None
    assert call(game, "SK") == ["CardCalled"]


def test_lower_calls_only_where_allowed() -> None:
    four = {**some_trumps(5), 0: "SK HK DK CK T1 T2"}
    for lower in (True, False):
        game = stacked(four, rules=rules_of(5, call_lower=lower), dealer=4)
        game.bid(GARDE, None, None, None, None)
        options = game.options(0)
        assert isinstance(options, CallOptions)
        assert (parse_card("SQ") in options.cards) == lower


def test_who_may_not_call_himself_but_holds_all_four_kings_calls_one() -> None:
    four = {**some_trumps(5), 0: "SK HK DK CK T1 T2"}
    game = stacked(four, rules=rules_of(5, call_lower=False, allow_self_call=False), dealer=4)
    game.bid(GARDE, None, None, None, None)
    assert game.options(0) == CallOptions(CardSet.parse("SK HK DK CK"))
