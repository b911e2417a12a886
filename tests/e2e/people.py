"""Four people who have nothing but their mail: they read the text bodies and follow the links in them.

Two of them read French and two English, at the same table.
"""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass, field
from html import unescape

from tests.services.smtp import ReceivedMail, SmtpServer

from .forms import Answer, Form, get, post

LINK = re.compile(r"^\s*(https?://\S+/)$", re.MULTILINE)
CHOICE = re.compile(r"^([a-z])\. (.+)\n\s*(https?://\S+/a/\S+/)$", re.MULTILINE)
DONE = {"fr": ("C'est joué.", "C'est noté."), "en": ("Played.", "Noted.")}
BIDS = {"fr": {"pass": "Passer", "garde": "Garde"}, "en": {"pass": "Pass", "garde": "Garde"}}


@dataclass
class Letter:
    """One mail as its reader sees it."""

    to: str
    kinds: tuple[str, ...]
    subject: str
    text: str

    @classmethod
    def read(cls, mail: ReceivedMail) -> Letter:
        """The text body and what the headers say of it."""
        kinds = tuple(kind.strip() for kind in str(mail.message["X-Pli-Kind"] or "").split(","))
        return cls(mail.to, kinds, mail.subject, mail.text)

    def links(self, kind: str) -> list[str]:
        """The links of one kind (``a``, ``t``, ``i``, ``u``), each alone on its line."""
        return [url for url in LINK.findall(self.text) if f"/{kind}/" in url]


@dataclass
class Person:
    """Somebody at the table, with habits given by a generator of random numbers."""

    address: str
    name: str
    dice: random.Random
    is_absent: bool = False  # takes the seat, then never answers
    language: str = "fr"
    bid: str = ""  # the bid this person always makes ("pass", "garde"); "": any
    word: str | None = None  # for the shuffle; None: now and then one
    is_bold: bool = False  # announces a slam and shows a handful whenever the page lets them
    letters: list[Letter] = field(default_factory=list)
    turns: int = 0
    answers: list[Answer] = field(default_factory=list)

    def receive(self, letter: Letter) -> None:
        """Read a mail and do what it asks, if it asks anything."""
        self.letters.append(letter)
        if "invitation" in letter.kinds:
            self.sit_down(letter.links("i")[0])
        elif "your_turn" in letter.kinds and not self.is_absent:
            self.answer(letter)

    def sit_down(self, url: str) -> None:
        """Take the seat of the invitation."""
        page = get(url)
        form = next(f for f in page.forms.values() if "name" in f.names)
        answer = post(
            form,
            [
                ("name", self.name),
                ("language", self.language),
                ("word", self.some_word()),
                ("answer", "yes"),
            ],
        )
        assert answer.status == 200, answer.text

    def some_word(self) -> str:
        """What this person adds to the shuffle."""
        return self.dice.choice(["", "soleil"]) if self.word is None else self.word

    def answer(self, letter: Letter) -> None:
        """Press one of the links, look at the page, press its button."""
        choices = CHOICE.findall(letter.text)
        bid = BIDS[self.language].get(self.bid)
        wanted = [url for _, label, url in choices if label.partition(" (")[0] == bid]
        links = wanted or [url for _, _, url in choices] or letter.links("a")
        assert links, letter.text
        page = get(self.dice.choice(links))
        form = page.form
        assert form is not None, page.text
        done = post(form, self.fill(form))
        assert done.status == 200, done.text
        assert any(words in unescape(done.text) for words in DONE[self.language]), done.text
        self.turns += 1
        self.answers.append(done)

    def fill(self, form: Form) -> list[tuple[str, str]]:
        """What this person enters on the page of a decision."""
        if form.pick:
            picks = self.discard(form)
            slam = [("slam", "1")] if "slam" in form.names and self.is_bold else []
            return [("card", code) for code in picks] + slam
        if form.gaps:
            return [("gap", code) for code in self.dice.sample(form.gaps, len(form.usual_gaps))]
        if "choice" in form.carried:
            return []  # a list, with the cut of the link selected
        assert form.checked is not None, "the page of a link selects the linked choice"
        shows = [("show", code) for code in self.handful(form) if self.is_bold]
        miseres = [("misere", kind) for kind in form.miseres]
        return [("choice", form.checked), *shows, *miseres]

    def discard(self, form: Form) -> list[str]:
        """Cards of the suits as far as they go: a page offers trumps only when some must go."""
        plain = [code for code in form.cards if not code.startswith("T")]
        picks = self.dice.sample(plain, min(form.pick, len(plain)))
        trumps = [code for code in form.cards if code.startswith("T")]
        return picks + trumps[: form.pick - len(picks)]

    def handful(self, form: Form) -> list[str]:
        """The smallest handful, when the page offers one: the Excuse only if it must."""
        trumps = [code for code in form.shows if code != "EX"]
        if not form.sizes:
            return []
        return trumps[: form.sizes[0]] if len(trumps) >= form.sizes[0] else [*trumps, "EX"]


def play(people: dict[str, Person], smtp: SmtpServer, seconds: float = 240) -> None:
    """Hand out mails as they arrive until everybody was told that the game is over."""
    end = time.monotonic() + seconds
    seen = 0
    while not everybody_knows_the_end(people):
        seen += hand_out(people, smtp, seen)
        assert time.monotonic() < end, {p.name: [x.kinds for x in p.letters[-3:]] for p in people.values()}
        time.sleep(0.02)


def hand_out(people: dict[str, Person], smtp: SmtpServer, seen: int) -> int:
    """Give each new mail to its reader; how many there were."""
    mails = list(smtp.mails)[seen:]
    for mail in mails:
        people[mail.to].receive(Letter.read(mail))
    return len(mails)


def everybody_knows_the_end(people: dict[str, Person]) -> bool:
    """Whether each of them was told that the game is over."""
    return all(any("game_over" in letter.kinds for letter in p.letters) for p in people.values())


def make_people(seed: int) -> dict[str, Person]:
    """The four friends of the examples, by address in seat order; the last two read English."""
    names = {"lea": ("Léa", "fr"), "marc": ("Marc", "fr"), "jo": ("Jo", "en"), "camille": ("Camille", "en")}
    people = [
        Person(f"{box}@friends.example", name, random.Random(f"{seed}/{name}"), language=language)
        for box, (name, language) in names.items()
    ]
    return {person.address: person for person in people}
