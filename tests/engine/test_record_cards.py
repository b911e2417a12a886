"""The short way of ``replay`` through the tricks, against the event engine move by move."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tarot_engine import (
    FULL_PACK,
    Action,
    Bid,
    CardSet,
    Commitment,
    GameState,
    IllegalAction,
    Misere,
    PlayCard,
    Prepare,
    StackedDeal,
    StackedPack,
    options_for,
)
from tarot_engine.dealing import fixed_gaps
from tarot_engine.game import advance
from tarot_engine.record import Record, codes_of, format_record
from tarot_engine.record_cards import play_cards
from tarot_engine.record_replay import legal_of, random_record, replay_line
from tests.engine.playing import Game, variant

SCORE = ("half_points", "oudlers", "target", "made", "margin")
FIELDS = ("legal", "winners", *SCORE, "scores")


def dealt(record: Record) -> tuple[GameState, StackedPack]:
    """The game once the record's cards are dealt out by the event engine."""
    rules, places = record.rules, fixed_gaps(record.rules)
    secret = StackedPack(record.pack, record.dealer, places=places)
    if not record.pack:
        secret = StackedDeal(record.hands, record.dog, record.dealer, rules.layout, record.piles, places)
    game = Game(secret, rules, Commitment("record", ""))
    return game.state, secret


def by_events(record: Record) -> tuple[dict[str, Any], list[GameState]]:
    """What the event engine alone answers, and the state before each move it took and after the last."""
    (state, secret), legal = dealt(record), []
    states = [state]
    for number, move in enumerate(record.moves):
        seat = state.to_act if state.last is None else None
        try:
            options = None if seat is None else options_for(state, seat)
            if seat is None or options is None:
                return refused(record, number, "wrong_stage"), states
            state = advance(state, seat, move, secret)[0]
        except IllegalAction as error:
            return refused(record, number, error.code.value), states
        states.append(state)
        legal.append(legal_of(options))
    if state.last is None:
        return refused(record, len(record.moves), "unfinished"), states
    sheet = state.last.sheet
    answer = {
        "id": record.id,
        "legal": legal,
        "winners": [trick.winner for trick in state.last.tricks],
        **{name: getattr(sheet, name, None) for name in SCORE},
        "scores": [0] * record.rules.seats if sheet is None else list(sheet.scores),
        "error": None,
    }
    return answer, states


def refused(record: Record, move: int, code: str) -> dict[str, Any]:
    return {"id": record.id, **dict.fromkeys(FIELDS), "error": {"move": move, "code": code}}


def corrupted(record: Record, dice: Random) -> Record:
    """The record with one move changed, left out, doubled or put in another place."""
    moves = list(record.moves)
    if not moves:
        return replace(record, moves=(Bid(None),))
    at, other = dice.randrange(len(moves)), dice.randrange(len(moves))
    match dice.randrange(5):
        case 0:
            moves[at] = strange(moves[at], dice)
        case 1:
            del moves[at]
        case 2:
            moves.insert(at, moves[at])
        case 3:
            moves[at], moves[other] = moves[other], moves[at]
        case _:
            moves[at] = PlayCard(dice.choice(list(FULL_PACK)))
    return replace(record, moves=tuple(moves))


def strange(move: Action, dice: Random) -> Action:
    """Another answer, which may be out of place: an announcement, a slam, a pass."""
    if not isinstance(move, PlayCard):
        return dice.choice([Bid(None), Prepare(None, True), Prepare(CardSet.parse("S1 S2 S3"))])
    show = CardSet.from_cards(dice.sample(list(FULL_PACK.trumps), 10))
    return dice.choice(
        [PlayCard(move.card, show), PlayCard(move.card, None, frozenset({Misere.HEADS})), Bid(None)]
    )


def check_states(record: Record, states: list[GameState], dice: Random) -> int:
    """From any move on, the short way comes to the event engine's states; how many cards it played."""
    whole = 0
    for number in {dice.randrange(len(states)) for _ in range(3)} | set(range(min(len(states), 16))):
        later, legal = play_cards(states[number], record.moves, number)
        assert later == states[number + len(legal)]
        whole = max(whole, len(legal))
    return whole


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("deals", [150, pytest.param(3000, marks=pytest.mark.long)])
def test_both_ways_give_the_same_answers(seats: int, deals: int) -> None:
    dice, errors, played = Random(f"ways/{seats}"), Counter[str](), 0
    for number in range(deals):
        record = random_record(number, variant(seats, number), dice)
        for line in (record, corrupted(record, dice), corrupted(record, dice)):
            expected, states = by_events(line)
            assert replay_line(format_record(line)) == (expected, True)
            played += check_states(line, states, dice)
            errors[(expected["error"] or {"code": "none"})["code"]] += 1
    assert errors["none"] >= deals
    assert len(errors) > 8, errors
    assert played > 40 * deals, "the short way is taken"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_short_way_leaves_one_card_of_a_plain_deal(seats: int) -> None:
    """The last card settles the trick and the deal, and that is for the event engine."""
    record = random_record(1, variant(seats, 0), Random(f"plain/{seats}"))
    plain = tuple(PlayCard(move.card) if isinstance(move, PlayCard) else move for move in record.moves)
    record = replace(record, moves=plain)
    answer, states = by_events(record)
    first = next(number for number, move in enumerate(plain) if isinstance(move, PlayCard))
    later, legal = play_cards(states[first], plain, first)
    assert later == states[-2]
    assert [codes_of(mask) for mask in legal] == answer["legal"][first:-1]
