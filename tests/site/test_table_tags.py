"""What the templates of the table ask of a presented page."""

from __future__ import annotations

import pytest

from tarot_site.games.templatetags.table_tags import kept_whole


@pytest.mark.parametrize(
    ("working", "kept"),
    [
        ("−(25 + 32) × 6", "−(25_+_32) ×_6"),
        ("−66 − 20 + 20", "−66 −_20 +_20"),
        ("−342 × 4", "−342 ×_4"),
        ("", ""),
    ],
)
def test_a_calculation_breaks_only_between_its_terms(working: str, kept: str) -> None:
    assert kept_whole(working) == kept.replace("_", "\xa0")
