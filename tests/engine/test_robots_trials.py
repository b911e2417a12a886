"""The expert's trial games against the table: the same cards bring the same points, whatever the options."""

from __future__ import annotations

from random import Random

import pytest

from tarot_engine import PACK, CardSet, PlayCard, PlayOptions, SeatView
from tarot_engine.fast import play_out
from tarot_engine.match import Table, random_deal
from tarot_engine.robots.dice import choose_random
from tarot_engine.robots.expert_trial import Trial
from tarot_engine.robots.prudent_seen import seen_from
from tarot_engine.robots.sampling import World
from tarot_engine.stages import Playing
from tests.engine.playing import variant
from tests.engine.test_robots_expert import covered_now


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_trial_counts_as_the_table_would(seats: int) -> None:
    """Whatever the options: the cards of a trial, played at the table, bring the same points."""
    dice, tried, scores = Random(f"trial {seats}"), 0, set[tuple[int, ...]]()
    for number in range(60):
        table = Table(variant(seats, number), random_deal(dice))
        while table.truth.last is None and table.truth.to_act is not None:
            view = table.view(table.truth.to_act)
            options = view.options
            assert options is not None
            is_choice = isinstance(options, PlayOptions) and len(options.cards) > 1
            if is_choice and view.tricks and dice.random() < 0.1:
                scores.add(trial_at(table, view))
                tried += 1
                break
            table.act(table.truth.to_act, choose_random(options, dice))
    assert tried > 30
    assert len(scores) > 20


def trial_at(table: Table, view: SeatView) -> tuple[int, ...]:
    """Plays the deal to its end by rules of thumb, in a trial and at the table; the scores."""
    stage, options = table.truth.stage, view.options
    assert isinstance(stage, Playing)
    assert isinstance(options, PlayOptions)
    aside = stage.deal.dog if stage.opened.discard is None else stage.opened.discard
    assert isinstance(aside, CardSet)
    hands = tuple(map(stage.held, range(view.rules.seats)))
    under = {top: card for seat in covered_now(table) for top, card in seat.items()}
    world = World(hands, aside.mask & ~view.trumps_shown.mask, under)
    trial = Trial(view, seen_from(view))
    tricks = trial.position(world)
    card = next(iter(options.cards)).bit
    start = len(tricks.trick)
    for bit in play_out(tricks, trial.chooser(tricks, card))[start:]:
        assert table.truth.to_act is not None
        table.act(table.truth.to_act, PlayCard(PACK[bit.bit_length() - 1]))
    assert table.truth.last is not None
    assert table.truth.last.sheet is not None
    assert trial.result(world, tricks).scores == table.truth.last.sheet.scores
    return table.truth.last.sheet.scores
