"""Forms around a game: making one, and taking a seat by invitation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from tarot_engine import WORD_LENGTH
from tarot_site.players.fields import AddressField, OneLineField
from tarot_site.players.models import Player, clean_address
from tarot_site.players.names import LONGEST_NAME, LONGEST_TABLE_NAME
from tarot_site.players.zones import DEFAULT_ZONE, ZoneField

from .errors import TooManyInvitations
from .forms_rules import PlayersField, RulesField, length_field
from .models import DEFAULT_MOVE_SECONDS, DEFAULT_ROBOT, SeatKind
from .opening import SEAT_NUMBERS

DAY: Final = 24 * 3600
MOVE_TIMES: Final = [
    (DAY, _("Un jour")),
    (2 * DAY, _("Deux jours")),
    (3 * DAY, _("Trois jours")),
    (7 * DAY, _("Une semaine")),
]
ROBOT_LEVELS: Final = [
    ("prudent", _("Réfléchis : ils comptent et suivent le jeu")),
    ("expert", _("Experts : les plus forts, ils prennent le temps de peser chaque carte")),
    ("simple", _("Simples : ils jouent leur plus petite carte")),
]
OTHER_SEATS: Final = SEAT_NUMBERS[-1] - 1


def name_field() -> OneLineField:
    """A person's name at one table."""
    return OneLineField(
        label=_("Votre nom à cette table"),
        max_length=LONGEST_NAME,
        missing=_("Écrivez le nom que les autres liront."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


def word_field() -> OneLineField:
    """The lucky word (design §5)."""
    return OneLineField(
        label=_("Un mot porte-bonheur (facultatif)"),
        max_length=WORD_LENGTH,
        required=False,
        help_text=_(
            "Il se mêle à ceux des autres pour battre les cartes : la donne ne dépend plus du seul serveur. "
            "Tous le liront."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def address_field(*, required: bool = True) -> AddressField:
    """Somebody else's address."""
    return AddressField(
        label=_("Son adresse"),
        required=required,
        missing=_("Écrivez l'adresse de cette personne."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class NewGameForm(forms.Form):
    """The table and its maker. The other seats are ``SeatForm``s, the options an ``OptionsForm``."""

    my_name = name_field()
    word = word_field()
    name = OneLineField(
        label=_("Nom de la table"),
        max_length=LONGEST_TABLE_NAME,
        missing=_("Donnez un nom à la table."),
        help_text=_("Il ouvre l'objet de chaque mail."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    players = PlayersField()
    rules = RulesField()
    deals = length_field()
    move_seconds = forms.TypedChoiceField(
        label=_("Temps pour chaque réponse"),
        choices=MOVE_TIMES,
        coerce=int,
        initial=DEFAULT_MOVE_SECONDS,
        widget=forms.RadioSelect,
        help_text=_(
            "Un rappel part à la moitié du temps. Ensuite le serveur passe, ou joue une petite carte permise."
        ),
    )
    robot = forms.ChoiceField(
        label=_("Les robots"),
        choices=ROBOT_LEVELS,
        initial=DEFAULT_ROBOT,
        widget=forms.RadioSelect,
        help_text=_("Ils tiennent aussi la place de qui ne répond plus, jusqu'à son retour."),
    )


class SeatForm(forms.Form):
    """One of the other seats: somebody to invite, or a robot."""

    kind = forms.ChoiceField(
        label=_("Qui joue ici"),
        choices=[(SeatKind.PERSON.value, _("Personne")), (SeatKind.ROBOT.value, _("Robot"))],
        initial=SeatKind.PERSON.value,
        widget=forms.RadioSelect,
    )
    address = address_field(required=False)
    name = OneLineField(
        label=_("Son nom (facultatif)"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    @property
    def is_robot(self) -> bool:
        """Whether a robot was asked for."""
        return self.cleaned_data.get("kind") == SeatKind.ROBOT

    def clean(self) -> dict[str, Any]:
        """A person needs an address, a robot needs nothing."""
        cleaned = super().clean() or {}
        if self.is_robot:
            self.errors.pop("address", None)
            self.errors.pop("name", None)
            return {"kind": SeatKind.ROBOT.value, "address": "", "name": ""}
        if not cleaned.get("address") and "address" not in self.errors:
            self.add_error("address", _("Écrivez l'adresse de cette personne, ou choisissez un robot."))
        return cleaned


def check_table(maker: Player, maker_name: str, seats: Sequence[SeatForm]) -> bool:
    """Mark addresses and names that cannot sit at one table; True if no seat has an error."""
    addresses = {clean_address(maker.email or "")}
    names = {maker_name.casefold()}
    for seat in seats:
        address = seat.cleaned_data.get("address", "")
        name = seat.cleaned_data.get("name", "").casefold()
        if address and address == clean_address(maker.email or ""):
            seat.add_error("address", _("C'est votre adresse : vous avez déjà votre place."))
        elif address and address in addresses:
            seat.add_error("address", _("Cette adresse est déjà invitée : une place par personne."))
        if name and name in names:
            seat.add_error("name", _("Ce nom est déjà pris à cette table."))
        addresses.add(address)
        names.add(name)
    return not any(seat.errors for seat in seats)


class InviteAgainForm(forms.Form):
    """Another guest for a place that is still free."""

    seat = forms.IntegerField(min_value=0, max_value=4, widget=forms.HiddenInput)
    address = address_field()


def too_many_text(refusal: TooManyInvitations) -> str:
    """Why no more invitations leave today, and how many still may."""
    left = max(refusal.limit - refusal.sent, 0)
    return ngettext(
        "Pas plus de %(limit)d invitations par jour : il vous en reste %(left)d aujourd'hui.",
        "Pas plus de %(limit)d invitations par jour : il vous en reste %(left)d aujourd'hui.",
        left,
    ) % {"limit": refusal.limit, "left": left}


class InvitationForm(forms.Form):
    """What a guest says when sitting down. Who already has a profile is not asked for language and zone."""

    name = name_field()
    language = forms.ChoiceField(label=_("Langue des mails"), choices=settings.LANGUAGES, required=False)
    zone = ZoneField(
        label=_("Fuseau horaire"),
        initial=DEFAULT_ZONE,
        required=False,
        help_text=_("Les échéances des mails sont données à cette heure."),
    )
    word = word_field()

    def __init__(self, *args: Any, is_known: bool, names_taken: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names_taken = {name.casefold() for name in names_taken}
        if is_known:
            del self.fields["language"], self.fields["zone"]
        elif not self.is_bound:
            self.fields["zone"].widget.attrs["data-zone"] = ""  # a script offers the browser's own

    def clean_language(self) -> str:
        """That of the page when left out."""
        return self.cleaned_data["language"] or get_language() or settings.LANGUAGE_CODE

    def clean_zone(self) -> str:
        """Paris when left out: the name is all that a seat needs."""
        return self.cleaned_data["zone"] or DEFAULT_ZONE

    def clean_name(self) -> str:
        """Two people at one table never share a name."""
        name: str = self.cleaned_data["name"]
        if name.casefold() in self.names_taken:
            raise forms.ValidationError(_("Ce nom est déjà pris à cette table."), code="taken")
        return name
