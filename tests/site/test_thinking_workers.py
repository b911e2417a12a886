"""Thinking robots when people are away or come back, when workers meet, and when one is killed."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from pytest_django import Settings

from tarot_engine import Bid
from tarot_site.games.clock import sweep_games
from tarot_site.games.models import ActorKind, Door, GameStatus, Seat
from tarot_site.games.operators import note_operator
from tarot_site.games.periodic import run_sweeps
from tarot_site.games.services import return_to_seat
from tarot_site.games.signals import TableFact
from tarot_site.games.thinking import LEASE_MARGIN_SECONDS, think, think_everywhere, waits_for_thought
from tarot_site.games.verify import verify_game

from .conftest import GARDE, NOW, days, play
from .test_clock import facts
from .test_two_writers import at_once
from .thinking_tables import Ticks, bidders, make_expert_game, open_seat, published

__all__ = ["published"]
pytestmark = [pytest.mark.django_db, pytest.mark.db_both]

BUDGET = 0.005
LEASE = timedelta(seconds=BUDGET + LEASE_MARGIN_SECONDS)


@pytest.fixture(autouse=True)
def short_thoughts(settings: Settings) -> None:
    """A few worlds for each answer."""
    settings.ROBOT_SECONDS = BUDGET


# Held seats, pauses


def test_the_seat_of_an_absent_person_thinks_too():
    game = make_expert_game(robots=2)
    Seat.objects.filter(game=game, number=1).update(held_by_robot=True, missed=3)
    play(game, Bid(GARDE))
    assert bidders(game) == [ActorKind.PERSON]
    assert think(game.pk, NOW, clock=Ticks()) == {"robot": 3}
    assert bidders(game) == [ActorKind.PERSON, *[ActorKind.ROBOT] * 3]


def test_a_person_who_comes_back_meanwhile_is_asked():
    game = make_expert_game(robots=2)
    Seat.objects.filter(game=game, number=1).update(held_by_robot=True, missed=3)
    play(game, Bid(GARDE))
    clock = Ticks(at_look={4: lambda: return_to_seat(game.pk, 1, NOW, door=Door.PAGE)})
    assert think(game.pk, NOW, clock=clock) == {}
    assert not clock.at_look
    game.refresh_from_db()
    assert (game.turns, game.due_at) == ([[1, 1]], NOW + days(2))
    assert bidders(game) == [ActorKind.PERSON]
    assert not waits_for_thought(game.pk)


def test_thinking_robots_do_not_play_among_themselves():
    game = make_expert_game(deals=8)
    now = NOW
    while game.status == GameStatus.RUNNING:
        now += days(0.5)
        assert now < NOW + days(60)
        sweep_games(now)
        while think(game.pk, now, clock=Ticks()):
            pass
        game.refresh_from_db()
    assert game.status == GameStatus.PAUSED
    assert game.deal <= 2
    assert facts(game)[-1] == "table_paused"
    assert think(game.pk, now) == {}


# Two workers, and none


def test_a_second_worker_leaves_a_turn_alone_that_is_thought_about():
    game = make_expert_game()
    play(game, Bid(GARDE))
    second: list[Counter[str]] = []
    clock = Ticks(at_look={4: lambda: second.append(think(game.pk, NOW, clock=Ticks()))})
    assert think(game.pk, NOW, clock=clock) == {"robot": 3}
    assert second == [Counter()]


def test_a_line_that_leaves_the_turn_as_it_was_costs_one_thought(
    published, django_capture_on_commit_callbacks
):
    game = make_expert_game()
    play(game, Bid(GARDE))

    fact = TableFact("table_operator_mail", {})
    clock = Ticks(at_look={4: lambda: note_operator(game.pk, fact, NOW)})
    with django_capture_on_commit_callbacks(execute=True):
        assert think(game.pk, NOW, clock=clock) == {}
    assert [args for _queue, args, *_ in published] == [(game.pk,)]
    assert think(game.pk, NOW + timedelta(seconds=1), clock=Ticks()) == {"robot": 3}


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_give_each_answer_once():
    game = make_expert_game()
    play(game, Bid(GARDE))
    outcomes = at_once([lambda: think(game.pk, NOW)["robot"]] * 4)
    assert sum(map(int, outcomes)) == 3, "none of them counted an answer that did not enter"
    assert bidders(game) == [ActorKind.PERSON, *[ActorKind.ROBOT] * 3]
    game.refresh_from_db()
    assert not [found for found in verify_game(game).differences if "column" in found or "lines" in found]


class Killed(BaseException):
    """The process ends here."""


def test_the_sweep_resumes_what_a_killed_worker_began(published, django_capture_on_commit_callbacks):
    game = make_expert_game()
    play(game, Bid(GARDE))

    def die() -> None:
        raise Killed

    with pytest.raises(Killed):
        think(game.pk, NOW, clock=Ticks(at_look={4: die}))
    game.refresh_from_db()
    before = game.seq
    soon, later = NOW + LEASE / 2, NOW + LEASE + timedelta(seconds=1)
    assert sweep_games(soon) == {}, "somebody may still be thinking"
    assert think(game.pk, soon) == {}
    published.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep_games(later) == {"handed_over": 1}
    assert [args for _queue, args, *_ in published] == [(game.pk,)]
    game.refresh_from_db()
    assert game.seq == before
    assert think(game.pk, later, clock=Ticks()) == {"robot": 3}


def test_a_tick_thinks_by_itself():
    game = make_expert_game()
    play(game, Bid(GARDE))
    done = run_sweeps(NOW)
    assert (done["games"], done["robots"]) == ({"handed_over": 1}, {"robot": 3})
    assert open_seat(game) == 0


def test_a_tick_does_not_think_for_ever():
    game = make_expert_game()
    play(game, Bid(GARDE))
    assert think_everywhere(NOW, clock=Ticks(step=10)) == {"robot": 1}
    assert waits_for_thought(game.pk)
