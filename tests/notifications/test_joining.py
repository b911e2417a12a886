"""Which waiting mail a debt may join, so that nothing owed goes down with a mail that is dropped."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client

from notifications import ledger
from notifications.models import Mail, MailState
from notifications.owing import Debt, people_of, write_debts
from notifications.receivers import owe_fresh_link
from tarot_site.games.models import Game, Seat, SeatKind
from tarot_site.games.seating import invite_again, take_seat
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.site.conftest import NOW, make_game, make_players, open_decision, play, play_until
from tests.site.test_two_writers import at_once

pytestmark = pytest.mark.django_db
GUEST = "guest@example.org"
LATER = "451 4.7.1 Greylisted, try again later"


def at(seconds: int) -> datetime:
    return NOW + timedelta(seconds=seconds)


@pytest.fixture
def table() -> Game:
    """Two robots, a host, and a guest whose address nobody knows yet."""
    (host,) = make_players(1)
    seats = [SeatRequest(player=host), SeatRequest(address=GUEST), *[SeatRequest(SeatKind.ROBOT)] * 2]
    return create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=86400, now=NOW)


def sit_down(game: Game, now: datetime) -> None:
    """The guest signs in, takes the seat, and it is their turn."""
    guest, _ = Player.objects.get_or_create(
        email=GUEST, defaults={"pseudonym": "Guest", "language": "en", "zone": "America/New_York"}
    )
    take_seat(game.seats.get(number=1).pk, player=guest, name="Guest", word="", now=now)
    play_until(game, lambda g: bool(g.turns) and g.turns[0][0] == 1, now=now)


def test_an_invitation_replaced_while_it_waits_takes_no_turn_with_it(post: Post, table: Game) -> None:
    post.server.refuse(GUEST, LATER)
    assert post.sweep(NOW) == {"postponed": 1}
    post.server.accept(GUEST)
    Player.objects.create_user(GUEST, pseudonym="Guest")
    invite_again(table.seats.get(number=1).pk, GUEST, now=at(10))
    assert post.sweep(at(11)) == {"sent": 1}
    sit_down(table, at(20))
    post.sweep(at(21))
    assert post.sweep(at(600)) == {"dropped": 1}, "the first invitation"
    invited, turn = post.server.to(GUEST)
    assert invited.message["X-Pli-Kind"] == "invitation"
    assert turn.message["X-Pli-Kind"] == "deal_opened, your_turn"
    withdrawn = Mail.objects.get(state=MailState.DROPPED)
    assert (withdrawn.kinds, withdrawn.answer) == (["invitation"], "invitation withdrawn")


def test_an_invitation_that_waits_while_its_guest_sits_down_takes_no_turn_with_it(
    post: Post, table: Game
) -> None:
    post.server.refuse(GUEST, LATER)
    post.sweep(NOW)
    assert Mail.objects.get(seat=1).player is None
    sit_down(table, at(20))
    turn = Mail.objects.get(seat=1, decision__isnull=False)
    assert (turn.player, turn.language) == (Player.objects.get(email=GUEST), "en")
    post.sweep(at(600))  # put off once more
    post.server.accept(GUEST)
    post.sweep(at(3600))
    (mail,) = post.server.to(GUEST)
    assert mail.message["X-Pli-Kind"] == "deal_opened, your_turn"
    assert "(New York time)" in mail.text
    assert Mail.objects.get(seat=1, kinds=["invitation"]).state == MailState.DROPPED


def test_what_a_former_player_was_owed_stays_theirs(post: Post) -> None:
    game = make_game()
    seat, decision = open_decision(game)
    Mail.objects.filter(seat=seat).update(state=MailState.SENT)
    owe_fresh_link(None, game_id=game.pk, seat=seat, now=NOW)
    newcomer = Player.objects.create_user("new@example.org", pseudonym="Nadia")
    Seat.objects.filter(number=seat).update(player=newcomer, link_epoch=1)
    (reader,) = (holder for holder in people_of(game) if holder.number == seat)
    with transaction.atomic():
        write_debts(game, [Debt(reader, {"your_turn"}, decision)], seq=game.seq, now=NOW, key="handed over")
    row = Mail.objects.get(key="handed over")
    assert (row.address, row.kinds, row.decision) == ("new@example.org", ["your_turn"], decision)
    post.sweep(NOW)
    assert [mail.message["X-Pli-Kind"] for mail in post.server.to("new@example.org")] == ["your_turn"]
    assert not post.to(seat)
    assert Mail.objects.get(kinds=["fresh_link"]).answer == "the seat changed hands"


def test_a_waiting_mail_goes_to_where_its_reader_is_now(post: Post) -> None:
    """Its links were revoked and its address has changed since it was written."""
    game = make_game()
    seat, _ = open_decision(game)
    post.server.refuse(f"p{seat}@example.org", LATER)
    post.sweep(NOW)
    Player.objects.filter(email=f"p{seat}@example.org").update(email="moved@example.org", language="en")
    Seat.objects.filter(number=seat).update(link_epoch=1)
    for _ in range(4):
        play(game)  # everybody passes: news join the mail
    row = Mail.objects.get(seat=seat)
    assert (row.address, row.language, row.params["epoch"]) == ("moved@example.org", "en", 1)
    post.sweep(NOW)
    assert post.server.to("moved@example.org")


def test_a_mail_put_off_is_written_anew_once_its_links_are_revoked(post: Post) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    post.server.refuse(f"p{seat}@example.org", LATER)
    post.sweep(NOW)
    Seat.objects.filter(number=seat).update(link_epoch=1)
    post.server.accept(f"p{seat}@example.org")
    post.sweep(at(600))
    before, after = Mail.objects.get(seat=seat), post.to(seat)[0]
    assert before.params["epoch"] == 1
    assert before.message_id == after.message["Message-ID"]
    assert Client().get("/" + after.links[0].split("/", 3)[3]).status_code == 200


def test_a_reminder_that_waits_does_not_speak_of_the_next_question() -> None:
    game = make_game()
    seat, _ = open_decision(game)
    Mail.objects.filter(seat=seat).update(kinds=["reminder", "your_turn"])
    play_until(game, lambda g: bool(g.turns) and g.turns[0][0] != seat)
    play_until(game, lambda g: bool(g.turns) and g.turns[0][0] == seat)
    row = Mail.objects.get(seat=seat)
    assert [seat, row.decision] == game.turns[0]
    assert "your_turn" in row.kinds
    assert "reminder" not in row.kinds


NEWS = ("default_taken", "deal_over", "game_over", "resumed", "declined", "fresh_link")


@pytest.mark.django_db(transaction=True)
@pytest.mark.db_both
def test_writers_at_once_and_a_worker_lose_nothing_that_is_owed() -> None:
    """Each joins the mail that waits, or writes another one when the worker was faster."""
    game = make_game()
    seat, _ = open_decision(game)
    mail = Mail.objects.get(seat=seat)
    (reader,) = (holder for holder in people_of(game) if holder.number == seat)
    claimed: list[Mail] = []

    def owe(kind: str) -> Callable[[], object]:
        def work() -> None:
            with transaction.atomic():
                write_debts(game, [Debt(reader, {kind})], seq=game.seq, now=NOW, key=f"one: {kind}")

        return work

    def work() -> None:
        row = ledger.claim(mail.pk, NOW)
        assert row is not None
        claimed.append(row)
        ledger.finish_dropped(row, "for the test", NOW)

    assert set(at_once([*map(owe, NEWS), work])) == {"None"}
    rows = Mail.objects.filter(seat=seat, state=MailState.PENDING)
    owed = {kind for row in [*claimed, *rows] for kind in row.kinds}
    assert owed == {"deal_opened", "your_turn", *NEWS}


@pytest.mark.parametrize("state", [MailState.SENDING, MailState.DROPPED])
def test_a_mail_claimed_since_it_was_chosen_is_not_joined(state: MailState) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    mail = Mail.objects.get(seat=seat)
    row = ledger.claim(mail.pk, NOW)
    assert row is not None
    if state == MailState.DROPPED:
        ledger.finish_dropped(row, "for the test", NOW)
    owe_fresh_link(None, game_id=game.pk, seat=seat, now=NOW)
    assert Mail.objects.get(pk=mail.pk).kinds == ["deal_opened", "your_turn"]
    assert Mail.objects.get(kinds=["fresh_link"]).state == MailState.PENDING
