"""A game whose first deal gives one seat a handful; run by `manage.py shell` in the settings of a site."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import count

from django.utils import timezone

from tarot_engine import Event, HandsDealt, Ruleset, SeedChain, open_game, replay, seat_taken
from tarot_site.games.models import SeatKind
from tarot_site.games.services import SeatRequest, create_game

TRUMPS = 11  # a handful is ten; one is hidden
SEATS = 4


def events_of(chain: SeedChain) -> tuple[Event, ...]:
    """How a game of these seeds begins when nobody adds a word."""
    events = open_game(Ruleset.fft(deals=1), chain.commitment)
    for seat in range(SEATS):
        events += seat_taken(replay(events), seat, "", chain)
    return events


def strong_chain() -> tuple[SeedChain, int]:
    """Seeds that deal so many trumps to one seat, and that seat."""
    for number in count():
        chain = SeedChain("strong-hand", number.to_bytes(32, "big"))
        for event in events_of(chain):
            if isinstance(event, HandsDealt):
                trumps = [len(re.findall("T[0-9]", " ".join(c.code for c in h))) for h in event.hands]
                if max(trumps) >= TRUMPS:
                    return chain, trumps.index(max(trumps))
    raise AssertionError


def open_strong_game(addresses: Sequence[str]) -> None:
    """Invite these people; prints JSON: the public id of the game and the strong seat."""
    chain, seat = strong_chain()
    game = create_game(
        name="Table",
        creator=None,
        seats=[SeatRequest(SeatKind.PERSON, address=address) for address in addresses],
        deals=1,
        move_seconds=2 * 24 * 3600,
        now=timezone.now(),
        chain=chain,
    )
    print(json.dumps({"game": game.public_id, "seat": seat}))
