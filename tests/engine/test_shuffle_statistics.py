"""The shuffle in numbers: each card at each place, no modulo bias, cuts and gaps as likely as they should be.

Seeds are fixed, so the tests always see the same numbers. A chi-squared value of n degrees of freedom is
about normal with mean n and variance 2n; each bound lies six standard deviations out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import pairwise
from math import comb, sqrt

import pytest

from tarot_engine import PACK, Ruleset
from tarot_engine.shuffle import Draw, below, numbers


def draws(count: int) -> Iterable[Draw]:
    return (Draw(sha256(str(i).encode()).digest(), "statistics", 1, ("",) * 4) for i in range(count))


def chi_squared(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def is_fair(value: float, freedom: int) -> bool:
    return abs(value - freedom) < 6 * sqrt(2 * freedom)


def test_the_measure_sees_a_bias() -> None:
    """Each of 78 cards 100 times is fair enough; one twice as often is not; all equal is too good."""
    noisy = [100 + (10 if i % 2 else -10) for i in range(78)]
    assert is_fair(chi_squared(noisy, 100), 77)
    assert not is_fair(chi_squared([200, *noisy[1:]], 100), 77)


@pytest.mark.parametrize("packs", [1500, pytest.param(60_000, marks=pytest.mark.long)])
def test_each_card_comes_at_each_place_as_often(packs: int) -> None:
    places = [Counter[int]() for _ in PACK]
    for draw in draws(packs):
        for place, card in enumerate(draw.pack()):
            places[place][card.index] += 1
    table = [places[place][card] for place in range(78) for card in range(78)]
    assert is_fair(chi_squared(table, packs / 78), 77 * 77)
    for place in range(78):
        assert is_fair(chi_squared([places[place][card] for card in range(78)], packs / 78), 77)


@pytest.mark.parametrize("packs", [1500, pytest.param(60_000, marks=pytest.mark.long)])
def test_neighbours_in_the_pack_are_independent(packs: int) -> None:
    """How often the card after is the next of the pack, and how far apart the first two lie."""
    nexts, apart = 0, Counter[int]()
    for draw in draws(packs):
        pack = [card.index for card in draw.pack()]
        nexts += sum(b == a + 1 for a, b in pairwise(pack))
        apart[(pack.index(1) - pack.index(0)) % 78] += 1
    mean = packs * 77 * 77 / (78 * 77)
    assert abs(nexts - mean) < 6 * sqrt(mean)
    assert is_fair(chi_squared([apart[i] for i in range(1, 78)], packs / 77), 76)


@pytest.mark.parametrize("bound", [2, 3, 5, 71, 78])
@pytest.mark.parametrize("count", [20_000, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_numbers_below_a_bound_are_equally_likely(bound: int, count: int) -> None:
    stream = numbers(b"\x01" * 32, "statistics", 1, ("", ""), f"bound {bound}")
    counts = Counter(below(stream, bound) for _ in range(count))
    assert set(counts) == set(range(bound))
    assert is_fair(chi_squared(counts.values(), count / bound), bound - 1)


def test_no_modulo_bias_at_the_edge() -> None:
    """A bound of 3 x 2^30 would give the first third twice as often without the rejection."""
    bound = 3 << 30
    assert [below(iter([number, 7]), bound) for number in (bound - 1, bound, 2**32 - 1)] == [bound - 1, 7, 7]
    stream = numbers(b"\x02" * 32, "statistics", 1, (), "edge")
    low = sum(below(stream, bound) < 1 << 30 for _ in range(6000))
    assert abs(low - 2000) < 6 * sqrt(6000 * 2 / 9)


@pytest.mark.parametrize("deals", [3000, pytest.param(200_000, marks=pytest.mark.long)])
def test_cuts_gaps_and_first_dealers_are_equally_likely(deals: int) -> None:
    layout = Ruleset.fft(4).layout
    cuts, dealers, gaps = Counter[int](), Counter[int](), Counter[int]()
    patterns = set()
    for draw in draws(deals):
        cuts[draw.cut()] += 1
        dealers[draw.first_dealer()] += 1
        pattern = draw.gaps(layout)
        gaps.update(pattern)
        patterns.add(pattern)
    assert sorted(cuts) == list(range(4, 75))
    assert is_fair(chi_squared(cuts.values(), deals / 71), 70)
    assert is_fair(chi_squared(dealers.values(), deals / 4), 3)
    assert sorted(gaps) == list(range(1, 24))
    # The six gaps of a deal differ, so that counts vary less than independent ones: by 17/22.
    assert is_fair(chi_squared(gaps.values(), deals * 6 / 23) * 22 / 17, 22)
    every = comb(23, 6)
    met = every * (1 - (1 - 1 / every) ** deals)
    assert abs(len(patterns) - met) < 6 * sqrt(met), "as many patterns as that many draws should meet"
