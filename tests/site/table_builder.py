"""Tables for the tests of words and presenters: real events of the engine, no database."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from tarot_engine import (
    Action,
    Commitment,
    DealAnnulled,
    DealPassedOut,
    DealResult,
    DealScored,
    Event,
    GameSecret,
    PlayCard,
    PlayOptions,
    Prepare,
    PrepareOptions,
    Ruleset,
    SeatView,
    SeedChain,
    decide,
    evolve,
    open_game,
    seat_taken,
    seen_by,
    view_for,
)
from tarot_engine.cards import CardSet
from tarot_site.games.models import ActorKind, Game, GameStatus, Seat
from tarot_site.games.queries import LoadedTable, Logged

NAMES = ("Camille", "Léa", "Marc", "Jo", "Anna")
ASKED_AT = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)
COMMITMENT = Commitment("partie", "ab" * 32)


def random_secret(seed: int) -> SeedChain:
    """A seed chain that depends on ``seed`` alone."""
    return SeedChain("partie", random.Random(seed).randbytes(32))


def opened(rules: Ruleset, secret: GameSecret, words: Sequence[str] = ("", "", "", "", "")) -> list[Event]:
    """A game whose seats are all taken, up to its first question."""
    events = list(open_game(rules, COMMITMENT))
    state = None
    for event in events:
        state = evolve(state, event)
    for seat in range(rules.seats):
        assert state is not None
        batch = seat_taken(state, seat, words[seat], secret)
        for event in batch:
            state = evolve(state, event)
        events += batch
    return events


def answered(events: Sequence[Event], actions: Sequence[Action], secret: GameSecret) -> list[Event]:
    """The events after these answers, each by the seat whose turn it is."""
    done = list(events)
    state = None
    for event in done:
        state = evolve(state, event)
    for action in actions:
        assert state is not None
        assert state.to_act is not None
        batch = decide(state, state.to_act, action, secret)
        for event in batch:
            state = evolve(state, event)
        done += batch
    return done


def random_action(view: SeatView, dice: random.Random) -> Action:
    """Any legal whole answer, announcements included."""
    options = view.options
    assert options is not None
    if isinstance(options, PrepareOptions) and options.count:
        required = list(options.required)
        rest = [card for card in options.candidates if card not in required]
        picked = required + dice.sample(rest, options.count - len(required))
        return Prepare(CardSet.from_cards(picked), slam=options.slam_allowed and dice.random() < 0.2)
    action = dice.choice(options.choices)
    if isinstance(options, PlayOptions) and options.handful and isinstance(action, PlayCard):
        level = dice.choice(options.handful.levels)
        shown = dice.sample(list(level.trumps), level.size - level.needs_excuse)
        excuse = CardSet.parse("EX") if level.needs_excuse else CardSet()
        return PlayCard(action.card, CardSet.from_cards(shown) | excuse)
    return action


def random_game(rules: Ruleset, seed: int) -> list[Event]:
    """A whole game of random answers."""
    secret, dice = random_secret(seed), random.Random(seed)
    events = opened(rules, secret)
    state = None
    for event in events:
        state = evolve(state, event)
    while state is not None and not state.is_over:
        assert state.to_act is not None
        view = view_for([seen_by(event, state.to_act) for event in events], state.to_act)
        batch = decide(state, state.to_act, random_action(view, dice), secret)
        for event in batch:
            state = evolve(state, event)
        events += batch
    return events


def table_for(
    events: Sequence[Event],
    seat: int | None,
    *,
    actors: dict[int, ActorKind] | None = None,
    since_seq: int = 0,
    with_deals: bool = False,
    held: int | None = None,
    status: GameStatus | None = None,
    names: Sequence[str] = NAMES,
) -> LoadedTable:
    """The table after these events as the seat sees it. ``actors`` by seq; everybody else is a person."""
    seen = [seen_by(event, seat) for event in events]
    view = view_for(seen, seat)
    game = Game(
        public_id="abc",
        name="Les copains du jeudi",
        status=status or (GameStatus.OVER if view.is_over else GameStatus.RUNNING),
        asked_at=ASKED_AT,
        due_at=ASKED_AT + timedelta(days=2),
    )
    seats = tuple(
        Seat(game=game, number=n, name=names[n], taken_at=ASKED_AT, player_id=n + 1, held_by_robot=n == held)
        for n in range(view.rules.seats)
    )
    logged = tuple(
        Logged(seq, event, (actors or {}).get(seq, ActorKind.PERSON), ASKED_AT)
        for seq, event in enumerate(seen, 1)
    )
    past = tuple(deals_of(seen)) if with_deals else ()
    return LoadedTable(game, seats, view, logged, since_seq, past)


def deals_of(events: Sequence[Event]) -> list[DealResult]:
    """Every finished deal."""
    results, state = [], None
    for event in events:
        state = evolve(state, event)
        if isinstance(event, DealScored | DealPassedOut | DealAnnulled) and state.last is not None:
            results.append(state.last)
    return results
