"""The piles of the game for two (rules §14): under each face-up card lies a covered one nobody has seen."""

from __future__ import annotations

from dataclasses import dataclass

from tarot_engine.cards import Card, CardSet, Hidden


@dataclass(frozen=True, slots=True, repr=False)
class Piles:
    """A seat's piles as dealt, in order. The face-up cards are public, the covered ones known to nobody."""

    face_up: tuple[Card, ...]
    covered: tuple[Card, ...] | Hidden

    def hidden(self) -> Piles:
        """The piles as every player sees them."""
        return Piles(self.face_up, Hidden(len(self.covered)))

    @property
    def cards(self) -> CardSet:
        """The cards the reader knows."""
        known = self.covered if isinstance(self.covered, tuple) else ()
        return CardSet.from_cards((*self.face_up, *known))

    def laid(self) -> tuple[Pile, ...]:
        """The piles as they lie before the first trick."""
        known = self.covered if isinstance(self.covered, tuple) else (None,) * len(self.face_up)
        return tuple(Pile(top, True, under) for top, under in zip(self.face_up, known, strict=True))

    def __repr__(self) -> str:
        return f"Piles({len(self.face_up)} piles)"


@dataclass(frozen=True, slots=True, repr=False)
class Pile:
    """One pile now: its face-up card, and whether a covered card still lies there.

    ``under`` is that card in the truth only; every reader's copy has None.
    """

    top: Card | None
    is_covering: bool
    under: Card | None = None

    def __repr__(self) -> str:
        return f"Pile({'card' if self.top else 'none'}, {'covered' if self.is_covering else 'empty'})"


Laid = tuple[tuple[Pile, ...], ...]
"""The piles of every seat, () when the game has none."""


def tops_of(piles: tuple[Pile, ...]) -> int:
    """The face-up cards, as a mask."""
    return sum(pile.top.bit for pile in piles if pile.top)


def play_top(laid: Laid, seat: int, card: Card) -> Laid | None:
    """The piles once a face-up card of the seat is played; None when it is not one."""
    for place, pile in enumerate(laid[seat]):
        if pile.top is card:
            return _changed(laid, seat, place, Pile(None, pile.is_covering, pile.under))
    return None


def turn_covered(laid: Laid, seat: int, place: int, card: Card) -> Laid:
    """The piles once a covered card is turned."""
    return _changed(laid, seat, place, Pile(card, False))


def to_turn(laid: Laid) -> tuple[tuple[int, int, Card | None], ...]:
    """Seat, pile and (in the truth) card of each covered card whose face-up card has gone."""
    return tuple(
        (seat, place, pile.under)
        for seat, piles in enumerate(laid)
        for place, pile in enumerate(piles)
        if pile.is_covering and pile.top is None
    )


def _changed(laid: Laid, seat: int, place: int, pile: Pile) -> Laid:
    piles = laid[seat]
    return (*laid[:seat], (*piles[:place], pile, *piles[place + 1 :]), *laid[seat + 1 :])
