"""The sentences of game mails that no page has: first line, heading, notices. No card ever stands in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarot_engine import BidPlaced, CardPlayed, DiscardMade, Event, TakerReady
from tarot_site.games.pages import Question, TablePage
from tarot_site.games.wording_cards import join_words

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
QUESTIONS: Final = {
    "cut": gettext_lazy("À vous de couper, %(name)s"),
    "deal_out": gettext_lazy("À vous de donner, %(name)s"),
    "bid": gettext_lazy("À vous de parler, %(name)s"),
    "call": gettext_lazy("À vous d'appeler, %(name)s"),
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


def title_of(page: TablePage, kinds: Iterable[str]) -> str:
    """The heading: the reader's turn first, else the weightiest news."""
    question = page.question
    if question is not None:
        title = QUESTIONS.get(question.kind, gettext_lazy("À vous de jouer, %(name)s"))
        return str(title) % {"name": page.reader_name}
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
        return _turn(page, [deed for deed in deeds if isinstance(deed, Act)], names)
    parts = [f"{title}." for kind, title in TITLES if kind in kinds & STANDSTILL]
    if k.DEAL_OVER in kinds and page.last_deal is not None:
        parts.append(page.last_deal.headline)
    if k.GAME_OVER in kinds:
        parts.append(_ending(page))
    if question is not None:
        parts.append(_("À vous %(deadline)s.") % {"deadline": page.deadline})
    elif k.DEAL_OPENED in kinds and page.turn_line:
        is_dealt = _("Les cartes sont données. %(turn)s") if page.hand else "%(turn)s"
        parts.append(is_dealt % {"turn": page.turn_line})
    if parts:
        return " ".join(parts)
    return next(iter(notices_of(kinds)), page.turn_line)


def _reminder(page: TablePage, question: Question) -> str:
    deadline = {"deadline": page.deadline}
    match question.kind:
        case "bid":
            return _("Rappel\u202f: sans réponse %(deadline)s, le serveur passera pour vous.") % deadline
        case "prepare":
            return _("Rappel\u202f: sans réponse %(deadline)s, le serveur fera l'écart pour vous.") % deadline
        case "cut" | "deal_out":
            return _("Rappel\u202f: sans réponse %(deadline)s, le serveur le fera pour vous.") % deadline
        case "call":
            return _("Rappel\u202f: sans réponse %(deadline)s, le serveur appellera pour vous.") % deadline
        case _:
            return (
                _("Rappel\u202f: sans réponse %(deadline)s, le serveur jouera une carte pour vous.")
                % deadline
            )


def _turn(page: TablePage, acts: list[Act], names: tuple[str, ...]) -> str:
    who = join_words(names[seat] for seat in _seats(acts) if seat != page.reader)
    count = len({act.seat for act in acts} - {page.reader})
    told = {"names": who, "deadline": page.deadline}
    if not count:
        return _("À vous %(deadline)s.") % told
    if all(isinstance(act, BidPlaced) for act in acts):
        some = ngettext(
            "%(names)s a parlé, à vous %(deadline)s.", "%(names)s ont parlé, à vous %(deadline)s.", count
        )
    else:
        some = ngettext(
            "%(names)s a joué, à vous %(deadline)s.", "%(names)s ont joué, à vous %(deadline)s.", count
        )
    return some % told


def _ending(page: TablePage) -> str:
    first = [line.name for line in page.ranking if line.rank == 1]
    if not first:
        return _("La partie est terminée.")
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
