"""How a table comes about: invitations, sitting down, declining, starting, calling off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tarot_engine import GameOpened, IllegalAction, SeatTaken
from tarot_site.games.errors import (
    AlreadySeated,
    LinkRevoked,
    SeatUnavailable,
    StaleTurn,
    TooManyInvitations,
    WrongStatus,
)
from tarot_site.games.links import Link, LinkPurpose, check_epoch
from tarot_site.games.models import ActorKind, Door, EventRecord, Game, GameStatus, Seat, SeatKind
from tarot_site.games.opening import INVITATIONS_PER_DAY
from tarot_site.games.queries import load_opening, load_table
from tarot_site.games.services import (
    SeatRequest,
    cancel_game,
    create_game,
    decline_seat,
    invite_again,
    resume_game,
    seats_left,
    start_now,
    take_seat,
)
from tarot_site.games.signals import Advance, seats_invited
from tarot_site.games.verify import verify_game
from tarot_site.players.models import Player

from .conftest import NOW, days, make_game, make_players, play

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]
ROBOT = SeatRequest(SeatKind.ROBOT)


@pytest.fixture
def invited() -> Iterator[list[int]]:
    """Seats for which an invitation became owed while the test runs."""
    heard: list[int] = []

    def listen(sender: object, seat_ids: list[int], **_: object) -> None:
        heard.extend(seat_ids)

    seats_invited.connect(listen)
    yield heard
    seats_invited.disconnect(listen)


def waiting_table(*addresses: str, creator: Player | None = None, robots: int | None = None) -> Game:
    """A table of the creator, these invitations, and robots on the rest."""
    host = creator or make_players(1)[0]
    seats = [SeatRequest(player=host), *(SeatRequest(address=address) for address in addresses)]
    seats += [ROBOT] * (4 - len(seats) if robots is None else robots)
    return create_game(name="Table", creator=host, seats=seats, deals=2, move_seconds=3600, now=NOW)


def test_a_new_table_waits_for_its_guests(invited: list[int]):
    game = waiting_table("Lea@Example.org ", "b@example.org")
    assert (game.status, game.turns, game.due_at, seats_left(game)) == (GameStatus.WAITING, [], None, 2)
    guests = list(game.seats.filter(taken_at=None))
    assert invited == [seat.pk for seat in guests]
    assert [(s.invited_address, s.invited_at, s.name) for s in guests] == [
        ("lea@example.org", NOW, ""),
        ("b@example.org", NOW, ""),
    ]
    opening = load_opening(game)
    assert (opening.rules.deals, opening.commitment.game_id) == (2, game.public_id)
    assert load_table(game.pk, None).view.words == ("", None, None, "")


def test_names_at_the_table_are_never_addresses_and_never_twice():
    nobody = Player.objects.create_user("nobody@example.org")
    lea, other = (
        Player.objects.create_user("l@example.org", pseudonym="Léa"),
        Player.objects.create_user("m@example.org"),
    )
    game = create_game(
        name="Table",
        creator=None,
        seats=[
            SeatRequest(player=lea),
            SeatRequest(player=nobody),
            SeatRequest(player=other, name=" léa "),
            ROBOT,
        ],
        deals=1,
        move_seconds=3600,
        now=NOW,
    )
    names = list(game.seats.values_list("name", flat=True))
    assert names == ["Léa", "Ouest", "léa 2", "Sophie"]


def test_the_last_guest_starts_the_game(advances: list[Advance]):
    game = waiting_table("a@example.org", "b@example.org")
    first, second = game.seats.filter(taken_at=None)
    guest = Player.objects.create_user("a@example.org")
    game = take_seat(first.pk, player=guest, name="Anne", word="mistigri", now=NOW + days(1))
    assert game.status == GameStatus.WAITING
    other = Player.objects.create_user("b@example.org", pseudonym="Bob")
    game = take_seat(second.pk, player=other, name="", word="", now=NOW + days(2))
    assert (game.status, game.deal) == (GameStatus.RUNNING, 1)
    assert load_table(game.pk, None).view.words == ("", "mistigri", "", "")
    seats = list(game.seats.values_list("name", "player", "taken_at"))
    assert seats[1:3] == [("Anne", guest.pk, NOW + days(1)), ("Bob", other.pk, NOW + days(2))]
    taken = EventRecord.objects.filter(game=game, kind="seat_taken", seq__gt=3)
    assert set(taken.values_list("actor", "door")) == {(ActorKind.PERSON, Door.LINK)}
    assert verify_game(game).differences == ()


def test_a_taken_seat_is_gone():
    game = waiting_table("a@example.org", "b@example.org")
    seat = game.seats.filter(taken_at=None)[0]
    guest, late = Player.objects.create_user("a@example.org"), Player.objects.create_user("x@example.org")
    take_seat(seat.pk, player=guest, name="A", word="", now=NOW)
    seq = Game.objects.get(pk=game.pk).seq
    for wrong in (late, guest):
        with pytest.raises(SeatUnavailable):
            take_seat(seat.pk, player=wrong, name="B", word="", now=NOW)
    with pytest.raises(SeatUnavailable):
        decline_seat(seat.pk, NOW)
    with pytest.raises(SeatUnavailable):
        take_seat(10**6, player=late, name="B", word="", now=NOW)
    assert Game.objects.get(pk=game.pk).seq == seq
    seat.refresh_from_db()
    with pytest.raises(LinkRevoked):
        check_epoch(Link(LinkPurpose.INVITE, game.pk, seat.number, epoch=seat.link_epoch), seat)


def test_one_person_one_seat():
    host = make_players(1)[0]
    for seats in (
        [SeatRequest(player=host), SeatRequest(player=host), ROBOT, ROBOT],
        [SeatRequest(player=host), SeatRequest(address="P0@example.org"), ROBOT, ROBOT],
        [SeatRequest(player=host), SeatRequest(address="a@b.fr"), SeatRequest(address="A@b.fr "), ROBOT],
    ):
        with pytest.raises(AlreadySeated):
            create_game(name="T", creator=host, seats=seats, deals=1, move_seconds=60, now=NOW)
    game = waiting_table("a@example.org", creator=host)
    seat = game.seats.get(taken_at=None)
    with pytest.raises(AlreadySeated):
        take_seat(seat.pk, player=host, name="", word="", now=NOW)
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": "no-such-rules"},
        {"deals": 0},
        {"seats": [ROBOT]},
        {"seats": [ROBOT] * 6},
        {"seats": [SeatRequest(address=""), ROBOT, ROBOT, ROBOT]},
    ],
)
def test_what_is_no_table(wrong: dict[str, object]):
    fine = {"name": "T", "creator": None, "seats": [ROBOT] * 4, "deals": 1, "move_seconds": 60, "now": NOW}
    with pytest.raises(ValueError, match=r"\w"):
        create_game(**{**fine, **wrong})  # type: ignore[arg-type]
    assert not Game.objects.exists()


def test_a_word_too_long_seats_nobody():
    game = waiting_table("a@example.org")
    seat = game.seats.get(taken_at=None)
    guest = Player.objects.create_user("a@example.org")
    with pytest.raises(IllegalAction):
        take_seat(seat.pk, player=guest, name="A", word="x" * 41, now=NOW)
    assert seats_left(game) == 1
    assert (
        take_seat(seat.pk, player=guest, name="A", word="e\u0301" * 40, now=NOW).status == GameStatus.RUNNING
    )
    word = next(e.event for e in load_table(game.pk, None).events if e.event == SeatTaken(1, "é" * 40))
    assert word


def test_declining_frees_the_place_and_revokes_its_links(advances: list[Advance], invited: list[int]):
    game = waiting_table("a@example.org", "b@example.org")
    seat = game.seats.filter(taken_at=None)[0]
    advances.clear()
    decline_seat(seat.pk, NOW)
    assert [(a.table_kinds, a.facts[0].data) for a in advances] == [(("table_seat_declined",), {"seat": 1})]
    seat.refresh_from_db()
    assert (seat.invited_address, seat.invited_at, seat.link_epoch) == ("", NOW, 1)
    for epoch in (0, 1):
        with pytest.raises(LinkRevoked):
            check_epoch(Link(LinkPurpose.INVITE, game.pk, 1, epoch=epoch), seat)
    with pytest.raises(SeatUnavailable):
        decline_seat(seat.pk, NOW)
    invited.clear()
    invite_again(seat.pk, "C@example.org", now=NOW + days(1))
    seat.refresh_from_db()
    assert (seat.invited_address, seat.invited_at, seat.link_epoch) == ("c@example.org", NOW + days(1), 2)
    assert invited == [seat.pk]
    check_epoch(Link(LinkPurpose.INVITE, game.pk, 1, epoch=2), seat)
    for taken in ("b@example.org", "p0@example.org"):
        with pytest.raises(AlreadySeated):
            invite_again(seat.pk, taken, now=NOW)


def test_robots_fill_the_table_on_demand():
    game = waiting_table("a@example.org", "b@example.org")
    maker = Player.objects.get()
    game = start_now(game.pk, maker, NOW)
    assert (game.status, game.turns[0][0]) == (GameStatus.RUNNING, 0)
    assert list(game.seats.values_list("kind", "invited_address"))[1:] == [(SeatKind.ROBOT, "")] * 3
    assert len(set(game.seats.values_list("name", flat=True))) == 4
    with pytest.raises(WrongStatus):
        start_now(game.pk, maker, NOW)
    started = game.events.get(kind="table_started")
    assert (started.actor, started.door, started.data) == (ActorKind.PERSON, Door.PAGE, {"player": maker.pk})
    assert verify_game(game).differences == ()


def test_twenty_invitations_a_day():
    host = make_players(1)[0]
    for table in range(6):
        waiting_table(*(f"g{table}-{number}@example.org" for number in range(3)), creator=host)
    with pytest.raises(TooManyInvitations) as caught:
        waiting_table("x@example.org", "y@example.org", "z@example.org", creator=host)
    assert (caught.value.limit, caught.value.sent) == (INVITATIONS_PER_DAY, 18)
    waiting_table("x@example.org", "y@example.org", creator=host)
    seat = Seat.objects.filter(game__created_by=host, taken_at=None).first()
    assert seat is not None
    with pytest.raises(TooManyInvitations):
        invite_again(seat.pk, "new@example.org", now=NOW + days(0.99))
    invite_again(seat.pk, "new@example.org", now=NOW + days(1))
    # Operators are not counted, and another host has a count of his own.
    create_game(
        name="T",
        creator=None,
        seats=[SeatRequest(address=f"{number}@example.org") for number in range(4)],
        deals=1,
        move_seconds=60,
        now=NOW,
    )
    other = Player.objects.create_user("other@example.org")
    waiting_table("x@example.org", "y@example.org", "z@example.org", creator=other)


def test_declined_and_replaced_invitations_count_too():
    host = make_players(1)[0]
    game = waiting_table("a@example.org", creator=host)
    seat = game.seats.get(taken_at=None)
    decline_seat(seat.pk, NOW)
    for number in range(INVITATIONS_PER_DAY - 1):
        invite_again(seat.pk, f"g{number}@example.org", now=NOW)
    with pytest.raises(TooManyInvitations) as caught:
        invite_again(seat.pk, "late@example.org", now=NOW)
    assert caught.value.sent == INVITATIONS_PER_DAY


def test_a_cancelled_game_stays_readable_and_takes_no_answer(advances: list[Advance]):
    game = make_game()
    operator = Player.objects.create_superuser("op@example.org")
    game = cancel_game(game.pk, operator, NOW, reason="asked for")
    assert (game.status, game.due_at, game.remind_at) == (GameStatus.CANCELLED, None, None)
    last = game.events.last()
    assert (last.kind, last.actor, last.door) == ("table_cancelled", ActorKind.OPERATOR, Door.ADMIN)
    assert last.data == {"player": operator.pk, "reason": "asked for"}
    assert advances[-1].asked == ()
    with pytest.raises(StaleTurn):
        play(game)
    late = {"now": NOW, "door": Door.PAGE}
    for wrong in (lambda: cancel_game(game.pk, None, NOW), lambda: resume_game(game.pk, 0, **late)):
        with pytest.raises(WrongStatus):
            wrong()
    assert len(load_table(game.pk, 0).view.hand) == 18


def test_the_commitment_is_public_before_anybody_sits_down():
    game = waiting_table("a@example.org", "b@example.org", "c@example.org")
    first = game.events.get(seq=1)
    assert first.kind == "game_opened"
    assert first.data["commitment"]["digest"] == load_opening(game).commitment.digest
    assert isinstance(load_table(game.pk, None).events[0].event, GameOpened)
