"""The sentences of game mails that no page has: first line, heading, notices. No card ever stands in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarot_engine import BidPlaced, CardPlayed, DiscardMade, Event, TakerReady
from tarot_site.games.pages import Question, TablePage
from tarot_site.games.wording_cards import capital, join_words

from . import kinds as k

STANDSTILL: Final = frozenset({k.PAUSED, k.CANCELLED, k.ARCHIVED})
Act = BidPlaced | DiscardMade | TakerReady | CardPlayed
"""What a person does at the table."""

NOTICES: Final = {
    k.DEFAULT_TAKEN: gettext_lazy(
        "Votre réponse n'est pas arrivée à temps\u202f: le serveur a joué pour vous."
    ),
    k.SEAT_HELD: gettext_lazy(
        "Trois réponses de suite ne sont pas arrivées\u202f: un robot tient votre place. "
        "Elle est de nouveau à vous dès que vous la reprenez à la page de la table."
    ),
    k.PAUSED: gettext_lazy(
        "Plus personne ne joue à cette table depuis deux donnes\u202f: la partie est en pause. "
        "Qui veut la reprendre le fait à la page de la table\u202f; sinon elle sera archivée dans 30 jours, "
        "avec ses donnes terminées."
    ),
    k.RESUMED: gettext_lazy("La partie reprend où elle en était. Chaque délai repart de zéro."),
    k.CANCELLED: gettext_lazy(
        "La partie est annulée. Ses donnes terminées, s'il y en a, restent à la page de la table."
    ),
    k.DECLINED: gettext_lazy(
        "Une invitation est refusée. À la page de la table, invitez quelqu'un d'autre "
        "ou commencez avec un robot."
    ),
    k.ARCHIVED: gettext_lazy(
        "La partie est archivée après 30 jours de pause. Ses donnes terminées restent à la page de la table."
    ),
}
TITLES: Final = (
    (k.GAME_OVER, gettext_lazy("La partie est terminée")),
    (k.CANCELLED, gettext_lazy("La partie est annulée")),
    (k.ARCHIVED, gettext_lazy("La partie est archivée")),
    (k.PAUSED, gettext_lazy("La partie est en pause")),
    (k.DEAL_OVER, gettext_lazy("La donne est terminée")),
    (k.DEAL_OPENED, gettext_lazy("Une donne commence")),
    (k.DECLINED, gettext_lazy("Une place est de nouveau libre")),
    (k.RESUMED, gettext_lazy("La partie reprend")),
    (k.SEAT_HELD, gettext_lazy("Un robot tient votre place")),
    (k.DEFAULT_TAKEN, gettext_lazy("Le serveur a joué pour vous")),
)


DUTY_TITLES: Final = {
    "bid": gettext_lazy("À vous de parler, %(name)s"),
    "discard": gettext_lazy("À vous d'écarter, %(name)s"),
    "slam": gettext_lazy("À vous de commencer, %(name)s\u202f: annoncez-vous le chelem\u202f?"),
    "call": gettext_lazy("À vous d'appeler, %(name)s"),
    "play": gettext_lazy("À vous de jouer, %(name)s"),
    "cut": gettext_lazy("À vous de couper, %(name)s"),
    "deal_out": gettext_lazy("À vous de donner, %(name)s"),
}
DUTIES: Final = {
    "bid": gettext_lazy("à vous de parler"),
    "discard": gettext_lazy("à vous d'écarter"),
    "slam": gettext_lazy("à vous de commencer"),
    "call": gettext_lazy("à vous d'appeler"),
    "play": gettext_lazy("à vous de jouer"),
    "cut": gettext_lazy("à vous de couper"),
    "deal_out": gettext_lazy("à vous de donner"),
}


REMINDERS: Final = {
    "cut": gettext_lazy("Rappel\u202f: sans réponse %(deadline)s, le serveur le fera pour vous."),
    "deal_out": gettext_lazy("Rappel\u202f: sans réponse %(deadline)s, le serveur le fera pour vous."),
    "bid": gettext_lazy("Rappel\u202f: sans réponse %(deadline)s, le serveur passera pour vous."),
    "call": gettext_lazy("Rappel\u202f: sans réponse %(deadline)s, le serveur appellera pour vous."),
    "discard": gettext_lazy("Rappel\u202f: sans réponse %(deadline)s, le serveur fera l'écart pour vous."),
    "slam": gettext_lazy("Rappel\u202f: sans réponse %(deadline)s, le jeu commencera sans chelem."),
    "play": gettext_lazy("Rappel\u202f: sans réponse %(deadline)s, le serveur jouera une carte pour vous."),
}


def you(name: str, reader: str) -> str:
    """A name in a table, "Vous" where it is the reader's own."""
    return _("Vous") if name == reader else name


def duty_of(question: Question) -> str:
    """The kind of the decision, with the discard and the slam question told apart."""
    if question.kind == "prepare":
        return "discard" if question.picker else "slam"
    return question.kind


def title_of(page: TablePage, kinds: Iterable[str]) -> str:
    """The heading: the reader's turn first, else the weightiest news."""
    question = page.question
    if question is not None:
        return str(DUTY_TITLES[duty_of(question)]) % {"name": page.reader_name}
    found = (str(title) for kind, title in TITLES if kind in set(kinds))
    return next(found, page.turn_line.rstrip(".") or page.table_name)


def notices_of(kinds: Iterable[str]) -> list[str]:
    """What happened around the play, a sentence each."""
    return [str(NOTICES[kind]) for kind in k.in_order(kinds) if kind in NOTICES]


def opening_of(page: TablePage, kinds: Iterable[str], deeds: Iterable[Event], names: tuple[str, ...]) -> str:
    """The first line, which mail programs show as a preview: who played, and until when it is one's turn."""
    kinds, question = set(kinds), page.question
    if question is not None and k.REMINDER in kinds:
        return _reminder(page, question)
    if question is not None and k.DEAL_OVER not in kinds:
        return _turn(page, question, [deed for deed in deeds if isinstance(deed, Act)], names)
    parts = [f"{title}." for kind, title in TITLES if kind in kinds & STANDSTILL]
    if k.DEAL_OVER in kinds and page.ended_deal is not None:
        parts.append(page.ended_deal.headline)
    if k.GAME_OVER in kinds:
        parts.append(_ending(page))
    if question is not None:
        parts.append(_until(page, question))
    elif k.DEAL_OPENED in kinds and page.turn_line:
        is_dealt = _("Les cartes sont distribuées. %(turn)s") if page.hand else "%(turn)s"
        parts.append(is_dealt % {"turn": page.turn_line})
    if parts:
        return " ".join(parts)
    return next(iter(notices_of(kinds)), page.turn_line)


def _reminder(page: TablePage, question: Question) -> str:
    return str(REMINDERS[duty_of(question)]) % {"deadline": page.deadline}


def _until(page: TablePage, question: Question) -> str:
    text = _("%(duty)s %(deadline)s.") % {"duty": DUTIES[duty_of(question)], "deadline": page.deadline}
    return capital(text)


def _turn(page: TablePage, question: Question, acts: list[Act], names: tuple[str, ...]) -> str:
    """The acts of the latest kind, "à vous" alone where the reader is asked the same."""
    others = [act for act in acts if act.seat != page.reader]
    if not others:
        return _until(page, question)
    latest = next(kind for kind in (CardPlayed, DiscardMade, TakerReady, BidPlaced) if _some(others, kind))
    seats = _seats(act for act in others if isinstance(act, latest))
    duty = duty_of(question)
    is_same = (latest, duty) in ((CardPlayed, "play"), (BidPlaced, "bid"))
    return _said(latest, len(seats)) % {
        "names": join_words(names[seat] for seat in seats),
        "duty": _("à vous") if is_same else DUTIES[duty],
        "deadline": page.deadline,
    }


def _some(acts: Iterable[Act], kind: type[Act]) -> bool:
    return any(isinstance(act, kind) for act in acts)


def _said(kind: type[Act], count: int) -> str:
    if kind is CardPlayed:
        return ngettext(
            "%(names)s a joué, %(duty)s %(deadline)s.", "%(names)s ont joué, %(duty)s %(deadline)s.", count
        )
    if kind is BidPlaced:
        return ngettext(
            "%(names)s a parlé, %(duty)s %(deadline)s.", "%(names)s ont parlé, %(duty)s %(deadline)s.", count
        )
    if kind is DiscardMade:
        return _("%(names)s a fait son écart, %(duty)s %(deadline)s.")
    return _("%(names)s a pris, %(duty)s %(deadline)s.")


def _ending(page: TablePage) -> str:
    first = [line.name for line in page.ranking if line.rank == 1]
    if not first:
        return _("La partie est terminée.")
    if page.reader_name in first:
        others = [name for name in first if name != page.reader_name]
        if not others:
            return _("La partie est terminée, vous gagnez.")
        return _("La partie est terminée, vous gagnez à égalité avec %(names)s.") % {
            "names": join_words(others)
        }
    return ngettext(
        "La partie est terminée, %(names)s gagne.", "La partie est terminée, %(names)s gagnent.", len(first)
    ) % {"names": join_words(first)}


def _seats(acts: Iterable[Act]) -> list[int]:
    """Who acted, each once, in the order of their last act."""
    seats: list[int] = []
    for act in acts:
        if act.seat in seats:
            seats.remove(act.seat)
        seats.append(act.seat)
    return seats
