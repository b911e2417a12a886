"""Deadlines and moments, word for word in both languages and in many zones."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils import translation

from tarot_site.games import wording

NARROW = "\u202f"
DUE = datetime(2026, 12, 5, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "french", "english"),
    [
        (
            "Europe/Paris",
            "avant samedi 5 décembre, 20_h_00 (heure de Paris)",
            "before Saturday 5 December, 8:00 pm (Paris time)",
        ),
        (
            "America/Montreal",
            "avant samedi 5 décembre, 14_h_00 (heure de Montréal)",
            "before Saturday 5 December, 2:00 pm (Montreal time)",
        ),
        (
            "Pacific/Noumea",
            "avant dimanche 6 décembre, 6_h_00 (heure de Nouméa)",
            "before Sunday 6 December, 6:00 am (Nouméa time)",
        ),
        (
            "Asia/Kathmandu",
            "avant dimanche 6 décembre, 0_h_45 (heure de Kathmandu)",
            "before Sunday 6 December, 12:45 am (Kathmandu time)",
        ),
        (
            "Europe/Oslo",
            "avant samedi 5 décembre, 20_h_00 (heure d'Oslo)",
            "before Saturday 5 December, 8:00 pm (Oslo time)",
        ),
        (
            "America/Argentina/Buenos_Aires",
            "avant samedi 5 décembre, 16_h_00 (heure de Buenos Aires)",
            "before Saturday 5 December, 4:00 pm (Buenos Aires time)",
        ),
        (
            "UTC",
            "avant samedi 5 décembre, 19_h_00 (temps universel)",
            "before Saturday 5 December, 7:00 pm (UTC)",
        ),
        (
            "Mars/Olympus",
            "avant samedi 5 décembre, 20_h_00 (heure de Paris)",
            "before Saturday 5 December, 8:00 pm (Paris time)",
        ),
    ],
)
def test_a_deadline(zone: str, french: str, english: str) -> None:
    with translation.override("fr"):
        assert wording.deadline_text(DUE, zone) == french.replace("_", NARROW)
    with translation.override("en"):
        assert wording.deadline_text(DUE, zone) == english


def test_the_first_of_a_month() -> None:
    first = datetime(2026, 8, 1, 10, 5, tzinfo=UTC)
    with translation.override("fr"):
        assert wording.moment_text(first, "Europe/Paris") == (
            f"samedi 1er août, 12{NARROW}h{NARROW}05 (heure de Paris)"
        )
    with translation.override("en"):
        assert wording.moment_text(first, "Europe/Paris") == "Saturday 1 August, 12:05 pm (Paris time)"
