"""Checking stored games: a true one passes, and each kind of tampering is found in its deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tarot_engine import (
    CardSet,
    Commitment,
    DealAnnulled,
    DealOpened,
    DealPassedOut,
    DealScored,
    Event,
    GameOpened,
    GameOver,
    Ruleset,
    SeatTaken,
    SeedChain,
    TrickTaken,
    replay,
    robot_action,
    seen_by,
    verify_game,
)
from tarot_engine.verify import Check, Finding, verify_deal
from tests.engine.playing import Game, stacked


def a_game(seats: int = 4) -> list[Event]:
    secret = SeedChain("verified", b"\x0b" * 32)
    game = Game(secret, Ruleset.fft(seats, deals=2), secret.commitment)
    game.run(lambda view: robot_action("simple", view))
    return game.events


def tampered(events: list[Event], kind: type, change: object) -> list[Event]:
    """The stream with its first event of this kind changed."""
    place = next(i for i, event in enumerate(events) if isinstance(event, kind))
    return [*events[:place], replace(events[place], **change(events[place])), *events[place + 1 :]]  # type: ignore


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_true_game_passes(seats: int) -> None:
    events = a_game(seats)
    assert isinstance(events[-1], GameOver)
    assert verify_game(events) == ()


def test_a_stacked_deal_has_no_shuffle_to_check() -> None:
    game = stacked({0: "T1 T2"})
    game.run(lambda view: robot_action("simple", view), until=DealPassedOut)
    assert verify_game(game.events) == ()


def first_scored(events: list[Event]) -> int:
    """Seed index of the first scored deal: void deals before it count too."""
    before = events[: next(i for i, event in enumerate(events) if isinstance(event, DealScored))]
    return 1 + sum(type(event).__name__ in ("DealPassedOut", "DealAnnulled") for event in before)


def test_another_winner_is_found() -> None:
    events = a_game()
    place = max(i for i, event in enumerate(events) if isinstance(event, TrickTaken))
    event = events[place]
    assert isinstance(event, TrickTaken)
    events[place] = TrickTaken(event.number, (event.winner + 1) % 4)
    assert Check.WINNER in {finding.check for finding in verify_game(events)}


def test_another_score_is_found() -> None:
    events = a_game()
    changed = tampered(events, DealScored, lambda e: {"sheet": replace(e.sheet, scores=(3, -1, -1, -1))})
    assert Finding(first_scored(events), Check.SCORE) in verify_game(changed)


def test_other_ranks_are_found() -> None:
    changed = tampered(a_game(), GameOver, lambda e: {"ranks": (1, 1, 1, 1)})
    assert [finding.check for finding in verify_game(changed)] == [Check.RANKS]


def test_another_seed_is_found() -> None:
    changed = tampered(a_game(), DealScored, lambda e: {"seed": "00" * 32})
    assert {f.check for f in verify_game(changed)} >= {Check.SEED, Check.CARDS}


def test_another_commitment_is_found_in_every_deal() -> None:
    events = a_game()
    changed = tampered(events, GameOpened, lambda e: {"commitment": Commitment("verified", "00" * 32)})
    ended = sum(type(e).__name__ in ("DealScored", "DealPassedOut", "DealAnnulled") for e in events)
    assert [f.check for f in verify_game(changed)] == [Check.SEED] * ended


def test_another_word_is_found_in_every_deal() -> None:
    changed = tampered(a_game(), SeatTaken, lambda e: {"word": "other"})
    assert {f.check for f in verify_game(changed)} >= {Check.CARDS}


@pytest.mark.parametrize("seats", [3, 4])
def test_another_dealer_is_found(seats: int) -> None:
    """The first one is drawn, the others follow from it."""
    events = a_game(seats)
    openings = [place for place, event in enumerate(events) if isinstance(event, DealOpened)]
    for place in openings[:2]:
        opened = events[place]
        assert isinstance(opened, DealOpened)
        changed = replace(opened, dealer=(opened.dealer + 1) % seats)
        # Read up to the next fact: what a wrong dealer does to the deal is found besides.
        found = verify_game([*events[:place], changed, *_until_ended(events[place + 1 :])])
        assert Check.DEALER in {finding.check for finding in found}


def _until_ended(events: list[Event]) -> list[Event]:
    ends = (DealScored, DealPassedOut, DealAnnulled)
    return events[: next(i for i, event in enumerate(events) if isinstance(event, ends)) + 1]


def test_exchanged_cards_are_found() -> None:
    def exchange(event: DealScored) -> dict[str, object]:
        one, two = (next(iter(hand)) for hand in event.hands[:2])
        first = event.hands[0].without(one) | CardSet.of(two)
        second = event.hands[1].without(two) | CardSet.of(one)
        return {"hands": (first, second, *event.hands[2:])}

    events = a_game()
    assert verify_game(tampered(events, DealScored, exchange)) == (
        Finding(first_scored(events), Check.CARDS),
    )


def test_a_spectator_can_check_the_shuffle_of_ended_deals() -> None:
    events = a_game()
    state = replay(seen_by(event, None) for event in events)
    assert state.last is not None
    assert list(verify_deal(state, state.last)) == []
