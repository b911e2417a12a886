"""The rules of a table in words: presets, options and their values, and why some do not go together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarot_engine import OptionGroup, Ruleset, RulesetError, RulesProblem, preset_values

from .wording_cards import capital
from .wording_time import duration_text

PRESETS: Final = {
    "fft": (
        gettext_lazy("Fédération"),
        gettext_lazy("Les règles de la Fédération française de tarot."),
    ),
    "concours": (
        gettext_lazy("Concours"),
        gettext_lazy("Celles de la Fédération, sans la petite\u202f: on prend à partir de la garde."),
    ),
    "debutants": (
        gettext_lazy("Débutants"),
        gettext_lazy("Petite et garde seulement\u202f; ni poignée, ni chelem."),
    ),
    "familial": (
        gettext_lazy("Familial"),
        gettext_lazy("Avec des misères\u202f; l'Excuse jouée au dernier pli revient à qui le gagne."),
    ),
}
FAMILIAL_AT_FIVE: Final = gettext_lazy("On appelle après avoir vu le chien, et on partage par moitié.")
GROUPS: Final = {
    OptionGroup.LENGTH: gettext_lazy("La longueur"),
    OptionGroup.DEAL: gettext_lazy("La donne"),
    OptionGroup.AUCTION: gettext_lazy("Les enchères et l'appel"),
    OptionGroup.PLAY: gettext_lazy("Le jeu de la carte"),
    OptionGroup.BONUS: gettext_lazy("Les primes et la marque"),
}
NAMES: Final = {
    "deals": gettext_lazy("Nombre de donnes"),
    "target_score": gettext_lazy("Score qui arrête aussi la partie"),
    "direction": gettext_lazy("On joue"),
    "dog_deal": gettext_lazy("Le chien se donne"),
    "cut": gettext_lazy("La coupe se fait"),
    "deal_out": gettext_lazy("Les places du chien se choisissent"),
    "petit_sec": gettext_lazy("Un Petit sec, sans l'Excuse"),
    "petit_sec_dealer": gettext_lazy("Après un Petit sec"),
    "petite": gettext_lazy("La petite"),
    "high_contracts": gettext_lazy("Garde sans et garde contre"),
    "auction": gettext_lazy("Aux enchères, chacun parle"),
    "show_dog_on_all_pass": gettext_lazy("Si tout le monde passe, le chien"),
    "call_timing": gettext_lazy("Le roi s'appelle"),
    "call_lower": gettext_lazy("Avec quatre rois en main"),
    "allow_self_call": gettext_lazy("Appeler un roi que l'on a"),
    "excuse_last_trick": gettext_lazy("L'Excuse jouée au dernier pli"),
    "slam_excuse": gettext_lazy("Au bout d'un chelem, l'Excuse entamée"),
    "split5": gettext_lazy("Le preneur et l'appelé se partagent"),
    "handful": gettext_lazy("Les poignées"),
    "slam": gettext_lazy("Le chelem"),
    "slam_window": gettext_lazy("Le chelem s'annonce"),
    "slam_announced_made": gettext_lazy("Un chelem annoncé et réussi vaut"),
    "slam_made": gettext_lazy("Un chelem réussi sans annonce vaut"),
    "slam_missed": gettext_lazy("Un chelem annoncé et manqué coûte"),
    "defence_slam": gettext_lazy("Un chelem de la défense vaut"),
    "misere": gettext_lazy("Une misère"),
    "misere_value": gettext_lazy("Une misère vaut"),
}
ARE_PLAYED: Final = {True: gettext_lazy("se jouent"), False: gettext_lazy("ne se jouent pas")}
BY_WHOM: Final = {"server": gettext_lazy("par le serveur"), "hand": gettext_lazy("à la main")}
VALUES: Final[Mapping[str, Mapping[Any, Any]]] = {
    "direction": {"ccw": gettext_lazy("vers la droite"), "cw": gettext_lazy("vers la gauche")},
    "dog_deal": {"singles": gettext_lazy("carte par carte"), "packets3": gettext_lazy("trois par trois")},
    "cut": BY_WHOM,
    "deal_out": BY_WHOM,
    "petit_sec": {"void": gettext_lazy("annule la donne"), "off": gettext_lazy("n'annule rien")},
    "petit_sec_dealer": {
        "next": gettext_lazy("la personne suivante donne"),
        "same": gettext_lazy("la même personne redonne"),
    },
    "petite": {True: gettext_lazy("se joue"), False: gettext_lazy("ne se joue pas")},
    "high_contracts": ARE_PLAYED,
    "auction": {
        "single": gettext_lazy("une fois"),
        "rising": gettext_lazy("jusqu'à ce que les autres passent"),
    },
    "show_dog_on_all_pass": {True: gettext_lazy("est montré"), False: gettext_lazy("reste caché")},
    "call_timing": {
        "before_chien": gettext_lazy("avant de voir le chien"),
        "after_chien": gettext_lazy("après avoir vu le chien"),
    },
    "call_lower": {
        True: gettext_lazy("on peut appeler plus bas"),
        False: gettext_lazy("on appelle un roi quand même"),
    },
    "allow_self_call": {True: gettext_lazy("est permis"), False: gettext_lazy("n'est pas permis")},
    "excuse_last_trick": {
        "changes_camp": gettext_lazy("change de camp"),
        "trick_winner": gettext_lazy("revient à qui le gagne"),
        "forced": gettext_lazy("change de camp, et se pose avant"),
    },
    "slam_excuse": {
        "on": gettext_lazy("gagne toujours"),
        "announced_only": gettext_lazy("gagne si le chelem est annoncé"),
        "off": gettext_lazy("ne gagne jamais"),
    },
    "split5": {"two_thirds": gettext_lazy("deux tiers, un tiers"), "half": gettext_lazy("moitié, moitié")},
    "handful": {True: gettext_lazy("se montrent"), False: gettext_lazy("ne se montrent pas")},
    "slam": {True: gettext_lazy("se joue"), False: gettext_lazy("ne se joue pas")},
    "slam_window": {
        "after_auction": gettext_lazy("après les enchères"),
        "with_bid": gettext_lazy("avec l'enchère"),
    },
    "misere": {
        "off": gettext_lazy("ne s'annonce pas"),
        "personal": gettext_lazy("est payée par chacun"),
        "camp": gettext_lazy("compte pour le camp qui l'annonce"),
    },
}
STRENGTHS: Final = {
    "simple": gettext_lazy("simples"),
    "prudent": gettext_lazy("réfléchis"),
    "expert": gettext_lazy("experts"),
}
TOLD_AS_LENGTH: Final = frozenset({"deals", "target_score"})


def preset_name(preset: str) -> str:
    """The name of a set of rules: "Concours"."""
    return str(PRESETS[preset][0])


def preset_line(preset: str, seats: int | None = None) -> str:
    """What a set of rules is, in one line; at one number of seats what that adds."""
    line = str(PRESETS[preset][1])
    return f"{line} {FAMILIAL_AT_FIVE}" if preset == "familial" and seats == 5 else line


def value_text(option: str, value: object) -> str:
    """A value of an option as it stands in a form: "après avoir vu le chien", "400 points"."""
    words = VALUES.get(option)
    if words is not None:
        return str(words[value])
    number = value if isinstance(value, int) else 0
    if option == "target_score":
        return points(number) if number else _("aucun")
    return points(number)


def points(number: int) -> str:
    """An amount of points in words."""
    return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}


def option_line(option: str, value: object) -> str:
    """An option with its value, as a sentence without full stop."""
    return f"{NAMES[option]} {value_text(option, value)}"


def rules_lines(rules: Ruleset) -> tuple[str, ...]:
    """The rules of a table: the name of its set of rules and what that is, then each difference from it."""
    line = _("%(name)s. %(line)s") % {
        "name": preset_name(rules.preset),
        "line": preset_line(rules.preset, rules.seats),
    }
    own, usual = rules.to_options(), preset_values(rules.preset, rules.seats)
    changed = [name for name in own if name in NAMES and name not in TOLD_AS_LENGTH]
    return (line, *(f"{option_line(name, own[name])}." for name in changed if own[name] != usual[name]))


def length_text(rules: Ruleset) -> str:
    """How long a game is: "4 donnes", "jusqu'à 1000 points", "sans fin fixée"."""
    deals = ngettext("une seule donne", "%(count)s donnes", rules.deals) % {"count": rules.deals}
    if not rules.target_score:
        return deals if rules.deals else _("sans fin fixée")
    target = {"points": points(rules.target_score), "deals": deals}
    if rules.deals:
        return _("%(deals)s, ou moins si un total atteint %(points)s") % target
    return _("jusqu'à ce qu'un total atteigne %(points)s") % target


def terms_lines(rules: Ruleset, move_seconds: int, robot: str) -> tuple[str, ...]:
    """What else was agreed: the length, the time for an answer, and how strong the robots are ("": none)."""
    length = _("Longueur\u202f: %(length)s.") % {"length": length_text(rules)}
    time = _("Pour répondre\u202f: %(time)s à chaque fois.") % {"time": duration_text(move_seconds)}
    robots = (_("Robots\u202f: %(strength)s.") % {"strength": STRENGTHS[robot]},) if robot else ()
    return (length, time, *robots)


def rules_problem(error: RulesetError) -> str:
    """Why a set of options is refused, and what to do."""
    option, params = str(error.params.get("option", "")), error.params
    other = str(params.get("other", ""))
    if error.code is RulesProblem.CONFLICT and option in NAMES and other in NAMES:
        return _(
            "«\u202f%(one)s\u202f» ne va pas avec «\u202f%(other)s\u202f»\u202f: changez l'un des deux."
        ) % {
            "one": option_line(option, params["value"]),
            "other": option_line(other, params["wrong"]),
        }
    if option in NAMES:
        return _("«\u202f%(option)s\u202f»\u202f: cette valeur ne se joue pas à cette table.") % {
            "option": capital(str(NAMES[option]))
        }
    return _("Ces règles ne vont pas ensemble.")
