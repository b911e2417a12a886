"""What `make bench` says of the engine."""

from __future__ import annotations

import pytest

from tests.bench.bench import report
from tests.bench.engine_speed import event_replay, random_deals, random_game, record_replay

pytestmark = pytest.mark.serial


def test_each_speed_is_measured_against_a_limit() -> None:
    """Whether the limits are kept is for `make bench` to say: no test depends on how busy a machine is."""
    results = [random_deals(4, 30), event_replay(2), record_replay(3)]
    assert all(result.limit and result.value > 1 for result in results), report(results)
    assert "at least 9,000 asked for" in results[0].detail


def test_the_game_that_is_measured_is_a_whole_one() -> None:
    kinds = [type(event).__name__ for event in random_game(2)]
    assert kinds.count("DealScored") == 2
    assert kinds[-1] == "GameOver"
