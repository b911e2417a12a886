"""The links of mails as pages: GET shows, POST acts once."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tarot_engine import Bid, Contract, PlayCard, parse_card, view_for
from tarot_site.games.links import Link, LinkPurpose, make_link
from tarot_site.games.models import EventRecord, Game
from tarot_site.games.store import load_game

from .conftest import cards, choices, make_game, open_decision, play, play_until
from .link_pages import GOOD_DISCARD, button, checked, discarding, playing, rows, table_token, text_of, token

pytestmark = pytest.mark.django_db


def test_get_shows_the_table_with_the_links_choice_selected(client: Client) -> None:
    game = make_game()
    response = client.get(f"/a/{token(game, 2)}/")
    assert response.status_code == 200
    assert checked(response) == {"choice=2"}
    assert button(response) == "Dire\u202f: garde"
    html = response.content.decode()
    assert html.count('name="choice"') == len(choices(game))
    assert html.count("<h1") == 1
    assert '<form id="act"' in html


def test_two_hundred_gets_and_heads_change_nothing(client: Client) -> None:
    game = make_game()
    addresses = [f"/a/{token(game, index)}/" for index in range(len(choices(game)))]
    addresses += [f"/a/{token(game)}/", f"/t/{table_token(game, 0)}/"]
    before = rows()
    for turn in range(200):
        address = addresses[turn % len(addresses)]
        response = client.head(address) if turn % 2 else client.get(address)
        assert response.status_code == 200
        assert not response.cookies
    assert rows() == before


def test_a_table_link_answers_through_its_form(client: Client) -> None:
    game = make_game()
    html = client.get(f"/t/{table_token(game, 0)}/").content.decode()
    action = re.search(r'<form id="act"[^>]*action="(/a/[^"]+)"', html)
    assert action
    assert client.post(action[1], {"choice": "0"}).status_code == 303
    assert open_decision(game) == (1, 1)


def test_headers_and_no_cookie(client: Client) -> None:
    game = make_game()
    response = client.get(f"/a/{token(game, 0)}/")
    assert response["Cache-Control"] == "no-store"
    assert "noindex" in response["X-Robots-Tag"]
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    html = response.content.decode()
    assert not re.search(r"<script(?![^>]*src=)|<style|style=|\son[a-z]+=", html)
    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")


def test_the_page_speaks_the_language_of_its_seat(client: Client) -> None:
    game = make_game()
    player = game.seats.get(number=0).player
    assert player
    player.language = "en"
    player.save()
    response = client.get(f"/a/{token(game, 2)}/", headers={"accept-language": "fr"})
    html = response.content.decode()
    assert '<html lang="en">' in html
    assert response["Content-Language"] == "en"
    assert "Your hand, 18 cards" in text_of(response)
    client.post(f"/a/{token(game, 2)}/")
    assert "Voici" not in text_of(client.get(f"/a/{token(game, 0, seat=0, decision=1)}/"))


def test_discard_with_slam(client: Client) -> None:
    game = discarding()
    html = client.get(f"/a/{token(game)}/").content.decode()
    assert 'data-pick="6"' in html
    assert html.count('name="card"') == 10
    response = client.post(f"/a/{token(game)}/", {"card": GOOD_DISCARD.split(), "slam": "1"})
    assert response.status_code == 303
    view = view_for(load_game(game.pk).events, 0)
    assert view.discard == cards(GOOD_DISCARD)
    assert view.slam_announced
    assert "C'est noté. Vous avez annoncé le chelem." in text_of(client.get(response["Location"]))


def test_handful_is_offered_on_the_first_card_and_never_selected(client: Client) -> None:
    game = playing()
    response = client.get(f"/a/{token(game, 0)}/")
    html = response.content.decode()
    assert html.count('name="show"') >= 8
    assert not any(mark.startswith("show=") for mark in checked(response))
    index = [str(i) for i, action in enumerate(choices(game)) if action == PlayCard(parse_card("SK"))]
    wrong = client.post(f"/a/{token(game)}/", {"choice": index, "show": ["T1", "T2"]})
    assert wrong.status_code == 400
    assert checked(wrong) == {f"choice={index[0]}", "show=T1", "show=T2"}
    shown = [f"T{rank}" for rank in (1, 2, 3, 4, 5, 6, 18, 19, 20, 21)]
    assert client.post(f"/a/{token(game)}/", {"choice": index, "show": shown}).status_code == 303
    assert "poignée" in text_of(client.get(f"/t/{table_token(game, 1)}/"))


def test_no_page_names_a_hidden_card_of_another_seat(client: Client) -> None:
    game = make_game()
    for _ in range(30):
        game.refresh_from_db()
        if not game.turns:
            break
        hidden = hidden_cards(game, reader=0)
        html = client.get(f"/t/{table_token(game, 0)}/").content.decode()
        assert not hidden & set(re.findall(r'value="([SHDC](?:\d+|[JNQK])|T\d+|EX)"', html))
        names = unescape(html)
        for code in hidden & {"D4", "D7", "C1", "DK", "C9", "D9"}:
            assert NAMES_OF[code] not in names, code
        play(game)


def test_a_table_page_needs_few_queries(client: Client, django_assert_max_num_queries: object) -> None:
    game = make_game()
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        client.get(f"/a/{token(game, 0)}/")


def test_the_page_says_who_took_the_trick_once_the_next_has_begun(client: Client) -> None:
    game = make_game()
    play(game, Bid(Contract.GARDE))
    taken = EventRecord.objects.filter(game=game, kind="trick_taken")
    play_until(game, lambda g: g.turns[0][0] == 0 and taken.exists())
    path = f"/a/{token(game)}/"
    assert re.search(r"remporte[z]? le pli \d+\.", text_of(client.get(f"{path}?done=1")))
    assert not re.search(r"remporte[z]? le pli \d+\.", text_of(client.get(path)))


def test_a_guest_comes_back_to_the_mailbox_where_there_is_one(client: Client, settings: object) -> None:
    path = f"/a/{token(make_game())}/"
    for is_open in (True, False):
        settings.MAILBOX = is_open  # type: ignore[attr-defined]
        page = client.get(f"{path}?done=1")
        assert ('href="/mailbox/"' in page.content.decode()) is is_open
        assert ("La suite arrive dans votre boîte aux lettres, ou ici." in text_of(page)) is is_open
        assert "La suite arrive" not in text_of(client.get(path))


@pytest.mark.parametrize("purpose", [LinkPurpose.ACT, LinkPurpose.TABLE])
def test_a_guest_chooses_the_language_without_a_cookie(client: Client, purpose: LinkPurpose) -> None:
    game = make_game()
    letter = "a" if purpose is LinkPurpose.ACT else "t"
    seat = game.seats.get(number=0)
    path = f"/{letter}/{make_link(Link(purpose, game.pk, 0, decision=1, epoch=seat.link_epoch))}/"
    html = client.get(path).content.decode()
    form = re.search(r'<form action="(/a/[^"]+)" method="post">(.*?)</form>', html, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[2]))
    assert fields["language"] == "en"
    answer = client.post(form[1], fields)
    assert (answer.status_code, answer["Location"]) == (303, path)
    page = client.get(path)
    assert '<html lang="en">' in page.content.decode()
    assert not client.cookies
    client.post(form[1], {**fields, "language": "xx"})
    assert '<html lang="en">' in client.get(path).content.decode()


NAMES_OF = {
    "D4": "4 de carreau",
    "D7": "7 de carreau",
    "C1": "as de trèfle",
    "DK": "roi de carreau",
    "C9": "9 de trèfle",
    "D9": "9 de carreau",
}


def hidden_cards(game: Game, *, reader: int) -> set[str]:
    """The cards that the other seats hold now."""
    loaded = load_game(game.pk)
    return {card.code for seat in range(4) if seat != reader for card in view_for(loaded.events, seat).hand}
