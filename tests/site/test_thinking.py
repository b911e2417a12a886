"""Robots that think: what is left to a worker, and what one of its tasks does."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from pytest_django import Settings

from tarot_engine import Bid, CardSet, SeedChain, view_for
from tarot_site.config.celery import app
from tarot_site.games.clock import sweep_games
from tarot_site.games.models import ActorKind, Game, GameStatus
from tarot_site.games.signals import Advance
from tarot_site.games.store import load_game
from tarot_site.games.thinking import MOST_THOUGHTS, dice_of, think, waits_for_thought
from tarot_site.games.verify import verify_game

from .conftest import GARDE, NOW, days, make_players, play
from .thinking_tables import Ticks, bidders, make_expert_game, open_seat, published, think_to_the_end

__all__ = ["published"]
pytestmark = [pytest.mark.django_db, pytest.mark.db_both]

BUDGET = 0.005


@pytest.fixture(autouse=True)
def short_thoughts(settings: Settings) -> None:
    """A few worlds for each answer."""
    settings.ROBOT_SECONDS = BUDGET


# Handing over


def test_a_request_stops_in_front_of_a_thinking_robot(published, django_capture_on_commit_callbacks):
    game = make_expert_game()
    with django_capture_on_commit_callbacks(execute=True):
        play(game, Bid(GARDE))
    assert bidders(game) == [ActorKind.PERSON]
    game.refresh_from_db()
    assert (game.turns, game.due_at, game.status) == ([[1, 1]], NOW, GameStatus.RUNNING)
    assert waits_for_thought(game.pk)
    ((queue, args, kwargs, headers),) = published
    assert (queue, args, kwargs) == ("thinking", (game.pk,), {}), "the number of the game, and no card"
    assert headers["argsrepr"] == f"({game.pk},)"
    assert headers["expires"] is not None, "hints do not pile up where no worker runs"


def test_every_worker_takes_from_both_queues():
    assert set(app.amqp.queues.consume_from) == {"celery", "thinking"}


def test_a_robot_that_fails_is_answered_for_by_a_simpler_one(caplog: pytest.LogCaptureFixture) -> None:
    """Its error may name a card: the log tells its kind only."""
    game = make_expert_game()
    play(game, Bid(GARDE))

    def fail() -> None:
        raise KeyError("HK")

    assert think(game.pk, NOW, clock=Ticks(at_look={4: fail})) == {"robot": 3}
    assert bidders(game) == [ActorKind.PERSON, *[ActorKind.ROBOT] * 3]
    (line,) = [record.getMessage() for record in caplog.records if "failed" in record.getMessage()]
    assert line == "The robot expert failed with KeyError; prudent answers."
    assert "HK" not in caplog.text


def test_a_cheap_robot_is_no_business_of_a_worker(published, django_capture_on_commit_callbacks):
    game = make_expert_game()
    Game.objects.filter(pk=game.pk).update(robot="prudent")
    with django_capture_on_commit_callbacks(execute=True):
        play(game, Bid(GARDE))
    assert bidders(game) == [ActorKind.PERSON, *[ActorKind.ROBOT] * 3]
    assert published == []
    assert not waits_for_thought(game.pk)
    assert think(game.pk, NOW) == {}


def test_a_sweep_hands_over_and_does_not_think(published, django_capture_on_commit_callbacks):
    players = make_players(1)
    games = [make_expert_game(players=players) for _ in range(3)]
    for game in games:
        play(game, Bid(GARDE))
    seqs = list(Game.objects.order_by("pk").values_list("seq", flat=True))
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep_games(NOW) == {"handed_over": 3}
    assert [args for _queue, args, *_ in published] == [(game.pk,) for game in games]
    assert list(Game.objects.order_by("pk").values_list("seq", flat=True)) == seqs


# Thinking


def test_three_answers_then_the_next_task(published, django_capture_on_commit_callbacks):
    game = make_expert_game(deals=2)
    play(game, Bid(None))
    with django_capture_on_commit_callbacks(execute=True):
        assert think(game.pk, NOW, clock=Ticks()) == {"robot": MOST_THOUGHTS}
    # One of them takes, or speaks first in the next deal.
    assert open_seat(game) != 0
    assert [args for _queue, args, *_ in published] == [(game.pk,)]


def test_a_person_is_asked_as_soon_as_the_robots_have_played(advances: list[Advance]):
    game = make_expert_game()
    play(game, Bid(GARDE))
    advances.clear()
    assert think(game.pk, NOW, clock=Ticks()) == {"robot": 3}
    assert bidders(game) == [ActorKind.PERSON, *[ActorKind.ROBOT] * 3]
    assert [advance.asked for advance in advances] == [(), (), ((0, 2),)]
    game.refresh_from_db()
    assert game.asked_at is not None
    assert NOW < game.asked_at < NOW + timedelta(seconds=1), "the time of the answer, not of the task"
    assert game.due_at == game.asked_at + days(2)
    assert think(game.pk, NOW) == {}


def test_a_whole_deal_ends_and_verifies():
    game = make_expert_game(chain=SeedChain("whole", bytes(range(32))))
    for _ in range(60):
        think_to_the_end(game)
        if game.status != GameStatus.RUNNING:
            break
        play(game)
    assert game.status == GameStatus.OVER
    assert verify_game(game).differences == ()
    played = game.events.filter(kind="card_played")
    assert set(played.exclude(seat=0).values_list("actor", flat=True)) == {ActorKind.ROBOT}


@pytest.mark.parametrize("budget", [0.02, 0.06])
def test_an_answer_takes_no_more_than_the_budget(settings: Settings, advances: list[Advance], budget: float):
    settings.ROBOT_SECONDS = budget
    game = make_expert_game(chain=SeedChain("budget", bytes(range(32))))
    clock, spent = Ticks(), []
    for _ in range(5):
        while think(game.pk, NOW, clock=clock):
            pass
        play(game)
    for before, after in pairwise(advances):
        if after.now > before.now:
            spent.append((after.now - before.now).total_seconds())
    assert max(spent) <= budget + 5 * clock.step
    assert max(spent) >= budget * 0.7


def test_a_slow_robot_leaves_the_worker_after_one_answer():
    game = make_expert_game()
    play(game, Bid(GARDE))
    assert think(game.pk, NOW, clock=Ticks(step=2)) == {"robot": 1}


def test_the_dice_follow_from_no_card():
    game = make_expert_game()
    play(game, Bid(GARDE))
    view = view_for(load_game(game.pk).events, 1)
    other = replace(view, hand=CardSet(), options=None)
    assert dice_of(view).random() == dice_of(other).random()
    assert dice_of(view).random() != dice_of(replace(view, decision=2)).random()
