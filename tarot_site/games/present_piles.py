"""The piles of the game for two: what lies face up before each player, and what is still covered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tarot_engine import Card, SeatView

from .pages import HandRow, PileSide
from .present_cards import present_rows
from .wording_dealing import covered_text, covered_under
from .wording_names import Voice


def present_piles(voice: Voice, view: SeatView) -> tuple[PileSide, ...]:
    """Both sides, the reader's last; () where the game has no piles (rules §14)."""
    if not view.piles:
        return ()
    seats = sorted(range(len(view.piles)), key=lambda seat: seat == view.seat)
    return tuple(_side(voice, view, seat) for seat in seats)


def _side(voice: Voice, view: SeatView, seat: int) -> PileSide:
    piles = view.piles[seat]
    tops = [pile.top for pile in piles if pile.top is not None]
    covering = [pile.top for pile in piles if pile.top is not None and pile.is_covering]
    covered = covered_text(sum(pile.is_covering for pile in piles))
    is_mine = seat == view.seat
    readers = view if is_mine else replace(view, options=None)
    return PileSide(
        title=voice.say(seat, _("Vos cartes visibles"), _("Cartes visibles %(of_name)s")),
        is_mine=is_mine,
        rows=tuple(_marked(row, covering) for row in present_rows(tops, readers)),
        count=len(tops),
        covered=covered,
        covered_where=covered if covering in ([], tops) else covered_under(covered, covering),
    )


def _marked(row: HandRow, covering: Sequence[Card]) -> HandRow:
    codes = {card.code for card in covering}
    return replace(row, cards=tuple(replace(card, is_covering=card.face.code in codes) for card in row.cards))
