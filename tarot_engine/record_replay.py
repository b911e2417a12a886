"""Playing a deal record again: what was legal at each move, who took each trick, and the score."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from tarot_engine.actions import (
    Action,
    BidOptions,
    CallOptions,
    CutOptions,
    DealOutOptions,
    Options,
    PlayOptions,
    PrepareOptions,
)
from tarot_engine.cards import PACK, CardSet
from tarot_engine.errors import IllegalAction, NotationError, Refusal, WrongStage
from tarot_engine.events import DealOpened, Event, HandsDealt, SeatTaken
from tarot_engine.evolve import evolve
from tarot_engine.game import advance, open_game, options_asked, options_for, with_consequences
from tarot_engine.moves import BID_WORDS
from tarot_engine.piles import Piles
from tarot_engine.record import Record, codes, codes_of, is_by_hand, parse_record
from tarot_engine.record_cards import play_cards
from tarot_engine.robots.dice import choose_random
from tarot_engine.rules import Ruleset
from tarot_engine.shuffle import Commitment
from tarot_engine.stacked import StackedPack
from tarot_engine.state import DealResult, GameState

BLANK: dict[str, Any] = dict.fromkeys(
    ("legal", "winners", "half_points", "oudlers", "target", "made", "margin", "scores")
)


def replay_line(line: str) -> tuple[dict[str, Any], bool]:
    """The answer to one line, and whether the line was well formed."""
    try:
        record = parse_record(line)
    except NotationError:
        return {"id": None, **BLANK, "error": {"move": None, "code": "malformed"}}, False
    return replay_record(record), True


def replay_record(record: Record) -> dict[str, Any]:
    """The deal's legal answers, winners and score; on an illegal move its place (from 0) and code only."""
    state, secret = start(record)
    legal, moves = list[Any](), record.moves
    while len(legal) < len(moves):
        state, masks = play_cards(state, moves, len(legal))
        legal += map(codes_of, masks)
        if masks:
            continue
        try:
            options, state = _step(state, moves[len(legal)], secret)
        except IllegalAction as refused:
            return _error(record, len(legal), refused.code.value)
        legal.append(legal_of(options))
    if state.last is None:
        return _error(record, len(record.moves), "unfinished")
    return {"id": record.id, **BLANK, "legal": legal, **_score(state.last, record.rules.seats), "error": None}


def start(record: Record) -> tuple[GameState, StackedPack]:
    """The game as dealt, before the first move; a lone Petit may have voided it already."""
    secret, last = record.secret(), record.rules.seats - 1
    state, events = _waiting(record.rules), list[Event]([SeatTaken(last, "")])
    if not record.pack:
        events.append(DealOpened(1, 1, record.dealer, state.totals, state.decisions))
        events.append(HandsDealt(record.hands, record.dog, record.piles))
    return with_consequences(state, tuple(events), secret)[0], secret


@lru_cache(maxsize=64)
def _waiting(rules: Ruleset) -> GameState:
    """A new game with one seat free, before any card is dealt: the same for all deals by these rules."""
    state = evolve(None, open_game(rules, Commitment("record", ""))[0])
    for seat in range(rules.seats - 1):
        state = evolve(state, SeatTaken(seat, ""))
    return state


def _step(state: GameState, move: Action, secret: StackedPack) -> tuple[Options, GameState]:
    seat = state.to_act
    options = None if seat is None or state.last is not None else options_asked(state, seat)
    if seat is None or options is None:
        raise WrongStage(Refusal.WRONG_STAGE)
    return options, advance(state, seat, move, secret)[0]


def _error(record: Record, move: int, code: str) -> dict[str, Any]:
    return {"id": record.id, **BLANK, "error": {"move": move, "code": code}}


def _score(result: DealResult, seats: int) -> dict[str, Any]:
    winners = [trick.winner for trick in result.tricks]
    sheet = result.sheet
    if sheet is None:
        return {"winners": winners, "scores": [0] * seats}
    return {
        "winners": winners,
        "half_points": sheet.half_points,
        "oudlers": sheet.oudlers,
        "target": sheet.target,
        "made": sheet.made,
        "margin": sheet.margin,
        "scores": list(sheet.scores),
    }


def legal_of(options: Options) -> Any:
    """What could be answered: bids, cards, or the discard's candidates and how many trumps must go.

    By hand: the least and most cards of the cut; the number of gaps and how many are to be named.
    """
    match options:
        case CutOptions(least=least, most=most):
            return {"cut": [least, most]}
        case DealOutOptions(gaps=gaps, count=count):
            return {"gaps": gaps, "count": count}
        case BidOptions(bids=bids):
            return [BID_WORDS[bid] for bid in bids]
        case CallOptions(cards=cards) | PlayOptions(cards=cards):
            return codes(cards)
        case PrepareOptions(count=count, candidates=candidates, trumps_required=trumps):
            return {"discard": count, "from": codes(candidates), "trumps": trumps}


def random_record(number: int, rules: Ruleset, dice: Random) -> Record:
    """A random deal played at random, announcements included."""
    bare = _random_cards(number, rules, dice)
    state, secret = start(bare)
    moves: list[Action] = []
    while (seat := state.to_act) is not None and state.last is None:
        options = options_for(state, seat)
        assert options is not None, "the seat to act has options"
        moves.append(choose_random(options, dice))
        state = advance(state, seat, moves[-1], secret)[0]
    return replace(bare, moves=tuple(moves))


def _random_cards(number: int, rules: Ruleset, dice: Random) -> Record:
    """A record without moves: the cards, or the pack where persons cut or deal."""
    pack, layout, seats = list(PACK), rules.layout, rules.seats
    dice.shuffle(pack)
    dealer = dice.randrange(seats)
    if is_by_hand(rules):
        return Record(number, rules, dealer, (), CardSet(), (), (), tuple(pack))
    size, piles = layout.hand, list[Piles]()
    hands = tuple(CardSet.from_cards(pack[seat * size : (seat + 1) * size]) for seat in range(seats))
    rest = pack[seats * size :]
    for _ in range(seats if layout.piles else 0):
        piles.append(Piles(tuple(rest[:size]), tuple(rest[size : 2 * size])))
        del rest[: 2 * size]
    return Record(number, rules, dealer, hands, CardSet.from_cards(rest), (), tuple(piles))
