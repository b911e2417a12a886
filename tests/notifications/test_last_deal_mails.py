"""The last deal announced: no mail of its own, a line in the next one, and the result at the end."""

from __future__ import annotations

import pytest

from tarot_engine import Bid
from tarot_site.games.models import Door, GameStatus
from tarot_site.games.services import announce_last_deal
from tests.notifications.conftest import Post
from tests.site.conftest import GARDE, NOW, play, play_until
from tests.site.open_ended import open_ended

pytestmark = pytest.mark.django_db


def test_it_is_told_by_the_mails_that_go_anyway(post: Post) -> None:
    game = open_ended()
    assert post.sweep(NOW) == {"sent": 4}
    assert "Donne 1." in post.to(1)[0].text
    announce_last_deal(game.pk, 2, 1, NOW, door=Door.LINK)
    assert post.sweep(NOW) == {}
    play(game, Bid(GARDE))
    assert post.sweep(NOW) == {"sent": 1}
    mail = post.to(1)[-1]
    for body in (mail.text, mail.html):
        assert "Nadia l'annonce : cette donne sera la dernière." in " ".join(
            body.replace("&#x27;", "'").split()
        )
        assert "Donne 1, la dernière" in body
    assert mail.subject == post.to(1)[0].subject == "Les copains du mardi, donne 1"


def test_everybody_gets_the_final_result(post: Post) -> None:
    game = open_ended()
    post.sweep(NOW)
    play(game, Bid(GARDE))
    announce_last_deal(game.pk, 2, 1, NOW, door=Door.LINK)
    play_until(game, lambda g: g.status == GameStatus.OVER)
    post.sweep(NOW)
    for number in range(4):
        text = post.to(number)[-1].text
        assert post.to(number)[-1].message["X-Pli-Kind"] == "deal_over, game_over"
        assert "CLASSEMENT" in text
        assert "Donne 1, la dernière, garde." in text
