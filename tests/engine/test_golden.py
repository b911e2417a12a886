"""Games recorded by earlier versions replay to the same scores for ever (design: tests).

``tests/golden/<version>/*.jsonl``: the outcome on the first line, then one stored event a line.
``deals.jsonl`` are deal records, ``answers.jsonl`` what ``replay`` said of each.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tarot_engine import (
    DealScored,
    Event,
    TrickTaken,
    decode_event,
    encode_event,
    evolve,
    replay,
    seen_by,
    verify_game,
)
from tarot_engine.record_replay import replay_line

GOLDEN = Path(__file__).parent.parent / "golden"
RECORDS = ("deals.jsonl", "answers.jsonl")
GAMES = sorted(path for path in GOLDEN.glob("*/*.jsonl") if path.name not in RECORDS)


def stored(path: Path) -> tuple[dict[str, Any], list[Event]]:
    """The outcome and the events of a recorded game."""
    head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return head, [decode_event(name, version, json.dumps(body)) for name, version, body in lines]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_replays_to_the_same_scores(path: Path) -> None:
    head, events = stored(path)
    state = replay(events)
    assert state.is_over
    assert list(state.totals) == head["totals"]
    sheets = [event.sheet for event in events if isinstance(event, DealScored)]
    assert [list(sheet.scores) for sheet in sheets] == head["scores"]
    assert verify_game(events) == (), "today's rules take the same tricks and count the same scores"
    assert sum(isinstance(event, TrickTaken) for event in events) == len(sheets) * state.rules.layout.tricks


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_is_seen_and_stored_again(path: Path) -> None:
    _head, events = stored(path)
    for event in events:
        again = encode_event(event)
        assert decode_event(again.type, again.version, again.body) == event
    for seat in (None, 0):
        state = None
        for event in events:
            state = evolve(state, seen_by(event, seat))
        assert state is not None
        assert state.is_over


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in GOLDEN.glob("*/deals.jsonl")}), ids=lambda folder: folder.name
)
def test_recorded_deals_get_the_same_answers(folder: Path) -> None:
    deals, answers = ((folder / name).read_text(encoding="utf-8").splitlines() for name in RECORDS)
    for deal, answer in zip(deals, answers, strict=True):
        assert replay_line(deal) == (json.loads(answer), True)
