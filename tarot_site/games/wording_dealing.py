"""The cut, the places of the dog, and the covered cards of the game for two, as clauses (rules §2, §14)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarot_engine import Card, SeatView

from .wording_cards import card_the, cards_the, join_words
from .wording_names import Voice


def cut(voice: Voice, seat: int, position: int) -> str:
    """The pack was cut by hand."""
    return voice.say(
        seat, _("vous avez coupé à %(n)s cartes"), _("%(name)s coupe à %(n)s cartes"), n=position
    )


def dealt_out(voice: Voice, seat: int, gaps: Sequence[int]) -> str:
    """The dealer placed the dog by hand; the places are those of the packets before."""
    return voice.say(
        seat,
        _("vous avez donné, le chien après les paquets %(gaps)s"),
        _("%(name)s donne, le chien après les paquets %(gaps)s"),
        gaps=join_words(map(str, gaps)),
    )


def server_cut(position: int) -> str:
    """What the server did for a seat that did not answer."""
    return _("le serveur a coupé à %(n)s cartes") % {"n": position}


def server_dealt_out(gaps: Sequence[int]) -> str:
    """The same for the dog's places."""
    return _("le serveur a donné, le chien après les paquets %(gaps)s") % {"gaps": join_words(map(str, gaps))}


def robot_cut(position: int) -> str:
    """What the robot that holds a seat did."""
    return _("coupe à %(n)s cartes") % {"n": position}


def robot_dealt_out(gaps: Sequence[int]) -> str:
    """The same for the dog's places."""
    return _("donne, le chien après les paquets %(gaps)s") % {"gaps": join_words(map(str, gaps))}


def turned(voice: Voice, seat: int, card: Card) -> str:
    """A covered card is turned after its trick."""
    return voice.say(seat, _("vous retournez %(the)s"), _("%(name)s retourne %(the)s"), the=card_the(card))


def dealing_turn(voice: Voice, seat: int, view: SeatView) -> str:
    """Whose turn it is before the cards are dealt."""
    if seat != view.dealer:
        return voice.tell(seat, _("à vous de couper"), _("à %(name)s de couper"))
    return voice.tell(seat, _("à vous de donner"), _("à %(name)s de donner"))


def covered_text(count: int) -> str:
    """How many covered cards are left."""
    if not count:
        return _("plus aucune carte couverte")
    return ngettext("%(n)s carte couverte", "%(n)s cartes couvertes", count) % {"n": count}


def covered_under(covered: str, tops: Sequence[Card]) -> str:
    """The same with the face-up cards that lie on them."""
    return _("%(covered)s, sous %(cards)s") % {"covered": covered, "cards": cards_the(tops)}
