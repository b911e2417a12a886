"""A person whose mailbox refuses our mails: the table knows, and they can say that it works again."""

from __future__ import annotations

import pytest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tarot_engine import Bid, Contract
from tarot_site.games.models import Game, GameStatus, SeatKind
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player

from .act_form import PageForm, forms_of
from .conftest import NOW, make_game, make_players, play, play_until
from .link_pages import rows, table_token, text_of, token

pytestmark = pytest.mark.django_db

THEIRS = "Nos mails ne parviennent pas à Léa : un mot de votre part l'aiderait."
MINE = "Nos mails ne vous parviennent pas : votre boîte les refuse. Vous pouvez toujours jouer ici."


def suspend(game: Game, seat: int = 0) -> Player:
    """Mail to the person of this seat is refused."""
    player = game.seats.get(number=seat).player
    assert player is not None
    Player.objects.filter(pk=player.pk).update(mail_suspended_at=timezone.now())
    return player


def retry_form(page: object) -> PageForm | None:
    """The form with "Réessayer"."""
    forms = forms_of(page).values()
    return next((form for form in forms if "retry_mail" in form.submits or "/me/mail/" in form.action), None)


def test_every_other_seat_reads_it_and_no_address() -> None:
    game = make_game()
    before = [text_of(Client().get(f"/t/{table_token(game, seat)}/")) for seat in range(4)]
    assert not [words for words in before if "parviennent" in words]
    suspend(game)
    for seat in (1, 2, 3):
        page = Client().get(f"/t/{table_token(game, seat)}/")
        assert THEIRS in text_of(page)
        assert MINE not in text_of(page)
        assert retry_form(page) is None
        assert "example.org" not in page.content.decode()


def test_the_person_who_comes_by_a_link_mends_it(client: Client) -> None:
    game = make_game()
    player = suspend(game)
    for link in (f"/t/{table_token(game, 0)}/", f"/a/{token(game)}/"):
        suspend(game)
        before = rows()
        page = client.get(link)
        assert MINE in text_of(page)
        assert THEIRS not in text_of(page)
        form = retry_form(page)
        assert form is not None
        player.refresh_from_db()
        assert player.mail_suspended_at is not None
        answer = client.post(form.action, {**form.fields, "retry_mail": "1"})
        assert answer.status_code == 303
        player.refresh_from_db()
        assert player.mail_suspended_at is None
        page = client.get(answer["Location"])
        assert "Nous vous écrirons de nouveau." in text_of(page)
        assert MINE not in text_of(page)
        assert rows() == before
        suspend(game)
        assert "Nous vous écrirons de nouveau." not in text_of(client.get(answer["Location"]))


def test_signed_in_they_mend_it_from_the_table() -> None:
    game = make_game()
    player = suspend(game)
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    page = client.get(game.get_absolute_url())
    assert MINE in text_of(page)
    form = retry_form(page)
    assert form is not None
    assert client.post(form.action, {}).status_code == 403
    assert client.post(form.action, form.fields).status_code == 302
    player.refresh_from_db()
    assert player.mail_suspended_at is None


def test_another_seat_cannot_say_it_for_them(client: Client) -> None:
    game = make_game()
    player = suspend(game)
    client.post(f"/a/{token(game, seat=1, decision=1)}/", {"retry_mail": "1"})
    player.refresh_from_db()
    assert player.mail_suspended_at is not None


def test_several_are_named_together(client: Client) -> None:
    game = make_game()
    suspend(game)
    suspend(game, 2)
    words = text_of(client.get(f"/t/{table_token(game, 1)}/"))
    assert "parviennent pas à ces personnes : Léa et Nadia. Un mot de votre part les aiderait." in words
    mine = text_of(client.get(f"/t/{table_token(game, 0)}/"))
    assert MINE in mine
    assert "Nos mails ne parviennent pas à Nadia : un mot" in mine


def test_in_english(client: Client) -> None:
    game = make_game()
    suspend(game)
    Player.objects.filter(seats__game=game).update(language="en")
    assert "Our emails do not reach you: your mailbox refuses them." in text_of(
        client.get(f"/t/{table_token(game, 0)}/")
    )
    assert "Our emails do not reach Léa: a word from you would help." in text_of(
        client.get(f"/t/{table_token(game, 1)}/")
    )


def test_a_table_that_waits_or_stands_still_says_so_and_one_that_is_over_does_not(client: Client) -> None:
    people = make_players(2)
    seats = [SeatRequest(player=people[0]), SeatRequest(player=people[1])]
    seats += [SeatRequest(address="a@b.example"), SeatRequest(SeatKind.ROBOT)]
    game = create_game(name="Jeudi", creator=people[1], seats=seats, move_seconds=86_400, now=NOW)
    suspend(game)
    assert game.status == GameStatus.WAITING
    assert THEIRS in text_of(client.get(f"/t/{table_token(game, 1)}/"))
    for status, is_said in ((GameStatus.PAUSED, True), (GameStatus.CANCELLED, False)):
        Game.objects.filter(pk=game.pk).update(status=status)
        assert (THEIRS in text_of(client.get(f"/t/{table_token(game, 1)}/"))) is is_said
    assert MINE not in text_of(client.get(f"/t/{table_token(game, 0)}/"))


def test_a_link_of_an_earlier_deal_tells_of_all_and_offers_nothing(client: Client) -> None:
    game = make_game(deals=2)
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda g: g.deal == 2)
    suspend(game)
    page = client.get(f"/t/{table_token(game, 0, 1)}/")
    assert THEIRS in text_of(page)
    assert retry_form(page) is None


def test_it_costs_no_query(client: Client) -> None:
    from django.db import connection

    game = make_game()
    link = f"/t/{table_token(game, 1)}/"
    counts = []
    for seat in (None, 0, 2):
        if seat is not None:
            suspend(game, seat)
        with CaptureQueriesContext(connection) as queries:
            client.get(link)
        counts.append(len(queries))
    assert len(set(counts)) == 1
