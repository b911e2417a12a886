"""From one seat's view to what its page and mails show, in that reader's language and zone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils import translation

from tarot_engine import Direction, Ruleset, SeatView

from . import wording_table as table_words
from .models import Game, GameStatus, Seat, SeatKind
from .pages import DealResult, SeatLine, StoryLine, TablePage
from .present_cards import hand_facts, present_cards, present_hand
from .present_piles import present_piles
from .present_question import present_question
from .present_score import present_deal, present_deals, present_ranking
from .present_story import present_story
from .present_trick import present_last_trick, present_trick
from .queries import LoadedTable
from .turns import is_robot_now
from .wording_names import Voice
from .wording_options import rules_lines, terms_lines
from .wording_rules import contract_name
from .wording_time import deadline_text

PLACES: Final = {
    2: ("me", "across"),
    3: ("me", "right", "left"),
    4: ("me", "right", "across", "left"),
    5: ("me", "right", "across-right", "across-left", "left"),
}
"""Where a ring draws the seats in their order of play, which goes to the right."""


def present(table: LoadedTable, *, language: str, zone: str) -> TablePage:
    """Everything the reader of ``table`` may see now. ``language`` "fr" or "en", ``zone`` an IANA name."""
    with translation.override(language):
        return _present(table, zone)


def _present(table: LoadedTable, zone: str) -> TablePage:
    game, view = table.game, table.view
    voice = Voice(tuple(table_words.seat_name(seat.name) for seat in table.seats), view.seat)
    due_at = _due_at(table)
    deadline = deadline_text(due_at, zone) if due_at else ""
    reader = view.seat
    return TablePage(
        public_id=game.public_id,
        table_name=game.name,
        heading=table_words.heading(view.number, view.rules, view.contract, is_last=view.is_last_deal),
        end_line=table_words.end_line(view, game.status),
        status=game.status,
        status_text=table_words.status_text(game.status),
        reader=reader,
        reader_name="" if reader is None else voice.names[reader],
        turn_line=table_words.turn_line(voice, view) if game.status == GameStatus.RUNNING else "",
        deadline=deadline,
        due_at=due_at,
        contract_line=table_words.contract_line(voice, view),
        seats=tuple(_seat_line(voice, table, seat) for seat in table.seats),
        trick=present_trick(voice, view),
        last_trick=present_last_trick(voice, view),
        dog=present_cards(view.dog or ()),
        discard=present_cards(view.discard or ()),
        hand=present_hand(view),
        hand_count=len(view.hand),
        piles=present_piles(voice, view),
        hand_facts=hand_facts(view.hand),
        story=_story(voice, table),
        question=present_question(voice, view) if game.status == GameStatus.RUNNING else None,
        ended_deal=_ended_deal(voice, view),
        deals=present_deals(voice, view.rules, table.past_deals, is_over=view.is_over),
        ranking=present_ranking(voice, view.totals, view.ranks) if view.number else (),
        rules=(*rules_lines(view.rules), *_terms(table)),
        fairness=table_words.fairness(view.commitment, view.words),
        waiting_for=_waiting_for(game, table.seats),
        unreached=table_words.unreached(game.status, table.unreached, view.seat),
        unreachable=table_words.unreachable(voice, game.status, table.unreached),
        thinking=_thinking(voice, table),
    )


def _due_at(table: LoadedTable) -> datetime | None:
    """When the open answer is due. A robot's turn has no deadline that anybody waits for.

    A forced turn is due at once, which would tell the others that its seat has a single card: it is shown
    with the allowance of any other turn.
    """
    game, seat = table.game, table.view.to_act
    if game.status != GameStatus.RUNNING or seat is None or game.due_at is None or game.asked_at is None:
        return None
    if is_robot_now(table.seats[seat]):
        return None
    if game.due_at <= game.asked_at:
        return game.asked_at + timedelta(seconds=game.move_seconds)
    return game.due_at


def _thinking(voice: Voice, table: LoadedTable) -> str:
    seat = table.view.to_act
    if table.game.status != GameStatus.RUNNING or seat is None or not is_robot_now(table.seats[seat]):
        return ""
    return table_words.robot_thinks(voice, seat, is_held=table.seats[seat].kind == SeatKind.PERSON)


def _seat_line(voice: Voice, table: LoadedTable, seat: Seat) -> SeatLine:
    view, number = table.view, seat.number
    spoken = [contract_name(contract) for bidder, contract in view.bids if bidder == number]
    return SeatLine(
        seat=number,
        name=voice.names[number],
        place=_place(number, view.seat or 0, view.rules),
        is_me=number == view.seat,
        is_dealer=number == view.dealer,
        is_taker=number == view.taker,
        is_turn=number == view.to_act and table.game.status == GameStatus.RUNNING,
        is_robot=is_robot_now(seat),
        tricks=view.tricks_won[number] if view.tricks_won else 0,
        bid=spoken[-1] if spoken else "",
        badges=table_words.seat_badges(
            view, number, is_robot=seat.kind == SeatKind.ROBOT, is_held=is_robot_now(seat)
        ),
        total=view.totals[number] if view.totals else 0,
    )


def _place(seat: int, reader: int, rules: Ruleset) -> str:
    turn = seat - reader if rules.direction is Direction.CCW else reader - seat
    return PLACES[rules.seats][turn % rules.seats]


def _story(voice: Voice, table: LoadedTable) -> tuple[StoryLine, ...]:
    people = frozenset(seat.number for seat in table.seats if seat.kind == SeatKind.PERSON)
    return present_story(voice, table.events, table.since_seq, table.view.rules.layout.tricks, people)


def _ended_deal(voice: Voice, view: SeatView) -> DealResult | None:
    if view.last is None:
        return None
    return present_deal(voice, view.rules, view.last, view.totals, is_end=view.is_over)


def _terms(table: LoadedTable) -> tuple[str, ...]:
    game = table.game
    robot = game.robot if any(map(is_robot_now, table.seats)) else ""
    return terms_lines(table.view.rules, game.move_seconds, robot)


def _waiting_for(game: Game, seats: Sequence[Seat]) -> tuple[str, ...]:
    if game.status != GameStatus.WAITING:
        return ()
    return table_words.waiting_names(
        seat.name for seat in seats if seat.kind == SeatKind.PERSON and seat.taken_at is None
    )
