"""People in sentences: the reader is "vous", everybody else has a name, and French elides before a vowel."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .wording_cards import capital

VOWELS: Final = frozenset("aeiouœæ")


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks to whom: the names of all seats in order, and the reader's seat (None: a spectator)."""

    names: tuple[str, ...]
    reader: int | None

    def say(self, seat: int, you: str, they: str, **params: object) -> str:
        """The clause for the reader's own act or for another seat's, with ``name`` and ``of_name`` filled in.

        A clause starts without capital and ends without full stop, so that clauses can be chained.
        """
        template = you if seat == self.reader else they
        return template % {"name": self.names[seat], "of_name": of_name(self.names[seat]), **params}

    def tell(self, seat: int, you: str, they: str, **params: object) -> str:
        """The same as a whole sentence."""
        return self.sentence(self.say(seat, you, they, **params))

    def name(self, seat: int) -> str:
        """The name of a seat inside a sentence, "vous" for the reader's own."""
        return _("vous") if seat == self.reader else self.names[seat]

    def sentence(self, clause: str) -> str:
        """A clause with capital and full stop; a name at its head keeps the case its owner gave it."""
        starts_with_name = any(clause.startswith((f"{name} ", f"{name}'")) for name in self.names)
        start = clause if starts_with_name else capital(clause)
        return start if start.endswith((".", "?")) else f"{start}."


def of_name(name: str) -> str:
    """After a noun: "(au tour) de Jo", "(au tour) d'Anna"."""
    if elides(name):
        return pgettext("complément", "d'%(name)s") % {"name": name}
    return pgettext("complément", "de %(name)s") % {"name": name}


def elides(name: str) -> bool:
    """Whether French writes d' before this name: vowels, mute h (not "Hans"), y as in "Yves"."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = [letter for letter in plain if not unicodedata.combining(letter)]
    first, second = (*letters, "", "")[:2]
    if first == "h":
        return second in "eiouy" and second != ""
    if first == "y":
        return second.isalpha() and second not in VOWELS
    return first in VOWELS
