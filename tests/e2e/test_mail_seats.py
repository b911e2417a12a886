"""Tables of three and five, and each set of rules, played by mail to the end beside one another."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from tests.services.site import Site

from .people import Person, play
from .test_mail_game import told_scores

pytestmark = pytest.mark.serial


@dataclass
class Table:
    """One game: its people by address in seat order, then robots; the options of ``newgame``."""

    name: str
    people: int
    robots: int
    options: tuple[str, ...]
    game: str = ""
    persons: dict[str, Person] | None = None
    names: tuple[str, ...] = ()

    def open(self, site: Site) -> dict[str, Person]:
        """Invite the people to one deal."""
        names = ("Léa", "Marc", "Jo", "Camille", "Anna")[: self.people]
        self.persons = {
            address: Person(address, name, random.Random(address))
            for name in names
            for address in [f"{name.lower().replace('é', 'e')}@{self.name}.example"]
        }
        for person in self.persons.values():
            person.is_bold = True
        opened = site.manage_json(
            "newgame", *self.persons, "--robots", str(self.robots), "--deals", "1", *self.options
        )
        self.game = str(opened["game"])
        self.names = (*names, *(seat["name"] for seat in opened["seats"][self.people :]))
        return self.persons

    def check(self, totals: dict[str, list[int]]) -> None:
        """Everybody was told the scores that the engine counts again from the log; they sum to zero."""
        scores = dict(zip(self.names, totals[self.game], strict=True))
        assert sum(scores.values()) == 0
        assert any(scores.values())
        for person in (self.persons or {}).values():
            ends = [letter for letter in person.letters if "game_over" in letter.kinds]
            assert len(ends) == 1, [letter.kinds for letter in person.letters]
            found = told_scores(ends[0], person, [name for name in self.names if " " not in name])
            assert found == {name: scores[name] for name in found}


TABLES = (
    Table("two", 2, 0, ()),
    Table("byhand", 2, 2, ("--option", "cut=hand", "--option", "deal_out=hand")),
    Table("three", 2, 1, ()),
    Table("five", 4, 1, ()),
    Table("concours", 1, 3, ("--rules", "concours")),
    Table("debutants", 2, 1, ("--rules", "debutants")),
    Table("familial", 2, 3, ("--rules", "familial")),
)


def test_every_number_of_seats_and_every_set_of_rules_by_mail(embedded_server: Site) -> None:
    people = {address: person for table in TABLES for address, person in table.open(embedded_server).items()}
    play(people, embedded_server.smtp)
    verdicts = embedded_server.manage_json("verify_games", "--json")["verdicts"]
    assert [verdict["differences"] for verdict in verdicts] == [[]] * len(TABLES)
    totals = {verdict["game"]: verdict["totals"] for verdict in verdicts}
    for table in TABLES:
        table.check(totals)
    calls = [letter for letter in people["lea@five.example"].letters if "appelle" in letter.text]
    assert calls, "somebody called a king"
