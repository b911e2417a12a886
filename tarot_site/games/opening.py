"""How a table comes about: its rules, its commitment, its places and the first invitations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from tarot_engine import ROBOTS, Event, Ruleset, SeedChain, open_game, replay, seat_taken
from tarot_site.players.models import Player, clean_address
from tarot_site.players.names import LONGEST_NAME

from .autoplay import settle
from .errors import AlreadySeated, TooManyInvitations
from .models import DEFAULT_ROBOT, ActorKind, Door, EventRecord, Game, Seat, SeatKind, make_public_id
from .signals import seats_invited
from .steps import Step, commit_step
from .store import LoadedGame, Origin, new_chain, seal_secret

SEAT_NUMBERS = (2, 3, 4, 5)
INVITATIONS_PER_DAY = 20
INVITED_AGAIN = "table_seat_invited"
COMPASS = ("Nord", "Ouest", "Sud", "Est")  # the order of play, to the right around the table
ROBOT_NAMES = ("Ada", "Blaise", "Charles", "Sophie")


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """One place of a new table. A ``player`` sits down at once, an ``address`` is invited, a robot needs
    neither.

    ``word`` is what the player adds to the shuffle (at most 40 characters).
    """

    kind: SeatKind = SeatKind.PERSON
    player: Player | None = None
    address: str = field(default="", repr=False)
    name: str = ""
    word: str = ""


def create_game(
    *,
    name: str,
    creator: Player | None,
    seats: Sequence[SeatRequest],
    deals: int | None = None,
    move_seconds: int,
    now: datetime,
    rules: Ruleset | str = "fft",
    robot: str = DEFAULT_ROBOT,
    chain: SeedChain | None = None,
) -> Game:
    """A new table, its places in seat order; it starts at once when nobody has to be invited.

    ``creator`` None is an operator, whose invitations do not count. ``rules`` may be the name of a preset,
    then ``deals`` (None: as many as usual) go with it. ``chain`` fixes the cards (demo, tests).
    Raises TooManyInvitations, AlreadySeated, ValueError (rules, seats, robot), IllegalAction (word).
    """
    ruleset = _ruleset(rules, len(seats), deals)
    if robot not in ROBOTS:
        raise ValueError(f"no robot is called {robot}")
    addresses = [clean_address(seat.address) for seat in seats]
    _refuse_doubles(creator, seats, addresses)
    chain = chain or new_chain(make_public_id())
    game = Game(
        public_id=chain.game_id,
        name=name,
        created_at=now,
        created_by=creator,
        move_seconds=move_seconds,
        robot=robot,
        secret=seal_secret(chain),
    )
    _write(game, _opened(ruleset, seats, chain), seats, now)
    settle(game.pk, now)
    game.refresh_from_db()
    return game


def _ruleset(rules: Ruleset | str, seats: int, deals: int | None) -> Ruleset:
    if seats not in SEAT_NUMBERS:
        raise ValueError(f"a table has {SEAT_NUMBERS[0]} to {SEAT_NUMBERS[-1]} seats, not {seats}")
    if isinstance(rules, str):
        if deals is not None and deals < 1:
            raise ValueError(f"a game has at least one deal, not {deals}")
        return Ruleset.of_preset(rules, seats, deals=deals)
    if rules.seats != seats:
        raise ValueError(f"these rules are for {rules.seats} seats, not {seats}")
    return rules


def _opened(rules: Ruleset, seats: Sequence[SeatRequest], chain: SeedChain) -> tuple[Event, ...]:
    events = open_game(rules, chain.commitment)
    for number, seat in enumerate(seats):
        if not _is_invitation(seat):
            events += seat_taken(replay(events), number, seat.word, chain)
    return events


def _write(game: Game, events: tuple[Event, ...], requests: Sequence[SeatRequest], now: datetime) -> None:
    """The rows of a new table and its first events, in one transaction. Raises TooManyInvitations."""
    by_person = game.created_by_id is not None
    origin = Origin(ActorKind.PERSON, Door.PAGE) if by_person else Origin(ActorKind.OPERATOR, Door.COMMAND)
    with transaction.atomic():
        if game.created_by is not None:
            count_invitations(game.created_by, sum(map(_is_invitation, requests)), now)
        game.save()
        loaded = LoadedGame(game, _new_seats(game, requests, now), (), replay(events))
        commit_step(loaded, Step(events, origin), now, state=loaded.state)
        invited = [seat.pk for seat in loaded.seats if seat.taken_at is None]
        if invited:
            seats_invited.send(sender=Game, seat_ids=invited, now=now)


def _is_invitation(seat: SeatRequest) -> bool:
    return seat.kind == SeatKind.PERSON and seat.player is None


def _refuse_doubles(creator: Player | None, seats: Sequence[SeatRequest], addresses: Sequence[str]) -> None:
    people = [seat.player.pk for seat in seats if seat.player is not None]
    known = [
        clean_address(seat.player.email) for seat in seats if seat.player is not None and seat.player.email
    ]
    mailed = [address for seat, address in zip(seats, addresses, strict=True) if _is_invitation(seat)]
    if any("@" not in address for address in mailed):
        raise ValueError("a place for a person needs a player or an address")
    if len(set(people)) < len(people) or len({*known, *mailed}) < len(known) + len(mailed):
        raise AlreadySeated


def count_invitations(inviter: Player, more: int, now: datetime) -> None:
    """Raise TooManyInvitations if so many more would pass what one person may send in 24 hours.

    An invitation that was declined or replaced since has been sent all the same. To be called in the
    transaction that invites: until its end nobody else counts what this person may send.
    """
    Player.objects.select_for_update(no_key=True).get(pk=inviter.pk)
    since = now - timedelta(days=1)
    first = Seat.objects.filter(
        game__created_by=inviter, game__created_at__gt=since, invited_at__isnull=False
    )
    again = EventRecord.objects.filter(game__created_by=inviter, kind=INVITED_AGAIN, at__gt=since)
    sent = first.count() + again.count()
    if sent + more > INVITATIONS_PER_DAY:
        raise TooManyInvitations(INVITATIONS_PER_DAY, sent)


def _new_seats(game: Game, requests: Sequence[SeatRequest], now: datetime) -> tuple[Seat, ...]:
    seats: list[Seat] = []
    for number, request in enumerate(requests):
        seat = Seat(game=game, number=number, kind=request.kind, player=request.player)
        if _is_invitation(request):
            seat.invited_address, seat.invited_at = clean_address(request.address), now
            seat.name = free_name(request.name, number, seats) if request.name else ""
        else:
            wanted = request.name or (request.player.pseudonym if request.player else "")
            is_robot = request.kind == SeatKind.ROBOT
            seat.name, seat.taken_at = free_name(wanted, number, seats, is_robot=is_robot), now
        seats.append(seat)
    Seat.objects.bulk_create(seats)
    return tuple(game.seats.all())


def free_name(wanted: str, number: int, seats: Sequence[Seat], *, is_robot: bool = False) -> str:
    """A name that nobody else at this table has; a point of the compass for whoever gives none."""
    base = wanted.strip()[:LONGEST_NAME] or (ROBOT_NAMES if is_robot else COMPASS)[number % len(COMPASS)]
    taken = {seat.name.casefold() for seat in seats if seat.number != number}
    candidates = (f"{base[: LONGEST_NAME - 3]} {i}" if i > 1 else base for i in range(1, len(taken) + 2))
    return next(name for name in candidates if name.casefold() not in taken)


def robot_columns(seat: Seat, now: datetime, seats: Sequence[Seat]) -> dict[str, Any]:
    """What a free place becomes when a robot sits down on it; the invitation's links are void."""
    return {
        "kind": SeatKind.ROBOT,
        "name": free_name("", seat.number, seats, is_robot=True),
        "taken_at": now,
        "invited_address": "",
        "link_epoch": seat.link_epoch + 1,
    }


def addresses_of(seat: Seat) -> set[str]:
    """The addresses by which the person of this place is known."""
    known = {seat.invited_address}
    if seat.player is not None and seat.player.email:
        known.add(clean_address(seat.player.email))
    return known - {""}
