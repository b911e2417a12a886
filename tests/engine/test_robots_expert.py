"""The expert robot: worlds that agree with what was seen, its budget, its dice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tarot_engine import (
    PACK,
    CardSet,
    Refusal,
    Ruleset,
    SeatView,
    WrongStage,
)
from tarot_engine.fast import LED_BY
from tarot_engine.legality import legal_mask
from tarot_engine.match import Table, match, play_deal, random_deal
from tarot_engine.piles import Piles
from tarot_engine.robots import player
from tarot_engine.robots.expert import choose_expert, choose_steadily, different
from tarot_engine.robots.expert_search import Limit, best_by_trials, rounds
from tarot_engine.robots.prudent import choose_prudent
from tarot_engine.robots.prudent_seen import seen_from, tops_seen
from tarot_engine.robots.sampling import Sampler, World
from tarot_engine.stages import Playing
from tarot_engine.state import Closed, Dealing, Over, Seating

RULES = {seats: Ruleset.fft(seats, deals=1) for seats in (2, 3, 4, 5)}
LOW = Ruleset.from_options("fft", 2, {"deals": 1, "high_contracts": False})


def decisions(seats: int, deals: int) -> Iterator[tuple[Table, SeatView]]:
    """Every decision of some deals between prudent robots, before it is answered.

    At 2 seats, where they seldom leave the dog, half of the deals have no higher contracts.
    """
    dice = Random(f"decisions {seats}")
    for number in range(deals):
        rules = LOW if seats == 2 and number % 2 else RULES[seats]
        table = Table(rules, random_deal(dice))
        while table.truth.last is None and table.truth.to_act is not None:
            view = table.view(table.truth.to_act)
            yield table, view
            table.act(table.truth.to_act, choose_prudent(view))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_a_seat_may_and_does_hold_agrees_with_the_truth(seats: int) -> None:
    """Nothing that is so is ruled out, nothing is known that is not so."""
    looked = 0
    for table, view in decisions(seats, 30):
        stage = table.truth.stage
        hands = stage.deal.hands if not hasattr(stage, "hands") else stage.hands
        seen, tops = seen_from(view), tops_seen(view)
        for seat, hand in enumerate(hands):
            assert isinstance(hand, CardSet)
            held = hand.mask | tops[seat]
            assert not held & ~seen.may_hold[seat]
            assert not seen.holds[seat] & ~held
            assert not hand.mask & seen.void[seat]
            assert seen.counts[seat] == held.bit_count()
        for seat, covered in enumerate(covered_now(table)):
            assert not sum(covered.values()) & ~seen.covered[seat]
            assert set(covered) == set(seen.lying_on[seat])
        looked += 1
    assert looked > 500


def covered_now(table: Table) -> list[dict[int, int]]:
    """In truth, by seat and face-up card, the card that lies covered."""
    stage = table.truth.stage
    assert not isinstance(stage, Seating | Dealing | Closed | Over)
    piles = stage.piles if isinstance(stage, Playing) else [each.laid() for each in stage.deal.piles]
    found = []
    for seat, laid in enumerate(piles):
        tops = [top.bit for top in stage.deal.piles[seat].face_up]
        covers = zip(tops, laid, strict=True)
        found.append({top: pile.under.bit for top, pile in covers if pile.is_covering and pile.under})
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_world_agrees_with_the_view(seats: int) -> None:
    """Every card is somewhere once, hands have their size, nobody holds what he cannot."""
    moved = 0
    for table, view in decisions(seats, 12):
        seen = seen_from(view)
        sampler = Sampler(view, seen, Random(1))
        worlds = [sampler.world() for _ in range(3)]
        moved += worlds[0] != worlds[1]
        for world in worlds:
            check_world(view, world)
            replayed(table, view, world)
    assert moved > 150


def test_the_called_card_is_looked_for_beside_the_taker() -> None:
    """A taker may call himself (rules §4), but a defender imagines that in few worlds only."""
    found = []
    for _, view in decisions(5, 8):
        if not view.called or view.tricks or view.seat == view.taker or view.called in view.hand:
            continue
        assert view.taker is not None
        seen = seen_from(view)
        if seen.called & ~seen.holds[view.taker] & seen.unseen:
            sampler = Sampler(view, seen, Random(2))
            found += [bool(sampler.world().hands[view.taker] & seen.called) for _ in range(20)]
    assert len(found) > 200
    assert 0 < sum(found) < len(found) / 20


def check_world(view: SeatView, world: World) -> None:
    seen = seen_from(view)
    assert world.hands[seen.seat] == view.held.mask
    assert [hand.bit_count() for hand in world.hands] == list(seen.counts)
    assert world.aside.bit_count() == seen.aside_count
    assert not world.aside & ~seen.aside
    together = world.aside
    for seat, hand in enumerate(world.hands):
        assert not together & hand
        together |= hand
        assert not hand & ~seen.may_hold[seat]
        assert not seen.holds[seat] & ~hand
    for tops, covered in zip(seen.lying_on, seen.covered, strict=True):
        for top in tops:
            assert not world.under[top] & (together | ~covered)
            together |= world.under[top]
    assert len(world.under) == sum(map(len, seen.lying_on))
    assert view.dog is None or not view.dog.mask & sum(world.under.values())


def replayed(table: Table, view: SeatView, world: World) -> None:
    """In the world as in the game, every card played so far was legal when it was played."""
    hands, turned = list(world.hands), dict[int, int]()
    plays = [list(trick.plays()) for trick in view.tricks] + [list(view.trick)]
    for seat, card in (play for trick in plays for play in trick):
        hands[seat] |= card.bit
    for seat, piles in enumerate(view.piles and piles_of(table)):
        assert isinstance(piles.covered, tuple)
        for top, under in zip(piles.face_up, piles.covered, strict=True):
            turned[top.bit] = under.bit & hands[seat]
            hands[seat] &= ~under.bit
    for number, trick in enumerate(plays):
        led = cards = 0
        for place, (seat, card) in enumerate(trick):
            if number or place or view.called is None:
                assert card.bit & legal_mask(hands[seat], led, cards)
            hands[seat] ^= card.bit
            cards |= card.bit
            led = led or LED_BY[card.bit]
        for seat, card in trick:
            hands[seat] |= turned.get(card.bit, 0)


def piles_of(table: Table) -> tuple[Piles, ...]:
    """The piles as they were dealt."""
    stage = table.truth.stage
    assert not isinstance(stage, Seating | Dealing | Closed | Over)
    return stage.deal.piles


def test_cards_that_come_to_the_same_are_tried_once() -> None:
    legal = CardSet.parse("S2 S3 S5 SJ SK T1 T2 T3 T7 T20 T21 EX").mask
    out = CardSet.parse("S4 T5 SN").mask
    assert CardSet.from_cards(PACK[bit.bit_length() - 1] for bit in different(legal, out)) == CardSet.parse(
        "S2 S5 SJ SK T1 T2 T7 T21 EX"
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_never_answers_illegally(seats: int) -> None:
    dice = Random(seats)
    robots = [lambda view: choose_expert(view, dice, samples=2)] * seats
    results = [play_deal(RULES[seats], random_deal(dice), robots) for _ in range(6)]
    assert sum(result.sheet is not None for result in results) >= 2


@pytest.mark.parametrize("seats", [2, 4])
def test_the_same_dice_give_the_same_answers(seats: int) -> None:
    """And other dice, in some position, another."""
    differed = 0
    for _, view in decisions(seats, 2):
        one, again, other = (choose_expert(view, Random(seed), samples=3) for seed in (1, 1, 2))
        assert one == again
        differed += one != other
    assert differed > 3


def test_it_has_no_answer_when_nothing_is_asked() -> None:
    _, view = next(decisions(4, 1))
    assert view.seat is not None
    table, _ = next(decisions(4, 1))
    with pytest.raises(WrongStage) as refused:
        choose_steadily(table.view((view.seat + 1) % 4))
    assert refused.value.code is Refusal.WRONG_STAGE


class Ticking:
    """A clock that each look moves on by so much."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 100.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize(("step", "done"), [(0.125, 7), (0.25, 3), (5.0, 1), (0.0, 30)])
def test_the_budget_is_kept(step: float, done: int) -> None:
    """Another world is begun only if one like the longest so far still fits."""
    clock = Ticking(step)
    limit = Limit(30, clock, clock() + 1.0)
    assert len(list(rounds(limit))) == done
    assert step == 5.0 or clock.now <= limit.end + 1e-9


@pytest.mark.parametrize("seats", [2, 4])
def test_the_expert_stops_in_time(seats: int) -> None:
    _, view = next((table, view) for table, view in decisions(seats, 3) if view.tricks and not view.trick)
    clock = Ticking(0.01)
    start = clock.now
    choose_expert(view, Random(1), clock=clock, budget=0.5)
    assert 0.4 < clock.now - start <= 0.5


def test_the_worse_half_is_given_up() -> None:
    """The mean decides; after twelve worlds four candidates become two, which are tried to the end."""
    tried: list[int] = []

    def score(world: World, candidate: int) -> int:
        tried.append(candidate)
        return candidate

    means = best_by_trials([4, 9, 2, 7], lambda: World((), 0), score, Limit(20))
    assert list(means.items()) == [(9, 9.0), (7, 7.0)]
    assert [tried.count(candidate) for candidate in (2, 4, 7, 9)] == [12, 12, 20, 20]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_prudent_beats_chance(seats: int) -> None:
    outcome = match(RULES[seats], choose_prudent, player("random", Random(2)), 25, Random(1))
    assert outcome.margin - outcome.error > 0


@pytest.mark.long
@pytest.mark.parametrize(("seats", "deals"), [(2, 40), (3, 100), (4, 200)])
def test_expert_beats_prudent(seats: int, deals: int) -> None:
    expert = player("expert", Random(2))
    outcome = match(RULES[seats], expert, choose_prudent, deals, Random(1))
    assert outcome.margin - outcome.error > 0


def test_a_player_is_known_by_name() -> None:
    with pytest.raises(KeyError):
        player("deep", Random(1))


@pytest.mark.parametrize(
    ("seats", "preset", "options"),
    [
        (2, "familial", {"cut": "hand", "deal_out": "hand"}),
        (3, "concours", {"auction": "rising", "excuse_last_trick": "forced"}),
        (4, "debutants", {"cut": "hand", "deal_out": "hand", "dog_deal": "singles"}),
        (4, "fft", {"slam_window": "with_bid", "misere": "camp"}),
        (5, "familial", {"call_timing": "after_chien"}),
        (5, "fft", {"allow_self_call": False, "call_lower": False}),
    ],
)
def test_robots_know_every_option(seats: int, preset: str, options: dict[str, object]) -> None:
    rules, dice = Ruleset.from_options(preset, seats, {"deals": 1, **options}), Random(4)
    pair = [choose_prudent, lambda view: choose_expert(view, dice, samples=2)]
    robots = [pair[seat % 2] for seat in range(seats)]
    results = [play_deal(rules, random_deal(dice), robots) for _ in range(5)]
    assert any(result.sheet for result in results)
