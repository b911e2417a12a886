"""What may be announced with an answer, and its price: the slam, handfuls, misères."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarot_engine import (
    EXCUSE,
    HandfulChoice,
    Misere,
    MisereScheme,
    Options,
    PlayOptions,
    PrepareOptions,
    Ruleset,
    SeatView,
)

from .pages import HandfulLevel, MisereChoice
from .present_cards import present_cards
from .wording_cards import capital
from .wording_rules import handful_name
from .wording_story import misere_name


def slam_label(options: Options, rules: Ruleset) -> str:
    """The box that announces the slam with the discard, "" where it cannot be announced (rules §7)."""
    if not isinstance(options, PrepareOptions) or not options.slam_allowed:
        return ""
    return _("Annoncer le chelem\u202f: %(price)s") % {"price": slam_price(rules)}


def slam_price(rules: Ruleset) -> str:
    """What an announced slam brings and costs."""
    return _(
        "%(made)s points de chaque défenseur si vous faites tous les plis, %(missed)s à chacun sinon. "
        "Vous entamerez."
    ) % {"made": rules.slam_announced_made, "missed": rules.slam_missed}


def present_handfuls(options: Options, view: SeatView) -> tuple[HandfulLevel, ...]:
    """The handfuls that the reader may show with this card (rules §6)."""
    if not isinstance(options, PlayOptions) or options.handful is None:
        return ()
    values = dict(zip(view.rules.handful_sizes, view.rules.handful_values, strict=True))
    return tuple(
        _handful(choice, values[choice.size], has_excuse=EXCUSE in view.hand)
        for choice in options.handful.levels
    )


def present_miseres(options: Options, rules: Ruleset) -> tuple[MisereChoice, ...]:
    """The misères that the reader may announce with this card (rules §12)."""
    if not isinstance(options, PlayOptions):
        return ()
    allowed = [kind for kind in Misere if kind in options.miseres]
    return tuple(
        MisereChoice(kind.value, capital(misere_name(kind)), _misere_help(kind, rules)) for kind in allowed
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


def _misere_help(kind: Misere, rules: Ruleset) -> str:
    if kind is Misere.TRUMPS:
        means = _("Vous n'avez ni atout ni Excuse.")
    else:
        means = _("Vous n'avez ni roi, ni dame, ni cavalier, ni valet.")
    if rules.misere is MisereScheme.CAMP:
        price = _("%(value)s points pour votre camp.") % {"value": rules.misere_value}
    else:
        price = _("Chacun vous paie %(value)s points.") % {"value": rules.misere_value}
    return f"{means} {price}"
