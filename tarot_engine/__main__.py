"""The command line: ``python -m tarot_engine replay [FILE]``, ``random N``, ``bench``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TextIO

from tarot_engine.bench import bench
from tarot_engine.options import PRESETS
from tarot_engine.record import format_record
from tarot_engine.record_replay import random_record, replay_line
from tarot_engine.rules import Ruleset


def replay(lines: Iterable[str], out: TextIO) -> int:
    """One answer per line; 1 when a line was malformed, else 0."""
    status = 0
    for line in lines:
        if line.strip():
            answer, well_formed = replay_line(line)
            out.write(json.dumps(answer, separators=(",", ":")) + "\n")
            status |= not well_formed
    return status


def random(count: int, seats: int, preset: str, seed: str, out: TextIO) -> int:
    """``count`` records of random deals; the same seed gives the same records."""
    rules, dice = Ruleset.of_preset(preset, seats, deals=1), Random(seed)
    for number in range(1, count + 1):
        out.write(format_record(random_record(number, rules, dice)) + "\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tarot_engine", description="French Tarot, deal by deal.")
    commands = parser.add_subparsers(dest="command", required=True)
    reader = commands.add_parser("replay", help="play deal records again; one JSON line per deal")
    reader.add_argument("file", nargs="?", help="a file of records; standard input when left out")
    writer = commands.add_parser("random", help="print records of random deals")
    writer.add_argument("count", type=int)
    writer.add_argument("--seats", type=int, choices=(3, 4, 5), default=4)
    writer.add_argument("--rules", choices=sorted(PRESETS), default="fft")
    writer.add_argument("--seed", default="1")
    _add_bench(commands.add_parser("bench", help="how many random deals a second the fast core plays"))
    return parser


def _add_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seats", type=int, choices=(3, 4, 5), default=4)
    parser.add_argument("--deals", type=int, default=2000, help="scored deals a round")
    parser.add_argument("--rounds", type=int, default=5, help="the best round counts")
    parser.add_argument("--seed", default="1")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; its exit status."""
    given = _parser().parse_args(arguments)
    if given.command == "random":
        return random(given.count, given.seats, given.rules, given.seed, sys.stdout)
    if given.command == "bench":
        rules = Ruleset.fft(given.seats)
        answer = bench(rules, given.deals, given.rounds, given.seed, time.perf_counter, time.process_time)
        sys.stdout.write(json.dumps(answer) + "\n")
        return 0
    if given.file is None:
        return replay(sys.stdin, sys.stdout)
    with Path(given.file).open(encoding="utf-8") as lines:
        return replay(lines, sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
