"""The games that are measured: four persons who play like the simple robot, one answer after the other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from tarot_engine import SeedChain, robot_action, view_for
from tarot_site.games.models import ActorKind, Door, Game, GameStatus, SeatKind
from tarot_site.games.services import SeatRequest, act, create_game
from tarot_site.games.store import load_game
from tarot_site.players.models import Player

START = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)
STEP = timedelta(minutes=10)
LAST_CARDS = 8  # cards left when the current deal of the long game is measured
MOST_ANSWERS = 6000


def new_game(deals: int, seed: int) -> Game:
    """Four persons and fixed cards."""
    people = [
        Player.objects.create_user(f"p{seed}-{number}@example.org", pseudonym=name)
        for number, name in enumerate(("Léa", "Hugo", "Nadia", "Jo"))
    ]
    return create_game(
        name="Mesure",
        creator=people[0],
        seats=[SeatRequest(SeatKind.PERSON, player) for player in people],
        deals=deals,
        move_seconds=172_800,
        now=START,
        chain=SeedChain(f"bench-{seed}", bytes([seed]) * 32),
    )


def play(
    game: Game, until: Callable[[Game], bool], after_each: Callable[[datetime], object] | None = None
) -> datetime:
    """Answer for whoever is asked until ``until`` or the end; the time it then is."""
    now = START
    for _ in range(MOST_ANSWERS):
        game.refresh_from_db()
        if game.status != GameStatus.RUNNING or until(game):
            return now
        now += STEP
        seat, decision = game.turns[0]
        action = robot_action("simple", view_for(load_game(game.pk).events, seat))
        act(game.pk, seat, decision, action, actor=ActorKind.PERSON, door=Door.LINK, now=now)
        if after_each:
            after_each(now)
    raise RuntimeError("the game never got there")


def is_late_in_deal(number: int) -> Callable[[Game], bool]:
    """Whether this deal has only its last cards left."""

    def reached(game: Game) -> bool:
        if game.deal != number:
            return False
        played = game.events.filter(seq__gte=game.deal_seq, kind="card_played").count()
        return played >= 4 * 18 - LAST_CARDS

    return reached
