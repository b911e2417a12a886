"""Cards, sets of cards and their value in half-points (rules §1).

The pack has a fixed order, S1..SK H1..HK D1..DK C1..CK T1..T21 EX, and a card's ``index`` is its
place in it. A set of cards is one integer, bit ``index`` per card: fast, and of fixed width when
stored. Ranks in a suit run from 1 (the ace, lowest) to 14 (the king).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from tarot_engine.errors import NotationError


class Suit(Enum):
    """One of the four suits. Trumps and the Excuse belong to none."""

    S = "S"
    H = "H"
    D = "D"
    C = "C"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One card of the pack; there is one object per card, so identity is equality.

    ``rank`` is 1..14 in a suit, 1..21 for a trump, 0 for the Excuse. ``half_points`` is the value of
    the card by itself (rules §1). ``is_trump`` is false for the Excuse.
    """

    index: int
    code: str
    suit: Suit | None
    rank: int
    half_points: int
    is_trump: bool
    is_oudler: bool
    bit: int

    @property
    def is_excuse(self) -> bool:
        """Whether this is the Excuse."""
        return self.index == 77

    @property
    def is_king(self) -> bool:
        """Whether this is one of the four kings."""
        return self.suit is not None and self.rank == 14

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        return (card_at, (self.index,))


FACES: Final = {11: "J", 12: "N", 13: "Q", 14: "K"}
FACE_HALF_POINTS: Final = {11: 3, 12: 5, 13: 7, 14: 9}


def _suit_card(number: int, suit: Suit, rank: int) -> Card:
    index = number * 14 + rank - 1
    code = f"{suit.value}{FACES.get(rank, rank)}"
    return Card(index, code, suit, rank, FACE_HALF_POINTS.get(rank, 1), False, False, 1 << index)


def _trump(rank: int) -> Card:
    oudler = rank in (1, 21)
    index = 55 + rank
    return Card(index, f"T{rank}", None, rank, 9 if oudler else 1, True, oudler, 1 << index)


EXCUSE: Final = Card(77, "EX", None, 0, 9, False, True, 1 << 77)
PACK: Final[tuple[Card, ...]] = (
    *(_suit_card(i, suit, rank) for i, suit in enumerate(Suit) for rank in range(1, 15)),
    *(_trump(rank) for rank in range(1, 22)),
    EXCUSE,
)
PETIT: Final = PACK[56]
TWENTY_ONE: Final = PACK[76]
BY_CODE: Final = {card.code: card for card in PACK}

PACK_MASK: Final = (1 << 78) - 1
EXCUSE_MASK: Final = EXCUSE.bit
TRUMPS_MASK: Final = ((1 << 21) - 1) << 56
OUDLERS_MASK: Final = PETIT.bit | TWENTY_ONE.bit | EXCUSE.bit
SUIT_MASKS: Final = {suit: ((1 << 14) - 1) << (14 * i) for i, suit in enumerate(Suit)}
RANK_MASKS: Final = {rank: sum(1 << (14 * i + rank - 1) for i in range(4)) for rank in range(1, 15)}
KINGS_MASK: Final = RANK_MASKS[14]
PACK_HALF_POINTS: Final = 182


def card_at(index: int) -> Card:
    """The card at this place of the pack (0..77)."""
    return PACK[index]


def parse_card(code: str) -> Card:
    """The card written ``S1``, ``HK``, ``T21`` or ``EX``. Raises NotationError for any other text."""
    try:
        return BY_CODE[code]
    except KeyError:
        raise NotationError("not a card") from None


def half_points_of(mask: int) -> int:
    """Half-points of a set of cards given as a mask (rules §1: cards + 8, 6, 4, 2 for the honours)."""
    return (
        mask.bit_count()
        + 8 * (mask & (OUDLERS_MASK | KINGS_MASK)).bit_count()
        + 6 * (mask & RANK_MASKS[13]).bit_count()
        + 4 * (mask & RANK_MASKS[12]).bit_count()
        + 2 * (mask & RANK_MASKS[11]).bit_count()
    )


class CardSet:
    """An immutable set of cards over one integer; iterates in the order of the pack.

    Its ``repr`` gives the number of cards only, so that no log shows a hand.
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, mask: int = 0) -> None:
        object.__setattr__(self, "mask", mask)

    @classmethod
    def of(cls, *cards: Card) -> CardSet:
        """The set of these cards."""
        return cls.from_cards(cards)

    @classmethod
    def from_cards(cls, cards: Iterable[Card]) -> CardSet:
        """The set of these cards; a card given twice counts once."""
        mask = 0
        for card in cards:
            mask |= card.bit
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """The set written as codes separated by blanks. Raises NotationError."""
        return cls.from_cards(parse_card(code) for code in text.split())

    @property
    def half_points(self) -> int:
        """Value of the set in half-points."""
        return half_points_of(self.mask)

    @property
    def trumps(self) -> CardSet:
        """The trumps 1..21 of the set (not the Excuse)."""
        return CardSet(self.mask & TRUMPS_MASK)

    @property
    def oudlers(self) -> CardSet:
        """The oudlers of the set: trump 1, trump 21, Excuse."""
        return CardSet(self.mask & OUDLERS_MASK)

    def of_suit(self, suit: Suit) -> CardSet:
        """The cards of one suit."""
        return CardSet(self.mask & SUIT_MASKS[suit])

    def without(self, card: Card) -> CardSet:
        """The set less one card."""
        return CardSet(self.mask & ~card.bit)

    def union(self, other: Hand) -> Hand:
        """The set with the other's cards; hidden as soon as a part is hidden."""
        if isinstance(other, CardSet):
            return CardSet(self.mask | other.mask)
        return Hidden(len(self) + other.count)

    def less(self, other: Hand) -> Hand:
        """The set without the other's cards; hidden when those are hidden."""
        if isinstance(other, CardSet):
            return CardSet(self.mask & ~other.mask)
        return Hidden(len(self) - other.count)

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield PACK[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __le__(self, other: CardSet) -> bool:
        return not self.mask & ~other.mask

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CardSet does not change")

    def __reduce__(self) -> tuple[object, ...]:
        return (CardSet, (self.mask,))

    def __repr__(self) -> str:
        return f"CardSet({len(self)} cards)"


@dataclass(frozen=True, slots=True)
class Hidden:
    """A set of cards of which only the number is known to the reader."""

    count: int

    def without(self, card: Card) -> Hidden:
        """The set less one card, which has become known."""
        return Hidden(self.count - 1)

    def union(self, other: Hand) -> Hidden:
        """The set with the other's cards."""
        return Hidden(self.count + len(other))

    def less(self, other: Hand) -> Hidden:
        """The set without the other's cards."""
        return Hidden(self.count - len(other))

    def __len__(self) -> int:
        return self.count


Hand = CardSet | Hidden
"""Cards as one reader knows them."""

EMPTY: Final = CardSet()
OUDLERS: Final = CardSet(OUDLERS_MASK)
FULL_PACK: Final = CardSet(PACK_MASK)
