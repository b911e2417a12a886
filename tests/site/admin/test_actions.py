"""What operators may do in the admin, what they may not, and that nonsense in the address is no error."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from notifications.models import Mail, MailState
from tarot_engine import Prepare
from tarot_site.games.models import EventRecord, Game, GameStatus, Seat
from tarot_site.games.operators import LOOKED, MAIL_RESENT
from tarot_site.players.masking import mask_address, mask_addresses
from tarot_site.players.models import Player
from tests.site.conftest import default_action, open_decision

pytestmark = pytest.mark.django_db


def test_cancelling_asks_once_and_leaves_an_event(admin: Client, operator: Player, game: Game) -> None:
    choice: dict[str, Any] = {"action": "cancel_games", "_selected_action": game.pk}
    asked = admin.post("/admin/games/game/", choice)
    assert asked.status_code == 200
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING
    admin.post("/admin/games/game/", {**choice, "confirmed": "1", "reason": "doublon"})
    game.refresh_from_db()
    assert game.status == GameStatus.CANCELLED
    record = EventRecord.objects.filter(game=game, kind="table_cancelled").get()
    assert record.data == {"player": operator.pk, "reason": "doublon"}
    again = admin.post("/admin/games/game/", {**choice, "confirmed": "1"}, follow=True)
    assert "est déjà finie" in again.content.decode()


@pytest.mark.db_both
@pytest.mark.parametrize(
    ("typed", "kept"),
    [("a\x00b", "ab"), ("deux\r\nlignes", "deux lignes"), ("\u202egauche", "gauche"), ("x" * 300, "x" * 200)],
)
def test_a_reason_is_one_visible_line(admin: Client, game: Game, typed: str, kept: str) -> None:
    choice: dict[str, Any] = {"action": "cancel_games", "_selected_action": game.pk, "confirmed": "1"}
    assert admin.post("/admin/games/game/", {**choice, "reason": typed}).status_code == 302
    assert EventRecord.objects.get(game=game, kind="table_cancelled").data["reason"] == kept


def make_mail(state: MailState, game: Game | None = None, kinds: tuple[str, ...] = ("your_turn",)) -> Mail:
    return Mail.objects.create(
        key=f"test:{state}:{kinds[0]}", state=state, game=game, seat=1, kinds=list(kinds),
        address="lea@example.org", attempts=8, answer="451 later",
    )  # fmt: skip


def resend(admin: Client, mail: Mail) -> None:
    admin.post("/admin/notifications/mail/", {"action": "send_again", "_selected_action": mail.pk})


def test_a_failed_mail_is_tried_again_as_the_same_row(admin: Client, operator: Player, game: Game) -> None:
    mail = make_mail(MailState.FAILED, game)
    count = Mail.objects.count()
    resend(admin, mail)
    mail.refresh_from_db()
    assert (mail.state, mail.attempts) == (MailState.PENDING, 0)
    assert Mail.objects.count() == count
    record = EventRecord.objects.get(game=game, kind=MAIL_RESENT)
    assert record.data == {"player": operator.pk, "seat": 1}


def test_a_sent_mail_becomes_a_new_row(admin: Client, game: Game) -> None:
    mail = make_mail(MailState.SENT, game)
    resend(admin, mail)
    again = Mail.objects.exclude(pk=mail.pk).get(key__startswith="again:")
    assert (again.state, again.game, again.seat, again.kinds) == (MailState.PENDING, game, 1, ["your_turn"])
    assert again.address == mail.address
    mail.refresh_from_db()
    assert mail.state == MailState.SENT


@pytest.mark.parametrize("state", [MailState.SENT, MailState.FAILED, MailState.DROPPED])
def test_a_sign_in_code_is_never_sent_by_an_operator(admin: Client, state: MailState) -> None:
    mail = make_mail(state, kinds=("sign_in_code",))
    resend(admin, mail)
    mail.refresh_from_db()
    assert mail.state == state
    assert Mail.objects.count() == 1


def test_a_mail_on_its_way_is_left_to_its_worker(admin: Client, game: Game) -> None:
    mail = make_mail(MailState.SENDING, game)
    resend(admin, mail)
    mail.refresh_from_db()
    assert mail.state == MailState.SENDING


BAD = (
    "?status__exact=nonsense", "?created_at__gte=yesterday", "?p=9999", "?p=x", "?o=99.-3", "?q=%00",
    "?id__exact=abc", "?secret=1", "?player__password=x", "?e=1", "?all=", "?_popup=1&_to_field=secret",
    "?q=%F0%9F%82%A0",
    "?due_at__isnull=perhaps", "?player__isempty=7", "?is_active__exact=2", "?_facets=True",
    "?q=" + "a" * 3000,
    "?status__regex=(", "?language__regex=[", "?language__startswith=f", "?created_at__year=99999",
    "?created_at__gte=9999-12-31", "?created_at__lt=0001-01-01", "?is_staff__regex=(",
)  # fmt: skip


TABLES = ("games/game", "notifications/mail", "players/player")


@pytest.mark.parametrize("table", TABLES)
def test_bad_filters_are_no_errors(admin: Client, game: Game, table: str) -> None:
    for query in BAD:
        assert admin.get(f"/admin/{table}/{query}").status_code in (200, 302, 400), query


def test_the_filters_of_the_page_work(admin: Client, game: Game) -> None:
    page = admin.get("/admin/games/game/").content.decode()
    links = [unescape(query) for query in re.findall(r'href="(\?(?:created_at|status)[^"]+)"', page)]
    assert len(links) > 5
    for query in links:
        assert admin.get(f"/admin/games/game/{query}").status_code == 200, query


def test_a_lookup_in_the_address_spells_out_no_secret(admin: Client) -> None:
    for table, column in (
        ("games/game", "secret"), ("games/game", "public_id"), ("notifications/mail", "address"),
        ("notifications/mail", "sealed"), ("notifications/mail", "params"), ("players/player", "email"),
        ("players/player", "password"), ("games/game", "events__data"),
    ):  # fmt: skip
        for how in ("", "__startswith", "__gt", "__isnull"):
            assert admin.get(f"/admin/{table}/?{column}{how}=1").status_code == 400, (table, column, how)


@pytest.mark.parametrize("table", TABLES)
def test_rows_that_do_not_exist_are_no_errors(admin: Client, table: str) -> None:
    for number in ("0", "abc", "9" * 18, "9" * 19, "9" * 30, "-1", "%00", "1/2", "²"):
        for what in ("change", "history", "delete", "log"):
            assert admin.get(f"/admin/{table}/{number}/{what}/").status_code in (302, 403, 404), (
                number,
                what,
            )


@pytest.mark.parametrize("page", TABLES)
def test_nothing_is_added_or_deleted_by_hand(admin: Client, game: Game, page: str) -> None:
    assert admin.get(f"/admin/{page}/add/").status_code == 403
    assert admin.post(f"/admin/{page}/add/", {"name": "x"}).status_code == 403
    rows = {"games/game": Game, "notifications/mail": Mail, "players/player": Player}[page]
    make_mail(MailState.SENT, game)
    row = rows.objects.first()
    assert row
    assert admin.post(f"/admin/{page}/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert rows.objects.filter(pk=row.pk).exists()
    admin.post(f"/admin/{page}/", {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"})
    assert rows.objects.filter(pk=row.pk).exists()


def test_a_game_cannot_be_edited(admin: Client, game: Game) -> None:
    answer = admin.post(f"/admin/games/game/{game.pk}/change/", {"name": "other", "status": "over"})
    assert answer.status_code == 403
    game.refresh_from_db()
    assert (game.name, game.status) == ("Les copains du mardi", GameStatus.RUNNING)


SECRET_TABLES = (
    "account/emailaddress",
    "auth/group",
    "games/eventrecord",
    "games/pendinganswer",
    "games/seat",
    "notifications/blockedaddress",
)


@pytest.mark.parametrize("page", SECRET_TABLES)
def test_secret_tables_have_no_page(admin: Client, page: str) -> None:
    assert admin.get(f"/admin/{page}/").status_code == 404


def test_players_and_strangers_stay_outside(client: Client, game: Game) -> None:
    seat = Seat.objects.filter(game=game).first()
    assert seat
    assert seat.player
    for path in ("/admin/", f"/admin/games/game/{game.pk}/log/", "/admin/notifications/mail/"):
        assert client.get(path)["Location"].startswith("/admin/login/")
    client.force_login(seat.player)
    assert client.get(f"/admin/games/game/{game.pk}/log/")["Location"].startswith("/admin/login/")


def test_passwords_of_operators_cannot_be_guessed_by_the_thousand(client: Client) -> None:
    cache.clear()
    guess = {"username": "boss@example.org", "password": "x"}
    tries = [client.post("/admin/login/", guess) for _ in range(11)]
    assert [answer.status_code for answer in tries] == [200] * 10 + [429]
    cache.clear()


def test_an_operator_without_the_right_sees_no_log_and_cancels_nothing(client: Client, game: Game) -> None:
    client.force_login(Player.objects.create_user("help@example.org", is_staff=True))
    assert client.get(f"/admin/games/game/{game.pk}/log/").status_code == 403
    assert not EventRecord.objects.filter(game=game, kind=LOOKED).exists()
    client.post(
        "/admin/games/game/", {"action": "cancel_games", "_selected_action": game.pk, "confirmed": "1"}
    )
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING


def test_an_account_is_closed_in_the_admin_and_an_address_never_shown(admin: Client) -> None:
    player = Player.objects.create_user("lea@example.org", pseudonym="Léa")
    page = admin.get(f"/admin/players/player/{player.pk}/change/").content.decode()
    assert "l***@example.org" in page
    assert "lea@" not in page
    admin.post(f"/admin/players/player/{player.pk}/change/", {"pseudonym": "Léa", "is_active": ""})
    player.refresh_from_db()
    assert not player.is_active
    found = admin.get("/admin/players/player/?q=lea@example.org").content.decode()
    assert "l***@example.org" in found
    assert "Léa" not in admin.get("/admin/players/player/?q=lea@example").content.decode()


@pytest.mark.parametrize(
    ("plain", "masked"),
    [
        ("lea@example.org", "l***@example.org"), ("", ""), ("nonsense", ""),
        ("é@x", "é***@x"),
    ],
)  # fmt: skip
def test_an_address_is_masked(plain: str, masked: str) -> None:
    assert mask_address(plain) == masked


def test_addresses_in_an_answer_are_masked() -> None:
    answer = "550 5.1.1 <lea@example.org>: unknown (lea+x@example.org, jo@a.b)"
    assert mask_addresses(answer) == "550 5.1.1 <l***@example.org>: unknown (l***@example.org, j***@a.b)"


def test_the_prepared_game_really_holds_a_discard(game: Game) -> None:
    seat, _ = open_decision(game)
    assert default_action(game, seat) is not None
    assert not isinstance(default_action(game, seat), Prepare)
    assert EventRecord.objects.filter(game=game, kind="discard_made").exclude(sealed=None).exists()
