"""The piles of the game for two: what lies face up before each player, and what is still covered."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from tarot_engine import SeatView

from .pages import PileSide
from .present_cards import present_rows
from .wording_dealing import covered_text
from .wording_names import Voice


def present_piles(voice: Voice, view: SeatView) -> tuple[PileSide, ...]:
    """Both sides, the reader's last; () where the game has no piles (rules §14)."""
    if not view.piles:
        return ()
    seats = sorted(range(len(view.piles)), key=lambda seat: seat == view.seat)
    return tuple(_side(voice, view, seat) for seat in seats)


def _side(voice: Voice, view: SeatView, seat: int) -> PileSide:
    tops = [pile.top for pile in view.piles[seat] if pile.top is not None]
    is_mine = seat == view.seat
    readers = view if is_mine else replace(view, options=None)
    return PileSide(
        title=voice.say(seat, _("Vos cartes visibles"), _("Cartes visibles %(of_name)s")),
        is_mine=is_mine,
        rows=present_rows(tops, readers),
        count=len(tops),
        covered=covered_text(sum(pile.is_covering for pile in view.piles[seat])),
    )
