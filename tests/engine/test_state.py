"""Evolve and views in play: what a seat reads, decisions, loading one deal by itself, corrupt histories."""

from __future__ import annotations

import pytest

from tarot_engine import (
    Bid,
    BidPlaced,
    Card,
    CardPlayed,
    CardSet,
    Commitment,
    Contract,
    CorruptHistory,
    DealOpened,
    DealScored,
    Event,
    GameOpened,
    GameOver,
    HandsDealt,
    IllegalPlay,
    PlayOptions,
    Refusal,
    Ruleset,
    SeatTaken,
    SeedChain,
    TakerReady,
    TrickTaken,
    parse_card,
    replay,
    robot_action,
    view_for,
)
from tests.engine.playing import Game, stacked

SANS = Contract.GARDE_SANS


def in_play() -> Game:
    """Seat 1 took without the dog; seat 0 leads."""
    game = stacked({0: "SK S2 T9 T2", 1: "S3 T3 T4", 2: "S4 T5 T6", 3: "S5 T7 T8"}, "EX T1")
    game.bid(None, SANS, None, None)
    game.prepare(1)
    return game


def test_the_trick_as_it_is_seen() -> None:
    game = in_play()
    assert (game.view(3).leader, game.view(3).trick, game.view(3).master) == (0, (), None)
    game.play(0, "S2")
    game.play(1, "S3")
    view = game.view(3)
    assert [(seat, card.code) for seat, card in view.trick] == [(0, "S2"), (1, "S3")]
    assert (view.leader, view.master, view.to_act) == (0, 1, 2)
    game.play(2, "S4")
    game.play(3, "S5")
    view = game.view(None)
    assert view.trick == ()
    assert [(trick.leader, trick.winner) for trick in view.tricks] == [(0, 3)]
    assert view.tricks[0].plays()[3] == (3, parse_card("S5"))
    assert view.tricks_won == (0, 0, 0, 1)
    assert view.to_act == view.leader == 3


def test_who_is_asked_and_the_number_of_the_question() -> None:
    game = in_play()
    assert game.view(0).decision == 2
    assert game.view(0).decisions == (1, 2, 1, 1)
    assert game.view(0).is_my_turn
    for other in (1, 2, 3, None):
        view = game.view(other)
        assert (view.decision, view.options, view.is_my_turn) == (None, None, False)
        assert view.decisions == (1, 2, 1, 1)
    game.play(0, "S2")
    assert game.view(0).decision is None
    assert game.view(1).decision == 3


def test_refused_cards_name_only_what_the_seat_sees() -> None:
    game = in_play()
    game.play(0, "S2")
    with pytest.raises(IllegalPlay) as refused:
        game.play(1, "T3")
    assert refused.value.code is Refusal.MUST_FOLLOW
    assert str(refused.value) == "must_follow"
    with pytest.raises(IllegalPlay) as refused:
        game.play(1, "SK")
    assert refused.value.code is Refusal.CARD_NOT_HELD
    assert refused.value.params == {}


def test_bids_contract_and_dealer_in_the_view() -> None:
    view = in_play().view(2)
    assert view.bids == ((0, None), (1, SANS), (2, None), (3, None))
    assert (view.contract, view.taker, view.dealer, view.number) == (SANS, 1, 3, 1)
    assert view.hand_counts == (18, 18, 18, 18)
    assert view.dog is None


def test_choices_are_one_per_card_in_the_order_of_the_pack() -> None:
    game = in_play()
    options = game.options(0)
    assert isinstance(options, PlayOptions)
    played = [choice.card for choice in options.choices if not isinstance(choice, Bid)]  # type: ignore[union-attr]
    assert played == list(options.cards)
    assert options.choices == game.view(0).options.choices  # type: ignore[union-attr]


def test_a_forced_card_is_known_as_such() -> None:
    game = in_play()
    game.play(0, "SK")
    options = game.options(1)
    assert isinstance(options, PlayOptions)
    assert options.forced == (len(options.cards) == 1)
    assert PlayOptions(CardSet.parse("S3"), options.reason).forced
    assert not PlayOptions(CardSet.parse("S3 S4"), options.reason).forced


def whole_game() -> Game:
    secret = SeedChain("whole", b"\x05" * 32)
    game = Game(secret, Ruleset.fft(4, deals=3), secret.commitment)
    game.run(lambda view: robot_action("simple", view))
    return game


def test_the_current_deal_replays_by_itself() -> None:
    """GameOpened, SeatTaken and the events from DealOpened on give the same table (design: load one deal)."""
    events = whole_game().events
    seated = [event for event in events if isinstance(event, GameOpened | SeatTaken)]
    starts = [i for i, event in enumerate(events) if isinstance(event, DealOpened)]
    assert len(starts) >= 3
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        for cut in range(start + 2, end, 7):
            whole, alone = replay(events[:cut]), replay([*seated, *events[start:cut]])
            assert alone.stage == whole.stage
            assert (alone.totals, alone.decisions, alone.words) == (
                whole.totals,
                whole.decisions,
                whole.words,
            )
            assert alone.to_act == whole.to_act


def test_seeds_come_out_when_a_deal_ends_and_not_before() -> None:
    game = whole_game()
    seen = 0
    for number, event in enumerate(game.events, start=1):
        if isinstance(event, DealScored):
            assert event.seed is not None
        view = view_for(game.events[:number], 0) if number % 40 == 0 else None
        seen += sum(
            kind in ("DealScored", "DealPassedOut", "DealAnnulled") for kind in [type(event).__name__]
        )
        assert view is None or len(view.seeds) == seen
    assert game.view(None).seeds[0] == (1, game.secret.seed(1))


def test_a_finished_game() -> None:
    game = whole_game()
    over = game.last(GameOver)
    view = game.view(1)
    assert view.is_over
    assert view.to_act is None
    assert view.ranks == over.ranks
    assert view.totals == over.totals
    assert view.last is not None
    assert view.last.number == 3


OPENED = GameOpened(Ruleset.fft(), Commitment("c", ""))
SEATED = [OPENED, *(SeatTaken(seat, "") for seat in range(4))]
DEAL = DealOpened(1, 1, 3, (0, 0, 0, 0), (0, 0, 0, 0))
HAND: Card = parse_card("S1")


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([], id="none"),
        pytest.param([DEAL], id="no-game"),
        pytest.param([OPENED, OPENED], id="opened-twice"),
        pytest.param([OPENED, SeatTaken(0, ""), SeatTaken(0, "")], id="seat-taken-twice"),
        pytest.param([*SEATED, BidPlaced(0, None)], id="bid-without-a-deal"),
        pytest.param([*SEATED, DEAL, DEAL], id="deal-opened-twice"),
        pytest.param([*SEATED, DEAL, CardPlayed(0, HAND)], id="card-without-a-hand"),
        pytest.param([*SEATED, DEAL, TakerReady(0)], id="ready-without-an-auction"),
        pytest.param([*SEATED, DEAL, TrickTaken(1, 0)], id="trick-without-cards"),
        pytest.param([*SEATED, GameOver((0,) * 4, (1,) * 4)], id="over-before-the-end"),
        pytest.param([*SEATED, HandsDealt((CardSet(),) * 4, CardSet())], id="hands-without-a-deal"),
    ],
)
def test_corrupt_histories(events: list[Event]) -> None:
    with pytest.raises(CorruptHistory):
        replay(events)


def test_a_card_that_was_not_held_is_corrupt() -> None:
    game = in_play()
    with pytest.raises(CorruptHistory):
        replay([*game.events, CardPlayed(0, parse_card("S5"))])
