"""The stages of a deal. Each holds only what it knows; unknown sets of cards are ``Hidden(count)``."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tarot_engine.cards import Card, CardSet, Hand
from tarot_engine.errors import CorruptHistory
from tarot_engine.events import HandfulShown, MisereDeclared
from tarot_engine.legality import first_leader
from tarot_engine.piles import Laid, Piles, play_top, to_turn, tops_of, turn_covered
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


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as dealt; only the dog changes, when it is turned for all.

    ``cut`` and ``gaps`` are None unless a person made them.
    """

    number: int
    seed_index: int
    dealer: Seat
    hands: tuple[Hand, ...]
    dog: Hand
    piles: tuple[Piles, ...] = ()
    cut: int | None = None
    gaps: tuple[int, ...] | None = None

    def with_dog(self, dog: CardSet) -> Deal:
        """The dog turned for all."""
        return Deal(
            self.number, self.seed_index, self.dealer, self.hands, dog, self.piles, self.cut, self.gaps
        )


@dataclass(frozen=True, slots=True)
class Bidding:
    """The auction (rules §3): ``bids`` in order of speech from the dealer's right.

    ``slam``: the best bid so far announces the slam.
    """

    deal: Deal
    bids: tuple[Contract | None, ...]
    slam: bool = False

    def bid(self, contract: Contract | None, slam: bool) -> Bidding:
        """One bid later."""
        return Bidding(self.deal, (*self.bids, contract), self.slam if contract is None else slam)


@dataclass(frozen=True, slots=True)
class Settled:
    """What the auction, and the call at 5 seats, decided; ``slam``: announced so far."""

    bids: tuple[Contract | None, ...]
    taker: Seat
    contract: Contract
    called: Card | None
    slam: bool = False


@dataclass(frozen=True, slots=True)
class Calling:
    """The taker is to call a card (rules §4). ``hands`` include the dog once it is shown."""

    deal: Deal
    settled: Settled
    hands: tuple[Hand, ...]
    dog_shown: bool = False

    def turn_dog(self, cards: CardSet) -> Calling:
        """The dog turned for all and taken in hand, before the call."""
        return Calling(
            self.deal.with_dog(cards), self.settled, _taken(self.hands, self.settled.taker, cards), True
        )

    def call(self, card: Card) -> Preparing:
        """The card called."""
        old = self.settled
        settled = Settled(old.bids, old.taker, old.contract, card, old.slam)
        return Preparing(self.deal, settled, self.hands, self.dog_shown)


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

    def turn_dog(self, cards: CardSet) -> Preparing:
        """The dog turned for all and taken in hand."""
        hands = _taken(self.hands, self.settled.taker, cards)
        return Preparing(self.deal.with_dog(cards), self.settled, hands, True, self.alone_known)

    def announce_slam(self) -> Preparing:
        """The slam announced."""
        old = self.settled
        settled = Settled(old.bids, old.taker, old.contract, old.called, True)
        return Preparing(self.deal, settled, self.hands, self.dog_shown, self.alone_known)

    def reveal_alone(self) -> Preparing:
        """The called card seen in the dog: the taker plays alone."""
        return Preparing(self.deal, self.settled, self.hands, self.dog_shown, True)

    def start(self, discard: Hand | None, trumps_shown: CardSet) -> Playing:
        """The taker is ready."""
        taker, hands = self.settled.taker, self.hands
        if discard is not None:
            hands = _with_hand(hands, taker, hands[taker].less(discard))
        opened = Opened(self.settled, self.dog_shown, discard, trumps_shown, self.settled.slam)
        leader = first_leader(len(hands), self.deal.dealer, taker if opened.slam else None)
        laid = tuple(piles.laid() for piles in self.deal.piles)
        return Playing(self.deal, opened, hands, laid, leader, partner_revealed=self.alone_known)


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
    """The tricks (rules §8). ``partner`` is known only once ``partner_revealed``; it may be the taker.

    ``piles`` are those of the game for two, () at more seats.
    """

    deal: Deal
    opened: Opened
    hands: tuple[Hand, ...]
    piles: Laid
    leader: Seat
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    announced: tuple[HandfulShown | MisereDeclared, ...] = ()
    partner_revealed: bool = False
    partner: Seat | None = None

    @property
    def called_to_open(self) -> Card | None:
        """The called card while the first card of a deal is to come (rules §4)."""
        return None if self.tricks or self.trick else self.opened.settled.called

    def held(self, seat: Seat) -> int:
        """The cards the seat may choose from, as a mask: its hand and its face-up cards (rules §14)."""
        hand = self.hands[seat]
        mask = hand.mask if isinstance(hand, CardSet) else 0
        return mask | tops_of(self.piles[seat]) if self.piles else mask

    def play(self, seat: Seat, card: Card) -> Playing:
        """A card laid on the table. Raises CorruptHistory when the seat is known not to hold it."""
        if self.piles and (piles := play_top(self.piles, seat, card)) is not None:
            return self._copy(self.hands, piles, self.leader, (*self.trick, card), self.tricks)
        hand = self.hands[seat]
        if isinstance(hand, CardSet) and not hand.mask & card.bit:
            raise CorruptHistory("a card played that was not held")
        hands = _with_hand(self.hands, seat, hand.without(card))
        return self._copy(hands, self.piles, self.leader, (*self.trick, card), self.tricks)

    def take(self, winner: Seat) -> Playing:
        """The trick taken; its winner leads."""
        trick = Trick(self.leader, self.trick, winner)
        return self._copy(self.hands, self.piles, winner, (), (*self.tricks, trick))

    def turn(self, seat: Seat, pile: int, card: Card) -> Playing:
        """A covered card turned (rules §14)."""
        piles = turn_covered(self.piles, seat, pile, card)
        return self._copy(self.hands, piles, self.leader, self.trick, self.tricks)

    @property
    def uncovered(self) -> tuple[tuple[Seat, int, Card | None], ...]:
        """Seat, pile and (in the truth) card of each covered card to be turned now."""
        return to_turn(self.piles) if self.piles and not self.trick else ()

    def _copy(
        self,
        hands: tuple[Hand, ...],
        piles: Laid,
        leader: Seat,
        trick: tuple[Card, ...],
        tricks: tuple[Trick, ...],
    ) -> Playing:
        return Playing(
            self.deal,
            self.opened,
            hands,
            piles,
            leader,
            trick,
            tricks,
            self.announced,
            self.partner_revealed,
            self.partner,
        )

    def announce(self, event: HandfulShown | MisereDeclared) -> Playing:
        """A handful or misère more."""
        return replace(self, announced=(*self.announced, event))

    def reveal(self, partner: Seat | None) -> Playing:
        """The called card was played by ``partner``."""
        return replace(self, partner_revealed=True, partner=partner)


def _with_hand(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _taken(hands: tuple[Hand, ...], taker: Seat, dog: CardSet) -> tuple[Hand, ...]:
    return _with_hand(hands, taker, hands[taker].union(dog))
