"""A finished game's shuffle, checked from its document alone (design: deals fixed beforehand)."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tarot_engine import (
    NotationError,
    SeedChain,
    check_document,
    replay,
    robot_action,
    seat_taken,
    seen_by,
    shuffle_document,
)
from tarot_engine.__main__ import main, verify_shuffle
from tests.engine.playing import Game, rules_of, void_off

LONE_PETIT = 40
"""A last seed after which the first deal at five has a lone Petit."""
WORDS = ("lune", "", "été", "", "x")
Document = dict[str, Any]


class Worded(Game):
    """A game whose people typed words."""

    def _add(self, events: Any) -> Any:
        first = events[0]
        if type(first).__name__ == "SeatTaken" and not first.word and WORDS[first.seat]:
            return super()._add(seat_taken(self.state, first.seat, WORDS[first.seat], self.secret))
        return super()._add(events)


def document(seats: int = 4, **options: str | bool) -> Document:
    """A fresh copy of a game's document."""
    read: Document = json.loads(_document(seats, tuple(options.items())))
    return read


@cache
def _document(seats: int, options: tuple[tuple[str, str | bool], ...]) -> str:
    chain = SeedChain("checked", b"\x0c" * 32)
    game = Worded(
        chain, rules_of(seats, **{"deals": 2, **void_off(seats), **dict(options)}), chain.commitment
    )
    game.run(lambda view: robot_action("simple", view))
    return json.dumps(shuffle_document(seen_by(event, None) for event in game.events))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_spectator_can_check_every_deal(seats: int) -> None:
    read = document(seats)
    answer = check_document(read)
    assert answer == {
        "game": "checked",
        "commitment": read["chains"][0]["commitment"],
        "deals": len(read["deals"]),
        "words_typed": sum(map(bool, WORDS[:seats])),
        "ok": True,
        "absent": [],
        "wrong": [],
    }
    assert answer["deals"] >= 2


@pytest.mark.parametrize("options", [{"cut": "hand", "deal_out": "hand"}, {"dog_deal": "packets3"}])
def test_tables_that_deal_otherwise_are_checked_too(options: dict[str, str]) -> None:
    read = document(4, **options)
    assert check_document(read)["ok"]
    assert ("cut" in read["deals"][0]) == ("cut" in options)


def test_deals_gathered_unseen_are_left_out() -> None:
    shown, unseen = document(4), document(4, show_dog_on_all_pass=False)
    assert len(unseen["deals"]) == 2 < len(shown["deals"])
    answer = check_document(unseen)
    assert answer["ok"]
    seen = {deal["seed_index"] for deal in unseen["deals"]}
    assert answer["absent"] == sorted(set(range(1, max(seen))) - seen) != []


def test_a_deal_that_was_taken_out_is_named() -> None:
    read = document(4)
    assert len(read["deals"]) > 2
    del read["deals"][1]
    answer = check_document(read)
    assert (answer["ok"], answer["absent"], answer["wrong"]) == (True, [2], [])


def test_a_document_without_a_deal_shows_nothing() -> None:
    read = document()
    read["deals"] = []
    answer = check_document(read)
    assert (answer["ok"], answer["deals"], answer["absent"], answer["wrong"]) == (False, 0, [], [])


def swap(read: Document) -> None:
    hands = read["deals"][1]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def another_word(read: Document) -> None:
    read["words"][1] = "soleil"


def another_seed(read: Document) -> None:
    read["deals"][1]["seed"] = "00" * 32


def another_commitment(read: Document) -> None:
    read["chains"][0]["commitment"] = "00" * 32


def another_dealer(read: Document) -> None:
    read["deals"][0]["dealer"] = (read["deals"][0]["dealer"] + 1) % 4


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (swap, {(2, "cards")}),
        (another_word, {(k, what) for k in (1, 2) for what in ("cards", "dealer")}),
        (another_seed, {(2, "seed"), (2, "cards")}),
        (another_commitment, {(1, "seed"), (2, "seed")}),
        (another_dealer, {(1, "dealer"), (1, "cards")}),
    ],
)
def test_which_deal_does_not_match(change: Callable[[Document], None], wrong: set[tuple[int, str]]) -> None:
    read = document()
    change(read)
    answer = check_document(read)
    assert not answer["ok"]
    found = {(item["deal"], item["check"]) for item in answer["wrong"] if item["deal"] < 3}
    assert found == wrong


def test_every_dealer_is_checked() -> None:
    """A later deal dealt from another seat, cards and all, is no deal of this game."""
    read = document(4)
    deal = read["deals"][1]
    deal["dealer"] = (deal["dealer"] + 1) % 4
    deal["hands"] = deal["hands"][-1:] + deal["hands"][:-1]
    assert check_document(read)["wrong"] == [{"deal": 2, "check": "dealer"}]
    del read["deals"][0]
    assert check_document(read)["wrong"] == [{"deal": 2, "check": "dealer"}]


def test_a_lone_petit_lets_the_dealer_deal_again() -> None:
    read = lone_petit("same")
    void = next(i for i, deal in enumerate(read["deals"]) if is_void(deal))
    assert read["deals"][void]["dealer"] == read["deals"][void + 1]["dealer"]
    assert check_document(read)["ok"]
    moved_on = lone_petit("next")
    assert check_document(moved_on)["ok"]
    read["petit_sec_dealer"] = "next"
    assert {item["check"] for item in check_document(read)["wrong"]} == {"dealer"}


def is_void(deal: Document) -> bool:
    trumps = [[code for code in hand if code[0] == "T" or code == "EX"] for hand in deal["hands"]]
    return ["T1"] in trumps


def lone_petit(dealer: str) -> Document:
    """The document of a game with a lone Petit in its first deal (a chain that gives one)."""
    rules = rules_of(5, deals=1, petit_sec_dealer=dealer)
    chain = SeedChain("lone", LONE_PETIT.to_bytes(32))
    game = Game(chain, rules, chain.commitment)
    game.run(lambda view: robot_action("simple", view))
    read: Document = shuffle_document(seen_by(event, None) for event in game.events)
    return read


BROKEN: list[Callable[[Document], object]] = [
    lambda read: read.pop("format"),
    lambda read: read.update(format="pli-shuffle/2"),
    lambda read: read.update(seats=6),
    lambda read: read["words"].pop(),
    lambda read: read["words"].__setitem__(0, 7),
    lambda read: read.update(chains=[]),
    lambda read: read["chains"][0].update(first=0),
    lambda read: read["deals"][0].update(seed="zz"),
    lambda read: read["deals"][0].update(seed_index=300),
    lambda read: read["deals"][0].update(dog=["X9"]),
    lambda read: read.update(deals=7),
    lambda read: read.update(deals=""),
    lambda read: read.update(deals={}),
    lambda read: read["chains"].append({"first": 513, "commitment": "00" * 32}),
    lambda read: read["chains"][0].update(first=257),
    lambda read: read["chains"][0].update(first=1.0),
    lambda read: read.update(dog_deal="heaps"),
    lambda read: read.pop("dog_deal"),
    lambda read: read.pop("cut"),
    lambda read: read["deals"][0].update(cut=33),
    lambda read: read["deals"][0].update(gaps=[1, 2, 3, 4, 5, 6]),
    lambda read: read["chains"].append({"first": 2, "commitment": "00" * 32}),
    lambda read: read["chains"].append({"first": 10**400, "commitment": "00" * 32}),
    lambda read: read["deals"][0].update(seed_index=float("inf")),
    lambda read: read["deals"][0]["hands"][0].append(read["deals"][0]["hands"][0][0]),
    lambda read: read.update(words="abcd"),
    lambda read: read["deals"].append(read["deals"][1]),
    lambda read: read["chains"].append(read["chains"][0]),
    lambda read: read.update(petit_sec_dealer="nobody"),
]
BROKEN_BY_HAND: list[dict[str, object]] = [
    {"cut": 2},
    {"cut": None},
    {"gaps": [1, 1, 2, 3, 4, 5]},
    {"gaps": [1, 1, 2, 3, 4, 5, 6]},
    {"gaps": [1, 2, 3, 4, 5, 24]},
    {"gaps": None},
]


@pytest.mark.parametrize("change", BROKEN_BY_HAND)
def test_what_no_person_may_do(change: dict[str, object]) -> None:
    read = document(4, cut="hand", deal_out="hand")
    assert check_document(read)["ok"]
    read["deals"][0].update(change)
    with pytest.raises(NotationError):
        check_document(read)


@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_what_is_no_document(number: int) -> None:
    read = document()
    BROKEN[number](read)
    with pytest.raises(NotationError):
        check_document(read)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    read = document()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(read))
    assert main(["verify-shuffle", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    swap(read)
    out = io.StringIO()
    assert verify_shuffle(json.dumps(read), out) == 1
    assert json.loads(out.getvalue())["wrong"] == [{"deal": 2, "check": "cards"}]
    for text in ("{", "[]", "7", "[" * 5000 + "]" * 5000):
        out = io.StringIO()
        assert verify_shuffle(text, out) == 1
        assert json.loads(out.getvalue()) == {"ok": False, "error": "malformed"}


def test_the_words_do_change_the_deals() -> None:
    state = replay(Worded(SeedChain("checked", b"\x0c" * 32), rules_of(4)).events)
    assert state.words == WORDS[:4]
