"""The state of a game at one moment.

The same state serves the truth and a seat's knowledge of it,
where unknown sets of cards are ``Hidden(count)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tarot_engine.auction import next_speaker
from tarot_engine.cards import EMPTY, Card, CardSet
from tarot_engine.events import HandfulShown, MisereDeclared
from tarot_engine.piles import Piles
from tarot_engine.rules import Contract, Ruleset, Seat
from tarot_engine.scoring import ScoreSheet
from tarot_engine.shuffle import Commitment
from tarot_engine.stages import Bidding, Calling, Playing, Preparing, Trick
from tarot_engine.variants import ByWhom, CallTiming


class StageName(Enum):
    """Where the game stands."""

    SEATING = "seating"
    DEALING = "dealing"
    """The cut or the dog's cards are asked for, at tables that make them by hand; else within one batch."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """A deal that has ended: all of it is public. ``sheet`` is None for a void deal.

    ``seat`` holds the lone Petit when that ended it. ``bids`` in order of speech from the dealer's right.
    ``cut`` and ``gaps`` are None unless a person made them. Where cards of a passed deal are gathered
    unseen, ``hands`` and ``dog`` are empty.
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
    piles: tuple[Piles, ...] = ()
    """The piles as dealt, in the game for two (rules §14)."""
    cut: int | None = None
    gaps: tuple[int, ...] | None = None
    announced: tuple[HandfulShown | MisereDeclared, ...] = ()
    trumps_shown: CardSet = EMPTY
    """Trumps the taker had to discard, which all saw (rules §5)."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Seats are still free."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """A deal is open, its cards not yet dealt; ``cut`` and ``gaps`` once a person made them (rules §2)."""

    number: int
    seed_index: int
    dealer: Seat
    cut: int | None = None
    gaps: tuple[int, ...] | None = None


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


def is_taker_asked(rules: Ruleset, stage: Calling | Preparing) -> bool:
    """Whether the dog is where the taker's question needs it: turned, unless one calls before (rules §4)."""
    calls_first = isinstance(stage, Calling) and rules.call_timing is CallTiming.BEFORE_CHIEN
    return calls_first or stage.dog_shown or not stage.settled.contract.takes_dog


def dealing_seat(rules: Ruleset, stage: Dealing) -> Seat | None:
    """Who is to cut (the dealer's left neighbour) or to lay the dog's cards, at tables by hand (rules §2)."""
    if rules.cut is ByWhom.HAND and stage.cut is None:
        return (stage.dealer - 1) % rules.seats
    return stage.dealer if rules.deal_out is ByWhom.HAND and stage.gaps is None else None


@dataclass(frozen=True, slots=True)
class GameState:
    """A game at one moment. ``words`` has None for a free seat; ``decisions`` counts answers per seat.

    ``last`` is the last deal that ended and ``seeds`` the revealed seeds, among the facts replayed.
    ``ends_here``: the table agreed that the current deal is the last. ``commitment`` is that of the chain of
    seeds which begins with index ``chain_start``.
    """

    rules: Ruleset
    commitment: Commitment
    words: tuple[str | None, ...]
    totals: tuple[int, ...]
    decisions: tuple[int, ...]
    last: DealResult | None
    seeds: tuple[tuple[int, str], ...]
    stage: Stage
    ends_here: bool = False
    chain_start: int = 1

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
            self.ends_here,
            self.chain_start,
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
            self.ends_here,
            self.chain_start,
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
        rules, stage = self.rules, self.stage
        match stage:
            case Playing():
                on_table = len(stage.trick)
                waits = on_table == rules.seats or len(stage.tricks) == rules.layout.tricks
                return None if waits or stage.uncovered else (stage.leader + on_table) % rules.seats
            case Bidding():
                return next_speaker(rules, stage.deal.dealer, stage.bids)
            case Calling() | Preparing():
                return stage.settled.taker if is_taker_asked(rules, stage) else None
            case Dealing():
                return dealing_seat(rules, stage)
            case _:
                return None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.stage, Over)
