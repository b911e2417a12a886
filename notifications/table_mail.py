"""What a mail about a table shows: the page of the table, with links. Both bodies are made from this."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from string import ascii_lowercase
from typing import Final

from django.utils.translation import gettext as _

from tarot_engine import Event, Suit
from tarot_site.games.links import NO_CHOICE, act_url, stop_url, table_url
from tarot_site.games.models import Seat
from tarot_site.games.pages import CardFace, Choice, DealResult, Question, StoryLine, TablePage
from tarot_site.games.present_story import newest, since_last_act
from tarot_site.games.present_void import collapsed_deals
from tarot_site.games.wording import signed
from tarot_site.games.wording_cards import HAND_SUITS, suit_label

from . import kinds as k
from .table_words import notices_of, opening_of, title_of, you

GROUPED_FROM: Final = 9
"""From this many legal cards on, the cards are shown suit by suit."""
ONE_A_ROW: Final = ("bid", "call", "prepare")
CUTS: Final = slice(5, None, 15)
"""Of the seventy cuts a mail has links for these: about ten cards, twenty-five, forty ..."""
STORY_LINES: Final = 30
ENDING_LINES: Final = 12


@dataclass(frozen=True, slots=True, repr=False)
class LinkedChoice:
    """One answer with its link; letters follow the order in the mail."""

    letter: str
    choice: Choice
    url: str


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Choices under one label (a suit, or none), two a row."""

    label: str
    rows: tuple[tuple[LinkedChoice, ...], ...]


@dataclass(frozen=True, slots=True, repr=False)
class PageLink:
    """The link to the page where cards are picked, and why one would go there."""

    url: str
    label: str
    why: str


@dataclass(frozen=True, slots=True, repr=False)
class TableMail:
    """Everything both bodies need."""

    opening: str  # the preview line
    title: str
    notices: tuple[str, ...]
    page: TablePage
    scores: str
    story: tuple[StoryLine, ...]  # the reader's last act and what came since, in this deal
    is_cut: bool  # that would be longer
    ending: tuple[StoryLine, ...]  # how the deal that has just ended went out
    choices: tuple[LinkedChoice, ...]
    groups: tuple[ChoiceGroup, ...]
    page_link: PageLink | None
    past: tuple[DealResult, ...]  # deals that ended since the last mail, oldest first
    deals: tuple[DealResult, ...]
    ranking: bool
    shows_hand: bool
    table_url: str
    stop_url: str


@dataclass(frozen=True, slots=True)
class News:
    """What a mail has to know besides the page."""

    deeds: list[Event]  # in this deal, since the seat last acted
    deal: int  # columns of the game
    deal_seq: int
    ended: int  # deals to tell about


def build(page: TablePage, seat: Seat, kinds: Iterable[str], news: News) -> TableMail:
    """The mail of this seat about this page, in the language that is active."""
    kinds = k.in_order(kinds)
    names = tuple(line.name for line in page.seats)
    opening = opening_of(page, kinds, news.deeds, names)
    choices = tuple(_linked(page, page.question, seat)) if page.question else ()
    is_over = k.GAME_OVER in kinds
    story = () if is_over else since_last_act([line for line in page.story if line.seq >= news.deal_seq])
    shown = newest(story, STORY_LINES)
    return TableMail(
        opening=opening,
        title=title_of(page, kinds),
        notices=tuple(notice for notice in notices_of(kinds) if notice != opening),
        page=page,
        scores=_scores(page),
        story=shown,
        is_cut=len(shown) < len(story),
        ending=_ending(page, news, is_over=is_over),
        choices=choices,
        groups=tuple(_grouped(page.question, choices)) if page.question else (),
        page_link=_page_link(page.question, seat) if page.question else None,
        past=_past(page, news) if k.DEAL_OVER in kinds else (),
        deals=collapsed_deals(page.deals) if is_over else (),
        ranking=is_over and bool(page.ranking),
        shows_hand=bool(page.hand) and not is_over,
        table_url=table_url(seat.game_id, seat.number, seat.link_epoch, news.deal),
        stop_url=stop_url(seat.game_id, seat.number, seat.link_epoch),
    )


def _past(page: TablePage, news: News) -> tuple[DealResult, ...]:
    if news.ended > 1 and page.deals:
        return collapsed_deals(page.deals[-news.ended :])
    return (page.ended_deal,) if page.ended_deal else ()


def _ending(page: TablePage, news: News, *, is_over: bool) -> tuple[StoryLine, ...]:
    """The last lines of the deal before, or of the game."""
    lines = [line for line in page.story if is_over or line.seq < news.deal_seq]
    return newest(since_last_act(lines), ENDING_LINES)


def _linked(page: TablePage, question: Question, seat: Seat) -> Iterable[LinkedChoice]:
    """The choices in the order of the hand, then of the face-up cards; bids as they are; some of the cuts."""
    for letter, choice in zip(ascii_lowercase, _in_order(page, question), strict=False):
        url = act_url(seat.game_id, seat.number, question.decision, choice.index, seat.link_epoch)
        yield LinkedChoice(letter, choice, url)


def _in_order(page: TablePage, question: Question) -> list[Choice]:
    if question.kind == "cut":
        return list(question.choices[CUTS])
    if question.kind != "play":
        return list(question.choices)
    rows = [*page.hand, *(row for side in page.piles if side.is_mine for row in side.rows)]
    suits = [suit_label_of(row.cards[0].face) for row in rows]
    order = list(dict.fromkeys(suit_label(suit) for suit in (*HAND_SUITS, None)))
    cards = [
        (order.index(suit), n, card)
        for n, (suit, row) in enumerate(zip(suits, rows, strict=True))
        for card in row.cards
    ]
    place = {card.face.code: n for n, (_suit, _row, card) in enumerate(sorted(cards, key=lambda c: c[:2]))}
    return sorted(question.choices, key=lambda c: place.get(c.face.code, 0) if c.face else 0)


def _grouped(question: Question, choices: tuple[LinkedChoice, ...]) -> Iterable[ChoiceGroup]:
    """Bids and calls one a row; cards two a row, from GROUPED_FROM on under the name of their suit."""
    if question.kind in ONE_A_ROW:
        yield ChoiceGroup("", tuple((choice,) for choice in choices))
        return
    if len(choices) < GROUPED_FROM:
        yield ChoiceGroup("", _pairs(choices))
        return
    for label, group in groupby(choices, key=lambda linked: suit_label_of(linked.choice.face)):
        yield ChoiceGroup(label, _pairs(tuple(group)))


def _pairs(choices: tuple[LinkedChoice, ...]) -> tuple[tuple[LinkedChoice, ...], ...]:
    return tuple(choices[i : i + 2] for i in range(0, len(choices), 2))


def suit_label_of(face: CardFace | None) -> str:
    """The suit of a card as a heading; trumps and the Excuse stand together."""
    if face is None:
        return ""
    return suit_label(Suit(face.suit) if face.suit in Suit.__members__ else None)


def _page_link(question: Question, seat: Seat) -> PageLink | None:
    url = act_url(seat.game_id, seat.number, question.decision, NO_CHOICE, seat.link_epoch)
    if question.picker is not None:
        return PageLink(url, _("Faire mon écart"), "")
    if question.kind == "cut":
        return PageLink(url, _("Couper ailleurs"), "")
    if question.gaps is not None:
        return PageLink(url, _("Donner les cartes"), "")
    if question.handfuls:
        why = _("Vous pouvez montrer une poignée avec cette carte\u202f: cela se fait sur la page.")
        return PageLink(url, _("Montrer une poignée"), why)
    if question.miseres:
        why = _("Vous pouvez annoncer une misère avec cette carte\u202f: cela se fait sur la page.")
        return PageLink(url, _("Annoncer une misère"), why)
    if not question.choices:
        return PageLink(url, _("Répondre sur la page"), "")
    return None


def _scores(page: TablePage) -> str:
    """ "Score : Camille 34, Marc -12 ..." once a deal was counted."""
    if not any(line.total for line in page.seats):
        return ""
    parts = (f"{you(line.name, page.reader_name)} {signed(line.total)}" for line in page.seats)
    return _("Score\u202f: %(scores)s.") % {"scores": ", ".join(parts)}
