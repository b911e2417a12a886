"""`manage.py newgame`: a table from the command line."""

from __future__ import annotations

import json
import re
from argparse import ArgumentTypeError
from email.utils import parseaddr
from typing import Any, cast

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import MaxLengthValidator, validate_email
from django.utils import timezone

from tarot_engine import OPTIONS, PRESETS, ROBOTS, Ruleset, RulesetError, RulesProblem, deals_for_rounds
from tarot_site.games.errors import AlreadySeated
from tarot_site.games.models import DEFAULT_MOVE_SECONDS, DEFAULT_ROBOT, Game, SeatKind
from tarot_site.games.opening import SEAT_NUMBERS
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
        length = parser.add_mutually_exclusive_group()
        length.add_argument("--deals", type=int, help="how many are scored; else as many as usual")
        length.add_argument("--rounds", type=int, help="how often each deals")
        parser.add_argument(
            "--option", action="append", default=[], type=parse_option, metavar="NAME=VALUE", dest="options",
            help="what differs from the rules named, as auction=rising; may be given several times",
        )  # fmt: skip
        parser.add_argument("--robot", default=DEFAULT_ROBOT, choices=sorted(ROBOTS))
        parser.add_argument("--robots", type=int, default=0, metavar="N", help="robots on the last seats")
        parser.add_argument("--move-time", type=parse_move_time, default=DEFAULT_MOVE_SECONDS, metavar="3d")
        parser.add_argument("--start", action="store_true", help="begin without waiting for anybody")
        parser.add_argument("--name", default="Table", type=parse_table_name, help="the name of the table")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints one JSON object: game, url, seats. Raises CommandError for what cannot be a table."""
        people: list[tuple[str, str]] = options["addresses"]
        if not people:
            raise CommandError("Give at least one address: somebody has to play.")
        if not 0 <= options["robots"] <= max(SEAT_NUMBERS):
            raise CommandError(f"--robots is 0 to {max(SEAT_NUMBERS)}.")
        seat = seated if options["start"] else invited
        seats = [
            *(seat(name, address) for name, address in people),
            *[SeatRequest(SeatKind.ROBOT)] * options["robots"],
        ]
        try:
            game = create_game(
                name=options["name"],
                creator=None,
                seats=seats,
                move_seconds=options["move_time"],
                now=timezone.now(),
                rules=rules_of(options, len(seats)),
                robot=options["robot"],
            )
        except AlreadySeated:
            raise CommandError("The same address is there twice: one person, one seat.") from None
        except ValueError as error:
            raise CommandError(f"{error}.") from error
        self.stdout.write(json.dumps(describe(game), ensure_ascii=False))


def rules_of(options: dict[str, Any], seats: int) -> Ruleset:
    """The rules asked for. Raises CommandError for what no table can play by."""
    asked: dict[str, object] = dict(options["options"])
    given = [number for number in (options["deals"], options["rounds"]) if number is not None]
    if given and given[0] < 1:
        raise CommandError("--deals and --rounds are 1 or more.")
    if options["rounds"]:
        asked["deals"] = deals_for_rounds(seats, options["rounds"])
    elif options["deals"]:
        asked["deals"] = options["deals"]
    if cast("int", asked.get("deals", 0)) > MOST_DEALS:
        raise CommandError(f"A game has at most {MOST_DEALS} deals.")
    try:
        return Ruleset.from_options(options["rules"], seats, asked)
    except RulesetError as error:
        raise CommandError(f"{problem_text(error)}.") from None


def problem_text(error: RulesetError) -> str:
    """Why the rules are refused, naming the options."""
    told = " ".join(f"{name}={value}" for name, value in error.params.items())
    if error.code is RulesProblem.BAD_SEATS:
        return f"A table has {SEAT_NUMBERS[0]} to {SEAT_NUMBERS[-1]} seats, not {error.params['seats']}"
    return f"These rules do not go together: {error.code.value} {told}"


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
    address = clean_address(address)
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


def parse_option(text: str) -> tuple[str, object]:
    """Name and value from "auction=rising". Raises ArgumentTypeError naming what there is."""
    name, _, value = text.partition("=")
    option = next((option for option in OPTIONS if option.name == name), None)
    if option is None:
        raise ArgumentTypeError(f"no option {name!r}; there are {', '.join(o.name for o in OPTIONS)}")
    try:
        return name, option.parse(value)
    except RulesetError:
        known = ", ".join(str(value).lower() for value in option.values)
        raise ArgumentTypeError(f"{name} cannot be {value!r}; usual: {known}") from None


def parse_move_time(text: str) -> int:
    """Seconds from "45m", "12h", "3d" (or "3j"). At least one minute."""
    match = re.fullmatch(r"([1-9]\d{0,3})([mhdj])", text)
    if match is None:
        raise ArgumentTypeError(f"{text!r} is no time: write 45m, 12h or 3d")
    return int(match[1]) * UNITS[match[2]]
