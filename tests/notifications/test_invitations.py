"""Invitations: the terms, one way in, one way never to hear of it again."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from notifications.models import Mail
from tarot_site.games.errors import InvitationDeclined
from tarot_site.games.links import LinkPurpose, parse_link
from tarot_site.games.models import Game, Seat, SeatKind
from tarot_site.games.queries import load_opening
from tarot_site.games.seating import decline_seat, invite_again, take_seat
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.notifications.test_bodies import check_html, check_text
from tests.site.conftest import NOW, make_players

pytestmark = pytest.mark.django_db


def test_an_invitation_says_the_terms_and_has_one_way_in(post: Post) -> None:
    (host,) = make_players(1)
    seats = [SeatRequest(player=host), *(SeatRequest(address=f"f{n}@example.org") for n in range(3))]
    game = create_game(name="Jeudi", creator=host, seats=seats, deals=4, move_seconds=2 * 86400, now=NOW)
    assert post.sweep(NOW) == {"sent": 3}
    mail = post.server.to("f1@example.org")[0]
    check_text(mail)
    check_html(mail)
    assert mail.message["X-Pli-Kind"] == "invitation"
    assert mail.subject.startswith("Jeudi")
    for words in ("Léa vous invite", "4 donnes", "2 jours", "un robot tient la place"):
        assert words in " ".join(mail.text.split())
    assert [url.split("/")[3] for url in mail.links] == ["i", "u"]
    link = parse_link(mail.links[0].split("/")[-2], LinkPurpose.INVITE)
    assert (link.game_id, link.seat) == (game.pk, 2)
    assert "À table avec vous\u202f: Léa." in mail.text
    sealed = " ".join(mail.text.split()).partition(
        "Les cartes sont fixées d'avance ; chacun pourra le vérifier."
    )
    assert load_opening(game).commitment.digest in sealed[2], "the commitment stands in the small print"
    assert "f0@example.org" not in mail.raw.decode()
    assert "p0@example.org" not in mail.raw.decode()


@pytest.mark.parametrize(
    ("robots", "company"), [(1, "Léa et un robot (Sophie)"), (2, "Léa et deux robots (Charles, Sophie)")]
)
def test_an_invitation_names_who_is_at_the_table(post: Post, robots: int, company: str) -> None:
    (host,) = make_players(1)
    seats = [SeatRequest(player=host), *(SeatRequest(address=f"f{n}@example.org") for n in range(3 - robots))]
    seats += [SeatRequest(SeatKind.ROBOT)] * robots
    create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=86400, now=NOW)
    post.sweep(NOW)
    text = post.server.to("f0@example.org")[0].text
    assert f"À table avec vous\u202f: {company}." in text
    assert "La partie\u202f: une seule donne." in text


def test_a_declined_or_taken_invitation_is_not_mailed(post: Post) -> None:
    host, guest = make_players(2)
    seats = [SeatRequest(player=host), *(SeatRequest(address=f"f{n}@example.org") for n in range(3))]
    create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=86400, now=NOW)
    take_seat(Seat.objects.get(number=1).pk, player=guest, name="Hugo", word="", now=NOW)
    decline_seat(Seat.objects.get(number=2).pk, NOW)
    post.sweep(NOW)
    assert [mail.to for mail in post.mails] == ["f2@example.org", "p0@example.org"]
    assert post.to(0)[0].message["X-Pli-Kind"] == "declined"


def test_whoever_is_invited_again_is_mailed_again_and_once(post: Post) -> None:
    (host,) = make_players(1)
    seats = [SeatRequest(player=host), *(SeatRequest(address=f"f{n}@example.org") for n in range(3))]
    create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=86400, now=NOW)
    seat = Seat.objects.get(number=1)
    assert post.sweep(NOW) == {"sent": 3}
    for address in ("other@example.org", "f0@example.org"):
        invite_again(seat.pk, address, now=NOW)
    assert post.sweep(NOW) == {"sent": 1, "dropped": 1}
    first, second = post.server.to("f0@example.org")
    assert first.links[0] != second.links[0]
    assert not post.server.to("other@example.org")


def test_whoever_declined_is_not_written_to_again_for_this_table(post: Post) -> None:
    (host,) = make_players(1)
    seats = [SeatRequest(player=host), *(SeatRequest(address=f"f{n}@example.org") for n in range(3))]
    for name in ("Jeudi", "Lundi"):
        create_game(name=name, creator=host, seats=seats, deals=1, move_seconds=86400, now=NOW)
    declined, other = (Seat.objects.get(number=1, game__name=name) for name in ("Jeudi", "Lundi"))
    post.sweep(NOW)
    decline_seat(declined.pk, NOW)
    with pytest.raises(InvitationDeclined):
        invite_again(declined.pk, "f0@example.org", now=NOW)
    invite_again(other.pk, "f0@example.org", now=NOW)
    invite_again(declined.pk, "f9@example.org", now=NOW)
    post.sweep(NOW)
    assert [mail.subject for mail in post.server.to("f0@example.org")] == ["Jeudi", "Lundi", "Lundi"]
    assert [mail.subject for mail in post.server.to("f9@example.org")] == ["Jeudi"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", "Cette adresse a décliné l&#x27;invitation à cette table"),
        ("en", "This address declined the invitation to this table"),
    ],
)
def test_the_page_says_that_an_address_has_declined(language: str, words: str) -> None:
    (host,) = make_players(1)
    Player.objects.update(language=language)
    seats = [SeatRequest(player=host), SeatRequest(address="f0@example.org"), SeatRequest(SeatKind.ROBOT)]
    game = create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=86400, now=NOW)
    decline_seat(game.seats.get(number=1).pk, NOW)
    before = (Game.objects.get().seq, Mail.objects.count(), game.seats.get(number=1).link_epoch)
    browser = Client()
    browser.force_login(host, "django.contrib.auth.backends.ModelBackend")
    form = {"do": "invite", "seat": "1", "address": "F0@Example.org"}
    page = browser.post(reverse("games:waiting", args=[game.public_id]), form)
    text = page.content.decode()
    assert page.status_code == 400
    assert words in text
    assert 'value="F0@Example.org"' in text, "nothing typed is lost"
    assert "invitation envoyée" not in text
    assert before == (Game.objects.get().seq, Mail.objects.count(), game.seats.get(number=1).link_epoch)


@pytest.mark.parametrize("known_before", [True, False])
def test_a_closed_account_is_not_invited(post: Post, known_before: bool) -> None:
    host, *_ = make_players(1)
    guest = Player.objects.create_user("closed@example.org", is_active=False) if known_before else None
    seats = [SeatRequest(player=host), SeatRequest(address="closed@example.org"), SeatRequest(SeatKind.ROBOT)]
    create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=86400, now=NOW)
    if guest is None:
        Player.objects.create_user("closed@example.org", is_active=False)
    assert post.sweep(NOW) == {"dropped": 1}
    assert Mail.objects.get().answer == "account closed"
