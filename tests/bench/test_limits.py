"""The limits of `make bench`, on smaller games: so that a slip is seen before somebody measures."""

from __future__ import annotations

import pytest

from tarot_site.games.models import Game
from tests.bench.bench import Result, loading, page_queries, report, whole_replay
from tests.bench.tables import is_late_in_deal, new_game, play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.serial]


@pytest.fixture
def game() -> Game:
    game = new_game(deals=2, seed=9)
    play(game, is_late_in_deal(1))
    return game


def test_a_game_keeps_the_limits(game: Game) -> None:
    results = [loading(game), page_queries(game), whole_replay(game)]
    assert not [result for result in results if result.is_too_much], report(results)
    assert all(result.limit for result in results)


def test_a_result_over_its_limit_is_marked() -> None:
    assert Result("x", 4.01, "", 4.0).is_too_much
    assert not Result("x", 4.0, "", 4.0).is_too_much
    assert not Result("x", 99.0, "").is_too_much
    assert "TOO MUCH" in report([Result("x", 4.01, "", 4.0)])
