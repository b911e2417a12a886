"""An answer that may be taken back, and the worker that has read it: what its person was told holds."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection

from tarot_engine import Action, Bid, robot_action
from tarot_site.games.answers import kept_answer, open_answer
from tarot_site.games.autoplay import continue_game, next_step
from tarot_site.games.clock import sweep_games
from tarot_site.games.errors import StaleTurn
from tarot_site.games.models import ActorKind, Door, Game, GameStatus
from tarot_site.games.queries import load_table
from tarot_site.games.services import Acted, act, announce_last_deal, return_to_seat, take_back
from tarot_site.games.steps import Step, commit_step
from tarot_site.games.store import LoadedGame, SeqConflict, load_game

from .conftest import GARDE, NOW, days, make_game, open_decision, play
from .open_ended import open_ended
from .test_services_act import answer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.db_both]

MOMENT = timedelta(milliseconds=1)
END = NOW + timedelta(seconds=60)


@pytest.fixture(autouse=True)
def _minute(settings) -> None:
    settings.TAKE_BACK_SECONDS = 60


def about_to(game: Game, now: datetime) -> tuple[LoadedGame, Step]:
    """A worker has read the game at this time and knows its step, but has not written it."""
    loaded = load_game(game.pk)
    step = next_step(loaded, now)
    assert step is not None
    return loaded, step


def spoken(game: Game) -> list[tuple[str, Action]]:
    """Who gave the first bid, and which, as the log and the kept answer agree."""
    lines = game.events.filter(kind="bid_placed").values_list("seat", "decision", "actor")
    return [
        (actor, open_answer(kept))
        for seat, decision, actor in lines
        if (kept := kept_answer(game, seat, decision)) and kept.entered_seq is not None
    ]


def test_what_was_taken_back_is_not_played():
    game = make_game()
    answer(game, 0, 1, Bid(GARDE))
    loaded, step = about_to(game, END)
    take_back(game.pk, 0, 1, now=END - MOMENT)
    with pytest.raises(SeqConflict):
        commit_step(loaded, step, END)
    assert continue_game(game.pk, END) == {}
    assert open_decision(game) == (0, 1)
    assert not game.answers.exists()


def test_what_was_replaced_is_not_played():
    game = make_game()
    answer(game, 0, 1, Bid(GARDE))
    loaded, step = about_to(game, END)
    assert not answer(game, 0, 1, Bid(None), now=END - MOMENT).already
    with pytest.raises(SeqConflict):
        commit_step(loaded, step, END)
    assert continue_game(game.pk, END) == {}
    sweep_games(END + timedelta(seconds=60))
    assert spoken(game) == [(ActorKind.PERSON, Bid(None))]


def test_the_same_answer_taken_back_and_given_again_waits_its_own_time():
    game = make_game()
    answer(game, 0, 1, Bid(GARDE))
    loaded, step = about_to(game, END)
    take_back(game.pk, 0, 1, now=END - MOMENT)
    answer(game, 0, 1, Bid(GARDE), now=END - MOMENT)
    with pytest.raises(SeqConflict):
        commit_step(loaded, step, END)
    assert continue_game(game.pk, END) == {}


def test_an_answer_a_moment_before_the_deadline_is_given():
    game = make_game()
    due = NOW + days(2)
    loaded, step = about_to(game, due)
    assert step.origin.actor == ActorKind.DEADLINE
    assert answer(game, 0, 1, Bid(GARDE), now=due - MOMENT).effective_at == due
    with pytest.raises(SeqConflict):
        commit_step(loaded, step, due)
    assert continue_game(game.pk, due)["person"] == 1
    assert spoken(game) == [(ActorKind.PERSON, Bid(GARDE))]
    assert game.seats.get(number=0).missed == 0


def test_an_answer_a_moment_before_the_pause_is_given():
    game = make_game()
    for beat in range(1, 5):
        sweep_games(NOW + days(2 * beat))
    seat, decision = open_decision(game)
    due = game.due_at
    assert due is not None
    loaded, step = about_to(game, due)
    assert step.status == GameStatus.PAUSED
    act(game.pk, seat, decision, Bid(GARDE), actor=ActorKind.PERSON, door=Door.LINK, now=due - MOMENT)
    with pytest.raises(SeqConflict):
        commit_step(loaded, step, due)
    assert continue_game(game.pk, due)["person"] == 1
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING


def test_a_robot_that_thinks_for_a_person_yields_to_their_answer():
    game = make_game()
    game.seats.filter(number=0).update(held_by_robot=True)
    loaded = load_game(game.pk)
    step = next_step(loaded, NOW, lambda view: robot_action("simple", view))
    assert step is not None
    assert step.origin.actor == ActorKind.ROBOT
    answer(game, 0, 1, Bid(GARDE))
    with pytest.raises(SeqConflict):
        commit_step(loaded, step, NOW)
    sweep_games(END)
    assert spoken(game) == [(ActorKind.PERSON, Bid(GARDE))]


def test_the_last_deal_leaves_a_kept_answer_as_it_is():
    game = open_ended()
    seat, decision = open_decision(game)
    acted = play(game, Bid(GARDE))
    loaded, step = about_to(game, acted.effective_at)
    assert announce_last_deal(game.pk, 1, 1, NOW, door=Door.PAGE)
    with pytest.raises(SeqConflict):
        commit_step(loaded, step, acted.effective_at)
    take_back(game.pk, seat, decision, now=acted.effective_at - MOMENT)
    assert continue_game(game.pk, acted.effective_at) == {}


class TestOnceItsTimeHasCome:
    """Before the sweep looks: the answer counts, whatever is asked meanwhile."""

    def test_it_is_not_taken_back(self):
        game = make_game()
        answer(game, 0, 1, Bid(GARDE))
        with pytest.raises(StaleTurn):
            take_back(game.pk, 0, 1, now=END)
        assert game.answers.count() == 1

    def test_another_one_comes_too_late(self):
        game = make_game()
        answer(game, 0, 1, Bid(GARDE))
        with pytest.raises(StaleTurn):
            answer(game, 0, 1, Bid(None), now=END)
        assert spoken(game) == [(ActorKind.PERSON, Bid(GARDE))]

    def test_the_same_one_is_already_played(self):
        game = make_game()
        answer(game, 0, 1, Bid(GARDE))
        assert answer(game, 0, 1, Bid(GARDE), now=END).already
        assert spoken(game) == [(ActorKind.PERSON, Bid(GARDE))]

    def test_neither_is_it_after_the_deadline(self):
        game = make_game(move_seconds=3600)
        due = NOW + timedelta(hours=1)
        answer(game, 0, 1, Bid(GARDE), now=due - MOMENT)
        with pytest.raises(StaleTurn):
            take_back(game.pk, 0, 1, now=due)
        with pytest.raises(StaleTurn):
            answer(game, 0, 1, Bid(None), now=due)
        assert spoken(game) == [(ActorKind.PERSON, Bid(GARDE))]

    def test_nor_when_the_server_gives_no_time_any_more(self, settings):
        game = make_game()
        answer(game, 0, 1, Bid(GARDE))
        settings.TAKE_BACK_SECONDS = 0
        with pytest.raises(StaleTurn):
            answer(game, 0, 1, Bid(None), now=END)
        assert spoken(game) == [(ActorKind.PERSON, Bid(GARDE))]

    def test_until_then_a_server_without_time_takes_the_new_one(self, settings):
        game = make_game()
        answer(game, 0, 1, Bid(GARDE))
        settings.TAKE_BACK_SECONDS = 0
        answer(game, 0, 1, Bid(None), now=END - MOMENT)
        assert spoken(game) == [(ActorKind.PERSON, Bid(None))]


def test_late_but_before_the_sweep_it_enters_at_once():
    game = make_game(move_seconds=3600)
    late = NOW + timedelta(hours=2)
    assert answer(game, 0, 1, Bid(GARDE), now=late) == Acted(already=False, effective_at=late)
    assert spoken(game) == [(ActorKind.PERSON, Bid(GARDE))]


def test_a_seat_taken_back_with_an_answer_noted():
    game = make_game()
    answer(game, 0, 1, Bid(GARDE))
    assert return_to_seat(game.pk, 0, NOW, door=Door.PAGE).status == GameStatus.RUNNING
    assert load_table(game.pk, 0).kept is not None


@pytest.mark.parametrize("round_number", range(5))
def test_taking_back_and_sweeps_at_once(round_number: int):
    """Real threads: whatever the order, nobody reads "taken back" and sees the answer played."""
    game = make_game()
    answer(game, 0, 1, Bid(GARDE))
    start = threading.Barrier(4)

    def withdrawn() -> bool:
        try:
            take_back(game.pk, 0, 1, now=END - MOMENT)
        except StaleTurn:
            return False
        return True

    def run(work) -> object:
        try:
            start.wait(10)
            return work()
        finally:
            connection.close()

    works = [withdrawn, *[lambda: sum(sweep_games(END).values())] * 3]
    with ThreadPoolExecutor(len(works)) as pool:
        was_withdrawn, *played = list(pool.map(run, works))
    assert sum(played) == (not was_withdrawn)
    assert spoken(game) == ([] if was_withdrawn else [(ActorKind.PERSON, Bid(GARDE))])
