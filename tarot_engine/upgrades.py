"""Stored events of earlier versions, read as today's (design: codec)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tarot_engine.options import preset_values, without_idle


def _rules_1(body: dict[str, Any]) -> dict[str, Any]:
    """Version 1 had neither the options of rules §17 nor 2 seats."""
    old = body["rules"]
    rules: dict[str, Any] = {"seats": old["seats"], "preset": old["preset"]}
    rules |= preset_values("fft", old["seats"])
    rules |= {name: value for name, value in old.items() if name not in ("contracts", "petit_sec", "misere")}
    rules |= {
        "petite": "petite" in old["contracts"],
        "high_contracts": "garde_sans" in old["contracts"],
        "petit_sec": "void" if old["petit_sec"] else "off",
        "misere": "personal" if old["misere"] else "off",
        "misere_value": old["misere"] or 10,
    }
    return body | {"rules": rules}


def with_effect(rules: dict[str, Any]) -> dict[str, Any]:
    """Stored rules of any version: tables could keep options that come to nothing beside others."""
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in rules.items()}
    return values | without_idle(rules["seats"], values)


def _without_piles_1(body: dict[str, Any]) -> dict[str, Any]:
    return body | {"piles": []}


def _score_1(body: dict[str, Any]) -> dict[str, Any]:
    sheet = body["sheet"]
    scheme = "personal" if sheet["miseres"] else "off"
    return _without_piles_1(body) | {"sheet": sheet | {"misere": scheme, "split5": "two_thirds"}}


UPGRADES: Final[Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]] = {
    ("game_opened", 1): _rules_1,
    ("hands_dealt", 1): _without_piles_1,
    ("deal_passed_out", 1): _without_piles_1,
    ("bid_placed", 1): lambda body: body | {"slam": False},
    ("deal_scored", 1): _score_1,
}
"""By event and version: its body as the next version writes it."""


def upgraded(type_name: str, version: int, body: Any) -> Any:
    """The body as today's version writes it."""
    while (upgrade := UPGRADES.get((type_name, version))) is not None:
        body, version = upgrade(body), version + 1
    return body
