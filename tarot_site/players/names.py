"""Names people type for themselves, their tables and the shuffle: one line, and nothing invisible."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST_NAME = 30  # characters of a person's name
LONGEST_WORD = 40  # characters of a lucky word (design §5)
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # controls, bidi and other invisible characters


def clean_name(text: str) -> str:
    """The text in NFC, trimmed, with single spaces. Raises ValidationError on characters nobody sees.

    Names stand in subjects and in other people's pages: a right-to-left override would rewrite them.
    """
    tidy = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    if any(unicodedata.category(character) in _REFUSED for character in tidy):
        raise ValidationError(_("Ce nom contient un caractère invisible : retapez-le."), code="invisible")
    return " ".join(tidy.split())
