"""The links of mails as pages: GET shows, POST acts once, old and broken links are calm."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape

import pytest
from django.test import Client

from tarot_engine import Bid, Contract, PlayCard, Prepare, parse_card, view_for
from tarot_site.games.links import NO_CHOICE, Link, LinkPurpose, make_link
from tarot_site.games.models import EventRecord, Game, PendingAnswer, Seat
from tarot_site.games.signals import fresh_link_asked
from tarot_site.games.store import load_game

from .conftest import NOW, cards, choices, make_game, open_decision, play, play_until

pytestmark = pytest.mark.django_db


def token(game: Game, index: int = NO_CHOICE, *, seat: int | None = None, decision: int | None = None) -> str:
    """A link of the open decision, or of another one."""
    if seat is None or decision is None:
        seat, decision = open_decision(game)
    epoch = game.seats.get(number=seat).link_epoch
    return make_link(Link(LinkPurpose.ACT, game.pk, seat, decision, index, epoch))


def table_token(game: Game, seat: int, deal: int | None = None) -> str:
    """A link that shows the table, made in this deal."""
    game.refresh_from_db()
    epoch = game.seats.get(number=seat).link_epoch
    number = game.deal if deal is None else deal
    return make_link(Link(LinkPurpose.TABLE, game.pk, seat, decision=number, epoch=epoch))


def text_of(response: object) -> str:
    """The page's words without tags."""
    html = response.content.decode()  # type: ignore[attr-defined]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def button(response: object) -> str:
    """The words of the one button that acts."""
    html = response.content.decode()  # type: ignore[attr-defined]
    found = re.search(r'<button class="button bar-main"[^>]*>(.*?)</button>', html, re.DOTALL)
    assert found
    return unescape(found[1]).strip()


def checked(response: object) -> set[str]:
    """name=value of everything that is selected in the page."""
    html = response.content.decode()  # type: ignore[attr-defined]
    inputs = re.findall(r"<input[^>]*>", html)
    return {f"{field(tag, 'name')}={field(tag, 'value')}" for tag in inputs if " checked" in tag}


def field(tag: str, name: str) -> str:
    """An attribute of a tag."""
    found = re.search(rf'{name}="([^"]*)"', tag)
    assert found
    return found[1]


def rows() -> tuple[object, ...]:
    """Everything that a press could change."""
    games = tuple(Game.objects.order_by("pk").values_list())
    return (
        games,
        EventRecord.objects.count(),
        PendingAnswer.objects.count(),
        tuple(Seat.objects.values_list()),
    )


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


def test_post_plays_and_redirects_and_the_second_press_says_already_played(client: Client) -> None:
    game = make_game()
    link = f"/a/{token(game, 2)}/"
    first = client.post(link)
    assert first.status_code == 303
    assert first["Location"].endswith("/?done=1")
    shown = client.get(first["Location"])
    assert shown.status_code == 200
    assert "C'est joué." in text_of(shown)
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


@pytest.mark.parametrize("purpose", ["a", "t"])
@pytest.mark.parametrize(
    "bad",
    [
        "x",
        "A" * 35,
        "A" * 34 + "%00",
        "%ff%fe%fd",
        "a" * 199,
        "..%2f..",
        "%E2%98%83" * 12,
        "A" * 35 + "=",
        "%0a",
    ],
)
def test_forged_links_are_a_calm_page_not_found(client: Client, purpose: str, bad: str) -> None:
    for response in (client.get(f"/{purpose}/{bad}/"), client.head(f"/{purpose}/{bad}/")):
        assert response.status_code == 404
    assert "Il n'y a rien à cette adresse." in text_of(client.get(f"/{purpose}/{bad}/"))


def test_truncated_changed_and_foreign_tokens_are_not_found(client: Client) -> None:
    game = make_game()
    good = token(game, 0)
    changed = good[:10] + ("A" if good[10] != "A" else "B") + good[11:]
    for bad in (good[:-1], good[1:], changed, good + "A", table_token(game, 0)):
        assert client.get(f"/a/{bad}/").status_code == 404
        assert client.post(f"/a/{bad}/", {"choice": "0"}).status_code == 404
    assert client.get(f"/t/{good}/").status_code == 404
    missing = make_link(Link(LinkPurpose.ACT, 999_999, 0, 1))
    assert client.get(f"/a/{missing}/").status_code == 404


def test_revoked_link_is_gone(client: Client) -> None:
    game = make_game()
    old, shown = token(game, 0), table_token(game, 0)
    game.seats.filter(number=0).update(link_epoch=1)
    before = rows()
    for response in (client.get(f"/a/{old}/"), client.post(f"/a/{old}/"), client.get(f"/t/{shown}/")):
        assert response.status_code == 410
        assert "Ce lien ne sert plus." in text_of(response)
    assert rows() == before


def test_another_seats_token_in_the_form_counts_for_nothing(client: Client) -> None:
    game = make_game()
    mine = token(game, 0)
    other = token(game, seat=1, decision=1)
    response = client.post(f"/a/{mine}/", {"token": other, "choice": "0"})
    assert response.status_code == 303
    assert open_decision(game) == (1, 1)
    assert client.post(f"/a/{other}/", {"choice": "0"}).status_code == 303
    assert open_decision(game) == (2, 1)


def test_a_link_before_its_turn_changes_nothing(client: Client) -> None:
    game = make_game()
    early = token(game, 0, seat=1, decision=1)
    before = rows()
    response = client.post(f"/a/{early}/")
    assert response.status_code == 409
    assert rows() == before


def test_a_table_link_is_read_only(client: Client) -> None:
    game = make_game()
    response = client.post(f"/t/{table_token(game, 0)}/", {"choice": "0"})
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD"
    assert "Rien n'a été joué." in text_of(response)
    assert open_decision(game) == (0, 1)


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


def discarding() -> Game:
    """The game in which seat 0 has taken in garde and is to discard."""
    game = make_game()
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda g: g.turns[0] == [0, 2])
    return game


def ends_soon(game: Game) -> bool:
    """Whether the trick before the last one has begun."""
    return len(view_for(load_game(game.pk).events, None).tricks) >= 16


GOOD_DISCARD = "S1 S2 S3 H1 H2 H3"


@pytest.mark.parametrize(
    ("picked", "words"),
    [
        ("S1 S2 S3 H1 H2", "Encore 1 carte"),
        ("S1 S2 S3 H1 H2 H3 C10", "1 carte de trop"),
        ("S1 S2 S3 H1 H2 SK", "roi"),
        ("S1 S2 S3 H1 H2 EX", "bout"),
        ("S1 S2 S3 H1 H2 S9", "pas dans votre jeu"),
        ("S1 S2 S3 H1 H2 S1", "Encore 1 carte"),
        ("", "6"),
    ],
)
def test_a_refused_discard_is_the_same_page_with_the_reason_and_the_picks(
    client: Client, picked: str, words: str
) -> None:
    game = discarding()
    before = rows()
    response = client.post(f"/a/{token(game)}/", {"card": picked.split(), "slam": "1"})
    assert response.status_code == 400
    result = re.search(r'id="result"[^>]*>(.*?)</div>', response.content.decode(), re.DOTALL)
    assert result
    assert words in unescape(result[1])
    held = set(picked.split()) - {"S9", "SK", "EX"}
    assert checked(response) == {f"card={code}" for code in held} | {"slam=1"}
    assert rows() == before


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


def playing() -> Game:
    """Seat 0 leads, with a handful it may show."""
    game = discarding()
    play(game, Prepare(cards(GOOD_DISCARD)))
    play_until(game, lambda g: g.turns[0][0] == 0)
    return game


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


def test_an_illegal_card_gives_the_reason(client: Client) -> None:
    game = playing()
    play(game, PlayCard(parse_card("SK")))
    assert open_decision(game)[0] == 1
    response = client.post(f"/a/{token(game)}/", {"card": "H4"})
    assert response.status_code == 400
    assert "pique" in text_of(response)


@pytest.mark.parametrize(
    "data",
    [
        {"choice": "99"},
        {"choice": "-1"},
        {"choice": "\x00"},
        {"choice": "9" * 5000},
        {"choice": ["0", "1"]},
        {"choice": "²"},
        {"choice": ""},
        {"card": ["ZZ"]},
        {"card": ["H4", "H5"]},
        {"card": ["\x00"] * 3},
        {"choice": "0", "show": ["T1"]},
        {"token": "x" * 4000},
        {},
    ],
)
def test_nonsense_is_refused_calmly(client: Client, data: dict[str, object]) -> None:
    game = make_game()
    before = rows()
    assert client.post(f"/a/{token(game)}/", data).status_code == 400
    assert rows() == before


def test_raw_bytes_and_huge_bodies_are_never_an_error_of_ours(client: Client) -> None:
    game = make_game()
    address = f"/a/{token(game)}/"
    form = "application/x-www-form-urlencoded"
    before = rows()
    for body, kind in (
        (b"choice=%ff%fe", form),
        (b"\xff\xfe\x00=\x00", form),
        (b"choice=" + b"1" * 1_000_000, form),
        (b"&".join(b"card=S1" for _ in range(2000)), form),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
        (b"{}", "application/json"),
    ):
        response = client.post(address, body, content_type=kind)
        assert response.status_code == 400, (body[:20], response.status_code)
    assert rows() == before
    assert client.put(address).status_code == 405
    assert client.delete(address).status_code == 405


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


def test_a_table_page_needs_few_queries(client: Client, django_assert_max_num_queries: object) -> None:
    game = make_game()
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        client.get(f"/a/{token(game, 0)}/")


def test_an_answer_may_be_changed_or_taken_back_for_a_while(client: Client, settings: object) -> None:
    settings.TAKE_BACK_SECONDS = 60  # type: ignore[attr-defined]
    game = make_game()
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
