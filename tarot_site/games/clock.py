"""What time alone makes due: deadlines, reminders, ends of waiting (design §4).

Every sweep reads the database and may run twice, late, or twice at once. An allowance starts when its seat is
asked, so a late sweep takes nothing from the next seat, and no seat's lateness gives another one more time.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db import transaction

from .autoplay import continue_game
from .errors import WrongStatus
from .models import ActorKind, Game, GameStatus, PendingAnswer
from .seating import cancel_game
from .signals import TableFact, reminder_due
from .steps import Step, commit_step, hint
from .store import LoadedGame, Origin, SeqConflict, retried, touch
from .thinking import waits_for_thought

logger = logging.getLogger(__name__)
DAYS_TO_FILL = timedelta(days=14)
DAYS_OF_PAUSE = timedelta(days=30)


def sweep_games(now: datetime) -> Counter[str]:
    """Do whatever is due in any game; how many steps of each kind ("deadline", "reminded", "archived" ...).

    A game that fails is reported in the log and does not stop the others.
    """
    done: Counter[str] = Counter()
    for game_id in _due_games(now):
        done += _guarded(game_id, _continue, now)
    for game_id in _ids(status=GameStatus.RUNNING, remind_at__lte=now):
        done += _guarded(game_id, _remind, now)
    for game_id in _ids(status=GameStatus.PAUSED, paused_at__lte=now - DAYS_OF_PAUSE):
        done += _guarded(game_id, _archive, now)
    for game_id in _ids(status=GameStatus.WAITING, created_at__lte=now - DAYS_TO_FILL):
        done += _guarded(game_id, _give_up_waiting, now)
    return done


def _due_games(now: datetime) -> list[int]:
    late = _ids(status=GameStatus.RUNNING, due_at__lte=now)
    answered = PendingAnswer.objects.filter(
        entered_seq__isnull=True, effective_at__lte=now, game__status=GameStatus.RUNNING
    )
    return sorted({*late, *answered.values_list("game_id", flat=True)})


def _ids(**which: object) -> Iterable[int]:
    return list(Game.objects.filter(**which).order_by("pk").values_list("pk", flat=True))


def _guarded(game_id: int, work: Callable[[int, datetime], Counter[str]], now: datetime) -> Counter[str]:
    try:
        return work(game_id, now)
    except Exception:
        logger.exception("The sweep failed on game %s.", game_id)
        return Counter(error=1)


def _continue(game_id: int, now: datetime) -> Counter[str]:
    """What is cheap is done here; a robot that has to think is left to a task, which the hint calls."""
    done = continue_game(game_id, now)
    if waits_for_thought(game_id):
        done["handed_over"] += 1
    if done:
        hint(game_id)
    return done


def _remind(game_id: int, now: datetime) -> Counter[str]:
    """Half of the allowance is over: once per decision, and not when the seat has answered or is late
    already.
    """
    try:
        with transaction.atomic():
            game = Game.objects.get(pk=game_id)
            if game.status != GameStatus.RUNNING or game.remind_at is None or game.remind_at > now:
                return Counter()
            (seat, decision), due_at = game.turns[0], game.due_at
            noted = PendingAnswer.objects.filter(game=game, seat=seat, decision=decision)
            if noted.exists():
                return Counter()  # looked at again until it enters the log: it may yet be taken back
            # Held until the commit: of two sweeps one reminds, and the second finds nothing to do.
            touch(game, {"remind_at": None}, remind_at=game.remind_at)
            if noted.exists():
                raise SeqConflict  # noted since: undone, and looked at again
            if due_at is not None and due_at <= now:
                return Counter()
            reminder_due.send(sender=Game, game_id=game_id, seat=seat, decision=decision, now=now)
    except SeqConflict:
        return Counter()
    hint(game_id)
    return Counter(reminded=1)


def _archive(game_id: int, now: datetime) -> Counter[str]:
    """Nobody woke the game: it ends here, its completed deals stay readable."""

    def attempt(loaded: LoadedGame) -> bool:
        game = loaded.game
        if game.status != GameStatus.PAUSED or game.paused_at is None or game.paused_at > now - DAYS_OF_PAUSE:
            return False
        fact = TableFact("table_archived", {})
        commit_step(loaded, Step((fact,), Origin(ActorKind.SERVER), status=GameStatus.ARCHIVED), now)
        return True

    if not retried(game_id, attempt):
        return Counter()
    hint(game_id)
    return Counter(archived=1)


def _give_up_waiting(game_id: int, now: datetime) -> Counter[str]:
    """The table did not fill in time: it is called off, and whoever sat there is told."""
    try:
        cancel_game(game_id, None, now, reason="not_full", only_in=(GameStatus.WAITING,))
    except WrongStatus:
        return Counter()
    return Counter(cancelled=1)
