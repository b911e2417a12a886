"""Reading the tables of rulings, and small builders the tests share."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tarot_engine import Card, parse_card

CASES = Path(__file__).parent / "cases"


def rows(name: str) -> list[Any]:
    """The rows of ``cases/<name>.toml`` as pytest parameters named by their paragraph."""
    table = tomllib.loads((CASES / f"{name}.toml").read_text())["case"]
    assert len({row["id"] for row in table}) == len(table), "two rows with one id"
    return [pytest.param(row, id=row["id"]) for row in table]


def cards(text: str) -> tuple[Card, ...]:
    """The cards written as codes separated by blanks, in that order."""
    return tuple(parse_card(code) for code in text.split())
