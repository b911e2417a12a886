"""Documents keep up with the code: cited paragraphs exist, settings are explained, links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
CODE = [
    path
    for folder in ("tarot_engine", "tarot_site", "notifications")
    for path in (ROOT / folder).rglob("*.py")
]
PARAGRAPHS = set(
    re.findall(r"^#{2,3} (\d+(?:\.\d+)?)\b", (DOCS / "rules.md").read_text(encoding="utf-8"), re.M)
)
SETTINGS_OF_TESTS_ONLY = {"PORT", "DEBUG", "MAILBOX"}


def test_rules_have_all_their_paragraphs() -> None:
    assert {str(number) for number in range(1, 18)} <= PARAGRAPHS
    assert {f"8.{number}" for number in range(1, 7)} <= PARAGRAPHS


def test_every_paragraph_that_code_cites_is_in_the_rules() -> None:
    cited = {
        number: path.name
        for path in CODE
        for phrase in re.findall(
            r"rules ((?:§[\d.]+(?:, | and |-|–|\))?)+)", path.read_text(encoding="utf-8")
        )
        for number in re.findall(r"§(\d+(?:\.\d+)?)", phrase)
    }
    assert len(cited) > 10
    assert not {number: name for number, name in cited.items() if number not in PARAGRAPHS}


def test_every_ruling_in_the_tests_is_in_the_rules() -> None:
    names = [
        found
        for path in (ROOT / "tests/engine/cases").glob("*.toml")
        for found in re.findall(r'^id = "(\d+(?:\.\d+)?)-', path.read_text(encoding="utf-8"), re.M)
    ]
    assert names
    assert set(names) <= PARAGRAPHS


def test_every_setting_is_explained() -> None:
    source = (ROOT / "tarot_site/config/settings.py").read_text(encoding="utf-8")
    readers = r"\w+_of\(\s*\"([A-Z_]+)\""
    read = set(re.findall(readers, source)) - SETTINGS_OF_TESTS_ONLY
    explained = (DOCS / "deploy.md").read_text(encoding="utf-8")
    assert len(read) > 10
    assert not {name for name in read if f"`{name}`" not in explained}


@pytest.mark.parametrize("document", sorted(path.name for path in DOCS.glob("*.md")))
def test_links_between_documents_lead_somewhere(document: str) -> None:
    text = (DOCS / document).read_text(encoding="utf-8")
    targets = [target.split("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text)]
    for target in targets:
        assert target.startswith("https://") or (DOCS / target).exists(), target
