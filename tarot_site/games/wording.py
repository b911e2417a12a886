"""The words of the table for other parts of the site: one door to ``wording_*``.

Everything here speaks the active language; wrap a reader's words in ``translation.override``.
"""

from __future__ import annotations

from .wording_cards import (
    card_label,
    card_name,
    card_of,
    card_the,
    cards_text,
    join_words,
    points_text,
    row_text,
)
from .wording_names import of_name
from .wording_refusals import refusal_text
from .wording_rules import contract_name, handful_name
from .wording_score import score_sentence, signed
from .wording_table import seat_badges, seat_name, status_text, waiting_names
from .wording_time import deadline_text, moment_text, zone_name

__all__ = [
    "card_label",
    "card_name",
    "card_of",
    "card_the",
    "cards_text",
    "contract_name",
    "deadline_text",
    "handful_name",
    "join_words",
    "moment_text",
    "of_name",
    "points_text",
    "refusal_text",
    "row_text",
    "score_sentence",
    "seat_badges",
    "seat_name",
    "signed",
    "status_text",
    "waiting_names",
    "zone_name",
]
