"""A deal as one JSON line, for tests, bug reports and exchange (design: deal record).

``{"format":"pli-deal/1","id":7,"seats":4,"rules":"fft","options":{},"dealer":3,"hands":[["S1",...],...],
"dog":[...],"moves":[...]}``: ``options`` are fields of ``Ruleset`` by name, moves are in turn order:
``pass`` ``petite`` ``garde`` ``garde-sans`` ``garde-contre``, ``call HK``, ``discard S1 ... [slam]``,
``prepare [slam]`` (garde sans and garde contre), ``play H4``, with a seat's first card
``play H4 show T21 ...`` or ``play H4 misere trumps heads``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tarot_engine.actions import (
    Action,
    Bid,
    CallCard,
    PlayCard,
    Prepare,
)
from tarot_engine.cards import FULL_PACK, CardSet, parse_card
from tarot_engine.codec import FORMS
from tarot_engine.errors import NotationError
from tarot_engine.rules import LAYOUTS, Contract, Misere, Ruleset, Seat

FORMAT = "pli-deal/1"
LENGTH = {"deals", "target_score"}
"""The options that are not about one deal."""
BIDS: dict[str, Contract | None] = {
    "pass": None,
    **{contract.value.replace("_", "-"): contract for contract in Contract},
}
BID_WORDS = {contract: word for word, contract in BIDS.items()}
MISERES = {kind.value: kind for kind in Misere}


@dataclass(frozen=True, slots=True)
class Record:
    """One deal read from its line: the cards and every move."""

    id: object
    rules: Ruleset
    dealer: Seat
    hands: tuple[CardSet, ...]
    dog: CardSet
    moves: tuple[Action, ...]


def parse_record(line: str) -> Record:
    """The deal on this line. Raises NotationError when it is malformed."""
    try:
        body = json.loads(line)
        if not isinstance(body, dict) or body["format"] != FORMAT:
            raise NotationError("not a deal record")
        rules = _rules(body)
        hands = tuple(CardSet.from_cards(map(parse_card, hand)) for hand in body["hands"])
        dog = CardSet.from_cards(map(parse_card, body["dog"]))
        _check_cards(rules, hands, dog, sum(map(len, body["hands"])) + len(body["dog"]))
        moves = tuple(parse_move(move) for move in body["moves"])
        dealer = FORMS["Seat"].read(body["dealer"])
        if not 0 <= dealer < rules.seats:
            raise NotationError("no such dealer")
        return Record(body.get("id"), rules, dealer, hands, dog, moves)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError("not a deal record") from error


def _rules(body: dict[str, Any]) -> Ruleset:
    seats, given = FORMS["int"].read(body["seats"]), body.get("options", {})
    if not LENGTH.isdisjoint(given):
        raise NotationError("a record is one deal")
    return Ruleset.from_options(body["rules"], seats, {**given, "deals": 1})


def _check_cards(rules: Ruleset, hands: tuple[CardSet, ...], dog: CardSet, named: int) -> None:
    layout, together = LAYOUTS[rules.seats], dog
    for hand in hands:
        together |= hand
    sizes = [len(hand) for hand in hands] == [layout.hand] * rules.seats and len(dog) == layout.dog
    if not sizes or together != FULL_PACK or named != 78 or not layout.packet:
        raise NotationError("the hands and the dog are not the pack")


def parse_move(move: str) -> Action:
    """The answer written as a move. Raises NotationError."""
    word, *rest = move.split() or [""]
    if word in BIDS and not rest:
        return Bid(BIDS[word])
    slam = rest[-1:] == ["slam"]
    cards = rest[:-1] if slam else rest
    match word:
        case "call" if len(rest) == 1:
            return CallCard(parse_card(rest[0]))
        case "discard":
            return Prepare(CardSet.parse(" ".join(cards)), slam)
        case "prepare" if not cards:
            return Prepare(None, slam)
        case "play" if rest:
            return _parse_play(rest[0], rest[1:])
        case _:
            raise NotationError("not a move")


def _parse_play(code: str, rest: list[str]) -> PlayCard:
    """``H4``, then ``show`` with cards and ``misere`` with kinds, in that order."""
    card = parse_card(code)
    shown, declared = list(rest), list[str]()
    if "misere" in rest:
        at = rest.index("misere")
        shown, declared = rest[:at], rest[at + 1 :]
    if (shown and shown[0] != "show") or any(kind not in MISERES for kind in declared):
        raise NotationError("not a move")
    show = CardSet.parse(" ".join(shown[1:])) if shown else None
    return PlayCard(card, show, frozenset(MISERES[kind] for kind in declared))


def format_move(action: Action) -> str:
    """The answer as a move."""
    match action:
        case Bid(contract=contract):
            return BID_WORDS[contract]
        case CallCard(card=card):
            return f"call {card.code}"
        case Prepare(discard=discard, slam=slam):
            words = ["prepare"] if discard is None else ["discard", *codes(discard)]
            return " ".join([*words, *(["slam"] if slam else [])])
        case PlayCard(card=card, show=show, misere=misere):
            words = ["play", card.code]
            words += ["show", *reversed(codes(show))] if show is not None else []
            words += ["misere", *(kind.value for kind in Misere if kind in misere)] if misere else []
            return " ".join(words)


def codes(cards: CardSet) -> list[str]:
    """The cards' names in the order of the pack."""
    return [card.code for card in cards]


def format_record(record: Record) -> str:
    """The deal as a line. Its options are what differs from the preset."""
    options = {name: value for name, value in record.rules.to_options().items() if name not in LENGTH}
    body = {
        "format": FORMAT,
        "id": record.id,
        "seats": record.rules.seats,
        "rules": record.rules.preset,
        "options": options,
        "dealer": record.dealer,
        "hands": [codes(hand) for hand in record.hands],
        "dog": codes(record.dog),
        "moves": [format_move(move) for move in record.moves],
    }
    return json.dumps(body, separators=(",", ":"))
