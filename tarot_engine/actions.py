"""What a seat may ask, and what it is offered.

An ``Options`` value lists what one seat may do, computed from what that seat may see and nothing else.
``choices`` is its ordered list of whole one-click actions: links carry an index into it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from tarot_engine.cards import Card, CardSet, Suit
from tarot_engine.rules import Contract, HandfulLevel, Misere


@dataclass(frozen=True, slots=True)
class Cut:
    """The dealer's left neighbour lifts ``position`` cards, 4 to 74 (rules §2)."""

    position: int


@dataclass(frozen=True, slots=True)
class DealOut:
    """The dealer lays the dog's cards: one after each of these packets, ascending from 1 (rules §2)."""

    gaps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid; None passes (rules §3). ``slam`` announces it with the bid where the table has it so (§7)."""

    contract: Contract | None
    slam: bool = False


@dataclass(frozen=True, slots=True)
class CallCard:
    """The taker calls a king, or a lower honour when entitled (rules §4, 5 seats)."""

    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class Prepare:
    """The taker's last step before the play: the discard (petite, garde) and the slam or not (rules §5, §7).

    ``discard`` is None in garde sans and garde contre.
    """

    discard: CardSet | None = None
    slam: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class PlayCard:
    """A card, with the handful shown or misère declared just before a seat's first card (rules §6, §12)."""

    card: Card
    show: CardSet | None = None
    misere: frozenset[Misere] = frozenset()

    def __repr__(self) -> str:
        return "PlayCard(...)"


Action = Cut | DealOut | Bid | CallCard | Prepare | PlayCard


class DiscardReason(Enum):
    """Why a card may not go into the discard (rules §5)."""

    KING = "king"
    OUDLER = "oudler"
    TRUMP = "trump"
    CALLED = "called"


class PlayReason(Enum):
    """Why the playable cards are what they are (rules §8.1)."""

    LEAD = "lead"
    """Leading, or only the Excuse has been led: any card."""
    FIRST_LEAD = "first_lead"
    """First lead of a deal at 5 seats: not the called suit, except the called card."""
    MUST_FOLLOW = "must_follow"
    MUST_TRUMP = "must_trump"
    """Void in the suit, no trump on the table yet."""
    MUST_OVERTRUMP = "must_overtrump"
    CANNOT_OVERTRUMP = "cannot_overtrump"
    """A trump is due, and none held is high enough: any trump."""
    FREE = "free"
    """Void in the suit, no trump: any card."""
    EXCUSE_DUE = "excuse_due"
    """The trick before the last, where tables may force the Excuse (rules §8.5)."""


@dataclass(frozen=True, slots=True)
class CutOptions:
    """How many cards may be lifted (rules §2)."""

    least: int = 4
    most: int = 74

    @property
    def choices(self) -> tuple[Action, ...]:
        """One action per number of cards, ascending."""
        return tuple(Cut(position) for position in range(self.least, self.most + 1))

    @property
    def forced(self) -> bool:
        """Never: there is always a choice."""
        return False


@dataclass(frozen=True, slots=True)
class DealOutOptions:
    """``count`` cards of the dog go into different ones of ``gaps`` places, numbered from 1 (rules §2)."""

    gaps: int
    count: int

    @property
    def choices(self) -> tuple[Action, ...]:
        """None: the places are picked."""
        return ()

    @property
    def forced(self) -> bool:
        """Never: there is always a choice."""
        return False


@dataclass(frozen=True, slots=True)
class BidOptions:
    """The bids open to the seat, None (pass) first, then ascending.

    ``slam_allowed``: a bid may announce the slam (rules §7).
    """

    bids: tuple[Contract | None, ...]
    slam_allowed: bool = False

    @property
    def choices(self) -> tuple[Action, ...]:
        """One action per bid, in that order; then those with the slam where that is allowed."""
        slams = self.bids[1:] if self.slam_allowed else ()
        return (*map(Bid, self.bids), *(Bid(contract, True) for contract in slams))

    @property
    def forced(self) -> bool:
        """Whether only one whole action is possible."""
        return len(self.bids) == 1


@dataclass(frozen=True, slots=True)
class CallOptions:
    """The cards the taker may call (rules §4)."""

    cards: CardSet

    @property
    def choices(self) -> tuple[Action, ...]:
        """One action per card, in the order of the pack."""
        return tuple(CallCard(card) for card in self.cards)

    @property
    def forced(self) -> bool:
        """Whether only one whole action is possible."""
        return len(self.cards) == 1


@dataclass(frozen=True, slots=True)
class PrepareOptions:
    """What the taker may discard and announce (rules §5, §7).

    ``count`` cards are due, 0 in garde sans and garde contre. ``candidates`` are all cards that may go;
    when ``trumps_required`` is above 0, all of ``required`` goes, with that many of ``trump_candidates``.
    ``refused`` gives the reason for each other card of the pool.
    """

    count: int
    candidates: CardSet
    required: CardSet
    trumps_required: int
    trump_candidates: CardSet
    refused: tuple[tuple[Card, DiscardReason], ...] = field(repr=False)
    slam_allowed: bool

    @property
    def choices(self) -> tuple[Action, ...]:
        """Both answers when no discard is due, the only discard when there is only one, else none."""
        if self.count and len(self.candidates) != self.count:
            return ()
        discard = self.candidates if self.count else None
        return tuple(Prepare(discard, slam) for slam in ((False, True) if self.slam_allowed else (False,)))

    @property
    def forced(self) -> bool:
        """Whether only one whole action is possible."""
        return len(self.choices) == 1


@dataclass(frozen=True, slots=True)
class HandfulChoice:
    """One handful the seat may show: exactly ``size`` cards (rules §6).

    They are chosen among ``trumps``; with ``needs_excuse`` all of ``trumps`` and the Excuse are shown.
    """

    level: HandfulLevel
    size: int
    trumps: CardSet
    needs_excuse: bool


@dataclass(frozen=True, slots=True)
class HandfulOptions:
    """The handfuls within reach, lowest first; showing one is a permission, never a duty (rules §6)."""

    levels: tuple[HandfulChoice, ...]


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The cards the seat may play, and what it may announce with its first one.

    ``suit`` is the suit led (None: nothing, the Excuse alone, or a trump).
    """

    cards: CardSet
    reason: PlayReason
    suit: Suit | None = None
    handful: HandfulOptions | None = None
    miseres: frozenset[Misere] = frozenset()

    @property
    def choices(self) -> tuple[Action, ...]:
        """Each playable card without announcement, in the order of the pack."""
        return tuple(PlayCard(card) for card in self.cards)

    @property
    def forced(self) -> bool:
        """Whether only one whole action is possible, announcements included."""
        return len(self.cards) == 1 and self.handful is None and not self.miseres


Options = CutOptions | DealOutOptions | BidOptions | CallOptions | PrepareOptions | PlayOptions
