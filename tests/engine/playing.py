"""A game in the hand of a test: chosen cards, answers by seat, everything that happened."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from tarot_engine import (
    EMPTY,
    FULL_PACK,
    PRESETS,
    Action,
    Bid,
    CardSet,
    Commitment,
    Contract,
    Event,
    GameSecret,
    Options,
    PlayCard,
    Prepare,
    Ruleset,
    RulesetError,
    SeatView,
    StackedDeal,
    decide,
    default_for,
    evolve,
    open_game,
    options_at,
    options_for,
    parse_card,
    replay,
    seat_taken,
    view_for,
)
from tarot_engine.dealing import fixed_gaps

E = TypeVar("E")
LENGTH = ("deals", "target_score")


class Game:
    """A running game that keeps its whole stream of events."""

    def __init__(self, secret: GameSecret, rules: Ruleset, commitment: Commitment | None = None) -> None:
        self.secret = secret
        self.events: list[Event] = []
        self._add(open_game(rules, commitment or Commitment("test", "00" * 32)))
        for seat in range(rules.seats):
            self._add(seat_taken(self.state, seat, "", secret))

    def _add(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        for event in events:
            self.state = evolve(self.state, event) if self.events else replay([event])
            self.events.append(event)
        return events

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        return self._add(decide(self.state, seat, action, self.secret))

    def bid(self, *contracts: Contract | None) -> None:
        for contract in contracts:
            assert self.state.to_act is not None
            self.act(self.state.to_act, Bid(contract))

    def prepare(self, seat: int, discard: str | None = None, *, slam: bool = False) -> tuple[Event, ...]:
        return self.act(seat, Prepare(CardSet.parse(discard) if discard is not None else None, slam))

    def play(self, seat: int, card: str, show: str | None = None) -> tuple[Event, ...]:
        shown = CardSet.parse(show) if show is not None else None
        return self.act(seat, PlayCard(parse_card(card), shown))

    def view(self, seat: int | None) -> SeatView:
        return view_for(self.events, seat)

    def options(self, seat: int) -> Options | None:
        return options_for(self.state, seat)

    def run(self, choose: Callable[[SeatView], Action] = default_for, *, until: type | None = None) -> None:
        """Lets every seat answer with ``choose`` until the game, or an event of this type, ends it."""
        start = len(self.events)
        while self.state.to_act is not None:
            self.act(self.state.to_act, choose(self.view(self.state.to_act)))
            if until and any(isinstance(event, until) for event in self.events[start:]):
                return

    def last(self, kind: type[E]) -> E:
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]


def variant(seats: int, number: int, *, by_hand: bool = True) -> Ruleset:
    """One-deal rules: a preset, or every other time a mixture of options drawn from their table."""
    presets = tuple(PRESETS)
    if number % 2 == 0:
        return Ruleset.of_preset(presets[number // 2 % 4], seats, deals=1)
    dice = Random(f"variant/{seats}/{number}")
    while True:
        chosen: dict[str, object] = {"deals": 1}
        for option in options_at(seats):
            is_manual = option.name in ("cut", "deal_out")
            if dice.random() < 0.4 and option.name not in LENGTH and (by_hand or not is_manual):
                chosen[option.name] = dice.choice(option.values)
        try:
            return Ruleset.from_options("fft", seats, chosen)
        except RulesetError:
            continue


def rules_of(seats: int = 4, preset: str = "fft", /, **options: object) -> Ruleset:
    """One-deal rules with these options."""
    return Ruleset.from_options(preset, seats, {"deals": 1, **options})


def void_off(seats: int) -> dict[str, object]:
    """No deal void for a lone Petit: for tests that want any cards."""
    return {} if seats == 2 else {"petit_sec": "off"}


def some_trumps(seats: int) -> dict[int, str]:
    """A few trumps for everybody, so that no Petit is alone."""
    return {seat: f"T{2 * seat + 1} T{2 * seat + 2}" for seat in range(seats)}


def stacked(hands: dict[int, str], dog: str = "", *, rules: Ruleset | None = None, dealer: int = 3) -> Game:
    """A game whose first deal gives at least these cards; the rest is filled in from the pack's order."""
    rules = rules or Ruleset.fft(4, deals=1)
    layout = rules.layout
    chosen = {seat: CardSet.parse(text) for seat, text in hands.items()}
    shown = CardSet.parse(dog)
    taken = shown
    for cards in chosen.values():
        assert not cards & taken, "a card given twice"
        taken |= cards
    free = list(FULL_PACK - taken)
    full = []
    for seat in range(rules.seats):
        held = chosen.get(seat, EMPTY)
        missing = layout.hand - len(held)
        full.append(held | CardSet.from_cards(free[:missing]))
        del free[:missing]
    secret = StackedDeal(full, shown | CardSet.from_cards(free), dealer, layout, (), fixed_gaps(rules))
    return Game(secret, rules)
