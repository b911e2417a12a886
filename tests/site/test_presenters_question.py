"""What the reader is asked, word for word: bids, discard, slam, handful, duties and refusals."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tarot_engine import (
    PACK,
    Action,
    Bid,
    CardSet,
    Contract,
    PlayCard,
    Prepare,
    Ruleset,
    StackedDeal,
    parse_card,
)
from tarot_site.games.pages import Question, TablePage
from tarot_site.games.presenters import present
from tests.site.table_builder import answered, opened, table_for

RULES = Ruleset.fft(4, deals=1)
PASS = Bid(None)
GARDE = [Bid(Contract.GARDE), PASS, PASS, PASS]


def fr(text: str) -> str:
    """The French of a test: underscores are narrow spaces."""
    return text.replace("_", "\u202f")


def stacked(hand: str, dog: str) -> StackedDeal:
    """Camille (seat 0) speaks first with this hand; the others share the rest in the order of the pack."""
    mine, covered = CardSet.parse(hand), CardSet.parse(dog)
    rest = [card for card in PACK if card not in mine and card not in covered]
    hands = (mine, *(CardSet.from_cards(rest[i::3]) for i in range(3)))
    return StackedDeal(hands, covered, 3, RULES.layout)


def page_of(secret: StackedDeal, actions: Sequence[Action], seat: int = 0, language: str = "fr") -> TablePage:
    events = answered(opened(RULES, secret), actions, secret)
    return present(table_for(events, seat), language=language, zone="Europe/Paris")


def question_of(
    secret: StackedDeal, actions: Sequence[Action], seat: int = 0, language: str = "fr"
) -> Question:
    question = page_of(secret, actions, seat, language).question
    assert question is not None
    return question


STRONG = stacked(
    "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 EX S1 S2 S3 S4 SK",
    "D8 D3 S5 HJ T14 HK",
)
KINGS = stacked(
    "SK HK CK DK T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15",
    "T16 S1 S2 S3 S4 S5",
)


def test_the_first_bid() -> None:
    question = question_of(STRONG, [])
    assert question.kind == "bid"
    assert question.duty == fr("Vous parlez en premier_: prenez ou passez.")
    assert [(c.index, c.label, c.button, c.detail) for c in question.choices] == [
        (0, "Passer", "Passer", ""),
        (1, "Petite", fr("Dire_: petite"), "× 1"),
        (2, "Garde", fr("Dire_: garde"), "× 2"),
        (3, "Garde sans", fr("Dire_: garde sans"), "× 4"),
        (4, "Garde contre", fr("Dire_: garde contre"), "× 6"),
    ]
    assert question.default_text == "Sans réponse, le serveur passera pour vous."
    english = question_of(STRONG, [], language="en")
    assert english.duty == "You bid first: take or pass."
    assert english.choices[3].button == "Bid: garde sans"
    assert english.default_text == "Without an answer, the server will pass for you."


@pytest.mark.parametrize(
    ("bids", "seat", "french", "english"),
    [
        (
            [PASS],
            1,
            "Personne n'a encore pris_: prenez ou passez.",
            "Nobody has taken yet: take or pass.",
        ),
        (
            [PASS, PASS, PASS],
            3,
            "Les autres ont passé_: prenez, ou passez et on redonne.",
            "The others have passed: take, or pass and the cards are dealt again.",
        ),
        (
            [Bid(Contract.PETITE), PASS],
            2,
            "Camille a dit petite_: montez ou passez.",
            "Camille bid petite: go higher or pass.",
        ),
    ],
)
def test_later_bids(bids: list[Bid], seat: int, french: str, english: str) -> None:
    assert question_of(STRONG, bids, seat).duty == fr(french)
    assert question_of(STRONG, bids, seat, "en").duty == english


def test_hand_facts() -> None:
    assert page_of(STRONG, []).hand_facts == "1 bout, 12 atouts, 1 roi"
    assert page_of(KINGS, []).hand_facts == "aucun bout, 14 atouts, 4 rois"
    assert page_of(KINGS, [], language="en").hand_facts == "no oudler, 14 trumps, 4 kings"


def test_the_discard() -> None:
    page = page_of(STRONG, GARDE)
    question = page.question
    assert question is not None
    assert question.picker is not None
    assert (page.turn_line, page.contract_line) == (
        "À vous d'écarter.",
        fr("Vous prenez_: garde."),
    )
    assert (question.kind, question.choices) == ("prepare", ())
    assert question.picker.instruction == question.duty == fr("Faites votre écart_: 6 cartes.")
    assert question.picker.rules == (
        "Un roi ne s'écarte pas.",
        "Un bout ne s'écarte pas.",
        "Un atout ne s'écarte pas tant qu'il reste d'autres cartes.",
    )
    assert [face.code for face in question.picker.dog] == ["S5", "HK", "HJ", "D8", "D3", "T14"]
    assert question.slam_label == fr(
        "Annoncer le chelem_: 400 points de chaque défenseur si vous faites tous les plis, "
        "200 à chacun sinon. Vous entamerez."
    )
    assert question.default_text.startswith(fr("Sans réponse, le serveur écartera pour vous_: "))
    cards = {card.face.code: card for row in page.hand for card in row.cards}
    assert len(cards) == 24
    assert {code for code, card in cards.items() if card.is_from_dog} == {"S5", "HK", "HJ", "D8", "D3", "T14"}
    assert {code for code, card in cards.items() if card.can_discard} == {
        *("S1", "S2", "S3", "S4", "S5"),
        *("HJ", "D8", "D3"),
    }
    assert cards["HK"].refusal == "Un roi ne s'écarte pas."
    assert cards["EX"].refusal == "Un bout ne s'écarte pas."
    assert cards["T2"].refusal == "Un atout ne s'écarte pas tant qu'il reste d'autres cartes."
    assert cards["S1"].refusal == ""


def test_the_others_wait_for_the_discard() -> None:
    page = page_of(STRONG, GARDE, seat=2)
    assert page.turn_line == "Camille fait son écart."
    assert page.contract_line == fr("Camille prend_: garde.")
    assert page.heading == "Donne 1 sur 1, garde"
    assert page_of(STRONG, GARDE, seat=2, language="en").turn_line == "Camille is discarding."


def test_forced_trumps() -> None:
    question = question_of(KINGS, GARDE)
    assert question.picker is not None
    assert question.picker.trumps_required == 1
    assert question.picker.rules[0] == (
        "Il faut écarter les 5, 4, 3 et 2 et l'as de pique, et 1 atout de votre choix, montré à tous."
    )
    english = question_of(KINGS, GARDE, language="en")
    assert english.picker is not None
    assert english.picker.rules[0] == (
        "You must discard the 5, 4, 3 and 2 and the ace of spades, and 1 trump of your choice, shown to all."
    )
    discard = CardSet.parse("S1 S2 S3 S4 S5 T2")
    story = page_of(KINGS, [*GARDE, Prepare(discard)], seat=1).story
    assert fr("Camille a fait son écart_; atout montré à tous_: 2 d'atout.") in [line.text for line in story]
    assert "de pique" not in story[-1].text


def test_the_slam_in_a_garde_sans() -> None:
    bids = [Bid(Contract.GARDE_SANS), PASS, PASS, PASS]
    page = page_of(STRONG, bids)
    question = page.question
    assert question is not None
    assert page.turn_line == fr("À vous de commencer_: annoncez-vous le chelem_?")
    assert (question.kind, question.picker, question.slam_label) == ("prepare", None, "")
    assert [(c.index, c.label) for c in question.choices] == [
        (0, "Commencer sans annoncer de chelem"),
        (1, "Annoncer le chelem"),
    ]
    assert question.choices[1].detail.startswith("400 points de chaque défenseur")
    assert question.default_text.endswith("le jeu commencera sans chelem annoncé.")
    announced = page_of(STRONG, [*bids, Prepare(slam=True)], seat=2)
    assert announced.contract_line == fr("Camille prend_: garde sans, chelem annoncé.")
    assert "chelem annoncé" in announced.seats[0].badges


def test_handfuls_within_reach() -> None:
    bids = [Bid(Contract.GARDE_SANS), PASS, PASS, PASS, Prepare()]
    simple, double = question_of(STRONG, bids).handfuls
    assert (simple.label, simple.size, simple.needs_excuse) == ("Simple poignée", 10, False)
    assert simple.help == fr(
        "Montrez 10 atouts sur vos 12_; 2 restent cachés, à votre choix. L'Excuse ne se montre pas ici. "
        "20 points au camp qui gagne la donne."
    )
    assert [face.code for face in simple.cards] == [f"T{n}" for n in range(13, 1, -1)]
    assert (double.label, double.size, double.needs_excuse) == ("Double poignée", 13, True)
    assert double.help == (
        "Montrez vos 12 atouts et l'Excuse. L'Excuse montrée dit à tous qu'aucun autre atout n'est caché. "
        "30 points au camp qui gagne la donne."
    )
    assert double.cards[-1].code == "EX"
    english = question_of(STRONG, bids, language="en").handfuls
    assert english[0].help == (
        "Show 10 of your 12 trumps; 2 of your choice stay hidden. The Excuse is not shown here. "
        "20 points to the side that wins the deal."
    )
    assert english[1].label == "Double handful"


def test_a_handful_shown_stays_on_the_seat() -> None:
    bids = [Bid(Contract.GARDE_SANS), PASS, PASS, PASS, Prepare()]
    show = CardSet.parse("T2 T3 T4 T5 T6 T7 T8 T9 T10 T11")
    page = page_of(STRONG, [*bids, PlayCard(parse_card("T13"), show)], seat=1)
    assert page.seats[0].badges == ("prend", "a montré une simple poignée")
    assert [line.text for line in page.story[-2:]] == [
        fr("Camille montre une simple poignée_: 11, 10, 9, 8, 7, 6, 5, 4, 3 et 2 d'atout."),
        fr("Pli 1_: Camille entame le 13 d'atout."),
    ]


def test_the_trick_on_the_table() -> None:
    bids = [Bid(Contract.GARDE_SANS), PASS, PASS, PASS, Prepare()]
    page = page_of(STRONG, [*bids, PlayCard(parse_card("S4"))], seat=1)
    assert page.trick is not None
    assert page.trick.sentence == fr(
        "Pli 1_: Camille entame le 4 de pique. Marc puis Jo joueront après vous."
    )
    assert [slot.caption for slot in page.trick.slots] == ["entame, maître", "vous", "ensuite", "ensuite"]
    english = page_of(STRONG, [*bids, PlayCard(parse_card("S4"))], seat=1, language="en").trick
    assert english is not None
    assert english.sentence == "Trick 1: Camille leads the 4 of spades. Marc then Jo will play after you."
    question = page.question
    assert question is not None
    assert question.choices[0].button.startswith("Jouer ")


def test_everybody_passes() -> None:
    page = page_of(STRONG, [PASS] * 4, seat=2)
    assert fr("Tout le monde passe_: on redonne.") in [line.text for line in page.story]
    assert page.ended_deal is not None
    assert page.ended_deal.headline == fr("Tout le monde passe_: on redonne.")
    assert page.ended_deal.lines == ()
    assert [result.points for result in page.ended_deal.results] == [0, 0, 0, 0]
