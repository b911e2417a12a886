"""The expert in the game for two (rules §14): trial games with piles, its bid and its discard.

Half the cards lie on the table. Nobody looks under a covered card, nor into the other's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tarot_engine.actions import BidOptions, PrepareOptions
from tarot_engine.auction import next_speaker
from tarot_engine.cards import TRUMPS_MASK
from tarot_engine.fast import Chooser, Stakes, Tricks, play_out, result_of
from tarot_engine.legality import first_leader, winning_bit
from tarot_engine.robots.expert_search import Limit, best_by_trials
from tarot_engine.robots.prudent_bid import is_worth
from tarot_engine.robots.prudent_cards import follow, give, lead
from tarot_engine.robots.prudent_dog import discards
from tarot_engine.robots.prudent_seen import tops_seen
from tarot_engine.robots.sampling import World
from tarot_engine.rules import Contract, Ruleset, Seat
from tarot_engine.view import SeatView

Worlds = Callable[[], World]
DISCARDS = 8


def pile_chooser(tricks: Tricks, tops: Sequence[int], void: Sequence[int]) -> Chooser:
    """Plays as the prudent robot does, in both seats.

    ``tops`` are each seat's face-up cards now, ``void`` what plays have shown that its hand lacks.
    """
    hands, under, winners = tricks.hands, tricks.under, tricks.winners
    secret = [hand & ~top for hand, top in zip(hands, tops, strict=True)]
    may, number, taker = [~lacks for lacks in void], tricks.rules.layout.tricks, tricks.taker
    covered = sum(under.values())
    count = len(under)

    def choose(seat: Seat, legal: int, led: int, table: int) -> int:
        nonlocal covered, count
        if len(under) != count:
            covered, count = sum(under.values()), len(under)
        other = 1 - seat
        left = number - len(winners)
        if led:
            mine = hands[seat]
            if not mine & led:
                may[seat] &= ~led if mine & TRUMPS_MASK else ~(led | TRUMPS_MASK)
            return follow(legal, led, winning_bit(table, led), False, (), left)
        if table:
            return give(legal)
        theirs, kept = hands[other], secret[other]
        out = theirs & ~kept | may[other] & (theirs & kept | covered)
        return lead(legal, [out], seat == taker, left)

    return choose


class ExpertForTwo:
    """What the expert decides before the first card."""

    def __init__(self, view: SeatView, worlds: Worlds, limit: Limit) -> None:
        assert view.seat is not None
        assert view.dealer is not None
        self.view, self.worlds, self.limit = view, worlds, limit
        self.rules, self.me, self.dealer = view.rules, view.seat, view.dealer
        self.tops = tops_seen(view)

    def bid(self, options: BidOptions) -> Contract | None:
        """The bid with the best mean score, a pass included."""
        bids = options.bids

        def score(world: World, number: int) -> int:
            return self.after(world, bids[number])

        return bids[next(iter(best_by_trials(range(len(bids)), self.worlds, score, self.limit)))]

    def after(self, world: World, bid: Contract | None) -> int:
        """My points in this world after this bid."""
        taker, best = self.contract_after(world, bid)
        return 0 if best is None else self.taken(world, taker, best)

    def contract_after(self, world: World, bid: Contract | None) -> tuple[Seat, Contract | None]:
        """Who takes after this bid, and how; the other, if he may speak, bids as the prudent robot."""
        other, best, taker = 1 - self.me, bid, self.me
        said = [contract for seat, contract in self.view.bids if seat == other and contract is not None]
        bids = (*(contract for _, contract in self.view.bids), bid)
        if next_speaker(self.rules, self.dealer, bids) == other:
            said += filter(None, [worth(world.hands[other], self.rules)])
        his = max(said, default=None)
        if his is not None and (best is None or best < his):
            best, taker = his, other
        return taker, best

    def taken(self, world: World, taker: Seat, contract: Contract) -> int:
        """My points in this world if this seat takes; the cards aside are the dog."""
        hands, kept = list(world.hands), world.aside if contract is Contract.GARDE_SANS else 0
        if contract.takes_dog:
            pool = hands[taker] & ~self.tops[taker] | world.aside
            kept = discards(pool, self.rules.layout.dog, 0)[0]
            hands[taker] = (hands[taker] | world.aside) & ~kept
        return self.played(world, hands, taker, contract, kept)

    def discard(self, options: PrepareOptions) -> int:
        """The best of the prudent robot's first discards."""
        contract, pool = self.view.contract, self.view.hand.mask
        assert contract is not None

        def score(world: World, discard: int) -> int:
            hands = list(world.hands)
            hands[self.me] &= ~discard
            return self.played(world, hands, self.me, contract, discard)

        ideas = discards(pool, options.count, 0)[:DISCARDS]
        return next(iter(best_by_trials(ideas, self.worlds, score, self.limit)))

    def played(self, world: World, hands: list[int], taker: Seat, contract: Contract, kept: int) -> int:
        """My points once the deal is played with these hands."""
        attack = [seat == taker for seat in range(2)]
        tricks = Tricks(
            self.rules, hands, attack, taker, first_leader(2, self.dealer), under=dict(world.under)
        )
        play_out(tricks, pile_chooser(tricks, self.tops, (0, 0)))
        return result_of(tricks, Stakes(None, contract, kept)).scores[self.me]


def worth(hand: int, rules: Ruleset) -> Contract | None:
    """The highest contract the prudent robot would bid on a hand with its face-up cards."""
    good = [contract for contract in rules.contracts if is_worth(hand, contract, rules.seats)]
    return good[-1] if good else None
