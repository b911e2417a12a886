"""`manage.py newgame`: a table from the command line."""

from __future__ import annotations

import json
import re
from argparse import ArgumentTypeError
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import MaxLengthValidator, validate_email
from django.utils import timezone

from tarot_engine import PRESETS
from tarot_site.games.errors import AlreadySeated
from tarot_site.games.models import DEFAULT_MOVE_SECONDS, Game, SeatKind
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player, clean_address
from tarot_site.players.names import LONGEST_ADDRESS, LONGEST_NAME, LONGEST_TABLE_NAME, clean_name

MOST_DEALS = 100  # deals that nobody takes draw from the same 256 seeds
UNITS = {"m": 60, "h": 3600, "d": 86400, "j": 86400}


class Command(BaseCommand):
    """Make a game for these addresses, in seat order; it starts when all have taken their seats."""

    help = "Makes a game and invites these addresses; with --start it begins at once. Prints JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        """Addresses may carry the name at the table: 'Léa <lea@example.org>'."""
        parser.add_argument("addresses", nargs="*", metavar="ADDRESS", type=parse_person)
        parser.add_argument("--rules", default="fft", choices=sorted(PRESETS))
        parser.add_argument("--deals", type=int, default=8)
        parser.add_argument("--robots", type=int, default=0, metavar="N", help="robots on the last seats")
        parser.add_argument("--move-time", type=parse_move_time, default=DEFAULT_MOVE_SECONDS, metavar="3d")
        parser.add_argument("--start", action="store_true", help="begin without waiting for anybody")
        parser.add_argument("--name", default="Table", type=parse_table_name, help="the name of the table")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints one JSON object: game, url, seats. Raises CommandError for what cannot be a table."""
        people: list[tuple[str, str]] = options["addresses"]
        if not people:
            raise CommandError("Give at least one address: somebody has to play.")
        if options["robots"] < 0 or not 1 <= options["deals"] <= MOST_DEALS:
            raise CommandError(f"--robots is 0 or more, --deals 1 or more, up to {MOST_DEALS}.")
        seat = seated if options["start"] else invited
        try:
            game = create_game(
                name=options["name"],
                creator=None,
                seats=[
                    *(seat(name, address) for name, address in people),
                    *[SeatRequest(SeatKind.ROBOT)] * options["robots"],
                ],
                deals=options["deals"],
                move_seconds=options["move_time"],
                now=timezone.now(),
                rules=options["rules"],
            )
        except AlreadySeated:
            raise CommandError("The same address is there twice: one person, one seat.") from None
        except ValueError as error:
            raise CommandError(f"{error}.") from error
        self.stdout.write(json.dumps(describe(game), ensure_ascii=False))


def describe(game: Game) -> dict[str, Any]:
    """The game without anything that only some may know."""
    return {
        "game": game.public_id,
        "url": settings.SITE_URL + game.get_absolute_url(),
        "status": game.status,
        "seats": [
            {"seat": seat.number, "kind": seat.kind, "name": seat.name, "taken": seat.taken_at is not None}
            for seat in game.seats.all()
        ],
    }


def invited(name: str, address: str) -> SeatRequest:
    """A place that waits for the owner of this address."""
    return SeatRequest(SeatKind.PERSON, None, address, name)


def seated(name: str, address: str) -> SeatRequest:
    """A place taken at once by the player of this address; the operator answers for the addresses."""
    player, is_new = Player.objects.get_or_create(email=clean_address(address))
    if is_new:
        player.set_unusable_password()
        player.save(update_fields=["password"])
    return SeatRequest(SeatKind.PERSON, player, name=name)


def parse_person(text: str) -> tuple[str, str]:
    """Name and address from "address" or "Name <address>"."""
    name, address = parseaddr(text)
    try:
        validate_email(address)
        MaxLengthValidator(LONGEST_ADDRESS)(address)
    except ValidationError:
        raise ArgumentTypeError(f"{text!r} is no mail address") from None
    return parse_name(name, LONGEST_NAME), address


def parse_table_name(text: str) -> str:
    """The name as a page would take it."""
    name = parse_name(text, LONGEST_TABLE_NAME)
    if not name:
        raise ArgumentTypeError("a table needs a name")
    return name


def parse_name(text: str, longest: int) -> str:
    """One clean line of at most so many characters."""
    try:
        name = clean_name(text)
    except ValidationError:
        raise ArgumentTypeError(f"{text!r} holds a character that nobody sees") from None
    if len(name) > longest:
        raise ArgumentTypeError(f"{text!r} is longer than {longest} characters")
    return name


def parse_move_time(text: str) -> int:
    """Seconds from "45m", "12h", "3d" (or "3j"). At least one minute."""
    match = re.fullmatch(r"([1-9]\d{0,3})([mhdj])", text)
    if match is None:
        raise ArgumentTypeError(f"{text!r} is no time: write 45m, 12h or 3d")
    return int(match[1]) * UNITS[match[2]]
