"""How many full random deals a second the fast core plays. The clocks are arguments."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tarot_engine.fast_deal import RandomDeals
from tarot_engine.rules import Ruleset

Clock = Callable[[], float]
"""Seconds from any start."""


def bench(rules: Ruleset, deals: int, rounds: int, seed: str, wall: Clock, cpu: Clock) -> dict[str, Any]:
    """The best of several rounds of ``deals`` deals by the wall clock, and by the process's own time.

    A void deal (all pass, lone Petit) takes its time but is not counted.
    """
    source = RandomDeals(rules, Random(seed))
    times = [_round(source, deals, wall, cpu) for _ in range(rounds)]
    return {
        "seats": rules.seats,
        "deals": deals,
        "rounds": rounds,
        "deals_per_second": round(deals / min(seconds for seconds, _ in times)),
        "deals_per_cpu_second": round(deals / min(seconds for _, seconds in times)),
        "shuffle": "random.Random (benches only; games draw from the seed chain)",
    }


def _round(source: RandomDeals, deals: int, wall: Clock, cpu: Clock) -> tuple[float, float]:
    wall_start, cpu_start, played = wall(), cpu(), 0
    while played < deals:
        played += source.deal().result is not None
    return wall() - wall_start, cpu() - cpu_start
