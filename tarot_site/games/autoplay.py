"""Turns that nobody has to be asked for: robots, forced cards, answers that became effective, expired
deadlines.

Order at a turn: the seat's own stored answer, the only possible one, a robot, the deadline's safe default.
Robots and defaults go on only while a person has acted in this deal or the one before; then the game pauses
(design §4). In front of a thinking robot the game stops here: ``thinking`` plays that turn, in a worker.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db.models import Q

from tarot_engine import (
    Action,
    GameOver,
    SeatView,
    decide,
    default_for,
    robot_action,
    view_for,
)

from .answers import has_come, noted_answer, noted_of, open_answer
from .models import ActorKind, Door, EventRecord, GameStatus, PendingAnswer, SeatKind
from .signals import TableFact
from .steps import Step, commit_step, freezing, hint
from .store import AnswerOrigin, Entry, LoadedGame, Origin, SeqConflict, Stored, load_game, secret_of
from .turns import Turn, open_turn

logger = logging.getLogger(__name__)
MOST_STEPS = 40
DEFAULTS_BEFORE_ROBOT = 3
SIGNS_OF_LIFE = ("table_resumed", "table_seat_returned", "table_last_deal")
THINKERS: Final = frozenset({"expert"})
"""Robots that need their time for each answer: never in a request, nor in a sweep."""
Mind = Callable[[SeatView], Action]


def continue_game(game_id: int, now: datetime) -> Counter[str]:
    """Play whatever needs nobody, at most 40 steps, each its own transaction; how many of each actor.

    It stops in front of a thinking robot's turn. May be called by anybody at any time, also twice at once.
    Raises CorruptHistory (the game is frozen then).
    """
    done: Counter[str] = Counter()
    with freezing(game_id, now):
        loaded = load_game(game_id)
        for _ in range(MOST_STEPS):
            try:
                step = next_step(loaded, now)
                if step is None:
                    break
                loaded = commit_step(loaded, step, now)
            except SeqConflict:
                loaded = load_game(game_id)
                continue
            done[kind_of(step)] += 1
    return done


def kind_of(step: Step) -> str:
    """How a step is counted: by who answered, or as "paused"."""
    return "paused" if step.status == GameStatus.PAUSED else step.origin.actor.value


def settle(game_id: int, now: datetime) -> None:
    """After a committed step: the automatic turns that follow, then one hint. Never fails that step."""
    try:
        continue_game(game_id, now)
    except Exception:
        logger.exception("Game %s could not go on; the sweep tries again.", game_id)
    hint(game_id)


def next_step(loaded: LoadedGame, now: datetime, mind: Mind | None = None) -> Step | None:
    """What the game does by itself at this time, None when it waits for a person.

    ``mind`` answers for a thinking robot; without one the game waits for that robot too.
    """
    if loaded.game.status != GameStatus.RUNNING:
        return None
    turn = open_turn(loaded.state, loaded.seats)
    if turn is None:
        return None
    if turn.only is not None:
        # Others see a forced answer as its seat's own: a person's, or a robot's.
        actor = ActorKind.ROBOT if turn.by_robot else ActorKind.FORCED
        return _automatic(loaded, turn, actor, turn.only)
    if not turn.by_robot:
        return _persons_step(loaded, turn, now)
    return _robot_step(loaded, turn, mind) if _has_company(loaded) else _pause()


def answer_step(
    loaded: LoadedGame, origin: AnswerOrigin, action: Action, noted: PendingAnswer | None
) -> Step:
    """A person's answer; it ends the series of missed ones. Raises IllegalAction.

    ``noted`` is the answer to this decision that waits outside the log, if any: this one or an older one.
    """
    events = decide(loaded.state, origin.seat, action, secret_of(loaded.game))
    seat = loaded.seats[origin.seat]
    changes = {origin.seat: {"missed": 0}} if seat.missed else {}
    known = noted_of(origin.seat, origin.decision, noted)
    return Step(events, origin, action, seats=changes, noted=known)


def _persons_step(loaded: LoadedGame, turn: Turn, now: datetime) -> Step | None:
    """What time makes of the turn of a person: their own noted answer, once it counts, else the default."""
    answer, due_at = noted_answer(loaded.game, turn.seat, turn.decision), loaded.game.due_at
    if answer is not None and has_come(answer.effective_at, due_at, now):
        actor, door = ActorKind(answer.actor), Door(answer.door)
        origin = AnswerOrigin(actor, door, seat=turn.seat, decision=turn.decision)
        return answer_step(loaded, origin, open_answer(answer), answer)
    if due_at is None or due_at > now:
        return None
    step = _pause()
    if _has_company(loaded):
        view = view_for(loaded.events, turn.seat)
        step = _automatic(loaded, turn, ActorKind.DEADLINE, default_for(view))
    # Nothing was given by then; should an answer be noted before this is written, it counts instead.
    return replace(step, noted=noted_of(turn.seat, turn.decision, None))


def _pause() -> Step:
    return Step((TableFact("table_paused", {}),), Origin(ActorKind.SERVER), status=GameStatus.PAUSED)


def _robot_step(loaded: LoadedGame, turn: Turn, mind: Mind | None) -> Step | None:
    name = loaded.game.robot
    if name in THINKERS and mind is None:
        return None
    view = view_for(loaded.events, turn.seat)
    action = mind(view) if name in THINKERS and mind else robot_action(name, view)
    return _automatic(loaded, turn, ActorKind.ROBOT, action)


def _automatic(loaded: LoadedGame, turn: Turn, actor: ActorKind, action: Action) -> Step:
    seat = loaded.seats[turn.seat]
    origin = AnswerOrigin(actor, Door.SERVER, seat=turn.seat, decision=turn.decision)
    entries: tuple[Entry, ...] = decide(loaded.state, turn.seat, action, secret_of(loaded.game))
    # Nobody has links to the turns of a robot's own seat: their answers need not be recognised again.
    kept = None if seat.kind == SeatKind.ROBOT else action
    if actor != ActorKind.DEADLINE:
        return Step(entries, origin, kept)
    is_over = isinstance(entries[-1], GameOver)
    held = seat.missed + 1 >= DEFAULTS_BEFORE_ROBOT and not is_over
    changes = {"missed": seat.missed + 1, "held_by_robot": held}
    if held:
        entries = (*entries, TableFact("table_seat_held", {"seat": turn.seat, "player": seat.player_id}))
    return Step(entries, origin, kept, seats={turn.seat: changes})


def _has_company(loaded: LoadedGame) -> bool:
    """Whether a person acted in this deal or the one before it, where sitting down stands before the first.

    A deal that a lone Petit ended before anybody spoke is no deal in this sense.
    """
    current = [line for line in loaded.stored if line.seq >= loaded.game.deal_seq]
    if any(line.actor == ActorKind.PERSON and _is_sign_of_life(line) for line in current):
        return True
    earlier = EventRecord.objects.filter(game=loaded.game, seq__lt=loaded.game.deal_seq).order_by("-seq")
    answered = earlier.filter(decision__isnull=False).first()
    if answered is None:
        return True
    opened = earlier.filter(kind="deal_opened", seq__lt=answered.seq).first()
    alive = Q(decision__isnull=False) | Q(kind__in=SIGNS_OF_LIFE)
    since = opened.seq if opened else 0
    return earlier.filter(alive, seq__gt=since, actor=ActorKind.PERSON).exists()


def _is_sign_of_life(line: Stored) -> bool:
    """Not every line of a person's is one: a deal opened by sitting down is not yet an act in it."""
    if isinstance(line.entry, TableFact):
        return line.entry.kind in SIGNS_OF_LIFE
    return line.decision is not None
