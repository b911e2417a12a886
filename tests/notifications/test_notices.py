"""Absences, pauses and endings, with simulated time: who is told what."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import pytest

from notifications.models import Mail, MailState
from tarot_site.games.clock import sweep_games
from tarot_site.games.models import Door, Game, GameStatus, PendingAnswer, Seat
from tarot_site.games.seating import cancel_game
from tarot_site.games.services import resume_game, take_back
from tests.notifications.conftest import Post
from tests.site.conftest import NOW, make_game, open_decision, play

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def pass_time(post: Post, now: datetime, hours: int) -> datetime:
    """Both sweeps, an hour apart."""
    for _ in range(hours):
        now += HOUR
        sweep_games(now)
        post.sweep(now)
    return now


def kinds_of(post: Post, seat: int) -> Counter[str]:
    return Counter(kind for mail in post.to(seat) for kind in str(mail.message["X-Pli-Kind"]).split(", "))


def test_one_reminder_then_the_default_and_both_are_told(post: Post) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    post.sweep(NOW)
    now = pass_time(post, NOW, 25)
    assert kinds_of(post, seat)["reminder"] == 1
    pass_time(post, now, 24)
    told = [mail for mail in post.to(seat) if "default_taken" in str(mail.message["X-Pli-Kind"])]
    assert len(told) == 1
    assert "le serveur a joué pour vous" in " ".join(told[0].text.split())
    assert open_decision(game)[0] != seat


def test_nobody_plays_then_everybody_is_told_of_each_thing_once(post: Post) -> None:
    game = make_game(move_seconds=4 * 3600)
    post.sweep(NOW)
    now = pass_time(post, NOW, 24 * 5)
    game.refresh_from_db()
    assert game.status == GameStatus.PAUSED
    for number in range(4):
        kinds = kinds_of(post, number)
        assert kinds["paused"] == 1
        assert kinds["default_taken"] >= 1
        last = post.to(number)[-1]
        assert "en pause" in last.text
        assert last.text.startswith("La partie est en pause.")
        assert len(last.text.splitlines()) < 120
    before = len(post.mails)
    pass_time(post, now, 24)
    assert len(post.mails) == before
    resume_game(game.pk, 2, now, door=Door.LINK)
    post.sweep(now)
    assert [kinds_of(post, number)["resumed"] for number in range(4)] == [1] * 4
    asked, _ = open_decision(game)
    assert post.to(asked)[-1].message["X-Pli-Kind"] == "resumed, your_turn"


def test_a_paused_game_is_archived_and_readable(post: Post) -> None:
    game = make_game(move_seconds=4 * 3600)
    now = pass_time(post, NOW, 24 * 5)
    now += timedelta(days=31)
    sweep_games(now)
    post.sweep(now)
    assert [kinds_of(post, number)["archived"] for number in range(4)] == [1] * 4
    assert Game.objects.get(pk=game.pk).status == GameStatus.ARCHIVED


def test_a_cancelled_game_is_told_to_all_and_asks_nothing(post: Post) -> None:
    game = make_game()
    cancel_game(game.pk, None, NOW)
    post.sweep(NOW)
    for number in range(4):
        (mail,) = post.to(number)
        assert mail.message["X-Pli-Kind"] == "cancelled"
        assert "/a/" not in mail.text


def test_after_three_absences_the_robot_is_told_of(post: Post) -> None:
    game = make_game(move_seconds=4 * 3600)
    now = NOW
    for _ in range(400):
        game.refresh_from_db()
        if Seat.objects.filter(held_by_robot=True).exists():
            break
        if game.turns and game.turns[0][0] != 0:
            play(game, now=now)
        now = pass_time(post, now, 1)
    assert kinds_of(post, 0)["seat_held"] == 1
    held = next(mail for mail in post.to(0) if "seat_held" in str(mail.message["X-Pli-Kind"]))
    assert "un robot tient votre place" in " ".join(held.text.split())
    assert [kinds_of(post, number)["seat_held"] for number in (1, 2, 3)] == [0, 0, 0]


@pytest.mark.parametrize("is_taken_back", [False, True])
def test_a_question_whose_answer_may_be_taken_back_is_mailed_only_if_it_is(
    post: Post, settings: Any, is_taken_back: bool
) -> None:
    game = make_game()
    seat, decision = open_decision(game)
    settings.TAKE_BACK_SECONDS = 300
    play(game)
    assert PendingAnswer.objects.get().entered_seq is None
    assert post.sweep(NOW)["put_off"] == 1
    assert not post.to(seat)
    row = Mail.objects.get(seat=seat, decision=decision)
    assert (row.state, row.attempts) == (MailState.PENDING, 0)
    if is_taken_back:
        take_back(game.pk, seat, decision, now=NOW + timedelta(seconds=299))
    later = NOW + timedelta(seconds=300)
    sweep_games(later)
    post.sweep(later)
    (mail,) = (mail for mail in post.to(seat) if "deal_opened" in str(mail.message["X-Pli-Kind"]))
    assert ("your_turn" in str(mail.message["X-Pli-Kind"])) is is_taken_back
