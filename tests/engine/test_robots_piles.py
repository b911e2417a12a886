"""The expert in the game for two: what its trials may know, its bid and its discard (rules §14)."""

from __future__ import annotations

from random import Random

from tarot_engine import (
    Bid,
    CardSet,
    Contract,
    DiscardMade,
    Piles,
    PlayCard,
    Prepare,
    Ruleset,
    StackedDeal,
    default_for,
)
from tarot_engine.cards import KINGS_MASK, TRUMPS_MASK
from tarot_engine.fast import Tricks
from tarot_engine.robots.expert import Expert, choose_expert
from tarot_engine.robots.expert_piles import ExpertForTwo, pile_chooser
from tarot_engine.robots.expert_search import Limit
from tarot_engine.robots.prudent_seen import seen_from
from tarot_engine.robots.sampling import World
from tests.engine.playing import Game, rules_of, stacked
from tests.engine.tables import cards

RULES = Ruleset.fft(2, deals=1)
WEAK, WEAK_UP = "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 H1 H2", "H3 H4 H5 H6 H7 H8 H9 H10 C1 C2 C3 C4"
STRONG, STRONG_UP = "T21 T20 T19 T18 T17 T16 T15 EX SK HK DK CK", "SQ HQ DQ CQ T14 T13 T12 T11 T10 T9 SN HN"
WEAK_UNDER = "T1 T2 T3 T4 T5 T6 T7 T8 D1 D2 D3 D4"
STRONG_UNDER = "C5 C6 C7 C8 C9 C10 CJ CN SJ HJ DJ DN"


def bits(text: str) -> int:
    return CardSet.parse(text).mask


def game(dealer: int, rules: Ruleset = RULES) -> Game:
    """Seat 0 is weak, seat 1 strong; the other than the dealer speaks and leads."""
    piles = (Piles(cards(WEAK_UP), cards(WEAK_UNDER)), Piles(cards(STRONG_UP), cards(STRONG_UNDER)))
    hands = (CardSet.parse(WEAK), CardSet.parse(STRONG))
    dog = CardSet.parse("D5 D6 D7 D8 D9 D10")
    return Game(StackedDeal(hands, dog, dealer, rules.layout, piles), rules)


def expert(played: Game, seat: int) -> object:
    return choose_expert(played.view(seat), Random(3), samples=12)


def test_the_strong_hand_takes_what_brings_most_and_the_weak_one_passes_last() -> None:
    played = game(dealer=0)
    assert expert(played, 1) == Bid(Contract.GARDE_CONTRE)
    played.bid(None)
    assert expert(played, 0) == Bid(None)
    played = game(dealer=1)
    played.bid(None)
    assert expert(played, 1) == Bid(Contract.GARDE_CONTRE)


def test_in_a_rising_auction_the_others_best_bid_counts_not_a_later_pass() -> None:
    """He who has passed cannot raise; he who has not may, and the weak seat's pass leaves it to him."""
    played = game(dealer=1, rules=rules_of(2, auction="rising"))
    played.bid(None)
    robot = ExpertForTwo(played.view(1), lambda: World((0, 0), 0), Limit(1))
    world = World((bits(f"{WEAK} {WEAK_UP}"), bits(f"{STRONG} {STRONG_UP}")), bits("D5 D6 D7 D8 D9 D10"))
    assert robot.contract_after(world, Contract.PETITE) == (1, Contract.PETITE)
    played = game(dealer=0, rules=rules_of(2, auction="rising"))
    played.bid(Contract.PETITE, Contract.GARDE)
    robot = ExpertForTwo(played.view(1), lambda: World((0, 0), 0), Limit(1))
    assert robot.contract_after(world, None) == (0, Contract.GARDE)
    assert robot.contract_after(world, Contract.GARDE_SANS) == (1, Contract.GARDE_SANS)
    played.bid(Contract.GARDE_SANS)
    mine = ExpertForTwo(played.view(0), lambda: World((0, 0), 0), Limit(1))
    assert mine.contract_after(world, None) == (1, Contract.GARDE_SANS)
    turned = World((world.hands[1], world.hands[0]), world.aside)
    assert robot.contract_after(turned, Contract.GARDE_SANS) == (0, Contract.GARDE_CONTRE)


def test_the_discard_is_legal() -> None:
    played = game(dealer=0)
    played.bid(Contract.GARDE, None)
    answer = expert(played, 1)
    assert isinstance(answer, Prepare)
    assert any(isinstance(event, DiscardMade) for event in played.act(1, answer))


def opening(
    mine: str, my_up: str, theirs: str, their_up: str, under: dict[str, str]
) -> tuple[Tricks, list[int]]:
    """Seat 0 is to lead; both hands, face-up cards and what lies under them."""
    tops = [bits(my_up), bits(their_up)]
    hands = [bits(mine) | tops[0], bits(theirs) | tops[1]]
    covered = {bits(top): bits(card) for top, card in under.items()}
    return Tricks(RULES, hands, [True, False], 0, 0, under=covered), tops


def led(tricks: Tricks, tops: list[int], void: tuple[int, int] = (0, 0)) -> int:
    """The card that seat 0 leads."""
    return pile_chooser(tricks, tops, void)(0, tricks.hands[0], 0, 0)


def test_a_trial_does_not_look_into_a_hand_nor_under_a_card() -> None:
    """A king is not led while the other may hold a trump and no card of the suit; his hand may be void."""
    given = opening("HK H2 S5", "S3", "H3 D2 D3", "D4", {"S3": "T5", "D4": "C2"})
    other = opening("HK H2 S5", "S3", "T5 D2 D3", "D4", {"S3": "H3", "D4": "C2"})
    assert led(*given) == led(*other)
    seen = opening("HK H2 S5", "S3", "D2 D3 D5", "H3", {"S3": "C3", "H3": "C2"})
    assert led(*seen) == bits("HK")


def test_a_trial_remembers_who_is_void_and_looks_at_the_table() -> None:
    """Once the other's hand has shown that it has no trump, a master may be led; not if one lies face up."""
    given = opening("HK S5", "S3", "D2 D3", "D4", {"S3": "C5", "D4": "C2"})
    trumps = bits(" ".join(f"T{rank}" for rank in range(1, 22)))
    assert led(*given, (0, trumps)) == bits("HK")
    face_up = opening("HK S5", "S3", "D2 D3", "T4", {"S3": "C5", "T4": "C2"})
    assert led(*face_up, (0, trumps)) != bits("HK")


def test_a_card_that_turns_another_is_tried_beside_its_equal_in_hand() -> None:
    """All its trumps but the 21 come to the same, yet each that lies face up turns a card."""
    played = game(dealer=0)
    played.bid(Contract.GARDE_CONTRE)
    played.prepare(1)
    legal = bits("T21 T20 T15 T14 T13 T9")
    robot = Expert(played.view(1), Random(1), Limit(1))
    assert robot.candidates(legal) == [bits("T15"), bits("T21"), bits("T9")]
    for card in ("T9", "T10"):
        played.play(1, card)
        played.play(0, "S1" if card == "T9" else "S2")
    robot = Expert(played.view(1), Random(1), Limit(1))
    assert robot.candidates(bits("T21 T15 T12 T11")) == [bits("T15"), bits("T21"), bits("T11")]
    assert robot.candidates(bits("C10 C9")) == [bits("C9")]


def test_an_excuse_led_is_answered_with_points() -> None:
    tricks, tops = opening("EX S5", "S3", "D2 DQ", "D4", {"S3": "C5", "D4": "C2"})
    assert pile_chooser(tricks, tops, (0, 0))(1, tricks.hands[1], 0, bits("EX")) == bits("DQ")


def test_the_expert_declares_its_misere_and_others_remember_it() -> None:
    hands = {0: "S1 S2 S3 H2 H3 H4 D1 D2 D3 C1 C2 C3 S4 S5 H5 H6 D4 D5", 1: "T1 T2 T3"}
    played = stacked(hands, rules=rules_of(4, misere="personal"))
    played.bid(None, Contract.GARDE, None, None)
    played.act(1, default_for(played.view(1)))
    answer = expert(played, 0)
    assert isinstance(answer, PlayCard)
    assert len(answer.misere) == 2
    before = seen_from(played.view(1)).may_hold[0]
    played.act(0, answer)
    after = seen_from(played.view(1)).may_hold[0]
    assert before & TRUMPS_MASK
    assert before & KINGS_MASK
    assert not after & (TRUMPS_MASK | KINGS_MASK)
