"""Handfuls and misères, announced just before a seat's first card (rules §6, §12)."""

from __future__ import annotations

from tarot_engine.actions import HandfulChoice, HandfulOptions, PlayCard
from tarot_engine.cards import EXCUSE, EXCUSE_MASK, CardSet
from tarot_engine.errors import IllegalHandful, Refusal
from tarot_engine.events import Event, HandfulShown, MisereDeclared
from tarot_engine.legality import handful_reach, miseres_of
from tarot_engine.rules import HandfulLevel, Misere, Ruleset, Seat
from tarot_engine.stages import Playing
from tarot_engine.variants import MisereScheme


def _may_announce(stage: Playing, seat: Seat) -> bool:
    """Whether the seat is before its first card and has announced nothing."""
    return not stage.tricks and all(shown.seat != seat for shown in stage.announced)


def options_handful(rules: Ruleset, stage: Playing, seat: Seat) -> HandfulOptions | None:
    """The handfuls within the seat's reach; the taker's discarded trumps count and are shown again."""
    hand = stage.hands[seat]
    if not rules.handful or not isinstance(hand, CardSet) or not _may_announce(stage, seat):
        return None
    trumps = CardSet(stage.held(seat)).trumps
    if seat == stage.opened.settled.taker:
        trumps |= stage.opened.trumps_shown
    levels = []
    for level, size in zip(HandfulLevel, rules.handful_sizes, strict=True):
        reached, needs_excuse = handful_reach(len(trumps), bool(stage.held(seat) & EXCUSE_MASK), size)
        if reached:
            levels.append(HandfulChoice(level, size, trumps, needs_excuse))
    return HandfulOptions(tuple(levels)) if levels else None


def options_misere(rules: Ruleset, stage: Playing, seat: Seat) -> frozenset[Misere]:
    """The misères the seat's hand allows (rules §12)."""
    hand = stage.hands[seat]
    if rules.misere is MisereScheme.OFF or not isinstance(hand, CardSet) or not _may_announce(stage, seat):
        return frozenset()
    return frozenset(miseres_of(hand.mask))


def decide_announcements(rules: Ruleset, stage: Playing, seat: Seat, action: PlayCard) -> tuple[Event, ...]:
    """The handful and misères given with a first card. Raises IllegalHandful."""
    if action.show is None and not action.misere:
        return ()
    events: list[Event] = []
    if action.show is not None:
        if stage.tricks:
            raise IllegalHandful(Refusal.HANDFUL_TOO_LATE)
        events.append(_handful(options_handful(rules, stage, seat), seat, action.show))
    if action.misere - options_misere(rules, stage, seat):
        raise IllegalHandful(Refusal.MISERE_NOT_ALLOWED)
    events.extend(MisereDeclared(seat, kind) for kind in Misere if kind in action.misere)
    return tuple(events)


def _handful(options: HandfulOptions | None, seat: Seat, show: CardSet) -> HandfulShown:
    """The handful these cards make, once exactly right (rules §6)."""
    if options is None:
        raise IllegalHandful(Refusal.HANDFUL_NOT_OFFERED)
    choice = next((choice for choice in options.levels if choice.size == len(show)), None)
    if choice is None:
        sizes = tuple(choice.size for choice in options.levels)
        raise IllegalHandful(Refusal.HANDFUL_SIZE, sizes=sizes, given=len(show))
    allowed = choice.trumps | CardSet.of(EXCUSE) if choice.needs_excuse else choice.trumps
    if EXCUSE in show and not choice.needs_excuse:
        raise IllegalHandful(Refusal.HANDFUL_EXCUSE)
    if not show <= allowed:
        raise IllegalHandful(Refusal.HANDFUL_NOT_HELD)
    return HandfulShown(seat, choice.level, show)
