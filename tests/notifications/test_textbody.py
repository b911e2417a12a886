"""Lines of text bodies."""

from __future__ import annotations

import pytest

from notifications.textbody import WIDTH, tidy_text


@pytest.mark.parametrize("line", ["mot " * 60, "a. " + "mot " * 40, "https://play.pli.example/" + "x" * 90])
def test_lines_are_folded_between_words_and_never_inside_an_address(line: str) -> None:
    folded = tidy_text(line).rstrip("\n").split("\n")
    assert " ".join(" ".join(folded).split()) == line.strip()
    assert "://" in line or max(map(len, folded)) <= WIDTH


def test_no_break_spaces_hold() -> None:
    text = tidy_text("x" * 70 + " avant\u202f20\u202fh\u202f00")
    assert text == "x" * 70 + "\navant\u202f20\u202fh\u202f00\n"
