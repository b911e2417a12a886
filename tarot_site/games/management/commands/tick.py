"""`manage.py tick`: one beat of everything periodic, now or at another time."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tarot_site.games.periodic import run_sweeps

FIRST_YEAR, LAST_YEAR = 1970, 2999  # what is looked for before and written after it must still be dates


class Command(BaseCommand):
    """Do once what the scheduler does every half minute."""

    help = "Runs the sweeps of games and mails once. Prints what they did as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        """`--at`: for tests and rehearsals; it never tells the site of an outage."""
        parser.add_argument(
            "--at", type=parse_time, default=None, metavar="TIME", help="ISO 8601, default now"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints one JSON object: what each sweep counted."""
        done = run_sweeps(options["at"] or timezone.now())
        self.stdout.write(json.dumps(done, ensure_ascii=False))


def parse_time(text: str) -> datetime:
    """An aware time; one without a zone is in the site's."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None:
        raise ArgumentTypeError(f"{text!r} is no time: write 2026-12-05T20:00:00+01:00")
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ArgumentTypeError(f"{text!r} is too far away: the year is {FIRST_YEAR} to {LAST_YEAR}")
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment)
