"""Many answers at the same moment: exactly one counts, everybody else sees the table as it then is."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tarot_engine import Bid, CardPlayed
from tarot_site.games.clock import sweep_games
from tarot_site.games.errors import AlreadySeated, SeatUnavailable, StaleTurn, TooManyInvitations
from tarot_site.games.models import ActorKind, Door, EventRecord, Game, GameStatus, Seat, SeatKind
from tarot_site.games.opening import INVITATIONS_PER_DAY, INVITED_AGAIN
from tarot_site.games.services import SeatRequest, act, create_game, invite_again, resume_game, take_seat
from tarot_site.games.signals import Advance, reminder_due
from tarot_site.games.store import load_game
from tarot_site.games.verify import verify_game
from tarot_site.players.models import Player

from .conftest import GARDE, NOW, choices, days, make_game, make_players, open_decision, play, play_until
from .test_new_game import PEOPLE, TABLE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.db_both]


def at_once(works: list[Callable[[], object]]) -> list[str]:
    """Run all in threads that start together; what each gave, or the name of its error."""
    barrier = threading.Barrier(len(works))

    def run(work: Callable[[], object]) -> str:
        try:
            barrier.wait(10)
            return str(work())
        except Exception as error:
            return type(error).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def test_eighteen_leads_to_the_first_trick(advances: list[Advance]):
    game = make_game()
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.events.filter(kind="discard_made").exists())
    seat, decision = open_decision(game)
    leads = choices(game)
    assert len(leads) == 18
    before = game.seq

    def lead(card: object) -> Callable[[], object]:
        return lambda: (
            act(
                game.pk,
                seat,
                decision,
                card,  # type: ignore[arg-type]
                actor=ActorKind.PERSON,
                door=Door.LINK,
                now=NOW,
            ).already
        )

    outcomes = at_once([lead(card) for card in leads])
    assert Counter(outcomes) == {"False": 1, "StaleTurn": 17}
    game.refresh_from_db()
    new = [line.entry for line in load_game(game.pk).stored if line.seq > before]
    assert new == [CardPlayed(seat, leads[outcomes.index("False")].card)]
    assert game.turns == [[(seat + 1) % 4, load_game(game.pk).state.decisions[(seat + 1) % 4] + 1]]
    assert sum(advance.first_seq > before for advance in advances) == 1


def test_the_same_lead_eighteen_times_is_one_card():
    game = make_game()
    play(game, Bid(GARDE))
    seat, decision = open_decision(game)
    outcomes = at_once(
        [
            lambda: (
                act(
                    game.pk, seat, decision, Bid(None), actor=ActorKind.PERSON, door=Door.LINK, now=NOW
                ).already
            )
        ]
        * 18
    )
    assert Counter(outcomes) == {"False": 1, "True": 17}
    assert game.events.filter(kind="bid_placed").count() == 2


def test_an_answer_and_two_sweeps_at_the_deadline():
    game = make_game()
    late = NOW + days(2)
    outcomes = at_once(
        [
            lambda: act(game.pk, 0, 1, Bid(GARDE), actor=ActorKind.PERSON, door=Door.PAGE, now=late).already,
            lambda: dict(sweep_games(late)),
            lambda: dict(sweep_games(late)),
        ]
    )
    bids = list(game.events.filter(kind="bid_placed").values_list("actor", flat=True))
    assert bids in ([ActorKind.PERSON], [ActorKind.DEADLINE])
    assert Counter(outcomes[1:])["{'deadline': 1}"] == (bids == [ActorKind.DEADLINE])
    assert outcomes[0] == ("False" if bids == [ActorKind.PERSON] else "StaleTurn")


def test_sweeps_at_once_remind_once():
    game = make_game()
    heard: list[tuple[int, int]] = []

    def listen(sender: object, seat: int, decision: int, **_: object) -> None:
        heard.append((seat, decision))

    reminder_due.connect(listen)
    outcomes = at_once([lambda: sweep_games(NOW + days(1))["reminded"]] * 4)
    reminder_due.disconnect(listen)
    assert Counter(outcomes) == {"1": 1, "0": 3}
    assert heard == [(0, 1)]
    game.refresh_from_db()
    assert game.remind_at is None


def test_sweeps_at_once_play_a_robots_burst_once():
    game = make_game(robots=3)
    play(game, Bid(GARDE))
    Game.objects.filter(pk=game.pk).update(due_at=NOW - timedelta(days=1))
    at_once([lambda: dict(sweep_games(NOW))] * 4)
    assert verify_columns(game)
    assert game.events.filter(kind="bid_placed").count() == 4


def verify_columns(game: Game) -> bool:
    """Whether the columns of the game are those of its log."""
    game.refresh_from_db()
    return not [found for found in verify_game(game).differences if "column" in found or "missing" in found]


def test_two_clicks_on_one_invitation():
    host, guest, rival = make_players(3)
    robots = [SeatRequest(SeatKind.ROBOT)] * 2
    game = create_game(
        name="Table",
        creator=host,
        seats=[SeatRequest(player=host), SeatRequest(address="nadia@example.org"), *robots],
        deals=1,
        move_seconds=3600,
        now=NOW,
    )
    seat = game.seats.get(number=1)

    def sit(player: Player) -> Callable[[], object]:
        return lambda: take_seat(seat.pk, player=player, name=player.pseudonym, word="", now=NOW).status

    outcomes = at_once([sit(guest), sit(rival)])
    assert Counter(outcomes) == {GameStatus.RUNNING.value: 1, SeatUnavailable.__name__: 1}
    seat.refresh_from_db()
    assert seat.player == (guest if outcomes[0] == GameStatus.RUNNING else rival)
    assert game.events.filter(kind="seat_taken").count() == 4
    assert game.events.filter(kind="deal_opened", deal=1).count() >= 1


def waiting_for_two(host: Player) -> tuple[Game, Seat, Seat]:
    """A table that waits for two guests, and their seats."""
    game = create_game(
        name="Table",
        creator=host,
        seats=[
            SeatRequest(player=host),
            SeatRequest(address="a@example.org"),
            SeatRequest(address="b@example.org"),
            SeatRequest(SeatKind.ROBOT),
        ],
        deals=1,
        move_seconds=3600,
        now=NOW,
    )
    first, second = game.seats.filter(taken_at=None)
    return game, first, second


def test_one_person_on_two_seats_at_once():
    host, guest = make_players(2)
    game, first, second = waiting_for_two(host)
    outcomes = at_once(
        [
            lambda: take_seat(first.pk, player=guest, name="", word="", now=NOW).status,
            lambda: take_seat(second.pk, player=guest, name="", word="", now=NOW).status,
        ]
    )
    assert Counter(outcomes) == {GameStatus.WAITING.value: 1, AlreadySeated.__name__: 1}
    assert game.seats.filter(player=guest).count() == 1


def test_the_last_two_sit_down_at_once():
    host, guest, other = make_players(3)
    game, first, second = waiting_for_two(host)
    outcomes = at_once(
        [
            lambda: take_seat(first.pk, player=guest, name="", word="", now=NOW).pk,
            lambda: take_seat(second.pk, player=other, name="", word="", now=NOW).pk,
        ]
    )
    assert outcomes == [str(game.pk)] * 2
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING
    assert game.events.filter(kind="deal_opened", deal=1).count() >= 1
    assert verify_columns(game)


def test_everybody_wakes_a_paused_game_at_once():
    game = make_game()
    for beat in range(1, 8):
        sweep_games(NOW + days(2 * beat))
    game.refresh_from_db()
    assert game.status == GameStatus.PAUSED
    late = NOW + days(20)
    outcomes = at_once(
        [lambda s=seat: resume_game(game.pk, s, late, door=Door.LINK).status for seat in range(4)]
    )
    assert Counter(outcomes) == {GameStatus.RUNNING.value: 1, "WrongStatus": 3}
    assert game.events.filter(kind="table_resumed").count() == 1


def test_stale_is_the_only_refusal_of_a_crowd():
    game = make_game()
    works: list[Callable[[], object]] = []
    for bid in choices(game):
        works += [
            lambda bid=bid: act(game.pk, 0, 1, bid, actor=ActorKind.PERSON, door=Door.LINK, now=NOW).already
        ] * 3
    outcomes = Counter(at_once(works))
    assert outcomes.pop("False") == 1
    assert outcomes.pop("True") == 2
    assert set(outcomes) == {StaleTurn.__name__}


def test_a_day_of_invitations_is_counted_once_for_all_tables():
    host = make_players(1)[0]

    def table(number: int) -> Callable[[], object]:
        guests = [SeatRequest(address=f"g{number}{guest}@example.org") for guest in range(4)]
        return lambda: (
            create_game(
                name="Table",
                creator=host,
                seats=[SeatRequest(player=host), *guests],
                deals=1,
                move_seconds=3600,
                now=NOW,
            ).status
        )

    outcomes = at_once([table(number) for number in range(8)])
    assert Counter(outcomes) == {GameStatus.WAITING.value: 5, TooManyInvitations.__name__: 3}
    assert Seat.objects.filter(invited_at__isnull=False).count() == INVITATIONS_PER_DAY
    assert Game.objects.count() == 5


def test_inviting_again_at_once_counts_too():
    host = make_players(1)[0]
    games = [waiting_for_two(host)[0] for _ in range(9)]  # 18 of 20
    free = [game.seats.filter(taken_at=None).first() for game in games[:6]]
    outcomes = at_once(
        [
            lambda seat=seat, n=n: invite_again(seat.pk, f"again{n}@example.org", now=NOW).status
            for n, seat in enumerate(free)
        ]
    )
    assert Counter(outcomes) == {GameStatus.WAITING.value: 2, TooManyInvitations.__name__: 4}
    assert EventRecord.objects.filter(kind=INVITED_AGAIN).count() == 2


def test_one_table_asked_for_twice_at_the_days_limit_is_made_and_shown_to_both():
    host = make_players(1)[0]
    for guests in (4, 4, 4, 4, 1):  # 17 of 20 invitations; the form asks for three more
        asked = [SeatRequest(address=f"g{guest}@example.org") for guest in range(guests)]
        seats = [SeatRequest(player=host), *asked]
        create_game(name="T", creator=host, seats=seats, deals=1, move_seconds=3600, now=timezone.now())
    clients = [Client(), Client()]
    for client in clients:
        client.force_login(host)
    form = {**TABLE, **PEOPLE, "once": "one-page"}
    outcomes = at_once([lambda client=client: client.post("/new/", form)["Location"] for client in clients])
    assert len(set(outcomes)) == 1
    assert outcomes[0].startswith("/new/g")
    assert Game.objects.filter(name=TABLE["name"]).count() == 1
