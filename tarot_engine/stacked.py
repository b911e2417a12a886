"""Deals with chosen cards, for records and tests; they have no seed to reveal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tarot_engine.cards import PACK, Card, CardSet
from tarot_engine.layout import Layout, Seat
from tarot_engine.piles import Piles
from tarot_engine.shuffle import CHAIN_LENGTH


@dataclass(frozen=True, slots=True)
class StackedPack:
    """A ``GameSecret`` whose first deal has this pack before the cut; later ones the pack in its own order.

    The server cuts at ``cut_at`` and lays the dog's cards in ``places``.
    """

    cards: tuple[Card, ...] = field(repr=False)
    dealer: Seat
    cut_at: int = 4
    places: tuple[int, ...] | None = None

    def first_dealer(self, words: tuple[str, ...]) -> Seat:
        """The dealer as given."""
        return self.dealer

    def pack(self, k: int, words: tuple[str, ...]) -> tuple[Card, ...]:
        """The pack as given."""
        return self.cards if k == 1 else PACK

    def cut(self, k: int, words: tuple[str, ...]) -> int:
        """The cut as given."""
        return self.cut_at

    def gaps(self, k: int, words: tuple[str, ...], layout: Layout) -> tuple[int, ...]:
        """The places as given, else the first ones."""
        return self.places or tuple(range(1, layout.dog + 1))

    def seed(self, k: int) -> None:
        """None: nothing was drawn."""

    def reaches(self, k: int) -> bool:
        """As far as one chain of seeds, so that a game of void deals ends."""
        return k <= CHAIN_LENGTH

    def renewal(self, k: int) -> None:
        """None: nothing was drawn."""


class StackedDeal(StackedPack):
    """A ``GameSecret`` whose first deal gives these hands, this dog and, at 2 seats, these piles.

    ``places`` are the gaps of a table that deals the dog in packets of three (``dealing.fixed_gaps``).
    """

    __slots__ = ()

    def __init__(
        self,
        hands: Sequence[CardSet],
        dog: CardSet,
        dealer: Seat,
        layout: Layout,
        piles: Sequence[Piles] = (),
        places: tuple[int, ...] | None = None,
    ) -> None:
        owned = [list(hand) for hand in hands]
        for own, pile in zip(owned, piles, strict=bool(piles)):
            assert isinstance(pile.covered, tuple), "a stacked deal hides nothing"
            own[:0] = [*pile.covered, *pile.face_up]
        places = places or tuple(range(1, layout.dog + 1))
        cards = _packed(owned, list(dog), dealer, layout, places)
        super().__init__((*cards[-4:], *cards[:-4]), dealer, 4, places)


def _packed(
    owned: list[list[Card]], dog: list[Card], dealer: Seat, layout: Layout, places: tuple[int, ...]
) -> list[Card]:
    """The pack, after the cut, that is dealt out so."""
    cards: list[Card] = []
    for number in range(1, layout.gaps + 2):
        own = owned[(dealer + number) % len(owned)]
        cards += own[: layout.packet]
        del own[: layout.packet]
        count = places.count(number)
        cards += dog[:count]
        del dog[:count]
    return cards
