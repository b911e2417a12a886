"""Which mails are owed: one per person and step, merged while nobody has claimed it, never to robots."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from notifications.blocks import block, unblock
from notifications.models import Mail, MailState
from notifications.receivers import owe_fresh_link, owe_mails, owe_reminder
from tarot_engine import Bid
from tarot_site.games.models import Game, Seat
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.games.signals import Advance
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.site.conftest import (
    GARDE,
    NOW,
    advances,
    make_game,
    make_players,
    open_decision,
    play,
    play_until,
)

__all__ = ["advances"]
pytestmark = pytest.mark.django_db


def pending(seat: int) -> list[Mail]:
    return list(Mail.objects.filter(seat=seat, state=MailState.PENDING))


def test_the_first_deal_tells_everybody_and_asks_one() -> None:
    game = make_game()
    speaker, decision = open_decision(game)
    kinds = {mail.seat: mail.kinds for mail in Mail.objects.all()}
    assert len(kinds) == 4
    assert kinds.pop(speaker) == ["deal_opened", "your_turn"]
    assert set(map(tuple, kinds.values())) == {("deal_opened",)}
    assert Mail.objects.get(seat=speaker).decision == decision


def test_robots_get_nothing_and_their_burst_gives_one_mail() -> None:
    game = make_game(robots=3)
    for _ in range(3):
        play(game)
    assert set(Mail.objects.values_list("seat", flat=True)) == {0}
    assert Mail.objects.count() == 1  # nothing was claimed in between, so all of it is one mail
    assert [0, Mail.objects.get().decision] in Game.objects.get().turns


def test_telling_a_step_twice_changes_nothing(advances: list[Advance], post: Post) -> None:
    game = make_game()
    play(game)
    before = list(Mail.objects.order_by("pk").values_list("key", "kinds", "seq"))
    for advance in advances:
        owe_mails(None, advance)
    assert list(Mail.objects.order_by("pk").values_list("key", "kinds", "seq")) == before
    post.sweep(NOW)
    for advance in advances:
        owe_mails(None, advance)
    assert not Mail.objects.filter(state=MailState.PENDING).exists()


def test_a_failed_step_owes_nothing() -> None:
    game = make_game()
    Mail.objects.all().delete()
    with transaction.atomic():
        play(game)
        assert Mail.objects.exists()
        transaction.set_rollback(True)
    assert not Mail.objects.exists()


def test_news_join_the_mail_that_still_waits(post: Post) -> None:
    game = make_game()
    seat, decision = open_decision(game)
    for _ in range(4):
        play(game)  # everybody passes: another deal, in which the next seat speaks first
    (mail,) = pending(seat)
    assert mail.kinds == ["deal_over", "deal_opened", "your_turn"]
    assert (mail.decision, mail.seq) == (decision, Game.objects.get().seq)
    asked, now_open = open_decision(game)
    (news,) = pending(asked)
    assert (news.kinds, news.decision) == (["deal_over", "deal_opened", "your_turn"], now_open)
    assert post.sweep(NOW) == {"sent": 4}
    assert post.to(seat)[0].message["X-Pli-Kind"] == "deal_over, deal_opened"


def test_a_new_payload_replaces_the_one_that_could_not_leave(post: Post) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    post.server.refuse(f"p{seat}@example.org", "451 4.3.0 later")
    post.sweep(NOW)
    old = Mail.objects.get(seat=seat)
    assert (old.state, old.attempts) == (MailState.PENDING, 1)
    assert old.sealed is not None
    for _ in range(4):
        play(game)
    merged = Mail.objects.get(seat=seat)
    assert "deal_over" in merged.kinds
    assert (merged.attempts, merged.sealed, merged.next_attempt_at) == (0, None, NOW)


def test_at_most_one_turn_mail_for_a_question(post: Post, advances: list[Advance]) -> None:
    game = make_game()
    seat, decision = open_decision(game)
    post.sweep(NOW)
    again = advances[-1]
    Mail.objects.filter(seat=seat).update(seq=0)
    owe_mails(None, Advance(game, 90, 99, (), (), ((seat, decision),), (), again.now))
    assert not pending(seat)


def test_a_jammed_queue_gives_each_player_one_mail_with_all_that_happened(post: Post) -> None:
    game = make_game(deals=2)
    play(game, Bid(GARDE))
    play_until(game, lambda now: now.deal == 2)
    for _ in range(4):
        play(game)  # everybody passes
    assert post.sweep(NOW + timedelta(days=1)) == {"sent": 4}
    assert sorted(mail.to for mail in post.mails) == [f"p{n}@example.org" for n in range(4)]
    for mail in post.mails:
        assert mail.text.count("LA DONNE 1\n") == 1
        assert mail.text.count("LA DONNE 2\nTout le monde passe") == 1
        assert mail.text.count("TOUS LES JEUX") == 2
        assert len(mail.text.split("LA FIN DE LA DONNE")[1].split("\n\n")[0].splitlines()) <= 20


def test_who_stopped_the_mails_of_a_game_gets_only_what_they_ask_for() -> None:
    game = make_game()
    Mail.objects.all().delete()
    seat, _ = open_decision(game)
    nxt = (seat + 1) % 4
    Seat.objects.filter(number=nxt).update(wants_mail=False)
    play(game)
    assert not pending(nxt)
    owe_reminder(None, game_id=game.pk, seat=nxt, decision=1, now=NOW)
    assert not pending(nxt)
    owe_fresh_link(None, game_id=game.pk, seat=nxt, now=NOW)
    assert [mail.kinds for mail in pending(nxt)] == [["fresh_link"]]


def test_a_blocked_address_is_owed_nothing() -> None:
    block(" P0@example.ORG ")
    make_game()
    assert set(Mail.objects.values_list("seat", flat=True)) == {1, 2, 3}
    unblock("p0@example.org")
    Mail.objects.all().delete()
    play(Game.objects.get())
    play(Game.objects.get())
    play(Game.objects.get())
    play(Game.objects.get())
    assert pending(0)


def test_a_closed_account_gets_no_mail(post: Post) -> None:
    game = make_game()
    seat, _ = open_decision(game)
    Player.objects.filter(email=f"p{seat}@example.org").update(is_active=False)
    assert post.sweep(NOW) == {"sent": 3, "dropped": 1}
    assert Mail.objects.get(seat=seat).answer == "account closed"
    owe_reminder(None, game_id=game.pk, seat=seat, decision=1, now=NOW)
    owe_fresh_link(None, game_id=game.pk, seat=seat, now=NOW)
    assert not pending(seat)


def test_a_fresh_link_once_in_ten_minutes() -> None:
    game = make_game()
    Mail.objects.all().delete()
    for seconds in (0, 1, 200):
        owe_fresh_link(None, game_id=game.pk, seat=2, now=NOW + timedelta(seconds=seconds))
        Mail.objects.update(state=MailState.SENT)
    assert Mail.objects.count() == 1
    owe_fresh_link(None, game_id=game.pk, seat=2, now=NOW + timedelta(seconds=1200))
    assert Mail.objects.count() == 2


def test_one_invitation_per_address_in_the_language_of_its_reader() -> None:
    host, known = make_players(2)
    known.language, host.language = "en", "fr"
    known.save()
    seats = [
        SeatRequest(player=host),
        SeatRequest(address="p1@example.org"),
        SeatRequest(address="stranger@example.org"),
        SeatRequest(address="silent@example.org"),
    ]
    block("silent@example.org")
    create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=3600, now=NOW)
    rows = {mail.address: mail for mail in Mail.objects.all()}
    assert set(rows) == {"p1@example.org", "stranger@example.org"}
    assert (rows["p1@example.org"].language, rows["p1@example.org"].player) == ("en", known)
    assert (rows["stranger@example.org"].language, rows["stranger@example.org"].player) == ("fr", None)


def test_a_new_deal_that_was_void_is_not_announced_any_more(post: Post) -> None:
    game = make_game()
    reader = 3
    for _ in range(4):
        play(game)  # everybody passes: the same number is dealt again
    Mail.objects.filter(seat=reader).update(kinds=["deal_opened"], params={"deal_seq": 1, "ended": 0})
    assert post.sweep(NOW) == {"sent": 3, "dropped": 1}
