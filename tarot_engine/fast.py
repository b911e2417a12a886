"""The fast core: tricks on plain ints, no object per card (rules §8-§11).

Legality, the winner of a trick, the count and the score are the event engine's own functions. A set of cards
is an int with bit ``Card.index`` per card; a card is a set of one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tarot_engine.cards import EXCUSE_MASK
from tarot_engine.count import counted, petit_au_bout
from tarot_engine.legality import LED_MASKS, excuse_takes_slam, first_lead_mask, legal_mask, winning_bit
from tarot_engine.rules import LAYOUTS, Contract, Ruleset, Seat
from tarot_engine.scoring import (
    ExcuseFate,
    contract_points,
    excuse_fate,
    is_made,
    petit_points,
    settle_excuse,
    slam_points,
    split,
)

Chooser = Callable[[int, int, int, int], int]
"""Picks a card: seat, its legal cards, the suit led (0: none yet), the cards on the table."""

LED_BY: Final = {1 << index: mask for index, mask in enumerate(LED_MASKS)}
"""By card: the cards that follow it when it sets the suit."""
TURNS: Final = {n: [tuple((leader + i) % n for i in range(n)) for leader in range(n)] for n in LAYOUTS}
"""By number of seats and leader: the seats in the order they play."""


@dataclass(slots=True)
class Tricks:
    """A deal being played, all hands known; ``play_out`` changes it in place.

    ``attack`` says of each seat whether it is with the taker. ``called`` is the called card while the first
    lead of a deal at 5 seats is to come, else 0. ``trick`` are the cards on the table in the order played.
    ``taken`` are the cards of the attack's complete tricks, ``last`` and ``before`` those of the last two
    tricks; ``excuse`` is who played it and in which trick (from 0), once complete.
    """

    hands: list[int] = field(repr=False)
    attack: Sequence[bool] = field(repr=False)
    leader: Seat
    called: int = 0
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

    def take(self, led: int, table: int, number: int) -> None:
        """The complete trick goes to its winner; ``number`` is how many tricks the deal has."""
        trick, seats, leader = self.trick, len(self.hands), self.leader
        winner = (leader + trick.index(winning_bit(table, led))) % seats
        if table & EXCUSE_MASK:
            if excuse_takes_slam(trick[0], self.own_tricks(leader), number):
                winner = leader
            self.excuse = ((leader + trick.index(EXCUSE_MASK)) % seats, len(self.winners))
        if self.attack[winner]:
            self.taken |= table
            self.attack_tricks += 1
        self.before, self.last = self.last, table
        self.winners.append(winner)
        self.leader = winner
        self.trick = []


def play_out(tricks: Tricks, number: int, choose: Chooser) -> list[int]:
    """Plays the rest of a deal of ``number`` tricks; every card played, in order.

    The hot loop of bench and robots: everything a card needs is a local.
    """
    hands, played = tricks.hands, list[int]()
    turns = TURNS[len(hands)]
    led, table = tricks.table()
    called = tricks.called
    while len(tricks.winners) < number:
        trick = tricks.trick
        for seat in turns[tricks.leader][len(trick) :]:
            hand = hands[seat]
            legal = first_lead_mask(hand, called) if called else legal_mask(hand, led, table)
            called = 0
            card = legal if not legal & legal - 1 else choose(seat, legal, led, table)
            hands[seat] = hand ^ card
            table |= card
            trick.append(card)
            led = led or LED_BY[card]
        played += trick
        tricks.take(led, table, number)
        led = table = 0
    tricks.called = 0
    return played


@dataclass(frozen=True, slots=True)
class Result:
    """The count and score of a deal: the attack's half-points and oudlers, each seat's points."""

    half_points: int
    oudlers: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What beside the tricks decides the score.

    ``kept`` are the attack's cards beside its tricks: the discard, or the dog of a garde sans.
    ``handfuls`` is the sum of the handfuls' values.
    """

    taker: Seat
    partner: Seat | None
    contract: Contract
    kept: int = field(repr=False)
    handfuls: int = 0
    slam: bool = False


def settled_excuse(rules: Ruleset, tricks: Tricks) -> tuple[ExcuseFate, int]:
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
        rule=rules.excuse_last_trick,
    )
    return fate, settle_excuse(by_attack, won, fate)


def result_of(rules: Ruleset, tricks: Tricks, stakes: Stakes) -> Result:
    """The count and the score once all is played (rules §10, §11), misères left out."""
    fate, moved = settled_excuse(rules, tricks)
    half_points, oudlers = counted(tricks.taken | stakes.kept, moved)
    multiplier = stakes.contract.multiplier
    petit = petit_au_bout(tricks.last, tricks.before, tricks.attack[tricks.winners[-1]], fate)
    points = (
        contract_points(half_points, oudlers, multiplier)
        + petit_points(petit, multiplier)
        + (stakes.handfuls if is_made(half_points, oudlers) else -stakes.handfuls)
        + slam_points(
            rules, stakes.slam, tricks.attack_tricks == len(tricks.winners), tricks.attack_tricks == 0
        )
    )
    scores = split(rules.seats, stakes.taker, stakes.partner, points, rules.split5)
    return Result(half_points, oudlers, tuple(scores))
