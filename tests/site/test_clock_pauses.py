"""Games that nobody answers any more: they pause, wake up, or end in the archive."""

from __future__ import annotations

from itertools import count

import pytest

from tarot_engine import PETIT, Bid, Card, Ruleset, SeedChain
from tarot_site.games.clock import DAYS_OF_PAUSE, sweep_games
from tarot_site.games.errors import StaleTurn, WrongStatus
from tarot_site.games.models import ActorKind, Door, Game, GameStatus
from tarot_site.games.queries import load_table
from tarot_site.games.services import act, announce_last_deal, resume_game
from tarot_site.games.signals import Advance
from tarot_site.games.verify import verify_game

from .conftest import GARDE, NOW, days, make_game, play
from .open_ended import deal_of, open_ended
from .test_clock import absent, facts

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]


def test_a_game_without_anybody_pauses_in_its_second_deal(advances: list[Advance]):
    game = make_game()
    now = absent(game, {0, 1, 2, 3}, NOW + days(60))
    game.refresh_from_db()
    assert game.status == GameStatus.PAUSED
    # Four passes at two days each, then the first question of the next deal runs out.
    assert (now, game.paused_at) == (NOW + days(10), NOW + days(10))
    assert (game.due_at, game.remind_at) == (None, None)
    assert facts(game) == ["table_paused"]
    assert [advance.table_kinds for advance in advances][-1] == ("table_paused",)
    assert game.events.filter(kind="deal_opened").count() == 2
    assert sweep_games(now + days(1)) == {}
    assert verify_game(game).differences[1:] == ()


def test_robots_do_not_play_among_themselves():
    game = make_game(robots=3, deals=8)
    absent(game, {0}, NOW + days(60))
    game.refresh_from_db()
    assert game.status == GameStatus.PAUSED
    assert game.deal <= 2


def test_one_answer_a_deal_keeps_the_game_going():
    game = make_game()
    play(game, Bid(None))
    absent(game, {0, 1, 2, 3}, NOW + days(9), now=NOW)
    game.refresh_from_db()
    # Nobody has answered in the second deal, but somebody did in the first.
    assert game.status == GameStatus.RUNNING
    absent(game, {0, 1, 2, 3}, NOW + days(60), now=NOW + days(9))
    game.refresh_from_db()
    assert game.status == GameStatus.PAUSED
    assert game.events.filter(kind="deal_opened").count() == 3


def test_who_announces_the_last_deal_is_there():
    game = open_ended()
    absent(game, {0, 1, 2, 3}, NOW + days(9))
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING
    announce_last_deal(game.pk, 2, deal_of(game), NOW + days(9), door=Door.PAGE)
    absent(game, {0, 1, 2, 3}, NOW + days(60), now=NOW + days(9))
    game.refresh_from_db()
    assert game.status == GameStatus.OVER
    assert game.events.filter(kind="deal_opened").count() == 2


def paused_game() -> Game:
    """A game that paused ten days after NOW."""
    game = make_game()
    absent(game, {0, 1, 2, 3}, NOW + days(60))
    game.refresh_from_db()
    return game


def test_any_seat_wakes_a_paused_game(advances: list[Advance]):
    game = paused_game()
    asked, now = game.turns[0], NOW + days(20)
    advances.clear()
    waker = (asked[0] + 2) % 4
    game = resume_game(game.pk, waker, now, door=Door.PAGE)
    assert (game.status, game.paused_at, game.turns) == (GameStatus.RUNNING, None, [asked])
    assert (game.asked_at, game.due_at) == (now, now + days(2))
    assert advances[0].table_kinds[-1:] == ("table_resumed",)
    assert advances[0].asked == (tuple(asked),)
    with pytest.raises(WrongStatus):
        resume_game(game.pk, waker, now, door=Door.PAGE)
    # Waking it is a sign of life: the game goes on for this deal and the next.
    assert sweep_games(now + days(2)) == {"deadline": 1}


def test_an_answer_wakes_a_paused_game():
    game = paused_game()
    seat, decision = game.turns[0]
    now = NOW + days(20)
    with pytest.raises(StaleTurn):
        act(game.pk, (seat + 1) % 4, 9, Bid(None), actor=ActorKind.PERSON, door=Door.LINK, now=now)
    game.refresh_from_db()
    assert game.status == GameStatus.PAUSED
    play(game, Bid(GARDE), now=now)
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING
    assert facts(game)[-1] == "table_resumed"
    assert load_table(game.pk, None).view.bids == ((seat, GARDE),)
    assert decision == 2


def test_a_pause_of_thirty_days_ends_in_the_archive(advances: list[Advance]):
    game = paused_game()
    end = NOW + days(10) + DAYS_OF_PAUSE
    assert sweep_games(end - days(0.01)) == {}
    assert sweep_games(end) == {"archived": 1}
    game.refresh_from_db()
    assert (game.status, facts(game)) == (GameStatus.ARCHIVED, ["table_paused", "table_archived"])
    assert advances[-1].table_kinds == ("table_archived",)
    assert sweep_games(end + days(1)) == {}
    assert len(load_table(game.pk, None, with_deals=True).past_deals) == 1
    with pytest.raises(WrongStatus):
        resume_game(game.pk, 0, end, door=Door.PAGE)
    seat, decision = game.turns[0]
    with pytest.raises(StaleTurn):
        act(game.pk, seat, decision, Bid(None), actor=ActorKind.PERSON, door=Door.LINK, now=end)


def test_a_deal_that_a_lone_petit_ended_is_not_a_deal_of_absence():
    """Deal 1 is played by a person, deal 2 void before anybody speaks, in deal 3 nobody has spoken yet."""
    chain = chain_with_lone_petit(2)
    game = make_game(chain=chain)
    play(game, Bid(None)), play(game, Bid(None)), play(game, Bid(None)), play(game, Bid(None))
    kinds = list(game.events.filter(kind__startswith="deal_").values_list("kind", flat=True))
    assert kinds == ["deal_opened", "deal_passed_out", "deal_opened", "deal_annulled", "deal_opened"]
    assert sweep_games(NOW + days(2)) == {"deadline": 1}


def chain_with_lone_petit(k: int) -> SeedChain:
    """Seeds whose deal k is void for a lone Petit, and the others before k + 2 are not."""
    for number in count():
        chain = SeedChain("a-lone-petit", number.to_bytes(32, "big"))
        if [is_annulled(chain, index) for index in range(1, k + 2)] == [
            index == k for index in range(1, k + 2)
        ]:
            return chain
    raise AssertionError


def is_annulled(chain: SeedChain, k: int) -> bool:
    """Whether the cards of deal k hold a lone Petit, whoever deals."""
    words = ("",) * 4
    rules = Ruleset.fft()
    pack, cut = chain.pack(k, words), chain.cut(k, words)
    order = [*pack[cut:], *pack[:cut]]
    gaps = chain.gaps(k, words, rules.layout)
    hands: list[list[Card]] = [[], [], [], []]
    for packet in range(24):
        hands[packet % 4] += order[:3]
        del order[:3]
        if packet + 1 in gaps:
            del order[:1]
    return any([card for card in hand if card.suit is None] == [PETIT] for hand in hands)
