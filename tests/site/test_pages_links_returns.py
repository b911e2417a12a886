"""Coming back to a link: pressed again, old, of an earlier deal, of a game that was paused."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.test import Client
from django.utils import timezone

from tarot_engine import Bid, Contract
from tarot_site.games.models import Door, Game
from tarot_site.games.signals import fresh_link_asked

from .conftest import NOW, make_game, open_decision, play, play_until
from .link_pages import checked, ends_soon, rows, table_token, text_of, token

pytestmark = pytest.mark.django_db


def test_post_plays_and_redirects_and_the_second_press_says_already_played(client: Client) -> None:
    game = make_game()
    link = f"/a/{token(game, 2)}/"
    first = client.post(link)
    assert first.status_code == 303
    assert first["Location"].endswith("/?done=noted")
    shown = client.get(first["Location"])
    assert shown.status_code == 200
    assert "C'est noté." in text_of(shown)
    before = rows()
    second = client.post(link)
    assert second.status_code == 200
    assert "Déjà joué" in text_of(second)
    assert rows() == before


def test_another_answer_to_an_answered_decision_is_a_conflict_with_the_table(client: Client) -> None:
    game = make_game()
    passing, garde = token(game, 0), token(game, 2)
    client.post(f"/a/{garde}/")
    before = rows()
    response = client.post(f"/a/{passing}/")
    assert response.status_code == 409
    assert "votre réponse n'a pas été jouée" in text_of(response)
    assert "Les copains du mardi" in text_of(response)
    assert rows() == before


def test_old_link_tells_what_happened_since_and_offers_the_present_choices(client: Client) -> None:
    game = make_game()
    old = token(game, 2)
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda g: g.turns[0][0] == 0)
    response = client.get(f"/a/{old}/")
    words = text_of(response)
    assert response.status_code == 200
    assert "Ce lien date d'un coup passé. Voici la table." in words
    assert "Faites votre écart" in words
    assert not checked(response)
    assert response.content.decode().count('name="card"') > 6


def test_link_of_an_earlier_deal_shows_the_public_table_and_offers_a_fresh_link(client: Client) -> None:
    game = make_game(deals=3)
    old = token(game, 2)
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda g: g.deal == 2)
    response = client.get(f"/a/{old}/")
    html = response.content.decode()
    assert response.status_code == 200
    assert "Ce lien date d'un coup passé" in text_of(response)
    assert 'name="choice"' not in html
    assert "hand-card" not in html
    address = re.search(r'<form method="post" action="(/a/[^"]+)"><button[^>]* name="fresh"', html)
    assert address
    asked: list[tuple[int, int]] = []

    def hear(sender: object, game_id: int, seat: int, now: datetime, **_: object) -> None:
        asked.append((game_id, seat))

    fresh_link_asked.connect(hear)
    try:
        answer = client.post(address[1], {"fresh": "1"})
    finally:
        fresh_link_asked.disconnect(hear)
    assert answer.status_code == 303
    assert asked == [(game.pk, 0)]
    assert "Votre lien part par mail" in text_of(client.get(answer["Location"]))


def test_pressing_twice_the_last_card_of_a_deal_still_says_already_played(client: Client) -> None:
    game = make_game(deals=2)
    play(game, Bid(Contract.GARDE))
    play_until(game, ends_soon)
    while game.deal == 1:
        link = f"/a/{token(game, 0)}/"
        assert client.post(link).status_code == 303
        game.refresh_from_db()
    response = client.post(link)
    assert response.status_code == 200
    assert "Déjà joué" in text_of(response)


def test_an_answer_may_be_changed_or_taken_back_for_a_while(client: Client, settings: object) -> None:
    settings.TAKE_BACK_SECONDS = 60  # type: ignore[attr-defined]
    game = make_game(now=timezone.now())  # an answer near its deadline is kept for less long
    first = client.post(f"/a/{token(game, 2)}/")
    page = client.get(first["Location"])
    assert "Vous pouvez la changer encore" in text_of(page)
    assert checked(page) == {"choice=2"}
    assert client.post(f"/a/{token(game, 3)}/").status_code == 303
    page = client.get(f"/a/{token(game)}/")
    assert checked(page) == {"choice=3"}
    assert 'name="take_back"' in page.content.decode()
    client.post(f"/a/{token(game)}/", {"take_back": "1"})
    assert checked(client.get(f"/a/{token(game)}/")) == set()
    assert open_decision(game) == (0, 1)


def test_finished_deals_stay_readable_by_link(client: Client) -> None:
    game = make_game(deals=2)
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda g: g.deal == 2)
    for deal in (1, 2):
        page = client.get(f"/t/{table_token(game, 0, deal)}/?donnes=1")
        assert page.status_code == 200
        assert "Les jeux, le chien et l'écart" in text_of(page)
        assert ("hand-card" in page.content.decode()) is (deal == 2)
        assert page.content.decode().count("Les jeux, le chien et l") == 1, "the last deal stands once"


def test_a_paused_game_is_woken_and_a_held_seat_taken_back(client: Client) -> None:
    game = make_game()
    Game.objects.filter(pk=game.pk).update(status="paused", due_at=None, remind_at=None, paused_at=NOW)
    page = client.get(f"/t/{table_token(game, 2)}/").content.decode()
    assert "Reprendre la partie" in page
    address = re.search(r'<form method="post" action="(/a/[^"]+)" class="actions">', page)
    assert address
    answer = client.post(address[1], {"resume": "1"})
    assert answer.status_code == 303
    assert "Votre partie reprend." in text_of(client.get(answer["Location"]))
    game.refresh_from_db()
    assert game.status == "running"
    assert game.events.get(kind="table_resumed").door == Door.LINK
    game.seats.filter(number=1).update(held_by_robot=True, missed=3)
    page = client.get(f"/t/{table_token(game, 1)}/").content.decode()
    assert "Reprendre ma place" in page
    address = re.search(r'<form method="post" action="(/a/[^"]+)" class="actions">', page)
    assert address
    assert client.post(address[1], {"resume": "1"}).status_code == 303
    assert not game.seats.get(number=1).held_by_robot


def test_an_old_link_shows_its_newest_lines_and_folds_the_others(client: Client) -> None:
    game = make_game()
    old = token(game, 2)
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda g: g.turns[0][0] == 0 and g.turns[0][1] > 12)
    html = client.get(f"/a/{old}/").content.decode()
    notice = html[html.index('class="notice') : html.index('class="table-columns"')]
    folded, shown = notice.split("</details>")
    assert shown.count("<li>") == 4
    assert folded.count("<li>") > 4
    assert "<details>" in folded
