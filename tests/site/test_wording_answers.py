"""Cards, deadlines and robots, word for word, in both languages."""

from __future__ import annotations

import pytest

from tarot_engine import (
    BidPlaced,
    CardSet,
    Contract,
    DiscardMade,
    Event,
    Hidden,
    TakerReady,
    TrickTaken,
)
from tarot_site.games.models import ActorKind
from tests.site.storyteller import NONE, OPENED, fr, last, plays, told

CARDS = [
    ("HK", "Pli 1_: Léa entame le roi de cœur.", "Trick 1: Léa leads the king of hearts."),
    ("EX", "Pli 1_: Léa entame l'Excuse.", "Trick 1: Léa leads the Excuse."),
    ("HK H7", "Marc fournit le 7 de cœur.", "Marc follows with the 7 of hearts."),
    ("HK T5", "Marc coupe du 5 d'atout.", "Marc ruffs with trump 5."),
    ("HK T1", "Marc coupe du Petit.", "Marc ruffs with the Petit."),
    ("HK T5 T9", "Jo surcoupe du 9 d'atout.", "Jo overtrumps with trump 9."),
    ("HK T9 T5", "Jo sous-coupe du 5 d'atout.", "Jo undertrumps with trump 5."),
    ("HK C2", "Marc se défausse du 2 de trèfle.", "Marc throws off the 2 of clubs."),
    ("HK CQ", "Marc se défausse de la dame de trèfle.", "Marc throws off the queen of clubs."),
    ("HK S1", "Marc se défausse de l'as de pique.", "Marc throws off the ace of spades."),
    ("HK EX", "Marc pose l'Excuse.", "Marc plays the Excuse."),
    ("T7 T9", "Marc monte au 9 d'atout.", "Marc goes higher with trump 9."),
    ("T9 T7", "Marc fournit le 7 d'atout.", "Marc follows with trump 7."),
    ("T9 H2", "Marc se défausse du 2 de cœur.", "Marc throws off the 2 of hearts."),
    ("EX C4", "Marc joue le 4 de trèfle, trèfle demandé.", "Marc plays the 4 of clubs, clubs to follow."),
    ("EX T4", "Marc joue le 4 d'atout, atout demandé.", "Marc plays trump 4, trumps to follow."),
    ("EX C4 CK", "Jo fournit le roi de trèfle.", "Jo follows with the king of clubs."),
    ("EX T4 T2", "Jo fournit le 2 d'atout.", "Jo follows with trump 2."),
]


@pytest.mark.parametrize(("codes", "french", "english"), CARDS)
def test_a_card_falls(codes: str, french: str, english: str) -> None:
    assert last(OPENED, *plays(*codes.split())) == fr(french)
    assert last(OPENED, *plays(*codes.split()), language="en") == english


MY_CARDS = [
    ("HK", "Pli 1_: vous avez entamé le roi de cœur.", "Trick 1: you led the king of hearts."),
    ("HK H7", "Vous avez fourni le 7 de cœur.", "You followed with the 7 of hearts."),
    ("HK T5", "Vous avez coupé du 5 d'atout.", "You ruffed with trump 5."),
    ("HK CQ", "Vous vous défaussez de la dame de trèfle.", "You threw off the queen of clubs."),
    ("HK EX", "Vous avez posé l'Excuse.", "You played the Excuse."),
    ("T7 T9", "Vous avez joué le 9 d'atout.", "You played trump 9."),
]


@pytest.mark.parametrize(("codes", "french", "english"), MY_CARDS)
def test_my_own_card(codes: str, french: str, english: str) -> None:
    leader = 0 if len(codes.split()) == 1 else 3
    assert last(OPENED, *plays(*codes.split(), leader=leader)) == fr(french)
    assert last(OPENED, *plays(*codes.split(), leader=leader), language="en") == english


def test_the_last_trick_and_the_petit_in_it() -> None:
    assert last(OPENED, *plays("HK", "T1", "H2", "H3"), TrickTaken(18, 2)) == fr(
        "Marc remporte le dernier pli_: Petit au bout."
    )
    assert last(OPENED, *plays("HK", "T2", "H2", "H3"), TrickTaken(18, 2)) == "Marc remporte le dernier pli."
    assert last(OPENED, *plays("HK", "T1", "H2", "H3"), TrickTaken(17, 2)) == "Marc remporte le pli."


UNANSWERED = [
    (BidPlaced(3, None), "Jo n'a pas répondu_: le serveur a passé.", "Jo did not answer: the server passed."),
    (
        DiscardMade(3, Hidden(6), NONE),
        "Jo n'a pas répondu_: le serveur a fait l'écart.",
        "Jo did not answer: the server made the discard.",
    ),
    (
        TakerReady(3),
        "Jo n'a pas répondu_: le jeu commence sans chelem annoncé.",
        "Jo did not answer: play begins with no slam announced.",
    ),
]


@pytest.mark.parametrize(("fact", "french", "english"), UNANSWERED)
def test_a_deadline_answered(fact: Event, french: str, english: str) -> None:
    line = told(OPENED, fact, actor=ActorKind.DEADLINE)[-1]
    assert (line.text, line.is_strong) == (fr(french), True)
    assert last(OPENED, fact, actor=ActorKind.DEADLINE, language="en") == english


def test_a_card_that_the_deadline_played() -> None:
    facts = [OPENED, *plays("CK", "CQ", "C2")]
    line = told(*facts, actor=ActorKind.DEADLINE)[-1]
    assert (line.text, line.is_strong) == (fr("Jo n'a pas répondu_: le serveur a joué le 2 de trèfle."), True)
    assert last(*facts, actor=ActorKind.DEADLINE, reader=3) == fr(
        "Vous n'avez pas répondu_: le serveur a joué le 2 de trèfle."
    )
    assert last(*facts, actor=ActorKind.DEADLINE, language="en") == (
        "Jo did not answer: the server played the 2 of clubs."
    )


def test_a_discard_is_named_to_its_owner_alone() -> None:
    cards = CardSet.parse("S2 S3 C4 C5 D2 D3")
    mine = DiscardMade(3, cards, NONE)
    assert (
        last(OPENED, mine, reader=3)
        == "Vous avez écarté les 3 et 2 de pique, les 5 et 4 de trèfle et les 3 et 2 de carreau."
    )
    assert last(OPENED, mine, reader=3, actor=ActorKind.DEADLINE) == fr(
        "Vous n'avez pas répondu_: le serveur a écarté les 3 et 2 de pique, "
        "les 5 et 4 de trèfle et les 3 et 2 de carreau."
    )
    for actor in ActorKind:
        assert "pique" not in last(OPENED, mine, reader=0, actor=actor)


def test_a_robot_in_a_persons_place() -> None:
    facts = [OPENED, *plays("CK", "CQ", "C2")]
    assert last(*facts, actor=ActorKind.ROBOT) == "Un robot tient la place de Jo, il joue le 2 de trèfle."
    assert (
        last(*facts, actor=ActorKind.ROBOT, reader=3) == "Un robot tient votre place, il joue le 2 de trèfle."
    )
    assert (
        last(*facts, actor=ActorKind.ROBOT, language="en")
        == "A robot holds Jo's seat, it plays the 2 of clubs."
    )
    bid = BidPlaced(3, Contract.GARDE)
    assert last(OPENED, bid, actor=ActorKind.ROBOT) == "Un robot tient la place de Jo, il dit garde."


def test_a_robots_own_seat_is_told_like_any_other() -> None:
    facts = [OPENED, *plays("CK", "CQ", "C2")]
    assert last(*facts, actor=ActorKind.ROBOT, people=frozenset({0})) == "Jo fournit le 2 de trèfle."


def test_only_its_own_seat_learns_that_a_card_was_forced() -> None:
    facts = [OPENED, *plays("CK", "CQ", "C2")]
    assert last(*facts, actor=ActorKind.FORCED, reader=3) == fr(
        "Le serveur a joué pour vous le 2 de trèfle, seule carte jouable."
    )
    assert last(*facts, actor=ActorKind.FORCED, reader=0) == last(*facts, reader=0)
