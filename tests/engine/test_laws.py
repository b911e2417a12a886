"""Laws on random deals of every mixture of options, at every number of seats."""

from __future__ import annotations

from random import Random

import pytest

from tarot_engine import (
    EXCUSE,
    FULL_PACK,
    PACK,
    CardSet,
    DealResult,
    DealScored,
    ExcuseFate,
    GameState,
    IllegalAction,
    PlayCard,
    ScoreSheet,
    SeedChain,
    decide,
    decode_event,
    default_for,
    encode_event,
    evolve,
    options_for,
    replay,
    robot_action,
    seen_by,
)
from tarot_engine.robots.dice import choose_random
from tarot_engine.stages import Bidding, Calling, Playing, Preparing
from tests.engine.playing import Game, variant

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def sample(few: int, many: int) -> pytest.MarkDecorator:
    """A law on a few deals in the normal run, on many in the long one."""
    return pytest.mark.parametrize("deals", [few, pytest.param(many, marks=pytest.mark.long)])


def random_game(seats: int, number: int) -> Game:
    """A whole one-deal game of random answers."""
    dice = Random(f"{seats}/{number}")
    rules = variant(seats, number)
    game = Game(SeedChain(f"law-{seats}-{number}", dice.randbytes(32)), rules)
    while (seat := game.state.to_act) is not None:
        options = game.options(seat)
        assert options is not None
        game.act(seat, choose_random(options, dice))
    return game


def cards_in(state: GameState) -> list[CardSet]:
    """Every place that holds cards in the truth."""
    match state.stage:
        case Bidding(deal=deal):
            places = [*deal.hands, deal.dog, *(piles.cards for piles in deal.piles)]
        case Calling() | Preparing() as stage:
            places = [*stage.hands, *(piles.cards for piles in stage.deal.piles)]
            places += [] if stage.dog_shown else [stage.deal.dog]
        case Playing() as stage:
            laid = [*stage.trick, *(card for trick in stage.tricks for card in trick.cards)]
            discard = stage.deal.dog if stage.opened.discard is None else stage.opened.discard
            piled = [card for own in stage.piles for pile in own for card in (pile.top, pile.under) if card]
            places = [*stage.hands, discard, *(CardSet.of(card) for card in (*laid, *piled))]
        case _:
            return []
    return [cards for cards in places if isinstance(cards, CardSet)]


@SEATS
@sample(24, 300)
def test_cards_options_and_codec_at_every_prefix(seats: int, deals: int) -> None:
    for number in range(deals):
        game = random_game(seats, number)
        truth: GameState | None = None
        seen: list[GameState | None] = [None] * seats
        for event in game.events:
            encoded = encode_event(event)
            assert decode_event(encoded.type, encoded.version, encoded.body) == event
            truth = evolve(truth, event)
            seen = [evolve(known, seen_by(event, seat)) for seat, known in enumerate(seen)]
            if places := cards_in(truth):
                assert sum(map(len, places)) == 78
                assert sum(cards.mask for cards in places) == FULL_PACK.mask
            if (seat := truth.to_act) is not None:
                known = seen[seat]
                assert known is not None
                assert options_for(known, seat) == options_for(truth, seat)
                assert all(options_for(truth, other) is None for other in range(seats) if other != seat)
        assert truth == game.state == replay(game.events)


@SEATS
@sample(30, 20_000)
def test_every_deal_is_whole_zero_sum_and_comes_back_from_storage(seats: int, deals: int) -> None:
    for number in range(deals):
        game = random_game(seats, number)
        stored = [encode_event(event) for event in game.events]
        assert replay(decode_event(e.type, e.version, e.body) for e in stored) == game.state
        for event in game.events:
            if isinstance(event, DealScored):
                check_score(event, seats)
        assert game.state.last is not None
        if game.state.last.sheet is not None:
            check_sides(game.state.last, game.state.last.sheet)


def check_score(event: DealScored, seats: int) -> None:
    sheet = event.sheet
    assert sum(sheet.scores) == 0
    assert 0 <= sheet.half_points <= 182
    assert 0 <= sheet.oudlers <= 3
    piled = [piles.cards for piles in event.piles]
    assert sum(cards.mask for cards in (*event.hands, event.dog, *piled)) == FULL_PACK.mask
    assert sheet.half_points % 2 == 0 or seats in (3, 5), "whole points at 2 and 4 (rules §10)"


def check_sides(result: DealResult, sheet: ScoreSheet) -> None:
    """A second count that moves cards as at a table: the Excuse against a half-point card (rules §8.4)."""
    attack = {sheet.taker, sheet.partner}
    owned = result.discard or (result.dog if sheet.contract.value == "garde_sans" else CardSet())
    for trick in result.tricks:
        if trick.winner in attack:
            owned |= CardSet.from_cards(trick.cards)
    points = sum(card.half_points for card in owned)
    if sheet.excuse in (ExcuseFate.EXCHANGED, ExcuseFate.GIVEN):
        points += -8 if EXCUSE in owned else 8
    assert points == sheet.half_points
    assert sheet.half_points + sheet.defence_half_points == 182


@SEATS
@sample(3, 60)
def test_defaults_and_robots_are_always_legal(seats: int, deals: int) -> None:
    for number in range(deals):
        secret = SeedChain(f"default-{seats}-{number}", number.to_bytes(32, "big"))
        game = Game(secret, variant(seats, number))
        dice = Random(number)
        for _ in range(300):
            if (seat := game.state.to_act) is None:
                break
            view = game.view(seat)
            assert view.options is not None
            default = default_for(view)
            decide(game.state, seat, default, secret)
            for choice in view.options.choices[:20]:
                decide(game.state, seat, choice, secret)
            names = ("simple", "dice", "default")
            name = names[dice.randrange(3)]
            action = {"simple": robot_action("simple", view), "default": default}.get(name)
            game.act(seat, action or choose_random(view.options, dice))


@SEATS
@sample(2, 60)
def test_a_card_outside_the_options_is_refused(seats: int, deals: int) -> None:
    for number in range(deals):
        game = random_game(seats, number)
        state: GameState | None = None
        for event in game.events:
            state = evolve(state, event)
            stage, seat = state.stage, state.to_act
            if seat is None or not isinstance(stage, Playing):
                continue
            options = options_for(state, seat)
            assert options is not None
            legal = {choice.card for choice in options.choices if isinstance(choice, PlayCard)}
            for card in PACK:
                if card not in legal:
                    with pytest.raises(IllegalAction):
                        decide(state, seat, PlayCard(card), game.secret)
