"""Addresses as operators see them: enough to recognise one, not enough to write to it."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"([^\s<>@,;:\"'()]+)@([^\s<>@,;:\"'()]+)")


def mask_address(address: str) -> str:
    """`l***@example.org` for `lea@example.org`; an empty text stays empty."""
    local, at, domain = address.partition("@")
    return f"{local[:1]}***{at}{domain}" if at else ""


def mask_addresses(text: str) -> str:
    """The text with every address in it masked: mail servers like to repeat them in their answers."""
    return _ADDRESS.sub(lambda found: mask_address(found[0]), text)
