"""Handfuls and misères (rules §6, §12)."""

from __future__ import annotations

import pytest

from tarot_engine import (
    CardSet,
    Contract,
    HandfulLevel,
    HandfulOptions,
    HandfulShown,
    IllegalHandful,
    Misere,
    MisereDeclared,
    PlayCard,
    PlayOptions,
    Refusal,
    Ruleset,
    default_for,
    parse_card,
)
from tarot_engine.legality import handful_reach
from tests.engine.playing import Game, stacked

SIMPLE, DOUBLE, TRIPLE = HandfulLevel
GARDE, SANS = Contract.GARDE, Contract.GARDE_SANS


def trumps(count: int, excuse: bool = False) -> str:
    return " ".join([f"T{rank}" for rank in range(2, count + 2)] + ["EX"] * excuse)


def at_the_lead(hand: str, rules: Ruleset | None = None) -> Game:
    """Seat 1 takes without the dog; seat 0, which holds ``hand``, leads."""
    game = stacked({0: hand, 1: "SK", 2: "T1 T21"}, "S1", rules=rules)
    game.bid(None, SANS, None, None)
    game.prepare(1)
    return game


def play_options(game: Game, seat: int = 0) -> PlayOptions:
    options = game.options(seat)
    assert isinstance(options, PlayOptions)
    return options


def reached(options: HandfulOptions | None) -> list[tuple[HandfulLevel, bool]]:
    return [(choice.level, choice.needs_excuse) for choice in options.levels] if options else []


@pytest.mark.parametrize(
    ("count", "excuse", "levels"),
    [
        pytest.param(9, False, [], id="6-nine"),
        pytest.param(9, True, [(SIMPLE, True)], id="6-nine-and-the-excuse"),
        pytest.param(10, False, [(SIMPLE, False)], id="6-ten"),
        pytest.param(10, True, [(SIMPLE, False)], id="6-ten-and-the-excuse"),
        pytest.param(12, True, [(SIMPLE, False), (DOUBLE, True)], id="6-twelve-and-the-excuse"),
        pytest.param(13, False, [(SIMPLE, False), (DOUBLE, False)], id="6-thirteen"),
        pytest.param(14, True, [(SIMPLE, False), (DOUBLE, False), (TRIPLE, True)], id="6-14-and-excuse"),
        pytest.param(15, False, [(SIMPLE, False), (DOUBLE, False), (TRIPLE, False)], id="6-fifteen"),
    ],
)
def test_handfuls_within_reach(count: int, excuse: bool, levels: list[tuple[HandfulLevel, bool]]) -> None:
    options = play_options(at_the_lead(trumps(count, excuse)))
    assert reached(options.handful) == levels
    assert not options.forced


@pytest.mark.parametrize(("seats", "sizes"), [(3, (13, 15, 18)), (4, (10, 13, 15)), (5, (8, 10, 13))])
def test_sizes_by_number_of_seats(seats: int, sizes: tuple[int, int, int]) -> None:
    assert Ruleset.fft(seats).handful_sizes == sizes


def test_showing_is_public_and_exact() -> None:
    game = at_the_lead(trumps(12, True))
    events = game.play(0, "T2", show=trumps(12, True))
    assert events[0] == HandfulShown(0, DOUBLE, CardSet.parse(trumps(12, True)))
    assert game.view(3).handfuls == (events[0],)
    assert [type(event).__name__ for event in events] == ["HandfulShown", "CardPlayed"]


@pytest.mark.parametrize(
    ("show", "code"),
    [
        (trumps(11), Refusal.HANDFUL_SIZE),
        (trumps(9, True), Refusal.HANDFUL_EXCUSE),
        (trumps(10).replace("T2 ", "T20 "), Refusal.HANDFUL_NOT_HELD),
        (trumps(12) + " T20", Refusal.HANDFUL_NOT_HELD),
        (trumps(9) + " HK", Refusal.HANDFUL_NOT_HELD),
        ("", Refusal.HANDFUL_SIZE),
    ],
)
def test_refused_handfuls(show: str, code: Refusal) -> None:
    with pytest.raises(IllegalHandful) as refused:
        at_the_lead(trumps(12, True)).play(0, "T2", show=show)
    assert refused.value.code is code


def test_a_lower_handful_with_a_choice_of_trumps() -> None:
    game = at_the_lead(trumps(12, True))
    show = CardSet.parse(trumps(12)) - CardSet.parse("T3 T13")
    assert len(show) == 10
    events = game.act(0, PlayCard(parse_card("T3"), show))
    assert events[0] == HandfulShown(0, SIMPLE, show)


def test_only_before_the_first_card_and_only_when_eligible() -> None:
    game = at_the_lead(trumps(10))
    game.play(0, "T2")
    assert play_options(game, 1).handful is None
    with pytest.raises(IllegalHandful) as refused:
        game.act(1, PlayCard(next(iter(play_options(game, 1).cards)), CardSet.parse(trumps(10))))
    assert refused.value.code is Refusal.HANDFUL_NOT_OFFERED
    while game.state.to_act != 0:
        assert game.state.to_act is not None
        game.act(game.state.to_act, default_for(game.view(game.state.to_act)))
    assert play_options(game).handful is None
    with pytest.raises(IllegalHandful) as refused:
        game.act(0, PlayCard(next(iter(play_options(game).cards)), CardSet.parse(trumps(10))))
    assert refused.value.code is Refusal.HANDFUL_TOO_LATE


def test_handful_off() -> None:
    game = at_the_lead(trumps(12), Ruleset(deals=1, handful=False))
    assert play_options(game).handful is None


def test_forced_discard_trumps_count_and_are_shown_again() -> None:
    """Four kings and fifteen trumps: one trump goes, and the triple still counts (rules §6)."""
    hand = "SK HK DK CK " + " ".join(f"T{rank}" for rank in range(1, 15))
    game = stacked({0: hand, 1: "S1"}, "T15 H1 D1 C1 S2 S3")
    game.bid(GARDE, None, None, None)
    game.prepare(0, "H1 D1 C1 S2 S3 T2")
    options = play_options(game)
    fifteen = " ".join(f"T{rank}" for rank in range(1, 16))
    assert reached(options.handful) == [(SIMPLE, False), (DOUBLE, False), (TRIPLE, False)]
    assert options.handful is not None
    assert options.handful.levels[2].trumps == CardSet.parse(fifteen)
    events = game.play(0, "SK", show=fifteen)
    assert events[0] == HandfulShown(0, TRIPLE, CardSet.parse(fifteen))


def test_the_default_never_announces() -> None:
    action = default_for(at_the_lead(trumps(15)).view(0))
    assert isinstance(action, PlayCard)
    assert action.show is None


@pytest.mark.parametrize(
    ("trumps_held", "excuse", "size", "reach"),
    [
        (9, True, 10, (True, True)),
        (8, True, 10, (False, False)),
        (9, False, 10, (False, False)),
        (10, True, 10, (True, False)),
    ],
)
def test_reach(trumps_held: int, excuse: bool, size: int, reach: tuple[bool, bool]) -> None:
    assert handful_reach(trumps_held, excuse, size) == reach


def misere_game(hand: str) -> Game:
    return at_the_lead(hand, Ruleset.of_preset("familial", deals=1))


def test_misere_of_trumps_is_declared_and_scored() -> None:
    plain = "S2 S3 S4 S5 S6 S7 S8 S9 S10 H1 H2 H3 H4 H5 H6 H7 H8 H9"
    game = misere_game(plain)
    assert play_options(game).miseres == frozenset(Misere)
    events = game.act(0, PlayCard(parse_card("S2"), None, frozenset({Misere.TRUMPS})))
    assert events[0] == MisereDeclared(0, Misere.TRUMPS)
    game.run()
    assert game.state.last is not None
    sheet = game.state.last.sheet
    assert sheet is not None
    assert [bonus.points for bonus in sheet.miseres] == [10]
    assert sheet.scores[0] == -sheet.per_defender + 30


def test_the_excuse_or_a_court_card_forbids_a_misere() -> None:
    game = misere_game("EX SJ S2 S3 S4 S5 S6 S7 S8 S9 S10 H1 H2 H3 H4 H5 H6 H7")
    assert play_options(game).miseres == frozenset()
    with pytest.raises(IllegalHandful) as refused:
        game.act(0, PlayCard(parse_card("S2"), None, frozenset({Misere.HEADS})))
    assert refused.value.code is Refusal.MISERE_NOT_ALLOWED


def test_no_misere_by_default() -> None:
    game = at_the_lead("S2 S3 S4 S5 S6 S7 S8 S9 S10 H1 H2 H3 H4 H5 H6 H7 H8 H9")
    assert play_options(game).miseres == frozenset()
