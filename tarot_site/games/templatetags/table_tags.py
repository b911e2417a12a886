"""What the templates of the table ask of a presented page: places on the ring, figures of the cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import pi, sin

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tarot_site.games.models import UNFINISHED
from tarot_site.games.pages import (
    CardFace,
    HandCard,
    HandRow,
    Question,
    SeatLine,
    StoryLine,
    TablePage,
    TrickPage,
)
from tarot_site.games.present_story import newest, since_last_act
from tarot_site.games.wording import signed

register = template.Library()
register.filter("signed", signed)

COURTS = frozenset("JNQK")
LAST_TRUMP = 21
FIRST_NIGHT_TRUMP = 18
NEWS_SHOWN = 12


@register.filter
def figure(face: CardFace) -> str:
    """The symbol drawn large on a card: its suit, or the headgear of a court card."""
    rank = face.code[1:]
    return rank if rank in COURTS else face.suit


@register.filter
def sky(face: CardFace) -> dict[str, str]:
    """Where the sun of a trump stands: a day in a village, morning at 1, moon from 18 to 21."""
    rank = int(face.code[1:])
    is_night = rank >= FIRST_NIGHT_TRUMP
    first, last = (FIRST_NIGHT_TRUMP, LAST_TRUMP) if is_night else (1, FIRST_NIGHT_TRUMP - 1)
    hour = (rank - first) / (last - first)
    return {
        "x": f"{6 + 36 * hour:.1f}",
        "y": f"{25 - 16 * sin(pi * (0.12 + 0.76 * hour)):.1f}",
        "night": "1" if is_night else "",
    }


@register.filter
def place_of(page: TablePage, seat: int) -> str:
    """Where a ring draws this seat: me, right, across or left."""
    return next((line.place for line in page.seats if line.seat == seat), "me")


@register.filter
def ring(page: TablePage) -> list[SeatLine]:
    """The seats in the order they play, from the one after the reader; the reader comes last."""
    mine = next((n for n, line in enumerate(page.seats) if line.is_me), len(page.seats) - 1)
    return [*page.seats[mine + 1 :], *page.seats[: mine + 1]]


@register.filter
def hashes(text: str) -> SafeString:
    """A sentence where only the hashes stand in the face of a typewriter."""
    parts = enumerate(re.split(r"([0-9a-f]{64})", text))
    marked = (format_html('<span class="mono">{}</span>', part) if n % 2 else part for n, part in parts)
    return format_html_join("", "{}", ((part,) for part in marked))


@register.filter
def kept_whole(working: str) -> str:
    """A calculation that breaks over two lines only between its terms, never in brackets."""
    bracketed = re.sub(r"\([^)]*\)", lambda found: found[0].replace(" ", "\xa0"), working)
    return re.sub(r"(?<= [+−×]) ", "\xa0", bracketed)


@register.filter
def is_finished(page: TablePage) -> bool:
    """Whether the game is to be read only: its ranking stands where the table was."""
    return page.status not in UNFINISHED


@register.filter
def has_cards(trick: TrickPage | None) -> bool:
    """Whether at least one card lies in this trick."""
    return trick is not None and any(slot.face for slot in trick.slots)


@register.filter
def news(page: TablePage) -> list[StoryLine]:
    """The reader's last act and what happened since, or the newest of it from the beginning of a trick."""
    return list(newest(since_last_act(page.story), NEWS_SHOWN))


@register.filter
def before_news(page: TablePage) -> list[StoryLine]:
    """All that came before, of which the reader knows most."""
    shown = news(page)
    return [line for line in page.story if line not in shown]


@register.filter
def button_of(question: Question, index: int) -> str:
    """The words of the button for one choice."""
    return next((choice.button for choice in question.choices if choice.index == index), "")


@register.filter
def shown_cards(question: Question) -> list[CardFace]:
    """Every card that some handful within reach may show, once, in the order of the levels."""
    return list({card.code: card for level in question.handfuls for card in level.cards}.values())


@register.filter
def rows(suits: Sequence[HandRow], is_text: bool) -> list[HandRow]:
    """The suits of the hand; as text, those with a card that can be chosen come first."""
    return sorted(suits, key=lambda row: not any(map(_can_be_chosen, row.cards))) if is_text else [*suits]


@register.filter
def cards(row: HandRow, is_text: bool) -> list[HandCard]:
    """The cards of a suit, high to low; as text, those that can be chosen come first."""
    return sorted(row.cards, key=lambda card: not _can_be_chosen(card)) if is_text else [*row.cards]


def _can_be_chosen(card: HandCard) -> bool:
    return card.choice is not None or card.can_discard
