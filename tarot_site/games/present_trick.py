"""Tricks: fixed places in the order of play, and the same in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tarot_engine import Card, SeatView, StageName, Trick

from . import wording_story as story
from .pages import TrickPage, TrickSlot
from .present_cards import present_card
from .wording_names import Voice


def present_trick(voice: Voice, view: SeatView) -> TrickPage | None:
    """The trick on the table, with its empty places; None outside the play."""
    if view.stage is not StageName.PLAYING or view.leader is None:
        return None
    number = len(view.tricks) + 1
    cards = [card for _seat, card in view.trick]
    slots = _slots(voice, view.leader, cards, view.master, view.to_act)
    return TrickPage(number, slots, voice.sentence(_table_clause(voice, view, number)))


def present_last_trick(voice: Voice, view: SeatView) -> TrickPage | None:
    """The last complete trick of the deal."""
    if not view.tricks:
        return None
    trick, number = view.tricks[-1], len(view.tricks)
    slots = _slots(voice, trick.leader, trick.cards, trick.winner, None)
    return TrickPage(number, slots, trick_sentence(voice, number, trick))


def trick_sentence(voice: Voice, number: int, trick: Trick) -> str:
    """A complete trick in one sentence: who played what, and who won it."""
    clauses = [*_played(voice, trick.leader, trick.cards), story.trick_won(voice, trick.winner)]
    text = _("pli %(number)s\u202f: %(played)s\u202f; %(won)s") % {
        "number": number,
        "played": ", ".join(clauses[:-1]),
        "won": clauses[-1],
    }
    return voice.sentence(text)


def _played(voice: Voice, leader: int, cards: Sequence[Card]) -> list[str]:
    seats = len(voice.names)
    return [story.played(voice, (leader + i) % seats, card, cards[:i]) for i, card in enumerate(cards)]


def _table_clause(voice: Voice, view: SeatView, number: int) -> str:
    leader = view.leader or 0
    if not view.trick:
        return story.in_trick(number, voice.say(leader, _("à vous d'entamer"), _("à %(name)s d'entamer")))
    clauses = ", ".join(_played(voice, leader, [card for _seat, card in view.trick]))
    text = story.in_trick(number, clauses)
    if view.master is not None and len(view.trick) > 1:
        master = voice.say(view.master, _("vous êtes maître"), _("%(name)s est maître"))
        text = _("%(text)s\u202f; %(master)s") % {"text": text, "master": master}
    return text + _order(voice, view)


def _order(voice: Voice, view: SeatView) -> str:
    if view.seat is None or view.to_act != view.seat:
        return ""
    after = len(voice.names) - len(view.trick) - 1
    if not after:
        return _(". Vous jouez en dernier")
    following = [voice.names[(view.seat + i) % len(voice.names)] for i in range(1, after + 1)]
    return _after_text(following)


def _after_text(names: list[str]) -> str:
    if len(names) == 1:
        return _(". %(name)s jouera après vous") % {"name": names[0]}
    return _(". %(first)s puis %(last)s joueront après vous") % {
        "first": ", ".join(names[:-1]),
        "last": names[-1],
    }


def _slots(
    voice: Voice, leader: int, cards: Sequence[Card], master: int | None, to_act: int | None
) -> tuple[TrickSlot, ...]:
    seats = len(voice.names)
    places = [((leader + i) % seats, cards[i] if i < len(cards) else None) for i in range(seats)]
    return tuple(
        TrickSlot(
            seat=seat,
            name=voice.names[seat],
            face=present_card(card) if card else None,
            is_leader=seat == leader,
            is_winning=card is not None and seat == master,
            caption=(
                _played_caption(seat == leader, seat == master)
                if card
                else _waiting_caption(voice, seat, to_act)
            ),
        )
        for seat, card in places
    )


def _played_caption(is_leader: bool, is_master: bool) -> str:
    marks = [(is_leader, _("entame")), (is_master, _("maître"))]
    return ", ".join(text for applies, text in marks if applies)


def _waiting_caption(voice: Voice, seat: int, to_act: int | None) -> str:
    if seat == voice.reader:
        return _("vous")
    return _("à son tour") if seat == to_act else _("ensuite")
