"""A whole deal played by four people who only read their mails as text and follow the links in them."""

from __future__ import annotations

import re

import pytest

from tests.services.site import Site

from .people import Letter, Person, make_people, play

pytestmark = pytest.mark.serial

POINTS = re.compile(r"^\s*(?:\d+\.?\s+)?(\w+) +([+\u2212-]?\d{1,3}(?:[\u202f,]\d{3})*)\s*$", re.MULTILINE)
BONUSES = {"fr": ("simple poignée", "chelem annoncé"), "en": ("single handful", "slam announced")}
OVER = {"fr": "La partie est terminée", "en": "The game is over"}
YOU = {"fr": "Vous", "en": "You"}
THOUSANDS = {"fr": "\u202f", "en": ","}


def open_game(site: Site, people: dict[str, Person], *options: str) -> str:
    """Invite them to one deal; the public id of the game."""
    opened = site.manage_json("newgame", *people, "--deals", "1", *options)
    return str(opened["game"])


def final_scores(site: Site, game: str, people: dict[str, Person]) -> dict[str, int]:
    """What the engine says after replaying the whole log: points by name, in seat order."""
    (verdict,) = [v for v in site.manage_json("verify_games", "--json")["verdicts"] if v["game"] == game]
    assert verdict["differences"] == []
    return {person.name: int(total) for person, total in zip(people.values(), verdict["totals"], strict=True)}


def told_scores(letter: Letter, reader: Person, names: list[str]) -> dict[str, int]:
    """The points by name that a mail gives, as its language writes numbers; its reader is "Vous" there."""
    bare = str.maketrans({"\u2212": "-", "+": None, THOUSANDS[reader.language]: None})
    found = {name: int(points.translate(bare)) for name, points in POINTS.findall(letter.text)}
    return {name: found[YOU[reader.language] if name == reader.name else name] for name in names}


def check_ending(site: Site, game: str, people: dict[str, Person]) -> None:
    """Everybody was told the same scores, those of the engine, and they sum to zero."""
    scores = final_scores(site, game, people)
    assert sum(scores.values()) == 0
    for person in people.values():
        ends = [letter for letter in person.letters if "game_over" in letter.kinds]
        assert len(ends) == 1, [letter.kinds for letter in person.letters]
        assert told_scores(ends[0], person, list(scores)) == scores
        assert [language for language, words in OVER.items() if words in ends[0].text] == [person.language]


def check_mails(people: dict[str, Person]) -> None:
    """No mail was lost or sent twice: each turn mail was answered, and each reader got few of them."""
    for person in people.values():
        turns = [letter for letter in person.letters if "your_turn" in letter.kinds]
        assert len(turns) == person.turns
        assert person.turns <= 30, "a bid, a discard and at most eighteen cards a deal, some deals passed out"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_deal_by_mail_on_the_embedded_server(embedded_server: Site, seed: int) -> None:
    people = make_people(seed)
    game = open_game(embedded_server, people)
    play(people, embedded_server.smtp)
    check_ending(embedded_server, game, people)
    check_mails(people)


def test_a_deal_by_mail_on_the_real_stack(real_stack: Site) -> None:
    people = make_people(4)
    game = open_game(real_stack, people)
    play(people, real_stack.smtp)
    check_ending(real_stack, game, people)
    check_mails(people)


def test_a_handful_and_a_slam_announced_by_mail(embedded_server: Site) -> None:
    """A seat with eleven trumps takes, discards, announces the slam and shows a handful, by mail alone."""
    people = make_people(6)
    for person in people.values():
        person.word, person.bid = "", "pass"
    opened = embedded_server.manage_json(
        "shell", "-v", "0", "-c",
        f"from tests.e2e.strong_hand import open_strong_game; open_strong_game({list(people)!r})",
    )  # fmt: skip
    taker = list(people.values())[opened["seat"]]
    taker.bid, taker.is_bold = "garde", True
    play(people, embedded_server.smtp)
    check_ending(embedded_server, opened["game"], people)
    for person in people.values():
        (end,) = [letter for letter in person.letters if "game_over" in letter.kinds]
        told = " ".join(end.text.lower().split())
        assert all(words in told for words in BONUSES[person.language]), told
