"""The fast core: tricks on plain ints, no object per card (rules §8-§12, §14).

Legality, the winner of a trick, the count and the score are the event engine's own functions. A set of cards
is an int with bit ``Card.index`` per card; a card is a set of one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tarot_engine.cards import EXCUSE_MASK
from tarot_engine.count import counted, petit_au_bout
from tarot_engine.legality import (
    LED_MASKS,
    excuse_takes_slam,
    excuse_trick,
    first_lead_mask,
    is_slam_alive,
    legal_mask,
    may_excuse_win,
    winning_bit,
)
from tarot_engine.rules import LAYOUTS, Contract, Misere, Ruleset, Seat
from tarot_engine.scoring import (
    ExcuseFate,
    contract_points,
    excuse_fate,
    is_made,
    misere_bonuses,
    petit_points,
    settle_excuse,
    slam_points,
    split_points,
)

Chooser = Callable[[int, int, int, int], int]
"""Picks a card: seat, its legal cards, the suit led (0: none yet), the cards on the table."""

LED_BY: Final = {1 << index: mask for index, mask in enumerate(LED_MASKS)}
"""By card: the cards that follow it when it sets the suit."""
TURNS: Final = {n: [tuple((leader + i) % n for i in range(n)) for leader in range(n)] for n in LAYOUTS}
"""By number of seats and leader: the seats in the order they play."""


@dataclass(slots=True)
class Tricks:
    """A deal being played, all cards known; ``play_out`` changes it in place.

    ``hands`` are what each seat may choose from, its face-up cards included; ``under`` the covered card that
    each face-up card still lies on (rules §14). ``attack`` says of each seat whether it is with the taker,
    ``slam`` whether he announced it. ``called`` is the called card while the first lead of a deal at 5 seats
    is to come, else 0. ``trick`` are the cards on the table in the order played. ``taken`` are the cards of
    the attack's complete tricks, ``last`` and ``before`` those of the last two tricks; ``excuse`` is who
    played it and in which trick (from 0), once complete.
    """

    rules: Ruleset
    hands: list[int] = field(repr=False)
    attack: Sequence[bool] = field(repr=False)
    taker: Seat
    leader: Seat
    called: int = 0
    slam: bool = False
    under: dict[int, int] = field(default_factory=dict, repr=False)
    trick: list[int] = field(default_factory=list)
    winners: list[Seat] = field(default_factory=list)
    attack_tricks: int = 0
    taken: int = 0
    last: int = 0
    before: int = 0
    excuse: tuple[Seat, int] | None = None

    def table(self) -> tuple[int, int]:
        """The suit led (0: none yet) and the cards on the table."""
        led = table = 0
        for card in self.trick:
            led = led or LED_BY[card]
            table |= card
        return led, table

    def own_tricks(self, seat: Seat) -> int:
        """How many tricks the side of this seat has taken."""
        return self.attack_tricks if self.attack[seat] else len(self.winners) - self.attack_tricks

    def take(self, order: Sequence[Seat], led: int, table: int) -> None:
        """The complete trick, whose seats played in this order, goes to its winner.

        Covered cards whose face-up card has gone are turned.
        """
        trick = self.trick
        winner = order[trick.index(winning_bit(table, led))]
        if table & EXCUSE_MASK:
            if self.is_slam_excuse(order[0]):
                winner = order[0]
            self.excuse = (order[trick.index(EXCUSE_MASK)], len(self.winners))
        if self.attack[winner]:
            self.taken |= table
            self.attack_tricks += 1
        self.before, self.last = self.last, table
        self.winners.append(winner)
        if self.under:
            self.turn(order)
        self.leader = winner
        self.trick = []

    def is_slam_excuse(self, leader: Seat) -> bool:
        """Whether the complete trick's leader wins it with the Excuse (rules §8.4)."""
        if not excuse_takes_slam(self.trick[0], self.own_tricks(leader), self.rules.layout.tricks):
            return False
        return may_excuse_win(self.rules, self.slam, by_attack=self.attack[leader])

    def turn(self, order: Sequence[Seat]) -> None:
        """Turns the cards that lay under those of the complete trick (rules §14)."""
        for seat, card in zip(order, self.trick, strict=True):
            self.hands[seat] |= self.under.pop(card, 0)


def play_out(tricks: Tricks, choose: Chooser) -> list[int]:
    """Plays the rest of a deal; every card played, in order."""
    number, due = tricks.rules.layout.tricks, excuse_trick(tricks.rules)
    if due is None:
        return play_tricks(tricks, number, choose)
    played = play_tricks(tricks, due, choose)
    if len(tricks.winners) == due:
        played += play_tricks(tricks, due + 1, with_excuse_due(tricks, choose))
    return played + play_tricks(tricks, number, choose)


def with_excuse_due(tricks: Tricks, choose: Chooser) -> Chooser:
    """As ``choose``, but whoever still holds the Excuse plays it, unless a slam is alive (rules §8.5)."""
    holder = next((seat for seat, hand in enumerate(tricks.hands) if hand & EXCUSE_MASK), None)
    if holder is None or is_slam_alive(tricks.rules, tricks.slam, tricks.taker, holder, tricks.winners):
        return choose
    return lambda seat, legal, led, table: legal & EXCUSE_MASK or choose(seat, legal, led, table)


def play_tricks(tricks: Tricks, number: int, choose: Chooser) -> list[int]:
    """Plays until ``number`` tricks are complete, no Excuse being due; every card played, in order.

    The hot loop of bench and robots: everything a card needs is a local.
    """
    hands, played = tricks.hands, list[int]()
    turns = TURNS[len(hands)]
    led, table = tricks.table()
    called = tricks.called
    while len(tricks.winners) < number:
        trick, order = tricks.trick, turns[tricks.leader]
        for seat in order[len(trick) :] if trick else order:
            hand = hands[seat]
            if called:
                legal, called = first_lead_mask(hand, called), 0
            else:
                legal = legal_mask(hand, led, table)
            card = legal if not legal & legal - 1 else choose(seat, legal, led, table)
            hands[seat] = hand ^ card
            table |= card
            trick.append(card)
            led = led or LED_BY[card]
        played += trick
        tricks.take(order, led, table)
        led = table = 0
    tricks.called = 0
    return played


@dataclass(frozen=True, slots=True)
class Result:
    """The count and score of a deal: the attack's half-points and oudlers, each seat's points."""

    half_points: int
    oudlers: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stakes:
    """What beside the tricks decides the score.

    ``kept`` are the attack's cards beside its tricks: the discard, or the dog of a garde sans.
    ``handfuls`` is the sum of the handfuls' values; ``miseres`` are who declared which.
    """

    partner: Seat | None
    contract: Contract
    kept: int = field(repr=False)
    handfuls: int = 0
    miseres: tuple[tuple[Seat, Misere], ...] = ()


def settled_excuse(tricks: Tricks) -> tuple[ExcuseFate, int]:
    """The Excuse's fate and the oudler (+1, 0, -1) it moves to the attack, once all is over (rules §8.4)."""
    if tricks.excuse is None:
        return ExcuseFate.NOT_PLAYED, 0
    seat, number = tricks.excuse
    winner, is_last = tricks.winners[number], number == len(tricks.winners) - 1
    by_attack, won = tricks.attack[seat], tricks.attack[winner]
    fate = excuse_fate(
        own_side_won=by_attack == won,
        is_last=is_last,
        wins_slam=is_last and winner == seat,
        own_side_won_all=tricks.own_tricks(seat) == len(tricks.winners),
        rule=tricks.rules.excuse_last_trick,
    )
    return fate, settle_excuse(by_attack, won, fate)


def result_of(tricks: Tricks, stakes: Stakes) -> Result:
    """The count and the score once all is played (rules §10-§12)."""
    rules, taker, partner = tricks.rules, tricks.taker, stakes.partner
    fate, moved = settled_excuse(tricks)
    half_points, oudlers = counted(tricks.taken | stakes.kept, moved)
    multiplier = stakes.contract.multiplier
    petit = petit_au_bout(tricks.last, tricks.before, tricks.attack[tricks.winners[-1]], fate)
    points = (
        contract_points(half_points, oudlers, multiplier)
        + petit_points(petit, multiplier)
        + (stakes.handfuls if is_made(half_points, oudlers) else -stakes.handfuls)
        + slam_points(
            rules, tricks.slam, tricks.attack_tricks == len(tricks.winners), tricks.attack_tricks == 0
        )
    )
    miseres = misere_bonuses(rules, taker, partner, stakes.miseres) if stakes.miseres else ()
    return Result(half_points, oudlers, split_points(rules, taker, partner, points, miseres)[1])
