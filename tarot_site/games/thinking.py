"""Robots that think: their turns are played in a worker, a few at a time (design §4).

A game that waits for one is found by its ``due_at``, like everything that is due. Whoever takes the turn
moves ``due_at`` on by a lease: others leave the game alone meanwhile, and should this process die the sweep
finds it again when the lease is over. The lease only saves work: of two answers the conditional UPDATE lets
one enter.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.conf import settings

from tarot_engine import Action, SeatView, robot_action, robot_player

from .autoplay import THINKERS, Mind, continue_game, kind_of, next_step
from .models import DEFAULT_ROBOT, Game, GameStatus, Seat
from .steps import commit_step, freezing, hint
from .store import LoadedGame, SeqConflict, load_game, touch
from .turns import is_robot_now

logger = logging.getLogger(__name__)
Clock = Callable[[], float]
"""Seconds from any start."""
MOST_THOUGHTS: Final = 3
"""Answers of one task: those of the robots between two answers of a person, at four seats."""
PATIENCE_SECONDS: Final = 5.0
"""After this long a task leaves the rest to the next one, so that other games and mails get their turn."""
LEASE_MARGIN_SECONDS: Final = 5.0
"""How much later than the budget a thought may end before another worker takes its turn."""
SKEW_SECONDS: Final = 2.0
"""How far the clocks of two workers may differ: a turn that became due so little later than now is due."""
TICK_SECONDS: Final = 45.0
"""How long one tick without workers thinks in all."""


def think(
    game_id: int, now: datetime, *, clock: Clock = time.monotonic, budget: float | None = None
) -> Counter[str]:
    """Play the thinking robots' turns of a game and what follows by itself; how many steps of each actor.

    Stops after three answers or five seconds of ``clock``; a hint then calls the next task. ``budget`` is the
    seconds of one answer, by default those of the settings. May be called by anybody at any time, also twice
    at once. Raises CorruptHistory (the game is frozen then).
    """
    started = clock()
    done: Counter[str] = Counter()
    seconds = settings.ROBOT_SECONDS if budget is None else budget
    for _ in range(MOST_THOUGHTS):
        at = now + timedelta(seconds=clock() - started)
        with freezing(game_id, at):
            kind = _think_once(load_game(game_id), at, clock, seconds)
        if not kind:
            break
        done[kind] += 1
        done += continue_game(game_id, now + timedelta(seconds=clock() - started))
        if clock() - started >= PATIENCE_SECONDS:
            break
    if done:
        hint(game_id)
    return done


def think_everywhere(now: datetime, *, clock: Clock = time.monotonic) -> Counter[str]:
    """For a tick, which has no workers: all games that wait for a thinking robot, for 45 seconds at most."""
    started = clock()
    done: Counter[str] = Counter()
    due = Game.objects.filter(status=GameStatus.RUNNING, due_at__lte=now, robot__in=THINKERS)
    for game_id in due.order_by("due_at", "pk").values_list("pk", flat=True):
        while (elapsed := clock() - started) < TICK_SECONDS:
            try:
                steps = think(game_id, now + timedelta(seconds=elapsed), clock=clock)
            except Exception:
                logger.exception("A robot could not play in game %s.", game_id)
                steps = Counter(error=1)
            done += steps
            if not steps or steps["error"]:
                break
    return done


def waits_for_thought(game_id: int) -> bool:
    """Whether a thinking robot is to answer next, as the columns of the game tell."""
    game = Game.objects.filter(pk=game_id, status=GameStatus.RUNNING, robot__in=THINKERS).first()
    return game is not None and _is_thinkers_turn(game, tuple(game.seats.all()))


def dice_of(view: SeatView) -> Random:
    """The robot's dice, from what everybody knows: the game, the deal, the seat and its decision."""
    return Random(f"{view.commitment.game_id}|{view.seed_index}|{view.seat}|{view.decision}")


def _is_thinkers_turn(game: Game, seats: Sequence[Seat]) -> bool:
    is_running = game.status == GameStatus.RUNNING and bool(game.turns)
    return is_running and game.robot in THINKERS and is_robot_now(seats[game.turns[0][0]])


def _think_once(loaded: LoadedGame, at: datetime, clock: Clock, budget: float) -> str:
    """Take the turn of the robot that is asked and answer it; how the step counts, "" if there was none."""
    game = loaded.game
    if not _is_thinkers_turn(game, loaded.seats) or not _claim(game, at, budget):
        return ""
    began, leased = clock(), game.due_at
    step = next_step(loaded, at, _mind(game.robot, clock, budget))
    if step is None:
        return ""
    try:
        commit_step(loaded, step, at + timedelta(seconds=clock() - began))
    except SeqConflict:
        # The log has grown meanwhile, perhaps by a line that leaves the turn as it was: then think again.
        Game.objects.filter(pk=game.pk, due_at=leased).update(due_at=at)
        hint(game.pk)
        return ""
    return kind_of(step)


def _claim(game: Game, at: datetime, budget: float) -> bool:
    """Lease the turn, unless somebody else thinks about it or has answered it."""
    if game.due_at is None or game.due_at > at + timedelta(seconds=SKEW_SECONDS):
        return False
    try:
        lease = timedelta(seconds=budget + LEASE_MARGIN_SECONDS)
        touch(game, {"due_at": at + lease}, due_at=game.due_at)
    except SeqConflict:
        return False
    return True


def _mind(name: str, clock: Clock, budget: float) -> Mind:
    """What this robot answers; should it fail, what a simpler one does, so that nobody waits for ever."""

    def answer(view: SeatView) -> Action:
        try:
            return robot_player(name, dice_of(view), clock, budget)(view)
        except Exception as error:
            # The error's text could name a card.
            logger.error(
                "The robot %s failed with %s; %s answers.", name, type(error).__name__, DEFAULT_ROBOT
            )
            return robot_action(DEFAULT_ROBOT, view)

    return answer
