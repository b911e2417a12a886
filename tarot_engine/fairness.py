"""Checking a finished game's shuffle from what everybody may know (design: deals fixed beforehand).

The document is JSON, ``{"format":"pli-shuffle/1","game":id,"chains":[{"first":1,"commitment":hex}],
"seats":4,"dog_deal":"singles","petit_sec_dealer":"next","words":[...],"deals":[...]}``: a chain serves the
deals from seed index ``first`` on; each deal is ``{"seed_index":1,"seed":hex,"dealer":3,"hands":[[...],...],
"dog":[...]}``, with ``"piles"`` at 2 seats and ``"cut"`` and ``"gaps"`` where a person made them.
``petit_sec_dealer`` is missing at 2 seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Any

from tarot_engine.actions import CutOptions
from tarot_engine.cards import Card, CardSet, parse_card
from tarot_engine.dealing import deal_out, fixed_gaps
from tarot_engine.errors import CorruptHistory, NotationError
from tarot_engine.events import Event, HandsDealt
from tarot_engine.evolve import evolve
from tarot_engine.layout import Layout
from tarot_engine.legality import is_petit_sec
from tarot_engine.piles import Piles
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.shuffle import CHAIN_LENGTH, Commitment, Draw
from tarot_engine.state import DealResult, GameState
from tarot_engine.variants import PetitSecDealer

FORMAT = "pli-shuffle/1"


class Check(Enum):
    """What was found wrong."""

    SEED = "seed"
    """The revealed seed does not lead back to the commitment."""
    DEALER = "dealer"
    """The dealer is not the one drawn, or not the next one after him."""
    CARDS = "cards"
    """The cards dealt are not those the seed and the words give."""
    WINNER = "winner"
    SCORE = "score"
    RANKS = "ranks"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not match in the deal of this seed index."""

    seed_index: int
    check: Check


@dataclass(frozen=True, slots=True)
class Shown:
    """An ended deal as everybody knows it; ``cut`` and ``gaps`` only where a person made them."""

    seed_index: int
    seed: str = field(repr=False)
    dealer: Seat
    dealt: HandsDealt
    cut: int | None = None
    gaps: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """Seeds committed to together; ``first`` is the seed index they begin with."""

    first: int
    commitment: Commitment


def check_deal(rules: Ruleset, chain: Chain, words: tuple[str, ...], deal: Shown) -> Iterator[Check]:
    """What in a deal does not follow from the commitment and the words.

    The chain is followed down to the commitment, so that one deal can be checked without the others.
    """
    seed, commitment = bytes.fromhex(deal.seed), chain.commitment
    if _root(seed, deal.seed_index - chain.first + 1) != commitment.digest:
        yield Check.SEED
    draw = Draw(seed, commitment.game_id, deal.seed_index, words)
    cut = draw.cut() if deal.cut is None else deal.cut
    gaps = deal.gaps or fixed_gaps(rules) or draw.gaps(rules.layout)
    if deal_out(draw.pack(), cut, gaps, rules.layout, rules.seats, deal.dealer) != deal.dealt:
        yield Check.CARDS


def _root(seed: bytes, k: int) -> str:
    """SHA-256 of a chain's first seed, from its k-th."""
    return sha256(_first_seed(seed, k)).hexdigest()


def _first_seed(seed: bytes, k: int) -> bytes:
    for _ in range(k - 1):
        seed = sha256(seed).digest()
    return seed


def check_dealers(
    rules: Ruleset, first: Chain, words: tuple[str, ...], deals: Iterable[Shown]
) -> Iterator[Shown]:
    """The deals whose dealer is not the right one: drawn for the first deal, then one seat on each time.

    A lone Petit lets him deal again where the table says so (rules §2). ``first`` is the first chain: any of
    its seeds tells who was drawn; without one of them nothing is said.
    """
    drawn: Seat | None = None
    again = 0
    for deal in sorted(deals, key=lambda deal: deal.seed_index):
        seed, k = bytes.fromhex(deal.seed), deal.seed_index
        if drawn is None and k <= CHAIN_LENGTH and _root(seed, k) == first.commitment.digest:
            drawn = Draw(_first_seed(seed, k), first.commitment.game_id, 1, words).first_dealer()
        if drawn is not None and deal.dealer != (drawn + k - 1 - again) % rules.seats:
            yield deal
        again += rules.petit_sec_dealer is PetitSecDealer.SAME and _has_lone_petit(deal)


def _has_lone_petit(deal: Shown) -> bool:
    return any(isinstance(hand, CardSet) and is_petit_sec(hand.mask) for hand in deal.dealt.hands)


def shown_deal(result: DealResult) -> Shown | None:
    """What of an ended deal can be checked; None where no seed or no cards were revealed with it."""
    if result.seed is None or not result.dog:
        return None
    dealt = HandsDealt(result.hands, result.dog, result.piles)
    return Shown(result.seed_index, result.seed, result.dealer, dealt, result.cut, result.gaps)


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
        **_table_rules(state.rules),
        "words": [word or "" for word in state.words],
        "deals": [_write_deal(deal) for deal in shown],
    }


def _table_rules(rules: Ruleset) -> dict[str, str]:
    """The options that say where cards and dealer go."""
    again = {"petit_sec_dealer": rules.petit_sec_dealer.value} if rules.seats > 2 else {}
    return {"dog_deal": rules.dog_deal.value, **again}


def _read_table_rules(document: Any) -> dict[str, Any]:
    again = "petit_sec_dealer"
    return {"dog_deal": document["dog_deal"], **({again: document[again]} if again in document else {})}


def check_document(document: Any) -> dict[str, Any]:
    """Re-deals every deal: which do not match, and how many people typed a word. Raises NotationError."""
    try:
        if document["format"] != FORMAT:
            raise NotationError("not a shuffle document")
        rules = Ruleset.from_options("fft", document["seats"], _read_table_rules(document))
        chains = [_read_chain(document["game"], chain) for chain in document["chains"]]
        words = tuple(map(_text, document["words"]))
        deals = [_read_deal(deal, rules.layout) for deal in document["deals"]]
        is_twice = _repeats(deal.seed_index for deal in deals) or _repeats(chain.first for chain in chains)
        if is_twice or len(words) != rules.seats:
            raise NotationError("not a shuffle document")
        found = [
            (deal, check)
            for deal in deals
            for check in check_deal(rules, _chain_of(chains, deal), words, deal)
        ]
        first = min(chains, key=lambda chain: chain.first)
        found += [(deal, Check.DEALER) for deal in check_dealers(rules, first, words, deals)]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise NotationError("not a shuffle document") from error
    return {
        "game": document["game"],
        "deals": len(deals),
        "words_typed": sum(map(bool, words)),
        "ok": not found,
        "wrong": [{"deal": deal.seed_index, "check": check.value} for deal, check in found],
    }


def _repeats(values: Iterable[object]) -> bool:
    listed = list(values)
    return len(set(listed)) != len(listed)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _read_chain(game: object, body: Any) -> Chain:
    first = body["first"]
    if type(first) is not int or first < 1:
        raise ValueError("not a seed index")
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


def _read_deal(body: Any, layout: Layout) -> Shown:
    hands = tuple(_read_cards(hand) for hand in body["hands"])
    piles = tuple(_read_piles(own) for own in body.get("piles", ()))
    dealt = HandsDealt(hands, _read_cards(body["dog"]), piles)
    cut, gaps = body.get("cut"), body.get("gaps")
    if cut is not None and not CutOptions().least <= cut <= CutOptions().most:
        raise ValueError("no such cut")
    places = set(range(1, layout.gaps + 1))
    if gaps is not None and (len(gaps) != layout.dog or _repeats(gaps) or not set(gaps) <= places):
        raise ValueError("no such places")
    return Shown(
        body["seed_index"],
        _text(body["seed"]),
        body["dealer"],
        dealt,
        cut,
        None if gaps is None else tuple(gaps),
    )


def _read_cards(codes: Any) -> CardSet:
    return CardSet.from_cards(map(parse_card, codes))


def _read_piles(pairs: Any) -> Piles:
    cards = [(parse_card(under), parse_card(up)) for under, up in pairs]
    return Piles(tuple(up for _, up in cards), tuple(under for under, _ in cards))
