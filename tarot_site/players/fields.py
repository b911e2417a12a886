"""Form fields for what people type about themselves and others: names and addresses."""

from __future__ import annotations

from typing import Any
from unicodedata import normalize

from django import forms
from django.utils.translation import gettext_lazy as _

from .models import clean_address
from .names import LONGEST_ADDRESS, clean_name

TOO_LONG = _("%(limit_value)d caractères au plus.")


class OneLineField(forms.CharField):
    """Text for other people's pages and subjects: one clean line."""

    def __init__(self, *, max_length: int, required: bool = True, missing: Any = "", **kwargs: Any) -> None:
        errors = {"max_length": TOO_LONG}
        if missing:
            errors["required"] = missing
        super().__init__(max_length=max_length, required=required, error_messages=errors, **kwargs)

    def to_python(self, value: Any) -> str:
        """Composed letters, before their number is checked: that is how the engine counts a word."""
        return normalize("NFC", super().to_python(value) or "")

    def clean(self, value: Any) -> str:
        """Also refuses what only hides."""
        text: str = super().clean(value)
        tidy = clean_name(text)
        if self.required and not tidy:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return tidy


class AddressField(forms.EmailField):
    """A mail address in the one spelling that each mailbox has here (`clean_address`)."""

    def __init__(self, *, missing: Any, **kwargs: Any) -> None:
        errors = {
            "required": missing,
            "invalid": _("Cette adresse n'est pas complète. Exemple\u202f: camille@exemple.fr"),
            "max_length": TOO_LONG,
        }
        super().__init__(max_length=LONGEST_ADDRESS, error_messages=errors, **kwargs)

    def to_python(self, value: Any) -> str:
        """That spelling, before it is judged: small letters may be more than the capitals that were typed."""
        return clean_address(super().to_python(value) or "")
