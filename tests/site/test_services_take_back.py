"""With TAKE_BACK_SECONDS an answer waits before it enters the log, and may be replaced or taken back."""

from __future__ import annotations

import pytest
from celery.signals import before_task_publish
from django.utils import timezone

from tarot_engine import Bid, IllegalAction, PlayCard, parse_card
from tarot_site.games.clock import sweep_games
from tarot_site.games.errors import StaleTurn
from tarot_site.games.models import ActorKind, Door
from tarot_site.games.queries import load_table
from tarot_site.games.services import take_back

from .conftest import GARDE, NOW, days, make_game
from .test_services_act import answer

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]


class TestTakingBack:
    """With TAKE_BACK_SECONDS an answer waits before it enters the log."""

    @pytest.fixture(autouse=True)
    def _minute(self, settings) -> None:
        settings.TAKE_BACK_SECONDS = 60

    def test_nobody_sees_it_before_its_time(self):
        game = make_game()
        seq = game.seq
        acted = answer(game, 0, 1, Bid(GARDE))
        assert (acted.already, acted.effective_at) == (False, NOW + days(1 / 1440))
        game.refresh_from_db()
        assert (game.seq, game.turns) == (seq, [[0, 1]])
        assert load_table(game.pk, 1).view.bids == ()
        assert load_table(game.pk, 1).kept is None
        kept = load_table(game.pk, 0).kept
        assert kept is not None
        assert (kept.action, kept.effective_at) == (Bid(GARDE), acted.effective_at)
        assert sweep_games(NOW + days(0.9 / 1440)) == {}
        assert sweep_games(acted.effective_at) == {"person": 1}
        game.refresh_from_db()
        assert game.turns == [[1, 1]]
        assert load_table(game.pk, 0).kept is None
        record = game.events.get(seat=0, decision=1)
        assert (record.actor, record.door) == (ActorKind.PERSON, Door.LINK)

    def test_a_worker_is_told_to_look_when_its_time_comes(self, django_capture_on_commit_callbacks):
        heard = []

        def listen(sender, body, headers, **_):
            if sender == "tarot_site.games.tasks.sweep_games":
                heard.append((body[0], body[1], headers["eta"], headers["expires"]))

        now = timezone.now()  # Celery publishes no task that has expired
        game = make_game(now=now)
        before_task_publish.connect(listen)
        try:
            with django_capture_on_commit_callbacks(execute=True):
                answer(game, 0, 1, Bid(GARDE), now=now)
        finally:
            before_task_publish.disconnect(listen)
        end = now + days(1 / 1440)
        told = ((), {}, end.isoformat(), (end + days(1 / 1440)).isoformat())
        assert heard == [told], "no number of a game, and no card"

    def test_the_same_answer_again_keeps_its_time(self):
        game = make_game()
        first = answer(game, 0, 1, Bid(GARDE))
        again = answer(game, 0, 1, Bid(GARDE), now=NOW + days(0.5 / 1440))
        assert (again.already, again.effective_at) == (True, first.effective_at)

    def test_another_answer_replaces_it(self):
        game = make_game()
        answer(game, 0, 1, Bid(GARDE))
        later = NOW + days(0.5 / 1440)
        assert answer(game, 0, 1, Bid(None), now=later).effective_at == later + days(1 / 1440)
        assert sweep_games(NOW + days(1 / 1440)) == {}
        assert sweep_games(later + days(1 / 1440)) == {"person": 1}
        assert load_table(game.pk, 1).view.bids == ((0, None),)

    def test_it_can_be_taken_back_until_then(self):
        game = make_game()
        acted = answer(game, 0, 1, Bid(GARDE))
        take_back(game.pk, 0, 1, now=NOW)
        assert sweep_games(acted.effective_at) == {}
        with pytest.raises(StaleTurn):
            take_back(game.pk, 0, 1, now=NOW)
        answer(game, 0, 1, Bid(None))
        with pytest.raises(StaleTurn):
            take_back(game.pk, 0, 1, now=acted.effective_at)
        sweep_games(acted.effective_at)
        with pytest.raises(StaleTurn):
            take_back(game.pk, 0, 1, now=NOW)

    def test_a_refused_answer_is_not_kept(self):
        game = make_game()
        with pytest.raises(IllegalAction):
            answer(game, 0, 1, PlayCard(parse_card("S1")))
        assert not game.answers.exists()

    def test_a_deadline_takes_it_instead_of_the_default(self):
        game = make_game(move_seconds=3600)
        late = NOW + days(0.9999 / 24)
        answer(game, 0, 1, Bid(GARDE), now=late)
        assert sweep_games(NOW + days(1 / 24)) == {"person": 1}
        assert load_table(game.pk, 1).view.bids == ((0, GARDE),)
        assert game.seats.get(number=0).missed == 0

    def test_one_taken_back_after_the_reminders_time_is_reminded_of(self):
        game = make_game()
        answer(game, 0, 1, Bid(GARDE), now=NOW + days(1))
        assert sweep_games(NOW + days(1)) == {}
        take_back(game.pk, 0, 1, now=NOW + days(1))
        assert sweep_games(NOW + days(1)) == {"reminded": 1}
        assert sweep_games(NOW + days(1)) == {}

    def test_a_question_that_is_open_again_is_reminded_of(self):
        game = make_game()
        answer(game, 0, 1, Bid(GARDE))
        take_back(game.pk, 0, 1, now=NOW)
        assert sweep_games(NOW + days(1)) == {"reminded": 1}
