"""Deals that agree with everything a seat has seen: who is void, what was shown, how many cards each has.

Cards are dealt one by one, those with the fewest possible places first, to a place at random in
proportion to the room left there and, loosely, to what the bids and the call tell. Should a card find no
room, others make some: a deal that agrees is always found, since the true one does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tarot_engine.cards import KINGS_MASK, OUDLERS_MASK, TRUMPS_MASK, CardSet
from tarot_engine.robots.prudent_seen import Seen
from tarot_engine.rules import Contract, Seat
from tarot_engine.view import SeatView

STRENGTH = {
    None: 0.8,
    Contract.PETITE: 1.5,
    Contract.GARDE: 1.8,
    Contract.GARDE_SANS: 2.6,
    Contract.GARDE_CONTRE: 3.2,
}
"""How much likelier a seat is to hold a trump, an oudler or a king after its bid; None is a pass."""

SELF_CALL = 0.03
"""How much likelier than another seat the taker is to hold the card he called: one rarely calls oneself."""

STRONG = TRUMPS_MASK | OUDLERS_MASK | KINGS_MASK


@dataclass(frozen=True, slots=True)
class World:
    """One possible deal: every hand, and the cards aside (the hidden discard or dog).

    At 2 seats a hand has its face-up cards too; ``under`` is by face-up card the covered one (rules §14).
    """

    hands: tuple[int, ...] = field(repr=False)
    aside: int = field(repr=False)
    under: dict[int, int] = field(default_factory=dict, repr=False)


class Sampler:
    """Worlds that agree with one view.

    Places are the seats, one more for the cards aside and, at 2 seats, one for each seat's covered cards.
    """

    def __init__(self, view: SeatView, seen: Seen, dice: Random) -> None:
        self.random = dice.random
        self.strength = {seat: STRENGTH[contract] for seat, contract in view.bids}
        self.called, self.taker = seen.called, view.taker
        self.seats = len(seen.counts)
        self.known = [*seen.holds, 0, *(0 for _ in seen.covered)]
        self.known[seen.seat] = seen.hand
        room = [*seen.counts, seen.aside_count, *map(len, seen.lying_on)]
        self.room = [free - cards.bit_count() for free, cards in zip(room, self.known, strict=True)]
        self.allowed = [*seen.may_hold, seen.aside, *seen.covered]
        known = 0
        for cards in self.known:
            known |= cards
        free = CardSet(seen.unseen & ~known)
        places = [(card.bit, self._places(card.bit)) for card in free]
        self.places = dict(sorted(places, key=lambda item: len(item[1])))
        self.lying_on = seen.lying_on

    def _places(self, card: int) -> list[tuple[int, float]]:
        """Where a card may be, each place with its weight."""
        found = []
        for place, cards in enumerate(self.allowed):
            if cards & card and self.room[place]:
                found.append((place, self._weight(card, place)))
        return found

    def _weight(self, card: int, place: int) -> float:
        """How much likelier than another of the same room this place is to have a card."""
        if card == self.called:
            return SELF_CALL if place == self.taker else 1.0
        return self.strength.get(place, 1.0) if card & STRONG else 1.0

    def world(self) -> World:
        """One deal at random."""
        room, dealt = list(self.room), list(self.known)
        for card, places in self.places.items():
            place = self._draw(places, room)
            if place < 0:
                place = self._make_room(card, room, dealt, set())
                assert place >= 0, "the true deal agrees with the view"
            dealt[place] |= card
            room[place] -= 1
        return World(tuple(dealt[: self.seats]), dealt[self.seats], self._under(dealt[self.seats + 1 :]))

    def _under(self, covered: list[int]) -> dict[int, int]:
        """Each seat's covered cards, in any order under its face-up ones."""
        under = dict[int, int]()
        for tops, cards in zip(self.lying_on, covered, strict=True):
            order = sorted((card.bit for card in CardSet(cards)), key=lambda _: self.random())
            under |= zip(tops, order, strict=True)
        return under

    def _draw(self, places: list[tuple[int, float]], room: list[int]) -> int:
        """A place with room, -1 if there is none."""
        if len(places) == 1:
            place = places[0][0]
            return place if room[place] else -1
        mark = self.random() * sum([room[place] * weight for place, weight in places])
        last = -1
        for place, weight in places:
            if room[place]:
                last = place
                mark -= room[place] * weight
                if mark < 0:
                    break
        return last

    def _make_room(self, card: int, room: list[int], dealt: list[int], tried: set[int]) -> Seat:
        """A place for ``card``, once another card has moved on from it; -1 if none can."""
        for place, _ in self.places[card]:
            if place in tried:
                continue
            tried.add(place)
            if room[place]:
                return place
            for other in CardSet(dealt[place] & ~self.known[place]):
                to = self._make_room(other.bit, room, dealt, tried)
                if to >= 0:
                    dealt[place] ^= other.bit
                    dealt[to] |= other.bit
                    room[to] -= 1
                    room[place] += 1
                    return place
        return -1
