"""What one seat sees: the same game replayed from the facts that seat was shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final, assert_never

from tarot_engine.actions import Options
from tarot_engine.cards import Card, CardSet, Hidden
from tarot_engine.events import (
    BidPlaced,
    CardCalled,
    CardPlayed,
    ChainRenewed,
    ContractSettled,
    CoveredCardTurned,
    DealAnnulled,
    DealOpened,
    DealPassedOut,
    DealScored,
    DiscardMade,
    DogShown,
    Event,
    GameOpened,
    GameOver,
    HandfulShown,
    HandsDealt,
    LastDealAnnounced,
    MisereDeclared,
    PackCut,
    PackDealt,
    PartnerRevealed,
    SeatTaken,
    SlamAnnounced,
    TakerReady,
    TrickTaken,
)
from tarot_engine.evolve import replay
from tarot_engine.game import options_for
from tarot_engine.piles import Laid, tops_of
from tarot_engine.rules import Contract, Ruleset, Seat
from tarot_engine.scoring import ranks
from tarot_engine.shuffle import Commitment
from tarot_engine.stages import Trick
from tarot_engine.state import DealResult, GameState, StageName
from tarot_engine.table import Table, table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """Everything a page, a mail or a robot needs for one seat; ``seat`` None is a spectator.

    ``to_act`` is the seat that must answer, ``options`` what I may do when that is me. ``decisions``
    counts the decisions each seat has answered in this game; ``decision`` is the number (from 1) of my
    open one, None when nothing is asked of me. Fields about the deal are empty before one is dealt. While
    ``stage`` is CLOSED or OVER they keep showing the deal just ended, but for ``hand``, ``hand_counts`` and
    ``piles``, all played, and ``trick``, ``leader`` and ``master``: there is no current trick.
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
    number: int
    """The deal's number from 1 (0 before the first)."""
    seed_index: int
    dealer: Seat | None
    hand: CardSet
    """My cards now (with the dog, for the taker who is to discard); my face-up cards are in ``piles``."""
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
    """The slam is announced; during the auction: with the best bid so far."""
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
    piles: Laid
    """Each seat's piles in the game for two, () at more; no covered card is ever in them (rules §14)."""
    cut: int | None
    """Cards lifted by the cut, and the dog's places: None unless a person made them (rules §2)."""
    gaps: tuple[int, ...] | None
    is_last_deal: bool
    """Whether it is known that the game ends with this deal if it is scored."""
    last: DealResult | None
    """The last deal that ended among the facts loaded."""
    seeds: tuple[tuple[int, str], ...]
    """Revealed seeds among the facts loaded, by seed index."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """Each seat's rank by the totals so far, 1 is best, ties shared (rules §13)."""
        return ranks(self.totals)

    @property
    def held(self) -> CardSet:
        """All I may choose from: my hand and, in the game for two, my face-up cards (rules §14)."""
        if self.seat is None or not self.piles:
            return self.hand
        return self.hand | CardSet(tops_of(self.piles[self.seat]))

    @property
    def known_attack(self) -> frozenset[Seat]:
        """The seats I know to play with the taker, the taker among them (rules §4)."""
        if self.taker is None:
            return frozenset()
        known = {self.taker}
        if self.partner is not None:
            known.add(self.partner)
        elif self.called is not None and self.called in self.hand and self.seat is not None:
            known.add(self.seat)
        return frozenset(known)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.stage is StageName.OVER

    @property
    def is_my_turn(self) -> bool:
        """Whether an answer of this seat is due."""
        return self.options is not None


def seen_by(event: Event, seat: Seat | None) -> Event:
    """The event as this seat sees it; None is a spectator."""
    match event:
        case HandsDealt(hands=hands, dog=dog, piles=piles):
            shown = tuple(hand if i == seat else Hidden(len(hand)) for i, hand in enumerate(hands))
            return HandsDealt(shown, Hidden(len(dog)), tuple(pile.hidden() for pile in piles))
        case DiscardMade(seat=taker, cards=cards, trumps_shown=trumps):
            return event if taker == seat else DiscardMade(taker, Hidden(len(cards)), trumps)
        case (
            GameOpened()
            | SeatTaken()
            | ChainRenewed()
            | DealOpened()
            | LastDealAnnounced()
            | PackCut()
            | PackDealt()
            | BidPlaced()
            | ContractSettled()
            | DealPassedOut()
            | DealAnnulled()
            | CardCalled()
            | PartnerRevealed()
            | DogShown()
            | SlamAnnounced()
            | TakerReady()
            | HandfulShown()
            | MisereDeclared()
            | CardPlayed()
            | TrickTaken()
            | CoveredCardTurned()
            | DealScored()
            | GameOver()
        ):
            return event
        case _:
            assert_never(event)


def view_for(events: Iterable[Event], seat: Seat | None) -> SeatView:
    """What the seat sees after these events. Raises CorruptHistory."""
    return view_of(replay(seen_by(event, seat) for event in events), seat)


TABLE_FIELDS: Final = tuple(field.name for field in fields(Table))


def view_of(state: GameState, seat: Seat | None) -> SeatView:
    """The view of a seat from the state *it* replayed, never from the truth."""
    to_act, table = state.to_act, table_of(state, seat)
    options = None if seat is None else options_for(state, seat)
    return SeatView(
        seat=seat,
        rules=state.rules,
        commitment=state.commitment,
        words=state.words,
        to_act=to_act,
        options=options,
        decision=None if seat is None or options is None else state.decisions[seat] + 1,
        decisions=state.decisions,
        totals=state.totals,
        last=state.last,
        seeds=state.seeds,
        is_last_deal=state.ends_here or 0 < state.rules.deals == table.number,
        **{name: getattr(table, name) for name in TABLE_FIELDS},
    )
