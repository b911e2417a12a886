"""Names people type for themselves, their tables and the shuffle: one line, and nothing invisible."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST_NAME = 30  # characters of a person's name
LONGEST_TABLE_NAME = 60  # characters, in subjects too
LONGEST_ADDRESS = 254  # characters a mail server takes, and a column holds
_FILLERS = {0x034F, 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0}  # letters and signs by category, and blank
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # controls, bidi and other invisible characters


def clean_name(text: str) -> str:
    """The text in NFC, trimmed, with single spaces. Raises ValidationError on characters nobody sees.

    Names stand in subjects and in other people's pages: a right-to-left override would rewrite them.
    """
    tidy = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    if any(unicodedata.category(one) in _REFUSED or ord(one) in _FILLERS for one in tidy):
        raise ValidationError(_("Ce nom contient un caractère invisible : retapez-le."), code="invisible")
    return " ".join(tidy.split())
