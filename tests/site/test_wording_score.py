"""The score in words: the forty rows of rules §11, and sentences word for word."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from tarot_engine import ExcuseFate, Misere, Ruleset
from tarot_engine.scoring import ScoreSheet, score
from tarot_site.games.wording_names import Voice
from tarot_site.games.wording_score import (
    excuse_sentence,
    score_headline,
    score_lines,
    score_sentence,
    signed,
)
from tests.engine.tables import rows
from tests.engine.test_scoring import count_of

NAMES = ("Léa", "Marc", "Jo", "Camille", "Anna")
READER = Voice(NAMES, 3)
TAKER = Voice(NAMES, 0)


def sheet_of(row: dict[str, Any], **more: Any) -> tuple[ScoreSheet, Ruleset]:
    rules = Ruleset.fft(row["seats"])
    return score(rules, count_of(row, **more)), rules


def number(text: str) -> int:
    return int(re.sub("[,\u202f]", "", text).replace("−", "-"))


def worth(working: str) -> int:
    """What a calculation as shown comes to."""
    working = re.sub("[,\u202f]", "", working)
    assert set(working) <= set("0123456789()+−× "), working
    return int(eval(working.replace("−", "-").replace("×", "*")))


@pytest.mark.parametrize("row", rows("scores"))
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_arithmetic_shown_is_right(row: dict[str, Any], language: str) -> None:
    sheet, rules = sheet_of(row)
    names = NAMES[: rules.seats]
    with translation.override(language):
        lines = score_lines(Voice(names, None), sheet, rules)
        sentence = score_sentence(sheet)
    for line in lines:
        assert not line.working or worth(line.working) == number(line.amount), line
    shares = 3 if sheet.partner is not None else 2
    parts = [
        line for line in lines[:-shares] if "défenseur" not in line.label and "defender" not in line.label
    ]
    assert sum(number(line.amount) for line in parts) == row["per_defender"]
    assert number(lines[-1].amount) == row["scores"][0]
    alone = {"fr": "Léa, contre quatre", "en": "Léa, against four"}[language]
    assert lines[-1].label == (alone if rules.seats == 5 and sheet.partner is None else "Léa")
    assert number(lines[-shares].amount) == row["scores"][-1] == -row["per_defender"]
    if sheet.partner is not None:
        assert (lines[-2].label, number(lines[-2].amount)) == ("Marc", row["scores"][1])
    said = sentence.removesuffix(".").rsplit("; " if language == "en" else "\u202f; ", 1)[1]
    working, amount = said.split(" = ")
    assert worth(working) == number(amount) == sheet.base_points


SENTENCES = {
    "11-01": (
        "41 points pour 41 (deux bouts)_: juste fait_; 25 × 1 = 25.",
        "41 points, 41 needed (two oudlers): just made; 25 × 1 = 25.",
    ),
    "11-02": (
        "40 points pour 41 (deux bouts)_: il manque 1 point_; −(25 + 1) × 1 = −26.",
        "40 points, 41 needed (two oudlers): 1 point short; −(25 + 1) × 1 = −26.",
    ),
    "11-03": (
        "49 points pour 41 (deux bouts)_: 8 de mieux_; (25 + 8) × 2 = 66.",
        "49 points, 41 needed (two oudlers): 8 over; (25 + 8) × 2 = 66.",
    ),
    "11-05": (
        "50 points pour 56 (aucun bout)_: il manque 6 points_; −(25 + 6) × 2 = −62.",
        "50 points, 56 needed (no oudler): 6 points short; −(25 + 6) × 2 = −62.",
    ),
    "11-07": (
        "36 points pour 36 (trois bouts)_: juste fait_; 25 × 6 = 150.",
        "36 points, 36 needed (three oudlers): just made; 25 × 6 = 150.",
    ),
    "11-26": (
        "40,5 points pour 41 (deux bouts)_: il manque 1 point, le demi-point à la défense_; "
        "−(25 + 1) × 2 = −52.",
        "40.5 points, 41 needed (two oudlers): 1 point short, the half-point to the defence; "
        "−(25 + 1) × 2 = −52.",
    ),
}


@pytest.mark.parametrize("row", [row for row in rows("scores") if row.id in SENTENCES])
def test_the_contract_in_one_sentence(row: dict[str, Any]) -> None:
    sheet, _rules = sheet_of(row)
    french, english = SENTENCES[row["id"]]
    with translation.override("fr"):
        assert score_sentence(sheet) == french.replace("_", "\u202f")
    with translation.override("en"):
        assert score_sentence(sheet) == english


HEADLINES = {
    "11-01": (
        "Léa réussit sa petite, tout juste.",
        "Vous réussissez votre petite, tout juste.",
        "Léa just makes the petite.",
        "You just make your petite.",
    ),
    "11-03": (
        "Léa réussit sa garde, de 8.",
        "Vous réussissez votre garde, de 8.",
        "Léa makes the garde by 8.",
        "You make your garde by 8.",
    ),
    "11-06": (
        "Léa chute sa garde sans, de 6.",
        "Vous chutez votre garde sans, de 6.",
        "Léa goes down by 6 in garde sans.",
        "You go down by 6 in garde sans.",
    ),
}


@pytest.mark.parametrize("row", [row for row in rows("scores") if row.id in HEADLINES])
def test_the_headline(row: dict[str, Any]) -> None:
    sheet, _rules = sheet_of(row)
    french, to_taker, english, english_to_taker = HEADLINES[row["id"]]
    with translation.override("fr"):
        assert READER.sentence(score_headline(READER, sheet)) == french
        assert TAKER.sentence(score_headline(TAKER, sheet)) == to_taker
    with translation.override("en"):
        assert READER.sentence(score_headline(READER, sheet)) == english
        assert TAKER.sentence(score_headline(TAKER, sheet)) == english_to_taker


LINES = {
    "11-18": [
        ("Garde, réussie de 15", "(25 + 15) × 2", "+80"),
        ("Petit au bout de l'attaque", "10 × 2", "+20"),
        ("Simple poignée de Marc, pour l'attaque", "", "+20"),
        ("Total par défenseur", "80 + 20 + 20", "+120"),
        ("Chaque défenseur", "", "−120"),
        ("Léa", "120 × 3", "+360"),
    ],
    "11-12": [
        ("Petite, réussie de 2", "(25 + 2) × 1", "+27"),
        ("Petit au bout de la défense", "−10 × 1", "−10"),
        ("Total par défenseur", "27 − 10", "+17"),
        ("Chaque défenseur", "", "−17"),
        ("Léa", "17 × 3", "+51"),
    ],
    "11-40": [
        ("Garde contre, chutée de 56", "−(25 + 56) × 6", "−486"),
        ("Chelem annoncé et manqué", "", "−200"),
        ("Chelem de la défense", "", "−200"),
        ("Total par défenseur", "−486 − 200 − 200", "−886"),
        ("Chaque défenseur", "", "+886"),
        ("Léa", "−886 × 3", "−2\u202f658"),
    ],
    "11-22": [
        ("Garde, réussie de 46", "(25 + 46) × 2", "+142"),
        ("Chelem réussi, non annoncé", "", "+200"),
        ("Total par défenseur", "142 + 200", "+342"),
        ("Chaque défenseur", "", "−342"),
        ("Léa", "342 × 3", "+1\u202f026"),
    ],
    "11-31": [
        ("Garde, réussie de 9", "(25 + 9) × 2", "+68"),
        ("Chaque défenseur", "", "−68"),
        ("Marc", "", "+68"),
        ("Léa", "68 × 2", "+136"),
    ],
    "11-37": [
        ("Garde, réussie de 9", "(25 + 9) × 2", "+68"),
        ("Le défenseur", "", "−68"),
        ("Léa", "", "+68"),
    ],
}


@pytest.mark.parametrize("row", [row for row in rows("scores") if row.id in LINES])
def test_the_lines_of_a_score(row: dict[str, Any]) -> None:
    sheet, rules = sheet_of(row)
    with translation.override("fr"):
        lines = score_lines(Voice(NAMES[: rules.seats], None), sheet, rules)
    assert [(line.label, line.working, line.amount) for line in lines] == LINES[row["id"]]


def test_lines_said_to_the_one_they_are_about() -> None:
    row = next(row.values[0] for row in rows("scores") if row.id == "11-18")
    sheet, rules = sheet_of(row)
    with translation.override("fr"):
        labels = [line.label for line in score_lines(Voice(NAMES[:4], 1), sheet, rules)]
        mine = [line.label for line in score_lines(Voice(NAMES[:4], 0), sheet, rules)]
    assert "Votre simple poignée, pour l'attaque" in labels
    assert mine[-1] == "Vous"
    with translation.override("en"):
        labels = [line.label for line in score_lines(Voice(NAMES[:4], None), sheet, rules)]
    assert "Marc's single handful, for the attack" in labels


def test_a_misere_is_paid_by_each() -> None:
    row = next(row.values[0] for row in rows("scores") if row.id == "11-04")
    rules = Ruleset.of_preset("familial")
    sheet = score(rules, count_of(row, miseres=((2, Misere.HEADS),)))
    with translation.override("fr"):
        gained, paid = score_lines(Voice(NAMES[:4], None), sheet, rules)[-2:]
    assert (gained.label, gained.working, gained.amount) == ("Misère de têtes de Jo", "10 × 3", "+30")
    assert (paid.label, paid.amount) == ("Chacun des autres", "−10")


@pytest.mark.parametrize(("seat", "amount", "total"), [(2, "−10", "+58"), (0, "+10", "+78")])
def test_a_misere_for_its_camp_is_one_more_line_of_the_total(seat: int, amount: str, total: str) -> None:
    row = next(row.values[0] for row in rows("scores") if row.id == "11-04")
    rules = Ruleset.from_options("fft", 4, {"misere": "camp"})
    sheet = score(rules, count_of(row, miseres=((seat, Misere.TRUMPS),)))
    lines = {line.label: line.amount for line in score_lines(Voice(NAMES[:4], None), sheet, rules)}
    assert lines[f"Misère d'atout de {NAMES[seat]}"] == amount
    assert lines["Total par défenseur"] == total


@pytest.mark.parametrize(("id_", "taker", "partner"), [("11-31", "+102", "+102"), ("11-35", "+74", "+73")])
def test_taker_and_partner_may_share_in_halves(id_: str, taker: str, partner: str) -> None:
    row = next(row.values[0] for row in rows("scores") if row.id == id_)
    rules = Ruleset.from_options("fft", 5, {"split5": "half"})
    sheet = score(rules, count_of(row))
    lines = score_lines(Voice(NAMES, None), sheet, rules)
    amounts = {line.label: line.amount for line in lines}
    assert (amounts["Léa"], amounts["Marc"]) == (taker, partner)
    assert all(worth(line.working) == number(line.amount) for line in lines if line.working)
    assert (number(amounts["Léa"]), number(amounts["Marc"])) == sheet.scores[:2]


@pytest.mark.parametrize(
    ("fate", "player", "french", "english"),
    [
        (ExcuseFate.KEPT, 1, "", ""),
        (
            ExcuseFate.EXCHANGED,
            1,
            "Marc garde l'Excuse, en échange d'un demi-point.",
            "Marc keeps the Excuse in exchange for half a point.",
        ),
        (
            ExcuseFate.EXCHANGED,
            3,
            "Vous gardez l'Excuse, en échange d'un demi-point.",
            "You keep the Excuse in exchange for half a point.",
        ),
        (
            ExcuseFate.LOST,
            1,
            "Marc perd l'Excuse, jouée au dernier pli.",
            "Marc loses the Excuse, played to the last trick.",
        ),
        (
            ExcuseFate.GIVEN,
            1,
            "L'Excuse, jouée au dernier pli, change de camp en échange d'un demi-point.",
            "The Excuse, played to the last trick, changes sides for half a point.",
        ),
        (
            ExcuseFate.WON_SLAM,
            1,
            "L'Excuse, entamée au dernier pli d'un chelem, remporte ce pli.",
            "The Excuse, led to the last trick of a slam, wins that trick.",
        ),
        (ExcuseFate.NOT_PLAYED, None, "L'Excuse était au chien.", "The Excuse was in the dog."),
    ],
)
def test_what_became_of_the_excuse(fate: ExcuseFate, player: int | None, french: str, english: str) -> None:
    row = next(row.values[0] for row in rows("scores") if row.id == "11-03")
    sheet, _rules = sheet_of(row, excuse=fate)
    with translation.override("fr"):
        assert excuse_sentence(READER, sheet, player) == french
    with translation.override("en"):
        assert excuse_sentence(READER, sheet, player) == english


def test_thousands_stand_apart() -> None:
    for language, worth_of in (("fr", "−2\u202f280 +12\u202f040"), ("en", "−2,280 +12,040")):
        with translation.override(language):
            assert f"{signed(-2280)} {signed(12040)}" == worth_of
            assert [signed(999), signed(0), signed(-40)] == ["+999", "0", "−40"]
