"""Two people never answer: with time going by, the game ends all the same, and everybody is told what happened."""

from __future__ import annotations

import time
from datetime import datetime, timedelta, timezone

import pytest

from tests.services.site import Site

from .people import Person, everybody_knows_the_end, hand_out, make_people
from .test_mail_game import check_ending, open_game

pytestmark = pytest.mark.serial

QUIET_SECONDS = 1.0  # without a mail for so long, everybody present has answered
STEP = timedelta(hours=25)  # half of the two days of a decision, and a little


def play_with_time(site: Site, people: dict[str, Person]) -> int:
    """Answer mails; when no more come, let a day go by. How often that was needed."""
    now = datetime.now(timezone.utc)
    seen, steps, last_mail = 0, 0, time.monotonic()
    while not everybody_knows_the_end(people):
        new = hand_out(people, site.smtp, seen)
        seen += new
        if new:
            last_mail = time.monotonic()
        elif time.monotonic() - last_mail > QUIET_SECONDS:
            steps += 1
            now += STEP
            site.manage("tick", "--at", now.isoformat())
            last_mail = time.monotonic()
        assert steps < 40, "the game stands still"
        time.sleep(0.02)
    return steps


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
            assert kinds.count("reminder") >= 3
            assert kinds.count("default_taken") >= 3
        assert kinds.count("seat_held") >= 2 or kinds.count("game_over") == 1
