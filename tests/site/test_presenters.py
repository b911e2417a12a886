"""The presented page: laws on random deals, secrecy, and exact pages of stacked deals."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from tarot_engine import (
    Bid,
    Contract,
    Event,
    PlayCard,
    Prepare,
    Ruleset,
    SeedChain,
    view_for,
)
from tarot_site.games.models import GameStatus
from tarot_site.games.pages import Question, TablePage
from tarot_site.games.presenters import present
from tests.site.table_builder import ASKED_AT, answered, opened, random_game, random_secret, table_for

NARROW = "\u202f"
RULES = Ruleset.fft(4, deals=2)
PLAIN_NAMES = ("Camille", "Lea", "Marc", "Jo", "Anna")


def texts(value: object) -> Iterator[str]:
    """Every text of a page."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from texts(part)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from texts(getattr(value, field.name))


def prefixes(events: list[Event], step: int = 1) -> Iterator[list[Event]]:
    """Every moment of the game at which somebody is asked, and its end."""
    for size in range(5, len(events) + 1, step):
        part = events[:size]
        view = view_for(part, None)
        if view.to_act is not None or view.is_over:
            yield part


def pages(events: list[Event], language: str, step: int = 1) -> Iterator[TablePage]:
    for part in prefixes(events, step):
        for seat in (0, 1, 2, 3, None):
            table = table_for(part, seat, names=PLAIN_NAMES)
            yield present(table, language=language, zone="Europe/Paris")


GAME = random_game(RULES, 11)
DEAL = random_game(Ruleset.fft(4, deals=1), 2)  # a discard, a slam missed, the Excuse, Petit au bout


def test_french_pages_keep_french_typography() -> None:
    for page in pages(DEAL, "fr"):
        for text in texts(page):
            assert not re.search(r"[ \w)][:;?!](?=\s|$)", text.replace(NARROW, "\0")), text
            assert not re.search(r"%\(|!|joueur \d", text), text


def test_english_pages_are_english() -> None:
    for page in pages(DEAL, "en"):
        for text in texts(page):
            assert not re.search("[àâçéèêëîïôöùûœÀÉ\u202f!]|%\\(", text), text


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_card_of_the_reader_where_everybody_may_look(language: str) -> None:
    for page in pages(GAME, language, 3):
        exposed = " ".join(
            (page.heading, page.turn_line, page.contract_line, page.deadline, page.status_text)
        )
        for row in page.hand:
            for card in row.cards:
                assert card.face.name not in exposed
        assert not re.search("pique|cœur|carreau|trèfle|spades|hearts|diamonds|clubs|Petit|Excuse", exposed)


def test_the_hand_stands_by_suit_and_from_high_to_low() -> None:
    order = "SHCDTX"
    for page in pages(GAME, "fr", 7):
        codes = [
            (order.index(card.face.suit), -rank(card.face.code)) for row in page.hand for card in row.cards
        ]
        assert codes == sorted(codes)
        assert page.hand_count == len(codes)
        assert all(card.face.suit == row.suit for row in page.hand[:-1] for card in row.cards)


def rank(code: str) -> int:
    return {"J": 11, "N": 12, "Q": 13, "K": 14, "X": 0}.get(code[1:]) or int(code[1:].replace("X", "0"))


def test_choices_are_those_of_the_engine_in_its_order() -> None:
    asked = 0
    for part in prefixes(GAME):
        seat = view_for(part, None).to_act
        if seat is None:
            continue
        table = table_for(part, seat)
        question = asked_of(table)
        assert question.decision == table.view.decision
        assert table.view.options is not None
        actions = table.view.options.choices
        assert [choice.index for choice in question.choices] == list(range(len(question.choices)))
        if question.kind == "play":
            codes = [action.card.code for action in actions if isinstance(action, PlayCard)]
            assert [choice.face.code for choice in question.choices if choice.face] == codes
            assert_hand_agrees(table, question)
        asked += 1
    assert asked > 100


def asked_of(table: Any) -> Question:
    question = present(table, language="fr", zone="Europe/Paris").question
    assert question is not None
    return question


def assert_hand_agrees(table: Any, question: Question) -> None:
    """A card of the hand either plays its own choice or says why not."""
    for row in present(table, language="fr", zone="Europe/Paris").hand:
        for card in row.cards:
            if card.choice is None:
                assert card.refusal.endswith(".")
            else:
                face = question.choices[card.choice].face
                assert face is not None
                assert face.code == card.face.code
                assert card.refusal == ""


def test_only_the_seat_that_is_asked_has_a_question() -> None:
    for part in prefixes(GAME, 5):
        to_act = view_for(part, None).to_act
        for seat in (0, 1, 2, 3, None):
            page = present(table_for(part, seat), language="fr", zone="Europe/Paris")
            assert (page.question is not None) == (seat == to_act and seat is not None)
            assert [line.is_turn for line in page.seats] == [n == to_act for n in range(4)]


def test_eighteen_cards_to_lead() -> None:
    events = answered(
        opened(RULES, random_secret(4)), [Bid(None)] * 3 + [Bid(Contract.GARDE_CONTRE)], random_secret(4)
    )
    events = answered(events, [Prepare()], random_secret(4))
    table = table_for(events, view_for(events, None).to_act)
    question = asked_of(table)
    assert [choice.index for choice in question.choices] == list(range(18))
    assert question.duty == f"Vous entamez{NARROW}: jouez ce que vous voulez."
    assert len({choice.label for choice in question.choices}) == 18


def test_one_table_in_four_languages_and_zones() -> None:
    events = opened(RULES, random_secret(2))
    first = view_for(events, None).to_act
    assert first is not None
    readers = [
        ("fr", "Europe/Paris"),
        ("en", "Europe/Paris"),
        ("fr", "America/Montreal"),
        ("en", "America/Montreal"),
    ]
    told = []
    for shift, (language, zone) in enumerate(readers):
        page = present(table_for(events, (first + shift) % 4), language=language, zone=zone)
        told.append((page.turn_line, page.deadline, page.heading))
    name = table_for(events, 0).seats[first].name
    assert told == [
        (
            "À vous de parler.",
            f"avant samedi 5 décembre, 20{NARROW}h{NARROW}00 (heure de Paris)",
            "Donne 1 sur 2",
        ),
        (f"{name} to bid.", "before Saturday 5 December, 8:00 pm (Paris time)", "Deal 1 of 2"),
        (
            f"À {name} de parler.",
            f"avant samedi 5 décembre, 14{NARROW}h{NARROW}00 (heure de Montréal)",
            "Donne 1 sur 2",
        ),
        (f"{name} to bid.", "before Saturday 5 December, 2:00 pm (Montreal time)", "Deal 1 of 2"),
    ]


@pytest.mark.parametrize("status", [status for status in GameStatus if status != GameStatus.RUNNING])
def test_a_stopped_game_asks_nothing(status: GameStatus) -> None:
    events = opened(RULES, random_secret(1))
    page = present(table_for(events, view_for(events, None).to_act, status=status), language="fr", zone="UTC")
    assert (page.question, page.turn_line, page.deadline) == (None, "", "")
    assert not any(line.is_turn for line in page.seats)
    assert page.status_text


def test_the_places_around_the_table() -> None:
    events = opened(RULES, random_secret(1))
    page = present(table_for(events, 2), language="fr", zone="UTC")
    assert [line.place for line in page.seats] == ["across", "left", "me", "right"]
    spectator = present(table_for(events, None), language="fr", zone="UTC")
    assert not any(line.is_me for line in spectator.seats)
    assert (spectator.reader, spectator.reader_name, spectator.hand) == (None, "", ())


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("seats", [3, 5])
def test_other_tables_are_presented_too(seats: int, language: str) -> None:
    rules = Ruleset.fft(seats, deals=1)
    events = random_game(rules, 5)
    for part in prefixes(events, 9):
        for seat in range(seats):
            page = present(table_for(part, seat), language=language, zone="UTC")
            assert len(page.seats) == seats


def test_totals_after_each_deal_and_the_last_one() -> None:
    page = present(table_for(GAME, 0, with_deals=True), language="fr", zone="UTC")
    scored = [deal for deal in page.deals if deal.lines]
    assert len(scored) == 2
    assert [line.total for line in page.seats] == [result.total for result in scored[-1].results]
    for before, after in pairwise(page.deals):
        assert [r.total - r.points for r in after.results] == [r.total for r in before.results]
    assert page.ended_deal == page.deals[-1]
    labels = [hand.label for hand in scored[0].hands]
    assert labels[:5] == ["Camille", "Léa", "Marc", "Jo", "Chien"]
    assert sum(len(hand.faces) for hand in scored[0].hands[:5]) == 78
    assert page.ranking[0].rank == 1
    assert [line.total for line in page.ranking] == sorted(
        (line.total for line in page.ranking), reverse=True
    )


def test_a_further_chain_of_seeds_is_told_with_its_commitment() -> None:
    secret = SeedChain("partie", bytes(32), b"m" * 32, length=1)
    events = answered(opened(RULES, secret), [Bid(None)] * 4, secret)
    renewal = secret.renewal(2)
    assert renewal is not None
    for language, words in (
        ("fr", "Nouvelle empreinte du tirage\u202f: "),
        ("en", "New commitment to the deals: "),
    ):
        page = present(table_for(events, 0), language=language, zone="UTC")
        assert f"{words}SHA-256 {renewal.digest}." in [line.text for line in page.story]
        assert renewal.digest in page.fairness


def test_while_people_are_awaited() -> None:
    events = opened(RULES, random_secret(1))[:1]
    table = table_for(events, 0, status=GameStatus.WAITING, names=("Camille", "Léa", "", ""))
    for seat in table.seats[1:]:
        seat.taken_at = None
    page = present(table, language="fr", zone="UTC")
    assert page.waiting_for == ("Léa", "2 personnes invitées")
    assert page.heading == "Avant la première donne"
    assert page.seats[2].name == "une personne invitée"
    assert (page.ranking, page.hand_facts, page.trick) == ((), "", None)


def test_the_allowance_of_a_turn_is_the_games() -> None:
    table = table_for(opened(RULES, random_secret(1)), 0)
    assert table.game.due_at == ASKED_AT + timedelta(seconds=table.game.move_seconds)


def test_the_piles_of_two_seats_name_their_owner_after_the_deal() -> None:
    events = random_game(Ruleset.from_options("fft", 2, {"deals": 1}), 3)
    deal = present(table_for(events, 1), language="fr", zone="UTC").ended_deal
    assert deal is not None
    assert [hand.label for hand in deal.hands[2:6]] == [
        "Cartes visibles de Camille",
        "Cartes couvertes de Camille",
        "Vos cartes visibles",
        "Vos cartes couvertes",
    ]
