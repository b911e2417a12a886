"""Games longer than a chain of seeds: the next one is committed to before its first deal."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from itertools import pairwise

import pytest

from tarot_engine import (
    ChainRenewed,
    Check,
    CorruptHistory,
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
    decode_event,
    encode_event,
    evolve,
    replay,
    robot_action,
    seen_by,
    verify_game,
)
from tests.engine.playing import Game

LAST, MASTER = b"\x01" * 32, b"\x02" * 32
TWO = SeedChain("long", LAST, MASTER, length=2)


def a_long_game(secret: SeedChain = TWO) -> list[Event]:
    """Five scored deals from chains of two seeds."""
    game = Game(secret, Ruleset.fft(4, deals=5), secret.commitment)
    game.run(lambda view: robot_action("simple", view))
    return game.events


def indices(events: list[Event]) -> list[int]:
    return [event.seed_index for event in events if isinstance(event, DealOpened)]


def test_each_further_chain_is_committed_to_just_before_its_first_deal() -> None:
    events = a_long_game()
    assert isinstance(events[-1], GameOver)
    assert len(indices(events)) >= 5
    renewals = [(event, after) for event, after in pairwise(events) if isinstance(event, ChainRenewed)]
    assert [renewed.first for renewed, _ in renewals] == [k for k in indices(events) if k > 1 and k % 2]
    for renewed, opened in renewals:
        assert isinstance(opened, DealOpened)
        assert opened.seed_index == renewed.first
        seed = bytes.fromhex(TWO.seed(renewed.first))
        assert renewed.commitment.digest == hashlib.sha256(seed).hexdigest()
        assert renewed.commitment.game_id == "long"


def test_a_long_game_is_checked_to_its_end() -> None:
    events = a_long_game()
    assert verify_game(events) == ()
    false = [
        ChainRenewed(TWO.commitment, 3) if isinstance(event, ChainRenewed) and event.first == 3 else event
        for event in events
    ]
    found = verify_game(false)
    assert [(one.seed_index, one.check) for one in found] == [(3, Check.SEED), (4, Check.SEED)]


def test_further_chains_follow_from_the_master_alone() -> None:
    last = hmac.digest(MASTER, b"pli/chain/1|long|1", "sha256")
    assert TWO.seed(4) == last.hex()
    assert TWO.seed(3) == hashlib.sha256(last).hexdigest()
    assert [TWO.seed(k) for k in (1, 2)] == [SeedChain("long", LAST, length=2).seed(k) for k in (1, 2)]
    other = SeedChain("long", LAST, b"\x03" * 32, length=2)
    assert (other.seed(2), other.seed(3) == TWO.seed(3)) == (TWO.seed(2), False)
    assert len({TWO.seed(k) for k in range(1, 12)}) == 11
    assert MASTER.hex() not in repr(TWO)
    assert "x02" not in repr(TWO)


def test_without_a_master_the_game_ends_with_its_seeds() -> None:
    events = a_long_game(SeedChain("long", LAST, length=2))
    assert isinstance(events[-1], GameOver)
    assert indices(events) == [1, 2]
    assert verify_game(events) == ()


def test_the_real_chain_is_renewed_after_256_deals() -> None:
    secret = SeedChain("long", LAST, MASTER)
    assert [k for k in range(1, 1000) if secret.renewal(k)] == [257, 513, 769]
    assert not SeedChain("long", LAST).reaches(257)
    assert secret.reaches(257)


def test_the_last_deal_can_be_replayed_by_itself() -> None:
    events = a_long_game()
    first = max(i for i, event in enumerate(events) if isinstance(event, DealOpened))
    head = [e for e in events[:first] if isinstance(e, GameOpened | SeatTaken | ChainRenewed)]
    part, whole = replay([*head, *events[first:]]), replay(events)
    assert (part.commitment, part.chain_start) == (whole.commitment, whole.chain_start)
    assert part.chain_start == max(k for k in indices(events) if k % 2)


def test_a_new_chain_is_public_and_stored_as_it_is() -> None:
    renewed = next(event for event in a_long_game() if isinstance(event, ChainRenewed))
    assert all(seen_by(renewed, seat) == renewed for seat in (None, 0, 1, 2, 3))
    code = encode_event(renewed)
    assert (code.type, code.version) == ("chain_renewed", 1)
    assert decode_event(code.type, code.version, code.body) == renewed


@pytest.mark.parametrize("shift", [-2, 0])
def test_no_chain_begins_within_a_deal_or_before_the_last_one(shift: int) -> None:
    events = a_long_game()
    renewed = next(event for event in events if isinstance(event, ChainRenewed))
    ended = next(
        i for i, e in enumerate(events, 1) if isinstance(e, DealScored | DealPassedOut | DealAnnulled)
    )
    state = replay(events[: ended + shift if shift else ended])
    event = renewed if shift else replace(renewed, first=1)
    with pytest.raises(CorruptHistory):
        evolve(state, event)
