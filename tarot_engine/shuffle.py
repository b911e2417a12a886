"""Who deals and which cards: the seed chain, its commitment and the deal drawn from it (rules §2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tarot_engine.cards import Card
from tarot_engine.rules import Layout, Seat


@dataclass(frozen=True, slots=True)
class Commitment:
    """The game's id and SHA-256 of its first seed (hex), published before anybody sits down."""

    game_id: str
    digest: str


class GameSecret(Protocol):
    """Where the cards come from. ``k`` is the seed's index from 1, ``words`` those of the seats in order."""

    def first_dealer(self, words: tuple[str, ...]) -> Seat:
        """The dealer of the first deal."""

    def pack(self, k: int, words: tuple[str, ...]) -> tuple[Card, ...]:
        """The 78 cards in order, before the cut."""

    def cut(self, k: int, words: tuple[str, ...]) -> int:
        """Number of cards lifted by the cut, 4..74."""

    def gaps(self, k: int, words: tuple[str, ...], layout: Layout) -> tuple[int, ...]:
        """Ascending places 1.. of the dog's cards: gap g lies after the g-th packet."""

    def seed(self, k: int) -> str | None:
        """The seed to reveal when deal k ends (hex), None where there is none (stacked packs)."""
