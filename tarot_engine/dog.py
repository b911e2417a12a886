"""The taker's step: dog, discard and slam (rules §5, §7)."""

from __future__ import annotations

from tarot_engine.actions import DiscardReason, Prepare, PrepareOptions
from tarot_engine.cards import EMPTY, Card, CardSet
from tarot_engine.errors import IllegalDiscard, Refusal
from tarot_engine.events import DiscardMade, Event, SlamAnnounced, TakerReady
from tarot_engine.legality import discard_masks
from tarot_engine.rules import Ruleset, Seat
from tarot_engine.stages import Preparing

REFUSALS = {
    DiscardReason.KING: Refusal.DISCARD_KING,
    DiscardReason.OUDLER: Refusal.DISCARD_OUDLER,
    DiscardReason.TRUMP: Refusal.DISCARD_TRUMP,
    DiscardReason.CALLED: Refusal.DISCARD_CALLED,
}


def _pool(stage: Preparing) -> CardSet:
    hand = stage.hands[stage.settled.taker]
    return hand if isinstance(hand, CardSet) else EMPTY


def options_prepare(rules: Ruleset, stage: Preparing) -> PrepareOptions:
    """What may be discarded from hand and dog together, and whether a slam may be announced."""
    if not stage.settled.contract.takes_dog:
        return PrepareOptions(0, EMPTY, EMPTY, 0, EMPTY, (), rules.may_announce_slam)
    pool, count, called = _pool(stage), rules.layout.dog, stage.settled.called
    plain, trumps, due = discard_masks(pool.mask, count, called.bit if called else 0)
    candidates = CardSet(plain | trumps)
    return PrepareOptions(
        count=count,
        candidates=candidates,
        required=CardSet(plain) if due else EMPTY,
        trumps_required=due if due > 0 else 0,
        trump_candidates=CardSet(trumps),
        refused=tuple((card, _reason(card, called)) for card in pool - candidates),
        slam_allowed=rules.may_announce_slam,
    )


def _reason(card: Card, called: Card | None) -> DiscardReason:
    if card.is_king:
        return DiscardReason.KING
    if card.is_oudler:
        return DiscardReason.OUDLER
    return DiscardReason.CALLED if card is called else DiscardReason.TRUMP


def decide_prepare(rules: Ruleset, stage: Preparing, seat: Seat, action: Prepare) -> tuple[Event, ...]:
    """The discard and the announcement. Raises IllegalDiscard."""
    options = options_prepare(rules, stage)
    if action.slam and not options.slam_allowed:
        raise IllegalDiscard(Refusal.SLAM_NOT_OFFERED)
    slam = (SlamAnnounced(seat),) if action.slam else ()
    if not options.count:
        if action.discard is not None:
            raise IllegalDiscard(Refusal.DISCARD_NOT_DUE)
        return (*slam, TakerReady(seat))
    discard = _checked(options, _pool(stage), action.discard)
    return (*slam, DiscardMade(seat, discard, discard.trumps))


def _checked(options: PrepareOptions, pool: CardSet, discard: CardSet | None) -> CardSet:
    """The discard, once every rule of rules §5 holds."""
    if discard is None:
        raise IllegalDiscard(Refusal.DISCARD_MISSING, count=options.count)
    if not discard <= pool:
        raise IllegalDiscard(Refusal.DISCARD_NOT_HELD)
    if len(discard) != options.count:
        raise IllegalDiscard(Refusal.DISCARD_COUNT, count=options.count, given=len(discard))
    for card, reason in options.refused:
        if card in discard:
            raise IllegalDiscard(REFUSALS[reason], card=card)
    if not options.required <= discard:
        raise IllegalDiscard(Refusal.DISCARD_TRUMP, trumps=options.trumps_required)
    return discard
