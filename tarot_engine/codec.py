"""Events and actions to and from JSON: stable type names, a version each, card sets of fixed width.

A set of cards is written as 20 hexadecimal digits, a hidden one as ``{"hidden": count}``, so that a sealed
body's length tells nothing about the cards in it. How a field is written follows from its annotation, by the
table ``FORMS``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Any, Final

from tarot_engine import events
from tarot_engine.actions import Action, Bid, CallCard, Cut, DealOut, PlayCard, Prepare
from tarot_engine.cards import BY_CODE, PACK, PACK_MASK, Card, CardSet, Hand, Hidden
from tarot_engine.errors import NotationError
from tarot_engine.events import Event
from tarot_engine.piles import Piles
from tarot_engine.rules import Contract, HandfulLevel, Misere, Ruleset
from tarot_engine.scoring import Bonus, ExcuseFate, ScoreSheet
from tarot_engine.shuffle import Commitment
from tarot_engine.upgrades import upgraded, with_effect
from tarot_engine.variants import VARIANTS

CHANGED: Final = ("game_opened", "hands_dealt", "bid_placed", "deal_passed_out", "deal_scored")
VERSIONS: Final = dict.fromkeys(CHANGED, 2)
"""The version of each event's form; 1 for those not named."""


@dataclass(frozen=True, slots=True)
class EncodedEvent:
    """An event as stored: its stable type name, the version of its form, and its JSON body (never shown)."""

    type: str
    version: int
    body: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of value is written to JSON and read back."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _write_cards(cards: CardSet) -> str:
    return f"{cards.mask:020x}"


DIGITS: Final = frozenset("0123456789abcdef")
"""Those ``_write_cards`` writes: int() reads others too."""


def _read_cards(text: str) -> CardSet:
    if len(text) != 20 or not DIGITS.issuperset(text) or int(text, 16) & ~PACK_MASK:
        raise ValueError("not a set of cards")
    return CardSet(int(text, 16))


def _write_hand(hand: Hand) -> Any:
    return _write_cards(hand) if isinstance(hand, CardSet) else {"hidden": hand.count}


def _read_hand(value: Any) -> Hand:
    return _read_cards(value) if isinstance(value, str) else Hidden(value["hidden"])


def _same(value: Any) -> Any:
    return value


def _write_card(card: Card) -> str:
    return card.code


def _place(card: Card) -> str:
    return f"{card.index:02d}"


PLACES: Final = {_place(card): card for card in PACK}


def _write_row(cards: tuple[Card, ...]) -> str:
    """Cards in order, two digits each: of fixed width too."""
    return "".join(map(_place, cards))


def _read_row(text: str) -> tuple[Card, ...]:
    return tuple(PLACES[text[at : at + 2]] for at in range(0, len(text), 2))


def _exactly(kind: type) -> Form:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"not of type {kind.__name__}")
        return value

    return Form(_same, read)


def _enum(kind: type[Enum]) -> Form:
    return Form(lambda member: member.value, {member.value: member for member in kind}.__getitem__)


def _optional(form: Form) -> Form:
    write, read = form.write, form.read
    return Form(
        lambda value: None if value is None else write(value),
        lambda value: None if value is None else read(value),
    )


def _tuple(form: Form) -> Form:
    write, read = form.write, form.read
    return Form(lambda values: [write(v) for v in values], lambda values: tuple([read(v) for v in values]))


def _record(kind: type) -> Form:
    """A dataclass as a JSON object, field by field."""
    assert is_dataclass(kind)
    forms = [(part.name, FORMS[str(part.type)]) for part in fields(kind)]
    writers = [(name, form.write) for name, form in forms]
    readers = [(name, form.read) for name, form in forms]

    def write(value: Any) -> dict[str, Any]:
        return {name: put(getattr(value, name)) for name, put in writers}

    def read(body: dict[str, Any]) -> Any:
        return kind(**{name: get(body[name]) for name, get in readers})

    return Form(write, read)


INT: Final = _exactly(int)
CARDS: Final = Form(_write_cards, _read_cards)
CARD: Final = Form(_write_card, BY_CODE.__getitem__)
HAND: Final = Form(_write_hand, _read_hand)

FORMS: Final[dict[str, Form]] = {
    "int": INT,
    "Seat": INT,
    "Seat | None": _optional(INT),
    "str": _exactly(str),
    "str | None": _optional(_exactly(str)),
    "bool": _exactly(bool),
    "tuple[int, ...]": _tuple(INT),
    "tuple[int, int, int]": _tuple(INT),
    "Card": CARD,
    "CardSet": CARDS,
    "CardSet | None": _optional(CARDS),
    "tuple[CardSet, ...]": _tuple(CARDS),
    "Hand": HAND,
    "tuple[Hand, ...]": _tuple(HAND),
    "Contract": _enum(Contract),
    "Contract | None": _optional(_enum(Contract)),
    "tuple[Contract, ...]": _tuple(_enum(Contract)),
    "HandfulLevel": _enum(HandfulLevel),
    "Misere": _enum(Misere),
    "HandfulLevel | Misere": Form(
        lambda kind: kind.value, {kind.value: kind for kind in (*HandfulLevel, *Misere)}.__getitem__
    ),
    "ExcuseFate": _enum(ExcuseFate),
    **{kind.__name__: _enum(kind) for kind in VARIANTS},
}
FORMS["tuple[int, ...] | None"] = _optional(FORMS["tuple[int, ...]"])
FORMS["tuple[Card, ...]"] = Form(_write_row, _read_row)
FORMS["tuple[Card, ...] | Hidden"] = Form(
    lambda row: _write_row(row) if isinstance(row, tuple) else {"hidden": row.count},
    lambda value: _read_row(value) if isinstance(value, str) else Hidden(value["hidden"]),
)
FORMS["tuple[Piles, ...]"] = _tuple(_record(Piles))
RULES: Final = _record(Ruleset)
FORMS["Ruleset"] = Form(RULES.write, lambda body: RULES.read(with_effect(body)))
FORMS["Commitment"] = _record(Commitment)
FORMS["tuple[Bonus, ...]"] = _tuple(_record(Bonus))
FORMS["ScoreSheet"] = _record(ScoreSheet)

EVENT_TYPES: Final[dict[str, type[Event]]] = {
    "game_opened": events.GameOpened,
    "seat_taken": events.SeatTaken,
    "chain_renewed": events.ChainRenewed,
    "deal_opened": events.DealOpened,
    "last_deal_announced": events.LastDealAnnounced,
    "pack_cut": events.PackCut,
    "pack_dealt": events.PackDealt,
    "hands_dealt": events.HandsDealt,
    "bid_placed": events.BidPlaced,
    "contract_settled": events.ContractSettled,
    "deal_passed_out": events.DealPassedOut,
    "deal_annulled": events.DealAnnulled,
    "card_called": events.CardCalled,
    "partner_revealed": events.PartnerRevealed,
    "dog_shown": events.DogShown,
    "slam_announced": events.SlamAnnounced,
    "discard_made": events.DiscardMade,
    "taker_ready": events.TakerReady,
    "handful_shown": events.HandfulShown,
    "misere_declared": events.MisereDeclared,
    "card_played": events.CardPlayed,
    "trick_taken": events.TrickTaken,
    "covered_card_turned": events.CoveredCardTurned,
    "deal_scored": events.DealScored,
    "game_over": events.GameOver,
}
EVENT_FORMS: Final = {name: _record(kind) for name, kind in EVENT_TYPES.items()}
EVENT_NAMES: Final = {kind: name for name, kind in EVENT_TYPES.items()}


def _dump(body: Any) -> str:
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)


def encode_event(event: Event) -> EncodedEvent:
    """The event as it is stored."""
    name = EVENT_NAMES[type(event)]
    return EncodedEvent(name, VERSIONS.get(name, 1), _dump(EVENT_FORMS[name].write(event)))


def decode_event(type_name: str, version: int, body: str) -> Event:
    """The event stored under this name, by this version or an earlier one.

    Raises NotationError when it is none of ours.
    """
    if type_name not in EVENT_FORMS or not 1 <= version <= VERSIONS.get(type_name, 1):
        raise NotationError("not a known event")
    try:
        event: Event = EVENT_FORMS[type_name].read(upgraded(type_name, version, json.loads(body)))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NotationError("not a well-formed event") from None
    return event


def encode_action(action: Action) -> str:
    """The action's only JSON form; its length depends on the kind of action, never on the cards."""
    match action:
        case Cut(position=position):
            return _dump({"type": "cut", "position": f"{position:02d}"})
        case DealOut(gaps=gaps):
            return _dump({"type": "deal_out", "gaps": "".join(f"{gap:02d}" for gap in gaps)})
        case Bid(contract=contract, slam=slam):
            body = {"type": "bid", "contract": contract.value if contract else None}
            return _dump(body | {"slam": 1} if slam else body)
        case CallCard(card=card):
            return _dump({"type": "call", "card": _place(card)})
        case Prepare(discard=discard, slam=slam):
            cards = None if discard is None else _write_cards(discard)
            return _dump({"type": "prepare", "discard": cards, "slam": int(slam)})
        case PlayCard(card=card, show=show, misere=misere):
            shown = _write_cards(CardSet() if show is None else show)
            declared = [int(kind in misere) for kind in Misere]
            return _dump({"type": "play", "card": _place(card), "show": shown, "misere": declared})


def decode_action(text: str) -> Action:
    """The action written by ``encode_action``. Raises NotationError."""
    try:
        body = json.loads(text)
        return _action(body)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        raise NotationError("not a well-formed action") from None


def _number(text: str) -> int:
    if len(text) != 2 or not (text.isascii() and text.isdigit()):
        raise ValueError("not a number of two digits")
    return int(text)


def _action(body: dict[str, Any]) -> Action:
    match body["type"]:
        case "cut":
            return Cut(_number(body["position"]))
        case "deal_out":
            gaps = body["gaps"]
            return DealOut(tuple(_number(gaps[at : at + 2]) for at in range(0, len(gaps), 2)))
        case "bid":
            return Bid(FORMS["Contract | None"].read(body["contract"]), bool(body.get("slam", 0)))
        case "call":
            return CallCard(PLACES[body["card"]])
        case "prepare":
            return Prepare(FORMS["CardSet | None"].read(body["discard"]), bool(body["slam"]))
        case "play":
            declared = zip(Misere, body["misere"], strict=True)
            return PlayCard(
                PLACES[body["card"]],
                _read_cards(body["show"]) or None,
                frozenset(kind for kind, given in declared if given),
            )
        case _:
            raise ValueError("not a known action")
