"""Whole random deals on the fast core: shuffle, auction, call, discard, announcements, play, score.

Every choice is uniform among the legal ones, except that one chance in four announces what may be announced,
as ``robots.dice`` does. The shuffle is that of ``random``, for benches and tests only: real games draw from
the seed chain of ``shuffle``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tarot_engine.bidding import bids_above, callable_mask
from tarot_engine.cards import EXCUSE_MASK, TRUMPS_MASK
from tarot_engine.fast import TURNS, Chooser, Result, Stakes, Tricks, play_out, result_of
from tarot_engine.legality import discard_masks, handful_reach, is_petit_sec
from tarot_engine.rules import Contract, HandfulLevel, Ruleset, Seat
from tarot_engine.scoring import handful_value
from tarot_engine.variants import (
    Auction,
    CallTiming,
    ExcuseLastTrick,
    MisereScheme,
    PetitSec,
    SlamExcuse,
    SlamWindow,
)

BITS: Final = tuple(1 << index for index in range(78))
ANNOUNCES: Final = 0.25
Show = tuple[Seat, HandfulLevel, int]


@dataclass(slots=True)
class FastDeal:
    """One deal from the shuffle to the score, filled in on the way; sets of cards and cards are ints.

    ``played`` are all cards in order, ``shows`` the handfuls. ``taker`` is None when the deal was void: all
    passed, or a lone Petit (then ``bids`` is empty); nothing follows then.
    """

    dealer: Seat
    hands: tuple[int, ...] = field(repr=False)
    dog: int = field(repr=False)
    bids: tuple[Contract | None, ...] = ()
    taker: Seat | None = None
    called: int = 0
    discard: int | None = field(default=None, repr=False)
    slam: bool = False
    shows: tuple[Show, ...] = field(default=(), repr=False)
    played: list[int] = field(default_factory=list, repr=False)
    winners: list[Seat] = field(default_factory=list)
    result: Result | None = None


def pick(cards: int, random: Callable[[], float]) -> int:
    """One card of a set, each as likely; ``random`` gives numbers in [0, 1)."""
    for _ in range(int(random() * cards.bit_count())):
        cards &= cards - 1
    return cards & -cards


def sample(cards: int, count: int, random: Callable[[], float]) -> int:
    """That many cards of a set, each choice as likely."""
    rest = cards
    for _ in range(count):
        rest ^= pick(rest, random)
    return cards ^ rest


def random_chooser(random: Callable[[], float]) -> Chooser:
    """Plays any legal card, each as likely (``pick``, written out: it is called for every card)."""

    def choose(seat: Seat, legal: int, led: int, table: int) -> int:
        skip = int(random() * legal.bit_count())
        while skip:
            legal &= legal - 1
            skip -= 1
        return legal & -legal

    return choose


def is_played(rules: Ruleset) -> bool:
    """Whether the fast core plays every option of these rules as the event engine does."""
    return (
        rules.seats > 2
        and rules.auction is Auction.SINGLE
        and rules.call_timing is CallTiming.BEFORE_CHIEN
        and rules.slam_excuse is SlamExcuse.ON
        and rules.excuse_last_trick is not ExcuseLastTrick.FORCED
        and rules.slam_window is SlamWindow.AFTER_AUCTION
        and rules.misere is MisereScheme.OFF
    )


class RandomDeals:
    """Deals of these rules, one after the other, from these dice.

    Raises ValueError for the game for two and for options the fast core does not play.
    """

    def __init__(self, rules: Ruleset, dice: Random) -> None:
        if not is_played(rules):
            raise ValueError("the fast core does not play these rules")
        self.rules, self.random = rules, dice.random
        self.seats, self.size, self.tricks = rules.seats, rules.layout.hand, rules.layout.tricks
        self.choose = random_chooser(dice.random)
        self.bids = {best: (None, *bids_above(rules.contracts, best)) for best in (None, *rules.contracts)}

    def deal(self) -> FastDeal:
        """The next deal, played to its score unless it is void."""
        random, seats, size = self.random, self.seats, self.size
        pack = sorted(BITS, key=lambda _: random())
        hands = [sum(pack[start : start + size]) for start in range(0, seats * size, size)]
        deal = FastDeal(int(random() * seats), tuple(hands), sum(pack[seats * size :]))
        if self.rules.petit_sec is PetitSec.VOID and any(map(is_petit_sec, hands)):
            return deal
        deal.bids, taker, contract = self.auction(deal.dealer)
        if contract is not None:
            self.play(deal, taker, contract)
        return deal

    def auction(self, dealer: Seat) -> tuple[tuple[Contract | None, ...], Seat, Contract | None]:
        """All bids, and the best one with its seat; the contract is None when all passed (rules §3)."""
        bids, taker, best = list[Contract | None](), dealer, None
        for seat in TURNS[self.seats][(dealer + 1) % self.seats]:
            choices = self.bids[best]
            bid = choices[int(self.random() * len(choices))]
            bids.append(bid)
            if bid is not None:
                taker, best = seat, bid
                if bid is Contract.GARDE_CONTRE:
                    break
        return tuple(bids), taker, best

    def play(self, deal: FastDeal, taker: Seat, contract: Contract) -> None:
        """The deal from the contract on (rules §4-§11)."""
        hands, rules = list(deal.hands), self.rules
        deal.taker, kept = taker, 0
        if self.seats == 5:
            deal.called = self.call(hands[taker])
        partner = next(
            (seat for seat in range(self.seats) if hands[seat] & deal.called and seat != taker), None
        )
        if contract.takes_dog:
            pool = hands[taker] | deal.dog
            deal.discard = kept = self.discard(pool, deal.dog.bit_count(), deal.called)
            hands[taker] = pool ^ kept
        elif contract is Contract.GARDE_SANS:
            kept = deal.dog
        deal.slam = rules.slam and self.random() < ANNOUNCES
        deal.shows = self.handfuls(hands, taker, (deal.discard or 0) & TRUMPS_MASK)
        attack = [seat in (taker, partner) for seat in range(self.seats)]
        leader = taker if deal.slam else (deal.dealer + 1) % self.seats
        tricks = Tricks(hands, attack, leader, deal.called)
        deal.played, deal.winners = play_out(tricks, self.tricks, self.choose), tricks.winners
        stakes = Stakes(
            taker=taker,
            partner=partner,
            contract=contract,
            kept=kept,
            handfuls=sum(handful_value(rules, level) for _, level, _ in deal.shows),
            slam=deal.slam,
        )
        deal.result = result_of(rules, tricks, stakes)

    def call(self, hand: int) -> int:
        """A card the taker may call (rules §4)."""
        return pick(
            callable_mask(hand, lower=self.rules.call_lower, own=self.rules.allow_self_call), self.random
        )

    def discard(self, pool: int, count: int, called: int) -> int:
        """A legal discard (rules §5)."""
        plain, trumps, due = discard_masks(pool, count, called)
        if due <= 0:
            return sample(plain, count, self.random)
        return plain | sample(trumps, due, self.random)

    def handfuls(self, hands: list[int], taker: Seat, discarded: int) -> tuple[Show, ...]:
        """The handfuls shown (rules §6); the taker's ``discarded`` trumps count."""
        if not self.rules.handful:
            return ()
        smallest, shows = self.rules.handful_sizes[0] - 1, list[Show]()
        for seat, hand in enumerate(hands):
            trumps = hand & TRUMPS_MASK | (discarded if seat == taker else 0)
            if trumps.bit_count() >= smallest and self.random() < ANNOUNCES:
                shows += self.handful(seat, trumps, bool(hand & EXCUSE_MASK))
        return tuple(shows)

    def handful(self, seat: Seat, trumps: int, has_excuse: bool) -> list[Show]:
        """One of the handfuls within reach, if any."""
        within = list[Show]()
        for level, size in zip(HandfulLevel, self.rules.handful_sizes, strict=True):
            reached, needs_excuse = handful_reach(trumps.bit_count(), has_excuse, size)
            if needs_excuse:
                within.append((seat, level, trumps | EXCUSE_MASK))
            elif reached:
                within.append((seat, level, sample(trumps, size, self.random)))
        return [within[int(self.random() * len(within))]] if within else []
