"""Deadlines with simulated time: reminders, defaults, absences, pauses, and coming back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from tarot_engine import Bid, SeedChain
from tarot_site.games.clock import DAYS_TO_FILL, sweep_games
from tarot_site.games.errors import SeatUnavailable
from tarot_site.games.models import ActorKind, Door, Game, GameStatus, SeatKind
from tarot_site.games.services import SeatRequest, create_game, return_to_seat
from tarot_site.games.signals import Advance, reminder_due
from tarot_site.games.verify import verify_game

from .conftest import GARDE, NOW, days, make_game, make_players, open_decision, play, play_until

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]


@pytest.fixture
def reminders() -> Iterator[list[tuple[int, int, datetime]]]:
    """Every reminder that became due while the test runs."""
    heard: list[tuple[int, int, datetime]] = []

    def listen(sender: object, game_id: int, seat: int, decision: int, now: datetime, **_: object) -> None:
        heard.append((seat, decision, now))

    reminder_due.connect(listen)
    yield heard
    reminder_due.disconnect(listen)


def facts(game: Game) -> list[str]:
    """The table's own lines, in order."""
    return list(game.events.filter(kind__startswith="table_").values_list("kind", flat=True))


def absent(game: Game, seats: set[int], until: datetime, now: datetime = NOW) -> datetime:
    """Let time pass by half days; whoever is not absent answers at once. The time when nothing happens any
    more.
    """
    while now < until:
        game.refresh_from_db()
        while game.status == GameStatus.RUNNING and game.turns and game.turns[0][0] not in seats:
            play(game, now=now)
            game.refresh_from_db()
        if game.status != GameStatus.RUNNING:
            break
        now += days(0.5)
        sweep_games(now)
    return now


def test_a_decision_has_its_whole_allowance():
    game = make_game(move_seconds=3600)
    assert (game.asked_at, game.remind_at, game.due_at) == (NOW, NOW + days(1 / 48), NOW + days(1 / 24))
    later = NOW + days(0.9 / 24)
    play(game, Bid(None), now=later)
    game.refresh_from_db()
    assert (game.asked_at, game.due_at) == (later, later + days(1 / 24))


def test_one_reminder_at_half_time(reminders):
    game = make_game()
    assert sweep_games(NOW + days(0.999)) == {}
    assert sweep_games(NOW + days(1)) == {"reminded": 1}
    assert sweep_games(NOW + days(1.5)) == {}
    assert reminders == [(0, 1, NOW + days(1))]
    game.refresh_from_db()
    assert game.due_at == NOW + days(2)


def test_the_default_at_the_deadline_is_told(advances: list[Advance]):
    game = make_game()
    assert sweep_games(NOW + days(1.999)) == {"reminded": 1}
    assert sweep_games(NOW + days(2)) == {"deadline": 1}
    last = advances[-1]
    assert (last.missed, last.asked, last.now) == ((0,), ((1, 1),), NOW + days(2))
    record = game.events.get(seat=0, decision=1)
    assert (record.kind, record.data["contract"], record.actor) == ("bid_placed", None, ActorKind.DEADLINE)
    assert game.seats.get(number=0).missed == 1


def test_a_late_sweep_reminds_nobody_in_vain_and_takes_nothing_from_the_next(reminders):
    game = make_game()
    assert sweep_games(NOW + days(5)) == {"deadline": 1}
    assert reminders == []
    game.refresh_from_db()
    assert (game.turns, game.asked_at, game.due_at) == ([[1, 1]], NOW + days(5), NOW + days(7))
    assert sweep_games(NOW + days(5)) == {}
    assert sweep_games(NOW + days(6)) == {"reminded": 1}
    assert reminders == [(1, 1, NOW + days(6))]


def test_every_question_has_a_default_that_the_rules_accept():
    """Two seats never answer: the game ends all the same, and the log still verifies."""
    game = make_game(chain=SeedChain("two-absent", bytes(range(32))))
    absent(game, {1, 3}, NOW + days(400))
    game.refresh_from_db()
    assert game.status == GameStatus.OVER
    held = {seat.number for seat in game.seats.all() if seat.held_by_robot}
    assert held == {1, 3}
    assert facts(game).count("table_seat_held") == 2
    assert verify_game(game).differences == ()


def test_three_defaults_in_a_row_give_the_seat_to_a_robot(advances: list[Advance]):
    game = make_game()
    play(game, Bid(GARDE))
    play(game), play(game), play(game)
    now = absent(game, {1}, NOW + days(8))
    seat = game.seats.get(number=1)
    assert (seat.missed, seat.held_by_robot) == (3, True)
    assert facts(game) == ["table_seat_held"]
    held = game.events.get(kind="table_seat_held")
    assert held.data == {"seat": 1, "player": seat.player_id}
    step = next(advance for advance in advances if "table_seat_held" in advance.table_kinds)
    assert step.missed == (1,)
    # From now on its cards are a robot's, at once, and it is asked no more.
    asked = {asked[0] for advance in advances if advance.first_seq > held.seq for asked in advance.asked}
    assert asked == {0, 2, 3}
    assert now < NOW + days(8) or game.status
    late = game.events.filter(seat=1, seq__gt=held.seq)
    assert set(late.values_list("actor", flat=True)) <= {ActorKind.ROBOT}
    assert late.exists()


def test_an_own_answer_ends_the_series_and_a_forced_card_does_not_count():
    game = make_game()
    play(game, Bid(GARDE))
    play(game), play(game), play(game)
    now = NOW
    for _ in range(4):
        # The seat misses two, then answers by itself.
        for missed in (1, 2):
            play_until(game, lambda g: g.turns[0][0] == 1, now=now)
            now += days(2)
            sweep_games(now)
            assert game.seats.get(number=1).missed == missed
        play_until(game, lambda g: g.turns[0][0] == 1, now=now)
        play(game, now=now)
        assert game.seats.get(number=1).missed == 0
    assert "table_seat_held" not in facts(game)


def test_forced_cards_leave_the_count_of_absences_alone():
    game = make_game()
    play(game, Bid(GARDE))
    # The last card but one of each is an answer; only the fourth seat of trick 17 is still to give it.
    play_until(game, lambda g: g.events.filter(kind="card_played").count() == 67)
    last = open_decision(game)[0]
    game.seats.update(missed=2)
    play(game)
    assert game.events.filter(kind="card_played", actor=ActorKind.FORCED).count() >= 4
    missed = {seat.number: (seat.missed, seat.held_by_robot) for seat in game.seats.all()}
    assert missed == {seat: (0 if seat == last else 2, False) for seat in range(4)}


def hold(game: Game, seat: int) -> datetime:
    """Bring the game to where a robot holds this seat and somebody else is asked."""
    play(game, Bid(GARDE))
    play(game), play(game), play(game)
    now = NOW
    while not game.seats.get(number=seat).held_by_robot:
        play_until(game, lambda g: g.turns[0][0] == seat, now=now)
        now += days(2)
        sweep_games(now)
    return now


def test_coming_back_to_a_held_seat(advances: list[Advance]):
    game = make_game()
    now = hold(game, 1)
    game.refresh_from_db()
    clock = (game.turns, game.asked_at, game.due_at)
    advances.clear()
    return_to_seat(game.pk, 1, now + days(0.1), door=Door.LINK)
    seat = game.seats.get(number=1)
    assert (seat.held_by_robot, seat.missed) == (False, 0)
    assert [advance.table_kinds for advance in advances] == [("table_seat_returned",)]
    assert advances[0].asked == ()
    game.refresh_from_db()
    # It is another seat's turn, whose clock goes on as before.
    assert (game.turns, game.asked_at, game.due_at) == clock
    play_until(game, lambda g: g.turns[0][0] == 1, now=now + days(0.2))
    assert advances[-1].asked == (tuple(open_decision(game)),)
    seq = game.seq
    return_to_seat(game.pk, 1, now + days(0.3), door=Door.LINK)
    game.refresh_from_db()
    assert game.seq == seq


def test_an_answer_is_a_way_of_coming_back():
    game = make_game()
    hold(game, 1)
    # The robot has not played yet: a crash cut its turn off.
    game.refresh_from_db()
    play_until(game, lambda g: g.turns[0][0] == 0)
    game.seats.filter(number=0).update(held_by_robot=True, missed=3)
    play(game)
    seat = game.seats.get(number=0)
    assert (seat.held_by_robot, seat.missed) == (False, 0)
    assert "table_seat_returned" in facts(game)


def test_a_seat_without_a_person_cannot_come_back():
    game = make_game(robots=1)
    with pytest.raises(SeatUnavailable):
        return_to_seat(game.pk, 3, NOW, door=Door.PAGE)


def test_a_deleted_player_leaves_the_game_intact():
    game = make_game()
    play(game, Bid(GARDE))
    game.seats.get(number=1).player.delete()
    sweep_games(NOW + days(2))
    play_until(game, lambda g: g.status == GameStatus.OVER)
    assert set(game.events.filter(seat=1, kind="card_played").values_list("actor", flat=True)) == {
        ActorKind.ROBOT
    }


def test_a_table_that_does_not_fill_is_called_off(advances: list[Advance]):
    host = make_players(1)[0]
    robots = [SeatRequest(SeatKind.ROBOT)] * 2
    game = create_game(
        name="Table",
        creator=host,
        seats=[SeatRequest(player=host), SeatRequest(address="a@example.org"), *robots],
        deals=1,
        move_seconds=3600,
        now=NOW,
    )
    assert sweep_games(NOW + DAYS_TO_FILL - days(0.01)) == {}
    assert sweep_games(NOW + DAYS_TO_FILL) == {"cancelled": 1}
    game.refresh_from_db()
    assert game.status == GameStatus.CANCELLED
    assert advances[-1].facts[0].data == {"reason": "not_full"}
    assert sweep_games(NOW + days(40)) == {}


def test_a_running_game_is_never_called_off_for_its_age():
    game = make_game(move_seconds=86_400 * 30)
    assert sweep_games(NOW + DAYS_TO_FILL + days(1)) == {"reminded": 1}
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING


def test_a_backlog_of_many_games_is_worked_off_in_one_sweep():
    players = make_players(4)
    games = [make_game(players=players) for _ in range(5)]
    assert sweep_games(NOW + days(30)) == {"deadline": 5}
    assert sweep_games(NOW + days(30)) == {}
    assert {str(game.turns) for game in Game.objects.filter(pk__in=[g.pk for g in games])} == {"[[1, 1]]"}
