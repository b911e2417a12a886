"""The admin is blind: a superuser crawls every page of it and meets no hidden card, no secret, no link."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone, translation

from notifications.models import Mail, MailState
from tarot_engine import PACK, Bid, CardSet, Hidden, view_for
from tarot_site.games.links import Link, LinkPurpose, make_link
from tarot_site.games.models import ActorKind, EventRecord, Game, GameStatus, PendingAnswer
from tarot_site.games.operators import LOOKED, ONE_LOOK, note_look
from tarot_site.games.store import load_game
from tarot_site.games.wording_cards import card_name, card_the
from tarot_site.players.models import Player
from tests.site.conftest import make_game, make_players, play

pytestmark = pytest.mark.django_db

START = "/admin/"


class Links(HTMLParser):
    """The addresses a page leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a" and (target := dict(attrs).get("href")):
            self.found.append(target)


def pages(admin: Client, start: str = START, most: int = 400) -> Iterator[tuple[str, str]]:
    """Every page of the admin that links lead to, each once; no answer may be an error."""
    todo, seen = [start], set()
    while todo and len(seen) < most:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = admin.get(path, follow=True)
        assert answer.status_code == 200, (path, answer.status_code)
        text = answer.content.decode()
        yield path, text
        links = Links()
        links.feed(text)
        for link in links.found:
            target = urljoin(path, link.split("#")[0])
            if "?" in path or "/change/" in target:  # each filter once, no combinations of them
                target = target.split("?")[0]
            if target.startswith("/admin/") and "logout" not in target:
                todo.append(target)


def open_log(admin: Client, game: Game) -> str:
    """The log's page after its button was pressed, in words."""
    return html.unescape(admin.post(f"/admin/games/game/{game.pk}/log/", follow=True).content.decode())


def hidden_cards(game: Game) -> CardSet:
    """The cards that a spectator has not seen in this deal."""
    shown = EventRecord.objects.filter(game=game, sealed=None).values_list("data", flat=True)
    seen = set(
        re.findall(r"[\"\']((?:[SHDC](?:10|[1-9JNQK])|T(?:2[01]|1\d|[1-9])|EX))[\"\']", str(list(shown)))
    )
    seen |= set(re.findall(r"\b(?:[SHDC](?:10|[1-9JNQK])|T(?:2[01]|1\d|[1-9])|EX)\b", str(list(shown))))
    return CardSet.from_cards(card for card in PACK if str(card) not in seen)


def forbidden(game: Game) -> list[str]:
    """What may stand on no page: hidden cards by code and name, sealed bytes, tokens, addresses."""
    words: list[str] = []
    for card in hidden_cards(game):
        words.append(str(card))
        for language in ("fr", "en"):
            with translation.override(language):
                words += [card_name(card), card_the(card)]
    sealed = [bytes(record.sealed) for record in EventRecord.objects.exclude(sealed=None)]
    sealed += [bytes(answer.action) for answer in PendingAnswer.objects.all()]
    sealed += [bytes(mail.sealed) for mail in Mail.objects.exclude(sealed=None)]
    sealed.append(bytes(game.secret))
    words += [blob.hex() for blob in sealed] + [repr(blob)[2:20] for blob in sealed]
    for seat in game.seats.all():
        for purpose in LinkPurpose:
            for decision in range(4):
                words.append(make_link(Link(purpose, game.pk, seat.number, decision, epoch=seat.link_epoch)))
        words.append(f"p{seat.number}@example.org")
    return words


def test_the_crawl_would_see_a_hidden_card(game: Game) -> None:
    """The search itself works: what each seat holds now is among the words that are looked for."""
    words = forbidden(game)
    for number in range(4):
        hand = view_for(load_game(game.pk).events, number).hand
        assert hand
        assert not isinstance(hand, Hidden)
        assert all(str(card) in words for card in hand if card in hidden_cards(game))
    assert 60 < len(hidden_cards(game)) < 78


def test_every_page_of_the_admin_is_blind(admin: Client, game: Game) -> None:
    Mail.objects.update(
        state=MailState.SENDING, sealed=b"sealed body bytes", answer="550 <p1@example.org> unknown"
    )
    assert "hands_dealt" in open_log(admin, game)  # so that its lines are among what is read here
    any_word = "|".join(re.escape(html.escape(word)) for word in forbidden(game))
    search = re.compile(rf"(?<!\w)(?:{any_word})(?!\w)").search
    visited = []
    for path, text in pages(admin):
        visited.append(path)
        found = search(re.sub(r'value="[^"]{64}"', "", text))  # but for the form's own CSRF token
        assert not found, (path, found)
    for page in (
        f"games/game/{game.pk}/log/",
        f"games/game/{game.pk}/change/",
        f"games/game/{game.pk}/history/",
    ):
        assert any(path.startswith(f"/admin/{page}") for path in visited), page
    for table in ("notifications/mail", "players/player"):
        assert any(re.match(rf"/admin/{table}/\d+/change/", path) for path in visited), table
    assert len(visited) > 20


def test_the_log_shows_public_lines_and_only_the_kind_of_secret_ones(admin: Client, game: Game) -> None:
    page = open_log(admin, game)
    assert "hands_dealt" in page
    assert "discard_made" in page
    assert '"garde"' in page
    assert str(ActorKind.FORCED.label) not in page


def test_a_finished_deal_is_open_to_operators(admin: Client) -> None:
    game = make_game(players=make_players(), deals=2, now=timezone.now())
    for bid in (Bid(None),) * 4:
        play(game, bid, now=timezone.now())
    assert "deal_passed_out" in open_log(admin, game)


def test_each_look_at_a_log_is_noted_once_an_hour(admin: Client, operator: Player, game: Game) -> None:
    path = f"/admin/games/game/{game.pk}/log/"
    before = Game.objects.get(pk=game.pk)
    for _ in range(3):
        admin.post(path)
        assert "hands_dealt" in admin.get(path).content.decode()
    looks = EventRecord.objects.filter(game=game, kind=LOOKED)
    assert [look.data for look in looks] == [{"player": operator.pk}]
    assert looks[0].actor == ActorKind.OPERATOR
    after = Game.objects.get(pk=game.pk)
    assert after.seq == before.seq + 1
    assert (after.turns, after.due_at, after.status) == (before.turns, before.due_at, before.status)
    looks.update(at=timezone.now() - ONE_LOOK - timedelta(seconds=1))
    assert "hands_dealt" not in admin.get(path).content.decode()
    admin.post(path)
    assert looks.count() == 2
    play(game, now=timezone.now())


def test_reading_changes_nothing_and_shows_a_button_only(admin: Client, game: Game) -> None:
    path = f"/admin/games/game/{game.pk}/log/"
    other = Player.objects.create_superuser("other@example.org")
    note_look(game.pk, other, timezone.now())  # counts for nobody else
    count = EventRecord.objects.count()
    for ask in (admin.get, admin.head):
        answer = ask(path, {"page": "1"})
        assert answer.status_code == 200
        assert "hands_dealt" not in answer.content.decode()
    page = html.unescape(admin.get(path).content.decode())
    assert "ce regard y laissera une ligne" in page
    assert '<input type="submit" class="default" value="Ouvrir le journal">' in page
    assert EventRecord.objects.count() == count


def test_an_operator_never_sees_a_running_game_of_their_own(admin: Client, operator: Player) -> None:
    players = [*make_players(3), operator]
    game = make_game(players=players, now=timezone.now())
    for page in ("change", "log", "history"):
        for ask in (admin.get, admin.post):
            answer = ask(f"/admin/games/game/{game.pk}/{page}/")
            assert answer["Location"] == "/admin/games/game/", page
    assert not EventRecord.objects.filter(game=game, kind=LOOKED).exists()
    mails = admin.get("/admin/notifications/mail/").content.decode()
    assert "p0@" not in mails
    assert not Mail.objects.filter(game=game).exclude(player=operator).exists() or "Léa" not in mails
    admin.post(
        "/admin/games/game/",
        {"action": "cancel_games", "_selected_action": game.pk, "confirmed": "1", "reason": "mine"},
    )
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING
    Game.objects.filter(pk=game.pk).update(status=GameStatus.OVER)
    assert admin.get(f"/admin/games/game/{game.pk}/log/").status_code == 200


def test_the_admin_gives_no_address_of_a_table(admin: Client, game: Game) -> None:
    kind = ContentType.objects.get_for_model(Game).pk
    for path in (
        f"/admin/r/{kind}/{game.pk}/",
        f"/admin/r/{kind}/{game.pk}",
        "/admin/r/1/1/",
        "/admin/r/x/y/",
    ):
        answer = admin.get(path)
        assert answer.status_code == 404
        assert game.public_id not in answer.content.decode() + answer.headers.get("Location", "")
