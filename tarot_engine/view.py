"""What one seat sees: the same game replayed from the facts that seat was shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tarot_engine.actions import Options
from tarot_engine.cards import Card, CardSet
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


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick: ``cards`` in the order played, the first by ``leader`` (rules §8.2)."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat

    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Each seat with its card, in the order played."""
        n = len(self.cards)
        return tuple(((self.leader + i) % n, card) for i, card in enumerate(self.cards))


class Ending(Enum):
    """How a deal ended."""

    SCORED = "scored"
    PASSED_OUT = "passed_out"
    PETIT_SEC = "petit_sec"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """Everything a page, a mail or a robot needs for one seat; ``seat`` None is a spectator.

    ``to_act`` is the seat that must answer, ``options`` what I may do when that is me. ``decisions``
    counts the decisions each seat has answered in this game; ``decision`` is the number (from 1) of my
    open one, None when nothing is asked of me. Fields about the deal are empty before one is dealt, and keep showing
    the deal just ended while ``stage`` is CLOSED or OVER.
    """

    seat: Seat | None
    rules: Ruleset
    commitment: Commitment
    words: tuple[str | None, ...]
    """The word each seat added; None: the seat is free."""
    stage: StageName
    to_act: Seat | None
    options: Options | None
    decision: int | None
    decisions: tuple[int, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    """By totals so far, 1 is best, ties shared."""
    number: int
    """The deal's number from 1 (0 before the first)."""
    seed_index: int
    dealer: Seat | None
    hand: CardSet
    """My cards now (with the dog, for the taker who is to discard)."""
    hand_counts: tuple[int, ...]
    bids: tuple[tuple[Seat, Contract | None], ...]
    contract: Contract | None
    taker: Seat | None
    called: Card | None
    partner: Seat | None
    """The taker's partner once everybody knows (5 seats)."""
    partner_revealed: bool
    dog: CardSet | None
    """The dog once everybody saw it."""
    discard: CardSet | None
    """My discard, if I am the taker."""
    trumps_shown: CardSet
    """Trumps the taker had to discard, which all saw."""
    slam_announced: bool
    handfuls: tuple[HandfulShown, ...]
    miseres: tuple[MisereDeclared, ...]
    trick: tuple[tuple[Seat, Card], ...]
    """The cards on the table, in the order played."""
    leader: Seat | None
    """Who leads or led the current trick."""
    master: Seat | None
    """Who would win the current trick as it is."""
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, ...]
    last: DealResult | None
    """The last deal that ended among the facts loaded."""
    is_over: bool
    seeds: tuple[tuple[int, str], ...]
    """Revealed seeds among the facts loaded, by seed index."""

    @property
    def is_my_turn(self) -> bool:
        """Whether an answer of this seat is due."""
        return self.options is not None
