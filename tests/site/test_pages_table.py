"""The table at its own address, and the templates on hand-made pages."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tarot_engine import Bid, Contract, PlayCard
from tarot_site.games.models import GameStatus
from tarot_site.games.pages import TablePage
from tarot_site.games.templatetags.table_tags import button_of, ring, signed
from tarot_site.games.views.show import ActForm
from tarot_site.players.models import Player

from .card_samples import face
from .conftest import choices, make_game, open_decision, play, play_until
from .pages_samples import SAMPLES
from .test_pages_links import checked, rows, text_of, token


def enter(client: Client, address: str = "p0@example.org") -> None:
    """Sign this person in."""
    client.force_login(Player.objects.get(email=address), backend="django.contrib.auth.backends.ModelBackend")


def render_sample(page: TablePage, form: ActForm | None = None) -> str:
    """The real template on a hand-made page."""
    form = form or ActForm("/a/x/", "x")
    button = button_of(page.question, 0) if page.question else ""
    context = {"page": page, "form": form, "is_site": False, "button": button, "text_view": False}
    return render_to_string("games/table.html", context)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_screen_is_well_built(name: str) -> None:
    html = render_sample(SAMPLES[name])
    assert html.count("<h1") == 1
    assert html.count('role="status"') == 1
    assert '<html lang="fr">' in html
    assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=", html)
    assert not re.search(r"""(?:src|href)="(?:https?:)?//""", html)
    identifiers = re.findall(r'\sid="([^"]+)"', html)
    assert len(identifiers) == len(set(identifiers))
    for labelled in re.findall(r'aria-labelledby="([^"]+)"', html):
        assert labelled in identifiers
    assert html.count("<fieldset") == html.count("<legend")


def test_playable_cards_are_radios_and_others_say_why() -> None:
    html = render_sample(SAMPLES["play"])
    assert len(re.findall(r'<input class="pick" type="radio" name="choice"', html)) == 6
    assert html.count("non jouable") == 12
    assert html.count('data-refusal="Vous avez du cœur."') == 12
    assert 'data-button="Jouer le 10 de cœur"' in html


def test_discard_offers_boxes_with_their_number_and_reasons() -> None:
    html = render_sample(
        SAMPLES["discard"], ActForm("/a/x/", "x", cards=frozenset({"S2"}), error="Encore 5 cartes.")
    )
    assert 'data-pick="6"' in html
    assert html.count('name="card"') == 12
    assert 'name="card" value="S2" checked' in html
    assert 'name="slam"' in html
    assert "Un roi ne s'écarte pas." in unescape(html)
    assert html.count(", du chien") == html.count("dog-dot") - 1 == 6
    assert "carte venue du chien" in html
    assert "<strong>Encore 5 cartes.</strong>" in html


def test_handful_is_closed_and_empty_until_asked_for() -> None:
    html = render_sample(SAMPLES["handful"])
    assert html.count('name="show"') == 12
    assert '<details class="extra">' in html
    assert not re.search(r'name="show"[^>]*checked', html)
    assert 'Cartes montrées\u202f: <span class="shown-count"></span>' in html


def test_all_who_share_the_first_rank_stand_out() -> None:
    first, second, *others = SAMPLES["over"].ranking
    tied = (first, replace(second, rank=1, total=first.total), *others)
    html = render_sample(replace(SAMPLES["over"], ranking=tied))
    assert html.count('<li class="is-first">') == 2


def test_a_game_cancelled_before_its_first_count_ranks_nobody() -> None:
    page = replace(SAMPLES["over"], status="cancelled", deals=(), ended_deal=None)
    assert "ranking-title" in render_sample(SAMPLES["over"])
    assert "ranking-title" not in render_sample(page)


@pytest.mark.parametrize(("name", "is_beside"), [("play", True), ("lead", False)])
def test_the_trick_before_stands_beside_the_table_unless_it_lies_on_it(name: str, is_beside: bool) -> None:
    html = render_sample(SAMPLES[name])
    assert html.count('href="#last-trick"') == html.count('id="last-trick"') == is_beside
    assert html.count("Pli 3\u202f: Léa entame du roi de trèfle") == 1


def test_no_form_while_waiting() -> None:
    html = render_sample(SAMPLES["waiting"])
    assert '<form id="act"' not in html
    assert "<input" not in html
    assert "Vous pouvez fermer la page, nous vous écrirons." in html


@pytest.mark.parametrize(("name", "is_awaited"), [("waiting", True), ("over", False)])
def test_more_mail_is_promised_only_while_the_game_lasts(name: str, is_awaited: bool) -> None:
    context = {"page": SAMPLES[name], "said": "C'est joué.", "is_played": True, "mailbox_is_open": True}
    context |= {"text_view": False, "is_site": False}
    html = unescape(render_to_string("games/table.html", context))
    assert ("La suite arrive" in html) is is_awaited


def test_suits_are_spoken_and_pictures_are_silent() -> None:
    html = render_sample(SAMPLES["play"])
    for picture in re.findall(r'<span class="face face-[A-Z][^>]*>', html):
        assert 'aria-hidden="true"' in picture
    assert "roi de pique" in html


def test_ring_starts_after_the_reader_and_signs_are_typographic() -> None:
    assert [line.name for line in ring(SAMPLES["play"])] == ["Jo", "Léa", "Jean-Baptiste", "Camille"]
    assert [signed(12), signed(-144), signed(0)] == ["+12", "\u2212144", "0"]
    assert face("HQ").name == "dame de cœur"


@pytest.mark.django_db
def test_signed_in_seat_sees_its_hand_and_plays(client: Client) -> None:
    game = make_game()
    enter(client)
    page = client.get(game.get_absolute_url())
    assert page.status_code == 200
    assert page["Cache-Control"] == "no-store"
    assert "Votre main, 18 cartes" in text_of(page)
    assert not checked(page)
    data = {"token": token(game), "choice": "2"}
    answer = client.post(game.get_absolute_url(), data)
    assert (answer.status_code, answer["Location"]) == (303, f"{game.get_absolute_url()}?done=noted")
    assert "C'est noté." in text_of(client.get(answer["Location"]))
    assert open_decision(game) == (1, 1)
    before = rows()
    again = client.post(game.get_absolute_url(), data)
    assert again.status_code == 200
    assert "Déjà joué" in text_of(again)
    other = client.post(game.get_absolute_url(), {**data, "choice": "0"})
    assert other.status_code == 409
    assert rows() == before


@pytest.mark.django_db
def test_a_card_is_said_to_be_played_and_a_bid_is_not(client: Client) -> None:
    game = make_game()
    enter(client)
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda g: g.turns[0][0] == 0 and isinstance(next(iter(choices(g)), None), PlayCard))
    answer = client.post(game.get_absolute_url(), {"token": token(game), "choice": "0"})
    assert answer["Location"].endswith("?done=1")
    assert "C'est joué." in text_of(client.get(answer["Location"]))


@pytest.mark.django_db
def test_a_refused_answer_keeps_the_page(client: Client) -> None:
    game = make_game()
    enter(client)
    before = rows()
    for data, status in (
        ({"token": token(game)}, 400),
        ({"token": token(game), "choice": "77"}, 400),
        ({"choice": "0"}, 409),
        ({"token": token(game, seat=1, decision=1), "choice": "0"}, 409),
        ({"token": "\x00", "choice": "0"}, 409),
    ):
        assert client.post(game.get_absolute_url(), data).status_code == status
    assert rows() == before


@pytest.mark.django_db
def test_only_its_seats_enter_a_game(client: Client) -> None:
    game = make_game()
    anonymous = client.get(game.get_absolute_url())
    assert anonymous.status_code == 302
    assert "/accounts/login/" in anonymous["Location"]
    unknown = client.get("/g/unknown/")
    assert unknown.status_code == 302
    Player.objects.create_user("stranger@example.org")
    enter(client, "stranger@example.org")
    assert client.get(game.get_absolute_url()).status_code == 404
    assert client.post(game.get_absolute_url(), {"token": token(game), "choice": "0"}).status_code == 404
    assert client.get("/g/unknown/").status_code == 404
    assert client.get("/g/%00/").status_code == 404
    assert open_decision(game) == (0, 1)


@pytest.mark.django_db
def test_the_form_of_the_site_needs_its_csrf_token() -> None:
    game = make_game()
    careful = Client(enforce_csrf_checks=True)
    enter(careful)
    response = careful.post(game.get_absolute_url(), {"token": token(game), "choice": "0"})
    assert response.status_code == 403
    assert "La page a trop attendu." in text_of(response)
    assert open_decision(game) == (0, 1)


@pytest.mark.django_db
def test_a_finished_game_stays_readable_for_its_seats(client: Client) -> None:
    game = make_game()
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda g: False)
    game.refresh_from_db()
    assert game.status == GameStatus.OVER
    enter(client, "p2@example.org")
    page = client.get(f"{game.get_absolute_url()}?donnes=1")
    assert page.status_code == 200
    words = text_of(page)
    assert "Le classement" in words
    assert "Le calcul" in words
    assert "Les jeux, le chien et l'écart" in words
    assert "Ouvrir une table" in words
    assert '<form id="act"' not in page.content.decode()
    assert words.index("Le calcul") < words.index("Ouvrir une table"), "the account comes first"


@pytest.mark.django_db
def test_the_text_view_stays_after_an_answer(client: Client) -> None:
    game = make_game()
    enter(client)
    page = client.get(f"{game.get_absolute_url()}?texte=1").content.decode()
    assert "as-text" in page
    assert '<input type="hidden" name="texte" value="1">' in page
    answer = client.post(game.get_absolute_url(), {"token": token(game), "choice": "0", "texte": "1"})
    assert "as-text" in client.get(answer["Location"]).content.decode()


@pytest.mark.django_db
def test_the_site_speaks_the_players_language(client: Client) -> None:
    game = make_game()
    Player.objects.filter(email="p0@example.org").update(language="en")
    enter(client)
    page = client.get(game.get_absolute_url(), headers={"accept-language": "fr"})
    assert '<html lang="en">' in page.content.decode()
    assert "My games" in text_of(page)
    assert "Your hand, 18 cards" in text_of(page)


@pytest.mark.django_db
def test_the_game_page_needs_at_most_ten_queries(
    client: Client, django_assert_max_num_queries: object
) -> None:
    game = make_game()
    play(game, Bid(Contract.GARDE))
    enter(client)
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        client.get(game.get_absolute_url())


def test_as_text_what_can_be_chosen_comes_first() -> None:
    page = SAMPLES["play"]
    html = render_to_string(
        "games/table.html",
        {"page": page, "form": ActForm("/a/x/", "x"), "is_site": False, "button": "", "text_view": True},
    )
    labels = re.findall(r'class="hand-label"[^>]*>([^<]+)<', html)
    assert labels == ["Cœur", "Atout", "Pique", "Trèfle"]
    trumps = html[html.index(">Atout<") : html.index(">Pique<")]
    assert trumps.index('value="5"') < trumps.index("is-illegal")


def test_the_reader_is_you_everywhere() -> None:
    html = render_sample(SAMPLES["play"])
    assert ">Camille<" not in html
    assert html.count(">Vous<") >= 4  # ring, both tricks, scores


def test_nothing_is_new_since_a_move_that_was_not_made() -> None:
    page = SAMPLES["play"]
    assert "Depuis votre dernier coup" in unescape(render_sample(page))
    html = unescape(
        render_sample(replace(page, story=tuple(replace(line, is_new=True) for line in page.story)))
    )
    assert "Depuis votre dernier coup" not in html
    assert "Ce qui s'est passé" in html
