"""An operator, and a table whose cards are secret."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tarot_engine import Bid, Contract
from tarot_site.games.models import EventRecord, Game
from tarot_site.players.models import Player
from tests.site.conftest import make_game, make_players, play


@pytest.fixture
def operator() -> Player:
    return Player.objects.create_superuser("boss@example.org", pseudonym="Chef")


@pytest.fixture
def admin(client: Client, operator: Player) -> Client:
    client.force_login(operator)
    return client


@pytest.fixture
def game() -> Game:
    """A garde in its first trick: hands, dog and discard are secret, one card lies on the table."""
    players = make_players()
    game = make_game(players=players, now=timezone.now())
    for bid in (Bid(Contract.GARDE), Bid(None), Bid(None), Bid(None)):
        play(game, bid, now=timezone.now())
    while not any(record.kind == "card_played" for record in EventRecord.objects.filter(game=game)):
        play(game, now=timezone.now())
    return game
