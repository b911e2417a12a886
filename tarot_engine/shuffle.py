"""Who deals and which cards: the seed chain, its commitment and the deal drawn from it (rules §2).

Seeds are a chain s_k = SHA-256(s_(k+1)) of 256 values of 32 bytes; SHA-256(s_1) is published before
anybody sits down. Once they are used up, the hash of another chain is published before its first deal,
and k goes on counting. Deal k draws from s_k only, and s_k is revealed when it ends. Random numbers come
from HMAC-SHA-256(s_k, block), 8 big-endian 32-bit numbers a digest, one stream per purpose:

    block = "pli/1|" game id "|" k "|" words "|" purpose "|" counter

with k and counter in decimal, counter from 0, and each word of the seats in order as one byte of length
and its UTF-8 bytes. A number below m is the next one below the largest multiple of m that fits in 32 bits,
modulo m. Purposes: ``dealer`` (k = 1 only, below n), ``deck`` (Fisher-Yates downwards on the pack in
order: for i = 77..1 swap i with a number below i + 1), ``cut`` (4 + a number below 71), ``gaps`` (the
same Fisher-Yates on 1..G; the first of them, as many as the dog has cards, in ascending order).
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, MutableSequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol, TypeVar

from tarot_engine.cards import PACK, Card
from tarot_engine.layout import Layout, Seat

CHAIN_LENGTH = 256
"""Seeds of one chain."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Commitment:
    """The game's id and SHA-256 of a chain's first seed (hex), published before its first deal."""

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

    def reaches(self, k: int) -> bool:
        """Whether there is a k-th deal to draw."""

    def renewal(self, k: int) -> Commitment | None:
        """What to publish before deal k when a further chain begins with it, else None."""


def numbers(seed: bytes, game_id: str, k: int, words: tuple[str, ...], purpose: str) -> Iterator[int]:
    """The stream of 32-bit numbers for one purpose of deal k."""
    encoded = [word.encode() for word in words]
    prefixed = b"".join(bytes([len(word)]) + word for word in encoded)
    head = f"pli/1|{game_id}|{k}|".encode() + prefixed + f"|{purpose}|".encode()
    counter = 0
    while True:
        digest = hmac.digest(seed, head + str(counter).encode(), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        counter += 1


def below(stream: Iterator[int], bound: int) -> int:
    """The stream's next number below ``bound``, without bias."""
    limit = (1 << 32) - (1 << 32) % bound
    return next(number for number in stream if number < limit) % bound


def shuffle(items: MutableSequence[T], draw: Callable[[int], int]) -> None:
    """Fisher-Yates downwards, in place; ``draw(m)`` gives a number below m."""
    for i in range(len(items) - 1, 0, -1):
        j = draw(i + 1)
        items[i], items[j] = items[j], items[i]


@dataclass(frozen=True, slots=True)
class Draw:
    """Everything drawn for deal ``k`` from its seed, in the game of this id with these words."""

    seed: bytes = field(repr=False)
    game_id: str
    k: int
    words: tuple[str, ...]

    def _stream(self, purpose: str) -> Iterator[int]:
        return numbers(self.seed, self.game_id, self.k, self.words, purpose)

    def first_dealer(self) -> Seat:
        """A seat at random; of the first seed only (rules §2)."""
        return below(self._stream("dealer"), len(self.words))

    def pack(self) -> tuple[Card, ...]:
        """The shuffled pack."""
        stream, pack = self._stream("deck"), list(PACK)
        shuffle(pack, lambda bound: below(stream, bound))
        return tuple(pack)

    def cut(self) -> int:
        """4 to 74 cards lifted (rules §2)."""
        return 4 + below(self._stream("cut"), 71)

    def gaps(self, layout: Layout) -> tuple[int, ...]:
        """Where the dog's cards go, at most one per gap (rules §2)."""
        stream, places = self._stream("gaps"), list(range(1, layout.gaps + 1))
        shuffle(places, lambda bound: below(stream, bound))
        return tuple(sorted(places[: layout.dog]))


@dataclass(frozen=True, slots=True)
class SeedChain:
    """The real ``GameSecret``: everything follows from the game's id and two times 32 random bytes.

    ``last`` is the last seed of the first chain, which its end reveals; the last seeds of further chains are
    HMAC-SHA-256(``master``, "pli/chain/1|" game id "|" c) for c = 1, 2 ... and tell nothing of one another.
    Without a ``master`` there is the first chain only. Store both sealed; they never show in a ``repr``.
    """

    game_id: str
    last: bytes = field(repr=False)
    master: bytes | None = field(default=None, repr=False)
    length: int = CHAIN_LENGTH

    @property
    def commitment(self) -> Commitment:
        """What is published before anybody sits down."""
        return Commitment(self.game_id, sha256(self._seed(1)).hexdigest())

    def _seed(self, k: int) -> bytes:
        if k < 1:
            raise ValueError("seeds count from 1")
        chain, place = divmod(k - 1, self.length)
        seed = self._last_of(chain)
        for _ in range(self.length - 1 - place):
            seed = sha256(seed).digest()
        return seed

    def _last_of(self, chain: int) -> bytes:
        if chain == 0:
            return self.last
        if self.master is None:
            raise ValueError("the chain of seeds is used up")
        return hmac.digest(self.master, f"pli/chain/1|{self.game_id}|{chain}".encode(), "sha256")

    def _draw(self, k: int, words: tuple[str, ...]) -> Draw:
        return Draw(self._seed(k), self.game_id, k, words)

    def first_dealer(self, words: tuple[str, ...]) -> Seat:
        """A seat at random, from the first seed."""
        return self._draw(1, words).first_dealer()

    def pack(self, k: int, words: tuple[str, ...]) -> tuple[Card, ...]:
        """The shuffled pack."""
        return self._draw(k, words).pack()

    def cut(self, k: int, words: tuple[str, ...]) -> int:
        """4 to 74 cards lifted."""
        return self._draw(k, words).cut()

    def gaps(self, k: int, words: tuple[str, ...], layout: Layout) -> tuple[int, ...]:
        """Where the dog's cards go."""
        return self._draw(k, words).gaps(layout)

    def seed(self, k: int) -> str:
        """The seed of deal k, in hex."""
        return self._seed(k).hex()

    def reaches(self, k: int) -> bool:
        """Always with a ``master``, else within the first chain."""
        return k <= self.length or self.master is not None

    def renewal(self, k: int) -> Commitment | None:
        """The commitment of the further chain that begins with seed k, if one does."""
        if k == 1 or (k - 1) % self.length:
            return None
        return Commitment(self.game_id, sha256(self._seed(k)).hexdigest())
