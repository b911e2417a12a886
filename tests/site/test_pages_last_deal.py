"""The button of the last deal on the pages of the table: where it stands, what it says, what it leaves."""

from __future__ import annotations

import pytest
from django.test import Client

from tarot_engine import Bid, Ruleset
from tarot_site.games.models import Door, Game, GameStatus
from tarot_site.games.presenters import present
from tarot_site.players.models import Player

from .conftest import GARDE, make_game, play, play_until
from .link_pages import rows, table_token, text_of, token
from .open_ended import last_deal_form, open_ended
from .table_builder import opened, random_secret, table_for
from .test_pages_table import enter

pytestmark = pytest.mark.django_db
OFFER = (
    "Vous annoncez à la table que la donne 1 est la dernière. "
    "La partie s'arrêtera à la fin de cette donne, même si tout le monde passe. "
    "Tous le liront ici et dans leur prochain mail. Personne ne pourra revenir dessus."
)
LAST = "Cette donne est la dernière : la partie s'arrête à sa fin."


def press(client: Client, address: str) -> str:
    """Press the button of this page; the words of the page that follows."""
    form = last_deal_form(client.get(address).content.decode())
    assert form
    answer = client.post(form[0] or address, form[1])
    assert answer.status_code == 303
    return text_of(client.get(answer["Location"]))


@pytest.mark.parametrize("target", [0, 1000])
def test_the_page_says_what_will_happen_and_a_look_changes_nothing(client: Client, target: int) -> None:
    game = open_ended(target=target)
    enter(client, "p2@example.org")
    before = rows()
    page = client.get(game.get_absolute_url())
    assert OFFER in text_of(page)
    assert "Donne 1" in text_of(page)
    assert "Donne 1 sur" not in text_of(page)
    assert LAST not in text_of(page)
    client.get(f"{game.get_absolute_url()}?last_deal=1")
    assert rows() == before
    assert "annoncé" not in text_of(client.get(f"{game.get_absolute_url()}?last=said"))


def test_an_address_typed_by_hand_announces_no_last_deal_where_the_end_is_fixed(client: Client) -> None:
    game = make_game(deals=1)
    enter(client, "p2@example.org")
    assert "annoncé" not in text_of(client.get(f"{game.get_absolute_url()}?last=said"))


def test_pressed_on_the_site_out_of_turn(client: Client) -> None:
    game = open_ended()
    enter(client, "p2@example.org")
    words = press(client, game.get_absolute_url())
    assert "C'est annoncé à toute la table" in words
    assert "Vous l'avez annoncé : cette donne sera la dernière." in words
    assert "Donne 1, la dernière" in words
    assert LAST in words
    assert game.events.get(kind="last_deal_announced").door == Door.PAGE
    for number in range(4):
        enter(client, f"p{number}@example.org")
        page = client.get(game.get_absolute_url())
        assert last_deal_form(page.content.decode()) is None
        assert LAST in text_of(page)
        if number != 2:
            assert "Nadia l'annonce : cette donne sera la dernière." in text_of(page)


def test_pressed_by_the_links_of_a_mail(client: Client) -> None:
    for address in ("t", "a"):
        Player.objects.all().delete()
        game = open_ended()
        link = f"/t/{table_token(game, 2)}/" if address == "t" else f"/a/{token(game)}/"
        words = press(client, link)
        assert "C'est annoncé à toute la table" in words
        assert LAST in words
        assert game.events.get(kind="last_deal_announced").door == Door.LINK
        assert not client.cookies


def test_a_second_press_says_the_same_and_changes_nothing(client: Client) -> None:
    game = open_ended()
    link = f"/t/{table_token(game, 2)}/"
    form = last_deal_form(client.get(link).content.decode())
    assert form
    client.post(*form)
    before = rows()
    again = client.post(*form)
    assert "C'est annoncé à toute la table" in text_of(client.get(again["Location"]))
    assert rows() == before


def test_a_press_that_comes_too_late_or_is_none_changes_nothing(client: Client) -> None:
    game = open_ended()
    enter(client)
    address = game.get_absolute_url()
    form = last_deal_form(client.get(address).content.decode())
    assert form
    for _ in range(4):
        play(game, Bid(None))
    before = rows()
    for deal in (form[1]["deal"], "", "x", "-1", "9" * 30, "²", "0"):
        answer = client.post(address, {**form[1], "deal": deal})
        assert answer.status_code == 303
        words = text_of(client.get(answer["Location"]))
        assert "La donne que vous vouliez finir est passée : rien n'a changé." in words
    assert rows() == before


def test_an_old_link_ends_nothing_and_shows_no_hand(client: Client) -> None:
    game = open_ended()
    old = token(game)
    form = last_deal_form(client.get(f"/a/{old}/").content.decode())
    assert form
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.deal == 2)
    assert last_deal_form(client.get(f"/a/{old}/").content.decode()) is None
    before = rows()
    page = client.get(client.post(f"/a/{old}/", form[1])["Location"])
    assert "La donne que vous vouliez finir est passée" in text_of(page)
    assert "hand-card" not in page.content.decode()
    assert rows() == before


def test_where_nothing_can_be_announced_there_is_no_button(client: Client) -> None:
    fixed = make_game(deals=4)
    enter(client)
    page = client.get(fixed.get_absolute_url())
    assert last_deal_form(page.content.decode()) is None
    answer = client.post(fixed.get_absolute_url(), {"last_deal": "1", "deal": "1"})
    assert "Cette partie a un nombre de donnes fixé" in text_of(client.get(answer["Location"]))
    Player.objects.all().delete()
    game = open_ended()
    enter(client)
    game.seats.filter(number=0).update(held_by_robot=True)
    assert last_deal_form(client.get(game.get_absolute_url()).content.decode()) is None
    answer = client.post(game.get_absolute_url(), {"last_deal": "1", "deal": "1"})
    assert "Un robot tient votre place" in text_of(client.get(answer["Location"]))
    game.seats.filter(number=0).update(held_by_robot=False)
    Game.objects.filter(pk=game.pk).update(status=GameStatus.PAUSED, due_at=None, remind_at=None)
    assert last_deal_form(client.get(game.get_absolute_url()).content.decode()) is None
    answer = client.post(game.get_absolute_url(), {"last_deal": "1", "deal": "1"})
    assert "La partie n'est pas en cours" in text_of(client.get(answer["Location"]))


def test_only_the_seats_of_the_table_and_only_with_the_sites_own_form(client: Client) -> None:
    game = open_ended()
    Player.objects.create_user("stranger@example.org")
    enter(client, "stranger@example.org")
    assert client.post(game.get_absolute_url(), {"last_deal": "1", "deal": "1"}).status_code == 404
    careful = Client(enforce_csrf_checks=True)
    enter(careful)
    assert careful.post(game.get_absolute_url(), {"last_deal": "1", "deal": "1"}).status_code == 403
    assert "csrfmiddlewaretoken" in careful.get(game.get_absolute_url()).content.decode()
    assert not game.events.filter(kind="last_deal_announced").exists()


def test_the_button_speaks_english(client: Client) -> None:
    game = open_ended()
    Player.objects.filter(email="p2@example.org").update(language="en")
    words = press(client, f"/t/{table_token(game, 2)}/")
    assert "The whole table is told: this deal will be the last one." in words
    assert "Deal 1, the last one" in words
    assert "This deal is the last one: the game ends with it." in words
    assert "You have announced it: this deal will be the last one." in words


def test_the_end_has_its_ranking_and_no_promise_of_an_end(client: Client) -> None:
    game = open_ended()
    enter(client, "p2@example.org")
    press(client, game.get_absolute_url())
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.status == GameStatus.OVER)
    words = text_of(client.get(game.get_absolute_url()))
    assert "Le classement" in words
    assert LAST not in words


def test_the_heading_names_the_last_deal_only_where_no_number_does() -> None:
    for deals, heading in ((0, "Donne 1"), (1, "Donne 1 sur 1")):
        events = opened(Ruleset.fft(4, deals=deals), random_secret(1))
        page = present(table_for(events, 0), language="fr", zone="UTC")
        assert (page.heading, page.end_line) == (heading, "")
