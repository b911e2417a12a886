"""The rules of the cards as plain functions on masks (rules §2, §5, §6, §8, §12).

A set of cards is an int with bit ``Card.index`` per card. No objects, no allocation: the event engine
and the fast core call the same functions, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tarot_engine.cards import (
    EXCUSE_MASK,
    KINGS_MASK,
    OUDLERS_MASK,
    PACK,
    PETIT,
    RANK_MASKS,
    SUIT_MASKS,
    TRUMPS_MASK,
)
from tarot_engine.rules import Misere, Ruleset, Seat
from tarot_engine.variants import ExcuseLastTrick, SlamExcuse

LED_MASKS: Final = tuple(
    SUIT_MASKS[card.suit] if card.suit else TRUMPS_MASK if card.is_trump else 0 for card in PACK
)
"""By card index: the cards that follow it when it sets the suit; 0 for the Excuse, which sets none."""


def legal_mask(hand: int, led: int, table: int) -> int:
    """The cards of ``hand`` that may be played (rules §8.1).

    ``led`` is the mask of the suit that was led (``LED_MASKS``), 0 when leading or when only the Excuse
    has been led; ``table`` are the cards already in the trick.
    """
    if not led:
        return hand
    if led != TRUMPS_MASK and (follow := hand & led):
        return follow | hand & EXCUSE_MASK
    trumps = hand & TRUMPS_MASK
    if not trumps:
        return hand
    top = (table & TRUMPS_MASK).bit_length()
    return (trumps >> top << top or trumps) | hand & EXCUSE_MASK


def first_lead_mask(hand: int, called: int) -> int:
    """What may open a deal at 5 seats: not the called card's suit, except that card (rules §4)."""
    return hand & ~LED_MASKS[called.bit_length() - 1] | hand & called


def winning_bit(table: int, led: int) -> int:
    """The card that holds the trick: highest trump, else highest of the suit led (rules §8.2).

    0 while only the Excuse is on the table. The Excuse of a slam (rules §8.4) is not looked at here.
    """
    cards = table & TRUMPS_MASK or table & led
    return 1 << cards.bit_length() >> 1


def first_leader(seats: int, dealer: Seat, announcer: Seat | None = None) -> Seat:
    """Who leads first: whoever announced a slam, else the dealer's right neighbour (rules §7)."""
    return (dealer + 1) % seats if announcer is None else announcer


def excuse_takes_slam(lead: int, own_tricks: int, tricks: int) -> bool:
    """Whether ``lead`` is the Excuse, led to the last trick of a slam, which it then wins (rules §8.4).

    ``own_tricks`` is how many of the deal's ``tricks`` the leader's side has taken so far.
    """
    return lead == EXCUSE_MASK and own_tricks == tricks - 1


def may_excuse_win(rules: Ruleset, announced: bool, *, by_attack: bool) -> bool:
    """Whether this table's Excuse may win the last trick of a slam (rules §17)."""
    if rules.slam_excuse is SlamExcuse.ANNOUNCED_ONLY:
        return by_attack and announced
    return rules.slam_excuse is SlamExcuse.ON


def excuse_trick(rules: Ruleset) -> int | None:
    """How many tricks are complete when whoever still holds the Excuse must play it, unless a slam is alive.

    None where it need not be played before the last trick (rules §8.5).
    """
    return rules.layout.tricks - 2 if rules.excuse_last_trick is ExcuseLastTrick.FORCED else None


def is_slam_alive(rules: Ruleset, announced: bool, taker: Seat, seat: Seat, winners: Iterable[Seat]) -> bool:
    """Whether the Excuse this seat kept may still win a slam, as far as everybody knows (rules §8.5).

    ``winners`` took the tricks so far. At 5 seats sides are hidden: only a taker who took all the tricks
    himself counts.
    """
    if not may_excuse_win(rules, announced, by_attack=seat == taker):
        return False
    if seat == taker:
        return set(winners) == {taker}
    return rules.seats < 5 and taker not in winners


def discard_masks(pool: int, count: int, called: int = 0) -> tuple[int, int, int]:
    """What the taker may discard from ``pool`` (rules §5): plain cards, trumps, number of trumps due.

    The trumps are empty unless there are fewer plain cards than ``count``; then all plain cards go.
    """
    plain = pool & ~(TRUMPS_MASK | OUDLERS_MASK | KINGS_MASK | called)
    due = count - plain.bit_count()
    if due <= 0:
        return plain, 0, 0
    return plain, pool & TRUMPS_MASK & ~OUDLERS_MASK, due


def is_petit_sec(hand: int) -> bool:
    """Whether the Petit is the hand's only trump and it has no Excuse (rules §2)."""
    return hand & (TRUMPS_MASK | EXCUSE_MASK) == PETIT.bit


def handful_reach(trumps: int, has_excuse: bool, size: int) -> tuple[bool, bool]:
    """Whether ``size`` cards can be shown from this number of trumps, and whether the Excuse is one of them.

    The Excuse fills one missing trump and then certifies that no other is hidden (rules §6).
    """
    if trumps >= size:
        return True, False
    needs_excuse = has_excuse and trumps == size - 1
    return needs_excuse, needs_excuse


HEADS_MASK: Final = RANK_MASKS[11] | RANK_MASKS[12] | RANK_MASKS[13] | RANK_MASKS[14]
LACKS: Final = {Misere.TRUMPS: TRUMPS_MASK | EXCUSE_MASK, Misere.HEADS: HEADS_MASK}
"""The cards a hand must lack for each misère; the Excuse counts as a trump (rules §12)."""


def miseres_of(hand: int) -> tuple[Misere, ...]:
    """The misères a hand allows (rules §12)."""
    return tuple(kind for kind, mask in LACKS.items() if not hand & mask)
