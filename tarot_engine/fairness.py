"""Checking a shuffle from what everybody may know (design: deals fixed beforehand)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256

from tarot_engine.cards import CardSet
from tarot_engine.dealing import deal_out, fixed_gaps
from tarot_engine.events import HandsDealt
from tarot_engine.legality import is_petit_sec
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.shuffle import CHAIN_LENGTH, Commitment, Draw
from tarot_engine.state import DealResult
from tarot_engine.variants import PetitSecDealer


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
