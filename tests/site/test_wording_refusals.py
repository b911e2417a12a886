"""Why an action was refused, word for word in both languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from tarot_engine import Contract, IllegalAction, Refusal, Suit, parse_card
from tarot_site.games import wording

NARROW = "\u202f"
REFUSALS = [
    (Refusal.NOT_YOUR_TURN, {}, "Ce n'est pas à vous de jouer.", "It is not your turn."),
    (
        Refusal.BID_TOO_LOW,
        {"best": Contract.GARDE},
        "Il faut dire plus que garde, ou passer.",
        "You must bid higher than garde, or pass.",
    ),
    (
        Refusal.DISCARD_COUNT,
        {"count": 6, "given": 4},
        "Encore 2 cartes à écarter.",
        "2 more cards to discard.",
    ),
    (Refusal.DISCARD_COUNT, {"count": 6, "given": 5}, "Encore 1 carte à écarter.", "1 more card to discard."),
    (
        Refusal.DISCARD_COUNT,
        {"count": 6, "given": 7},
        "1 carte de trop dans l'écart.",
        "1 card too many in the discard.",
    ),
    (
        Refusal.DISCARD_MISSING,
        {"count": 6},
        "Choisissez les 6 cartes de votre écart.",
        "Choose the 6 cards of your discard.",
    ),
    (
        Refusal.DISCARD_KING,
        {"card": parse_card("HK")},
        "Un roi ne s'écarte pas.",
        "A king cannot be discarded.",
    ),
    (
        Refusal.DISCARD_TRUMP,
        {"card": parse_card("T5")},
        "Un atout ne s'écarte pas tant qu'il reste d'autres cartes.",
        "A trump cannot be discarded while other cards remain.",
    ),
    (
        Refusal.DISCARD_TRUMP,
        {"trumps": 2},
        "Écartez toutes vos cartes hors atout qui peuvent l'être, et 2 atouts seulement.",
        "Discard every card that is no trump and may go, and only 2 trumps.",
    ),
    (
        Refusal.HANDFUL_SIZE,
        {"sizes": (10, 13), "given": 11},
        "Une poignée montre exactement 10 ou 13 cartes_: vous en montrez 11.",
        "A handful shows exactly 10 or 13 cards: you are showing 11.",
    ),
    (
        Refusal.NO_SUCH_SEAT,
        {},
        "Cette place n'existe pas à cette table.",
        "There is no such seat at this table.",
    ),
    (
        Refusal.WORD_NOT_TEXT,
        {},
        "Ce mot contient un signe qui ne peut pas s'écrire_: choisissez-en un autre.",
        "This word has a character that cannot be written: choose another word.",
    ),
    (Refusal.MUST_FOLLOW, {"suit": Suit.H}, "Vous avez du cœur.", "You have hearts."),
    (
        Refusal.MUST_TRUMP,
        {"suit": Suit.C},
        "Vous n'avez pas de trèfle_: il faut couper.",
        "You have no clubs: you must play a trump.",
    ),
    (
        Refusal.MUST_TRUMP,
        {"suit": None},
        "Atout demandé_: vous avez de l'atout.",
        "Trumps are led: you have trumps.",
    ),
]


@pytest.mark.parametrize(("code", "params", "french", "english"), REFUSALS)
def test_a_refusal(code: Refusal, params: dict[str, object], french: str, english: str) -> None:
    error = IllegalAction(code, **params)
    with translation.override("fr"):
        assert wording.refusal_text(error) == french.replace("_", NARROW)
    with translation.override("en"):
        assert wording.refusal_text(error) == english


@pytest.mark.parametrize("code", list(Refusal))
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_refusal_has_words(code: Refusal, language: str) -> None:
    with translation.override(language):
        text = wording.refusal_text(IllegalAction(code))
    assert text.endswith(".")
    assert "%" not in text
