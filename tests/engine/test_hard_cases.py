"""Cases other engines get wrong, each by name, at the seats where it happens (rules §4, §6, §8.4, §11)."""

from __future__ import annotations

import pytest

from tarot_engine import (
    EXCUSE,
    FULL_PACK,
    CallCard,
    Card,
    CardSet,
    Contract,
    DealScored,
    ExcuseFate,
    HandfulLevel,
    HandfulShown,
    PartnerRevealed,
    PlayCard,
    PlayOptions,
    Ruleset,
    ScoreSheet,
    default_for,
    parse_card,
)
from tarot_engine.count import count_deal
from tarot_engine.scoring import score
from tarot_engine.stages import Deal, Opened, Playing, Settled, Trick
from tests.engine.playing import Game, rules_of, some_trumps, stacked
from tests.engine.tables import cards

PETITE, GARDE, SANS, CONTRE = Contract


def trumps(first: int, last: int) -> str:
    return " ".join(f"T{rank}" for rank in range(first, last + 1))


def sheet_of(game: Game) -> ScoreSheet:
    game.run(until=DealScored)
    return game.last(DealScored).sheet


def started(game: Game, contract: Contract, call: str = "") -> Game:
    """Seat 0 takes, calls and makes the default discard."""
    seats = game.state.rules.seats
    game.bid(contract, *([None] * (0 if contract is CONTRE else seats - 1)))
    if call:
        game.act(0, CallCard(parse_card(call)))
    game.act(0, default_for(game.view(0)))
    return game


@pytest.mark.parametrize(
    ("seats", "size", "level"),
    [
        (3, 13, HandfulLevel.SIMPLE),
        (3, 15, HandfulLevel.DOUBLE),
        (3, 18, HandfulLevel.TRIPLE),
        (5, 8, HandfulLevel.SIMPLE),
        (5, 10, HandfulLevel.DOUBLE),
        (5, 13, HandfulLevel.TRIPLE),
    ],
)
def test_handful_at_three_and_five(seats: int, size: int, level: HandfulLevel) -> None:
    game = started(
        stacked({0: trumps(1, size)}, rules=Ruleset.fft(seats, deals=1), dealer=seats - 1),
        GARDE,
        "SK" if seats == 5 else "",
    )
    options = game.options(0)
    assert isinstance(options, PlayOptions)
    lead = next(iter(options.cards))
    game.play(0, lead.code, trumps(1, size))
    assert game.last(HandfulShown) == HandfulShown(0, level, CardSet.parse(trumps(1, size)))
    sheet = sheet_of(game)
    value = {HandfulLevel.SIMPLE: 20, HandfulLevel.DOUBLE: 30, HandfulLevel.TRIPLE: 40}[level]
    assert sheet.handful_points == (value if sheet.made else -value)


def test_what_was_announced_stays_in_view_until_the_next_deal() -> None:
    """Handfuls, misères and forced trumps: who opens the page after the last card reads them still."""
    hand = f"SK HK DK CK {trumps(8, 21)}"
    dog = "T1 T2 T3 T4 T5 EX"
    game = stacked({0: hand, 2: "S1 H1"}, dog, rules=rules_of(4, misere="personal", petit_sec="off"))
    game.bid(GARDE, None, None, None)
    game.prepare(0, trumps(8, 13))
    game.play(0, "T21", trumps(14, 21) + " T2 T3 T4 T5 T8 T9 T10")
    misere = next(seat for seat in (1, 2, 3) if _may_declare(game, seat))
    before = game.view(3)
    assert (before.handfuls, before.miseres, len(before.trumps_shown)) != ((), (), 0)
    game.run(until=DealScored)
    view = game.view(3)
    assert (view.stage.value, view.leader, view.master, view.trick) == ("over", None, None, ())
    assert [shown.level for shown in view.handfuls] == [HandfulLevel.TRIPLE]
    assert [told.seat for told in view.miseres] == [misere]
    assert view.trumps_shown == CardSet.parse(trumps(8, 13))
    assert view.last is not None
    assert view.last.announced == (*view.handfuls, *view.miseres)


def _may_declare(game: Game, seat: int) -> bool:
    """Plays the seat's lowest card, with a misère where its hand has one."""
    options = game.options(seat)
    assert isinstance(options, PlayOptions)
    game.act(seat, PlayCard(next(iter(options.cards)), misere=options.miseres))
    return bool(options.miseres)


def test_several_handfuls_one_on_each_side_both_go_to_the_winner() -> None:
    game = started(stacked({0: trumps(1, 10), 1: trumps(11, 20)}), GARDE)
    options = game.options(0)
    assert isinstance(options, PlayOptions)
    game.play(0, next(iter(options.cards)).code, trumps(1, 10))
    other = game.options(1)
    assert isinstance(other, PlayOptions)
    game.play(1, next(iter(other.cards)).code, trumps(11, 20))
    sheet = sheet_of(game)
    assert [bonus.seat for bonus in sheet.handfuls] == [0, 1]
    assert sheet.handful_points == (40 if sheet.made else -40)
    assert sheet.per_defender == sheet.base_points + sheet.petit_points + sheet.handful_points


def at_five(excuse_by: int, taken_by: int, number: int = 5) -> Playing:
    """Fifteen tricks at five: seat 0 takes, seat 2 is the partner, the others each win some."""
    kings = cards("HK")
    rest = [card for card in FULL_PACK if card not in (EXCUSE, *kings)]
    discard, rest = CardSet.from_cards(rest[:3]), rest[3:]
    tricks = []
    for trick in range(1, 16):
        laid: list[Card] = []
        for seat in range(5):
            special = EXCUSE if (trick, seat) == (number, excuse_by) else kings[0]
            takes = (trick, seat) == (number, excuse_by) or (trick, seat) == (1, 2)
            laid.append(special if takes else rest.pop(0))
        winner = taken_by if trick == number else (trick % 5)
        tricks.append(Trick(0, tuple(laid), winner))
    hands = tuple(
        CardSet.from_cards(card for trick in tricks for who, card in trick.plays() if who == seat)
        for seat in range(5)
    )
    settled = Settled((GARDE, None, None, None, None), 0, GARDE, kings[0])
    opened = Opened(settled, True, discard, CardSet(), False)
    deal = Deal(1, 1, 4, hands, CardSet())
    return Playing(deal, opened, hands, (), 0, tricks=tuple(tricks), partner_revealed=True, partner=2)


@pytest.mark.parametrize(
    ("by", "winner", "fate"),
    [
        pytest.param(2, 0, ExcuseFate.KEPT, id="the-partners-excuse-in-the-takers-trick"),
        pytest.param(0, 2, ExcuseFate.KEPT, id="the-takers-excuse-in-the-partners-trick"),
        pytest.param(2, 1, ExcuseFate.EXCHANGED, id="the-partners-excuse-in-a-defenders-trick"),
        pytest.param(3, 1, ExcuseFate.KEPT, id="a-defenders-excuse-in-a-defenders-trick"),
        pytest.param(3, 2, ExcuseFate.EXCHANGED, id="a-defenders-excuse-in-the-partners-trick"),
    ],
)
def test_the_partners_excuse_camps_decide(by: int, winner: int, fate: ExcuseFate) -> None:
    stage = at_five(by, winner)
    count = count_deal(Ruleset.fft(5), stage)
    assert (count.excuse, count.partner) == (fate, 2)
    lying = CardSet.from_cards(c for trick in stage.tricks if trick.winner in (0, 2) for c in trick.cards)
    assert isinstance(stage.opened.discard, CardSet)
    moved = count.half_points - (lying | stage.opened.discard).half_points
    assert moved == (0 if fate is ExcuseFate.KEPT else 8 if by in (0, 2) else -8)
    sheet = score(Ruleset.fft(5), count)
    assert sheet.scores[0] == 2 * sheet.scores[2]


def test_four_kings_then_a_queen_is_called_and_her_holder_is_the_partner() -> None:
    hands = {0: "SK HK DK CK T1 T2", 1: "T3 T4", 2: "T5 T6 HQ", 3: "T7 T8", 4: "T9 T10"}
    game = started(stacked(hands, "S1 S2 S3", rules=Ruleset.fft(5, deals=1), dealer=4), GARDE, "HQ")
    assert game.view(1).partner is None
    sheet = sheet_of(game)
    assert game.last(PartnerRevealed) == PartnerRevealed(2)
    assert sheet.partner == 2
    each = sheet.per_defender
    assert sheet.scores == (2 * each, -each, each, -each, -each)


@pytest.mark.parametrize("contract", [GARDE, SANS, CONTRE])
def test_the_called_king_in_the_dog_one_against_four(contract: Contract) -> None:
    game = stacked(some_trumps(5), "HK S1 S2", rules=Ruleset.fft(5, deals=1), dealer=4)
    sheet = sheet_of(started(game, contract, "HK"))
    assert sheet.partner is None
    each = sheet.per_defender
    assert sheet.scores == (4 * each, -each, -each, -each, -each)
    assert ("PartnerRevealed" in game.kinds()) == (contract is GARDE)
