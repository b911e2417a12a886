"""A deal as one JSON line, for tests, bug reports and exchange (design: deal record).

``{"format":"pli-deal/1","id":7,"seats":4,"rules":"fft","options":{},"dealer":3,"hands":[["S1",...],...],
"dog":[...],"moves":[...]}``: ``options`` are those that differ from the preset. At 2 seats ``"piles"`` has a
list of pairs, covered card and face-up card, per seat. Where the pack is cut or dealt by hand, ``"pack"`` has
all cards in order, before the cut, instead of hands, dog and piles.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any

from tarot_engine.actions import Action
from tarot_engine.cards import FULL_PACK, PACK, Card, CardSet, parse_card
from tarot_engine.codec import FORMS
from tarot_engine.dealing import fixed_gaps
from tarot_engine.errors import NotationError
from tarot_engine.moves import format_move, parse_move
from tarot_engine.piles import Piles
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.stacked import StackedPack
from tarot_engine.variants import ByWhom

FORMAT = "pli-deal/1"


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):  # it could not be answered: JSON has no word for it
        raise ValueError("a number too large")
    return number


_decode = json.JSONDecoder(parse_constant=_no_number, parse_float=_finite).decode
LENGTH = {"deals", "target_score"}
"""The options that are not about one deal."""
CODES = ("", *(card.code for card in PACK))
"""By the bit length of a card's mask."""


@dataclass(frozen=True, slots=True)
class Record:
    """One deal read from its line: the cards and every move. ``pack`` stands for the cards where given."""

    id: object
    rules: Ruleset
    dealer: Seat
    hands: tuple[CardSet, ...]
    dog: CardSet
    moves: tuple[Action, ...]
    piles: tuple[Piles, ...] = ()
    pack: tuple[Card, ...] = field(default=(), repr=False)

    def secret(self) -> StackedPack:
        """The pack where it is given. Hands, dog and piles as given need no dealing: then any pack does."""
        return StackedPack(self.pack or PACK, self.dealer, places=fixed_gaps(self.rules))


def parse_record(line: str) -> Record:
    """The deal on this line. Raises NotationError when it is malformed."""
    try:
        body = _decode(line)
        if not isinstance(body, dict) or body["format"] != FORMAT:
            raise NotationError("not a deal record")
        rules = _rules(body)
        dealer = FORMS["Seat"].read(body["dealer"])
        if not 0 <= dealer < rules.seats:
            raise NotationError("no such dealer")
        moves = tuple(map(parse_move, _list_of(body["moves"])))
        read = _parse_pack if is_by_hand(rules) else _parse_hands
        return read(body.get("id"), rules, dealer, moves, body)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NotationError("not a deal record") from error


def is_by_hand(rules: Ruleset) -> bool:
    """Whether a person makes the cut or lays the dog's cards: the record holds the pack."""
    return ByWhom.HAND in (rules.cut, rules.deal_out)


def _rules(body: dict[str, Any]) -> Ruleset:
    seats, given = FORMS["int"].read(body["seats"]), body.get("options", {})
    if not isinstance(given, dict) or not LENGTH.isdisjoint(given):
        raise NotationError("a record is one deal")
    if not given and isinstance(body["rules"], str):
        return _preset(body["rules"], seats)
    return Ruleset.from_options(body["rules"], seats, {**given, "deals": 1})


@lru_cache(maxsize=32)
def _preset(preset: str, seats: int) -> Ruleset:
    return Ruleset.of_preset(preset, seats, deals=1)


def _parse_pack(
    name: object, rules: Ruleset, dealer: Seat, moves: tuple[Action, ...], body: dict[str, Any]
) -> Record:
    pack = tuple(_cards_of(body["pack"]))
    if len(pack) != 78 or CardSet.from_cards(pack) != FULL_PACK:
        raise NotationError("not the pack")
    return Record(name, rules, dealer, (), CardSet(), moves, (), pack)


def _parse_hands(
    name: object, rules: Ruleset, dealer: Seat, moves: tuple[Action, ...], body: dict[str, Any]
) -> Record:
    layout = rules.layout
    hands, dog = list(map(_cards_of, _list_of(body["hands"]))), _cards_of(body["dog"])
    owners = _list_of(body["piles"]) if layout.piles else []
    piles = [list(map(_cards_of, _list_of(own))) for own in owners]
    named = list(chain(dog, *hands, *chain.from_iterable(piles)))
    sizes = (list(map(len, hands)), len(dog), [list(map(len, own)) for own in piles])
    due = [layout.hand] * rules.seats, layout.dog, [[2] * layout.piles] * rules.seats if piles else []
    if sizes != due or len(named) != 78 or CardSet.from_cards(named) != FULL_PACK:
        raise NotationError("the hands, the dog and the piles are not the pack")
    laid = (Piles(tuple(up for _, up in own), tuple(under for under, _ in own)) for own in piles)
    sets = tuple(map(CardSet.from_cards, hands))
    return Record(name, rules, dealer, sets, CardSet.from_cards(dog), moves, tuple(laid))


def _list_of(value: object) -> list[Any]:
    """The list itself. Raises NotationError: an object's keys or a text's letters are no cards."""
    if not isinstance(value, list):
        raise NotationError("not a list")
    return value


def _cards_of(value: object) -> list[Card]:
    return list(map(parse_card, _list_of(value)))


def codes(cards: CardSet) -> list[str]:
    """The cards' names in the order of the pack."""
    return codes_of(cards.mask)


def codes_of(mask: int) -> list[str]:
    """The names of a set given as a mask, in the order of the pack."""
    named: list[str] = []  # a tight loop: naming cards is a sixth of the work of replay
    while mask:
        low = mask & -mask
        named.append(CODES[low.bit_length()])
        mask ^= low
    return named


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
        **_cards(record),
        "moves": [format_move(move) for move in record.moves],
    }
    return json.dumps(body, separators=(",", ":"))


def _cards(record: Record) -> dict[str, Any]:
    if record.pack:
        return {"pack": [card.code for card in record.pack]}
    given: dict[str, Any] = {"hands": [codes(hand) for hand in record.hands], "dog": codes(record.dog)}
    if record.piles:
        given["piles"] = [_pairs(piles) for piles in record.piles]
    return given


def _pairs(piles: Piles) -> list[list[str]]:
    assert isinstance(piles.covered, tuple), "a record hides nothing"
    return [[under.code, up.code] for under, up in zip(piles.covered, piles.face_up, strict=True)]
