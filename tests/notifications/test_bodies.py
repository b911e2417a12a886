"""What stands in the mails: complete, playable, safe to preview, in the reader's own words and zone."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import translation

from notifications import kinds
from notifications.receivers import owe_reminder
from notifications.table_words import opening_of
from notifications.textbody import WIDTH
from tarot_engine import Bid, Contract, PlayCard
from tarot_site.games.links import NO_CHOICE, LinkPurpose, parse_link
from tarot_site.games.models import Game, Seat
from tarot_site.games.pages import RankLine
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.services.smtp import ReceivedMail
from tests.site.conftest import (
    NAMES,
    NOW,
    choices,
    default_action,
    make_game,
    make_players,
    open_decision,
    play,
)
from tests.site.pages_samples import OVER

pytestmark = pytest.mark.django_db
CHOICE = re.compile(r"^([a-z])\. (.+)\n   (https://\S+/a/(\S+)/)$", re.MULTILINE)
CARD_WORDS = re.compile(
    r"\b(as|valet|cavalier|dame|roi|\d+) de (pique|cœur|carreau|trèfle)\b|\d+ d'atout|Excuse|Petit\b|"
    r"\b(ace|jack|knight|queen|king|\d+) of (spades|hearts|diamonds|clubs)\b|trump \d+",
    re.IGNORECASE,
)
HOURS = re.compile(r"\d h \d\d|\d:\d\d [ap]m")
TAGS = re.compile(r"<style.*?</style>|<title>.*?</title>|<[^>]+>", re.DOTALL)


def play_deal(game: Game, post: Post, contract: Contract = Contract.GARDE) -> None:
    """One deal with a contract, mails sent after every step."""
    now = NOW
    post.sweep(now)
    deal = game.deal
    while game.turns and game.deal == deal:
        wanted = next((c for c in choices(game) if getattr(c, "contract", None) == contract), None)
        play(game, wanted, now=now)
        now += timedelta(minutes=1)
        post.sweep(now)
        game.refresh_from_db()


def visible(html: str) -> str:
    """The words of an HTML body as a preview shows them."""
    return " ".join(TAGS.sub(" ", html).split())


def test_every_mail_of_a_game_holds_the_rules_of_the_house(post: Post) -> None:
    players = make_players(4)
    Player.objects.filter(pk=players[1].pk).update(language="en", zone="America/New_York")
    game = make_game(players=Player.objects.order_by("pk"), deals=1)
    play_deal(game, post)
    assert len(post.mails) > 40
    for mail in post.mails:
        check_text(mail)
        check_html(mail)
        _check_headers(mail)
    for number in range(4):
        assert len({mail.subject for mail in post.to(number)}) == 1
        assert len({str(mail.message["References"]) for mail in post.to(number)}) == 1
    assert post.to(0)[0].subject == "Les copains du mardi, donne 1"
    assert post.to(1)[0].subject == "Les copains du mardi, deal 1"
    roots = {str(post.to(number)[0].message["References"]) for number in range(4)}
    assert len(roots) == 4


def check_text(mail: ReceivedMail) -> None:
    for line in mail.text.splitlines():
        assert len(line) <= WIDTH, line
        if "://" in line:
            assert re.fullmatch(r" *https://\S+", line), line
    assert len(HOURS.findall(" ".join(mail.text.split()))) <= 2, "the deadline is named twice at most"
    assert not CARD_WORDS.search(mail.text[:200]), mail.text[:200]
    assert not CARD_WORDS.search(mail.subject)
    assert "\n\n\n" not in mail.text


def check_html(mail: ReceivedMail) -> None:
    html = mail.html
    assert len(html.encode()) < 100_000
    assert not CARD_WORDS.search(visible(html)[:200]), visible(html)[:200]
    assert "<img" not in html
    assert html.count("<h1") == 1
    lang = "en" if mail.to == "p1@example.org" else "fr"
    assert f'<html lang="{lang}"' in html
    links = set(re.findall(r'href="(https://[^"]+)"', html))
    assert links == set(mail.links)


def _check_headers(mail: ReceivedMail) -> None:
    message = mail.message
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "OOF, AutoReply"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<https://play\.pli\.example/u/\S{35}/>", str(message["List-Unsubscribe"]).strip())
    assert message["In-Reply-To"] == message["References"]
    assert str(message["From"]).startswith("Pli <")
    assert message["List-Id"]
    assert message["X-Pli-Kind"]


def test_each_legal_choice_has_its_letter_and_its_link(post: Post) -> None:
    game = make_game()
    post.sweep(NOW)
    seat, decision = open_decision(game)
    (mail,) = post.to(seat)
    found = CHOICE.findall(mail.text)
    assert [letter for letter, *_ in found] == list("abcde")
    for index, (_, _, url, token) in enumerate(found):
        link = parse_link(token, LinkPurpose.ACT)
        assert (link.game_id, link.seat, link.decision, link.index) == (game.pk, seat, decision, index)
        assert len(url) < WIDTH
        assert url in mail.html


def test_a_discard_and_a_handful_lead_to_the_page(post: Post) -> None:
    game = make_game()
    play(game, Bid(Contract.GARDE))
    for _ in range(3):
        play(game, Bid(None))
    post.sweep(NOW)
    discard = post.to(0)[-1]
    assert not CHOICE.findall(discard.text)
    (page,) = [url for url in discard.links if "/a/" in url]
    assert parse_link(page.split("/")[-2], LinkPurpose.ACT).index == NO_CHOICE
    assert "Faire mon écart" in discard.html
    assert discard.text.startswith("Hugo, Nadia et Jo ont parlé, à vous d'écarter avant jeudi 3 décembre")
    assert "À VOUS D'ÉCARTER, LÉA" in discard.text
    assert "DEPUIS VOTRE DERNIER COUP\nVous avez dit garde.\nHugo passe." in discard.text
    play(game)
    while open_decision(game)[0] != 0:
        play(game)
    post.sweep(NOW)
    handful = post.to(0)[-1]
    tokens = [parse_link(url.split("/")[-2], LinkPurpose.ACT).index for url in handful.links if "/a/" in url]
    assert sorted(tokens) == [*range(len(tokens) - 1), NO_CHOICE]
    labels = [label for _, label, _, _ in CHOICE.findall(handful.text)]
    assert labels[:2] == ["Roi de pique", "Roi de cœur"]
    assert labels[-3:] == ["2 d'atout", "Le Petit (1 d'atout)", "Excuse"], "the order of the hand"
    assert "Montrer une poignée" in handful.text


def test_the_hand_comes_last_before_the_links(post: Post) -> None:
    game = make_game()
    post.sweep(NOW)
    seat, _ = open_decision(game)
    text = post.to(seat)[0].text
    assert text.index("VOTRE JEU (18)") > max(match.end() for match in CHOICE.finditer(text))
    assert "Pique     R 3 2 1\nCœur      R 3 2 1\nTrèfle    R\nAtout     21 20 6 5 4 3 2 1, Excuse" in text


def test_a_reminder_says_what_will_happen_and_no_card_first(post: Post) -> None:
    game = make_game()
    play(game, Bid(Contract.GARDE_SANS))
    for _ in range(3):
        play(game)
    while not isinstance(default_action(game, open_decision(game)[0]), PlayCard):
        play(game)
    seat, decision = open_decision(game)
    post.sweep(NOW)
    owe_reminder(None, game_id=game.pk, seat=seat, decision=decision, now=NOW)
    assert post.sweep(NOW) == {"sent": 1}
    mail = post.to(seat)[-1]
    assert mail.message["X-Pli-Kind"] == "reminder"
    assert mail.text.startswith("Rappel\u202f: sans réponse avant jeudi 3 décembre")
    assert not CARD_WORDS.search(mail.text[:200])
    assert CHOICE.findall(mail.text)
    assert mail.subject == post.to(seat)[0].subject


def test_the_end_explains_the_score_and_shows_all_hands(post: Post) -> None:
    game = make_game()
    play_deal(game, post)
    for number, name in enumerate(NAMES):
        mail = post.to(number)[-1]
        assert mail.message["X-Pli-Kind"] == "deal_over, game_over"
        others = [f"{other}\n" for other in NAMES if other != name]
        for words in ("CLASSEMENT", "TOUS LES JEUX", "Chien\n", "Écart\n", "Vous\n", *others):
            assert words in mail.text
        for body in (mail.text, visible(mail.html)):
            assert not re.search(rf"\b{name}\b", body), "the reader is spoken to"
            assert re.search(r"\bVous\s+[+−]?\d", body)
            assert "Score\u202f:" not in body, "the ranking says it"
        assert "× 2" in mail.text


@pytest.mark.parametrize(
    ("winners", "french", "english"),
    [
        (("Camille",), "vous gagnez.", "you win."),
        (("Jo", "Camille"), "vous gagnez à égalité avec Jo.", "you share first place with Jo."),
        (("Jo", "Léa"), "Jo et Léa gagnent.", "Jo and Léa win."),
        (("Léa",), "Léa gagne.", "Léa wins."),
    ],
)
def test_the_winner_is_told_so(winners: tuple[str, ...], french: str, english: str) -> None:
    names = [*winners, *(seat.name for seat in OVER.seats if seat.name not in winners)]
    ranking = tuple(
        RankLine(1 if name in winners else 4, name, 90 if name in winners else -90) for name in names
    )
    page = replace(OVER, ranking=ranking)
    for language, words in (("fr", french), ("en", english)):
        with translation.override(language):
            opening = opening_of(page, [kinds.GAME_OVER], [], ("Camille", "Jo", "Léa", "Jean-Baptiste"))
        assert opening.endswith(f", {words}")


def test_the_slam_question_has_its_own_heading(post: Post) -> None:
    game = make_game()
    play(game, Bid(Contract.GARDE_SANS))
    for _ in range(3):
        play(game, Bid(None))
    post.sweep(NOW)
    text = post.to(0)[-1].text
    assert text.startswith("Hugo, Nadia et Jo ont parlé, à vous de commencer avant jeudi 3 décembre")
    assert "À VOUS DE COMMENCER, LÉA\u202f: ANNONCEZ-VOUS LE CHELEM\u202f?" in text
    play(game)
    while open_decision(game)[0] != 1:
        play(game)
    post.sweep(NOW)
    assert post.to(1)[-1].text.startswith("Léa a joué, à vous avant jeudi 3 décembre")


def test_deals_that_nobody_took_are_one_entry_of_the_last_mail(post: Post) -> None:
    game = make_game()
    for _ in range(12):
        play(game, Bid(None))
    post.mails.clear()
    play_deal(game, post)
    text = post.to(0)[-1].text
    assert "1. Tout le monde a passé trois fois.\n1. " in text
    assert "on redonne" not in text


def test_deadlines_are_in_the_zone_and_tongue_of_the_reader(post: Post) -> None:
    players = make_players(4)
    zones = [
        ("fr", "Europe/Paris"),
        ("en", "America/New_York"),
        ("fr", "Indian/Reunion"),
        ("en", "Europe/London"),
    ]
    for player, (language, zone) in zip(players, zones, strict=True):
        player.language, player.zone = language, zone
        player.save()
    game = make_game(players=players)
    for _ in range(4):
        post.sweep(NOW)
        play(game)
    words = [
        next(m for m in post.to(n) if "your_turn" in str(m.message["X-Pli-Kind"])).text for n in range(4)
    ]
    assert "avant jeudi 3 décembre, 19\u202fh\u202f30 (heure de Paris)" in words[0]
    assert "before Thursday 3 December, 1:30 pm (New York time)" in words[1]
    assert "avant jeudi 3 décembre, 22\u202fh\u202f30 (heure de La Réunion)" in words[2]
    assert "before Thursday 3 December, 6:30 pm (London time)" in words[3]
    assert "À VOUS DE PARLER, NADIA" in words[2]
    assert "YOUR BID, JO" in words[3]


def test_an_unknown_zone_or_tongue_does_not_stop_a_mail(post: Post) -> None:
    players = make_players(4)
    Player.objects.update(language="xx", zone="Mars/Olympus")
    make_game(players=Player.objects.order_by("pk"))
    assert len(players) == post.sweep(NOW)["sent"]
    assert "temps universel" in " ".join(post.to(0)[0].text.split())


def test_names_cannot_break_a_header(post: Post) -> None:
    game = make_game()
    name = "Jeudi\r\nBcc: x@y.example\u202e soir"
    Game.objects.filter(pk=game.pk).update(name=name)
    Seat.objects.filter(number=0).update(name="<b>Léa</b>")
    post.sweep(NOW)
    (mail,) = post.to(0)
    assert mail.subject == "Jeudi Bcc: x@y.example soir, donne 1"
    assert mail.message["Bcc"] is None
    assert "<b>Léa" not in mail.html
