"""What is in a link's token, and every way in which one may be wrong."""

from __future__ import annotations

import string

import pytest
from django.utils import timezone

from tarot_site.games.errors import LinkMalformed, LinkRevoked
from tarot_site.games.links import (
    NO_CHOICE,
    TOKEN_LENGTH,
    Link,
    LinkPurpose,
    act_url,
    check_epoch,
    invite_url,
    make_link,
    parse_link,
    stop_url,
    table_url,
)
from tarot_site.games.models import Seat

ACT = Link(LinkPurpose.ACT, game_id=7, seat=2, decision=31, index=4, epoch=1)
BIGGEST = Link(LinkPurpose.ACT, game_id=2**32 - 1, seat=4, decision=65535, index=254, epoch=255)
ALPHABET = string.ascii_letters + string.digits + "-_"


@pytest.mark.parametrize("purpose", LinkPurpose)
@pytest.mark.parametrize("link", [ACT, BIGGEST, Link(LinkPurpose.ACT, 1, 0)])
def test_says_what_was_written(purpose, link):
    link = Link(purpose, link.game_id, link.seat, link.decision, link.index, link.epoch)
    token = make_link(link)
    assert parse_link(token, purpose) == link
    assert len(token) == TOKEN_LENGTH
    assert set(token) <= set(ALPHABET)


def test_equal_links_have_equal_tokens():
    assert make_link(ACT) == make_link(ACT)


@pytest.mark.parametrize("purpose", [purpose for purpose in LinkPurpose if purpose is not LinkPurpose.ACT])
def test_another_door_does_not_know_it(purpose):
    with pytest.raises(LinkMalformed):
        parse_link(make_link(ACT), purpose)


@pytest.mark.parametrize("place", range(TOKEN_LENGTH))
def test_every_changed_character_is_noticed(place):
    token = make_link(ACT)
    for other in ALPHABET:
        if other != token[place]:
            with pytest.raises(LinkMalformed):
                parse_link(token[:place] + other + token[place + 1 :], LinkPurpose.ACT)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda token: "",
        lambda token: token[:-1],
        lambda token: token + "A",
        lambda token: token[:-1] + "=",
        lambda token: " " + token[1:],
        lambda token: "é" * TOKEN_LENGTH,
        lambda token: "A" * TOKEN_LENGTH,
        lambda token: token.swapcase(),
    ],
)
def test_text_that_is_no_token(spoil):
    with pytest.raises(LinkMalformed):
        parse_link(spoil(make_link(ACT)), LinkPurpose.ACT)


def test_seat_and_decision_are_signed():
    assert (
        len(
            {
                make_link(Link(LinkPurpose.ACT, 7, seat, decision))
                for seat in range(4)
                for decision in range(9)
            }
        )
        == 36
    )


def test_key_ring(settings):
    settings.GAME_KEYS = {1: b"o" * 40}
    old = make_link(ACT)
    settings.GAME_KEYS = {2: b"n" * 40, 1: b"o" * 40}
    assert parse_link(old, LinkPurpose.ACT) == ACT
    assert make_link(ACT) != old
    settings.GAME_KEYS = {2: b"n" * 40}
    with pytest.raises(LinkMalformed):
        parse_link(old, LinkPurpose.ACT)


def test_addresses_fit_in_a_line_of_mail(settings):
    settings.SITE_URL = "https://play.example.org"
    urls = [
        act_url(2**32 - 1, 4, 65535, NO_CHOICE, 255),
        table_url(2**32 - 1, 4, 255, 65535),
        invite_url(2**32 - 1, 4, 255),
        stop_url(2**32 - 1, 4, 255),
    ]
    assert [url[:27] for url in urls] == [f"https://play.example.org/{door}/" for door in "atiu"]
    assert all(len(url) < 78 and url.endswith("/") for url in urls)


def test_epoch_revokes_all_but_stop():
    seat = Seat(number=2, link_epoch=1, invited_address="lea@example.org")
    for purpose in LinkPurpose:
        check_epoch(Link(purpose, 7, 2, epoch=1), seat)
    seat.link_epoch = 2
    check_epoch(Link(LinkPurpose.STOP, 7, 2, epoch=1), seat)
    for purpose in (LinkPurpose.ACT, LinkPurpose.TABLE, LinkPurpose.INVITE):
        with pytest.raises(LinkRevoked):
            check_epoch(Link(purpose, 7, 2, epoch=1), seat)


def test_an_invitation_ends_when_the_seat_is_taken_or_given_up():
    invite = Link(LinkPurpose.INVITE, 7, 2)
    check_epoch(invite, Seat(number=2, invited_address="lea@example.org"))
    for seat in (
        Seat(number=2, invited_address="lea@example.org", taken_at=timezone.now()),
        Seat(number=2, invited_address=""),
    ):
        with pytest.raises(LinkRevoked):
            check_epoch(invite, seat)
