"""The engine's limits of `make bench`, so that a slip is seen before somebody measures."""

from __future__ import annotations

import pytest

from tests.bench.bench import report
from tests.bench.engine_speed import event_replay, random_deals, random_game, record_replay

pytestmark = pytest.mark.serial


def test_the_engine_keeps_its_limits() -> None:
    results = [random_deals(4, 300), event_replay(15), record_replay(25)]
    assert not [result for result in results if result.is_too_much], report(results)
    assert all(result.limit for result in results)


def test_the_game_that_is_measured_is_a_whole_one() -> None:
    kinds = [type(event).__name__ for event in random_game(2)]
    assert kinds.count("DealScored") == 2
    assert kinds[-1] == "GameOver"
