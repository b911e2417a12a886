"""Announcing the last deal: who may, when, what it writes, and that once is enough."""

from __future__ import annotations

from collections import Counter

import pytest

from tarot_engine import Bid
from tarot_site.games.errors import DealHasPassed, EndIsFixed, SeatUnavailable, WrongStatus
from tarot_site.games.models import ActorKind, Door, Game, GameStatus, SeatKind
from tarot_site.games.services import announce_last_deal, end_after_deal, resume_game
from tarot_site.games.signals import Advance
from tarot_site.games.verify import verify_game
from tarot_site.players.models import Player

from .conftest import GARDE, NOW, make_game, play, play_until
from .open_ended import deal_of
from .open_ended import open_ended as stacked_game
from .table_builder import random_secret
from .test_two_writers import at_once

pytestmark = pytest.mark.django_db
KINDS = ("last_deal_announced", "table_last_deal")


def open_ended(**more: int) -> Game:
    """A game by its own seeds, so that its log can be verified."""
    return stacked_game(chain=random_secret(1), **more)  # type: ignore[arg-type]


def announce(game: Game, seat: int = 2, deal: int | None = None) -> bool:
    """This seat's person says that it is the last deal."""
    return announce_last_deal(game.pk, seat, deal_of(game) if deal is None else deal, NOW, door=Door.PAGE)


def lines(game: Game) -> list[str]:
    """The kinds of the lines that say so."""
    return list(game.events.filter(kind__in=KINDS).order_by("seq").values_list("kind", flat=True))


def verdict(game: Game) -> tuple[str, ...]:
    """What the log and the columns disagree about."""
    game.refresh_from_db()
    return verify_game(game).differences


def test_anybody_announces_it_also_out_of_turn_and_the_game_ends_with_the_deal() -> None:
    game = open_ended()
    play(game, Bid(GARDE))
    game.refresh_from_db()
    before = (game.turns, game.due_at, game.remind_at, game.asked_at)
    assert announce(game)
    game.refresh_from_db()
    assert (game.turns, game.due_at, game.remind_at, game.asked_at) == before
    event, fact = game.events.filter(kind__in=KINDS).order_by("seq")
    assert (event.kind, fact.kind) == KINDS
    assert {(line.actor, line.door, line.seat, line.decision) for line in (event, fact)} == {
        (ActorKind.PERSON, Door.PAGE, None, None)
    }
    assert fact.data == {"seat": 2, "player": game.seats.get(number=2).player_id}
    play_until(game, lambda g: g.status == GameStatus.OVER)
    assert (game.status, game.deal) == (GameStatus.OVER, 1)
    assert verdict(game) == ()


def test_without_it_the_game_goes_on() -> None:
    game = open_ended()
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.deal == 2)
    assert (game.status, game.deal) == (GameStatus.RUNNING, 2)
    assert verdict(game) == ()


def test_a_deal_that_nobody_takes_ends_it_too() -> None:
    game = open_ended()
    announce(game)
    for _ in range(4):
        play(game, Bid(None))
    game.refresh_from_db()
    assert game.status == GameStatus.OVER
    assert list(game.events.order_by("seq").values_list("kind", flat=True))[-2:] == [
        "deal_passed_out",
        "game_over",
    ]
    assert verdict(game) == ()


def test_twice_is_once_by_whoever(advances: list[Advance]) -> None:
    game = open_ended()
    assert announce(game, 2)
    told = len(advances)
    assert not announce(game, 2)
    assert not announce(game, 0)
    assert lines(game) == list(KINDS)
    assert len(advances) == told
    assert advances[-1].asked == ()


def test_a_press_after_the_end_says_that_it_was_said() -> None:
    game = open_ended()
    announce(game, deal=1)
    for _ in range(4):
        play(game, Bid(None))
    assert not announce(game, deal=1)


@pytest.mark.parametrize("target", [0, 500])
def test_a_target_score_alone_fixes_no_number(target: int) -> None:
    assert announce(open_ended(target=target))


def test_a_game_with_a_number_of_deals_is_left_alone() -> None:
    game = make_game(deals=4)
    with pytest.raises(EndIsFixed):
        announce(game)
    with pytest.raises(EndIsFixed):
        end_after_deal(game.pk, Player.objects.create_superuser("boss@example.org"), NOW)
    assert lines(game) == []


def test_no_robot_and_no_seat_that_a_robot_plays_may_say_it() -> None:
    game = open_ended(robots=1)
    with pytest.raises(SeatUnavailable):
        announce(game, 3)
    game.seats.filter(number=2).update(held_by_robot=True)
    with pytest.raises(SeatUnavailable):
        announce(game, 2)
    game.seats.filter(number=1).update(player=None)
    with pytest.raises(SeatUnavailable):
        announce(game, 1)
    assert game.seats.get(number=3).kind == SeatKind.ROBOT
    assert lines(game) == []


def test_a_deal_that_began_since_is_not_ended() -> None:
    game = open_ended()
    meant = deal_of(game)
    for _ in range(4):
        play(game, Bid(None))
    assert deal_of(game) == meant + 1
    with pytest.raises(DealHasPassed):
        announce(game, deal=meant)
    assert lines(game) == []


@pytest.mark.parametrize("status", [GameStatus.PAUSED, GameStatus.CANCELLED, GameStatus.ARCHIVED])
def test_a_game_that_stands_still_is_not_ended(status: GameStatus) -> None:
    game = open_ended()
    stopped = {"due_at": None, "remind_at": None, "paused_at": NOW if status == "paused" else None}
    Game.objects.filter(pk=game.pk).update(status=status, **stopped)
    with pytest.raises(WrongStatus):
        announce(game)
    assert lines(game) == []
    if status == GameStatus.PAUSED:
        resume_game(game.pk, 1, NOW, door=Door.PAGE)
        assert announce(game)


def test_a_finished_game_is_not_ended_again() -> None:
    game = open_ended(target=1)
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.status == GameStatus.OVER)
    assert game.status == GameStatus.OVER
    with pytest.raises(WrongStatus):
        announce(game)


def test_a_table_that_fills_has_no_deal_to_end() -> None:
    game = open_ended()
    Game.objects.filter(pk=game.pk).update(status=GameStatus.WAITING)
    with pytest.raises(WrongStatus):
        announce(game)


def test_an_operators_word_is_theirs_in_the_log() -> None:
    game, boss = open_ended(), Player.objects.create_superuser("boss@example.org")
    assert end_after_deal(game.pk, boss, NOW)
    assert not end_after_deal(game.pk, boss, NOW)
    fact = game.events.get(kind="table_operator_last")
    assert (fact.actor, fact.door, fact.data) == (ActorKind.OPERATOR, Door.ADMIN, {"player": boss.pk})
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.status == GameStatus.OVER)
    assert (game.status, game.deal) == (GameStatus.OVER, 1)
    assert verdict(game) == ()


@pytest.mark.db_both
@pytest.mark.django_db(transaction=True)
def test_a_whole_table_that_says_so_at_once_says_it_once() -> None:
    game = open_ended()
    outcomes = at_once([lambda s=seat: announce(game, s, 1) for seat in range(4)] * 2)
    assert Counter(outcomes) == {"True": 1, "False": 7}
    assert lines(game) == list(KINDS)
    assert verdict(game) == ()


@pytest.mark.db_both
@pytest.mark.django_db(transaction=True)
def test_an_answer_and_an_announcement_at_once_both_count() -> None:
    game = open_ended()
    outcomes = at_once([lambda: play(game, Bid(GARDE)).already, lambda: announce(game, 3, 1)])
    assert outcomes == ["False", "True"]
    assert lines(game) == list(KINDS)
    assert game.events.filter(kind="bid_placed").count() == 1
    assert verdict(game) == ()
