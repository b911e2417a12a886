"""What a seat can tell from its view, as sets of cards on ints: who may hold what, and who plays with whom.

Built from a ``SeatView`` only. Bit ``Card.index`` per card, as everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tarot_engine.cards import EXCUSE_MASK, KINGS_MASK, OUDLERS_MASK, PACK_MASK, TRUMPS_MASK, CardSet
from tarot_engine.fast import LED_BY
from tarot_engine.legality import LACKS
from tarot_engine.piles import tops_of
from tarot_engine.rules import Seat
from tarot_engine.view import SeatView


@dataclass(frozen=True, slots=True)
class Seen:
    """The table through one seat's eyes.

    ``may_hold`` is per seat what it may still hold (my own cards for me), ``holds`` what it is known to
    hold, ``counts`` how many cards it has, ``void`` what its plays have shown that its hand lacks. ``aside``
    is what the hidden discard or dog may contain and ``aside_count`` how many cards it has (0 when I know
    it). ``attack`` are the seats I know to be with the taker, the taker among them.
    At 2 seats face-up cards are held too; ``covered`` is per seat what its covered cards may be, ``lying_on``
    the face-up card that each of them lies or lay under (rules §14).
    """

    seat: Seat
    hand: int = field(repr=False)
    may_hold: tuple[int, ...] = field(repr=False)
    holds: tuple[int, ...] = field(repr=False)
    counts: tuple[int, ...]
    void: tuple[int, ...]
    aside: int = field(repr=False)
    aside_count: int
    attack: frozenset[Seat]
    called: int = 0
    covered: tuple[int, ...] = field(default=(), repr=False)
    lying_on: tuple[tuple[int, ...], ...] = ()

    def is_friend(self, other: Seat) -> bool:
        """Whether that seat is on my side, as far as I know."""
        return (other in self.attack) == (self.seat in self.attack)

    @property
    def covering(self) -> int:
        """My face-up cards under which another lies: to play one turns it (rules §14)."""
        return sum(self.lying_on[self.seat]) if self.lying_on else 0

    @property
    def unseen(self) -> int:
        """The cards I cannot place for sure, and those I know in other hands."""
        others = self.aside
        for cards in self.covered:
            others |= cards
        for seat, cards in enumerate(self.may_hold):
            if seat != self.seat:
                others |= cards
        return others


def seen_from(view: SeatView) -> Seen:
    """What the seat of this view can tell. The view is of a seat with a hand."""
    assert view.seat is not None, "a robot has a seat"
    seats, me, tops = view.rules.seats, view.seat, tops_seen(view)
    hand = view.hand.mask | tops[view.seat]
    unseen = PACK_MASK & ~(hand | _played(view) | view.trumps_shown.mask)
    if view.discard is not None:
        unseen &= ~view.discard.mask
    void, holds = _shown_by_play(view), _known(view, unseen, tops)
    may_hold = [unseen & ~void[seat] & ~_elsewhere(holds, seat) | tops[seat] for seat in range(seats)]
    may_hold[me], holds[me] = hand, hand
    if view.dog is not None:
        for seat in range(seats):
            if seat not in (me, view.taker):
                may_hold[seat] &= ~view.dog.mask
    aside, aside_count = _aside(view, unseen & ~_elsewhere(holds, None))
    lying_on = _lying_on(view)
    dog = view.dog.mask if view.dog is not None else 0
    return Seen(
        seat=me,
        hand=hand,
        may_hold=tuple(may_hold),
        holds=tuple(holds),
        void=tuple(void),
        counts=tuple(count + top.bit_count() for count, top in zip(view.hand_counts, tops, strict=True)),
        aside=aside,
        aside_count=aside_count,
        attack=view.known_attack,
        called=view.called.bit if view.called else 0,
        covered=tuple(unseen & ~dog & ~_elsewhere(holds, None) if on else 0 for on in lying_on),
        lying_on=lying_on,
    )


def _lying_on(view: SeatView) -> tuple[tuple[int, ...], ...]:
    """Per seat, the face-up card of each covered card; the card it has on the table, once that is played."""
    played = dict(view.trick)
    found = []
    for seat, piles in enumerate(view.piles):
        tops = [pile.top or played[seat] for pile in piles if pile.is_covering]
        found.append(tuple(top.bit for top in tops))
    return tuple(found)


def tops_seen(view: SeatView) -> list[int]:
    """Per seat, its face-up cards; none but in the game for two (rules §14)."""
    return [tops_of(piles) for piles in view.piles] or [0] * view.rules.seats


def _played(view: SeatView) -> int:
    cards = [card for trick in view.tricks for card in trick.cards] + [card for _, card in view.trick]
    return CardSet.from_cards(cards).mask


def _elsewhere(holds: list[int], seat: Seat | None) -> int:
    """All cards known to be in a hand other than this seat's."""
    mask = 0
    for other, cards in enumerate(holds):
        if other != seat:
            mask |= cards
    return mask


def _shown_by_play(view: SeatView) -> list[int]:
    """Per seat, the cards that plays, handful and misères prove its hand to lack (rules §6, §8.1, §12).

    Face-up cards apart: who is void may turn a card of that suit.
    """
    void = [0] * view.rules.seats
    for plays in [*(trick.plays() for trick in view.tricks), view.trick]:
        led = table = 0
        for seat, card in plays:
            void[seat] |= _denied(card.bit, led, table)
            table |= card.bit
            led = led or LED_BY[card.bit]
    for shown in view.handfuls:
        if shown.cards.mask & EXCUSE_MASK:
            void[shown.seat] |= TRUMPS_MASK & ~shown.cards.mask
    for declared in view.miseres:
        void[declared.seat] |= LACKS[declared.kind]
    return void


def _denied(card: int, led: int, table: int) -> int:
    """What the player of ``card`` cannot hold, given the suit led and the table before it."""
    if not led or card == EXCUSE_MASK:
        return 0
    denied = led if not card & led else 0
    if card & (led & ~TRUMPS_MASK):
        return 0
    if not card & TRUMPS_MASK:
        return denied | TRUMPS_MASK
    top = (table & TRUMPS_MASK).bit_length()
    if card >> top:
        return denied
    return denied | TRUMPS_MASK >> top << top


def _known(view: SeatView, unseen: int, tops: list[int]) -> list[int]:
    """Per seat, the cards it is known to hold: face-up ones, handfuls, what the taker kept of the dog."""
    holds = list(tops)
    for shown in view.handfuls:
        holds[shown.seat] |= shown.cards.mask & unseen
    if view.dog is not None and view.taker is not None:
        called = view.called.bit if view.called else 0
        kept = KINGS_MASK | OUDLERS_MASK | TRUMPS_MASK | called
        holds[view.taker] |= view.dog.mask & kept & unseen
    return holds


def _aside(view: SeatView, free: int) -> tuple[int, int]:
    """What the hidden discard or dog may contain, and its number of cards."""
    if view.discard is not None:
        return 0, 0
    if view.dog is None:
        return free, view.rules.layout.dog
    if view.taker is not None and view.hand_counts[view.taker] > view.rules.layout.hand:
        return 0, 0  # the taker has the dog in hand still
    called = view.called.bit if view.called else 0
    plain = free & ~(TRUMPS_MASK | OUDLERS_MASK | KINGS_MASK | called)
    return plain, view.rules.layout.dog - len(view.trumps_shown)
