"""The fast core against the event engine: same cards, same answers, same winners, counts and scores."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tarot_engine import (
    EXCUSE,
    Action,
    Bid,
    CallCard,
    CardSet,
    Contract,
    PlayCard,
    Prepare,
    Ruleset,
    parse_card,
)
from tarot_engine.fast_deal import FastDeal, RandomDeals, is_played, pick, sample
from tarot_engine.game import advance
from tarot_engine.record import Record
from tarot_engine.record_replay import start
from tarot_engine.scoring import ExcuseFate
from tarot_engine.state import DealResult, Ending
from tarot_engine.variants import Auction, ExcuseLastTrick, MisereScheme, SlamExcuse, SlamWindow

DEALS = 500
FATES = {
    ExcuseLastTrick.CHANGES_CAMP: {ExcuseFate.LOST, ExcuseFate.GIVEN},
    ExcuseLastTrick.TRICK_WINNER: {ExcuseFate.LOST, ExcuseFate.KEPT},
}


def only(mask: int) -> PlayCard:
    """The card of a set of one."""
    (card,) = CardSet(mask)
    return PlayCard(card)


def answers(deal: FastDeal) -> list[Action]:
    """The deal's moves as actions of the event engine, the cards without announcements."""
    moves: list[Action] = [Bid(contract) for contract in deal.bids]
    if deal.taker is not None:
        moves += [CallCard(card) for card in CardSet(deal.called)]
        moves.append(Prepare(None if deal.discard is None else CardSet(deal.discard), deal.slam))
        moves += [only(card) for card in deal.played]
    return moves


def event_result(rules: Ruleset, deal: FastDeal) -> DealResult:
    """The same deal through the event engine, which refuses anything illegal."""
    shows = {seat: CardSet(cards) for seat, _, cards in deal.shows}
    hands = tuple(map(CardSet, deal.hands))
    state, secret = start(Record(1, rules, deal.dealer, hands, CardSet(deal.dog), ()))
    for action in answers(deal):
        seat = state.to_act
        assert seat is not None
        if isinstance(action, PlayCard):
            state = advance(state, seat, PlayCard(action.card, shows.pop(seat, None)), secret)[0]
        else:
            state = advance(state, seat, action, secret)[0]
    assert state.last is not None
    return state.last


def check(rules: Ruleset, deal: FastDeal) -> DealResult:
    """Both engines say the same of this deal."""
    result = event_result(rules, deal)
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


def built(seats: int, hand: str, other: str, order: str, contract: Contract, *, announces: bool) -> FastDeal:
    """Seat 0 takes with ``hand``, seat 1 holds ``other``; the rest is filled in from the pack's order.

    Everybody plays the first card of ``order`` that is legal, else the lowest.
    """
    rules = Ruleset.fft(seats, deals=1)
    held = [CardSet.parse(hand), CardSet.parse(other)] + [CardSet()] * (seats - 2)
    free = iter(CardSet((1 << 78) - 1) - held[0] - held[1])
    size = rules.layout.hand
    full = [cards | CardSet.from_cards(next(free) for _ in range(size - len(cards))) for cards in held]
    source = RandomDeals(rules, Loaded(0.0 if announces else 0.9))
    preferred = [parse_card(code).bit for code in order.split()]

    def choose(seat: int, legal: int, led: int, table: int) -> int:
        return next((card for card in preferred if card & legal), legal & -legal)

    source.choose = choose
    bids = (None,) * (seats - 1) + (contract,)
    deal = FastDeal(0, tuple(cards.mask for cards in full), CardSet.from_cards(free).mask, bids)
    source.play(deal, 0, contract)
    return deal


def trumps(low: int, high: int) -> str:
    return " ".join(f"T{rank}" for rank in range(high, low - 1, -1))


SIZES = {3: 24, 4: 18, 5: 15}
WEAK = "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 H1 H2 H3 H4 H5 H6 H7 H8 D1 D2 D3 D4 D5 D6"


def strong(seats: int, last: str) -> str:
    """Enough masters for every trick, down from the 21, with kings at 3 seats, and this last."""
    count = SIZES[seats] - len(last.split())
    honours = "SK SQ SN SJ HK HQ HN"
    return f"{trumps(max(22 - count, 5), 21)} {' '.join(honours.split()[: max(count - 17, 0)])} {last}"


@pytest.mark.parametrize("announces", [False, True])
@pytest.mark.parametrize("contract", [Contract.GARDE_SANS, Contract.GARDE_CONTRE])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_slam_with_the_excuse_led_last(seats: int, contract: Contract, announces: bool) -> None:
    hand = strong(seats, "T1 EX")
    deal = built(seats, hand, "", hand, contract, announces=announces)
    sheet = check(Ruleset.fft(seats, deals=1), deal).sheet
    assert sheet is not None
    assert sheet.slam_won_by_attack
    assert (sheet.excuse, sheet.petit_au_bout) == (ExcuseFate.WON_SLAM, 1)
    assert (sheet.slam_points, bool(sheet.handfuls)) == ((400, True) if announces else (200, False))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_slam_against_the_excuse(seats: int) -> None:
    hand = strong(seats, "")
    deal = built(seats, hand, "EX", f"EX {hand}", Contract.GARDE_SANS, announces=False)
    sheet = check(Ruleset.fft(seats, deals=1), deal).sheet
    assert sheet is not None
    assert (sheet.excuse, sheet.slam_points) == (ExcuseFate.EXCHANGED, 200)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("announces", [False, True])
def test_a_slam_of_the_defence(seats: int, announces: bool) -> None:
    """The taker holds nothing; announced, he must lead, and loses that trick too."""
    hand = " ".join(WEAK.split()[: SIZES[seats]])
    deal = built(seats, hand, strong(seats, ""), "T21", Contract.GARDE_CONTRE, announces=announces)
    sheet = check(Ruleset.fft(seats, deals=1), deal).sheet
    assert sheet is not None
    assert sheet.slam_won_by_defence
    assert sheet.slam_points == (-400 if announces else -200)


def test_a_card_is_picked_among_all_and_a_sample_has_its_size() -> None:
    dice = Random(5)
    cards = CardSet.parse("S1 HK T1 T20 EX").mask
    counts = Counter(pick(cards, dice.random) for _ in range(5000))
    assert set(counts) == {card.bit for card in CardSet(cards)}
    assert max(counts.values()) - min(counts.values()) < 200
    picked = [sample(cards, 2, dice.random) for _ in range(500)]
    assert {each.bit_count() for each in picked} == {2}
    assert len(set(picked)) == 10


@pytest.mark.parametrize(
    "changed",
    [
        {"excuse_last_trick": ExcuseLastTrick.FORCED},
        {"auction": Auction.RISING},
        {"slam_window": SlamWindow.WITH_BID},
        {"slam_excuse": SlamExcuse.OFF},
        {"misere": MisereScheme.PERSONAL},
    ],
)
def test_rules_it_does_not_play_are_refused(changed: dict[str, object]) -> None:
    assert is_played(Ruleset.fft(4))
    assert is_played(Ruleset.of_preset("debutants", 3))
    assert not is_played(Ruleset.fft(2))
    rules = replace(Ruleset.fft(4), **changed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="does not play"):
        RandomDeals(rules, Random(1))
