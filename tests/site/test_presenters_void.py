"""Deals that nobody took, where they end the game and where their cards are gathered unseen."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from tarot_engine import Bid, Event, LastDealAnnounced, Ruleset, announce_last_deal, replay
from tarot_site.games.pages import DealResult
from tarot_site.games.present_void import collapsed_deals
from tarot_site.games.presenters import present
from tarot_site.games.signals import TableFact

from .storyteller import OPENED, told
from .table_builder import answered, opened, random_secret, table_for

SECRET = random_secret(1)
PASS = [Bid(None)] * 4
UNSEEN = "À cette table, les cartes sont alors ramassées sans être montrées. Personne ne marque."


def events_of(*, shown: bool = True, announced: bool = False, rounds: int = 1) -> list[Event]:
    """Everybody has passed so many times, in the end after the last deal was announced."""
    rules = Ruleset.from_options("fft", 4, {"deals": 0, "show_dog_on_all_pass": shown})
    events = answered(opened(rules, SECRET), PASS * (rounds - 1), SECRET)
    if announced:
        events += announce_last_deal(replay(events))
    return answered(events, PASS, SECRET)


def deal_of(events: list[Event], language: str = "fr") -> DealResult:
    """The last deal as its table shows it."""
    result = present(table_for(events, 0), language=language, zone="UTC").ended_deal
    assert result is not None
    return result


def test_cards_gathered_unseen_are_told_instead_of_empty_hands() -> None:
    deal = deal_of(events_of(shown=False))
    assert (deal.hands, deal.seed, deal.count) == ((), "", UNSEEN)
    page = render_to_string("games/_deal.html", {"deal": deal})
    assert UNSEEN in page
    assert "Les jeux, le chien" not in page
    assert "TOUS LES JEUX" not in render_to_string("mail/parts/hands.txt", {"deal": deal})
    assert UNSEEN in render_to_string("mail/parts/score.txt", {"deal": deal})
    assert deal_of(events_of(shown=False), "en").count.startswith("At this table the cards")


def test_cards_that_are_shown_need_no_such_words() -> None:
    deal = deal_of(events_of())
    assert (len(deal.hands), deal.count) == (5, "")
    assert "<p></p>" not in render_to_string("games/_deal.html", {"deal": deal})
    told = render_to_string("mail/parts/hands.txt", {"deal": deal, "page": {"reader_name": "Jo"}})
    assert "TOUS LES JEUX" in told
    assert "\nVous\n" in told


@pytest.mark.parametrize(
    ("announced", "words"),
    [(False, "Tout le monde passe\u202f: on redonne."), (True, "Tout le monde passe.")],
)
def test_nobody_deals_again_after_the_last_deal(announced: bool, words: str) -> None:
    events = events_of(announced=announced)
    page = present(table_for(events, 0, with_deals=True), language="fr", zone="UTC")
    assert [deal.headline for deal in page.deals] == [words]
    assert deal_of(events).headline == words
    assert words in [line.text for line in page.story]


def test_the_last_of_a_run_is_counted_with_it() -> None:
    events = events_of(announced=True, rounds=3)
    page = present(table_for(events, 0, with_deals=True), language="fr", zone="UTC")
    assert [deal.headline for deal in page.deals][1:] == [
        "Tout le monde passe\u202f: on redonne.",
        "Tout le monde passe.",
    ]
    assert [deal.headline for deal in collapsed_deals(page.deals)] == ["Tout le monde a passé trois fois."]


def test_who_is_last_to_speak_reads_that_a_pass_ends_the_game() -> None:
    rules = Ruleset.from_options("fft", 4, {"deals": 0})
    events = answered(opened(rules, SECRET), PASS[:3], SECRET)
    for batch, duty in (
        ((), "Les autres ont passé\u202f: prenez, ou passez et on redonne."),
        (
            announce_last_deal(replay(events)),
            "Les autres ont passé\u202f: prenez, ou passez et la partie s'arrête.",
        ),
    ):
        state = replay([*events, *batch])
        page = present(table_for([*events, *batch], state.to_act), language="fr", zone="UTC")
        assert page.question is not None
        assert page.question.duty == duty


def test_the_story_names_who_announced_it_and_not_twice() -> None:
    fact = TableFact("table_last_deal", {"seat": 1, "player": 9})
    assert [line.text for line in told(OPENED, LastDealAnnounced(), fact)][1:] == [
        "Léa l'annonce\u202f: cette donne sera la dernière."
    ]
    assert told(OPENED, LastDealAnnounced(), fact, language="en")[-1].text == (
        "Léa announces it: this deal will be the last one."
    )
