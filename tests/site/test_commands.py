"""The commands of operators and the demo, as they are typed."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tarot_engine import Bid, SeedChain
from tarot_site.games.demo import ADDRESS, ensure_demo_game, is_void, terminal_language
from tarot_site.games.links import LinkPurpose, parse_link
from tarot_site.games.models import EventRecord, Game, GameStatus, Seat, SeatKind
from tarot_site.games.periodic import register_sweep, run_sweeps
from tarot_site.games.queries import load_table
from tarot_site.games.services import cancel_game
from tarot_site.games.store import seal_secret
from tarot_site.players.models import Player

from .conftest import GARDE, HANDS, NOW, StackedChain, days, make_game, play, play_until, stacked

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]
FOUR = ("Léa <a@example.org>", "b@example.org", "C@example.org", "d@example.org")


def run(*args: str) -> str:
    """What a command prints."""
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


class TestNewGame:
    """`newgame`."""

    def test_invites(self):
        said = json.loads(run("newgame", *FOUR, "--deals", "1", "--name", "Les copains"))
        game = Game.objects.get(public_id=said["game"])
        assert (game.status, game.name, game.created_by) == (GameStatus.WAITING, "Les copains", None)
        assert said["url"] == f"http://127.0.0.1:8000/g/{game.public_id}/"
        assert [seat["name"] for seat in said["seats"]] == ["Léa", "", "", ""]
        assert [seat["taken"] for seat in said["seats"]] == [False] * 4
        addresses = list(game.seats.values_list("invited_address", flat=True))
        assert addresses == [f"{letter}@example.org" for letter in "abcd"]
        assert not Player.objects.exists()

    def test_says_no_address(self):
        for start in ((), ("--start",)):
            assert "example.org" not in run("newgame", *FOUR, *start)

    def test_starts_at_once(self):
        said = json.loads(run("newgame", *FOUR, "--start", "--move-time", "12h", "--rules", "concours"))
        game = Game.objects.get(public_id=said["game"])
        assert (game.status, game.move_seconds, game.deal) == (GameStatus.RUNNING, 43_200, 1)
        assert [seat["name"] for seat in said["seats"]] == ["Léa", "Ouest", "Sud", "Est"]
        assert list(game.seats.values_list("player__email", flat=True)) == [
            f"{c}@example.org" for c in "abcd"
        ]
        assert load_table(game.pk, None).view.rules.preset == "concours"
        assert not any(player.has_usable_password() for player in Player.objects.all())

    def test_finds_players_again(self):
        known = Player.objects.create_user("a@example.org", pseudonym="Anne")
        run("newgame", "A@example.org", "--robots", "3", "--start")
        assert Seat.objects.get(kind=SeatKind.PERSON).player == known
        assert Seat.objects.get(kind=SeatKind.PERSON).name == "Anne"
        assert Seat.objects.filter(kind=SeatKind.ROBOT).count() == 3

    def test_invites_more_than_a_player_might(self):
        for table in range(6):
            run("newgame", *(f"{table}{letter}@example.org" for letter in "abcd"))
        assert Seat.objects.filter(taken_at=None).count() == 24

    @pytest.mark.parametrize(
        ("args", "words"),
        [
            ((), "at least one address"),
            (("no-address",), "no mail address"),
            (("a@example.org", "A@example.org", "--robots", "2"), "twice"),
            (("a@example.org",), "2 to 5 seats"),
            ((*FOUR, "--robots", "2"), "2 to 5 seats"),
            ((*FOUR, "--deals", "0"), "1 or more"),
            ((*FOUR, "--rules", "poker"), "invalid choice"),
            ((*FOUR, "--move-time", "soon"), "no time"),
            ((*FOUR, "--move-time", "0d"), "no time"),
        ],
    )
    def test_refuses_in_one_sentence(self, args: tuple[str, ...], words: str):
        with pytest.raises(CommandError, match=words):
            run("newgame", *args)
        assert not Game.objects.exists()


class TestTick:
    """`tick`."""

    def test_at_another_time(self):
        game = make_game()
        assert json.loads(run("tick", "--at", (NOW + days(1)).isoformat()))["games"] == {"reminded": 1}
        assert json.loads(run("tick", "--at", (NOW + days(2)).isoformat()))["games"] == {"deadline": 1}
        assert json.loads(run("tick", "--at", (NOW + days(2)).isoformat()))["games"] == {}
        assert game.events.last().at == NOW + days(2)

    def test_now(self):
        make_game(now=timezone.now() - days(2), move_seconds=3600)
        assert json.loads(run("tick"))["games"] == {"deadline": 1}

    def test_refuses_what_is_no_time(self):
        for wrong in ("tomorrow", "2026-13-45T00:00"):
            with pytest.raises(CommandError, match="no time"):
                run("tick", "--at", wrong)
        for wrong in ("9999-12-31T23:59:59Z", "0001-01-05T00:00:00+14:00", "1969-12-31T23:59:59Z"):
            with pytest.raises(CommandError, match="too far away: the year is 1970 to 2999"):
                run("tick", "--at", wrong)
        for first_and_last in ("1970-01-01T00:00:00+14:00", "2999-12-31T23:59:59-12:00"):
            done = json.loads(run("tick", "--at", first_and_last))
            assert not any("error" in counted for counted in done.values())

    def test_sweeps_of_others_run_too_and_fail_alone(self):
        heard: list[datetime] = []

        def fine(now: datetime) -> Counter[str]:
            heard.append(now)
            return Counter(sent=2)

        def failing(now: datetime) -> Counter[str]:
            raise RuntimeError("no ledger")

        from tarot_site.games import periodic

        before = dict(periodic._sweeps)
        try:
            register_sweep("failing", failing)
            register_sweep("fine", fine)
            done = run_sweeps(datetime(2026, 12, 1, tzinfo=UTC))
        finally:
            periodic._sweeps.clear()
            periodic._sweeps.update(before)
        assert done["failing"] == {"error": 1}
        assert done["fine"] == {"sent": 2}
        assert heard == [datetime(2026, 12, 1, tzinfo=UTC)]


class TestVerify:
    """`verify_games`."""

    def played(self) -> Game:
        """A game of one deal from real seeds, played to its end."""
        said = json.loads(run("newgame", *FOUR, "--start", "--deals", "1"))
        game = Game.objects.get(public_id=said["game"])
        seat = game.turns[0][0]
        play(game, Bid(GARDE))
        play_until(game, lambda g: g.status == GameStatus.OVER)
        assert game.events.filter(seat=seat).count() == 20
        return game

    def test_all_the_same(self):
        game = self.played()
        other = Game.objects.get(public_id=json.loads(run("newgame", *FOUR, "--start"))["game"])
        cancel_game(other.pk, None, NOW)
        waiting = json.loads(run("newgame", *FOUR))["game"]
        lines = run("verify_games").splitlines()
        assert len(lines) == 3
        assert all(line.endswith(", same") for line in lines)
        assert f"{game.public_id}: {game.seq} events, 1 deals" in lines[0]
        said = json.loads(run("verify_games", "--json"))
        assert (said["games"], said["differing"]) == (3, 0)
        assert sum(said["verdicts"][0]["totals"]) == 0
        assert len(json.loads(run("verify_games", waiting, "--json"))["verdicts"]) == 1

    def differing(self) -> list[str]:
        """The texts of the only game's differences; the command must fail."""
        out = StringIO()
        with pytest.raises(SystemExit) as caught:
            call_command("verify_games", "--json", stdout=out)
        assert caught.value.code == 1
        return json.loads(out.getvalue())["verdicts"][0]["differences"]

    def test_columns(self):
        game = self.played()
        Game.objects.filter(pk=game.pk).update(turns=[[0, 1]], status=GameStatus.PAUSED)
        assert self.differing() == ["column turns differs", "column status differs"]

    def test_scores(self):
        game = self.played()
        record = game.events.get(kind="deal_scored")
        sheet = record.data["sheet"]
        sheet["scores"] = [-score for score in sheet["scores"]]
        record.save()
        assert any("the rules give other events" in text for text in self.differing())

    def test_a_card(self):
        game = self.played()
        first, second = game.events.filter(kind="card_played", seat=0)[:2]
        second.data = first.data  # the same card twice: two legal cards exchanged may be another true game
        second.save()
        assert self.differing()

    def test_cards_dealt_from_other_seeds(self):
        game = self.played()
        other = json.loads(run("newgame", *FOUR, "--start"))["game"]
        Game.objects.filter(public_id=other).delete()
        secret = seal_secret(SeedChain(game.public_id, b"x" * 32))
        Game.objects.filter(pk=game.pk).update(secret=secret)
        assert "line 1: the rules give other events" in self.differing()

    def test_a_missing_line(self):
        game = self.played()
        EventRecord.objects.filter(game=game, kind="trick_taken").last().delete()
        assert self.differing()

    def test_absences(self):
        game = self.played()
        game.seats.filter(number=2).update(missed=1)
        assert self.differing() == ["seat 2: absences differ"]

    def test_an_unreadable_game(self):
        game = self.played()
        Game.objects.filter(pk=game.pk).update(secret=b"\x01\x01nothing")
        texts = self.differing()
        assert len(texts) == 1
        assert texts[0].startswith("cannot be read")


class LonePetit(StackedChain):
    """The third to speak holds the Petit, no other trump and no Excuse."""

    hands = (
        HANDS[0].replace("S1 S2", "T10 T11").replace(" T1 ", " T12 "),
        HANDS[1],
        HANDS[2].replace("T10 T11 T12", "S1 S2 T1"),
        HANDS[3],
    )


class TestDemo:
    """The table of `serve --demo`."""

    def test_the_visitor_speaks_first(self, settings):
        settings.MAILBOX = False
        for _ in range(4):
            url = ensure_demo_game(NOW)
            game = Game.objects.latest("pk")
            assert game.turns == [[0, 1]]
            assert [seat.kind for seat in game.seats.all()] == [SeatKind.PERSON, *[SeatKind.ROBOT] * 3]
            link = parse_link(url.split("/")[-2], LinkPurpose.TABLE)
            assert (link.game_id, link.seat, link.decision) == (game.pk, 0, 1)
            cancel_game(game.pk, None, NOW)

    def test_starting_again_keeps_the_table(self, settings):
        settings.MAILBOX = False
        assert ensure_demo_game(NOW) == ensure_demo_game(NOW)
        assert Game.objects.count() == 1
        assert Player.objects.get().email == ADDRESS

    @pytest.mark.parametrize(
        ("spoken", "language"),
        [
            ({}, "fr"),
            ({"LANG": "C.UTF-8"}, "fr"),
            ({"LANG": "fr_FR.UTF-8"}, "fr"),
            ({"LANG": "en_GB.UTF-8"}, "en"),
            ({"LC_ALL": "", "LC_MESSAGES": "fr_CH", "LANG": "en_US"}, "fr"),
            ({"LC_ALL": "en_US.UTF-8", "LANG": "de_DE"}, "en"),
        ],
    )
    def test_it_speaks_as_the_session_that_starts_it(self, spoken, language):
        assert terminal_language(spoken) == language
        ensure_demo_game(NOW, terminal_language(spoken))
        assert Player.objects.get().language == language
        assert Game.objects.get().name == {"fr": "Table d'essai", "en": "Trial table"}[language]

    def test_a_first_deal_with_a_lone_petit_is_drawn_again(self):
        assert is_void(stacked(LonePetit))
        assert not is_void(stacked())

    def test_with_a_mailbox_it_opens_the_mailbox(self, settings):
        settings.MAILBOX = True
        assert ensure_demo_game(NOW) == "http://127.0.0.1:8000/mailbox/"
