"""The pages on the engine are true: their examples run, their vectors and tables hold."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest

import tarot_engine
from tarot_engine import OPTIONS, PRESETS, Ruleset, SeedChain, check_document
from tarot_engine.cards import CardSet
from tarot_engine.dealing import deal_out, fixed_gaps
from tests.engine.test_fairness import document, lone_petit, swap

DOCS = Path(__file__).parent.parent.parent / "docs"


def block(page: str, name: str) -> str:
    """The text between fences whose first line ends with this name."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(rf"```\w+ {name}\n(.*?)\n```", text, re.DOTALL)
    assert len(found) == 1, f"{page} has one block {name}"
    return str(found[0])


def test_the_examples_of_the_engine_run() -> None:
    failed, tried = doctest.testfile(str(DOCS / "engine.md"), module_relative=False)
    assert tried > 30
    assert not failed


def test_every_option_and_value_is_in_the_table() -> None:
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", text, re.MULTILINE))
    assert set(rows) >= {option.name for option in OPTIONS}
    for option in OPTIONS:
        if option.kind.value == "choice":
            assert set(re.findall(r"`(\w+)`", rows[option.name])) == set(option.values), option.name
    assert all(f"`{preset}`" in text for preset in PRESETS)


def test_every_public_name_is_documented() -> None:
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\w+", text))
    missing = [name for name in tarot_engine.__all__ if name not in named]
    assert not missing
    assert sorted(tarot_engine.__all__) == sorted(set(tarot_engine.__all__))
    assert all(hasattr(tarot_engine, name) for name in tarot_engine.__all__)


def test_known_answers_of_the_shuffle() -> None:
    known = json.loads(block("shuffle.md", "vectors"))
    chain, words = SeedChain(known["game"], bytes.fromhex(known["last_seed"])), tuple(known["words"])
    assert chain.commitment.digest == known["commitment"]
    assert {k: chain.seed(int(k)) for k in known["seeds"]} == known["seeds"]
    assert chain.first_dealer(words) == known["first_dealer"]
    layout = Ruleset.fft(4).layout
    for deal in known["deals"]:
        pack, k = chain.pack(deal["k"], words), deal["k"]
        assert " ".join(card.code for card in pack) == deal["pack"]
        assert chain.cut(k, words) == deal["cut"]
        assert chain.gaps(k, words, layout) == tuple(deal["gaps"])
        dealt = deal_out(pack, deal["cut"], tuple(deal["gaps"]), layout, 4, deal["dealer"])
        assert dealt.hands == tuple(map(CardSet.parse, deal["hands"]))
        assert dealt.dog == CardSet.parse(deal["dog"])


@pytest.mark.parametrize("number", range(4))
def test_known_deals_at_other_numbers_of_seats(number: int) -> None:
    known = json.loads(block("shuffle.md", "seats"))
    assert len(known["deals"]) == 4
    deal = known["deals"][number]
    seats, words, k = deal["seats"], tuple(deal["words"]), deal["k"]
    rules = Ruleset.from_options("fft", seats, {"dog_deal": deal["dog_deal"]})
    chain = SeedChain(known["game"], bytes.fromhex(known["last_seed"]))
    assert (chain.first_dealer(words) + k - 1) % seats == deal["dealer"]
    cut, gaps = chain.cut(k, words), fixed_gaps(rules) or chain.gaps(k, words, rules.layout)
    assert cut == deal["cut"]
    dealt = deal_out(chain.pack(k, words), cut, gaps, rules.layout, seats, deal["dealer"])
    assert dealt.hands == tuple(map(CardSet.parse, deal["hands"]))
    assert dealt.dog == CardSet.parse(deal["dog"])
    for side in ("covered", "face_up"):
        rows = [getattr(own, side) for own in dealt.piles]
        assert [" ".join(card.code for card in row) for row in rows] == deal.get(side, [])


def checker() -> dict[str, Any]:
    """The page's program, which shares nothing with the engine."""
    text = block("shuffle.md", "checker")
    assert "tarot_engine" not in text
    names: dict[str, Any] = {"__name__": "checker"}
    exec(compile(text, "shuffle.md", "exec"), names)
    return names


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"cut": "hand", "deal_out": "hand"}, {"dog_deal": "packets3"}])
def test_the_program_on_the_page_agrees(seats: int, options: dict[str, str]) -> None:
    wrong_deals, read = checker()["wrong_deals"], document(seats, **options)
    assert check_document(read)["ok"]
    assert list(wrong_deals(read)) == []
    swap(read)
    assert list(wrong_deals(read)) == [2]
    assert not check_document(read)["ok"]
    read["deals"][0]["dealer"] += 1
    assert list(wrong_deals(read)) == [1, 2]


def test_the_program_on_the_page_knows_who_deals() -> None:
    wrong_deals, same = checker()["wrong_deals"], lone_petit("same")
    assert list(wrong_deals(same)) == list(wrong_deals(lone_petit("next"))) == []
    same["petit_sec_dealer"] = "next"
    assert list(wrong_deals(same)) == [deal["seed_index"] for deal in same["deals"][1:]]
