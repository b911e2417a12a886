"""The prudent robot at the play: the rules of thumb of ``prudent_cards`` on what its view tells."""

from __future__ import annotations

from tarot_engine.actions import HandfulOptions, PlayCard, PlayOptions
from tarot_engine.cards import EXCUSE, EXCUSE_MASK, OUDLERS_MASK, Card, CardSet
from tarot_engine.fast import TURNS
from tarot_engine.legality import may_excuse_win, winning_bit
from tarot_engine.robots.prudent_cards import follow, lead
from tarot_engine.robots.prudent_seen import Seen, seen_from
from tarot_engine.tricks import table_of
from tarot_engine.view import SeatView


def play(view: SeatView, options: PlayOptions) -> PlayCard:
    """The card, with a handful where it is safe to show one."""
    seen = seen_from(view)
    card = options.cards.mask
    if len(options.cards) > 1:
        card = choose_card(view, seen, options.cards.mask)
    return PlayCard(only(card), handful(view, options.handful))


def only(mask: int) -> Card:
    """The card of a set of one."""
    return next(iter(CardSet(mask)))


def choose_card(view: SeatView, seen: Seen, legal: int) -> int:
    """The card to play among several legal ones."""
    left = view.rules.layout.tricks - len(view.tricks)
    if legal & EXCUSE_MASK and may_slam(view, seen):
        legal ^= EXCUSE_MASK
    opponents = [seat for seat in range(view.rules.seats) if not seen.is_friend(seat)]
    cards = tuple(card for _, card in view.trick)
    led, table = table_of(cards)
    if not led:
        hands = [seen.may_hold[seat] for seat in opponents]
        return lead(legal, hands, view.seat == view.taker, left)
    assert view.leader is not None
    assert view.master is not None
    behind = TURNS[view.rules.seats][view.leader][len(cards) + 1 :]
    after = [seen.may_hold[seat] for seat in behind if seat in opponents]
    return follow(legal, led, winning_bit(table, led), seen.is_friend(view.master), after, left)


def may_slam(view: SeatView, seen: Seen) -> bool:
    """Whether my side has taken every trick, and the Excuse may win the last one here (rules §8.4, §17)."""
    if not may_excuse_win(view.rules, view.slam_announced, by_attack=view.seat in seen.attack):
        return False
    return bool(view.tricks) and all(seen.is_friend(trick.winner) for trick in view.tricks)


def handful(view: SeatView, options: HandfulOptions | None) -> CardSet | None:
    """The smallest handful, shown by a strong hand only: it goes to whoever wins the deal (rules §6).

    The highest trumps are shown, so that the Petit stays hidden.
    """
    if options is None:
        return None
    oudlers = (view.hand.mask & OUDLERS_MASK).bit_count()
    if oudlers < (1 if view.seat == view.taker else 2):
        return None
    choice = options.levels[0]
    trumps = list(choice.trumps)
    if choice.needs_excuse:
        return CardSet.from_cards([*trumps, EXCUSE])
    return CardSet.from_cards(trumps[-choice.size :])
