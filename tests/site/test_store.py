"""The log: what it holds, what it hides, and that two writers never both write."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from django.db import transaction

from tarot_engine import (
    PACK,
    Bid,
    BidPlaced,
    CardPlayed,
    ChainRenewed,
    Commitment,
    CorruptHistory,
    DealOpened,
    GameOpened,
    HandsDealt,
    SeatTaken,
    SeedChain,
    replay,
)
from tarot_site.games.models import ActorKind, EventRecord, Game, PendingAnswer
from tarot_site.games.presenters import present
from tarot_site.games.queries import load_table
from tarot_site.games.signals import TableFact
from tarot_site.games.store import (
    Origin,
    SeqConflict,
    append_entries,
    events_of,
    load_game,
    load_stored,
    new_chain,
    retried,
    seal_secret,
    secret_of,
)

from .conftest import DOG, GARDE, HANDS, NOW, cards, make_game, play, play_until

pytestmark = [pytest.mark.django_db, pytest.mark.db_both]
CODES = {card.code for card in PACK}
FACT = TableFact("table_seen", {"seat": 1})


def raw_rows(game: Game) -> bytes:
    """Every byte that the log and the answers of a game occupy in the database."""
    rows = [*game.events.values(), *game.answers.values(), Game.objects.filter(pk=game.pk).values()[0]]
    parts = []
    for row in rows:
        values = row.values()
        parts += [bytes(v) if isinstance(v, bytes | memoryview) else repr(v).encode() for v in values]
    return b"|".join(parts)


def codes_in(value: object) -> set[str]:
    """Card codes anywhere in JSON."""
    return CODES & set(re.findall(r"[A-Z0-9]+", json.dumps(value)))


def test_a_bidding_game_shows_no_card():
    game = make_game()
    play(game, Bid(GARDE))
    raw = raw_rows(game)
    for hand in (*HANDS, DOG):
        mask = f"{cards(hand).mask:020x}"
        assert mask.encode() not in raw
        assert bytes.fromhex(mask) not in raw
    assert not any(codes_in(data) for data in game.events.values_list("data", flat=True))
    assert list(game.events.exclude(sealed=None).values_list("kind", flat=True)) == ["hands_dealt"]
    assert game.events.get(kind="hands_dealt").data == {}


def test_a_playing_game_shows_only_what_was_shown():
    game = make_game()
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.events.filter(kind="trick_taken").count() == 3)
    plain = list(game.events.exclude(kind="game_opened").values_list("kind", "data"))
    shown = {code for kind, data in plain if kind == "card_played" for code in codes_in(data)}
    assert len(shown) == len([kind for kind, _ in plain if kind == "card_played"])
    hidden = CODES - shown
    assert not {code for kind, data in plain if kind != "dog_shown" for code in codes_in(data)} & hidden
    sealed = set(game.events.exclude(sealed=None).values_list("kind", flat=True))
    assert sealed == {"hands_dealt", "discard_made"}
    discard = next(e for e in load_game(game.pk).events if type(e).__name__ == "DiscardMade")
    assert f"{discard.cards.mask:020x}".encode() not in raw_rows(game)


def test_the_last_seed_is_sealed():
    game = make_game()
    last = secret_of(game).last
    assert last not in raw_rows(game)
    assert last.hex().encode() not in raw_rows(game)


def test_answers_are_sealed():
    game = make_game()
    play(game, Bid(GARDE))
    play_until(game, lambda g: bool(PendingAnswer.objects.filter(game=g, decision=2)))
    kept = PendingAnswer.objects.filter(game=game)
    assert kept.count() >= 5
    assert not any(b"garde" in bytes(action) for action in kept.values_list("action", flat=True))


def test_reads_back_what_was_written():
    game = make_game()
    loaded = load_game(game.pk)
    events = list(loaded.events)
    kinds = [type(event) for event in events]
    assert kinds == [GameOpened, *[SeatTaken] * 4, DealOpened, HandsDealt]
    assert events[-1].hands == tuple(map(cards, HANDS))
    assert replay(events) == loaded.state
    assert (game.seq, game.deal, game.deal_seq, game.turns) == (7, 1, 6, [[0, 1]])


def test_loads_the_current_deal_only():
    game = make_game(deals=3)
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.deal == 2)
    kinds = [type(event) for event in load_game(game.pk).events]
    assert kinds[:5] == [GameOpened, *[SeatTaken] * 4]
    assert kinds.count(DealOpened) == 1
    assert CardPlayed not in kinds
    whole = replay(events_of(line.entry for line in load_stored(game)))
    part = load_game(game.pk).state
    # The part knows nothing of earlier results, but the same totals, decisions and cards.
    assert replace(part, last=whole.last, seeds=whole.seeds) == whole
    assert part.totals != (0, 0, 0, 0)


def test_the_answer_is_named_on_its_first_event_only():
    game = make_game()
    play(game, Bid(GARDE))
    play_until(game, lambda g: g.events.filter(kind="discard_made").exists())
    for decision, kinds in ((1, ["bid_placed"]), (2, ["discard_made"])):
        rows = game.events.filter(seat=0, decision=decision)
        assert list(rows.values_list("kind", flat=True)) == kinds


def test_one_writer_of_two():
    game = make_game()
    first, second = Game.objects.get(pk=game.pk), Game.objects.get(pk=game.pk)
    with transaction.atomic():
        append_entries(first, [FACT], Origin(ActorKind.SERVER), NOW, {})
    with pytest.raises(SeqConflict), transaction.atomic():
        append_entries(second, [BidPlaced(0, None)], Origin(ActorKind.PERSON), NOW, {"turns": []})
    game.refresh_from_db()
    assert (game.seq, game.turns) == (8, [[0, 1]])
    assert list(game.events.filter(seq__gt=7).values_list("kind", flat=True)) == ["table_seen"]


def test_a_conflict_is_tried_again_on_the_new_state():
    game = make_game()
    seen = []

    def attempt(loaded):
        seen.append(loaded.game.seq)
        if len(seen) < 3:  # another writer comes first, twice
            other = Game.objects.get(pk=game.pk)
            with transaction.atomic():
                append_entries(other, [FACT], Origin(ActorKind.SERVER), NOW, {})
        with transaction.atomic():
            append_entries(loaded.game, [FACT], Origin(ActorKind.SERVER), NOW, {})
        return "written"

    assert retried(game.pk, attempt) == "written"
    assert seen == [7, 8, 9]


def test_trying_again_has_an_end():
    game = make_game()

    def attempt(loaded):
        raise SeqConflict

    assert retried(game.pk, attempt) is None


def test_table_facts_are_no_part_of_the_replay():
    game = make_game()
    before = load_game(game.pk).state
    with transaction.atomic():
        append_entries(game, [FACT], Origin(ActorKind.SERVER), NOW, {})
    after = load_game(game.pk)
    assert after.state == before
    assert after.stored[-1].entry == FACT


def test_seeds_are_stored_with_their_master_and_without():
    game = make_game(chain=new_chain("fresh"))
    kept = secret_of(game)
    assert kept.reaches(257)
    assert len({kept.last, kept.master}) == 2
    game.secret = seal_secret(SeedChain("fresh", kept.last))  # as older games have it
    assert secret_of(game) == SeedChain("fresh", kept.last)
    assert not secret_of(game).reaches(257)


def test_a_further_chain_is_read_with_every_deal_after_it():
    game = make_game()
    opened = load_game(game.pk).state
    Game.objects.filter(pk=game.pk).update(deal=200)
    game.refresh_from_db()
    next_deal = DealOpened(201, 257, 0, opened.totals, opened.decisions)
    renewed = ChainRenewed(Commitment(game.public_id, "ab" * 32), 257)
    with transaction.atomic():
        append_entries(game, (renewed, next_deal), Origin(ActorKind.SERVER), NOW, {})
    line = game.events.get(kind="chain_renewed")
    assert (line.deal, line.sealed) == (0, None)
    state = load_game(game.pk).state
    assert (state.commitment, state.chain_start, state.seed_index) == (renewed.commitment, 257, 257)
    fairness = present(load_table(game.pk, None), language="fr", zone="UTC").fairness
    assert "ab" * 32 in fairness


def test_a_sealed_line_moved_to_another_game_is_noticed():
    game, other = make_game(), make_game(players=list(_others()))
    sealed = other.events.get(kind="hands_dealt").sealed
    EventRecord.objects.filter(game=game, kind="hands_dealt").update(sealed=sealed)
    with pytest.raises(CorruptHistory):
        load_game(game.pk)


@pytest.mark.parametrize(
    "spoil",
    [
        {"kind": "no_such_event"},
        {"data": {"seat": "north"}},
        {"data": {}},
        {"version": 99},
    ],
)
def test_a_spoilt_line_is_corrupt(spoil):
    game = make_game()
    EventRecord.objects.filter(game=game, seq=3).update(**spoil)
    with pytest.raises(CorruptHistory) as caught:
        load_game(game.pk)
    assert "line 3" in str(caught.value)


def test_reprs_show_no_card():
    game = make_game()
    loaded = load_game(game.pk)
    assert not CODES & set(re.findall(r"[A-Z0-9]+", repr(loaded) + repr(loaded.stored)))


def _others():
    from tarot_site.players.models import Player

    for number in range(4):
        yield Player.objects.create_user(f"other{number}@example.org", pseudonym=f"Autre {number}")
