"""La découverte, the game for two: piles, what may be played, what is turned and who knows it (rules §14)."""

from __future__ import annotations

from random import Random

import pytest

from tarot_engine import (
    PACK,
    CardPlayed,
    CardSet,
    Contract,
    CorruptHistory,
    CoveredCardTurned,
    DealOpened,
    DealPassedOut,
    DealScored,
    HandsDealt,
    Hidden,
    IllegalDiscard,
    IllegalPlay,
    PartnerRevealed,
    Pile,
    Piles,
    PlayCard,
    PlayOptions,
    PlayReason,
    PrepareOptions,
    Refusal,
    Ruleset,
    ScoreSheet,
    SeedChain,
    StackedDeal,
    TrickTaken,
    default_for,
    evolve,
    parse_card,
    replay,
    robot_action,
    seen_by,
    verify_game,
)
from tests.engine.playing import Game
from tests.engine.tables import cards

RULES = Ruleset.fft(2, deals=1)
MINE = "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 H1 H2"
THEIRS = "H3 H4 H5 H6 H7 H8 H9 H10 D1 D2 D3 D4"
MY_UP = "T1 HK D5 D6 D7 D8 D9 D10 C1 C2 C3 C4"
THEIR_UP = "C5 C6 C7 C8 C9 C10 CJ CN CQ CK T21 EX"
MY_UNDER = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13"
THEIR_UNDER = "T14 T15 T16 T17 T18 T19 T20 SJ SN SQ SK HJ"
DOG = "DJ DN DQ DK HN HQ"


def game(rules: Ruleset = RULES, dealer: int = 1) -> Game:
    """Seat 0 is mine; it leads and speaks first when seat 1 deals."""
    hands = (CardSet.parse(MINE), CardSet.parse(THEIRS))
    piles = (Piles(cards(MY_UP), cards(MY_UNDER)), Piles(cards(THEIR_UP), cards(THEIR_UNDER)))
    return Game(StackedDeal(hands, CardSet.parse(DOG), dealer, rules.layout, piles), rules)


def at_the_lead(contract: Contract = Contract.GARDE) -> Game:
    playing = game()
    playing.bid(contract)
    if contract is not Contract.GARDE_CONTRE:
        playing.bid(None)
    discard = "DJ DN DQ HN HQ S1" if contract.takes_dog else None
    playing.prepare(0, discard)
    return playing


def options(playing: Game, seat: int) -> PlayOptions:
    found = playing.options(seat)
    assert isinstance(found, PlayOptions)
    return found


def test_the_deal_and_the_auction() -> None:
    playing = game()
    layout = RULES.layout
    assert (layout.hand, layout.piles, layout.dog, layout.tricks) == (12, 12, 6, 36)
    assert playing.state.to_act == 0, "the dealer's opponent speaks first"
    playing.bid(None)
    assert playing.state.to_act == 1
    playing.bid(Contract.PETITE)
    assert playing.view(0).taker == 1


def test_no_lone_petit_no_handful_no_misere_for_two() -> None:
    assert "DealAnnulled" not in game().kinds(), "a lone Petit plays on"
    playing = at_the_lead()
    assert options(playing, 0).handful is None
    assert not options(playing, 0).miseres


def test_the_discard_comes_from_the_hand_of_eighteen() -> None:
    playing = game()
    playing.bid(Contract.GARDE, None)
    prepare = playing.options(0)
    assert isinstance(prepare, PrepareOptions)
    assert prepare.candidates == CardSet.parse(f"{MINE} {DOG}") - CardSet.parse("DK")
    with pytest.raises(IllegalDiscard) as refused:
        playing.prepare(0, "S1 S2 S3 S4 S5 D5")
    assert refused.value.code is Refusal.DISCARD_NOT_HELD, "D5 lies face up"
    playing.prepare(0, "S1 S2 S3 S4 S5 S6")
    assert len(playing.view(0).hand) == 12


def test_hand_and_own_face_up_cards_may_be_played() -> None:
    playing = at_the_lead()
    mine = CardSet.parse(f"{MINE} {MY_UP} DK") - CardSet.parse("S1")
    assert options(playing, 0).cards == mine
    with pytest.raises(IllegalPlay) as refused:
        playing.play(0, "C5")
    assert refused.value.code is Refusal.CARD_NOT_HELD, "that is the other's"
    with pytest.raises(IllegalPlay) as refused:
        playing.play(0, "T2")
    assert refused.value.code is Refusal.CARD_NOT_HELD, "that one is covered"


def test_a_face_up_card_of_the_suit_must_be_followed_with() -> None:
    playing = at_the_lead()
    playing.play(0, "C1")
    assert options(playing, 1).cards == CardSet.parse("C5 C6 C7 C8 C9 C10 CJ CN CQ CK EX")
    assert options(playing, 1).reason is PlayReason.MUST_FOLLOW
    with pytest.raises(IllegalPlay) as refused:
        playing.play(1, "H3")
    assert refused.value.code is Refusal.MUST_FOLLOW


def test_covered_cards_are_turned_after_the_trick_only() -> None:
    playing = at_the_lead()
    assert [type(event) for event in playing.play(0, "C1")] == [CardPlayed]
    assert playing.view(0).piles[0][8] == Pile(None, True)
    events = playing.play(1, "CK")
    assert events == (
        CardPlayed(1, parse_card("CK")),
        TrickTaken(1, 1),
        CoveredCardTurned(0, 8, parse_card("T10")),
        CoveredCardTurned(1, 9, parse_card("SQ")),
    )
    assert playing.view(0).piles[0][8] == Pile(parse_card("T10"), False)
    assert parse_card("SQ") in options(playing, 1).cards
    playing.play(1, "SQ")
    events = playing.play(0, "S2")
    assert events == (CardPlayed(0, parse_card("S2")), TrickTaken(2, 1)), "nothing lies under either"
    assert playing.view(None).piles[1][9] == Pile(None, False)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_covered_cards_are_hidden_from_both(seat: int | None) -> None:
    playing = at_the_lead()
    playing.play(0, "C1")
    seen = seen_by(playing.last(HandsDealt), seat)
    assert isinstance(seen, HandsDealt)
    assert [piles.covered for piles in seen.piles] == [Hidden(12), Hidden(12)]
    assert [piles.face_up for piles in seen.piles] == [cards(MY_UP), cards(THEIR_UP)]
    assert [hand == Hidden(12) for hand in seen.hands] == [seat != 0, seat != 1]
    view = playing.view(seat)
    assert [pile.top for pile in view.piles[1]] == list(cards(THEIR_UP))
    assert all(pile.under is None for own in view.piles for pile in own)
    assert view.hand_counts == (12, 12)


def test_no_covered_card_in_any_repr() -> None:
    playing = at_the_lead()
    dealt = playing.last(HandsDealt)
    shown = repr([dealt, playing.state, playing.secret, playing.view(0).piles])
    assert not any(card.code in shown.replace("'", " ").split() for card in PACK)
    assert repr(dealt.piles[0]) == "Piles(12 piles)"


def test_the_other_player_knows_no_hand_but_its_own() -> None:
    playing = at_the_lead()
    known = replay(seen_by(event, 1) for event in playing.events)
    known = evolve(known, CardPlayed(0, parse_card("S2")))
    assert known.stage.hands[0] == Hidden(11)  # type: ignore[union-attr]
    with pytest.raises(CorruptHistory):
        evolve(playing.state, CardPlayed(0, parse_card("T3")))
    with pytest.raises(CorruptHistory):
        evolve(playing.state, CoveredCardTurned(0, 0, parse_card("T2")))


def sheet_of(playing: Game) -> ScoreSheet:
    return playing.last(DealScored).sheet


@pytest.mark.parametrize("contract", list(Contract))
def test_a_whole_deal_is_scored_between_the_two(contract: Contract) -> None:
    playing = at_the_lead(contract)
    playing.run()
    sheet = sheet_of(playing)
    assert sheet.scores == (sheet.per_defender, -sheet.per_defender)
    assert sheet.half_points % 2 == 0, "totals are always whole"
    assert playing.kinds().count("TrickTaken") == 36
    assert playing.kinds().count("CoveredCardTurned") == 24
    assert PartnerRevealed.__name__ not in playing.kinds()
    assert verify_game(playing.events) == ()
    result = playing.state.last
    assert result is not None
    assert result.piles == playing.last(HandsDealt).piles


def test_both_pass_and_everything_is_shown() -> None:
    playing = game()
    playing.bid(None, None)
    passed = playing.last(DealPassedOut)
    assert passed.piles == playing.last(HandsDealt).piles or len(passed.piles) == 2
    assert passed.piles[0].covered == cards(MY_UNDER)
    assert playing.state.to_act == 1, "the other deals, so this one speaks first"


def test_an_announced_slam_leads_and_the_excuse_wins_the_36th_trick() -> None:
    """The taker holds every trump and king; the Excuse waits in hand for the last trick (rules §8.4)."""
    trumps = [f"T{rank}" for rank in range(1, 22)]
    hand = cards("EX SK HK DK CK SQ " + " ".join(trumps[15:]))
    face_up = cards(" ".join(trumps[:12]))
    under = cards(" ".join(trumps[12:15]) + " HQ DQ CQ SN HN DN CN SJ HJ")
    used = {*hand, *face_up, *under}
    left = [card for card in PACK if card not in used]
    dog, theirs = left[:6], left[6:]
    other = Piles(tuple(theirs[:12]), tuple(theirs[12:24]))
    sets = (CardSet.from_cards(hand), CardSet.from_cards(theirs[24:]))
    secret = StackedDeal(sets, CardSet.from_cards(dog), 0, RULES.layout, (Piles(face_up, under), other))
    playing = Game(secret, RULES)
    playing.bid(None, Contract.GARDE)
    playing.prepare(0, " ".join(card.code for card in dog), slam=True)
    assert playing.state.to_act == 0, "the announcer leads although the other speaks first"
    wanted = [*reversed(cards(" ".join(trumps))), *cards("SK HK DK CK SQ HQ DQ CQ SN HN DN CN SJ HJ EX")]
    while playing.state.to_act is not None:
        seat = playing.state.to_act
        legal = options(playing, seat).cards
        if seat == 1:
            playing.act(1, default_for(playing.view(1)))
            continue
        playing.act(0, PlayCard(next(card for card in wanted if card in legal)))
    sheet = sheet_of(playing)
    assert (sheet.slam_announced, sheet.slam_won_by_attack, sheet.slam_points) == (True, True, 400)
    assert (sheet.excuse.value, sheet.oudlers, sheet.half_points) == ("won_slam", 3, 182)
    assert sheet.scores == (sheet.per_defender, -sheet.per_defender)


def test_worked_scores_for_two() -> None:
    """Rows 37 and 38 of rules §11 are in cases/scores.toml; the halves are always whole there."""
    dice = Random(2)
    for number in range(4):
        chain = SeedChain(f"two-{number}", dice.randbytes(32))
        playing = Game(chain, Ruleset.fft(2, deals=2), chain.commitment)
        playing.run(lambda view: robot_action("simple", view))
        assert playing.state.is_over
        assert verify_game(playing.events) == ()


def test_the_dealer_alternates() -> None:
    chain = SeedChain("turns", b"\x05" * 32)
    playing = Game(chain, Ruleset.fft(2, deals=2), chain.commitment)
    playing.run(lambda view: robot_action("simple", view))
    dealers = [event.dealer for event in playing.events if isinstance(event, DealOpened)]
    assert dealers == [(dealers[0] + i) % 2 for i in range(len(dealers))]
