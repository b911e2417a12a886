"""A seat's answer as text (design: deal record).

``cut 30``, ``gaps 1 4 7 9 12 20`` (by hand); ``pass`` ``petite`` ``garde`` ``garde-sans`` ``garde-contre``,
with ``slam`` where it is announced with the bid; ``call HK``; ``discard S1 ... [slam]``; ``prepare [slam]``
(garde sans and garde contre); ``play H4``, with a seat's first card ``play H4 show T21 ...`` or
``play H4 misere trumps heads``.
"""

from __future__ import annotations

from tarot_engine.actions import Action, Bid, CallCard, Cut, DealOut, PlayCard, Prepare
from tarot_engine.cards import PACK, CardSet, parse_card
from tarot_engine.errors import NotationError
from tarot_engine.rules import Contract, Misere

BIDS: dict[str, Contract | None] = {
    "pass": None,
    **{contract.value.replace("_", "-"): contract for contract in Contract},
}
BID_WORDS = {contract: word for word, contract in BIDS.items()}
MISERES = {kind.value: kind for kind in Misere}
PLAYS = {f"play {card.code}": PlayCard(card) for card in PACK}
"""By far the most moves of a record."""


def parse_move(move: str) -> Action:
    """The answer written as a move. Raises NotationError."""
    if (plain := PLAYS.get(move)) is not None:
        return plain
    word, *rest = move.split() or [""]
    if word == "play" and len(rest) == 1:
        return PlayCard(parse_card(rest[0]))
    if word in BIDS and rest in ([], ["slam"]):
        return Bid(BIDS[word], bool(rest))
    slam = rest[-1:] == ["slam"]
    cards = rest[:-1] if slam else rest
    match word:
        case "cut" if len(rest) == 1:
            return Cut(_number(rest[0]))
        case "gaps":
            return DealOut(tuple(map(_number, rest)))
        case "call" if len(rest) == 1:
            return CallCard(parse_card(rest[0]))
        case "discard":
            return Prepare(_set(cards), slam)
        case "prepare" if not cards:
            return Prepare(None, slam)
        case "play" if rest:
            return _parse_play(rest[0], rest[1:])
        case _:
            raise NotationError("not a move")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise NotationError("not a number")
    return int(text)


def _set(codes: list[str]) -> CardSet:
    cards = CardSet.from_cards(map(parse_card, codes))
    if len(cards) != len(codes):
        raise NotationError("a card given twice")
    return cards


def _parse_play(code: str, rest: list[str]) -> PlayCard:
    """``H4``, then ``show`` with cards and ``misere`` with kinds, in that order."""
    card = parse_card(code)
    shown, declared = list(rest), list[str]()
    if "misere" in rest:
        at = rest.index("misere")
        shown, declared = rest[:at], rest[at + 1 :]
    if (shown and shown[0] != "show") or any(kind not in MISERES for kind in declared):
        raise NotationError("not a move")
    show = _set(shown[1:]) if shown else None
    return PlayCard(card, show, frozenset(MISERES[kind] for kind in declared))


def format_move(action: Action) -> str:
    """The answer as a move."""
    match action:
        case Cut(position=position):
            return f"cut {position}"
        case DealOut(gaps=gaps):
            return " ".join(["gaps", *map(str, gaps)])
        case Bid(contract=contract, slam=slam):
            return BID_WORDS[contract] + (" slam" if slam else "")
        case CallCard(card=card):
            return f"call {card.code}"
        case Prepare(discard=discard, slam=slam):
            words = ["prepare"] if discard is None else ["discard", *_codes(discard)]
            return " ".join([*words, *(["slam"] if slam else [])])
        case PlayCard(card=card, show=show, misere=misere):
            words = ["play", card.code]
            words += ["show", *reversed(_codes(show))] if show is not None else []
            words += ["misere", *(kind.value for kind in Misere if kind in misere)] if misere else []
            return " ".join(words)


def _codes(cards: CardSet) -> list[str]:
    return [card.code for card in cards]
