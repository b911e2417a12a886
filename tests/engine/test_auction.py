"""Deal, petit sec, auction, all pass and rotation (rules §2, §3, §13)."""

from __future__ import annotations

import pytest

from tarot_engine import (
    Bid,
    BidOptions,
    BidPlaced,
    Commitment,
    Contract,
    ContractSettled,
    DealAnnulled,
    DealOpened,
    DealPassedOut,
    Ending,
    GameOver,
    IllegalBid,
    NotYourTurn,
    PetitSec,
    PlayCard,
    Refusal,
    Ruleset,
    SeedChain,
    WrongStage,
    open_game,
    parse_card,
    replay,
    robot_action,
    seat_taken,
)
from tests.engine.playing import Game, stacked

PETITE, GARDE, SANS, CONTRE = Contract
SPREAD = {0: "T1 T2", 1: "T3 T4", 2: "T5 T6", 3: "T7 T8"}


def bids_of(game: Game, seat: int) -> tuple[Contract | None, ...]:
    options = game.options(seat)
    assert isinstance(options, BidOptions)
    return options.bids


def test_the_dealers_right_neighbour_speaks_first_and_each_seat_once() -> None:
    game = stacked(SPREAD, dealer=1)
    assert game.state.to_act == 2
    game.bid(None, PETITE, None, GARDE)
    placed = [event.seat for event in game.events if isinstance(event, BidPlaced)]
    assert placed == [2, 3, 0, 1]
    assert game.last(ContractSettled) == ContractSettled(1, GARDE)


def test_only_higher_bids_are_offered_pass_first() -> None:
    game = stacked(SPREAD)
    assert bids_of(game, 0) == (None, PETITE, GARDE, SANS, CONTRE)
    game.bid(GARDE)
    assert bids_of(game, 1) == (None, SANS, CONTRE)
    with pytest.raises(IllegalBid) as refused:
        game.bid(GARDE)
    assert refused.value.code is Refusal.BID_TOO_LOW
    assert refused.value.params == {"best": GARDE}


def test_a_table_without_petite_refuses_it() -> None:
    game = stacked(SPREAD, rules=Ruleset.of_preset("concours", deals=1))
    assert bids_of(game, 0) == (None, GARDE, SANS, CONTRE)
    with pytest.raises(IllegalBid) as refused:
        game.bid(PETITE)
    assert refused.value.code is Refusal.BID_NOT_OFFERED


def test_garde_contre_ends_the_auction() -> None:
    game = stacked(SPREAD)
    game.bid(None, CONTRE)
    assert game.last(ContractSettled) == ContractSettled(1, CONTRE)
    assert sum(isinstance(event, BidPlaced) for event in game.events) == 2


def test_answers_out_of_turn_or_to_another_question_are_refused() -> None:
    game = stacked(SPREAD)
    with pytest.raises(NotYourTurn):
        game.act(1, Bid(None))
    with pytest.raises(WrongStage):
        game.act(0, PlayCard(parse_card("T1")))


def test_all_pass_reveals_the_cards_and_does_not_count() -> None:
    game = stacked(SPREAD, rules=Ruleset.fft(4, deals=2), dealer=3)
    game.bid(None, None, None, None)
    passed = game.last(DealPassedOut)
    assert sum(map(len, passed.hands)) + len(passed.dog) == 78
    assert game.last(DealOpened) == DealOpened(1, 2, 0, (0, 0, 0, 0), (1, 1, 1, 1))
    assert game.state.last is not None
    assert game.state.last.ending is Ending.PASSED_OUT
    assert game.view(2).last == game.state.last


@pytest.mark.parametrize(
    ("hand", "void"),
    [
        pytest.param("T1", True, id="2-petit-alone"),
        pytest.param("T1 EX", False, id="2-petit-with-the-excuse"),
        pytest.param("EX", False, id="2-excuse-alone"),
        pytest.param("T1 T2", False, id="2-petit-and-another-trump"),
        pytest.param("T2", False, id="2-another-trump-alone"),
    ],
)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_petit_sec(hand: str, void: bool, seats: int) -> None:
    plain = " ".join(f"S{rank}" for rank in range(1, 11)) + " SJ SN SQ SK"
    plain += " " + " ".join(f"H{rank}" for rank in range(1, 11))
    size = Ruleset.fft(seats).layout.hand
    cards = hand.split() + plain.split()[: size - len(hand.split())]
    others = {1: "T7 T8", 2: "T9 T10"} | {seat: f"T{20 - seat}" for seat in range(3, seats)}
    game = stacked({0: " ".join(cards)} | others, rules=Ruleset.fft(seats, deals=1), dealer=2)
    assert ("DealAnnulled" in game.kinds()) == void
    if void:
        assert game.last(DealAnnulled).seat == 0
        assert game.last(DealOpened) == DealOpened(1, 2, 3 % seats, (0,) * seats, (0,) * seats)


def test_petit_sec_may_be_off() -> None:
    plain = "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SN SQ SK H1 H2 H3"
    game = stacked({0: "T1 " + plain}, rules=Ruleset(deals=1, petit_sec=PetitSec.OFF))
    assert game.state.to_act == 0


def test_dealer_turns_numbers_count_and_the_game_ends_with_ranks() -> None:
    secret = SeedChain("rotation", b"\x07" * 32)
    game = Game(secret, Ruleset.fft(4, deals=4), secret.commitment)
    game.run(lambda view: robot_action("simple", view))
    opened = [event for event in game.events if isinstance(event, DealOpened)]
    assert [event.seed_index for event in opened] == list(range(1, len(opened) + 1))
    first = opened[0].dealer
    assert [event.dealer for event in opened] == [(first + i) % 4 for i in range(len(opened))]
    over = game.last(GameOver)
    assert game.events[-1] == over
    assert game.state.is_over
    assert sum(over.totals) == 0
    assert game.kinds().count("DealScored") == 4
    assert opened[-1].number == 4
    assert sorted(over.ranks)[0] == 1


def test_words_and_seats() -> None:
    secret = SeedChain("words", b"\x01" * 32)
    state = replay(open_game(Ruleset.fft(), secret.commitment))
    with pytest.raises(WrongStage) as refused:
        seat_taken(state, 0, "x" * 41, secret)
    assert refused.value.code is Refusal.WORD_TOO_LONG
    events = seat_taken(state, 0, "e\u0301te\u0301", secret)
    assert [event.word for event in events if hasattr(event, "word")] == ["été"]
    with pytest.raises(WrongStage) as refused:
        seat_taken(replay([*open_game(Ruleset.fft(), secret.commitment), *events]), 0, "", secret)
    assert refused.value.code is Refusal.SEAT_ALREADY_TAKEN


@pytest.mark.parametrize("seat", [-1, -4, 4, 9])
def test_there_are_no_other_seats(seat: int) -> None:
    secret = SeedChain("words", b"\x01" * 32)
    state = replay(open_game(Ruleset.fft(), secret.commitment))
    with pytest.raises(WrongStage) as refused:
        seat_taken(state, seat, "", secret)
    assert refused.value.code is Refusal.NO_SUCH_SEAT


@pytest.mark.parametrize("word", ["\ud800", "mot\udfff"])
def test_a_word_is_text_that_the_shuffle_can_mix(word: str) -> None:
    secret = SeedChain("words", b"\x01" * 32)
    state = replay(open_game(Ruleset.fft(), secret.commitment))
    with pytest.raises(WrongStage) as refused:
        seat_taken(state, 0, word, secret)
    assert refused.value.code is Refusal.WORD_NOT_TEXT
    assert seat_taken(state, 0, "\ud7ff\ue000\U0001f0a1", secret)


def test_commitment_stands_in_the_first_event() -> None:
    commitment = Commitment("id", "ab" * 32)
    assert replay(open_game(Ruleset.fft(), commitment)).commitment == commitment
