"""Rules in words: contracts, duties, and the one reason why something cannot be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarot_engine import (
    EXCUSE,
    CallOptions,
    Card,
    Contract,
    DiscardReason,
    HandfulLevel,
    PlayOptions,
    PlayReason,
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


EXCUSE_DUE: Final = gettext_lazy("C'est le dernier moment pour l'Excuse\u202f: il faut la poser.")


def contract_name(contract: Contract | None) -> str:
    """The contract inside a sentence: "garde sans"; None is "passe"."""
    return _("passe") if contract is None else str(CONTRACTS[contract])


def bid_name(contract: Contract, *, slam: bool) -> str:
    """A bid inside a sentence, with the slam where it was announced with it (rules §7)."""
    name = contract_name(contract)
    return _("%(contract)s et chelem") % {"contract": name} if slam else name


def handful_name(level: HandfulLevel) -> str:
    """The handful inside a sentence: "simple poignée"."""
    return str(HANDFULS[level])


def discard_reason(reason: DiscardReason) -> str:
    """Why such a card does not go into the discard (rules §5)."""
    return str(DISCARD_REASONS[reason])


def call_duty(options: CallOptions) -> str:
    """What to call: a king, or lower with all of them in hand (rules §4)."""
    ranks = {card.rank for card in options.cards}
    what = either([str(name) for rank, name in CALLED.items() if rank in ranks])
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
            return str(EXCUSE_DUE)
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
        return have_suit(suit)
    if reason is PlayReason.EXCUSE_DUE:
        return str(EXCUSE_DUE)
    if reason is PlayReason.FIRST_LEAD:
        return _("La couleur appelée ne s'entame pas au premier pli.")
    return trump_due(suit)


def have_suit(suit: Suit) -> str:
    """Why another suit cannot be played: this one is held."""
    return _("Vous avez du %(suit)s.") % {"suit": suit_name(suit)}


def trump_due(suit: Suit | None) -> str:
    """Why a trump must be played."""
    if suit is None:
        return _("Atout demandé\u202f: vous avez de l'atout.")
    return _("Vous n'avez pas de %(suit)s\u202f: il faut couper.") % {"suit": suit_name(suit)}


def either(words: list[str]) -> str:
    """Ten, 13 or 15."""
    if len(words) < 2:
        return join_words(words)
    return _("%(first)s ou %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}
