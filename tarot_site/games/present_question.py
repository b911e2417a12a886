"""The reader's open decision: its duty, its choices in the engine's order, and the default."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarot_engine import (
    EXCUSE,
    Action,
    Bid,
    BidOptions,
    CallCard,
    CallOptions,
    Contract,
    Cut,
    CutOptions,
    DealOut,
    DealOutOptions,
    DiscardReason,
    Options,
    PlayCard,
    PlayOptions,
    Prepare,
    PrepareOptions,
    Ruleset,
    SeatView,
    default_for,
)

from .pages import Choice, DiscardPicker, GapPicker, Question
from .present_announcements import present_handfuls, present_miseres, slam_label, slam_price
from .present_cards import present_card, present_cards
from .wording_cards import capital, card_label, card_the, cards_text, cards_the
from .wording_names import Voice
from .wording_rules import bid_name, call_duty, contract_name, discard_reason, play_duty
from .wording_table import is_announced_last

KINDS: Final = {
    CutOptions: "cut",
    DealOutOptions: "deal_out",
    BidOptions: "bid",
    CallOptions: "call",
    PrepareOptions: "prepare",
    PlayOptions: "play",
}
DISCARD_REASONS: Final = tuple(DiscardReason)


def present_question(voice: Voice, view: SeatView) -> Question | None:
    """What the reader must answer now, None for nothing."""
    options = view.options
    if options is None or view.decision is None:
        return None
    picker = _picker(options, view)
    return Question(
        kind=KINDS[type(options)],
        decision=view.decision,
        duty=duty_text(voice, view, options),
        choices=() if picker else _choices(options, view),
        picker=picker,
        slam_label=slam_label(options, view.rules) if picker else "",
        handfuls=present_handfuls(options, view),
        miseres=present_miseres(options, view.rules),
        gaps=_gaps(options, view),
        default_text=default_text(default_for(view)),
    )


def _gaps(options: Options, view: SeatView) -> GapPicker | None:
    if not isinstance(options, DealOutOptions):
        return None
    usual = default_for(view)
    picked = usual.gaps if isinstance(usual, DealOut) else ()
    return GapPicker(options.count, tuple(range(1, options.gaps + 1)), picked)


def duty_text(voice: Voice, view: SeatView, options: Options) -> str:
    """What is asked, in one or two sentences."""
    match options:
        case CutOptions(least=least, most=most):
            return _("Coupez\u202f: levez de %(least)s à %(most)s cartes du paquet battu.") % {
                "least": least,
                "most": most,
            }
        case DealOutOptions(gaps=gaps, count=count):
            return _(
                "Vous donnez\u202f: choisissez après quels paquets, de 1 à %(gaps)s, "
                "poser les %(count)s cartes du chien."
            ) % {"gaps": gaps, "count": count}
        case BidOptions():
            return _bid_duty(voice, view)
        case CallOptions():
            return call_duty(options)
        case PrepareOptions(count=0):
            return _("Vous jouez sans voir le chien. Annoncez le chelem, ou commencez sans l'annoncer.")
        case PrepareOptions(count=count):
            return _discard_instruction(count)
        case PlayOptions():
            return play_duty(options, tuple(card for _seat, card in view.trick))


def default_text(action: Action) -> str:
    """What the server does without an answer; it may name the reader's own cards."""
    return _("Sans réponse, %(act)s.") % {"act": _default_act(action)}


def _bid_duty(voice: Voice, view: SeatView) -> str:
    best = next(((seat, bid) for seat, bid in reversed(view.bids) if bid is not None), None)
    if best is not None:
        seat, contract = best
        return voice.tell(
            seat,
            _("vous avez dit %(contract)s"),
            _("%(name)s a dit %(contract)s\u202f: montez ou passez"),
            contract=contract_name(contract),
        )
    if not view.bids:
        return _("Vous parlez en premier\u202f: prenez ou passez.")
    if len({bidder for bidder, _bid in view.bids}) == view.rules.seats - 1:
        if is_announced_last(view):
            return _("Les autres ont passé\u202f: prenez, ou passez et la partie s'arrête.")
        return _("Les autres ont passé\u202f: prenez, ou passez et on redonne.")
    return _("Personne n'a encore pris\u202f: prenez ou passez.")


def _choices(options: Options, view: SeatView) -> tuple[Choice, ...]:
    return tuple(_choice(index, action, view) for index, action in enumerate(options.choices))


def _choice(index: int, action: Action, view: SeatView) -> Choice:
    match action:
        case Bid(contract=None):
            return Choice(index, _("Passer"), _("Passer"), "", None)
        case Bid(contract=Contract() as contract):
            name = bid_name(contract, slam=action.slam)
            button = _("Dire\u202f: %(contract)s") % {"contract": name}
            return Choice(index, capital(name), button, _stake(contract, action, view.rules), None)
        case Cut(position=position):
            button = _("Couper à %(n)s cartes") % {"n": position}
            return Choice(index, _("%(n)s cartes") % {"n": position}, button, "", None)
        case CallCard(card=card):
            button = _("Appeler %(the)s") % {"the": card_the(card)}
            alone = _("vous l'avez\u202f: seul contre tous") if card in view.hand else ""
            return Choice(index, card_label(card), button, alone, present_card(card))
        case PlayCard(card=card):
            button = _("Poser l'Excuse") if card is EXCUSE else _("Jouer %(the)s") % {"the": card_the(card)}
            place = "" if card in view.hand else _("carte visible")
            return Choice(index, card_label(card), button, place, present_card(card))
        case Prepare(slam=True):
            label = _("Annoncer le chelem")
            return Choice(index, label, label, slam_price(view.rules), None)
        case _:
            label = _("Commencer sans annoncer de chelem")
            return Choice(index, label, label, "", None)


def _stake(contract: Contract, bid: Bid, rules: Ruleset) -> str:
    stake = f"× {contract.multiplier}"
    if not bid.slam:
        return stake
    return _("%(stake)s, +%(made)s ou −%(missed)s") % {
        "stake": stake,
        "made": rules.slam_announced_made,
        "missed": rules.slam_missed,
    }


def _discard_instruction(count: int) -> str:
    return ngettext(
        "Faites votre écart\u202f: %(n)s carte.", "Faites votre écart\u202f: %(n)s cartes.", count
    ) % {"n": count}


def _picker(options: Options, view: SeatView) -> DiscardPicker | None:
    if not isinstance(options, PrepareOptions) or not options.count:
        return None
    present = {reason for _card, reason in options.refused}
    rules = [discard_reason(reason) for reason in DISCARD_REASONS if reason in present]
    if options.trumps_required:
        rules.insert(0, _forced_trumps(options))
    return DiscardPicker(
        count=options.count,
        instruction=_discard_instruction(options.count),
        rules=tuple(rules),
        trumps_required=options.trumps_required,
        dog=present_cards(view.dog or ()),
    )


def _forced_trumps(options: PrepareOptions) -> str:
    due, plain = options.trumps_required, len(options.required)
    trumps = ngettext(
        "%(n)s atout de votre choix, montré à tous", "%(n)s atouts de votre choix, montrés à tous", due
    ) % {"n": due}
    if not plain:
        return _("Vous n'avez aucune autre carte à écarter\u202f: %(trumps)s.") % {"trumps": trumps}
    cards = cards_the(options.required)
    return _("Il faut écarter %(cards)s, et %(trumps)s.") % {"cards": cards, "trumps": trumps}


def _default_act(action: Action) -> str:
    match action:
        case Cut():
            return _("le serveur coupera pour vous")
        case DealOut():
            return _("le serveur donnera pour vous")
        case Bid(contract=None):
            return _("le serveur passera pour vous")
        case Bid(contract=contract):
            return _("le serveur dira %(contract)s pour vous") % {"contract": contract_name(contract)}
        case CallCard(card=card):
            return _("le serveur appellera %(the)s pour vous") % {"the": card_the(card)}
        case PlayCard(card=card):
            return _("le serveur jouera %(the)s pour vous") % {"the": card_the(card)}
        case Prepare(discard=None):
            return _("le jeu commencera sans chelem annoncé")
        case Prepare(discard=discard):
            return _("le serveur écartera pour vous\u202f: %(cards)s") % {"cards": cards_text(discard or ())}
