"""`manage.py verify_games`: every game replayed from its log, against all else that is stored of it."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tarot_site.games.models import Game
from tarot_site.games.verify import Verdict, verify_game


class Command(BaseCommand):
    """One line per game; exit status 1 when anything differs. Shows no card."""

    help = "Replays every game and compares it with what is stored. Exit status 1 if any differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """All games unless some are named; `--json` for one JSON object in all."""
        parser.add_argument("games", nargs="*", metavar="GAME", help="public ids; default: all games")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints the verdicts; exits with 1 on a difference."""
        games = Game.objects.order_by("pk")
        if options["games"]:
            games = games.filter(public_id__in=options["games"])
        verdicts = []
        for game in games.iterator(chunk_size=50):
            verdicts.append(verify_game(game))
            if not options["json"]:
                self.stdout.write(line_of(verdicts[-1]))
        differing = sum(bool(verdict.differences) for verdict in verdicts)
        if options["json"]:
            self.stdout.write(json.dumps(as_json(verdicts, differing)))
        if differing:
            sys.exit(1)


def line_of(verdict: Verdict) -> str:
    """For people: "<id>: 412 events, 4 deals, totals 10 -20 5 5, same"."""
    totals = " ".join(map(str, verdict.totals))
    outcome = "; ".join(verdict.differences) or "same"
    return f"{verdict.public_id}: {verdict.events} events, {verdict.deals} deals, totals {totals}, {outcome}"


def as_json(verdicts: list[Verdict], differing: int) -> dict[str, Any]:
    """For programs."""
    return {
        "games": len(verdicts),
        "differing": differing,
        "events": sum(verdict.events for verdict in verdicts),
        "verdicts": [
            {
                "game": verdict.public_id,
                "events": verdict.events,
                "deals": verdict.deals,
                "totals": verdict.totals,
                "differences": verdict.differences,
            }
            for verdict in verdicts
        ],
    }
