"""Text bodies: templates write freely, this makes lines of at most 78 characters (RFC 5322)."""

from __future__ import annotations

import re
import textwrap
from typing import Final

WIDTH: Final = 78
_CHOICE: Final = re.compile(r"([a-z]\. |- )")
_BLANKS: Final = re.compile(r"\n{3,}")


def tidy_text(text: str) -> str:
    """Long lines folded between words (never inside an address), no trailing blanks, single empty lines.

    No-break spaces hold: only plain spaces are places to fold.
    """
    lines = [folded for line in text.splitlines() for folded in _fold(line.rstrip(" \t"))]
    return _BLANKS.sub("\n\n", "\n".join(lines)).strip("\n") + "\n"


def _fold(line: str) -> list[str]:
    if len(line) <= WIDTH or "://" in line:
        return [line]
    mark = _CHOICE.match(line)
    return textwrap.wrap(
        line,
        WIDTH,
        subsequent_indent=" " * len(mark[0]) if mark else "",
        break_long_words=True,
        break_on_hyphens=False,
    )
