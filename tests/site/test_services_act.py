"""One way in: answers, repeated answers, late answers, and what follows from them without anybody."""

from __future__ import annotations

from collections import Counter

import pytest

from tarot_engine import Bid, CorruptHistory, IllegalAction, PlayCard, parse_card
from tarot_site.games.autoplay import continue_game
from tarot_site.games.clock import sweep_games
from tarot_site.games.errors import StaleTurn
from tarot_site.games.models import ActorKind, Door, EventRecord, Game, GameStatus, PendingAnswer
from tarot_site.games.queries import load_table
from tarot_site.games.services import act
from tarot_site.games.signals import Advance, game_advanced, game_advancing
from tarot_site.games.store import load_game
from tarot_site.games.turns import open_turn

from .conftest import (
    GARDE,
    NOW,
    DealtBySeat0,
    choices,
    days,
    default_action,
    make_game,
    open_decision,
    play,
    play_until,
    stacked,
)

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]


def answer(game: Game, seat: int, decision: int, action: object, now=NOW):
    """An answer by the person of a seat."""
    return act(game.pk, seat, decision, action, actor=ActorKind.PERSON, door=Door.LINK, now=now)  # type: ignore[arg-type]


def snapshot(game: Game) -> tuple[object, ...]:
    """All rows of a game, to see that nothing changed."""
    return (
        Game.objects.filter(pk=game.pk).values().get(),
        list(game.events.values_list("seq", "kind", "at")),
        list(game.answers.values_list("seat", "decision", "entered_seq", "effective_at")),
        list(game.seats.values()),
    )


def test_an_answer_enters_the_log(advances: list[Advance]):
    game = make_game()
    acted = answer(game, 0, 1, Bid(GARDE))
    assert (acted.already, acted.effective_at) == (False, NOW)
    game.refresh_from_db()
    assert (game.seq, game.turns) == (8, [[1, 1]])
    record = game.events.get(seq=8)
    assert (record.kind, record.seat, record.decision) == ("bid_placed", 0, 1)
    assert (record.actor, record.door, record.at) == (ActorKind.PERSON, Door.LINK, NOW)
    assert [advance.asked for advance in advances] == [((0, 1),), ((1, 1),)]


def test_the_same_answer_again_changes_nothing():
    game = make_game()
    answer(game, 0, 1, Bid(GARDE))
    before = snapshot(game)
    acted = answer(game, 0, 1, Bid(GARDE), now=NOW + days(1))
    assert (acted.already, acted.effective_at) == (True, NOW)
    assert snapshot(game) == before


def test_the_same_card_with_another_announcement_is_another_answer():
    game = make_game()
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.turns[0][1] == 3)
    seat, decision = open_decision(game)
    card = choices(game)[0].card
    answer(game, seat, decision, PlayCard(card))
    trumps = [c for c in load_game(game.pk).state.stage.deal.hands[0] if c.is_trump]
    shown = type(load_game(game.pk).state.stage.deal.hands[0]).from_cards(trumps[:10])
    with pytest.raises(StaleTurn):
        answer(game, seat, decision, PlayCard(card, show=shown))
    assert answer(game, seat, decision, PlayCard(card)).already


def test_another_answer_to_an_answered_decision_is_stale():
    game = make_game()
    answer(game, 0, 1, Bid(GARDE))
    before = snapshot(game)
    with pytest.raises(StaleTurn) as caught:
        answer(game, 0, 1, Bid(None))
    assert (caught.value.game_id, caught.value.seat, caught.value.decision) == (game.pk, 0, 1)
    assert snapshot(game) == before


@pytest.mark.parametrize(("seat", "decision"), [(0, 2), (1, 1), (3, 1), (0, 0), (0, 65535)])
def test_a_decision_that_is_not_asked_is_stale(seat: int, decision: int):
    game = make_game()
    before = snapshot(game)
    with pytest.raises(StaleTurn):
        answer(game, seat, decision, Bid(None))
    assert snapshot(game) == before


def test_a_refused_answer_changes_nothing():
    game = make_game()
    answer(game, 0, 1, Bid(GARDE))
    before = snapshot(game)
    for wrong in (Bid(GARDE), PlayCard(parse_card("S4"))):
        with pytest.raises(IllegalAction):
            answer(game, 1, 1, wrong)
    assert snapshot(game) == before
    assert not answer(game, 1, 1, Bid(None)).already


def test_a_failing_receiver_rolls_the_whole_step_back():
    game = make_game()
    before = snapshot(game)

    def fail(sender: object, **_: object) -> None:
        raise RuntimeError("the ledger is full")

    game_advancing.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            answer(game, 0, 1, Bid(GARDE))
    finally:
        game_advancing.disconnect(fail)
    assert snapshot(game) == before
    assert not answer(game, 0, 1, Bid(GARDE)).already


@pytest.mark.django_db(transaction=True)
def test_a_failing_hint_harms_nothing_and_one_hint_follows_a_burst():
    game = make_game(robots=3)
    heard = []

    def fail(sender: object, game_id: int, **_: object) -> None:
        heard.append(game_id)
        raise ConnectionError("no broker")

    game_advanced.connect(fail)
    try:
        assert not answer(game, 0, 1, Bid(GARDE)).already
    finally:
        game_advanced.disconnect(fail)
    assert heard == [game.pk]
    game.refresh_from_db()
    assert game.turns == [[0, 2]]


def test_robots_answer_at_once_and_only_the_person_is_asked(advances: list[Advance]):
    game = make_game(robots=3)
    answer(game, 0, 1, Bid(GARDE))
    asked = [asked for advance in advances for asked in advance.asked]
    assert asked == [(0, 1), (0, 2)]
    actors = Counter(game.events.filter(kind="bid_placed").values_list("actor", flat=True))
    assert actors == {ActorKind.PERSON: 1, ActorKind.ROBOT: 3}
    assert not PendingAnswer.objects.filter(game=game).exclude(seat=0).exists()


def test_robots_that_lead_open_the_game_by_themselves():
    game = make_game(robots=3, chain=stacked(DealtBySeat0))
    game.refresh_from_db()
    assert game.turns == [[0, 1]]
    assert game.events.filter(kind="bid_placed").count() == 3


def test_a_forced_card_is_played_for_everybody_and_asked_of_nobody(advances: list[Advance]):
    game = make_game()
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.status == GameStatus.OVER)
    forced = game.events.filter(actor=ActorKind.FORCED)
    # The whole last trick is forced, and answers of all kinds are numbered.
    assert forced.filter(kind="card_played").count() >= 4
    asked = {asked for advance in advances for asked in advance.asked}
    answered_by_person = set(
        game.events.filter(actor=ActorKind.PERSON).exclude(decision=None).values_list("seat", "decision")
    )
    assert asked == answered_by_person
    assert not asked & set(forced.values_list("seat", "decision"))


def test_a_forced_turn_has_no_clock_of_its_own():
    game = make_game()
    play(game, Bid(GARDE))
    seen = []

    def look(sender: object, advance: Advance, **_: object) -> None:
        game = advance.game
        if game.turns and not advance.asked:
            seen.append((game.due_at, game.remind_at))

    game_advancing.connect(look)
    play_until(game, lambda g: g.status == GameStatus.OVER)
    game_advancing.disconnect(look)
    assert seen
    assert set(seen) == {(NOW, None)}


def test_the_whole_game_ends_with_columns_that_say_so():
    game = make_game()
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.status == GameStatus.OVER)
    assert (game.turns, game.due_at, game.remind_at, game.asked_at) == ([], None, None, None)
    assert game.events.last().kind == "game_over"
    with pytest.raises(StaleTurn):
        answer(game, 0, 40, Bid(None))


def test_a_burst_that_a_crash_cut_off_is_resumed_by_the_sweep(advances: list[Advance]):
    game = make_game(robots=3)
    calls = []

    def crash_once(sender: object, advance: Advance, **_: object) -> None:
        calls.append(advance.first_seq)
        if len(calls) == 2:
            raise MemoryError("killed")

    game_advancing.connect(crash_once)
    try:
        assert not answer(game, 0, 1, Bid(GARDE)).already  # the answer itself was committed
    finally:
        game_advancing.disconnect(crash_once)
    game.refresh_from_db()
    assert (game.turns, game.due_at) == ([[1, 1]], NOW)
    assert sweep_games(NOW) == {"robot": 3}
    game.refresh_from_db()
    assert game.turns == [[0, 2]]
    assert sweep_games(NOW) == {}


def test_continuing_twice_does_nothing_more():
    game = make_game(robots=3)
    answer(game, 0, 1, Bid(GARDE))
    before = snapshot(game)
    assert continue_game(game.pk, NOW) == {}
    assert snapshot(game) == before


def test_a_decision_numbers_the_answers_of_its_seat():
    game = make_game(deals=2)
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.deal == 2)
    for seat in range(4):
        rows = EventRecord.objects.filter(game=game, seat=seat).order_by("seq")
        assert list(rows.values_list("decision", flat=True)) == list(range(1, rows.count() + 1))
    turn = open_turn(load_game(game.pk).state, load_game(game.pk).seats)
    assert turn is not None
    assert [turn.seat, turn.decision] == game.turns[0]


def test_a_corrupt_history_freezes_the_game(caplog: pytest.LogCaptureFixture):
    game = make_game()
    game.events.filter(kind="deal_opened").update(kind="trick_taken", data={"number": 1, "winner": 0})
    with pytest.raises(CorruptHistory):
        answer(game, 0, 1, Bid(GARDE))
    game.refresh_from_db()
    assert (game.status, game.due_at, game.remind_at) == (GameStatus.FROZEN, None, None)
    assert game.events.last().kind == "table_frozen"
    assert f"Game {game.pk} is frozen" in caplog.text
    assert load_table(game.pk, 0).view.number == 0  # its opening can still be shown
    assert sweep_games(NOW + days(9)) == {}


def test_a_frozen_game_does_not_stop_the_sweep_of_others(caplog: pytest.LogCaptureFixture):
    broken = make_game()
    broken.events.filter(kind="hands_dealt").update(sealed=b"\x01\x01garbage")
    from .test_store import _others

    sound = make_game(players=list(_others()))
    assert sweep_games(NOW + days(2)) == {"error": 1, "deadline": 1}
    broken.refresh_from_db()
    sound.refresh_from_db()
    assert (broken.status, sound.turns) == (GameStatus.FROZEN, [[1, 1]])


def test_the_default_counts_as_the_answer_when_it_is_the_same():
    game = make_game()
    action = default_action(game, 0)
    assert sweep_games(NOW + days(2)) == {"deadline": 1}
    assert answer(game, 0, 1, action, now=NOW + days(3)).already
    with pytest.raises(StaleTurn):
        answer(game, 0, 1, Bid(GARDE), now=NOW + days(3))
