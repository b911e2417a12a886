"""The auction and the call of a card (rules §3, §4)."""

from __future__ import annotations

from tarot_engine.actions import Bid, BidOptions, CallCard, CallOptions
from tarot_engine.cards import RANK_MASKS, CardSet
from tarot_engine.errors import IllegalBid, IllegalCall, Refusal
from tarot_engine.events import BidPlaced, CardCalled, Event
from tarot_engine.rules import Contract, Ruleset, Seat
from tarot_engine.stages import Bidding, Calling


def best_bid(bids: tuple[Contract | None, ...]) -> Contract | None:
    """The highest contract bid so far."""
    return max((bid for bid in bids if bid is not None), default=None)


def options_bid(rules: Ruleset, stage: Bidding) -> BidOptions:
    """Pass, or any contract of the table above the best so far (rules §3)."""
    return BidOptions((None, *bids_above(rules.contracts, best_bid(stage.bids))), rules.may_bid_slam)


def bids_above(contracts: tuple[Contract, ...], best: Contract | None) -> tuple[Contract, ...]:
    """The contracts of the table above the best so far (rules §3)."""
    return tuple(contract for contract in contracts if best is None or best < contract)


def decide_bid(rules: Ruleset, stage: Bidding, seat: Seat, action: Bid) -> tuple[Event, ...]:
    """The bid. Raises IllegalBid."""
    options = options_bid(rules, stage)
    if action.contract not in options.bids:
        offered = action.contract in rules.contracts
        raise IllegalBid(
            Refusal.BID_TOO_LOW if offered else Refusal.BID_NOT_OFFERED, best=best_bid(stage.bids)
        )
    if action.slam and (action.contract is None or not options.slam_allowed):
        raise IllegalBid(Refusal.SLAM_NOT_OFFERED)
    return (BidPlaced(seat, action.contract, action.slam),)


def callable_mask(hand: int, *, lower: bool, own: bool) -> int:
    """The cards a taker holding ``hand`` may call (rules §4): kings; queens too when holding four kings; ...

    ``lower`` allows queens and below, ``own`` a card of one's own hand; who holds all of them calls one.
    """
    allowed = 0
    for rank in (14, 13, 12, 11):
        allowed |= RANK_MASKS[rank]
        if RANK_MASKS[rank] & ~hand or not lower:
            break
    return allowed if own else allowed & ~hand or allowed


def options_call(rules: Ruleset, stage: Calling) -> CallOptions:
    """What the taker may call, from the cards he holds: those of a shown dog are his (rules §4)."""
    hand = stage.hands[stage.settled.taker]
    mask = hand.mask if isinstance(hand, CardSet) else 0
    return CallOptions(CardSet(callable_mask(mask, lower=rules.call_lower, own=rules.allow_self_call)))


def decide_call(rules: Ruleset, stage: Calling, action: CallCard) -> tuple[Event, ...]:
    """The call. Raises IllegalCall."""
    if action.card not in options_call(rules, stage).cards:
        raise IllegalCall(Refusal.CALL_NOT_ALLOWED)
    return (CardCalled(action.card),)
