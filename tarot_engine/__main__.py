"""The command line: ``python -m tarot_engine`` with replay, random, verify-shuffle, bench or match."""

from __future__ import annotations

import argparse
import errno
import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TextIO

from tarot_engine.bench import bench
from tarot_engine.errors import RulesetError
from tarot_engine.match import match
from tarot_engine.options import BY_NAME, PRESETS, OptionKind
from tarot_engine.record import format_record
from tarot_engine.record_replay import random_record, replay_line
from tarot_engine.robots import ROBOTS, player
from tarot_engine.rules import Ruleset
from tarot_engine.shuffle_file import check_document

PLAYERS = ("random", *ROBOTS)
SWITCHES = {"on": "true", "off": "false"}
# Made once: an encoder for each line would cost a good part of the line.
_line = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def replay(lines: Iterable[str], out: TextIO, *, at_once: bool = False) -> int:
    """One answer per line; 1 when a line was malformed, else 0. ``at_once``: each answer leaves by itself."""
    status = 0
    for line in lines:
        if line.strip():
            answer, well_formed = replay_line(line)
            out.write(_line(answer) + "\n")
            status |= not well_formed
            if at_once:
                out.flush()
    return status


def verify_shuffle(text: str, out: TextIO) -> int:
    """Which deals of a game's document do not match; 1 when one does not, or when it is malformed."""
    try:
        answer = check_document(json.loads(text))
    except (ValueError, RecursionError):
        answer = {"ok": False, "error": "malformed"}
    out.write(json.dumps(answer, separators=(",", ":")) + "\n")
    return 0 if answer["ok"] else 1


def random(count: int, rules: Ruleset, seed: str, out: TextIO) -> int:
    """``count`` records of random deals; the same seed gives the same records."""
    dice = Random(seed)
    for number in range(1, count + 1):
        out.write(format_record(random_record(number, rules, dice)) + "\n")
    return 0


def _at_least(least: int) -> Callable[[str], int]:
    """Reads a number that is not smaller."""

    def number(text: str) -> int:
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"{least} at least")
        return int(text)

    return number


def _seconds(text: str) -> float:
    """Reads how long something may take."""
    seconds = float(text)
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError("a number of seconds above 0")
    return seconds


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tarot_engine", description="French Tarot, deal by deal.")
    commands = parser.add_subparsers(dest="command", required=True)
    reader = commands.add_parser("replay", help="play deal records again; one JSON line per deal")
    reader.add_argument("file", nargs="?", help="a file of records; standard input when left out")
    reader.set_defaults(run=_replay)
    writer = commands.add_parser("random", help="print records of random deals")
    writer.add_argument("count", type=_at_least(0))
    writer.add_argument("--rules", choices=sorted(PRESETS), default="fft", help="the set of rules; fft")
    writer.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="one that differs, petite=off"
    )
    writer.set_defaults(run=_random)
    checker = commands.add_parser("verify-shuffle", help="re-deal a finished game from its document")
    checker.add_argument("file", nargs="?", help="the document; standard input when left out")
    checker.set_defaults(run=_verify_shuffle)
    timer = commands.add_parser("bench", help="how many random deals a second the fast core plays")
    timer.add_argument("--deals", type=_at_least(1), default=2000, help="scored deals a round")
    timer.add_argument("--rounds", type=_at_least(1), default=5, help="the best round counts")
    timer.set_defaults(run=_bench)
    duel = commands.add_parser("match", help="duplicate deals between two robots, seats exchanged")
    duel.add_argument("--a", choices=PLAYERS, default="expert")
    duel.add_argument("--b", choices=PLAYERS, default="prudent")
    duel.add_argument("--deals", type=_at_least(2), default=200, help="at least 2; 200")
    duel.add_argument(
        "--budget", type=_seconds, default=0.05, help="processor seconds a decision, for expert"
    )
    duel.set_defaults(run=_match)
    for command in (writer, timer, duel):
        command.add_argument("--seats", type=int, choices=range(2, 6), default=4, help="how many play; 4")
        command.add_argument("--seed", default="1", help="any text: the same gives the same deals; 1")
    return parser


def _replay(given: argparse.Namespace) -> int:
    # Another program may send a line and wait for its answer.
    with _opened(given.file) as lines:
        return replay(lines, sys.stdout, at_once=given.file is None)


def _random(given: argparse.Namespace) -> int:
    try:
        options = dict(_option(text) for text in given.option)
        rules = Ruleset.from_options(given.rules, given.seats, {**options, "deals": 1})
    except RulesetError as refused:
        params = json.dumps(refused.params, default=str)
        sys.stderr.write(f"tarot_engine: {refused.code.value} {params}\n")
        return 2
    return random(given.count, rules, given.seed, sys.stdout)


def _option(text: str) -> tuple[str, object]:
    """``auction=rising`` as the option's name and value; what is unknown is refused with the rest."""
    name, _, value = text.partition("=")
    option = BY_NAME.get(name)
    if option is None:
        return name, value
    return name, option.parse(SWITCHES.get(value, value) if option.kind is OptionKind.SWITCH else value)


def _verify_shuffle(given: argparse.Namespace) -> int:
    with _opened(given.file) as document:
        return verify_shuffle(document.read(), sys.stdout)


def _opened(file: str | None) -> TextIO:
    """This file, or standard input; what is no UTF-8 makes a line malformed and stops nothing.

    The mark that some editors write before the first line is no part of it.
    """
    if file is None and sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return open(sys.stdin.fileno() if file is None else file, encoding="utf-8-sig", errors="replace")


def _bench(given: argparse.Namespace) -> int:
    rules = Ruleset.fft(given.seats)
    answer = bench(rules, given.deals, given.rounds, given.seed, time.perf_counter, time.process_time)
    sys.stdout.write(json.dumps(answer) + "\n")
    return 0


def _match(given: argparse.Namespace) -> int:
    """Each player has dice of its own, so that its choices do not move the other's."""
    rules = Ruleset.fft(given.seats, deals=1)
    one, two = (
        player(name, Random(f"{given.seed} {side}"), time.process_time, given.budget)
        for side, name in (("a", given.a), ("b", given.b))
    )
    outcome = match(rules, one, two, given.deals, Random(given.seed))
    low, high = outcome.margin - outcome.error, outcome.margin + outcome.error
    answer = {
        "a": given.a,
        "b": given.b,
        "seats": given.seats,
        "deals": outcome.deals,
        "budget": given.budget if "expert" in (given.a, given.b) else None,
        "margin": round(outcome.margin, 2),
        "interval_95": [round(low, 2), round(high, 2)],
        "unit": "points a hand brings a more than b",
    }
    sys.stdout.write(json.dumps(answer) + "\n")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; its exit status."""
    given = _parser().parse_args(arguments)
    if sys.stdout is None:
        return 2  # closed: there is nobody to answer
    try:
        status: int = given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the answers has gone, as after ``| head``: nothing more is said, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        where = "" if error.filename is None else f": {error.filename}"
        sys.stderr.write(f"tarot_engine: {error.strerror}{where}\n")
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
