"""Choosing by trials: every candidate is tried in the same worlds, the worse half is given up on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from tarot_engine.robots.sampling import World

FIRST_CUT = 12
"""Worlds before the worse half of the candidates is given up; again after twice as many, and so on."""
Clock = Callable[[], float]
"""Seconds from any start."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long to think: at most ``samples`` worlds and, where there is a clock, until it shows ``end``."""

    samples: int
    clock: Clock | None = None
    end: float = inf


def rounds(limit: Limit) -> Iterator[int]:
    """Numbers from 1, as long as another round like the longest so far fits into the limit."""
    clock = limit.clock or (lambda: 0.0)
    last, longest = clock(), 0.0
    for number in range(1, limit.samples + 1):
        yield number
        now = clock()
        longest, last = max(longest, now - last), now
        if now + longest > limit.end:
            return


def best_by_trials(
    candidates: Sequence[int], world: Callable[[], World], score: Callable[[World, int], float], limit: Limit
) -> dict[int, float]:
    """The mean score of each candidate that was kept to the end, by descending mean; equal ones in order."""
    totals = dict.fromkeys(candidates, 0.0)
    cut, tried = FIRST_CUT, 0
    for number in rounds(limit):
        here = world()
        for candidate in totals:
            totals[candidate] += score(here, candidate)
        tried = number
        if number == cut and len(totals) > 2:
            kept = sorted(totals, key=totals.__getitem__, reverse=True)[: (len(totals) + 1) // 2]
            totals = {candidate: totals[candidate] for candidate in kept}
            cut *= 2
    ranked = sorted(totals, key=totals.__getitem__, reverse=True)
    return {candidate: totals[candidate] / max(tried, 1) for candidate in ranked}
