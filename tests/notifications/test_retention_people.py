"""Who only asked for a code goes after a while, and above all who does not."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress

from notifications.models import Mail, MailState
from notifications.retention import purge
from tarot_site.games.models import Game, GameStatus, Seat
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.players.models import Player
from tests.notifications.conftest import Post
from tests.notifications.old_rows import ADDRESS, LATER, code_only, mail_to
from tests.site.conftest import NOW, days, make_game, make_players

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]


class TestCodeOnly:
    """Players who asked for a code and never came."""

    def test_they_go_after_their_time_and_so_does_their_address(self) -> None:
        code_only()
        assert purge(NOW + days(7)) == {}
        assert purge(NOW + days(8)) == {"players": 1}
        assert not Player.objects.exists()
        assert not EmailAddress.objects.exists()
        assert not Mail.objects.filter(address=ADDRESS).exists()

    def test_who_asks_again_later_begins_anew(self) -> None:
        code_only()
        purge(NOW + days(8))
        assert code_only(asked=NOW + days(9)).last_login is None
        assert purge(NOW + days(16)) == {}
        assert purge(NOW + days(17)) == {"players": 1}

    def test_a_second_code_counts_from_its_own_day(self) -> None:
        player = code_only()
        mail_to(player)
        Mail.objects.filter(pk=Mail.objects.latest("pk").pk).update(next_attempt_at=NOW + days(5))
        assert purge(NOW + days(8)) == {}
        assert purge(NOW + days(13)) == {"players": 1}

    @pytest.mark.parametrize(
        "columns",
        [
            {"last_login": NOW},
            {"pseudonym": "Léa"},
            {"is_active": False},
            {"is_staff": True},
            {"is_superuser": True},
        ],
        ids=lambda columns: next(iter(columns)),
    )
    def test_who_is_more_than_that_stays(self, columns: dict[str, Any]) -> None:
        code_only(**columns)
        purge(NOW + days(5000))
        assert Player.objects.filter(email=ADDRESS).exists()

    def test_a_proved_address_stays(self) -> None:
        code_only()
        EmailAddress.objects.update(verified=True)
        purge(NOW + days(5000))
        assert Player.objects.exists()

    def test_who_never_asked_for_a_code_stays(self) -> None:
        Player.objects.create_user("newgame@example.org", date_joined=NOW)
        purge(NOW + days(5000))
        assert Player.objects.exists()

    @pytest.mark.parametrize("tie", ["seat", "made"])
    def test_who_has_a_game_stays(self, tie: str) -> None:
        player = code_only()
        game = make_game()
        if tie == "seat":
            Seat.objects.filter(number=2).update(player=player)
        else:
            Game.objects.update(created_by=player)
        Game.objects.filter(pk=game.pk).update(status=GameStatus.ARCHIVED)
        Mail.objects.all().delete()
        assert purge(NOW + days(5000)) == {}
        assert Player.objects.contains(player)

    @pytest.mark.parametrize("state", [MailState.PENDING, MailState.SENDING])
    def test_who_is_still_owed_a_mail_stays(self, state: MailState) -> None:
        mail_to(code_only(), state=state)
        assert purge(NOW + days(8)) == {}

    def test_who_is_invited_stays_while_the_ledger_knows_it(self, post: Post) -> None:
        player = code_only()
        host = make_players(1)[0]
        seats = [SeatRequest(player=host), *(SeatRequest(address=f"f{n}@example.org") for n in range(2))]
        seats.append(SeatRequest(address=ADDRESS))
        game = create_game(name="Jeudi", creator=host, seats=seats, deals=1, move_seconds=86400, now=NOW)
        post.sweep(NOW)
        assert Mail.objects.get(game=game, player=player).state == MailState.SENT
        assert purge(NOW + days(8)) == {}
        Game.objects.update(status=GameStatus.CANCELLED)
        assert purge(LATER)["players"] == 1
        assert list(Player.objects.all()) == [host]

    def test_the_days_are_a_setting(self, settings: Any) -> None:
        settings.UNUSED_PLAYER_DAYS = 30
        code_only()
        assert purge(NOW + days(30)) == {}
        assert purge(NOW + days(31)) == {"players": 1}
