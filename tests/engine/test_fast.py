"""The fast core against the event engine: same cards, same answers, same winners, counts and scores."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tarot_engine import (
    EXCUSE,
    PACK,
    Action,
    Bid,
    CallCard,
    CardSet,
    Contract,
    PlayCard,
    Prepare,
    Ruleset,
    options_at,
    parse_card,
)
from tarot_engine.cards import PACK_MASK
from tarot_engine.fast_deal import FastDeal, FastPiles, RandomDeals
from tarot_engine.game import advance
from tarot_engine.piles import Piles
from tarot_engine.record import Record
from tarot_engine.record_replay import start
from tarot_engine.scoring import ExcuseFate
from tarot_engine.state import DealResult, Ending
from tarot_engine.variants import ExcuseLastTrick, SlamExcuse
from tests.engine.playing import rules_of, variant

DEALS, VARIANTS = 500, 90
FATES = {
    ExcuseLastTrick.CHANGES_CAMP: {ExcuseFate.LOST, ExcuseFate.GIVEN},
    ExcuseLastTrick.TRICK_WINNER: {ExcuseFate.LOST, ExcuseFate.KEPT},
}


def only(mask: int) -> PlayCard:
    """The card of a set of one."""
    (card,) = CardSet(mask)
    return PlayCard(card)


def answers(rules: Ruleset, deal: FastDeal) -> list[Action]:
    """The deal's moves from the bids on as actions of the event engine, the cards without announcements."""
    slams = deal.slam_bids or [False] * len(deal.bids)
    moves: list[Action] = [Bid(contract, slam) for contract, slam in zip(deal.bids, slams, strict=True)]
    if deal.taker is not None:
        moves += [CallCard(card) for card in CardSet(deal.called)]
        if rules.may_announce_slam or deal.discard is not None:
            discard = None if deal.discard is None else CardSet(deal.discard)
            moves.append(Prepare(discard, deal.slam and rules.may_announce_slam))
        moves += [only(card) for card in deal.played]
    return moves


def laid(piles: FastPiles) -> Piles:
    """A seat's piles for the event engine."""
    covered, face_up = zip(*piles, strict=True)
    return Piles(*(tuple(PACK[card.bit_length() - 1] for card in cards) for cards in (face_up, covered)))


def event_result(rules: Ruleset, deal: FastDeal) -> DealResult:
    """The same deal through the event engine, which refuses anything illegal."""
    shows = {seat: CardSet(cards) for seat, _, cards in deal.shows}
    miseres = {
        seat: frozenset(kind for other, kind in deal.miseres if other == seat) for seat, _ in deal.miseres
    }
    hands = tuple(map(CardSet, deal.hands))
    piles = tuple(map(laid, deal.piles))
    state, secret = start(Record(1, rules, deal.dealer, hands, CardSet(deal.dog), (), piles))
    for action in answers(rules, deal):
        seat = state.to_act
        assert seat is not None
        answer = action
        if isinstance(action, PlayCard):
            answer = PlayCard(action.card, shows.pop(seat, None), miseres.pop(seat, frozenset()))
        state = advance(state, seat, answer, secret)[0]
    assert state.last is not None
    return state.last


def check(rules: Ruleset, deal: FastDeal) -> DealResult:
    """Both engines say the same of this deal."""
    result = event_result(rules, deal)
    assert result.bids == tuple(deal.bids)
    assert tuple(trick.winner for trick in result.tricks) == tuple(deal.winners)
    if result.sheet is None:
        assert deal.result is None
        return result
    assert deal.result is not None
    assert result.sheet.taker == deal.taker
    assert (result.sheet.half_points, result.sheet.oudlers) == (deal.result.half_points, deal.result.oudlers)
    assert result.sheet.scores == deal.result.scores
    return result


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("rule", FATES)
def test_random_deals_come_out_the_same_in_both_engines(seats: int, rule: ExcuseLastTrick) -> None:
    rules = replace(Ruleset.fft(seats, deals=1), excuse_last_trick=rule)
    source = RandomDeals(rules, Random(f"fast {seats}"))
    results = [check(rules, source.deal()) for _ in range(DEALS)]
    sheets = [result.sheet for result in results if result.sheet is not None]
    assert {sheet.contract for sheet in sheets} == set(Contract)
    assert {sheet.petit_au_bout for sheet in sheets} == {-1, 0, 1}
    assert any(sheet.slam_announced for sheet in sheets)
    assert any(sheet.handfuls for sheet in sheets)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(VARIANTS))
def test_every_rule_set_comes_out_the_same(seats: int, number: int) -> None:
    rules = variant(seats, number)
    source = RandomDeals(rules, Random(f"variant {seats} {number}"))
    results = [check(rules, source.deal()) for _ in range(10)]
    assert any(result.sheet for result in results)


def test_the_variants_meet_every_option() -> None:
    """So that the test before plays every value of every option, at each number of seats."""
    for seats in (2, 3, 4, 5):
        played = [variant(seats, number).values() for number in range(VARIANTS)]
        for option in options_at(seats):
            if option.name not in ("deals", "target_score"):
                assert {values[option.name] for values in played} >= set(option.values), option.name


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("rule", FATES)
def test_an_excuse_kept_to_the_last_trick(seats: int, rule: ExcuseLastTrick) -> None:
    rules = replace(Ruleset.fft(seats, deals=1), excuse_last_trick=rule)
    source = RandomDeals(rules, Random(f"kept {seats}"))
    anything = source.choose
    source.choose = lambda seat, legal, led, table: anything(seat, legal & ~EXCUSE.bit or legal, led, table)
    sheets = [check(rules, source.deal()).sheet for _ in range(100)]
    assert {sheet.excuse for sheet in sheets if sheet is not None} - {ExcuseFate.NOT_PLAYED} == FATES[rule]


def test_void_deals_come_out_the_same() -> None:
    source = RandomDeals(Ruleset.fft(5, deals=1), Random("void"))
    void = [deal for deal in (source.deal() for _ in range(4000)) if deal.taker is None]
    endings = {check(source.rules, deal).ending for deal in void}
    assert endings == {Ending.PASSED_OUT, Ending.PETIT_SEC}


class Loaded(Random):
    """Dice that always give the same number: 0.0 announces all it may, 0.9 nothing."""

    def __init__(self, value: float) -> None:
        super().__init__(0)
        self.value = value

    def random(self) -> float:
        return self.value


def dealt(rules: Ruleset, cards: list[int], bids: tuple[Contract | None, ...]) -> FastDeal:
    """Seat 0 deals each seat these cards; at 2 seats a third each in hand, face up and covered."""
    if rules.seats > 2:
        return FastDeal(0, tuple(cards), PACK_MASK ^ sum(cards), bids=bids)
    third = [list(CardSet(each)) for each in cards]
    piles = [zip((c.bit for c in own[12:24]), (c.bit for c in own[:12]), strict=True) for own in third]
    hands = tuple(CardSet.from_cards(own[24:]).mask for own in third)
    return FastDeal(0, hands, PACK_MASK ^ sum(cards), tuple(map(tuple, piles)), bids)


def built(
    rules: Ruleset, hand: str, other: str, order: str, contract: Contract, *, announces: bool
) -> FastDeal:
    """Seat 0 takes with ``hand``, seat 1 holds ``other``; the rest is filled in from the pack's order.

    Everybody plays the first card of ``order`` that is legal, else the lowest.
    """
    seats, size = rules.seats, (78 - rules.layout.dog) // rules.seats
    held = [CardSet.parse(hand), CardSet.parse(other)] + [CardSet()] * (seats - 2)
    free = iter(CardSet(PACK_MASK) - held[0] - held[1])
    full = [cards | CardSet.from_cards(next(free) for _ in range(size - len(cards))) for cards in held]
    source = RandomDeals(rules, Loaded(0.0 if announces else 0.9))
    preferred = [parse_card(code).bit for code in order.split()]

    def choose(seat: int, legal: int, led: int, table: int) -> int:
        return next((card for card in preferred if card & legal), legal & -legal)

    source.choose = choose
    bids = (None,) * (seats - 1) + (contract,)
    deal = dealt(rules, [cards.mask for cards in full], bids)
    source.play(deal, 0, contract)
    return deal


def trumps(low: int, high: int) -> str:
    return " ".join(f"T{rank}" for rank in range(high, low - 1, -1))


SIZES = {2: 36, 3: 24, 4: 18, 5: 15}
WEAK = "C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 H1 H2 H3 H4 H5 H6 H7 H8 D1 D2 D3 D4 D5 D6"
SPADES = "SK SQ SN SJ S10 S9 S8 S7 S6 S5 S4 S3 S2 S1"
HEARTS = "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HN HQ HK D1"
SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def strong(seats: int, last: str) -> str:
    """Enough masters for every trick, down from the 21, with spades at 2 and 3 seats, and this last."""
    count = SIZES[seats] - len(last.split())
    masters = f"{trumps(2 if seats == 2 else 5, 21)} {SPADES} T1 HK"
    return f"{' '.join(masters.split()[:count])} {last}"


@pytest.mark.parametrize("announces", [False, True])
@pytest.mark.parametrize("contract", [Contract.GARDE_SANS, Contract.GARDE_CONTRE])
@SEATS
def test_a_slam_with_the_excuse_led_last(seats: int, contract: Contract, announces: bool) -> None:
    hand, rules = strong(seats, "T1 EX"), Ruleset.fft(seats, deals=1)
    deal = built(rules, hand, "", hand, contract, announces=announces)
    sheet = check(rules, deal).sheet
    assert sheet is not None
    assert sheet.slam_won_by_attack
    assert (sheet.excuse, sheet.petit_au_bout) == (ExcuseFate.WON_SLAM, 1)
    shows = announces and rules.handful
    assert (sheet.slam_points, bool(sheet.handfuls)) == (400 if announces else 200, shows)


@pytest.mark.parametrize("announces", [False, True])
@pytest.mark.parametrize("wins", SlamExcuse)
@pytest.mark.parametrize("rule", ExcuseLastTrick)
@SEATS
def test_whether_the_excuse_may_win_a_slam(
    seats: int, rule: ExcuseLastTrick, wins: SlamExcuse, announces: bool
) -> None:
    """Where it may not, it is lost in the last trick, or must be played in the trick before."""
    rules = rules_of(seats, slam_excuse=wins.value, excuse_last_trick=rule.value)
    hand, other = strong(seats, "SK EX" if seats == 5 else "EX"), HEARTS if seats == 5 else ""
    deal = built(rules, hand, other, hand, Contract.GARDE_SANS, announces=announces)
    sheet = check(rules, deal).sheet
    is_due = rule is ExcuseLastTrick.FORCED
    may = wins is SlamExcuse.ON or (wins is SlamExcuse.ANNOUNCED_ONLY and announces)
    fate = ExcuseFate.EXCHANGED if is_due else ExcuseFate.LOST
    assert sheet is not None
    assert sheet.excuse is (ExcuseFate.WON_SLAM if may else fate)
    assert sheet.slam_won_by_attack is may


@SEATS
def test_a_defender_may_keep_the_excuse_for_a_slam_unless_sides_are_hidden(seats: int) -> None:
    rules, other = rules_of(seats, excuse_last_trick="forced"), strong(seats, "EX")
    deal = built(rules, "", other, other, Contract.GARDE_CONTRE, announces=False)
    sheet = check(rules, deal).sheet
    assert sheet is not None
    assert sheet.excuse is (ExcuseFate.WON_SLAM if seats < 5 else ExcuseFate.KEPT)
    assert deal.played.index(EXCUSE.bit) // seats == SIZES[seats] - (1 if seats < 5 else 2)


@SEATS
def test_a_slam_against_the_excuse(seats: int) -> None:
    hand, rules = strong(seats, ""), Ruleset.fft(seats, deals=1)
    deal = built(rules, hand, "EX", f"EX {hand}", Contract.GARDE_SANS, announces=False)
    sheet = check(rules, deal).sheet
    assert sheet is not None
    assert (sheet.excuse, sheet.slam_points) == (ExcuseFate.EXCHANGED, 200)


@SEATS
@pytest.mark.parametrize("announces", [False, True])
def test_a_slam_of_the_defence(seats: int, announces: bool) -> None:
    """The taker holds nothing; announced, he must lead, and loses that trick too."""
    hand, rules = " ".join(WEAK.split()[: SIZES[seats]]), Ruleset.fft(seats, deals=1)
    deal = built(rules, hand, strong(seats, ""), "T21", Contract.GARDE_CONTRE, announces=announces)
    sheet = check(rules, deal).sheet
    assert sheet is not None
    assert sheet.slam_won_by_defence
    assert sheet.slam_points == (-400 if announces else -200)


@pytest.mark.parametrize(("timing", "called"), [("before_chien", "SK"), ("after_chien", "SQ")])
def test_the_dog_counts_for_the_call_only_once_it_is_seen(timing: str, called: str) -> None:
    """The taker holds three kings, the fourth lies in the dog: with all four he may call a queen."""
    rules, dog = rules_of(5, call_timing=timing), CardSet.parse("CK T1 T2")
    mine = CardSet.parse("SK HK DK H1 H2 H3 H4 H5 H6 D1 D2 D3 D4 D5 D6")
    rest = list(CardSet(PACK_MASK) - mine - dog)
    hands = [mine.mask] + [CardSet.from_cards(rest[seat::4]).mask for seat in range(4)]
    deal = dealt(rules, hands, (None,) * 4 + (Contract.GARDE,))
    RandomDeals(rules, Loaded(0.0)).play(deal, 0, Contract.GARDE)
    check(rules, deal)
    assert deal.called == parse_card(called).bit
