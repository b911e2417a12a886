"""Dog, discard and slam announcement (rules §5, §7)."""

from __future__ import annotations

import pytest

from tarot_engine import (
    CardSet,
    Contract,
    DiscardMade,
    DiscardReason,
    DogShown,
    IllegalDiscard,
    Prepare,
    PrepareOptions,
    Refusal,
    Ruleset,
    default_for,
)
from tarot_engine.legality import discard_masks
from tests.engine.playing import Game, stacked

PETITE, GARDE, SANS, CONTRE = Contract
HAND = "S1 S2 S3 SK H1 H2 HK D1 D2 C1 C2 T1 T5 T6 T7 T8 T21 EX"
DOG = "S4 H4 D4 C4 DK T9"


def taking(contract: Contract = GARDE, hand: str = HAND, dog: str = DOG) -> Game:
    game = stacked({0: hand}, dog)
    game.bid(contract, *([None] * (0 if contract is CONTRE else 3)))
    return game


def prepare_options(game: Game) -> PrepareOptions:
    options = game.options(0)
    assert isinstance(options, PrepareOptions)
    return options


def test_the_dog_is_shown_to_all_and_joins_the_takers_hand() -> None:
    game = taking()
    assert game.last(DogShown).cards == CardSet.parse(DOG)
    assert game.view(2).dog == CardSet.parse(DOG)
    assert game.view(0).hand == CardSet.parse(HAND) | CardSet.parse(DOG)
    assert game.view(2).hand_counts == (24, 18, 18, 18)


def test_kings_oudlers_and_needless_trumps_stay() -> None:
    options = prepare_options(taking())
    assert options.count == 6
    assert options.candidates == CardSet.parse("S1 S2 S3 S4 H1 H2 H4 D1 D2 D4 C1 C2 C4")
    assert options.trumps_required == 0
    assert not options.required
    reasons = {card.code: reason for card, reason in options.refused}
    assert reasons["SK"] is DiscardReason.KING
    assert reasons["T1"] is reasons["T21"] is reasons["EX"] is DiscardReason.OUDLER
    assert reasons["T5"] is DiscardReason.TRUMP
    assert not options.forced
    assert options.choices == ()


@pytest.mark.parametrize(
    ("discard", "code"),
    [
        ("S1 S2 S3 S4 H1", Refusal.DISCARD_COUNT),
        ("S1 S2 S3 S4 H1 H2 H4", Refusal.DISCARD_COUNT),
        ("S1 S2 S3 S4 H1 H3", Refusal.DISCARD_NOT_HELD),
        ("S1 S2 S3 S4 H1 SK", Refusal.DISCARD_KING),
        ("S1 S2 S3 S4 H1 T1", Refusal.DISCARD_OUDLER),
        ("S1 S2 S3 S4 H1 EX", Refusal.DISCARD_OUDLER),
        ("S1 S2 S3 S4 H1 T5", Refusal.DISCARD_TRUMP),
        (None, Refusal.DISCARD_MISSING),
    ],
)
def test_refused_discards(discard: str | None, code: Refusal) -> None:
    with pytest.raises(IllegalDiscard) as refused:
        taking().prepare(0, discard)
    assert refused.value.code is code


def test_the_discard_is_for_the_taker_only() -> None:
    game = taking()
    game.prepare(0, "S1 S2 S3 S4 H1 H2")
    assert game.view(0).discard == CardSet.parse("S1 S2 S3 S4 H1 H2")
    for seat in (1, 2, 3, None):
        view = game.view(seat)
        assert view.discard is None
        assert view.hand_counts == (18, 18, 18, 18)
    assert game.last(DiscardMade).trumps_shown == CardSet()
    assert game.state.to_act == 0, "the dealer's right neighbour leads"


def test_forced_trumps_are_shown_to_all() -> None:
    hand = "SK HK DK CK T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T21 EX S1"
    game = taking(hand=hand, dog="T12 T13 H1 D1 C1 S2")
    options = prepare_options(game)
    assert options.required == CardSet.parse("S1 S2 H1 D1 C1")
    assert options.trumps_required == 1
    assert options.trump_candidates == CardSet.parse("T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13")
    assert options.candidates == options.required | options.trump_candidates
    with pytest.raises(IllegalDiscard) as refused:
        game.prepare(0, "S1 S2 H1 D1 T2 T3")
    assert refused.value.code is Refusal.DISCARD_TRUMP
    assert refused.value.params == {"trumps": 1}
    game.prepare(0, "S1 S2 H1 D1 C1 T2")
    assert game.view(3).trumps_shown == CardSet.parse("T2")
    assert game.view(3).discard is None


def test_six_forced_trumps() -> None:
    trumps_held = " ".join(f"T{rank}" for rank in range(1, 20))
    plain, trumps, due = discard_masks(CardSet.parse("SK HK DK CK EX " + trumps_held).mask, 6)
    assert (plain, due) == (0, 6)
    assert len(CardSet(trumps)) == 18


def test_the_called_card_stays() -> None:
    called = CardSet.parse("HQ")
    plain, _, due = discard_masks(CardSet.parse("HQ H1 H2 S1").mask, 3, called.mask)
    assert CardSet(plain) == CardSet.parse("H1 H2 S1")
    assert due <= 0


@pytest.mark.parametrize("contract", [SANS, CONTRE])
def test_without_the_dog_there_is_only_the_slam_to_say(contract: Contract) -> None:
    game = taking(contract)
    options = prepare_options(game)
    assert (options.count, len(options.candidates), options.slam_allowed) == (0, 0, True)
    assert options.choices == (Prepare(None, False), Prepare(None, True))
    assert not options.forced
    assert game.view(0).dog is None
    assert len(game.view(0).hand) == 18
    with pytest.raises(IllegalDiscard) as refused:
        game.prepare(0, "S1 S2 S3 H1 H2 D1")
    assert refused.value.code is Refusal.DISCARD_NOT_DUE
    game.prepare(0)
    assert game.kinds()[-1] == "TakerReady"
    assert game.view(0).decisions == (2, *game.view(0).decisions[1:])


def test_no_step_without_dog_and_without_slam() -> None:
    game = stacked({0: HAND}, DOG, rules=Ruleset(deals=1, slam=False))
    game.bid(SANS, None, None, None)
    assert game.view(0).stage.value == "playing"


def test_slam_not_offered() -> None:
    game = stacked({0: HAND}, DOG, rules=Ruleset(deals=1, slam=False))
    game.bid(GARDE, None, None, None)
    with pytest.raises(IllegalDiscard) as refused:
        game.prepare(0, "S1 S2 S3 S4 H1 H2", slam=True)
    assert refused.value.code is Refusal.SLAM_NOT_OFFERED


def test_a_slam_announcer_leads() -> None:
    game = stacked({1: HAND}, DOG)
    game.bid(None, GARDE, None, None)
    game.prepare(1, "S1 S2 S3 S4 H1 H2", slam=True)
    assert game.kinds()[-2:] == ["SlamAnnounced", "DiscardMade"]
    assert game.state.to_act == 1
    assert game.view(3).slam_announced


def test_the_only_possible_discard_is_a_forced_answer_without_slam() -> None:
    rules = Ruleset(deals=1, slam=False)
    hand = "SK HK DK CK T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T21 EX"
    game = stacked({0: hand}, "S1 S2 H1 H2 D1 D2", rules=rules)
    game.bid(GARDE, None, None, None)
    options = prepare_options(game)
    assert options.forced
    assert options.choices == (Prepare(CardSet.parse("S1 S2 H1 H2 D1 D2"), False),)


def test_default_discard_fewest_half_points_shortest_suits_no_slam() -> None:
    game = taking(hand="S1 S2 SQ SK H1 H2 HK D1 DN DQ C1 C2 CJ T1 T5 T6 T7 EX", dog="S4 S5 S6 C4 C5 T9")
    action = default_for(game.view(0))
    assert action == Prepare(CardSet.parse("H1 H2 D1 C1 C2 C4"), False)


def test_default_discard_takes_the_lowest_trumps_that_are_due() -> None:
    hand = "SK HK DK CK T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T21 EX S1"
    action = default_for(taking(hand=hand, dog="T12 T13 H1 D1 C1 S2").view(0))
    assert action == Prepare(CardSet.parse("S1 S2 H1 D1 C1 T2"), False)
