"""Rules in words: contracts, duties, and the one reason why something cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarot_engine import (
    EXCUSE,
    CallOptions,
    Card,
    Contract,
    DiscardReason,
    HandfulLevel,
    IllegalAction,
    PlayOptions,
    PlayReason,
    Refusal,
    Suit,
)

from .wording_cards import join_words, suit_name, trump_short

CONTRACTS: Final = {
    Contract.PETITE: gettext_lazy("petite"),
    Contract.GARDE: gettext_lazy("garde"),
    Contract.GARDE_SANS: gettext_lazy("garde sans"),
    Contract.GARDE_CONTRE: gettext_lazy("garde contre"),
}
HANDFULS: Final = {
    HandfulLevel.SIMPLE: gettext_lazy("simple poignée"),
    HandfulLevel.DOUBLE: gettext_lazy("double poignée"),
    HandfulLevel.TRIPLE: gettext_lazy("triple poignée"),
}
DISCARD_REASONS: Final = {
    DiscardReason.KING: gettext_lazy("Un roi ne s'écarte pas."),
    DiscardReason.OUDLER: gettext_lazy("Un bout ne s'écarte pas."),
    DiscardReason.TRUMP: gettext_lazy("Un atout ne s'écarte pas tant qu'il reste d'autres cartes."),
    DiscardReason.CALLED: gettext_lazy("La carte appelée ne s'écarte pas."),
}


CALLED: Final = {
    14: gettext_lazy("un roi"),
    13: gettext_lazy("une dame"),
    12: gettext_lazy("un cavalier"),
    11: gettext_lazy("un valet"),
}


def contract_name(contract: Contract | None) -> str:
    """The contract inside a sentence: "garde sans"; None is "passe"."""
    return _("passe") if contract is None else str(CONTRACTS[contract])


def handful_name(level: HandfulLevel) -> str:
    """The handful inside a sentence: "simple poignée"."""
    return str(HANDFULS[level])


def discard_reason(reason: DiscardReason) -> str:
    """Why such a card does not go into the discard (rules §5)."""
    return str(DISCARD_REASONS[reason])


def call_duty(options: CallOptions) -> str:
    """What to call: a king, or lower with all of them in hand (rules §4)."""
    ranks = {card.rank for card in options.cards}
    what = _either([str(name) for rank, name in CALLED.items() if rank in ranks])
    return _("Appelez %(what)s. Qui a cette carte joue avec vous.") % {"what": what}


def play_duty(options: PlayOptions, trick: tuple[Card, ...]) -> str:
    """What the rules ask of the next card (rules §8.1); ``trick`` are the cards on the table."""
    has_excuse = EXCUSE in options.cards
    match options.reason:
        case PlayReason.LEAD if trick:
            return _("L'Excuse est entamée\u202f: jouez ce que vous voulez, votre carte fixe la couleur.")
        case PlayReason.LEAD:
            return _("Vous entamez\u202f: jouez ce que vous voulez.")
        case PlayReason.FIRST_LEAD:
            return _("Vous entamez, mais pas dans la couleur appelée, sauf de la carte appelée.")
        case PlayReason.EXCUSE_DUE:
            return str(REFUSALS[Refusal.MUST_PLAY_EXCUSE])
        case PlayReason.MUST_FOLLOW:
            return _follow_duty(options.suit, has_excuse)
        case PlayReason.FREE if options.suit is None:
            return _("Vous n'avez pas d'atout\u202f: jouez ce que vous voulez.")
        case PlayReason.FREE:
            return _("Vous ne pouvez ni fournir ni couper\u202f: jouez ce que vous voulez.")
        case _:
            return _trump_duty(options, trick, has_excuse)


def _follow_duty(suit: Suit | None, has_excuse: bool) -> str:
    params = {"suit": suit_name(suit) if suit else ""}
    if has_excuse:
        return _("Il faut fournir à %(suit)s, ou poser l'Excuse.") % params
    return _("Il faut fournir à %(suit)s.") % params


def _trump_duty(options: PlayOptions, trick: tuple[Card, ...], has_excuse: bool) -> str:
    top = max(card for card in trick if card.is_trump) if any(card.is_trump for card in trick) else None
    if options.suit is None:
        texts = _trump_led_duties()
    else:
        texts = _ruff_duties()
    params = {"suit": suit_name(options.suit) if options.suit else "", "top": trump_short(top) if top else ""}
    duty = texts[options.reason] % params
    return _("%(duty)s, ou posez l'Excuse.") % {"duty": duty.removesuffix(".")} if has_excuse else duty


def _trump_led_duties() -> Mapping[PlayReason, str]:
    return {
        PlayReason.MUST_OVERTRUMP: _("Atout demandé\u202f: montez, plus haut que %(top)s."),
        PlayReason.CANNOT_OVERTRUMP: _(
            "Atout demandé\u202f: vous ne pouvez pas monter sur %(top)s, jouez l'atout que vous voulez."
        ),
    }


def _ruff_duties() -> Mapping[PlayReason, str]:
    return {
        PlayReason.MUST_TRUMP: _("Pas de %(suit)s\u202f: coupez."),
        PlayReason.MUST_OVERTRUMP: _("Pas de %(suit)s\u202f: coupez, plus haut que %(top)s."),
        PlayReason.CANNOT_OVERTRUMP: _(
            "Pas de %(suit)s\u202f: coupez. Vous ne pouvez pas monter sur %(top)s, "
            "jouez l'atout que vous voulez."
        ),
    }


def play_refusal(card: Card, options: PlayOptions) -> str:
    """Why this card of the hand cannot be played now, "" if it can (rules §8.1)."""
    if card in options.cards:
        return ""
    reason, suit = options.reason, options.suit
    if reason is PlayReason.MUST_OVERTRUMP and card.is_trump:
        return _("Vous avez un atout plus fort\u202f: il faut monter.")
    if reason is PlayReason.MUST_FOLLOW and suit:
        return _have_suit(suit)
    if reason is PlayReason.EXCUSE_DUE:
        return str(REFUSALS[Refusal.MUST_PLAY_EXCUSE])
    if reason is PlayReason.FIRST_LEAD:
        return _("La couleur appelée ne s'entame pas au premier pli.")
    return _trump_due(suit)


def _have_suit(suit: Suit) -> str:
    return _("Vous avez du %(suit)s.") % {"suit": suit_name(suit)}


def _trump_due(suit: Suit | None) -> str:
    if suit is None:
        return _("Atout demandé\u202f: vous avez de l'atout.")
    return _("Vous n'avez pas de %(suit)s\u202f: il faut couper.") % {"suit": suit_name(suit)}


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
    Refusal.MUST_PLAY_EXCUSE: gettext_lazy("C'est le dernier moment pour l'Excuse\u202f: il faut la poser."),
}


def _number(params: Mapping[str, object], name: str) -> int:
    value = params.get(name)
    return value if isinstance(value, int) else 0


def _suit(params: Mapping[str, object]) -> Suit | None:
    value = params.get("suit")
    return value if isinstance(value, Suit) else None


def _must_follow(params: Mapping[str, object]) -> str:
    suit = _suit(params)
    return _have_suit(suit) if suit else _("Il faut fournir la couleur demandée.")


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
        "sizes": _either(words),
        "given": given,
    }


def _either(words: list[str]) -> str:
    if len(words) < 2:
        return join_words(words)
    return _("%(first)s ou %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


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
    Refusal.MUST_TRUMP: lambda params: _trump_due(_suit(params)),
}
