"""Choices at random on plain ints: a card, the bids, a discard, what is announced.

Each is uniform among the legal ones, except that whatever may be announced is, by itself, one time in four.
``random`` gives numbers in [0, 1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tarot_engine.auction import next_speaker
from tarot_engine.bidding import bids_above
from tarot_engine.cards import EXCUSE_MASK, TRUMPS_MASK
from tarot_engine.fast import Chooser
from tarot_engine.legality import discard_masks, handful_reach, miseres_of
from tarot_engine.robots.dice import ANNOUNCES
from tarot_engine.rules import Contract, HandfulLevel, Misere, Ruleset, Seat

Draw = Callable[[], float]
Show = tuple[Seat, HandfulLevel, int]
"""A handful: its seat, its level and the cards shown."""


def pick(cards: int, random: Draw) -> int:
    """One card of a set, each as likely."""
    for _ in range(int(random() * cards.bit_count())):
        cards &= cards - 1
    return cards & -cards


def sample(cards: int, count: int, random: Draw) -> int:
    """That many cards of a set, each choice as likely."""
    rest = cards
    for _ in range(count):
        rest ^= pick(rest, random)
    return cards ^ rest


def random_chooser(random: Draw) -> Chooser:
    """Plays any legal card, each as likely (``pick``, written out: it is called for every card)."""

    def choose(seat: Seat, legal: int, led: int, table: int) -> int:
        skip = int(random() * legal.bit_count())
        while skip:
            legal &= legal - 1
            skip -= 1
        return legal & -legal

    return choose


def discard(pool: int, count: int, called: int, random: Draw) -> int:
    """A legal discard (rules §5)."""
    plain, trumps, due = discard_masks(pool, count, called)
    if due <= 0:
        return sample(plain, count, random)
    return plain | sample(trumps, due, random)


class Choices:
    """What seats say at this table, from these dice."""

    def __init__(self, rules: Ruleset, random: Draw) -> None:
        self.rules, self.random = rules, random
        self.bids = {best: (None, *bids_above(rules.contracts, best)) for best in (None, *rules.contracts)}

    def auction(self, dealer: Seat) -> tuple[list[Contract | None], list[bool], Seat, Contract | None]:
        """All bids (rules §3); which of them announce the slam, where that is done so; taker and contract."""
        rules, random, may_slam = self.rules, self.random, self.rules.may_bid_slam
        bids, slams = list[Contract | None](), list[bool]()
        taker, best, choices = dealer, None, self.bids[None]
        while (seat := next_speaker(rules, dealer, bids)) is not None:
            bid = choices[int(random() * len(choices))]
            bids.append(bid)
            if bid is not None:
                taker, best, choices = seat, bid, self.bids[bid]
            if may_slam:
                slams.append(bid is not None and random() < ANNOUNCES)
        return bids, slams, taker, best

    def handfuls(self, hands: Sequence[int], taker: Seat, discarded: int) -> tuple[Show, ...]:
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

    def miseres(self, hands: Sequence[int]) -> tuple[tuple[Seat, Misere], ...]:
        """The misères declared, at a table that has them (rules §12)."""
        return tuple(
            (seat, kind)
            for seat, hand in enumerate(hands)
            for kind in miseres_of(hand)
            if self.random() < ANNOUNCES
        )
