"""The cards of a record on ints: the short way of ``replay`` through the tricks.

It leads to the very state the event engine comes to, by the same functions of ``legality``. It stops before
whatever is more than a legal card: an announcement, an illegal move, the end of the deal with its rules for
the Excuse. The event engine goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tarot_engine.actions import Action, PlayCard
from tarot_engine.cards import PACK, Card, CardSet
from tarot_engine.fast import TURNS
from tarot_engine.legality import LED_MASKS, first_lead_mask, legal_mask, winning_bit
from tarot_engine.piles import Pile
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.stages import Playing, Trick
from tarot_engine.state import GameState
from tarot_engine.tricks import holder_of, table_of
from tarot_engine.variants import ExcuseLastTrick


def play_cards(state: GameState, moves: Sequence[Action], first: int) -> tuple[GameState, list[int]]:
    """The state after as many moves, from number ``first`` on, as are legal cards and no more.

    With it, for each of them, the cards that were legal as a mask.
    """
    stage = state.stage
    if not isinstance(stage, Playing) or (stage.piles and stage.trick):
        return state, []  # in the middle of a trick a covered card may be about to be turned
    played = state.rules.seats * len(stage.tricks) + len(stage.trick)
    table = CardsPlayed(stage)
    legal = table.play(moves[first : first + max(plain_cards(state.rules) - played, 0)])
    if not legal:
        return state, []
    decisions = tuple(map(sum, zip(state.decisions, table.counts, strict=True)))
    return replace(state, stage=table.stage(), decisions=decisions), legal


def plain_cards(rules: Ruleset) -> int:
    """How many cards come before those with rules of their own for the Excuse (rules §8.4, §8.5)."""
    if rules.excuse_last_trick is ExcuseLastTrick.FORCED:
        return rules.seats * (rules.layout.tricks - 2)
    return rules.seats * rules.layout.tricks - 1


class CardsPlayed:
    """A deal being played from this stage on.

    ``held`` are what each seat may choose from, ``counts`` how many cards it has played here; ``under`` the
    covered card below each face-up card (rules §14).
    """

    def __init__(self, start: Playing) -> None:
        self.start, self.leader = start, start.leader
        self.held = [start.held(seat) for seat in range(len(start.hands))]
        self.counts = [0] * len(start.hands)
        self.trick, self.tricks = list(start.trick), list(start.tricks)
        piles = [pile for own in start.piles for pile in own]
        self.under = {pile.top: pile.under for pile in piles if pile.top and pile.under}

    def play(self, moves: Iterable[Action]) -> list[int]:
        """Plays the moves up to one that is more or other than a legal card. The legal cards at each."""
        legal, held, counts = list[int](), self.held, self.counts
        opening, (led, table) = self.start.called_to_open, table_of(self.start.trick)
        called = opening.bit if opening else 0
        trick, order = self.trick, TURNS[len(held)][self.leader]
        for move in moves:
            if not isinstance(move, PlayCard) or move.show is not None or move.misere:
                break
            seat, card = order[len(trick)], move.card
            hand, bit = held[seat], card.bit
            may = first_lead_mask(hand, called) if called else legal_mask(hand, led, table)
            if not may & bit:
                break
            legal.append(may)
            trick.append(card)
            held[seat] = hand ^ bit
            counts[seat] += 1
            called = 0
            table |= bit
            if not led:
                led = LED_MASKS[card.index]
            if len(trick) == len(order):
                self.take(order, PACK[winning_bit(table, led).bit_length() - 1])
                trick, order = self.trick, TURNS[len(held)][self.leader]
                led = table = 0
        return legal

    def take(self, order: Sequence[Seat], best: Card) -> None:
        """The trick goes to who played the best card; covered cards are turned."""
        winner = order[self.trick.index(best)]
        self.tricks.append(Trick(self.leader, tuple(self.trick), winner))
        if self.under:
            for seat, card in zip(order, self.trick, strict=True):
                turned = self.under.pop(card, None)
                self.held[seat] |= turned.bit if turned else 0
        self.leader, self.trick = winner, []

    def stage(self) -> Playing:
        """The stage to which the cards have led."""
        start, called = self.start, self.start.opened.settled.called
        hands = zip(start.hands, self.held, strict=True)
        later = replace(
            start,
            hands=tuple(CardSet(hand.mask & held) for hand, held in hands if isinstance(hand, CardSet)),
            piles=tuple(
                tuple(self.pile(pile, held) for pile in own)
                for own, held in zip(start.piles, self.held, strict=False)
            ),
            leader=self.leader,
            trick=tuple(self.trick),
            tricks=tuple(self.tricks),
        )
        holder = holder_of(start.hands, called)
        if called is None or holder is None or start.partner_revealed or called.bit & self.held[holder]:
            return later
        return later.reveal(holder)

    def pile(self, pile: Pile, held: int) -> Pile:
        """What has become of a pile of the seat that holds these cards."""
        if pile.top and pile.top.bit & held:
            return pile
        if pile.top in self.under or not pile.is_covering:
            return Pile(None, pile.is_covering, pile.under)
        assert pile.under is not None, "the truth hides nothing"
        return Pile(pile.under if pile.under.bit & held else None, False)
