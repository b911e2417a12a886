"""Two people never answer: with time going by, the game ends all the same, and everybody is told."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from tests.services.site import Site

from .people import Person, everybody_knows_the_end, hand_out, make_people
from .test_mail_game import check_ending, open_game

pytestmark = pytest.mark.serial

QUIET_SECONDS = 2.0  # without a mail for so long, everybody present has answered
STEP = timedelta(hours=25)  # half of the two days of a decision, and a little


def play_with_time(site: Site, people: dict[str, Person]) -> int:
    """Answer mails; when no more come, let a day go by. How many days were needed."""
    seen, steps, standing = 0, 0, 0
    while not everybody_knows_the_end(people):
        answered = sum(person.turns for person in people.values())
        seen += wait_and_hand_out(people, site, seen)
        standing = 1 if sum(person.turns for person in people.values()) > answered else standing + 1
        steps += 1
        site.manage("tick", "--at", (datetime.now(UTC) + standing * STEP).isoformat())
        assert steps < 60, "the game stands still"
    return steps


def wait_and_hand_out(people: dict[str, Person], site: Site, seen: int) -> int:
    """Hand out mails until none came for a while; how many there were."""
    handed, last = 0, time.monotonic()
    while time.monotonic() - last < QUIET_SECONDS:
        new = hand_out(people, site.smtp, seen + handed)
        handed += new
        last = time.monotonic() if new else last
        time.sleep(0.02)
    return handed


def test_a_game_with_two_absent_players_ends_by_itself(embedded_server: Site) -> None:
    people = make_people(5)
    absent = [people["marc@friends.example"], people["camille@friends.example"]]
    for person in absent:
        person.is_absent = True
    game = open_game(embedded_server, people)
    steps = play_with_time(embedded_server, people)
    check_ending(embedded_server, game, people)
    assert steps >= 6, "three decisions of each absent player had to fall due before a robot took over"
    for person in people.values():
        kinds = [kind for letter in person.letters for kind in letter.kinds]
        if person.is_absent:
            assert kinds.count("reminder") >= 1
            assert kinds.count("default_taken") >= 3
            assert kinds.count("seat_held") == 1, "told to whom it concerns, in the mail of the third default"
            assert kinds.count("deal_over") == kinds.count("game_over") == 1
        else:
            assert kinds.count("default_taken") == 0
            assert kinds.count("seat_held") == 0
