"""Games without a number of deals, and what stands in the form that ends them."""

from __future__ import annotations

import re

from tarot_engine import Ruleset, SeedChain
from tarot_site.games.models import Game, SeatKind
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.games.store import load_game

from .conftest import NOW, make_players, stacked


def open_ended(*, robots: int = 0, target: int = 0, chain: SeedChain | None = None) -> Game:
    """A game that has begun and has no number of deals: persons first, robots on the last seats."""
    people = make_players(4 - robots)
    seats = [SeatRequest(SeatKind.PERSON, player) for player in people]
    seats += [SeatRequest(SeatKind.ROBOT)] * robots
    return create_game(
        name="Les copains du mardi",
        creator=people[0],
        seats=seats,
        move_seconds=172_800,
        now=NOW,
        rules=Ruleset.from_options("fft", 4, {"deals": 0, "target_score": target}),
        chain=chain or stacked(),
    )


def deal_of(game: Game) -> int:
    """The seed index of the deal being played."""
    return load_game(game.pk).state.seed_index


def last_deal_form(html: str) -> tuple[str, dict[str, str]] | None:
    """Where the form of the last deal goes and what it sends, None where the page has none."""
    found = re.search(r'<details class="last-deal">.*?</details>', html, re.DOTALL)
    if found is None:
        return None
    action = re.search(r'<form method="post" action="([^"]*)"', found[0])
    assert action
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found[0]))
    return action[1], {**fields, "last_deal": "1"}
