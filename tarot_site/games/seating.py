"""What happens to the places of a table that is not full yet, and how a game is called off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from tarot_engine import evolve, seat_taken
from tarot_site.players.models import Player, clean_address

from .autoplay import settle
from .errors import AlreadySeated, SeatUnavailable, WrongStatus
from .models import UNFINISHED, ActorKind, Door, Game, GameStatus, Seat, SeatKind
from .opening import INVITED_AGAIN, addresses_of, count_invitations, free_name, robot_columns
from .signals import TableFact, seats_invited
from .steps import Step, commit_step, freezing
from .store import Entry, LoadedGame, Origin, retried, secret_of


def take_seat(
    seat_id: int, *, player: Player, name: str, word: str, now: datetime, epoch: int | None = None
) -> Game:
    """The player sits down on an invited place; the last one opens the first deal.

    ``epoch`` is that of the invitation they answer: renewed meanwhile, the place is kept for somebody else.
    Raises SeatUnavailable (taken, declined or table closed), AlreadySeated, IllegalAction (word too long).
    """
    number, game_id = _whereabouts(seat_id)

    def attempt(loaded: LoadedGame) -> Game:
        seat = _free_seat(loaded, number, epoch)
        if any(other.player_id == player.pk for other in loaded.seats):
            raise AlreadySeated
        changes = {
            "player": player,
            "name": free_name(name or seat.name or player.pseudonym, number, loaded.seats),
            "taken_at": now,
        }
        events = seat_taken(loaded.state, seat.number, word, secret_of(loaded.game))
        origin = Origin(ActorKind.PERSON, Door.LINK)
        return commit_step(loaded, Step(events, origin, seats={number: changes}), now).game

    return _done(game_id, attempt, now)


def decline_seat(seat_id: int, now: datetime, *, epoch: int | None = None) -> Game:
    """The invited person says no: the place is free again, its links are void. Raises SeatUnavailable.

    ``epoch`` as for ``take_seat``.
    """
    number, game_id = _whereabouts(seat_id)

    def attempt(loaded: LoadedGame) -> Game:
        seat = _free_seat(loaded, number, epoch)
        if not seat.invited_address:
            raise SeatUnavailable
        changes = {"invited_address": "", "link_epoch": seat.link_epoch + 1}
        fact = TableFact("table_seat_declined", {"seat": number})
        return commit_step(loaded, _fact_step(fact, ActorKind.PERSON, Door.LINK, {number: changes}), now).game

    return _done(game_id, attempt, now)


def invite_again(seat_id: int, address: str, *, now: datetime) -> Game:
    """Invite this address to a free place, instead of whoever was invited before.

    Raises SeatUnavailable, AlreadySeated, TooManyInvitations; InvitationDeclined, by who writes the mail, if
    this address has declined this table.
    """
    number, game_id = _whereabouts(seat_id)
    address = clean_address(address)

    def attempt(loaded: LoadedGame) -> Game:
        seat, game = _free_seat(loaded, number), loaded.game
        if any(address in addresses_of(other) for other in loaded.seats if other.number != number):
            raise AlreadySeated
        changes = {"invited_address": address, "invited_at": now, "link_epoch": seat.link_epoch + 1}
        fact = TableFact(INVITED_AGAIN, {"seat": number})
        with transaction.atomic():
            if game.created_by is not None:
                count_invitations(game.created_by, 1, now)
            done = commit_step(loaded, _fact_step(fact, ActorKind.PERSON, Door.PAGE, {number: changes}), now)
            seats_invited.send(sender=Game, seat_ids=[seat.pk], now=now)
        return done.game

    return _done(game_id, attempt, now)


def start_now(game_id: int, maker: Player, now: datetime) -> Game:
    """The maker lets robots take the places that are still free; the game starts. Raises WrongStatus."""

    def attempt(loaded: LoadedGame) -> Game:
        _require(loaded.game, GameStatus.WAITING)
        free = [seat.number for seat in loaded.seats if seat.taken_at is None]
        entries: tuple[Entry, ...] = (TableFact("table_started", {"player": maker.pk}),)
        state, secret = loaded.state, secret_of(loaded.game)
        for number in free:
            events = seat_taken(state, number, "", secret)
            for event in events:
                state = evolve(state, event)
            entries += events
        changes = {number: robot_columns(loaded.seats[number], now, loaded.seats) for number in free}
        origin = Origin(ActorKind.PERSON, Door.PAGE)
        return commit_step(loaded, Step(entries, origin, seats=changes), now).game

    return _done(game_id, attempt, now)


def cancel_game(
    game_id: int,
    player: Player | None,
    now: datetime,
    *,
    door: Door = Door.ADMIN,
    reason: str = "",
    only_in: tuple[GameStatus, ...] = UNFINISHED,
) -> Game:
    """Call a game off; it stays readable. Raises WrongStatus.

    ``player`` is an operator at the door ADMIN and the table's maker at any other; None: the server itself.
    """

    def attempt(loaded: LoadedGame) -> Game:
        _require(loaded.game, *only_in)
        data: dict[str, Any] = {"reason": reason}
        if player is None:
            origin = Origin(ActorKind.SERVER)
        else:
            actor = ActorKind.OPERATOR if door == Door.ADMIN else ActorKind.PERSON
            origin, data["player"] = Origin(actor, door), player.pk
        step = Step((TableFact("table_cancelled", data),), origin, status=GameStatus.CANCELLED)
        return commit_step(loaded, step, now).game

    return _done(game_id, attempt, now)


def seats_left(game: Game) -> int:
    """How many places nobody has taken yet."""
    return game.seats.filter(taken_at__isnull=True).count()


def _fact_step(fact: TableFact, actor: ActorKind, door: Door, seats: Mapping[int, Mapping[str, Any]]) -> Step:
    return Step((fact,), Origin(actor, door), seats=seats)


def _whereabouts(seat_id: int) -> tuple[int, int]:
    """Number of the place and id of its game. Raises SeatUnavailable."""
    row = Seat.objects.filter(pk=seat_id).values_list("number", "game_id").first()
    if row is None:
        raise SeatUnavailable
    return row


def _free_seat(loaded: LoadedGame, number: int, epoch: int | None = None) -> Seat:
    seat = loaded.seats[number]
    if epoch is not None and epoch != seat.link_epoch:
        raise SeatUnavailable
    if loaded.game.status != GameStatus.WAITING or seat.taken_at is not None or seat.kind != SeatKind.PERSON:
        raise SeatUnavailable
    return seat


def _require(game: Game, *statuses: GameStatus) -> None:
    if game.status not in statuses:
        raise WrongStatus(game.status)


def _done(game_id: int, attempt: Callable[[LoadedGame], Game], now: datetime) -> Game:
    """Attempt a step, let the game go on, and give the game as it then is."""
    with freezing(game_id, now):
        game = retried(game_id, attempt)
    if game is None:
        raise SeatUnavailable
    settle(game_id, now)
    game.refresh_from_db()
    return game
