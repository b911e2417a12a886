"""Why an action was refused, in words for the seat that asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarot_engine import Contract, DiscardReason, IllegalAction, Refusal, Suit

from .wording_rules import (
    DISCARD_REASONS,
    EXCUSE_DUE,
    contract_name,
    discard_reason,
    either,
    have_suit,
    trump_due,
)


def refusal_text(error: IllegalAction) -> str:
    """Why an action was refused and what to do instead, for the seat that asked."""
    text = REFUSALS.get(error.code)
    if text is not None:
        return str(text)
    return WORKED_REFUSALS[error.code](error.params)


REFUSALS: Final = {
    Refusal.NOT_YOUR_TURN: gettext_lazy("Ce n'est pas à vous de jouer."),
    Refusal.WRONG_STAGE: gettext_lazy("La table n'en est pas là\u202f: voici où elle en est."),
    Refusal.SEAT_ALREADY_TAKEN: gettext_lazy("Cette place est déjà prise."),
    Refusal.NO_SUCH_SEAT: gettext_lazy("Cette place n'existe pas à cette table."),
    Refusal.WORD_NOT_TEXT: gettext_lazy(
        "Ce mot contient un signe qui ne peut pas s'écrire\u202f: choisissez-en un autre."
    ),
    Refusal.BID_NOT_OFFERED: gettext_lazy("Ce contrat ne se joue pas à cette table."),
    Refusal.CALL_NOT_ALLOWED: gettext_lazy("Cette carte ne peut pas être appelée\u202f: choisissez un roi."),
    Refusal.DISCARD_NOT_DUE: gettext_lazy("Il n'y a pas d'écart à ce contrat."),
    Refusal.DISCARD_NOT_HELD: gettext_lazy(
        "Une de ces cartes n'est pas dans votre jeu\u202f: refaites votre écart."
    ),
    Refusal.DISCARD_KING: DISCARD_REASONS[DiscardReason.KING],
    Refusal.DISCARD_OUDLER: DISCARD_REASONS[DiscardReason.OUDLER],
    Refusal.DISCARD_CALLED: DISCARD_REASONS[DiscardReason.CALLED],
    Refusal.SLAM_NOT_OFFERED: gettext_lazy("Le chelem ne s'annonce pas à cette table."),
    Refusal.HANDFUL_NOT_OFFERED: gettext_lazy(
        "Vous n'avez pas de poignée à montrer\u202f: jouez sans la montrer."
    ),
    Refusal.HANDFUL_TOO_LATE: gettext_lazy(
        "Une poignée se montre avec la première carte\u202f: il est trop tard pour cette donne."
    ),
    Refusal.HANDFUL_NOT_HELD: gettext_lazy(
        "Une poignée ne montre que vos atouts\u202f: choisissez-les de nouveau."
    ),
    Refusal.HANDFUL_EXCUSE: gettext_lazy(
        "L'Excuse ne se montre que s'il manque un atout à la poignée\u202f: retirez-la."
    ),
    Refusal.MISERE_NOT_ALLOWED: gettext_lazy("Votre jeu ne permet pas cette misère."),
    Refusal.CARD_NOT_HELD: gettext_lazy("Cette carte n'est pas dans votre jeu."),
    Refusal.MUST_OVERTRUMP: gettext_lazy(
        "Il faut jouer atout, et monter\u202f: choisissez un atout plus fort que ceux du pli."
    ),
    Refusal.CALLED_SUIT: gettext_lazy("La couleur appelée ne s'entame pas au premier pli."),
    Refusal.MUST_PLAY_EXCUSE: EXCUSE_DUE,
}


def _number(params: Mapping[str, object], name: str) -> int:
    value = params.get(name)
    return value if isinstance(value, int) else 0


def _suit(params: Mapping[str, object]) -> Suit | None:
    value = params.get("suit")
    return value if isinstance(value, Suit) else None


def _must_follow(params: Mapping[str, object]) -> str:
    suit = _suit(params)
    return have_suit(suit) if suit else _("Il faut fournir la couleur demandée.")


def _bid_too_low(params: Mapping[str, object]) -> str:
    best = params.get("best")
    name = contract_name(best if isinstance(best, Contract) else None)
    return _("Il faut dire plus que %(contract)s, ou passer.") % {"contract": name}


def _discard_count(params: Mapping[str, object]) -> str:
    missing = _number(params, "count") - _number(params, "given")
    if missing > 0:
        text = ngettext("Encore %(n)s carte à écarter.", "Encore %(n)s cartes à écarter.", missing)
    else:
        text = ngettext("%(n)s carte de trop dans l'écart.", "%(n)s cartes de trop dans l'écart.", -missing)
    return text % {"n": abs(missing)}


def _discard_trump(params: Mapping[str, object]) -> str:
    due = _number(params, "trumps")
    if not due:
        return discard_reason(DiscardReason.TRUMP)
    return ngettext(
        "Écartez toutes vos cartes hors atout qui peuvent l'être, et %(n)s atout seulement.",
        "Écartez toutes vos cartes hors atout qui peuvent l'être, et %(n)s atouts seulement.",
        due,
    ) % {"n": due}


def _discard_missing(params: Mapping[str, object]) -> str:
    due = _number(params, "count")
    return ngettext(
        "Choisissez %(n)s carte à écarter.", "Choisissez les %(n)s cartes de votre écart.", due
    ) % {"n": due}


def _handful_size(params: Mapping[str, object]) -> str:
    sizes = params.get("sizes")
    words = [str(size) for size in sizes] if isinstance(sizes, tuple) else []
    given = _number(params, "given")
    return _("Une poignée montre exactement %(sizes)s cartes\u202f: vous en montrez %(given)s.") % {
        "sizes": either(words),
        "given": given,
    }


def _word_too_long(params: Mapping[str, object]) -> str:
    return _("Ce mot est trop long\u202f: %(n)s signes au plus.") % {"n": _number(params, "length")}


def _cut_out_of_range(params: Mapping[str, object]) -> str:
    return _("La coupe lève de %(least)s à %(most)s cartes.") % {
        "least": _number(params, "least"),
        "most": _number(params, "most"),
    }


def _gaps(params: Mapping[str, object]) -> str:
    return _("Choisissez %(n)s places différentes pour le chien.") % {"n": _number(params, "count")}


def _gaps_out_of_range(params: Mapping[str, object]) -> str:
    return _("Les places du chien vont de 1 à %(most)s.") % {"most": _number(params, "most")}


WORKED_REFUSALS: Final[Mapping[Refusal, Callable[[Mapping[str, object]], str]]] = {
    Refusal.CUT_OUT_OF_RANGE: _cut_out_of_range,
    Refusal.GAPS_COUNT: _gaps,
    Refusal.GAPS_OUT_OF_RANGE: _gaps_out_of_range,
    Refusal.WORD_TOO_LONG: _word_too_long,
    Refusal.BID_TOO_LOW: _bid_too_low,
    Refusal.DISCARD_MISSING: _discard_missing,
    Refusal.DISCARD_COUNT: _discard_count,
    Refusal.DISCARD_TRUMP: _discard_trump,
    Refusal.HANDFUL_SIZE: _handful_size,
    Refusal.MUST_FOLLOW: _must_follow,
    Refusal.MUST_TRUMP: lambda params: trump_due(_suit(params)),
}
