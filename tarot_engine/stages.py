"""The stages of a deal. Each holds only what it knows; unknown sets of cards are ``Hidden(count)``."""

from __future__ import annotations

from dataclasses import dataclass

from tarot_engine.cards import Card, CardSet, Hand
from tarot_engine.errors import CorruptHistory
from tarot_engine.events import HandfulShown, MisereDeclared
from tarot_engine.rules import Contract, Seat


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick: ``cards`` in the order played, the first by ``leader`` (rules §8.2)."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat

    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Each seat with its card, in the order played."""
        return plays_of(self.leader, self.cards, len(self.cards))


def plays_of(leader: Seat, cards: tuple[Card, ...], seats: int) -> tuple[tuple[Seat, Card], ...]:
    """Each seat with its card, in the order played."""
    return tuple(((leader + i) % seats, card) for i, card in enumerate(cards))


def is_auction_over(bids: tuple[Contract | None, ...], seats: int) -> bool:
    """Whether everybody has spoken, or a garde contre ended the auction (rules §3)."""
    return len(bids) == seats or (bool(bids) and bids[-1] is Contract.GARDE_CONTRE)


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as dealt; only the dog changes, when it is turned for all."""

    number: int
    seed_index: int
    dealer: Seat
    hands: tuple[Hand, ...]
    dog: Hand


@dataclass(frozen=True, slots=True)
class Bidding:
    """The auction (rules §3): ``bids`` in order of speech from the dealer's right."""

    deal: Deal
    bids: tuple[Contract | None, ...]

    def bid(self, contract: Contract | None) -> Bidding:
        """One bid later."""
        return Bidding(self.deal, (*self.bids, contract))


@dataclass(frozen=True, slots=True)
class Settled:
    """What the auction, and the call at 5 seats, decided."""

    bids: tuple[Contract | None, ...]
    taker: Seat
    contract: Contract
    called: Card | None


@dataclass(frozen=True, slots=True)
class Calling:
    """The taker is to call a card (rules §4)."""

    deal: Deal
    settled: Settled


@dataclass(frozen=True, slots=True)
class Preparing:
    """The taker is to discard and may announce the slam (rules §5, §7).

    ``hands`` include the shown dog; ``alone_known``: the called card was seen in it (5 seats).
    """

    deal: Deal
    settled: Settled
    hands: tuple[Hand, ...]
    dog_shown: bool = False
    alone_known: bool = False
    slam: bool = False

    def turn_dog(self, cards: CardSet) -> Preparing:
        """The dog turned for all and taken in hand."""
        old, taker = self.deal, self.settled.taker
        deal = Deal(old.number, old.seed_index, old.dealer, old.hands, cards)
        hands = _with_hand(self.hands, taker, self.hands[taker].union(cards))
        return Preparing(deal, self.settled, hands, True, self.alone_known, self.slam)

    def announce_slam(self) -> Preparing:
        """The slam announced."""
        return Preparing(self.deal, self.settled, self.hands, self.dog_shown, self.alone_known, True)

    def reveal_alone(self) -> Preparing:
        """The called card seen in the dog: the taker plays alone."""
        return Preparing(self.deal, self.settled, self.hands, self.dog_shown, True, self.slam)

    def start(self, discard: Hand | None, trumps_shown: CardSet) -> Playing:
        """The taker is ready.

        The dealer's right neighbour leads first, or the taker who announced a slam (rules §7).
        """
        taker, hands = self.settled.taker, self.hands
        if discard is not None:
            hands = _with_hand(hands, taker, hands[taker].less(discard))
        opened = Opened(self.settled, self.dog_shown, discard, trumps_shown, self.slam)
        leader = taker if self.slam else (self.deal.dealer + 1) % len(hands)
        return Playing(self.deal, opened, hands, leader, partner_revealed=self.alone_known)


@dataclass(frozen=True, slots=True)
class Opened:
    """What is fixed once the taker is ready. ``discard`` is None in garde sans and garde contre."""

    settled: Settled
    dog_shown: bool
    discard: Hand | None
    trumps_shown: CardSet
    slam: bool


@dataclass(frozen=True, slots=True)
class Playing:
    """The tricks (rules §8). ``partner`` is known only once ``partner_revealed``; it may be the taker."""

    deal: Deal
    opened: Opened
    hands: tuple[Hand, ...]
    leader: Seat
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    announced: tuple[HandfulShown | MisereDeclared, ...] = ()
    partner_revealed: bool = False
    partner: Seat | None = None

    def play(self, seat: Seat, card: Card) -> Playing:
        """A card laid on the table. Raises CorruptHistory when the seat is known not to hold it."""
        hand = self.hands[seat]
        if isinstance(hand, CardSet) and not hand.mask & card.bit:
            raise CorruptHistory("a card played that was not held")
        hands = _with_hand(self.hands, seat, hand.without(card))
        return self._copy(hands, self.leader, (*self.trick, card), self.tricks)

    def take(self, winner: Seat) -> Playing:
        """The trick taken; its winner leads."""
        trick = Trick(self.leader, self.trick, winner)
        return self._copy(self.hands, winner, (), (*self.tricks, trick))

    def _copy(
        self, hands: tuple[Hand, ...], leader: Seat, trick: tuple[Card, ...], tricks: tuple[Trick, ...]
    ) -> Playing:
        return Playing(
            self.deal,
            self.opened,
            hands,
            leader,
            trick,
            tricks,
            self.announced,
            self.partner_revealed,
            self.partner,
        )

    def announce(self, event: HandfulShown | MisereDeclared) -> Playing:
        """A handful or misère more."""
        return Playing(
            self.deal,
            self.opened,
            self.hands,
            self.leader,
            self.trick,
            self.tricks,
            (*self.announced, event),
            self.partner_revealed,
            self.partner,
        )

    def reveal(self, partner: Seat | None) -> Playing:
        """The called card was played by ``partner``."""
        return Playing(
            self.deal,
            self.opened,
            self.hands,
            self.leader,
            self.trick,
            self.tricks,
            self.announced,
            True,
            partner,
        )


def _with_hand(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
