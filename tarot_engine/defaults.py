"""The safe default of every decision, from the seat's own view: it never announces and risks nothing."""

from __future__ import annotations

from tarot_engine.actions import (
    Action,
    Bid,
    BidOptions,
    CallCard,
    CallOptions,
    Cut,
    CutOptions,
    DealOut,
    DealOutOptions,
    PlayCard,
    PlayOptions,
    Prepare,
    PrepareOptions,
)
from tarot_engine.cards import EXCUSE, Card, CardSet
from tarot_engine.errors import Refusal, WrongStage
from tarot_engine.legality import may_excuse_win
from tarot_engine.view import SeatView


def default_for(view: SeatView) -> Action:
    """What is done for a seat that does not answer. Raises WrongStage when nothing is asked of it."""
    match view.options:
        case CutOptions(least=least, most=most):
            return Cut((least + most) // 2)
        case DealOutOptions(gaps=gaps, count=count):
            return DealOut(tuple(gaps * (2 * i + 1) // (2 * count) + 1 for i in range(count)))
        case BidOptions():
            return Bid(None)
        case CallOptions(cards=cards):
            return CallCard(_call(view, cards))
        case PrepareOptions() as options:
            return Prepare(_discard(view, options) if options.count else None)
        case PlayOptions() as options:
            return PlayCard(_card(view, options))
        case None:
            raise WrongStage(Refusal.WRONG_STAGE)


def _call(view: SeatView, cards: CardSet) -> Card:
    """The first card another seat may hold, else the first of all."""
    return next(iter(cards - view.hand), next(iter(cards)))


def _discard(view: SeatView, options: PrepareOptions) -> CardSet:
    """Fewest half-points first, then from the shortest suits, lowest first; trumps only where due."""

    def cost(card: Card) -> tuple[int, int, int]:
        length = len(view.hand.of_suit(card.suit)) if card.suit else 0
        return card.half_points, length, card.index

    plain = sorted(options.candidates - options.trump_candidates, key=cost)
    trumps = sorted(options.trump_candidates, key=cost)
    due = options.trumps_required
    return CardSet.from_cards(plain[: options.count - due] + trumps[:due])


def _card(view: SeatView, options: PlayOptions) -> Card:
    """Fewest half-points, then a suit before trumps, then lowest; an oudler only when nothing else goes.

    The Excuse goes in the last trick but one, where it is still safe (rules §8.5), unless this seat
    has taken every trick so far and may win a slam with it at this table (rules §8.4, §17).
    """
    tricks_left = view.rules.layout.tricks - len(view.tricks)
    if EXCUSE in options.cards and tricks_left == 2 and not _is_slam_alive(view):
        return EXCUSE
    return min(options.cards, key=_price)


def _is_slam_alive(view: SeatView) -> bool:
    by_attack = view.seat in view.known_attack
    if view.seat is None or not may_excuse_win(view.rules, view.slam_announced, by_attack=by_attack):
        return False
    return view.tricks_won[view.seat] == len(view.tricks)


def _price(card: Card) -> tuple[bool, int, bool, int, int]:
    return card.is_oudler, card.half_points, card.is_trump, card.rank, card.index
