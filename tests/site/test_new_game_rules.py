"""Making a table of two to five by any rules: what is asked, refused with its reason, and told to guests."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tarot_engine import OPTIONS, PRESETS, Ruleset, RulesetError
from tarot_site.games.forms import NewGameForm
from tarot_site.games.forms_rules import FORM_OPTIONS, deals_of
from tarot_site.games.links import Link, LinkPurpose, make_link
from tarot_site.games.models import Game, GameStatus
from tarot_site.games.opening import SEAT_NUMBERS
from tarot_site.games.queries import load_opening
from tarot_site.games.wording_options import (
    NAMES,
    VALUES,
    length_text,
    rules_lines,
    rules_problem,
    value_text,
)
from tarot_site.players.models import Player

from .test_new_game import ROBOTS, TABLE

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(client: Client) -> Player:
    player = Player.objects.create_user("camille@example.org", pseudonym="Camille")
    client.force_login(player)
    return player


def post(client: Client, **more: str) -> Any:
    return client.post("/new/", {**TABLE, **ROBOTS, "seat4-kind": "robot", **more})


def text_of(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def rules_of() -> Ruleset:
    return load_opening(Game.objects.get()).rules


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_set_of_rules_is_made_at_every_number(
    client: Client, me: Player, players: int, preset: str
) -> None:
    assert post(client, players=str(players), rules=preset, deals="r2").status_code == 302
    game, rules = Game.objects.get(), rules_of()
    assert (rules.seats, rules.preset, rules.deals) == (players, preset, 2 * players)
    assert rules.to_options() in ({"deals": 2 * players}, {})
    assert (game.status, game.seats.count(), game.robot) == (GameStatus.RUNNING, players, "prudent")


@pytest.mark.parametrize(
    ("length", "players", "deals"), [("1", 5, 1), ("r1", 3, 3), ("r3", 5, 15), ("0", 4, 0), ("r1", 2, 2)]
)
def test_the_length_is_a_number_or_whole_rounds(length: str, players: int, deals: int) -> None:
    assert deals_of(length, players) == deals


def test_places_beyond_the_number_are_not_judged_and_keep_what_was_typed(client: Client, me: Player) -> None:
    typed = {"seat4-kind": "person", "seat4-address": "half an addr", "seat3-kind": "person"}
    page = post(client, players="3", name="", **typed)
    assert page.status_code == 400
    assert 'value="half an addr"' in text_of(page)
    assert text_of(page).count('class="field-error"') == 1
    assert post(client, players="3", **typed).status_code == 302


def test_options_change_the_rules_and_empty_ones_do_not(client: Client, me: Player) -> None:
    post(client, players="5", **{
        "rules": "familial", "option-auction": "rising", "option-misere_value": "20", "option-petite": "",
        "option-call_timing": "before_chien", "option-defence_slam": "0", "option-target_score": "1000",
    })  # fmt: skip
    assert rules_of().to_options() == {
        "auction": "rising",
        "call_timing": "before_chien",
        "misere_value": 20,
        "defence_slam": 0,
        "deals": 5,
        "target_score": 1000,
    }


def test_options_of_other_numbers_are_left_alone(client: Client, me: Player) -> None:
    assert post(client, players="3", **{"option-split5": "half"}).status_code == 302
    assert rules_of().to_options() == {"deals": 3}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (
            {"option-misere_value": "20"},
            "«\u202fUne misère vaut 20 points\u202f» ne va pas avec «\u202fUne misère ne s'annonce pas",
        ),
        (
            {"option-dog_deal": "packets3", "option-deal_out": "hand"},
            "du chien se choisissent à la main\u202f» ne va pas avec «\u202fLe chien se donne trois",
        ),
        (
            {"option-slam": "false", "option-slam_window": "with_bid"},
            "«\u202fLe chelem s'annonce avec l'enchère\u202f» ne va pas avec «\u202fLe chelem ne se joue",
        ),
        (
            {"option-slam": "false", "option-slam_excuse": "announced_only"},
            "gagne si le chelem est annoncé\u202f» ne va pas avec «\u202fLe chelem ne se joue",
        ),
        (
            {"option-slam": "false", "option-defence_slam": "100"},
            "«\u202fUn chelem de la défense vaut 100 points\u202f» ne va pas avec «\u202fLe chelem ne",
        ),
        (
            {"option-slam": "false", "option-slam_announced_made": "300"},
            "vaut 300 points\u202f» ne va pas avec «\u202fLe chelem ne se joue pas\u202f»\u202f: changez",
        ),
        (
            {"option-slam_missed": "100", "rules": "debutants"},
            "et manqué coûte 100 points\u202f» ne va pas avec «\u202fLe chelem ne se joue",
        ),
        (
            {"option-petite": "false", "option-high_contracts": "false", "option-auction": "rising"},
            "passent\u202f» ne va pas avec «\u202fGarde sans et garde contre ne se jouent pas",
        ),
        ({"option-slam_made": "many"}, "Écrivez un nombre de points."),
        ({"option-slam_made": "99999"}, "2000 au plus."),
        ({"option-auction": "shouting"}, "shouting"),
        ({"players": "6"}, "6"),
        ({"rules": "poker"}, "poker"),
    ],
)
def test_rules_that_contradict_themselves_come_back_with_the_reason(
    client: Client, me: Player, wrong: dict[str, str], reason: str
) -> None:
    answer = post(client, name="Ma table", **wrong)
    page = text_of(answer)
    assert answer.status_code == 400
    assert reason in page
    assert 'value="Ma table"' in page
    assert not Game.objects.exists()
    if "option-" in next(iter(wrong)):
        assert '<details class="settings" id="settings" open>' in page
    for name, value in wrong.items():
        if name.startswith("option-") and value not in ("shouting", "many", "99999"):
            field = page[page.index(f'name="{name}"') :][:900]
            assert f'value="{value}" selected' in field or f'value="{value}"' in field


def test_another_set_of_rules_can_be_looked_at_before(client: Client, me: Player) -> None:
    fresh = text_of(client.get("/new/"))
    assert "Fédération à 4 joueurs" not in fresh  # untrue as soon as other rules are chosen
    assert fresh.count(">Selon les règles choisies<") > 10
    page = post(client, look="1", rules="concours", name="", **{"option-auction": "rising"})
    assert page.status_code == 200
    assert not Game.objects.exists()
    assert "Concours à 4 joueurs\u202f: ne se joue pas." in text_of(page)
    assert "Concours à 4 joueurs\u202f: 400 points." in text_of(page)
    assert 'class="field-error"' not in text_of(page)
    assert re.search(r'value="rising" selected', text_of(page))


def test_every_option_and_value_has_words() -> None:
    for option in OPTIONS:
        if option.is_offered:
            assert option.name in NAMES
            assert all(value_text(option.name, value) for value in option.values)
    assert {option.name for option in FORM_OPTIONS} >= set(VALUES)


def test_a_guest_reads_the_rules_in_page_and_the_differences_only(client: Client, me: Player) -> None:
    post(client, players="3", rules="concours", deals="1", **{
        "seat1-kind": "person", "seat1-address": "lea@example.org", "option-excuse_last_trick": "forced",
    })  # fmt: skip
    game = Game.objects.get()
    seat = game.seats.get(number=1)
    link = Link(LinkPurpose.INVITE, game.pk, 1, epoch=seat.link_epoch)
    page = text_of(Client().get(f"/i/{make_link(link)}/"))
    assert "Concours. Celles de la Fédération, sans la petite" in page
    assert "L'Excuse jouée au dernier pli change de camp, et se pose avant." in page
    assert "Une seule donne" in page
    assert "La coupe se fait" not in page


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"deals": 1}, "une seule donne"),
        ({"deals": 6}, "6 donnes"),
        ({"deals": 0}, "sans fin fixée"),
        ({"target_score": 500}, "jusqu'à ce qu'un total atteigne 500 points"),
        ({"deals": 9, "target_score": 500}, "9 donnes, ou moins si un total atteint 500 points"),
    ],
)
def test_how_long_a_game_is(options: dict[str, object], text: str) -> None:
    assert length_text(Ruleset.from_options("fft", 3, options)) == text


def test_the_rules_in_words_name_what_differs_once() -> None:
    assert rules_lines(Ruleset.fft(4, deals=3)) == (
        "Fédération. Les règles de la Fédération française de tarot.",
    )
    lines = rules_lines(Ruleset.from_options("familial", 5, {"slam_made": 100}))
    assert lines[0].endswith("On appelle après avoir vu le chien, et on partage par moitié.")
    assert lines[1:] == ("Un chelem réussi sans annonce vaut 100 points.",)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (
            {"option-slam": "false", "option-slam_excuse": "announced_only"},
            "the Excuse led wins if the slam is announced” does not go with “The slam is not played”: change",
        ),
        (
            {"option-petite": "false", "option-high_contracts": "false", "option-auction": "rising"},
            "until the others have passed” does not go with “Garde sans and garde contre are not played”",
        ),
    ],
)
def test_the_reason_in_english(client: Client, me: Player, wrong: dict[str, str], reason: str) -> None:
    me.language = "en"
    me.save()
    answer = post(client, name="My table", **wrong)
    assert answer.status_code == 400
    assert reason in text_of(answer)
    assert 'value="My table"' in text_of(answer)


@pytest.mark.parametrize("word", ["\ud800", "mot\udfff", "a\x00b", "mot\u202e"])
def test_a_word_that_cannot_be_mixed_makes_no_error_page(client: Client, me: Player, word: str) -> None:
    """Browsers cannot send half a pair: its bytes come out as the sign of what could not be read."""
    body = {**TABLE, **ROBOTS, "seat4-kind": "robot", "word": word, "name": "Ma table"}
    sent = urlencode(body, errors="surrogatepass")
    answer = client.post("/new/", sent, content_type="application/x-www-form-urlencoded")
    if answer.status_code == 302:
        assert Game.objects.get().status == GameStatus.RUNNING
    else:
        assert answer.status_code == 400
        assert 'value="Ma table"' in text_of(answer)
        assert 'class="field-error"' in text_of(answer)
    with pytest.raises(ValidationError):
        NewGameForm.base_fields["word"].clean(word)


@pytest.mark.parametrize(
    "options",
    [
        {"split5": "half"},
        {"petit_sec": "maybe"},
        {"poker": 1},
        {"handful": False, "handful_values": (1, 2, 3)},
        {"handful": False, "handful_sizes": (12, 15, 18)},
    ],
)
def test_every_problem_has_words(options: dict[str, object]) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_options("fft", 3, options)
    assert rules_problem(caught.value).endswith(".")


def test_the_number_of_answers_is_that_of_the_tricks_for_every_number_of_players(
    client: Client, me: Player
) -> None:
    words = {2: "deux", 3: "trois", 4: "quatre", 5: "cinq"}
    counts = ", ".join(f"{Ruleset.fft(n).layout.tricks} à {words[n]}" for n in SEAT_NUMBERS)
    page = text_of(client.get("/new/"))
    assert f"Une réponse par pli\u202f: {counts}, et les enchères." in page
