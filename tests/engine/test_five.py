"""King call, self-call, called card in the dog, first lead and secrecy at 5 seats; 3 seats' half-points."""

from __future__ import annotations

import pytest

from tarot_engine import (
    CallCard,
    CallOptions,
    CardSet,
    Contract,
    DealScored,
    IllegalCall,
    IllegalDiscard,
    IllegalPlay,
    PartnerRevealed,
    PlayOptions,
    PrepareOptions,
    Refusal,
    Ruleset,
    parse_card,
)
from tarot_engine.bidding import callable_mask
from tests.engine.playing import Game, stacked

PETITE, GARDE, SANS, CONTRE = Contract
FIVE = Ruleset.fft(5, deals=1)
KINGS = "SK HK DK CK"
QUEENS = "SQ HQ DQ CQ"
KNIGHTS = "SN HN DN CN"
SPREAD = {0: "T1 T2 S1 H1 D1", 1: "T3 T4 HK", 2: "T5 T6", 3: "T7 T8", 4: "T9 T10"}


def five(hands: dict[int, str] | None = None, dog: str = "", contract: Contract = GARDE) -> Game:
    """Seat 0 takes."""
    game = stacked(hands or SPREAD, dog, rules=FIVE, dealer=4)
    game.bid(contract, *([None] * (0 if contract is CONTRE else 4)))
    return game


def call(game: Game, code: str) -> None:
    game.act(0, CallCard(parse_card(code)))


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        pytest.param("S1", KINGS, id="4-a-king"),
        pytest.param("SK HK DK", KINGS, id="4-three-kings"),
        pytest.param(KINGS, f"{KINGS} {QUEENS}", id="4-four-kings-then-queens"),
        pytest.param(f"{KINGS} {QUEENS}", f"{KINGS} {QUEENS} {KNIGHTS}", id="4-then-knights"),
        pytest.param(f"{KINGS} {QUEENS} {KNIGHTS}", f"{KINGS} {QUEENS} {KNIGHTS} SJ HJ DJ CJ", id="4-knaves"),
    ],
)
def test_what_may_be_called(hand: str, allowed: str) -> None:
    mask = callable_mask(CardSet.parse(hand).mask, lower=True, own=True)
    assert CardSet(mask) == CardSet.parse(allowed)


def test_options_of_the_call() -> None:
    assert CardSet(callable_mask(CardSet.parse(KINGS).mask, lower=False, own=True)) == CardSet.parse(KINGS)
    own = callable_mask(CardSet.parse("SK").mask, lower=True, own=False)
    assert CardSet(own) == CardSet.parse("HK DK CK")


def test_the_call_comes_before_the_dog_is_turned() -> None:
    game = five()
    assert game.options(0) == CallOptions(CardSet.parse(KINGS))
    assert game.view(0).dog is None
    with pytest.raises(IllegalCall) as refused:
        call(game, "SQ")
    assert refused.value.code is Refusal.CALL_NOT_ALLOWED
    call(game, "HK")
    assert game.view(3).called == parse_card("HK")
    assert game.view(3).dog is not None
    assert game.view(0).decisions == (2, 1, 1, 1, 1)


def test_called_card_in_the_shown_dog_everybody_knows_the_taker_is_alone() -> None:
    game = five({0: "T1 T2", 1: "T3 T4", 2: "T5 T6", 3: "T7 T8", 4: "T9 T10"}, "HK S1 S2")
    call(game, "HK")
    assert game.last(PartnerRevealed) == PartnerRevealed(None)
    for seat in (0, 3, None):
        view = game.view(seat)
        assert view.partner_revealed
        assert view.partner is None
    options = game.options(0)
    assert isinstance(options, PrepareOptions)
    assert parse_card("HK") not in options.candidates


def test_called_card_in_an_unseen_dog_nobody_knows() -> None:
    game = five({0: "T1 T2", 1: "T3 T4", 2: "T5 T6", 3: "T7 T8", 4: "T9 T10"}, "HK S1 S2", SANS)
    call(game, "HK")
    game.prepare(0)
    game.run(until=DealScored)
    kinds = game.kinds()
    assert "PartnerRevealed" not in kinds
    sheet = game.last(DealScored).sheet
    assert sheet.partner is None
    assert sheet.scores[0] == -4 * sheet.scores[1]


def test_a_called_queen_may_not_be_discarded() -> None:
    game = five({0: f"{KINGS} T1 T2", 1: "T3 T4", 2: "T5 T6", 3: "T7 T8", 4: "T9 T10"}, "HQ S1 S2")
    call(game, "HQ")
    with pytest.raises(IllegalDiscard) as refused:
        game.prepare(0, "HQ S1 S2")
    assert refused.value.code is Refusal.DISCARD_CALLED


def ready() -> Game:
    """Seat 0 called HK, which seat 1 holds, and leads."""
    game = five(dog="C1 C2 C3")
    call(game, "HK")
    game.prepare(0, "C1 C2 C3")
    return game


def test_first_lead_not_in_the_called_suit() -> None:
    game = ready()
    options = game.options(0)
    assert isinstance(options, PlayOptions)
    assert options.reason.value == "first_lead"
    assert parse_card("H1") not in options.cards
    with pytest.raises(IllegalPlay) as refused:
        game.play(0, "H1")
    assert refused.value.code is Refusal.CALLED_SUIT


def test_the_partner_shows_only_by_playing_the_called_card() -> None:
    game = ready()
    while "PartnerRevealed" not in game.kinds():
        seat = game.state.to_act
        assert seat is not None
        assert all(not game.view(other).partner_revealed for other in range(5))
        options = game.options(seat)
        assert isinstance(options, PlayOptions)
        cards = list(options.cards)
        keep = [card for card in cards if card.code != "HK"] or cards
        game.play(seat, keep[0].code)
    assert game.last(PartnerRevealed) == PartnerRevealed(1)
    kinds = game.kinds()
    assert kinds[kinds.index("PartnerRevealed") - 1] == "CardPlayed"
    assert game.view(4).partner == 1


def test_self_call_is_shown_as_alone_once_the_card_is_played() -> None:
    game = five({0: "T1 T2 HK S1", 1: "T3 T4", 2: "T5 T6", 3: "T7 T8", 4: "T9 T10"}, "C1 C2 C3")
    call(game, "HK")
    game.prepare(0, "C1 C2 C3")
    game.play(0, "HK")
    assert game.last(PartnerRevealed) == PartnerRevealed(0)
    assert game.view(2).partner_revealed
    assert game.view(2).partner is None
    game.run(until=DealScored)
    sheet = game.last(DealScored).sheet
    assert sheet.partner is None
    assert sheet.scores == tuple([4 * sheet.per_defender] + [-sheet.per_defender] * 4)


def test_taker_and_partner_share_two_to_one() -> None:
    game = ready()
    game.run(until=DealScored)
    sheet = game.last(DealScored).sheet
    assert sheet.partner == 1
    t = sheet.per_defender
    assert sheet.scores == (2 * t, t, -t, -t, -t)


def test_three_seats_play_twenty_four_tricks_with_half_points() -> None:
    game = stacked({0: "T1 T2", 1: "T3 T4", 2: "T5 T6"}, rules=Ruleset.fft(3, deals=1), dealer=2)
    game.bid(PETITE, None, None)
    game.run(until=DealScored)
    assert game.kinds().count("TrickTaken") == 24
    sheet = game.last(DealScored).sheet
    assert sheet.scores == (2 * sheet.per_defender, -sheet.per_defender, -sheet.per_defender)
