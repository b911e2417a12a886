"""Broken, foreign and early links, and answers that cannot be: calm pages that change nothing."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tarot_engine import PlayCard, parse_card
from tarot_site.games.links import Link, LinkPurpose, make_link

from .conftest import make_game, open_decision, play
from .link_pages import checked, discarding, playing, rows, table_token, text_of, token

pytestmark = pytest.mark.django_db


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
