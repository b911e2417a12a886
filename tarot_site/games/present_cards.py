"""Cards and hands as drawn and as spoken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarot_engine import (
    EXCUSE,
    Card,
    CardSet,
    DiscardReason,
    Options,
    PlayOptions,
    PrepareOptions,
    SeatView,
    Suit,
)

from .pages import CardFace, HandCard, HandRow
from .wording_cards import (
    HAND_SUITS,
    SYMBOLS,
    card_name,
    in_hand_order,
    rank_index,
    row_text,
    suit_label,
)
from .wording_rules import discard_reason, play_refusal

ROWS: Final[tuple[Suit | None, ...]] = (*HAND_SUITS, None)


def present_card(card: Card) -> CardFace:
    """One card; the only place that draws one."""
    return CardFace(
        code=card.code,
        name=card_name(card),
        index=rank_index(card),
        suit="X" if card is EXCUSE else card.suit.value if card.suit else "T",
        symbol=SYMBOLS[card.suit] if card.suit else "",
        is_oudler=card.is_oudler,
        half_points=card.half_points,
    )


def present_cards(cards: Iterable[Card]) -> tuple[CardFace, ...]:
    """Cards in the order of a hand."""
    return tuple(present_card(card) for card in in_hand_order(cards))


def split_rows(cards: Iterable[Card]) -> list[tuple[Suit | None, list[Card]]]:
    """The rows that are not empty, each high to low; None is trumps with the Excuse last."""
    ordered = in_hand_order(cards)
    rows = [(suit, [card for card in ordered if card.suit is suit]) for suit in ROWS]
    return [(suit, row) for suit, row in rows if row]


def text_rows(cards: Iterable[Card]) -> tuple[tuple[str, str], ...]:
    """A hand as words: ("Cœur", "D 10 7 6 2"), ..."""
    return tuple((suit_label(suit), row_text(row)) for suit, row in split_rows(cards))


def present_hand(view: SeatView) -> tuple[HandRow, ...]:
    """The reader's own hand, each card with what can be done with it now, or why not."""
    return present_rows(view.hand, view)


def present_rows(cards: Iterable[Card], view: SeatView) -> tuple[HandRow, ...]:
    """Cards that the reader may play, by suit."""
    present_one = _card_presenter(view)
    return tuple(
        _row(suit, [present_one(card) for card in row], row, view) for suit, row in split_rows(cards)
    )


def hand_facts(hand: CardSet) -> str:
    """What a bidder counts first: "3 bouts, 6 atouts, 1 roi"; the Excuse counts as a bout only."""
    if not hand:
        return ""
    kings = sum(card.is_king for card in hand)
    facts = (
        (len(hand.oudlers), _("aucun bout"), ngettext("%(n)s bout", "%(n)s bouts", len(hand.oudlers))),
        (len(hand.trumps), _("aucun atout"), ngettext("%(n)s atout", "%(n)s atouts", len(hand.trumps))),
        (kings, _("aucun roi"), ngettext("%(n)s roi", "%(n)s rois", kings)),
    )
    return ", ".join(some % {"n": number} if number else none for number, none, some in facts)


def _card_presenter(view: SeatView) -> Callable[[Card], HandCard]:
    options, fresh = view.options, _fresh_from_dog(view)
    places = _places(options)
    reasons = dict(options.refused) if isinstance(options, PrepareOptions) else {}

    def present_one(card: Card) -> HandCard:
        return HandCard(
            face=present_card(card),
            choice=places.get(card),
            refusal=_refusal(card, options, reasons),
            is_from_dog=card in fresh,
            can_discard=isinstance(options, PrepareOptions) and card in options.candidates,
        )

    return present_one


def _fresh_from_dog(view: SeatView) -> CardSet:
    is_picking = isinstance(view.options, PrepareOptions) and view.options.count > 0
    return view.dog if is_picking and view.dog is not None else CardSet()


def _places(options: Options | None) -> dict[Card, int]:
    return {card: i for i, card in enumerate(options.cards)} if isinstance(options, PlayOptions) else {}


def _refusal(card: Card, options: Options | None, reasons: dict[Card, DiscardReason]) -> str:
    if isinstance(options, PlayOptions):
        return play_refusal(card, options)
    return discard_reason(reasons[card]) if card in reasons else ""


def _row(suit: Suit | None, shown: list[HandCard], cards: list[Card], view: SeatView) -> HandRow:
    label = suit_label(suit)
    count = ngettext("%(n)s carte", "%(n)s cartes", len(cards)) % {"n": len(cards)}
    state = _row_state(shown, view)
    return HandRow(
        suit=suit.value if suit else "T",
        label=label,
        summary=", ".join(part for part in (label, count, state) if part),
        text=row_text(cards),
        cards=tuple(shown),
    )


def _row_state(shown: list[HandCard], view: SeatView) -> str:
    if not isinstance(view.options, PlayOptions):
        return ""
    able, total = sum(card.choice is not None for card in shown), len(shown)
    if not able:
        return ngettext("non jouable", "non jouables", total)
    if able == total:
        return ngettext("jouable", "jouables", total)
    return ngettext("dont %(n)s jouable", "dont %(n)s jouables", able) % {"n": able}
