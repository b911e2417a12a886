"""No row of the hand in what a mail program previews, whatever the names are."""

from __future__ import annotations

import re

import pytest

from tarot_site.games.models import Game, Seat
from tarot_site.players.models import Player
from tests.site.conftest import NOW, make_game, make_players, play

from .conftest import Post
from .test_bodies import visible

pytestmark = pytest.mark.django_db
PREVIEW = 200  # characters
HAND = re.compile(
    r"(Pique|Cœur|Carreau|Trèfle|Atout|Spades|Hearts|Diamonds|Clubs|Trumps)( :|\s*:)?\s+[\dRDCVKQNJEA]"
)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_hand_in_the_preview_of_a_table_with_the_shortest_names(post: Post, language: str) -> None:
    players = make_players()
    Player.objects.update(language=language)
    game = make_game(players=list(Player.objects.filter(pk__in=[one.pk for one in players]).order_by("pk")))
    Game.objects.filter(pk=game.pk).update(name="T")
    for number in range(4):
        Seat.objects.filter(game=game, number=number).update(name="ABCD"[number])
    post.sweep(NOW)
    for _ in range(8):
        play(game)
        post.sweep(NOW)
        game.refresh_from_db()
        if not game.turns:
            break
    assert any(mail.message["X-Pli-Kind"] == "deal_opened" for mail in post.mails)
    for mail in post.mails:
        assert HAND.search(mail.text)
        assert not HAND.search(mail.text[:PREVIEW]), mail.text[:PREVIEW]
        assert not HAND.search(visible(mail.html)[:PREVIEW]), visible(mail.html)[:PREVIEW]
