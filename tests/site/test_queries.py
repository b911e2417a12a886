"""One way out: what a reader of a table is given, in how many queries, and what is kept from them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test.utils import CaptureQueriesContext

from tarot_engine import Bid, DiscardMade, HandsDealt, Hidden
from tarot_site.games.clock import sweep_games
from tarot_site.games.links import Link, LinkPurpose
from tarot_site.games.models import ActorKind, Game, GameStatus
from tarot_site.games.queries import LoadedTable, Standing, load_table, my_games, seat_of, table_at_link
from tarot_site.games.signals import TableFact
from tarot_site.games.store import load_game
from tarot_site.players.models import Player

from .conftest import (
    DOG,
    GARDE,
    HANDS,
    NOW,
    StackedChain,
    cards,
    choices,
    days,
    make_game,
    make_players,
    play,
    play_until,
    stacked,
)

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]


@pytest.fixture
def queries():
    """Counts what the database is asked."""
    from django.db import connection

    return CaptureQueriesContext(connection)


def in_play(**options: object) -> Game:
    """A game of which two tricks are played; seat 0 took with a garde."""
    game = make_game(**options)  # type: ignore[arg-type]
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.events.filter(kind="trick_taken").count() == 2)
    return game


def masks_in(table: LoadedTable) -> set[int]:
    """Every set of cards that the loaded table holds, as masks."""
    found = set()
    for line in table.events:
        if isinstance(line.event, HandsDealt):
            found |= {
                hand.mask for hand in (*line.event.hands, line.event.dog) if not isinstance(hand, Hidden)
            }
        if isinstance(line.event, DiscardMade) and not isinstance(line.event.cards, Hidden):
            found.add(line.event.cards.mask)
    return found


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_a_reader_gets_one_hand_at_most(seat: int | None):
    table = load_table(in_play().pk, seat)
    discard = next(e for e in load_game(table.game.pk).events if isinstance(e, DiscardMade)).cards
    expected = set() if seat is None else {cards(HANDS[seat]).mask}
    if seat == 0:
        expected |= {discard.mask}
    assert masks_in(table) == expected
    assert table.view.seat == seat
    assert len(table.view.hand) == (0 if seat is None else 16)
    assert table.view.dog == cards(DOG)


def test_few_queries(queries: CaptureQueriesContext):
    game = in_play()
    with queries:
        load_table(game.pk, 0)
    assert len(queries) <= 4
    with queries:
        load_table(game.pk, 0, with_deals=True)
    assert len(queries) <= 4
    with queries:
        table_at_link(Link(LinkPurpose.ACT, game.pk, 0, decision=1), with_deals=True)
    assert len(queries) <= 6
    with queries:
        table_at_link(Link(LinkPurpose.TABLE, game.pk, 0, decision=1), with_deals=True)
    assert len(queries) <= 4


def test_the_seats_come_with_their_players(queries: CaptureQueriesContext):
    table = load_table(in_play().pk, 0)
    with queries:
        assert [seat.player.pseudonym for seat in table.seats if seat.player] == [
            "Léa",
            "Hugo",
            "Nadia",
            "Jo",
        ]
    assert len(queries) == 0


def test_others_learn_the_minute_and_neither_door_nor_force():
    game = make_game()
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.status == GameStatus.OVER)
    forced = set(
        game.events.filter(actor=ActorKind.FORCED, seat=1, kind="card_played").values_list("seq", flat=True)
    )
    assert forced
    mine, theirs = load_table(game.pk, 1), load_table(game.pk, 2)
    assert {line.actor_kind for line in mine.events if line.seq in forced} == {ActorKind.FORCED}
    assert {line.actor_kind for line in theirs.events if line.seq in forced} == {ActorKind.PERSON}
    at = {line.seq: line.at for line in theirs.events}
    assert {at[seq].second for seq in forced} == {0}
    assert {line.at.second for line in mine.events if line.seq in forced} == {NOW.second}


def test_since_is_the_readers_last_own_answer():
    game = make_game()
    assert load_table(game.pk, 0).since_seq == 0
    play(game, Bid(GARDE))
    assert load_table(game.pk, 0).since_seq == game.events.get(kind="bid_placed").seq
    sweep_games(NOW + days(2))
    assert load_table(game.pk, 1).since_seq == 0  # the deadline answered, not the person
    assert load_table(game.pk, None).since_seq == 0


def test_the_tables_own_facts_are_among_the_events():
    game = make_game()
    for beat in range(1, 6):
        sweep_games(NOW + days(2 * beat))
    facts = [line.event for line in load_table(game.pk, 2).events if isinstance(line.event, TableFact)]
    assert facts == [TableFact("table_paused", {})]


def test_the_deal_before_comes_along_and_all_on_demand():
    game = make_game(deals=3)
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.deal == 2)
    table = load_table(game.pk, 0)
    assert (table.view.number, table.past_deals) == (2, ())
    assert table.view.last is not None
    assert table.view.last.number == 1
    play(game, next(c for c in choices(game) if c == Bid(GARDE)))
    play_until(game, lambda g: g.deal == 3)
    table = load_table(game.pk, 0, with_deals=True)
    assert [deal.number for deal in table.past_deals] == [1, 2]
    scores = [deal.sheet.scores for deal in table.past_deals if deal.sheet]
    assert tuple(map(sum, zip(*scores, strict=True))) == table.view.totals
    assert table.view == load_table_view(game)


def load_table_view(game: Game) -> object:
    """The view of seat 0 from the last two deals, with the older seeds that only a full load knows."""
    whole = load_table(game.pk, 0, with_deals=True).view
    return replace(load_table(game.pk, 0).view, seeds=whole.seeds)


class OthersHandsSwapped(StackedChain):
    """Seats 2 and 3 hold each other's cards."""

    hands = (HANDS[0], HANDS[1], HANDS[3], HANDS[2])


def test_two_games_that_differ_only_in_what_a_seat_cannot_see_look_the_same():
    players = make_players(4)
    games = [make_game(players=players, chain=stacked(kind)) for kind in (StackedChain, OthersHandsSwapped)]
    for answer in (None, Bid(GARDE), Bid(None), Bid(None)):
        for game in games if answer else ():
            play(game, answer)
        for seat in (0, 1, None):
            one, other = (load_table(game.pk, seat) for game in games)
            assert [line for line in one.events if line.seq > 1] == [
                line for line in other.events if line.seq > 1
            ]
            assert replace(one.view, commitment=other.view.commitment) == other.view
        assert load_table(games[0].pk, 2).view.hand != load_table(games[1].pk, 2).view.hand


class TestLinks:
    """What a link opens as the game goes on."""

    def test_open_then_answered_then_past(self):
        game = make_game(deals=2)
        link = Link(LinkPurpose.ACT, game.pk, 0, decision=1)
        at = table_at_link(link)
        assert (at.standing, at.table.view.seat, at.answer) == (Standing.OPEN, 0, None)
        play(game, Bid(GARDE))
        at = table_at_link(link)
        assert (at.standing, at.table.view.seat) == (Standing.ANSWERED, 0)
        assert (at.answer, at.answered_by) == (Bid(GARDE), ActorKind.PERSON)
        play_until(game, lambda g: g.deal == 2)
        at = table_at_link(link)
        assert (at.standing, at.table.view.seat, at.answer) == (Standing.PAST, None, None)
        assert len(at.table.view.hand) == 0

    def test_the_last_deal_stays_open_to_its_links(self):
        game = make_game()
        play(game, Bid(GARDE))
        play_until(game, lambda g: g.status == GameStatus.OVER)
        assert table_at_link(Link(LinkPurpose.ACT, game.pk, 0, decision=1)).standing is Standing.ANSWERED

    def test_a_decision_of_the_future_shows_the_public_table(self):
        game = make_game()
        assert table_at_link(Link(LinkPurpose.ACT, game.pk, 0, decision=9)).table.view.seat is None

    def test_answered_by_the_deadline(self):
        game = make_game()
        sweep_games(NOW + days(2))
        at = table_at_link(Link(LinkPurpose.ACT, game.pk, 0, decision=1))
        assert (at.answer, at.answered_by) == (Bid(None), ActorKind.DEADLINE)

    def test_a_table_link_lasts_for_its_deal(self):
        game = make_game(deals=2)
        links = [Link(LinkPurpose.TABLE, game.pk, 3, decision=deal) for deal in (0, 1)]
        assert [table_at_link(link).table.view.seat for link in links] == [3, 3]
        play(game, Bid(GARDE))
        play_until(game, lambda g: g.deal == 2)
        assert [table_at_link(link).standing for link in links] == [Standing.PAST] * 2
        assert [table_at_link(link).table.view.seat for link in links] == [None] * 2
        fresh = table_at_link(Link(LinkPurpose.TABLE, game.pk, 3, decision=2))
        assert (fresh.standing, fresh.table.view.seat) == (Standing.OPEN, 3)


def test_my_games_put_my_turns_first(queries: CaptureQueriesContext):
    players = make_players(4)
    urgent = make_game(players=players, move_seconds=3600)
    calm = make_game(players=players)
    over = make_game(players=players)
    play(over, Bid(GARDE))
    play_until(over, lambda g: g.status == GameStatus.OVER)
    theirs = make_game(players=players)
    play(theirs, Bid(None))
    with queries:
        lines = my_games(players[0])
    assert len(queries) == 2
    assert [line.game for line in lines] == [urgent, calm, theirs, over]
    assert [line.is_my_turn for line in lines] == [True, True, False, False]
    assert [line.turn_names for line in lines] == [("Léa",), ("Léa",), ("Hugo",), ()]
    assert lines[0].names == ("Léa", "Hugo", "Nadia", "Jo")
    assert my_games(Player.objects.create_user("nobody@example.org")) == []


def test_a_paused_game_is_nobodys_turn():
    game = make_game()
    for beat in range(1, 6):
        sweep_games(NOW + days(2 * beat))
    player = game.seats.get(number=game.events.last().seq % 4).player
    assert player is not None
    lines = my_games(player)
    assert [(line.is_my_turn, line.turn_names) for line in lines] == [(False, ())]


def test_seat_of_a_player():
    game = make_game()
    player = game.seats.get(number=2).player
    assert player is not None
    seat = seat_of(game, player)
    assert seat is not None
    assert seat.number == 2
    assert seat_of(game, Player.objects.create_user("nobody@example.org")) is None


def test_a_repr_of_the_table_names_no_hidden_card():
    table = load_table(make_game().pk, 1)
    hidden = {card.code for hand in (HANDS[0], HANDS[2], HANDS[3], DOG) for card in cards(hand)}
    assert not hidden & set(re.findall(r"[A-Z0-9]+", repr(table)))
