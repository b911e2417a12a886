"""Tables for the tests of the site: real rows, made by the services."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from tarot_engine import (
    Action,
    Card,
    CardSet,
    Contract,
    Layout,
    Ruleset,
    SeedChain,
    StackedDeal,
    default_for,
    options_for,
    parse_card,
    view_for,
)
from tarot_site.games.models import ActorKind, Door, Game, SeatKind
from tarot_site.games.services import Acted, SeatRequest, act, create_game
from tarot_site.games.signals import Advance, game_advancing
from tarot_site.games.store import load_game
from tarot_site.players.models import Player

NOW = datetime(2026, 12, 1, 18, 30, 15, tzinfo=UTC)
NAMES = ("Léa", "Hugo", "Nadia", "Jo")
HANDS = (
    "S1 S2 S3 SK H1 H2 H3 HK T1 T2 T3 T4 T5 T6 T20 T21 EX CK",
    "S4 S5 S6 S7 H4 H5 H6 H7 D1 D2 D3 D4 T7 T8 T9 C1 C2 DK",
    "S8 S9 S10 SJ H8 H9 H10 HJ D5 D6 D7 D8 T10 T11 T12 C3 C4 C5",
    "SN SQ HN HQ D9 D10 DJ DN DQ C6 C7 C8 C9 T13 T14 T15 T16 T17",
)
DOG = "C10 CJ CN CQ T18 T19"


def cards(codes: str) -> CardSet:
    """The set of these cards."""
    return CardSet.from_cards(map(parse_card, codes.split()))


class StackedChain(SeedChain):
    """Seeds whose first deal is stacked; all later deals follow from them as usual."""

    dealer = 3
    hands = HANDS  # from the first speaker on

    def first_dealer(self, words: tuple[str, ...]) -> int:
        """As asked for."""
        return self.dealer

    def pack(self, k: int, words: tuple[str, ...]) -> tuple[Card, ...]:
        """The stacked pack, then the seeds' own."""
        return self._first().pack(1, words) if k == 1 else super().pack(k, words)

    def cut(self, k: int, words: tuple[str, ...]) -> int:
        """Where the stacked pack is cut."""
        return self._first().cut(1, words) if k == 1 else super().cut(k, words)

    def gaps(self, k: int, words: tuple[str, ...], layout: Layout) -> tuple[int, ...]:
        """Where the stacked pack has its dog."""
        return self._first().gaps(1, words, layout) if k == 1 else super().gaps(k, words, layout)

    def _first(self) -> StackedDeal:
        hands = tuple(cards(self.hands[(seat - self.dealer - 1) % 4]) for seat in range(4))
        return StackedDeal(hands, cards(DOG), self.dealer, Ruleset.fft().layout)


class DealtBySeat0(StackedChain):
    """The same with seat 0 as first dealer."""

    dealer = 0


def stacked(chain: type[StackedChain] = StackedChain) -> StackedChain:
    """A first deal in which whoever speaks first (seat 0) holds ten trumps with all three oudlers."""
    return chain(f"table-{Game.objects.count() + 1}", b"pli!" * 8)


def make_players(count: int = 4) -> list[Player]:
    """Persons with an address and a name."""
    return [
        Player.objects.create_user(f"p{number}@example.org", pseudonym=NAMES[number])
        for number in range(count)
    ]


def make_game(
    *,
    robots: int = 0,
    deals: int = 1,
    chain: SeedChain | None = None,
    move_seconds: int = 172_800,
    now: datetime = NOW,
    players: Sequence[Player] | None = None,
) -> Game:
    """A game that has begun: persons first, robots on the last seats; stacked unless ``chain``."""
    people = list(players or make_players(4 - robots))
    seats = [SeatRequest(SeatKind.PERSON, player) for player in people]
    seats += [SeatRequest(SeatKind.ROBOT)] * robots
    return create_game(
        name="Les copains du mardi",
        creator=people[0] if people else None,
        seats=seats,
        deals=deals,
        move_seconds=move_seconds,
        now=now,
        chain=chain or stacked(),
    )


def open_decision(game: Game) -> tuple[int, int]:
    """Seat and number of the decision that the game waits for."""
    game.refresh_from_db()
    seat, decision = game.turns[0]
    return seat, decision


def default_action(game: Game, seat: int) -> Action:
    """What the seat would do by default now."""
    return default_for(view_for(load_game(game.pk).events, seat))


def choices(game: Game) -> tuple[Action, ...]:
    """The ordered one-click answers of the seat that is asked."""
    state = load_game(game.pk).state
    assert state.to_act is not None
    options = options_for(state, state.to_act)
    assert options is not None
    return options.choices


def play(game: Game, action: Action | None = None, *, now: datetime = NOW) -> Acted:
    """Answer the open decision as its person, by default safely."""
    seat, decision = open_decision(game)
    answer = default_action(game, seat) if action is None else action
    return act(game.pk, seat, decision, answer, actor=ActorKind.PERSON, door=Door.LINK, now=now)


def play_until(
    game: Game, is_reached: Callable[[Game], bool], *, now: datetime = NOW, most: int = 400
) -> None:
    """Answer safely for everybody until the game is where the test wants it."""
    for _ in range(most):
        game.refresh_from_db()
        if is_reached(game) or not game.turns:
            return
        play(game, now=now)
    raise AssertionError("never reached")


def days(number: float) -> timedelta:
    """So many days."""
    return timedelta(days=number)


GARDE = Contract.GARDE


@pytest.fixture
def advances() -> Iterator[list[Advance]]:
    """Every step announced while the test runs."""
    heard: list[Advance] = []

    def listen(sender: object, advance: Advance, **_: object) -> None:
        heard.append(advance)

    game_advancing.connect(listen)
    yield heard
    game_advancing.disconnect(listen)
