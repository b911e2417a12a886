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
    HandfulChoice,
    Options,
    PlayCard,
    PlayOptions,
    Prepare,
    PrepareOptions,
    Ruleset,
    SeatView,
    default_for,
)

from .pages import Choice, DiscardPicker, HandfulLevel, Question
from .present_cards import present_card, present_cards
from .wording_cards import capital, card_label, card_the, cards_the
from .wording_names import Voice
from .wording_rules import contract_name, discard_reason, handful_name, play_duty

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
        choices=() if picker else _choices(options, view.rules),
        picker=picker,
        slam_label=_slam_label(options, view.rules) if picker else "",
        handfuls=_handfuls(options, view),
        default_text=default_text(default_for(view)),
    )


def duty_text(voice: Voice, view: SeatView, options: Options) -> str:
    """What is asked, in one or two sentences."""
    match options:
        case CutOptions():
            return _("Coupez le paquet.")
        case DealOutOptions(gaps=gaps, count=count):
            return _("Placez les %(count)s cartes du chien entre les paquets, de 1 à %(gaps)s.") % {
                "count": count,
                "gaps": gaps,
            }
        case BidOptions():
            return _bid_duty(voice, view)
        case CallOptions():
            return _("Appelez un roi.")
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
    if len(view.bids) == view.rules.seats - 1:
        return _("Les autres ont passé\u202f: prenez, ou passez et on redonne.")
    return _("Personne n'a encore pris\u202f: prenez ou passez.")


def _choices(options: Options, rules: Ruleset) -> tuple[Choice, ...]:
    return tuple(_choice(index, action, rules) for index, action in enumerate(options.choices))


def _choice(index: int, action: Action, rules: Ruleset) -> Choice:
    match action:
        case Bid(contract=None):
            return Choice(index, _("Passer"), _("Passer"), "", None)
        case Bid(contract=Contract() as contract):
            name = contract_name(contract)
            if action.slam:
                name = _("%(contract)s et chelem") % {"contract": name}
            button = _("Dire\u202f: %(contract)s") % {"contract": name}
            return Choice(index, capital(name), button, f"× {contract.multiplier}", None)
        case Cut(position=position):
            button = _("Couper à %(n)s cartes") % {"n": position}
            return Choice(index, str(position), button, "", None)
        case CallCard(card=card):
            button = _("Appeler %(the)s") % {"the": card_the(card)}
            return Choice(index, card_label(card), button, "", present_card(card))
        case PlayCard(card=card):
            button = _("Poser l'Excuse") if card is EXCUSE else _("Jouer %(the)s") % {"the": card_the(card)}
            return Choice(index, card_label(card), button, "", present_card(card))
        case Prepare(slam=True):
            label = _("Annoncer le chelem")
            return Choice(index, label, label, _slam_price(rules), None)
        case _:
            label = _("Commencer sans annoncer de chelem")
            return Choice(index, label, label, "", None)


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


def _slam_label(options: Options, rules: Ruleset) -> str:
    if not isinstance(options, PrepareOptions) or not options.slam_allowed:
        return ""
    return _("Annoncer le chelem\u202f: %(price)s") % {"price": _slam_price(rules)}


def _slam_price(rules: Ruleset) -> str:
    return _(
        "%(made)s points de chaque défenseur si vous faites tous les plis, %(missed)s à chacun sinon. "
        "Vous entamerez."
    ) % {"made": rules.slam_announced_made, "missed": rules.slam_missed}


def _handfuls(options: Options, view: SeatView) -> tuple[HandfulLevel, ...]:
    if not isinstance(options, PlayOptions) or options.handful is None:
        return ()
    values = dict(zip(view.rules.handful_sizes, view.rules.handful_values, strict=True))
    return tuple(
        _handful(choice, values[choice.size], has_excuse=EXCUSE in view.hand)
        for choice in options.handful.levels
    )


def _handful(choice: HandfulChoice, value: int, *, has_excuse: bool) -> HandfulLevel:
    cards = [*choice.trumps, EXCUSE] if choice.needs_excuse else list(choice.trumps)
    price = _("%(value)s points au camp qui gagne la donne.") % {"value": value}
    return HandfulLevel(
        label=capital(handful_name(choice.level)),
        size=choice.size,
        help=f"{_handful_help(choice, has_excuse=has_excuse)} {price}",
        cards=present_cards(cards),
        needs_excuse=choice.needs_excuse,
    )


def _handful_help(choice: HandfulChoice, *, has_excuse: bool) -> str:
    held = len(choice.trumps)
    if choice.needs_excuse:
        return _(
            "Montrez vos %(n)s atouts et l'Excuse. "
            "L'Excuse montrée dit à tous qu'aucun autre atout n'est caché."
        ) % {"n": held}
    hidden = held - choice.size
    if hidden:
        text = ngettext(
            "Montrez %(size)s atouts sur vos %(held)s\u202f; %(n)s reste caché, à votre choix.",
            "Montrez %(size)s atouts sur vos %(held)s\u202f; %(n)s restent cachés, à votre choix.",
            hidden,
        ) % {"size": choice.size, "held": held, "n": hidden}
    else:
        text = _("Montrez vos %(n)s atouts.") % {"n": held}
    return _("%(text)s L'Excuse ne se montre pas ici.") % {"text": text} if has_excuse else text


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
            return _("le serveur écartera %(cards)s pour vous") % {"cards": cards_the(discard or ())}
