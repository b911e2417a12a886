"""Cut and deal by hand: the dealer's left neighbour cuts, the dealer lays the dog (rules §2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tarot_engine import (
    Action,
    Bid,
    BidOptions,
    Check,
    Contract,
    Cut,
    CutOptions,
    DealOpened,
    DealOut,
    DealOutOptions,
    Finding,
    HandsDealt,
    IllegalDeal,
    PackCut,
    PackDealt,
    Refusal,
    SeatView,
    SeedChain,
    StageName,
    WrongStage,
    decode_action,
    default_for,
    encode_action,
    verify_game,
)
from tarot_engine.dealing import deal_out
from tests.engine.playing import Game, rules_of, void_off


def bold(view: SeatView) -> Action:
    """Garde where it may be bid, else the default."""
    options = view.options
    takes = isinstance(options, BidOptions) and Contract.GARDE in options.bids
    return Bid(Contract.GARDE) if takes else default_for(view)


EVERY = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def game(seats: int = 4, **options: Any) -> Game:
    chain = SeedChain("by hand", b"\x0b" * 32)
    given = {"cut": "hand", "deal_out": "hand", **void_off(seats), **options}
    return Game(chain, rules_of(seats, **given), chain.commitment)


def gaps_for(seats: int) -> tuple[int, ...]:
    return tuple(range(1, 1 + (3 if seats == 5 else 6)))


@EVERY
def test_the_left_neighbour_cuts_and_the_dealer_deals(seats: int) -> None:
    playing = game(seats)
    dealer = playing.last(DealOpened).dealer
    cutter = (dealer - 1) % seats
    assert playing.state.to_act == cutter
    assert playing.options(cutter) == CutOptions(4, 74)
    assert playing.view(cutter).stage is StageName.DEALING
    assert playing.act(cutter, Cut(30)) == (PackCut(cutter, 30),)
    assert playing.state.to_act == dealer
    layout = playing.state.rules.layout
    assert playing.options(dealer) == DealOutOptions(layout.gaps, layout.dog)
    assert playing.view(0).cut == 30
    events = playing.act(dealer, DealOut(gaps_for(seats)))
    assert events[0] == PackDealt(dealer, gaps_for(seats))
    pack = playing.secret.pack(1, ("",) * seats)
    assert events[1] == deal_out(pack, 30, gaps_for(seats), layout, seats, dealer)
    assert playing.state.to_act == (dealer + 1) % seats
    view = playing.view(None)
    assert (view.cut, view.gaps) == (30, gaps_for(seats))


def test_each_is_one_decision_of_its_seat() -> None:
    playing = game()
    dealer = playing.last(DealOpened).dealer
    cutter = (dealer - 1) % 4
    assert playing.view(cutter).decision == 1
    playing.act(cutter, Cut(4))
    assert playing.state.decisions[cutter] == 1
    playing.act(dealer, DealOut(gaps_for(4)))
    assert playing.state.decisions[dealer] == 1


@pytest.mark.parametrize(("cut", "deal_out"), [("hand", "server"), ("server", "hand")])
@EVERY
def test_one_by_hand_the_other_by_the_server(seats: int, cut: str, deal_out: str) -> None:
    playing = game(seats, cut=cut, deal_out=deal_out)
    asked = playing.state.to_act
    assert asked is not None
    playing.act(asked, default_for(playing.view(asked)))
    assert "HandsDealt" in playing.kinds()
    playing.run(bold)
    assert verify_game(playing.events) == ()


@pytest.mark.parametrize("position", [-1, 0, 3, 75, 78])
def test_a_cut_takes_and_leaves_more_than_three_cards(position: int) -> None:
    playing = game()
    with pytest.raises(IllegalDeal) as refused:
        playing.act(playing.state.to_act or 0, Cut(position))
    assert refused.value.code is Refusal.CUT_OUT_OF_RANGE
    assert refused.value.params == {"least": 4, "most": 74}


@pytest.mark.parametrize(
    ("gaps", "code"),
    [
        ((1, 2, 3, 4, 5), Refusal.GAPS_COUNT),
        ((1, 2, 3, 4, 5, 5), Refusal.GAPS_COUNT),
        ((2, 1, 3, 4, 5, 6), Refusal.GAPS_COUNT),
        ((), Refusal.GAPS_COUNT),
        ((0, 1, 2, 3, 4, 5), Refusal.GAPS_OUT_OF_RANGE),
        ((1, 2, 3, 4, 5, 24), Refusal.GAPS_OUT_OF_RANGE),
    ],
)
def test_one_card_of_the_dog_per_gap_never_first_nor_last(gaps: tuple[int, ...], code: Refusal) -> None:
    playing = game(cut="server")
    with pytest.raises(IllegalDeal) as refused:
        playing.act(playing.state.to_act or 0, DealOut(gaps))
    assert refused.value.code is code
    with pytest.raises(IllegalDeal) as refused:
        playing.act(playing.state.to_act or 0, Cut(30))
    assert refused.value.code is Refusal.WRONG_STAGE


def test_deal_before_the_cut_is_refused() -> None:
    playing = game()
    with pytest.raises(IllegalDeal) as refused:
        playing.act(playing.state.to_act or 0, DealOut(gaps_for(4)))
    assert refused.value.code is Refusal.WRONG_STAGE
    with pytest.raises(WrongStage):
        playing.prepare(playing.state.to_act or 0)


@EVERY
def test_the_defaults_are_legal_and_leave_the_shuffle_checkable(seats: int) -> None:
    playing = game(seats)
    playing.run(bold)
    assert playing.state.is_over
    assert verify_game(playing.events) == ()
    other = [
        PackCut(event.seat, event.position + 1) if isinstance(event, PackCut) else event
        for event in playing.events
    ]
    assert Finding(1, Check.CARDS) in verify_game(other)


def test_by_the_server_nobody_is_asked_and_nothing_is_told() -> None:
    playing = game(cut="server", deal_out="server")
    assert not {"PackCut", "PackDealt"} & set(playing.kinds())
    assert isinstance(playing.last(HandsDealt), HandsDealt)
    assert (playing.view(0).cut, playing.view(0).gaps) == (None, None)


@pytest.mark.parametrize("action", [Cut(4), Cut(74), DealOut((1, 4, 7, 9, 12, 20)), DealOut((1, 2, 3))])
def test_the_actions_are_stored_with_one_width(action: Cut | DealOut) -> None:
    assert decode_action(encode_action(action)) == action
    widths = {len(encode_action(Cut(number))) for number in range(4, 75)}
    assert len(widths) == 1
    assert json.loads(encode_action(Cut(4))) == {"type": "cut", "position": "04"}
