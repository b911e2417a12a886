"""Events and actions to and from JSON: stable type names, a version each, card sets of fixed width.

A set of cards is written as 20 hexadecimal digits, a hidden one as ``{"hidden": count}``, so that a sealed
body's length tells nothing about the cards in it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EncodedEvent:
    """An event as stored: its stable type name, the version of its form, and its JSON body."""

    type: str
    version: int
    body: str
