"""What the templates of the table ask of a presented page."""

from __future__ import annotations

import pytest

from tarot_site.games.templatetags.table_tags import hashes, kept_whole


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


def test_only_hashes_stand_in_the_face_of_a_typewriter() -> None:
    digest = "5f" * 32
    assert hashes(f"<SHA-256 {digest}.") == f'&lt;SHA-256 <span class="mono">{digest}</span>.'
    assert hashes("deed") == "deed"
