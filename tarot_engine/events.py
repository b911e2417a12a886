"""What happened: one frozen dataclass per fact (design: the event table).

Events carry decisions and their consequences, and are never refused. A set of cards somebody may not
see is ``Hidden(count)`` in that reader's copy; see ``view.seen_by``.
"""

from __future__ import annotations

from dataclasses import dataclass

from tarot_engine.cards import Card, CardSet, Hand
from tarot_engine.piles import Piles
from tarot_engine.rules import Contract, HandfulLevel, Misere, Ruleset, Seat
from tarot_engine.scoring import ScoreSheet
from tarot_engine.shuffle import Commitment


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A game exists; its seats are free. Public."""

    rules: Ruleset
    commitment: Commitment


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody sat down and may have added a word to the shuffle (empty: none). Public."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class ChainRenewed:
    """The seeds are used up; those from index ``first`` on are of a chain committed to now. Public."""

    commitment: Commitment
    first: int


@dataclass(frozen=True, slots=True)
class DealOpened:
    """A deal begins. ``number`` counts scored deals from 1 (a void deal's number is used again);
    ``seed_index`` counts all deals and is unique. ``decisions`` is how many decisions each seat has
    answered so far. With the game's first events it is enough to replay the deal by itself. Public.
    """

    number: int
    seed_index: int
    dealer: Seat
    totals: tuple[int, ...]
    decisions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LastDealAnnounced:
    """The table agreed that the deal being played is the last one. Public."""


@dataclass(frozen=True, slots=True)
class PackCut:
    """The dealer's left neighbour lifted ``position`` cards (rules §2); tables that cut by hand. Public."""

    seat: Seat
    position: int


@dataclass(frozen=True, slots=True)
class PackDealt:
    """The dealer laid a card of the dog after each of these packets; tables that deal by hand. Public."""

    seat: Seat
    gaps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """Each hand is for its seat only; the dog for nobody yet.

    At 2 seats each hand comes with piles: face-up cards for all, covered cards for nobody (rules §14).
    """

    hands: tuple[Hand, ...]
    dog: Hand
    piles: tuple[Piles, ...] = ()


@dataclass(frozen=True, slots=True)
class BidPlaced:
    """A seat spoke; None is a pass. ``slam``: it announced the slam with its bid. Public."""

    seat: Seat
    contract: Contract | None
    slam: bool = False


@dataclass(frozen=True, slots=True)
class ContractSettled:
    """The auction is over. Public."""

    taker: Seat
    contract: Contract


@dataclass(frozen=True, slots=True)
class DealPassedOut:
    """Everybody passed; all cards and the seed become public. Not a deal of the game (rules §2).

    At tables that gather the cards unseen the hands and the dog are empty and there is no seed: a later
    seed leads back to it.
    """

    hands: tuple[CardSet, ...]
    dog: CardSet
    seed: str | None
    piles: tuple[Piles, ...] = ()


@dataclass(frozen=True, slots=True)
class DealAnnulled:
    """``seat`` held the Petit as its only trump, without the Excuse; all becomes public (rules §2)."""

    seat: Seat
    hands: tuple[CardSet, ...]
    dog: CardSet
    seed: str | None


@dataclass(frozen=True, slots=True)
class CardCalled:
    """The taker called a card (rules §4). Public."""

    card: Card


@dataclass(frozen=True, slots=True)
class PartnerRevealed:
    """The called card was seen: its holder, or None when the shown dog held it (rules §4). Public."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class DogShown:
    """The dog was turned for everybody and went to the taker (petite, garde). Public."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class SlamAnnounced:
    """The taker announced the slam and will lead (rules §7), now or with the bid that won. Public."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DiscardMade:
    """The taker discarded and is ready. ``cards`` are for the taker only; the trumps among them are
    in ``trumps_shown``, which is public (rules §5).
    """

    seat: Seat
    cards: Hand
    trumps_shown: CardSet


@dataclass(frozen=True, slots=True)
class TakerReady:
    """The taker is ready in garde sans or garde contre, where nothing is discarded. Public."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandfulShown:
    """A seat showed a handful just before its first card (rules §6). Public."""

    seat: Seat
    level: HandfulLevel
    cards: CardSet


@dataclass(frozen=True, slots=True)
class MisereDeclared:
    """A seat declared a misère just before its first card (rules §12). Public."""

    seat: Seat
    kind: Misere


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card on the table. Public."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """Trick ``number`` (from 1) is complete. Public."""

    number: int
    winner: Seat


@dataclass(frozen=True, slots=True)
class CoveredCardTurned:
    """The covered card of pile ``pile`` (from 0) is turned after the trick (rules §14). Public."""

    seat: Seat
    pile: int
    card: Card


@dataclass(frozen=True, slots=True)
class DealScored:
    """The deal is counted; original hands, dog, discard and seed become public.

    ``discard`` is None in garde sans and garde contre.
    """

    sheet: ScoreSheet
    hands: tuple[CardSet, ...]
    dog: CardSet
    discard: CardSet | None
    seed: str | None
    piles: tuple[Piles, ...] = ()


@dataclass(frozen=True, slots=True)
class GameOver:
    """The last deal is counted. ``ranks`` start at 1 and are shared on ties (rules §13). Public."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]


Event = (
    GameOpened
    | SeatTaken
    | ChainRenewed
    | DealOpened
    | LastDealAnnounced
    | PackCut
    | PackDealt
    | HandsDealt
    | BidPlaced
    | ContractSettled
    | DealPassedOut
    | DealAnnulled
    | CardCalled
    | PartnerRevealed
    | DogShown
    | SlamAnnounced
    | DiscardMade
    | TakerReady
    | HandfulShown
    | MisereDeclared
    | CardPlayed
    | TrickTaken
    | CoveredCardTurned
    | DealScored
    | GameOver
)
