"""The engine's speeds, each beside a reference that does the bare minimum in the same process.

The references tell a slow machine from slow code: a shuffle by ``random`` for the fast core, reading the same
JSON for events and records. Deals a second stand in the detail, by the process's own time.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

from tarot_engine import (
    Event,
    Ruleset,
    SeedChain,
    decide,
    decode_event,
    encode_event,
    evolve,
    open_game,
    options_for,
    replay,
    seat_taken,
)
from tarot_engine.fast_deal import RandomDeals
from tarot_engine.record import format_record
from tarot_engine.record_replay import random_record, replay_line
from tarot_engine.robots.dice import choose_random
from tests.bench.bench import Result

ROUNDS = 7
FAST_RATIO, FAST_RATIO_FOR_TWO, REPLAY_RATIO, RECORD_RATIO = 9.0, 14.0, 7.5, 34.0
"""Times the reference: on the machine of docs/engine.md a third slower is too slow."""
ASKED = {3: 7000, 4: 9000, 5: 7000}
"""Full random deals a second that the fast core is meant for there, by number of seats."""


def measure_engine() -> list[Result]:
    """All speeds of the engine. Takes about ten seconds."""
    return [*(random_deals(seats) for seats in (2, 3, 4, 5)), event_replay(), record_replay()]


def compared(
    name: str, full: Callable[[], object], floor: Callable[[], object], deals: int, most: float
) -> Result:
    """The best round of each, as a ratio."""
    below = min(seconds(floor) for _ in range(ROUNDS))
    above = min(seconds(full) for _ in range(ROUNDS))
    return Result(name, above / below, "x floor", most, f"{deals / above:,.0f} deals a second")


def seconds(call: Callable[[], object]) -> float:
    """The process's own time for one call: other processes do not count."""
    start = time.process_time()
    call()
    return time.process_time() - start


def random_deals(seats: int, deals: int = 1500) -> Result:
    """Full random deals; the reference is one shuffle of the pack a deal."""
    source, dice = RandomDeals(Ruleset.fft(seats), Random(1)), Random(1)

    def shuffles() -> None:
        for _ in range(deals):
            dice.shuffle(list(range(78)))

    def full() -> None:
        for _ in range(deals):
            source.deal()

    limit = FAST_RATIO_FOR_TWO if seats == 2 else FAST_RATIO
    measured = compared(f"random deals at {seats} seats", full, shuffles, deals, limit)
    asked = f", at least {ASKED[seats]:,} asked for" if seats in ASKED else ""
    return replace(measured, detail=measured.detail + asked)


def random_game(deals: int) -> list[Event]:
    """The events of a four-seat game played at random."""
    secret, dice = SeedChain("bench", bytes(32)), Random(3)
    events = list(open_game(Ruleset.fft(4, deals=deals), secret.commitment))
    state = replay(events)
    for seat in range(4):
        for event in seat_taken(state, seat, "", secret):
            events.append(event)
            state = evolve(state, event)
    while (seat_to_act := state.to_act) is not None:
        options = options_for(state, seat_to_act)
        assert options is not None
        for event in decide(state, seat_to_act, choose_random(options, dice), secret):
            events.append(event)
            state = evolve(state, event)
    return events


def event_replay(deals: int = 60) -> Result:
    """Decoding and replaying stored events; the reference only parses their JSON."""
    stored = [encode_event(event) for event in random_game(deals)]
    return compared(
        "decode and replay events",
        lambda: replay(decode_event(event.type, event.version, event.body) for event in stored),
        lambda: [json.loads(event.body) for event in stored],
        deals,
        REPLAY_RATIO,
    )


def record_replay(deals: int = 100) -> Result:
    """``replay`` of deal records; the reference only reads and writes their JSON."""
    rules = Ruleset.fft(4, deals=1)
    lines = [format_record(random_record(number, rules, Random(number))) for number in range(deals)]
    return compared(
        "replay of records",
        lambda: [json.dumps(replay_line(line)[0]) for line in lines],
        lambda: [json.dumps(json.loads(line)) for line in lines],
        deals,
        RECORD_RATIO,
    )
