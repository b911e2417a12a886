"""Which part of the story a page shows first: from the beginning of a trick, whose number stands once."""

from __future__ import annotations

import pytest

from tarot_engine import CardPlayed, PartnerRevealed, TrickTaken, parse_card
from tarot_site.games.present_story import newest, since_last_act

from .storyteller import OPENED, fr, plays, told

LAST_TRICKS = (
    *plays("S5", "S6", "S7", "S8"),
    TrickTaken(1, 0),
    *plays("H5", "H6", "H7", "H8", leader=0),
    TrickTaken(2, 3),
    *plays("C5", "C6", "C7", "C8", leader=3),
    TrickTaken(3, 2),
)


def test_a_trick_is_named_once_when_the_reader_led_it() -> None:
    lines = since_last_act(told(OPENED, *plays("H5", "H6", "H7", leader=0), since=2))
    assert [line.text for line in lines] == [
        fr("Pli 1_: vous avez entamé le 5 de cœur."),
        "Léa fournit le 6 de cœur.",
        "Marc fournit le 7 de cœur.",
    ]


def test_the_number_stands_at_the_first_card_where_the_reader_has_not_played() -> None:
    lines = since_last_act(told(OPENED, *plays("H5", "H6"), since=0))
    assert [line.text for line in lines][1:] == [
        fr("Pli 1_: Léa entame le 5 de cœur."),
        "Marc fournit le 6 de cœur.",
    ]


def test_the_end_of_a_deal_begins_with_the_readers_last_card_in_it() -> None:
    facts = [OPENED, *plays("H5", "H6", "H7", "H8", leader=1), TrickTaken(1, 3), OPENED]
    texts = [line.text for line in since_last_act(told(*facts, since=5))]
    assert texts[:2] == [fr("Pli 1_: vous avez fourni le 8 de cœur."), "Jo remporte le pli."]


@pytest.mark.parametrize(("count", "first"), [(1, 11), (4, 11), (5, 11), (6, 6), (10, 6), (11, 1), (99, 0)])
def test_a_long_story_is_cut_at_the_beginning_of_a_trick(count: int, first: int) -> None:
    lines = told(OPENED, *LAST_TRICKS)
    assert [line.text for line in newest(lines, count)] == [line.text for line in lines[first:]]


def test_a_line_without_a_trick_inside_one_is_no_beginning() -> None:
    begun = [CardPlayed(1, parse_card("H5")), PartnerRevealed(1)]
    lines = told(OPENED, *begun, *plays("H6", leader=2))
    assert newest(lines, 2) == tuple(lines[1:])


def test_an_auction_is_cut_anywhere() -> None:
    lines = told(*[OPENED] * 3)
    assert newest(lines, 1) == tuple(lines[2:])
    assert newest([], 3) == ()
