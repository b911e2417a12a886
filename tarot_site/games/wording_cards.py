"""Cards in words, in the active language: alone, with their article, and in lists (rules §1).

French says "le roi", "la dame", "l'as", "le Petit", "l'Excuse" and joins prepositions to the article; every
form a sentence may need is made here, so that no sentence glues an article to a name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from tarot_engine import EXCUSE, PETIT, Card, Suit

HAND_SUITS: Final = (Suit.S, Suit.H, Suit.C, Suit.D)
"""The order of a hand: spades, hearts, clubs, diamonds; then trumps and the Excuse."""

SYMBOLS: Final = {Suit.S: "♠\ufe0e", Suit.H: "♥\ufe0e", Suit.D: "♦\ufe0e", Suit.C: "♣\ufe0e"}
SUIT_NAMES: Final = {
    Suit.S: gettext_noop("pique"),
    Suit.H: gettext_noop("cœur"),
    Suit.D: gettext_noop("carreau"),
    Suit.C: gettext_noop("trèfle"),
}
RANK_NAMES: Final = {
    1: gettext_noop("as"),
    11: gettext_noop("valet"),
    12: gettext_noop("cavalier"),
    13: gettext_noop("dame"),
    14: gettext_noop("roi"),
}


def suit_name(suit: Suit) -> str:
    """The suit as a word inside a sentence: "cœur"."""
    return _(SUIT_NAMES[suit])


def suit_label(suit: Suit | None) -> str:
    """The suit as a heading: "Cœur"; None is the row of trumps and Excuse."""
    return capital(_("atout") if suit is None else suit_name(suit))


def rank_name(card: Card) -> str:
    """The rank as a word inside a sentence: "as", "7", "dame", "21"."""
    word = RANK_NAMES.get(card.rank) if card.suit else None
    return _(word) if word else str(card.rank)


def rank_index(card: Card) -> str:
    """The corner of the card: "R", "10", "1" for the ace, "21", a star for the Excuse."""
    if card is EXCUSE:
        return "★"
    if card.suit is None or card.rank <= 10:
        return str(card.rank)
    return {
        11: pgettext("coin de la carte", "V"),
        12: pgettext("coin de la carte", "C"),
        13: pgettext("coin de la carte", "D"),
        14: pgettext("coin de la carte", "R"),
    }[card.rank]


def card_name(card: Card) -> str:
    """The card by itself: "roi de cœur", "le Petit (1 d'atout)", "21 d'atout", "l'Excuse"."""
    if card is EXCUSE:
        return _("l'Excuse")
    if card is PETIT:
        return _("le Petit (1 d'atout)")
    if card.suit is None:
        return _("%(rank)s d'atout") % {"rank": card.rank}
    return _("%(rank)s de %(suit)s") % _parts(card)


def card_label(card: Card) -> str:
    """The card by itself, as a heading or the label of a choice: "Dame de cœur", "Excuse"."""
    return capital(_("Excuse") if card is EXCUSE else card_name(card))


def card_the(card: Card) -> str:
    """With its article: "le roi de cœur", "la dame de cœur", "l'as de pique", "le Petit", "l'Excuse"."""
    if card is EXCUSE:
        return _("l'Excuse")
    if card is PETIT:
        return _("le Petit")
    if card.suit is None:
        return _("le %(rank)s d'atout") % {"rank": card.rank}
    if card.rank == 1:
        return _("l'as de %(suit)s") % _parts(card)
    if card.rank == 13:
        return _("la dame de %(suit)s") % _parts(card)
    return _("le %(rank)s de %(suit)s") % _parts(card)


def card_of(card: Card) -> str:
    """After "de": "du roi de cœur", "de la dame de cœur", "de l'as de pique", "du Petit", "de l'Excuse"."""
    if card is EXCUSE:
        return pgettext("complément", "de l'Excuse")
    if card is PETIT:
        return pgettext("complément", "du Petit")
    if card.suit is None:
        return pgettext("complément", "du %(rank)s d'atout") % {"rank": card.rank}
    if card.rank == 1:
        return pgettext("complément", "de l'as de %(suit)s") % _parts(card)
    if card.rank == 13:
        return pgettext("complément", "de la dame de %(suit)s") % _parts(card)
    return pgettext("complément", "du %(rank)s de %(suit)s") % _parts(card)


def trump_by_means(card: Card) -> str:
    """After a verb of ruffing: "(coupe) du 5 d'atout", "(coupe) du Petit"."""
    if card is PETIT:
        return pgettext("coupe, monte", "du Petit")
    return pgettext("coupe, monte", "du %(rank)s d'atout") % {"rank": card.rank}


def trump_short(card: Card) -> str:
    """A trump where trumps are already spoken of: "(plus haut que) le 15", "le Petit"."""
    return _("le Petit") if card is PETIT else pgettext("atout", "le %(rank)s") % {"rank": card.rank}


def trump_up_to(card: Card) -> str:
    """After "monte", where trumps were led: "(monte) au 12 d'atout"."""
    return pgettext("monte", "au %(rank)s d'atout") % {"rank": card.rank}


def card_thrown(card: Card) -> str:
    """After "se défausse": "du 2 de trèfle", "de la dame de pique", "de l'as de carreau"."""
    if card.rank == 1:
        return pgettext("se défausse", "de l'as de %(suit)s") % _parts(card)
    if card.rank == 13:
        return pgettext("se défausse", "de la dame de %(suit)s") % _parts(card)
    return pgettext("se défausse", "du %(rank)s de %(suit)s") % _parts(card)


def in_hand_order(cards: Iterable[Card]) -> list[Card]:
    """Spades, hearts, clubs, diamonds, each high to low; trumps high to low; the Excuse last."""
    return sorted(cards, key=_hand_place)


def cards_text(cards: Iterable[Card]) -> str:
    """A list in one phrase, grouped by suit: "valet de cœur, 8 et 3 de carreau, 6 et 2 d'atout, le Petit"."""
    ordered = in_hand_order(cards)
    groups = [_suit_group([card for card in ordered if card.suit is suit]) for suit in HAND_SUITS]
    groups.append(_trump_group([card for card in ordered if card.is_trump and card is not PETIT]))
    groups.extend(card_the(card) for card in (PETIT, EXCUSE) if card in ordered)
    return ", ".join(group for group in groups if group)


def cards_the(cards: Iterable[Card]) -> str:
    """A list with articles: "le roi et le 7 de cœur, les 10 et 2 de trèfle et le Petit" (grouped by suit)."""
    ordered = in_hand_order(cards)
    groups = [[card for card in ordered if card.suit is suit] for suit in HAND_SUITS]
    groups.append([card for card in ordered if card.is_trump and card is not PETIT])
    groups.extend([card] for card in (PETIT, EXCUSE) if card in ordered)
    return join_words(_group_the(group) for group in groups if group)


def row_text(cards: Iterable[Card]) -> str:
    """One row of a hand by its corners: "D 10 7 6 2", "21 14 1, Excuse"."""
    ordered = in_hand_order(cards)
    text = " ".join(rank_index(card) for card in ordered if card is not EXCUSE)
    if EXCUSE not in ordered:
        return text
    return f"{text}, {_('Excuse')}" if text else _("Excuse")


def join_words(words: Iterable[str]) -> str:
    """A list in one phrase: "Léa, Marc et Jo"."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return _("%(first)s et %(last)s") % {"first": ", ".join(items[:-1]), "last": items[-1]}


def points_text(half_points: int) -> str:
    """Half-points as points: 98 is "49", 81 is "40,5"."""
    whole, half = divmod(half_points, 2)
    return _("%(whole)s,5") % {"whole": whole} if half else str(whole)


def _parts(card: Card) -> dict[str, str]:
    return {"rank": rank_name(card), "suit": suit_name(card.suit) if card.suit else ""}


def _suit_group(cards: list[Card]) -> str:
    if not cards or cards[0].suit is None:
        return ""
    ranks = join_words(rank_name(card) for card in cards)
    return _("%(rank)s de %(suit)s") % {"rank": ranks, "suit": suit_name(cards[0].suit)}


def _group_the(cards: list[Card]) -> str:
    """Cards of one suit: bare numbers share one article, ranks with a name have each their own."""
    suit = cards[0].suit
    if len(cards) == 1:
        return card_the(cards[0])
    if suit is None:
        return _("les %(ranks)s d'atout") % {"ranks": join_words(str(card.rank) for card in cards)}
    numbers = [str(card.rank) for card in cards if card.rank not in RANK_NAMES]
    if len(numbers) == len(cards):
        return _("les %(ranks)s de %(suit)s") % {"ranks": join_words(numbers), "suit": suit_name(suit)}
    # Kings to jacks, then the numbers, then the ace.
    ranks = [_rank_the(card) for card in cards if card.rank != 1 and (len(numbers) < 2 or card.rank > 10)]
    if len(numbers) > 1:
        ranks.append(pgettext("rang", "les %(ranks)s") % {"ranks": join_words(numbers)})
    ranks.extend(_rank_the(card) for card in cards if card.rank == 1)
    return _("%(rank)s de %(suit)s") % {"rank": join_words(ranks), "suit": suit_name(suit)}


def _rank_the(card: Card) -> str:
    if card.rank == 1:
        return pgettext("rang", "l'as")
    if card.rank == 13:
        return pgettext("rang", "la dame")
    return pgettext("rang", "le %(rank)s") % {"rank": rank_name(card)}


def _trump_group(cards: list[Card]) -> str:
    if not cards:
        return ""
    ranks = join_words(rank_name(card) for card in cards)
    return ngettext("%(ranks)s d'atout", "%(ranks)s d'atout", len(cards)) % {"ranks": ranks}


def _hand_place(card: Card) -> tuple[int, int]:
    if card.suit is None:
        return (len(HAND_SUITS), 0 if card is EXCUSE else -card.rank)
    return (HAND_SUITS.index(card.suit), -card.rank)


def capital(text: str) -> str:
    """The text with a capital first letter, the rest untouched."""
    return text[:1].upper() + text[1:]
