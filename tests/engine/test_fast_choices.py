"""Random choices on plain ints: uniform, and of the right size."""

from __future__ import annotations

from collections import Counter
from random import Random

from tarot_engine import CardSet
from tarot_engine.fast_choices import pick, sample


def test_a_card_is_picked_among_all_and_a_sample_has_its_size() -> None:
    dice = Random(5)
    cards = CardSet.parse("S1 HK T1 T20 EX").mask
    counts = Counter(pick(cards, dice.random) for _ in range(5000))
    assert set(counts) == {card.bit for card in CardSet(cards)}
    assert max(counts.values()) - min(counts.values()) < 200
    picked = [sample(cards, 2, dice.random) for _ in range(500)]
    assert {each.bit_count() for each in picked} == {2}
    assert len(set(picked)) == 10
