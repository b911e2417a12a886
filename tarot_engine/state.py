"""The state of a game and how facts change it. ``evolve`` trusts: it refuses nothing but a corrupt history.

Each stage holds only what that stage knows. The same state serves the truth and a seat's knowledge of it,
where unknown sets of cards are ``Hidden(count)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tarot_engine.cards import Card, CardSet, Hand
from tarot_engine.events import HandfulShown, MisereDeclared
from tarot_engine.rules import Contract, Ruleset, Seat
from tarot_engine.scoring import ScoreSheet
from tarot_engine.shuffle import Commitment


class StageName(Enum):
    """Where the game stands."""

    SEATING = "seating"
    DEALING = "dealing"
    """Between two facts of one batch only: nobody is asked anything."""
    BIDDING = "bidding"
    CALLING = "calling"
    PREPARING = "preparing"
    PLAYING = "playing"
    CLOSED = "closed"
    """The deal has ended; the next one opens in the same batch."""
    OVER = "over"


class Ending(Enum):
    """How a deal ended."""

    SCORED = "scored"
    PASSED_OUT = "passed_out"
    PETIT_SEC = "petit_sec"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """A deal that has ended: all of it is public. ``sheet`` is None for a void deal.

    ``seat`` holds the lone Petit when that ended it. ``bids`` in order of speech from the dealer's right.
    """

    number: int
    seed_index: int
    dealer: Seat
    ending: Ending
    seat: Seat | None
    bids: tuple[Contract | None, ...]
    called: Card | None
    sheet: ScoreSheet | None
    hands: tuple[CardSet, ...]
    dog: CardSet
    discard: CardSet | None
    tricks: tuple[Trick, ...]
    seed: str | None


@dataclass(frozen=True, slots=True)
class Seating:
    """Seats are still free."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """A deal is open, its cards not yet dealt."""

    number: int
    seed_index: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as dealt; does not change."""

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
    """The taker is to discard and may announce the slam (rules §5, §7). ``hands`` include the shown dog."""

    deal: Deal
    settled: Settled
    hands: tuple[Hand, ...]
    dog_shown: bool
    alone_known: bool
    slam: bool


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
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    announced: tuple[HandfulShown | MisereDeclared, ...]
    partner_revealed: bool
    partner: Seat | None


@dataclass(frozen=True, slots=True)
class Closed:
    """The deal has ended."""

    result: DealResult


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""

    result: DealResult
    ranks: tuple[int, ...]


Stage = Seating | Dealing | Bidding | Calling | Preparing | Playing | Closed | Over
DealStage = Bidding | Calling | Preparing | Playing


@dataclass(frozen=True, slots=True)
class GameState:
    """A game at one moment. ``words`` has None for a free seat; ``decisions`` counts answers per seat.

    ``last`` is the last deal that ended and ``seeds`` the revealed seeds, among the facts replayed.
    """

    rules: Ruleset
    commitment: Commitment
    words: tuple[str | None, ...]
    totals: tuple[int, ...]
    decisions: tuple[int, ...]
    last: DealResult | None
    seeds: tuple[tuple[int, str], ...]
    stage: Stage

    def at(self, stage: Stage) -> GameState:
        """The same game at another stage."""
        return GameState(
            self.rules,
            self.commitment,
            self.words,
            self.totals,
            self.decisions,
            self.last,
            self.seeds,
            stage,
        )

    def answered(self, seat: Seat, stage: Stage) -> GameState:
        """The same game at another stage, one decision of ``seat`` later."""
        counts = self.decisions
        return GameState(
            self.rules,
            self.commitment,
            self.words,
            self.totals,
            (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :]),
            self.last,
            self.seeds,
            stage,
        )

    @property
    def seed_index(self) -> int:
        """Index of the current or last deal's seed; 0 before the first deal."""
        match self.stage:
            case Seating():
                return 0
            case Dealing(seed_index=index):
                return index
            case Closed(result=result) | Over(result=result):
                return result.seed_index
            case _:
                return self.stage.deal.seed_index

    @property
    def to_act(self) -> Seat | None:
        """The seat that must answer now; None between the facts of one batch and when nobody is asked."""
        seats = self.rules.seats
        match self.stage:
            case Bidding(deal=deal, bids=bids):
                return None if is_auction_over(bids, seats) else (deal.dealer + 1 + len(bids)) % seats
            case Calling(settled=settled):
                return settled.taker
            case Preparing(settled=settled, dog_shown=shown):
                return settled.taker if shown or not settled.contract.takes_dog else None
            case Playing(leader=leader, trick=trick, tricks=tricks):
                waits = len(trick) == seats or len(tricks) == self.rules.layout.tricks
                return None if waits else (leader + len(trick)) % seats
            case _:
                return None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.stage, Over)


def is_auction_over(bids: tuple[Contract | None, ...], seats: int) -> bool:
    """Whether everybody has spoken, or a garde contre ended the auction (rules §3)."""
    return len(bids) == seats or (bool(bids) and bids[-1] is Contract.GARDE_CONTRE)


def replace_at(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    """The hands with one of them changed."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
