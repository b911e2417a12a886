"""Sign-in and profile forms."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import ConfirmLoginCodeForm, RequestLoginCodeForm
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from .fields import AddressField, OneLineField
from .models import Player
from .names import LONGEST_NAME
from .zones import ZoneField, known_zone


class SignInForm(RequestLoginCodeForm):  # type: ignore[misc]  # allauth has no types
    """One door for known and unknown addresses: both get the same page and the same mail with a code.

    An unknown address becomes a player who owns nothing until the code proves the address.
    """

    _user: Player | None
    zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-zone": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"] = AddressField(
            label=_("Votre adresse mail"),
            missing=_("Écrivez votre adresse."),
            widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True, "inputmode": "email"}),
        )

    def clean_email(self) -> str:
        """The address; makes its player if nobody has it. Raises ValidationError when asked too often."""
        address: str = super().clean_email()
        player: Player | None = self._user or _new_player(address, self.data.get("zone", ""))
        if player is not None:  # the row that the code will mark as verified
            EmailAddress.objects.get_or_create(user=player, email=address, defaults={"primary": True})
        self._user = player
        return address


def _new_player(address: str, zone: str) -> Player | None:
    """A player for the address, or None when a closed account has it: that one gets no mail."""
    language = (get_language() or settings.LANGUAGE_CODE)[:2]
    player, is_new = Player.objects.get_or_create(
        email=address, defaults={"language": language, "zone": known_zone(zone)}
    )
    if is_new:
        player.set_unusable_password()
        player.save(update_fields=["password"])
    return player if player.is_active else None


class CodeForm(ConfirmLoginCodeForm):  # type: ignore[misc]  # allauth has no types
    """The code that came by mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]
        field.label = _("Le code reçu par mail")
        field.error_messages = {"required": _("Recopiez le code du mail.")}
        field.widget.attrs.update(
            {
                "class": "input-code",
                "placeholder": "",
                "autofocus": True,
                "autocapitalize": "characters",
            }
        )

    def clean_code(self) -> str:
        """The code. Raises ValidationError, in the words of the house, for any other."""
        try:
            return str(super().clean_code())
        except forms.ValidationError as error:
            raise forms.ValidationError(
                _("Ce n'est pas le bon code. Relisez-le, ou demandez-en un autre."), code=error.code
            ) from error


class ProfileForm(forms.Form):
    """What a person may say about themselves."""

    pseudonym = OneLineField(
        label=_("Votre nom aux tables"),
        max_length=LONGEST_NAME,
        missing=_("Écrivez le nom que les autres liront."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(label=_("Langue des pages et des mails"), choices=settings.LANGUAGES)
    zone = ZoneField(
        label=_("Fuseau horaire"),
        help_text=_("Les échéances des mails sont données à cette heure."),
    )

    def save(self, player: Player) -> None:
        """Write the answers into the player's row."""
        player.pseudonym = self.cleaned_data["pseudonym"]
        player.language = self.cleaned_data["language"]
        player.zone = self.cleaned_data["zone"]
        player.save(update_fields=["pseudonym", "language", "zone"])
