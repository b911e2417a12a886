"""Cards and names, word for word in both languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from tarot_engine import PACK, CardSet, parse_card
from tarot_site.games import wording
from tarot_site.games.models import GameStatus
from tarot_site.games.wording_cards import card_thrown, cards_the, trump_by_means
from tarot_site.games.wording_names import Voice, elides

NARROW = "\u202f"


@pytest.mark.parametrize(
    ("code", "name", "the", "of", "english", "english_the"),
    [
        ("S1", "as de pique", "l'as de pique", "de l'as de pique", "ace of spades", "the ace of spades"),
        ("H7", "7 de cœur", "le 7 de cœur", "du 7 de cœur", "7 of hearts", "the 7 of hearts"),
        (
            "D10",
            "10 de carreau",
            "le 10 de carreau",
            "du 10 de carreau",
            "10 of diamonds",
            "the 10 of diamonds",
        ),
        (
            "CJ",
            "valet de trèfle",
            "le valet de trèfle",
            "du valet de trèfle",
            "jack of clubs",
            "the jack of clubs",
        ),
        (
            "SN",
            "cavalier de pique",
            "le cavalier de pique",
            "du cavalier de pique",
            "knight of spades",
            "the knight of spades",
        ),
        (
            "HQ",
            "dame de cœur",
            "la dame de cœur",
            "de la dame de cœur",
            "queen of hearts",
            "the queen of hearts",
        ),
        ("CK", "roi de trèfle", "le roi de trèfle", "du roi de trèfle", "king of clubs", "the king of clubs"),
        ("T1", "le Petit (1 d'atout)", "le Petit", "du Petit", "the Petit (trump 1)", "the Petit"),
        ("T2", "2 d'atout", "le 2 d'atout", "du 2 d'atout", "trump 2", "trump 2"),
        ("T21", "21 d'atout", "le 21 d'atout", "du 21 d'atout", "trump 21", "trump 21"),
        ("EX", "l'Excuse", "l'Excuse", "de l'Excuse", "the Excuse", "the Excuse"),
    ],
)
def test_a_card_in_words(code: str, name: str, the: str, of: str, english: str, english_the: str) -> None:
    card = parse_card(code)
    with translation.override("fr"):
        assert (wording.card_name(card), wording.card_the(card), wording.card_of(card)) == (name, the, of)
    with translation.override("en"):
        assert (wording.card_name(card), wording.card_the(card)) == (english, english_the)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_card_has_its_own_words(language: str) -> None:
    with translation.override(language):
        for form in (wording.card_name, wording.card_the, wording.card_of, wording.card_label):
            assert len({form(card) for card in PACK}) == 78
        assert len({trump_by_means(card) for card in CardSet.from_cards(PACK).trumps}) == 21
        assert len({card_thrown(card) for card in PACK if card.suit}) == 56


@pytest.mark.parametrize(
    ("codes", "french", "english"),
    [
        (
            "D3 S5 D8 T6 HJ T2",
            "5 de pique, valet de cœur, 8 et 3 de carreau, 6 et 2 d'atout",
            "5 of spades, jack of hearts, 8 and 3 of diamonds, trumps 6 and 2",
        ),
        (
            "T1 EX T21 HK H1 HQ",
            "roi, dame et as de cœur, 21 d'atout, le Petit, l'Excuse",
            "king, queen and ace of hearts, trump 21, the Petit, the Excuse",
        ),
        ("C4", "4 de trèfle", "4 of clubs"),
    ],
)
def test_a_list_of_cards(codes: str, french: str, english: str) -> None:
    cards = CardSet.parse(codes)
    with translation.override("fr"):
        assert wording.cards_text(cards) == french
    with translation.override("en"):
        assert wording.cards_text(cards) == english


def test_a_row_of_a_hand_by_its_corners() -> None:
    with translation.override("fr"):
        assert wording.row_text(CardSet.parse("H2 HQ H10 HN H1")) == "D C 10 2 1"
        assert wording.row_text(CardSet.parse("T1 T21 EX")) == "21 1, Excuse"
        assert wording.row_text(CardSet.parse("EX")) == "Excuse"
    with translation.override("en"):
        assert wording.row_text(CardSet.parse("H2 HK HQ HN HJ")) == "K Q N J 2"


@pytest.mark.parametrize(
    ("names", "french", "english"),
    [
        ((), "", ""),
        (("Léa",), "Léa", "Léa"),
        (("Léa", "Jo"), "Léa et Jo", "Léa and Jo"),
        (("Léa", "Marc", "Jo"), "Léa, Marc et Jo", "Léa, Marc and Jo"),
    ],
)
def test_names_joined(names: tuple[str, ...], french: str, english: str) -> None:
    with translation.override("fr"):
        assert wording.join_words(names) == french
    with translation.override("en"):
        assert wording.join_words(names) == english


@pytest.mark.parametrize(
    ("name", "of"),
    [
        ("Jo", "de Jo"),
        ("Anna", "d'Anna"),
        ("Élodie", "d'Élodie"),
        ("Œdipe", "d'Œdipe"),
        ("Hélène", "d'Hélène"),
        ("Hans", "de Hans"),
        ("Yves", "d'Yves"),
        ("Yann", "de Yann"),
        ("Y", "de Y"),
        ("100 % Léa", "de 100 % Léa"),
    ],
)
def test_elision_before_a_name(name: str, of: str) -> None:
    with translation.override("fr"):
        assert wording.of_name(name) == of
    with translation.override("en"):
        assert wording.of_name(name) == f"{name}'s"
    assert elides(name) is of.startswith("d'")


def test_a_name_keeps_its_own_case_and_signs() -> None:
    voice = Voice(("anna", "%(name)s"), 1)
    with translation.override("fr"):
        assert voice.tell(0, "vous avez passé", "%(name)s passe") == "anna passe."
        assert voice.tell(1, "vous avez passé", "%(name)s passe") == "Vous avez passé."
        assert voice.sentence("au tour de %(name)s") == "Au tour de %(name)s."


@pytest.mark.parametrize("status", list(GameStatus))
def test_every_status_says_why_nothing_can_be_played(status: GameStatus) -> None:
    with translation.override("en"):
        english = wording.status_text(status)
    with translation.override("fr"):
        french = wording.status_text(status)
    assert bool(french) is bool(english) is (status != GameStatus.RUNNING)
    assert not english or english != french


def test_who_is_awaited() -> None:
    with translation.override("fr"):
        assert wording.waiting_names(["Marc", "", ""]) == ("Marc", "2 personnes invitées")
    with translation.override("en"):
        assert wording.waiting_names(["", ""]) == ("2 invited people",)


@pytest.mark.parametrize(
    ("codes", "french", "english"),
    [
        ("H7", "le 7 de cœur", "the 7 of hearts"),
        (
            "H7 C10 C7 C6 C2 D3",
            "le 7 de cœur, les 10, 7, 6 et 2 de trèfle et le 3 de carreau",
            "the 7 of hearts, the 10, 7, 6 and 2 of clubs and the 3 of diamonds",
        ),
        (
            "SK SQ S9 S8 S1",
            "le roi, la dame, les 9 et 8 et l'as de pique",
            "the king, the queen, the 9 and 8 and the ace of spades",
        ),
        ("HJ H3", "le valet et le 3 de cœur", "the jack and the 3 of hearts"),
        (
            "T6 T2 T1 EX",
            "les 6 et 2 d'atout, le Petit et l'Excuse",
            "trumps 6 and 2, the Petit and the Excuse",
        ),
        ("", "", ""),
    ],
)
def test_a_list_of_cards_with_articles(codes: str, french: str, english: str) -> None:
    cards = CardSet.parse(codes)
    with translation.override("fr"):
        assert cards_the(cards) == french
    with translation.override("en"):
        assert cards_the(cards) == english
