"""The part of the new game form about rules: how many play, which set of rules, and its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarot_engine import (
    OPTIONS,
    PRESETS,
    Option,
    OptionGroup,
    OptionKind,
    Ruleset,
    RulesetError,
    deals_for_rounds,
    preset_values,
)

from .opening import SEAT_NUMBERS
from .wording_cards import capital
from .wording_options import (
    GROUPS,
    NAMES,
    TOLD_AS_LENGTH,
    preset_line,
    preset_name,
    rules_problem,
    value_text,
)

USUAL_PLAYERS: Final = 4
LENGTHS: Final = [
    ("1", gettext_lazy("Une donne")),
    ("r1", gettext_lazy("Un tour\u202f: chacun donne une fois")),
    ("r2", gettext_lazy("Deux tours")),
    ("r3", gettext_lazy("Trois tours")),
    ("0", gettext_lazy("Sans fin fixée")),
]
FORM_OPTIONS: Final = tuple(o for o in OPTIONS if o.is_offered and o.name not in {"deals"})


class PlayersField(forms.TypedChoiceField):
    """How many play, the maker included."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Combien de joueurs"),
            choices=[(number, str(number)) for number in SEAT_NUMBERS],
            coerce=int,
            initial=USUAL_PLAYERS,
            widget=forms.RadioSelect,
        )


class RulesField(forms.ChoiceField):
    """One of the engine's presets, each with its line of words."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Règles"), choices=_presets, initial="fft", widget=forms.RadioSelect
        )


def _presets() -> list[tuple[str, str]]:
    return [(preset, f"{preset_name(preset)}. {preset_line(preset)}") for preset in PRESETS]


def length_field() -> forms.ChoiceField:
    """How many deals are played: a number, or whole rounds of the deal."""
    return forms.ChoiceField(
        label=gettext_lazy("Longueur de la partie"),
        choices=LENGTHS,
        initial="r1",
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "Une réponse par pli\u202f: 36 à deux, 24 à trois, 18 à quatre, 15 à cinq, et les enchères."
        ),
    )


def deals_of(length: str, players: int) -> int:
    """The number of deals, 0 for no number."""
    if length.startswith("r"):
        return deals_for_rounds(players, int(length[1:]))
    return int(length)


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One option of the form. ``hidden_at`` are the numbers of players whom it does not concern."""

    field: forms.BoundField
    hidden_at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OptionPart:
    """The options about one thing."""

    title: str
    rows: tuple[OptionRow, ...]


class OptionsForm(forms.Form):
    """Every option as "as in the rules chosen" or a value of its own.

    ``preset`` and ``players`` are the rules chosen so far. ``are_shown``: each option names what it is in
    them; without that nothing on the page depends on rules that may be changed there at any moment.
    """

    prefix = "option"

    def __init__(self, *args: Any, preset: str, players: int, are_shown: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        usual = preset_values(preset, players)
        for option in FORM_OPTIONS:
            told = _told(option, usual[option.name], preset, players) if are_shown else ""
            self.fields[option.name] = _option_field(option, told)

    def clean(self) -> dict[str, Any]:
        """What stands in an option that does not concern so many players is hidden, and not judged."""
        for option in FORM_OPTIONS:
            if self.players not in option.seats:
                self.errors.pop(option.name, None)
        return super().clean() or {}

    def given(self, players: int) -> dict[str, object]:
        """The options that were chosen, among those that concern so many players."""
        said = self.cleaned_data
        return {
            option.name: value if isinstance(value, int) else option.parse(value)
            for option in FORM_OPTIONS
            if players in option.seats and (value := said.get(option.name)) not in ("", None)
        }

    def refuse(self, error: RulesetError) -> str:
        """Mark the options that do not go together; the reason."""
        reason = rules_problem(error)
        for name in (error.params.get("option"), error.params.get("other")):
            if name in self.fields:
                self.add_error(str(name), reason)
        return reason

    def parts(self) -> Iterator[OptionPart]:
        """The options by what they are about."""
        for group in OptionGroup:
            rows = tuple(
                OptionRow(self[option.name], tuple(n for n in SEAT_NUMBERS if n not in option.seats))
                for option in FORM_OPTIONS
                if option.group is group
            )
            if rows:
                yield OptionPart(str(GROUPS[group]), rows)

    @property
    def is_changed(self) -> bool:
        """Whether anything differs from the rules chosen, or is wrong: then the page shows it."""
        return bool(self.errors) or any(self[name].value() for name in self.fields)


def _told(option: Option, usual: object, preset: str, players: int) -> str:
    return _("%(rules)s à %(players)s joueurs\u202f: %(value)s.") % {
        "rules": preset_name(preset),
        "players": players,
        "value": value_text(option.name, usual),
    }


def _option_field(option: Option, told: str) -> forms.Field:
    label = capital(str(NAMES[option.name]))
    if option.kind is OptionKind.NUMBER and option.name not in TOLD_AS_LENGTH:
        return forms.IntegerField(
            label=label,
            help_text=told,
            required=False,
            min_value=option.least,
            max_value=option.most,
            widget=forms.NumberInput(
                attrs={"placeholder": _("Selon les règles choisies"), "inputmode": "numeric"}
            ),
            error_messages={
                "invalid": _("Écrivez un nombre de points."),
                "min_value": _("%(limit_value)s au moins."),
                "max_value": _("%(limit_value)s au plus."),
            },
        )
    values = [(str(value).lower(), capital(value_text(option.name, value))) for value in option.values]
    as_chosen = _("Selon les règles choisies")
    return forms.ChoiceField(label=label, help_text=told, required=False, choices=[("", as_chosen), *values])


def read_rules(words: Mapping[str, Any], options: OptionsForm) -> tuple[Ruleset | None, str]:
    """The rules that the forms ask for, or None with the reason in words and at the options."""
    players = cast("int", words["players"])
    given = {"deals": deals_of(words["deals"], players), **options.given(players)}
    try:
        return Ruleset.from_options(words["rules"], players, given), ""
    except RulesetError as error:
        return None, options.refuse(error)
