"""Duties and refusals at the card, word for word (rules §8.1)."""

from __future__ import annotations

import pytest
from django.utils import translation

from tarot_engine import CardSet, PlayOptions, PlayReason, Suit, parse_card
from tarot_site.games.wording_rules import play_duty, play_refusal


def fr(text: str) -> str:
    """The French of a test: underscores are narrow spaces."""
    return text.replace("_", "\u202f")


def options(cards: str, reason: PlayReason, suit: Suit | None = None) -> PlayOptions:
    return PlayOptions(CardSet.parse(cards), reason, suit)


DUTIES = [
    (
        "H4",
        options("HK H2", PlayReason.MUST_FOLLOW, Suit.H),
        "Il faut fournir à cœur.",
        "You must follow hearts.",
    ),
    (
        "H4",
        options("HK H2 EX", PlayReason.MUST_FOLLOW, Suit.H),
        "Il faut fournir à cœur, ou poser l'Excuse.",
        "You must follow hearts, or play the Excuse.",
    ),
    ("H4", options("T5", PlayReason.MUST_TRUMP, Suit.H), "Pas de cœur_: coupez.", "No hearts: play a trump."),
    (
        "H4",
        options("T5 EX", PlayReason.MUST_TRUMP, Suit.H),
        "Pas de cœur_: coupez, ou posez l'Excuse.",
        "No hearts: play a trump, or play the Excuse.",
    ),
    (
        "H4 T9",
        options("T12", PlayReason.MUST_OVERTRUMP, Suit.H),
        "Pas de cœur_: coupez, plus haut que le 9.",
        "No hearts: play a trump higher than trump 9.",
    ),
    (
        "H4 T1",
        options("T12", PlayReason.MUST_OVERTRUMP, Suit.H),
        "Pas de cœur_: coupez, plus haut que le Petit.",
        "No hearts: play a trump higher than the Petit.",
    ),
    (
        "H4 T13",
        options("T5 T12", PlayReason.CANNOT_OVERTRUMP, Suit.H),
        "Pas de cœur_: coupez. Vous ne pouvez pas monter sur le 13, jouez l'atout que vous voulez.",
        "No hearts: play a trump. You cannot go higher than trump 13, play any trump.",
    ),
    (
        "T7",
        options("T8 T21", PlayReason.MUST_OVERTRUMP),
        "Atout demandé_: montez, plus haut que le 7.",
        "Trumps are led: go higher than trump 7.",
    ),
    (
        "T7 HK T15",
        options("T3 T8", PlayReason.CANNOT_OVERTRUMP),
        "Atout demandé_: vous ne pouvez pas monter sur le 15, jouez l'atout que vous voulez.",
        "Trumps are led: you cannot go higher than trump 15, play any trump.",
    ),
    (
        "H4 T13",
        options("C9 DK", PlayReason.FREE, Suit.H),
        "Vous ne pouvez ni fournir ni couper_: jouez ce que vous voulez.",
        "You can neither follow nor trump: play anything.",
    ),
    (
        "T7",
        options("HK C2", PlayReason.FREE),
        "Vous n'avez pas d'atout_: jouez ce que vous voulez.",
        "You have no trumps: play anything.",
    ),
    (
        "EX",
        options("H4 T3 CK", PlayReason.LEAD),
        "L'Excuse est entamée_: jouez ce que vous voulez, votre carte fixe la couleur.",
        "The Excuse is led: play anything, your card sets the suit.",
    ),
    (
        "",
        options("H4 T3", PlayReason.LEAD),
        "Vous entamez_: jouez ce que vous voulez.",
        "You lead: play anything.",
    ),
]


@pytest.mark.parametrize(("table", "offered", "french", "english"), DUTIES)
def test_a_duty(table: str, offered: PlayOptions, french: str, english: str) -> None:
    trick = tuple(parse_card(code) for code in table.split())
    with translation.override("fr"):
        assert play_duty(offered, trick) == fr(french)
    with translation.override("en"):
        assert play_duty(offered, trick) == english


@pytest.mark.parametrize(
    ("card", "offered", "french"),
    [
        ("S9", options("HK H2", PlayReason.MUST_FOLLOW, Suit.H), "Vous avez du cœur."),
        ("T9", options("HK H2", PlayReason.MUST_FOLLOW, Suit.H), "Vous avez du cœur."),
        ("S9", options("T5", PlayReason.MUST_TRUMP, Suit.H), "Vous n'avez pas de cœur_: il faut couper."),
        (
            "S9",
            options("T12", PlayReason.MUST_OVERTRUMP, Suit.D),
            "Vous n'avez pas de carreau_: il faut couper.",
        ),
        (
            "T5",
            options("T12", PlayReason.MUST_OVERTRUMP, Suit.D),
            "Vous avez un atout plus fort_: il faut monter.",
        ),
        ("CK", options("T12", PlayReason.MUST_OVERTRUMP), "Atout demandé_: vous avez de l'atout."),
        ("CK", options("T3", PlayReason.CANNOT_OVERTRUMP), "Atout demandé_: vous avez de l'atout."),
        ("H4", options("S2", PlayReason.FIRST_LEAD), "La couleur appelée ne s'entame pas au premier pli."),
        ("HK", options("HK", PlayReason.MUST_FOLLOW, Suit.H), ""),
    ],
)
def test_why_a_card_cannot_be_played(card: str, offered: PlayOptions, french: str) -> None:
    with translation.override("fr"):
        assert play_refusal(parse_card(card), offered) == fr(french)
