"""Whole random deals on the fast core: shuffle, auction, call, discard, announcements, play, score.

The choices are those of ``fast_choices``. The shuffle is that of ``random``, for benches and tests only: real
games draw from the seed chain of ``shuffle``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tarot_engine.bidding import callable_mask
from tarot_engine.cards import TRUMPS_MASK
from tarot_engine.fast import Result, Stakes, Tricks, play_out, result_of
from tarot_engine.fast_choices import Choices, Show, discard, pick, random_chooser
from tarot_engine.legality import first_leader, is_petit_sec
from tarot_engine.robots.dice import ANNOUNCES
from tarot_engine.rules import Contract, Misere, Ruleset, Seat
from tarot_engine.scoring import handful_value
from tarot_engine.variants import CallTiming, MisereScheme, PetitSec

BITS: Final = tuple(1 << index for index in range(78))
FastPiles = tuple[tuple[int, int], ...]
"""A seat's piles: each a covered card and the face-up card on it (rules §14)."""


@dataclass(slots=True)
class FastDeal:
    """One deal from the shuffle to the score, filled in on the way; sets of cards and cards are ints.

    ``slam_bids`` says which bids announce the slam, where that is done with the bid. ``played`` are all cards
    in order, ``shows`` the handfuls. ``taker`` is None when the deal was void: all passed, or a lone Petit
    (then ``bids`` is empty); nothing follows then.
    """

    dealer: Seat
    hands: tuple[int, ...] = field(repr=False)
    dog: int = field(repr=False)
    piles: tuple[FastPiles, ...] = field(default=(), repr=False)
    bids: Sequence[Contract | None] = ()
    slam_bids: Sequence[bool] = ()
    taker: Seat | None = None
    called: int = 0
    discard: int | None = field(default=None, repr=False)
    slam: bool = False
    shows: tuple[Show, ...] = field(default=(), repr=False)
    miseres: tuple[tuple[Seat, Misere], ...] = ()
    played: list[int] = field(default_factory=list, repr=False)
    winners: list[Seat] = field(default_factory=list)
    result: Result | None = None


class RandomDeals:
    """Deals of these rules, one after the other, from these dice."""

    def __init__(self, rules: Ruleset, dice: Random) -> None:
        self.rules, self.random = rules, dice.random
        self.seats, self.size, self.piles = rules.seats, rules.layout.hand, rules.layout.piles
        self.may_slam = rules.may_announce_slam
        self.choices = Choices(rules, dice.random)
        self.choose = random_chooser(dice.random)

    def deal(self) -> FastDeal:
        """The next deal, played to its score unless it is void."""
        deal = self.shuffled()
        if self.rules.petit_sec is PetitSec.VOID and any(map(is_petit_sec, deal.hands)):
            return deal
        deal.bids, deal.slam_bids, taker, contract = self.choices.auction(deal.dealer)
        if contract is not None:
            if deal.slam_bids:
                deal.slam = deal.slam_bids[deal.bids.index(contract)]
            self.play(deal, taker, contract)
        return deal

    def shuffled(self) -> FastDeal:
        """The next deal's dealer and cards."""
        random, seats, size = self.random, self.seats, self.size
        pack = sorted(BITS, key=lambda _: random())
        hands = [sum(pack[start : start + size]) for start in range(0, seats * size, size)]
        rest, piles = pack[seats * size :], list[FastPiles]()
        if self.piles:
            for _ in range(seats):
                piles.append(tuple(zip(rest[:size], rest[size : 2 * size], strict=True)))
                del rest[: 2 * size]
        return FastDeal(int(random() * seats), tuple(hands), sum(rest), tuple(piles))

    def play(self, deal: FastDeal, taker: Seat, contract: Contract) -> None:
        """The deal from the contract on (rules §4-§12)."""
        hands, rules = list(deal.hands), self.rules
        deal.taker, partner = taker, None
        if self.seats == 5:
            deal.called = called = self.call(deal, hands[taker], contract)
            partner = next((seat for seat in range(5) if hands[seat] & called and seat != taker), None)
        kept = self.take_dog(deal, hands, contract)
        if self.may_slam:
            deal.slam = self.random() < ANNOUNCES
        for seat, piles in enumerate(deal.piles):
            hands[seat] |= sum([top for _, top in piles])
        deal.shows = self.choices.handfuls(hands, taker, (deal.discard or 0) & TRUMPS_MASK)
        if rules.misere is not MisereScheme.OFF:
            deal.miseres = self.choices.miseres(hands)
        attack = [seat in (taker, partner) for seat in range(self.seats)]
        leader = first_leader(self.seats, deal.dealer, taker if deal.slam else None)
        tricks = Tricks(rules, hands, attack, taker, leader, deal.called, deal.slam)
        for piles in deal.piles:
            tricks.under |= {top: covered for covered, top in piles}
        deal.played, deal.winners = play_out(tricks, self.choose), tricks.winners
        handfuls = sum([handful_value(rules, level) for _, level, _ in deal.shows])
        deal.result = result_of(tricks, Stakes(partner, contract, kept, handfuls, deal.miseres))

    def call(self, deal: FastDeal, hand: int, contract: Contract) -> int:
        """A card the taker may call, before or after he sees the dog (rules §4)."""
        rules = self.rules
        if rules.call_timing is CallTiming.AFTER_CHIEN and contract.takes_dog:
            hand |= deal.dog
        return pick(callable_mask(hand, lower=rules.call_lower, own=rules.allow_self_call), self.random)

    def take_dog(self, deal: FastDeal, hands: list[int], contract: Contract) -> int:
        """The taker's dog and discard; the attack's cards beside its tricks (rules §5)."""
        taker = deal.taker
        assert taker is not None
        if not contract.takes_dog:
            return deal.dog if contract is Contract.GARDE_SANS else 0
        pool = hands[taker] | deal.dog
        deal.discard = discard(pool, deal.dog.bit_count(), deal.called, self.random)
        hands[taker] = pool ^ deal.discard
        return deal.discard
