"""The prudent robot: the value of hands, sound cards, and never an illegal answer."""

from __future__ import annotations

from random import Random

import pytest

from tarot_engine import (
    FULL_PACK,
    Bid,
    CallCard,
    CardSet,
    Contract,
    PlayCard,
    Refusal,
    Ruleset,
    Suit,
    WrongStage,
    parse_card,
)
from tarot_engine.cards import TRUMPS_MASK
from tarot_engine.match import play_deal, random_deal
from tarot_engine.robots.prudent import choose_prudent
from tarot_engine.robots.prudent_bid import hand_value, is_worth
from tarot_engine.robots.prudent_dog import discards
from tarot_engine.robots.prudent_seen import seen_from
from tests.engine.playing import Game, stacked

WORKED = "T21 T19 T12 T6 T1 EX HK HN H10 H8 H1 DJ D8 CQ CN C7 S6 S4"


def test_the_worked_hand_value_of_the_rules() -> None:
    hand = CardSet.parse(WORKED).mask
    assert hand_value(hand) == 60
    assert is_worth(hand, Contract.GARDE, 4)
    assert not is_worth(hand, Contract.GARDE_SANS, 4)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_never_answers_illegally(seats: int) -> None:
    """The engine refuses illegal answers; every deal comes to its end."""
    rules, dice = Ruleset.fft(seats, deals=1), Random(seats)
    results = [play_deal(rules, random_deal(dice), [choose_prudent] * seats) for _ in range(60)]
    taken = [result.sheet for result in results if result.sheet is not None]
    assert len(taken) > 30
    assert len({sheet.contract for sheet in taken}) >= 2
    assert any(sheet.handfuls for sheet in taken) or seats < 4


def test_it_passes_a_weak_hand_and_takes_a_strong_one() -> None:
    game = stacked({0: "S1 S2 S3 H2 H3 H4 D1 D2 D3 C1 C2 C3", 1: WORKED})
    assert choose_prudent(game.view(0)) == Bid(None)
    game.bid(None)
    assert choose_prudent(game.view(1)) == Bid(Contract.GARDE)
    with pytest.raises(WrongStage) as refused:
        choose_prudent(game.view(2))
    assert refused.value.code is Refusal.WRONG_STAGE


def test_it_empties_a_suit_and_keeps_kings() -> None:
    pool = CardSet.parse("SK S2 S3 S4 S5 H3 HQ D1 DN D4 D5 CK C2 C3 C4 C5 T1 T2 T3 T4 T5 T6 T7 T8")
    best = CardSet(discards(pool.mask, 6, 0)[0])
    assert CardSet.parse("H3 HQ D1 DN D4 D5") == best


def test_it_calls_the_king_it_lacks_beside_its_queen() -> None:
    game = stacked(
        {0: "T21 T20 EX SK S3 HQ H2 D2 D3 C4", 1: "T1 T2"}, rules=Ruleset.fft(5, deals=1), dealer=4
    )
    game.bid(Contract.GARDE, None, None, None, None)
    assert choose_prudent(game.view(0)) == CallCard(parse_card("HK"))


TAKER = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 S1 S2 S3 H1 H2 H3 C2 C3"
RIGHT = "S4 S5 S6 S7 H4 H5 H6 HK D1 D2 D3 D4 D5 C4 C5 C6 C7 CK"
FACING = "S8 S9 S10 SJ H7 H8 H9 HQ HJ D6 D7 D8 D9 D10 C8 C9 C10 CQ"
LEFT = "T1 T5 T6 T7 SN SQ SK HN H10 DJ DN DQ DK T8 T9 T10 EX T11"


def playing() -> Game:
    """Seat 0 took a garde sans and leads; seat 3 has no clubs and every trump that is not the taker's."""
    game = stacked({0: TAKER, 1: RIGHT, 2: FACING, 3: LEFT})
    game.bid(Contract.GARDE_SANS, None, None, None)
    game.prepare(0)
    return game


def play_of(game: Game, seat: int) -> str:
    action = choose_prudent(game.view(seat))
    assert isinstance(action, PlayCard)
    return action.card.code


def test_the_taker_pulls_trumps() -> None:
    assert play_of(playing(), 0) == "T21"


def test_a_sure_king_takes_the_trick_and_partners_add_points() -> None:
    game = playing()
    game.play(0, "H2")
    assert play_of(game, 1) == "HK"
    game.play(1, "HK")
    assert play_of(game, 2) == "HQ"
    game.play(2, "HQ")
    assert play_of(game, 3) == "HN"


def test_nothing_is_given_to_an_opponents_trick() -> None:
    game = playing()
    game.play(0, "T21")
    assert play_of(game, 1) in {"D1", "H4", "S4", "C4"}
    game.play(1, "D1")
    assert play_of(game, 2) == "D6"
    game.play(2, "D6")
    assert play_of(game, 3) == "T5"


def test_the_petit_is_saved_on_a_trick_that_is_ours() -> None:
    game = playing()
    game.play(0, "C2")
    game.play(1, "CK")
    game.play(2, "C8")
    assert play_of(game, 3) == "T1"


def test_the_excuse_is_played_before_the_last_trick() -> None:
    """Whoever holds it: it is never lost by being kept, unless a slam is near."""
    rules, dice = Ruleset.fft(4, deals=1), Random(9)
    kept = 0
    for _ in range(60):
        result = play_deal(rules, random_deal(dice), [choose_prudent] * 4)
        kept += result.sheet is not None and parse_card("EX") in result.tricks[-1].cards
    assert kept == 0


def test_it_tells_who_may_hold_what() -> None:
    game = playing()
    unknown = seen_from(game.view(1))
    assert unknown.aside_count == 6
    assert unknown.may_hold[3] == unknown.may_hold[2] == (FULL_PACK - CardSet.parse(RIGHT)).mask
    game.play(0, "C2")
    game.play(1, "C4")
    game.play(2, "C8")
    game.play(3, "T5")
    seen = seen_from(game.view(1))
    clubs = CardSet(seen.may_hold[3]).of_suit(Suit.C)
    assert not clubs
    assert CardSet(seen.may_hold[2]).of_suit(Suit.C) == CardSet.parse("C1 C3 C9 C10 CJ CN CQ")
    assert [seen.is_friend(seat) for seat in range(4)] == [False, True, True, True]


def test_it_tells_the_limit_of_trumps_from_an_undertrump() -> None:
    game = playing()
    game.play(0, "T21")
    game.play(1, "D1")
    game.play(2, "D6")
    game.play(3, "T5")
    seen = seen_from(game.view(1))
    assert not seen.may_hold[2] & TRUMPS_MASK
    assert CardSet(seen.may_hold[3]).trumps == CardSet.parse(
        "T1 T2 T3 T4 " + " ".join(f"T{r}" for r in range(6, 21))
    )


def test_it_tells_what_the_taker_kept_of_the_dog() -> None:
    game = stacked({0: "T21 T20 T19 S1"}, "T18 HK H3 H4 H5 H6")
    game.bid(Contract.GARDE, None, None, None)
    game.prepare(0, "H3 H4 H5 H6 S1 S2")
    seen = seen_from(game.view(1))
    assert CardSet(seen.holds[0]) == CardSet.parse("T18 HK")
    assert not seen.may_hold[2] & CardSet.parse("T18 HK H3").mask
    assert seen.aside & CardSet.parse("H3").mask
    assert not seen.aside & (TRUMPS_MASK | CardSet.parse("SK EX").mask)
    assert seen_from(game.view(0)).aside_count == 0
