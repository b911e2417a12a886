"""What a page tells of robots and deadlines."""

from __future__ import annotations

from tarot_engine import ROBOTS, Bid, Ruleset, view_for
from tarot_site.games.models import ActorKind, GameStatus, SeatKind
from tarot_site.games.presenters import present
from tarot_site.games.wording_options import STRENGTHS
from tests.site.table_builder import answered, opened, random_secret, table_for

NARROW = "\u202f"
RULES = Ruleset.fft(4, deals=2)


def test_a_robots_turn_has_no_deadline() -> None:
    events = opened(RULES, random_secret(1))
    seat = view_for(events, None).to_act
    assert seat is not None
    table = table_for(events, (seat + 1) % 4, held=seat)
    page = present(table, language="fr", zone="UTC")
    assert (page.deadline, page.due_at) == ("", None)
    assert page.seats[seat].is_robot
    assert "un robot joue à sa place" in page.seats[seat].badges
    mine = present(table_for(events, seat, held=seat), language="fr", zone="UTC")
    assert "un robot tient votre place" in mine.seats[seat].badges
    table.seats[seat].kind = SeatKind.ROBOT
    assert "robot" in present(table, language="fr", zone="UTC").seats[seat].badges


def test_a_robot_answers_for_a_person_whose_account_is_gone() -> None:
    events = opened(RULES, random_secret(1))
    seat = view_for(events, None).to_act
    assert seat is not None
    table = table_for(events, (seat + 1) % 4)
    table.seats[seat].player_id = None
    page = present(table, language="fr", zone="UTC")
    assert (page.deadline, page.due_at) == ("", None)
    assert [line.seat for line in page.seats if line.is_robot] == [seat]
    assert "un robot joue à sa place" in page.seats[seat].badges
    table.seats[seat].taken_at = None  # nobody has come yet
    assert not present(table, language="fr", zone="UTC").seats[seat].is_robot


def test_the_robots_and_deadlines_of_a_game_are_told() -> None:
    events = opened(RULES, random_secret(1))
    first = view_for(events, None).to_act
    assert first is not None
    after = answered(events, [Bid(None)], random_secret(1))
    table = table_for(after, (first + 1) % 4, actors={len(after): ActorKind.DEADLINE}, since_seq=len(events))
    line = present(table, language="fr", zone="UTC").story[-1]
    name = table.seats[first].name
    assert line.text == f"{name} n'a pas répondu{NARROW}: le serveur a passé."
    assert (line.is_strong, line.is_new) == (True, True)


def test_the_page_says_that_a_robot_plays_now() -> None:
    events = opened(RULES, random_secret(1))
    seat = view_for(events, None).to_act
    assert seat is not None
    other, name = (seat + 1) % 4, table_for(events, None).seats[seat].name
    assert present(table_for(events, other), language="fr", zone="UTC").thinking == ""
    held = table_for(events, other, held=seat)
    place = f"d'{name}" if name[0] in "AEIOUYH" else f"de {name}"
    assert present(held, language="fr", zone="UTC").thinking == (
        f"Un robot réfléchit quelques secondes à la place {place}."
    )
    assert present(held, language="en", zone="UTC").thinking == (
        f"A robot is thinking for a few seconds in {name}'s place."
    )
    mine = present(table_for(events, seat, held=seat), language="fr", zone="UTC")
    assert mine.thinking == "Un robot réfléchit quelques secondes à votre place."
    held.seats[seat].kind = SeatKind.ROBOT
    assert present(held, language="fr", zone="UTC").thinking == "Le robot réfléchit quelques secondes."
    held.game.status = GameStatus.PAUSED
    assert present(held, language="fr", zone="UTC").thinking == ""


def test_what_was_agreed_is_told_with_the_strength_of_the_robots() -> None:
    table = table_for(opened(RULES, random_secret(1)), 0)
    table.game.move_seconds, table.game.robot = 2 * 86400, "expert"
    agreed = (f"Longueur{NARROW}: 2 donnes.", f"Pour répondre{NARROW}: 2 jours à chaque fois.")
    assert present(table, language="fr", zone="UTC").rules[-2:] == agreed, "nobody is a robot"
    table.seats[2].kind = SeatKind.ROBOT
    assert present(table, language="fr", zone="UTC").rules[-3:] == (*agreed, f"Robots{NARROW}: experts.")
    table.game.robot, table.game.move_seconds = "prudent", 1800
    english = present(table, language="en", zone="UTC").rules
    assert english[-2:] == ("To answer: 30 minutes each time.", "Robots: thoughtful.")


def test_every_robot_has_a_word_for_its_strength() -> None:
    assert set(STRENGTHS) == set(ROBOTS)
