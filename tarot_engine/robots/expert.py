"""A strong player: it tries its choices in many deals that agree with all it has seen.

It sees a ``SeatView`` only. With a fixed number of samples its answers follow from its dice; with a clock it
thinks for its budget.
"""

from __future__ import annotations

from random import Random

from tarot_engine.actions import (
    Action,
    Bid,
    BidOptions,
    CallCard,
    CallOptions,
    CutOptions,
    DealOutOptions,
    PlayCard,
    PlayOptions,
    Prepare,
    PrepareOptions,
)
from tarot_engine.bidding import callable_mask
from tarot_engine.cards import CardSet, half_points_of
from tarot_engine.defaults import default_for
from tarot_engine.fast import LED_BY
from tarot_engine.robots.expert_piles import ExpertForTwo
from tarot_engine.robots.expert_search import Clock, Limit, best_by_trials
from tarot_engine.robots.expert_trial import Trial, whole_deal
from tarot_engine.robots.prudent_bid import LIMITS, best_call, hand_value
from tarot_engine.robots.prudent_dog import discards
from tarot_engine.robots.prudent_play import choose_card, handful, only
from tarot_engine.robots.prudent_seen import seen_from
from tarot_engine.robots.sampling import Sampler, World
from tarot_engine.rules import Contract
from tarot_engine.view import SeatView

SAMPLES = 60
MOST_SAMPLES = 2000
DISCARDS = 6
THINKING = 0.98
"""The part of the budget for trials; the rest is for what surrounds them."""
TRIED = (Contract.GARDE, Contract.GARDE_SANS, Contract.GARDE_CONTRE)
HOPELESS = 14
"""A hand that far below a petite is passed without trials."""
BID_FROM = {Contract.GARDE: 8.0, Contract.GARDE_SANS: 75.0, Contract.GARDE_CONTRE: 110.0}
PETITE_FROM = -8.0
"""Mean points per defender from which a contract is bid; a petite, from so many in garde."""


def choose_expert(
    view: SeatView,
    dice: Random,
    *,
    clock: Clock | None = None,
    budget: float = 1.0,
    samples: int | None = None,
) -> Action:
    """The answer, within ``budget`` seconds of ``clock`` and ``samples`` worlds.

    Without a clock, 60 worlds unless told otherwise. Raises WrongStage when nothing is asked of the seat.
    """
    if clock is None:
        limit = Limit(samples or SAMPLES)
    else:
        limit = Limit(samples or MOST_SAMPLES, clock, clock() + THINKING * budget)
    match view.options:
        case CutOptions() | DealOutOptions():
            return default_for(view)
        case BidOptions() as options:
            return Expert(view, dice, limit).bid(options)
        case CallOptions() as options:
            return Expert(view, dice, limit).call(options)
        case PrepareOptions() as options:
            return Expert(view, dice, limit).prepare(options)
        case PlayOptions() as options:
            return Expert(view, dice, limit).play(options)
        case _:
            return default_for(view)


def choose_steadily(view: SeatView) -> Action:
    """The answer from dice that follow from the view: always the same, in about 60 ms. Raises WrongStage."""
    dice = Random(f"{view.commitment.game_id}|{view.seed_index}|{view.seat}|{view.decision}")
    return choose_expert(view, dice)


class Expert:
    """One decision."""

    def __init__(self, view: SeatView, dice: Random, limit: Limit) -> None:
        self.view, self.dice, self.limit = view, dice, limit
        self.seen = seen_from(view)

    def sampler(self) -> Sampler:
        """Worlds as this seat may imagine them."""
        return Sampler(self.view, self.seen, self.dice)

    def play(self, options: PlayOptions) -> PlayCard:
        """The card with the best mean score."""
        cards = self.candidates(options.cards.mask)
        best = cards[0]
        if len(cards) > 1:
            thumb = choose_card(self.view, self.seen, options.cards.mask)
            cards.sort(key=lambda card: card != thumb)
            trial = Trial(self.view, self.seen)
            best = next(iter(best_by_trials(cards, self.sampler().world, trial.score, self.limit)))
        return PlayCard(only(best), handful(self.view, options.handful), options.miseres)

    def candidates(self, legal: int) -> list[int]:
        """The cards to try: of those that come to the same, one in hand and one that turns another (§14)."""
        out = self.seen.unseen | CardSet.from_cards(card for _, card in self.view.trick).mask
        covering = self.seen.covering & legal
        return different(legal ^ covering, out) + different(covering, out)

    def bid(self, options: BidOptions) -> Bid:
        """The contract that trials promise most for; petite where garde would be about even."""
        hand, rules = self.view.hand, self.view.rules
        if rules.seats == 2:
            return Bid(ExpertForTwo(self.view, self.sampler().world, self.limit).bid(options))
        if hand_value(hand.mask) < LIMITS[rules.seats][Contract.PETITE] - HOPELESS:
            return Bid(None)
        called = 0
        if rules.seats == 5:
            allowed = callable_mask(hand.mask, lower=rules.call_lower, own=rules.allow_self_call)
            called = best_call(hand, CardSet(allowed)).bit

        def score(world: World, number: int) -> int:
            return self.taken(world, called, TRIED[number])

        means = best_by_trials(range(len(TRIED)), self.sampler().world, score, self.limit)
        worth = {TRIED[number]: mean for number, mean in means.items()}
        return Bid(self.choice(options, worth))

    def choice(self, options: BidOptions, worth: dict[Contract, float]) -> Contract | None:
        """The bid, from what each tried contract would bring per defender; None passes."""
        for contract in sorted(worth, key=worth.__getitem__, reverse=True):
            if worth[contract] >= BID_FROM[contract] and contract in options.bids:
                return contract
        garde = worth.get(Contract.GARDE, max(worth.values()))
        return Contract.PETITE if garde >= PETITE_FROM and Contract.PETITE in options.bids else None

    def call(self, options: CallOptions) -> CallCard:
        """The card that trials promise most for, one's own only when there is no other."""
        contract = self.view.contract
        assert contract is not None
        cards = (options.cards - self.view.hand) or options.cards
        first = best_call(self.view.hand, options.cards).bit
        bits = sorted((card.bit for card in cards), key=lambda bit: bit != first)

        def score(world: World, card: int) -> int:
            return self.taken(world, card, contract)

        return CallCard(only(next(iter(best_by_trials(bits, self.sampler().world, score, self.limit)))))

    def taken(self, world: World, called: int, contract: Contract) -> int:
        """Points per defender if I take in this world, whose cards aside are the dog."""
        view, taker = self.view, self.seen.seat
        hands, kept = list(world.hands), 0
        if contract.takes_dog:
            pool = hands[taker] | world.aside
            kept = discards(pool, pool.bit_count() - view.rules.layout.hand, called)[0]
            hands[taker] = pool & ~kept
        elif contract is Contract.GARDE_SANS:
            kept = world.aside
        assert view.dealer is not None
        return whole_deal(view.rules, hands, taker, view.dealer, called, contract=contract, kept=kept)

    def prepare(self, options: PrepareOptions) -> Prepare:
        """The best of the prudent robot's first discards."""
        view, taker = self.view, self.seen.seat
        assert view.dealer is not None
        assert view.contract is not None
        if not options.count:
            return Prepare(None)
        if view.rules.seats == 2:
            return Prepare(CardSet(ExpertForTwo(view, self.sampler().world, self.limit).discard(options)))
        pool, dealer, contract = view.hand.mask, view.dealer, view.contract
        ideas = discards(pool, options.count, self.seen.called)[:DISCARDS]

        def score(world: World, discard: int) -> int:
            hands = list(world.hands)
            hands[taker] = pool & ~discard
            return whole_deal(
                view.rules, hands, taker, dealer, self.seen.called, contract=contract, kept=discard
            )

        return Prepare(CardSet(next(iter(best_by_trials(ideas, self.sampler().world, score, self.limit)))))


def different(legal: int, out: int) -> list[int]:
    """The legal cards, lowest first, without those that come to the same as a lower one.

    Two cards of one suit and value do when no card that is ``out`` lies between them.
    """
    kept, last = [], 0
    for card in (card.bit for card in CardSet(legal)):
        between = card - (last << 1) if last else 0
        same_suit = last and LED_BY[last] == LED_BY[card]
        if not same_suit or between & out or half_points_of(card) != half_points_of(last):
            kept.append(card)
        last = card
    return kept
