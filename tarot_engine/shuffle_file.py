"""A finished game's shuffle as a document, written and checked.

The document is JSON, ``{"format":"pli-shuffle/1","game":id,"chains":[{"first":1,"commitment":hex}],
"seats":4,"dog_deal":"singles","cut":"server","deal_out":"server","petit_sec_dealer":"next","words":[...],
"deals":[...]}``: a chain serves the deals from seed index ``first`` on; each deal is ``{"seed_index":1,
"seed":hex,"dealer":3,"hands":[[...],...],"dog":[...]}``, with ``"piles"`` at 2 seats, and ``"cut"`` and
``"gaps"`` at tables where a person makes them. ``petit_sec_dealer`` is missing at 2 seats.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tarot_engine.actions import CutOptions
from tarot_engine.cards import Card, CardSet, parse_card
from tarot_engine.errors import CorruptHistory, NotationError
from tarot_engine.events import Event, HandsDealt
from tarot_engine.evolve import evolve
from tarot_engine.fairness import Chain, Check, Shown, check_deal, check_dealers, shown_deal
from tarot_engine.piles import Piles
from tarot_engine.rules import Ruleset
from tarot_engine.shuffle import CHAIN_LENGTH, Commitment
from tarot_engine.state import DealResult, GameState
from tarot_engine.variants import ByWhom

FORMAT = "pli-shuffle/1"
AGAIN = "petit_sec_dealer"
TABLE_RULES = ("dog_deal", "cut", "deal_out", AGAIN)
"""The options that say who deals and where the cards go."""


def shuffle_document(events: Iterable[Event]) -> dict[str, Any]:
    """A game's document, from any reader's events; the deals without a revealed seed are left out.

    Raises CorruptHistory.
    """
    state: GameState | None = None
    results: dict[int, DealResult] = {}
    chains: dict[int, str] = {}
    for event in events:
        state = evolve(state, event)
        chains[state.chain_start] = state.commitment.digest
        if state.last is not None:
            results[state.last.seed_index] = state.last
    if state is None:
        raise CorruptHistory("no events")
    shown = [deal for result in results.values() if (deal := shown_deal(result)) is not None]
    return {
        "format": FORMAT,
        "game": state.commitment.game_id,
        "chains": [{"first": first, "commitment": digest} for first, digest in chains.items()],
        "seats": state.rules.seats,
        **_values(state.rules),
        "words": [word or "" for word in state.words],
        "deals": [_write_deal(deal) for deal in shown],
    }


def _rules_of(document: Any) -> Ruleset:
    """The table's rules as far as they say who deals, and where the cards go."""
    given = {name: document[name] for name in TABLE_RULES if name != AGAIN or AGAIN in document}
    return Ruleset.from_options("fft", document["seats"], given)


def _values(rules: Ruleset) -> dict[str, Any]:
    """Those of ``TABLE_RULES``; who deals again after a lone Petit is no question at 2 seats."""
    given = {"dog_deal": rules.dog_deal, "cut": rules.cut, "deal_out": rules.deal_out}
    again = {AGAIN: rules.petit_sec_dealer} if rules.seats > 2 else {}
    return {name: option.value for name, option in {**given, **again}.items()}


def check_document(document: Any) -> dict[str, Any]:
    """Re-deals every deal: which do not match, which are not there, and how many people typed a word.

    A document without a deal shows nothing. Raises NotationError.
    """
    try:
        if document["format"] != FORMAT:
            raise NotationError("not a shuffle document")
        rules = _rules_of(document)
        chains = [_read_chain(document["game"], chain) for chain in document["chains"]]
        words = tuple(map(_text, document["words"]))
        deals = [_read_deal(deal, rules) for deal in _list_of(document["deals"])]
        is_odd = _repeats(deal.seed_index for deal in deals) or _has_holes(chains)
        if is_odd or not isinstance(document["words"], list) or len(words) != rules.seats:
            raise NotationError("not a shuffle document")
        found = [
            (deal, check)
            for deal in deals
            for check in check_deal(rules, _chain_of(chains, deal), words, deal)
        ]
        first = min(chains, key=lambda chain: chain.first)
        found += [(deal, Check.DEALER) for deal in check_dealers(rules, first, words, deals)]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, ArithmeticError) as error:
        raise NotationError("not a shuffle document") from error
    return {
        "game": document["game"],
        "commitment": first.commitment.digest,
        "deals": len(deals),
        "words_typed": sum(map(bool, words)),
        "ok": bool(deals) and not found,
        "absent": _absent(deals),
        "wrong": [{"deal": deal.seed_index, "check": check.value} for deal, check in found],
    }


def _absent(deals: list[Shown]) -> list[int]:
    """The deals before the last one that are not there: gathered unseen, or taken out."""
    there = {deal.seed_index for deal in deals}
    return [k for k in range(1, max(there, default=0)) if k not in there]


def _has_holes(chains: list[Chain]) -> bool:
    """Whether these are not all chains from the first one on, each once; that also bounds the deals."""
    firsts = sorted(chain.first for chain in chains)
    return firsts != [1 + CHAIN_LENGTH * number for number in range(len(chains))]


def _list_of(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return value


def _repeats(values: Iterable[object]) -> bool:
    listed = list(values)
    return len(set(listed)) != len(listed)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _read_chain(game: object, body: Any) -> Chain:
    first = body["first"]
    if type(first) is not int:
        raise TypeError("no number")
    return Chain(first, Commitment(_text(game), _text(body["commitment"])))


def _chain_of(chains: list[Chain], deal: Shown) -> Chain:
    """The last chain that begins at or before the deal, which is one of its first 256."""
    chain = max((c for c in chains if c.first <= deal.seed_index), key=lambda c: c.first)
    if deal.seed_index - chain.first >= CHAIN_LENGTH:
        raise ValueError("beyond the end of its chain")
    return chain


def _codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]


def _write_deal(deal: Shown) -> dict[str, Any]:
    dealt = deal.dealt
    body: dict[str, Any] = {"seed_index": deal.seed_index, "seed": deal.seed, "dealer": deal.dealer}
    body["hands"] = [_codes(hand) for hand in dealt.hands if isinstance(hand, CardSet)]
    body["dog"] = _codes(dealt.dog) if isinstance(dealt.dog, CardSet) else []
    if dealt.piles:
        body["piles"] = [
            [[under.code, up.code] for under, up in zip(piles.covered, piles.face_up, strict=True)]
            for piles in dealt.piles
            if isinstance(piles.covered, tuple)
        ]
    if deal.cut is not None:
        body["cut"] = deal.cut
    if deal.gaps is not None:
        body["gaps"] = list(deal.gaps)
    return body


def _read_deal(body: Any, rules: Ruleset) -> Shown:
    hands = tuple(_read_cards(hand) for hand in body["hands"])
    piles = tuple(_read_piles(own) for own in body.get("piles", ()))
    dealt = HandsDealt(hands, _read_cards(body["dog"]), piles)
    cut, gaps = body.get("cut"), body.get("gaps")
    if cut is not None or rules.cut is ByWhom.HAND:
        _check_cut(rules, cut)
    if gaps is not None or rules.deal_out is ByWhom.HAND:
        _check_gaps(rules, gaps)
    return Shown(
        body["seed_index"],
        _text(body["seed"]),
        body["dealer"],
        dealt,
        cut,
        None if gaps is None else tuple(gaps),
    )


def _check_cut(rules: Ruleset, cut: int) -> None:
    """A person cuts where the table says so, and nowhere else. Raises ValueError."""
    if rules.cut is not ByWhom.HAND or not CutOptions().least <= cut <= CutOptions().most:
        raise ValueError("no such cut")


def _check_gaps(rules: Ruleset, gaps: list[int]) -> None:
    """A person places the dog where the table says so, and nowhere else. Raises ValueError."""
    layout = rules.layout
    is_legal = len(gaps) == layout.dog and set(gaps) <= set(range(1, layout.gaps + 1)) and not _repeats(gaps)
    if rules.deal_out is not ByWhom.HAND or not is_legal:
        raise ValueError("no such places")


def _read_cards(codes: Any) -> CardSet:
    if _repeats(codes):
        raise ValueError("a card twice")
    return CardSet.from_cards(map(parse_card, codes))


def _read_piles(pairs: Any) -> Piles:
    cards = [(parse_card(under), parse_card(up)) for under, up in pairs]
    return Piles(tuple(up for _, up in cards), tuple(under for under, _ in cards))
