"""The one way in (design §4): whatever its door, an answer goes through ``act``.

Callers pass the time. Each function commits its own transactions and must not be called inside another one
that waits for the network.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import F

from tarot_engine import Action

from .answers import has_come, keep_answer, kept_answer, noted_answer, open_answer
from .autoplay import answer_step, continue_game, settle
from .errors import SeatUnavailable, StaleTurn, WrongStatus
from .last_deal import announce_last_deal, end_after_deal
from .models import PLAYABLE, ActorKind, Door, Game, GameStatus
from .opening import SeatRequest, create_game
from .seating import cancel_game, decline_seat, invite_again, seats_left, start_now, take_seat
from .signals import TableFact, answer_noted
from .steps import Step, commit_step, freezing
from .store import AnswerOrigin, LoadedGame, Origin, SeqConflict, retried, touch
from .turns import Turn, open_turn

__all__ = [
    "Acted",
    "SeatRequest",
    "act",
    "announce_last_deal",
    "cancel_game",
    "continue_game",
    "create_game",
    "decline_seat",
    "end_after_deal",
    "invite_again",
    "resume_game",
    "return_to_seat",
    "seats_left",
    "start_now",
    "take_back",
    "take_seat",
]


@dataclass(frozen=True, slots=True)
class Acted:
    """An accepted answer. ``already``: the same answer had been given before, nothing changed now.

    ``effective_at`` is when it enters (or entered) the log: later than now while it may be taken back.
    """

    already: bool
    effective_at: datetime


def act(
    game_id: int, seat: int, decision: int, action: Action, *, actor: ActorKind, door: Door, now: datetime
) -> Acted:
    """Answer a numbered decision of a seat with a whole action.

    An answer to a paused game resumes it, and an answer of an absent person takes the seat back from its
    robot. Raises IllegalAction (the rules refuse it), StaleTurn (answered otherwise, or not asked),
    CorruptHistory.
    """
    origin = AnswerOrigin(actor, door, seat=seat, decision=decision)
    with freezing(game_id, now):
        acted = retried(game_id, lambda loaded: _answer(loaded, origin, action, now))
    if acted is None:
        raise StaleTurn(game_id, seat, decision)
    if not acted.already:
        settle(game_id, now)
    return acted


def take_back(game_id: int, seat: int, decision: int, *, now: datetime) -> None:
    """Delete a noted answer whose time has not come. Raises StaleTurn when it has, or there is none.

    One whose time has come enters the log now, if no sweep has seen to it yet.
    """
    with transaction.atomic():
        # Holds the row, so that the answer cannot enter the log meanwhile; changes nothing in it.
        Game.objects.filter(pk=game_id).update(seq=F("seq"))
        game = Game.objects.get(pk=game_id)
        answer = noted_answer(game, seat, decision)
        is_back = answer is not None and not has_come(answer.effective_at, game.due_at, now)
        if answer is not None and is_back:
            answer.delete()
    if not is_back:
        if answer is not None:
            settle(game_id, now)
        raise StaleTurn(game_id, seat, decision)


def return_to_seat(game_id: int, seat: int, now: datetime, *, door: Door) -> Game:
    """The person of a seat is back: no robot holds it any more, and its open decision is asked of the person
    again.

    Wakes a paused game too; changes nothing when neither is the case.
    """
    return _come_back(game_id, seat, now, door, must_be_paused=False)


def resume_game(game_id: int, seat: int, now: datetime, *, door: Door) -> Game:
    """Any person of a paused game wakes it; the open decision gets a full allowance. Raises WrongStatus."""
    return _come_back(game_id, seat, now, door, must_be_paused=True)


def _come_back(game_id: int, seat: int, now: datetime, door: Door, *, must_be_paused: bool) -> Game:
    def attempt(loaded: LoadedGame) -> tuple[Game, bool]:
        game = loaded.game
        if game.status not in PLAYABLE or (must_be_paused and game.status != GameStatus.PAUSED):
            raise WrongStatus(game.status)
        if loaded.seats[seat].player_id is None:
            raise SeatUnavailable
        step = _return_step(loaded, seat, door)
        return (game, False) if step is None else (commit_step(loaded, step, now).game, True)

    with freezing(game_id, now):
        outcome = retried(game_id, attempt)
    if outcome is None:
        raise WrongStatus(GameStatus.RUNNING)
    if outcome[1]:
        settle(game_id, now)
        outcome[0].refresh_from_db()
    return outcome[0]


def _return_step(loaded: LoadedGame, seat: int, door: Door) -> Step | None:
    """What a sign of life of this seat's person changes, None if nothing."""
    place = loaded.seats[seat]
    was_paused = loaded.game.status == GameStatus.PAUSED
    if not was_paused and not place.held_by_robot:
        return None
    data = {"seat": seat, "player": place.player_id}
    facts = [TableFact("table_seat_returned", data)] if place.held_by_robot else []
    facts += [TableFact("table_resumed", data)] if was_paused else []
    turn = loaded.state.to_act
    return Step(
        tuple(facts),
        Origin(ActorKind.PERSON, door),
        seats={seat: {"held_by_robot": False, "missed": 0}},
        status=GameStatus.RUNNING,
        # Only the returning seat's own question is put again, unless the whole game stood still.
        restart_clock=was_paused or turn == seat,
    )


def _answer(loaded: LoadedGame, origin: AnswerOrigin, action: Action, now: datetime) -> Acted:
    game, turn = loaded.game, open_turn(loaded.state, loaded.seats)
    if not _is_open(turn, origin) or game.status not in PLAYABLE:
        return _answered(game, origin, action)
    noted = noted_answer(game, origin.seat, origin.decision)
    step = answer_step(loaded, origin, action, noted)  # refused before anything changes
    if origin.actor == ActorKind.PERSON:
        if back := _return_step(loaded, origin.seat, origin.door):
            loaded = commit_step(loaded, back, now)
            step = answer_step(loaded, origin, action, noted)
        if noted is not None and has_come(noted.effective_at, loaded.game.due_at, now):
            settle(game.pk, now)  # the sweep has not looked yet: the noted answer enters first
            return _answered(game, origin, action)
        effective_at = _effective_at(loaded.game, now)
        if effective_at > now:
            return _keep(loaded.game, origin, action, now, effective_at)
    commit_step(loaded, step, now)
    return Acted(already=False, effective_at=now)


def _effective_at(game: Game, now: datetime) -> datetime:
    """When an answer given now enters the log: at its deadline at the latest, at once after that."""
    end = now + timedelta(seconds=settings.TAKE_BACK_SECONDS)
    return end if game.due_at is None else min(end, max(game.due_at, now))


def _keep(game: Game, origin: AnswerOrigin, action: Action, now: datetime, effective_at: datetime) -> Acted:
    """Store the answer for a while in which it may be replaced or taken back. Raises SeqConflict."""
    with transaction.atomic():
        touch(game, {"seq": game.seq})  # holds the row; the reminder stays, in case the answer is taken back
        earlier = noted_answer(game, origin.seat, origin.decision)
        if earlier is not None and has_come(earlier.effective_at, game.due_at, now):
            raise SeqConflict
        if earlier is not None and open_answer(earlier) == action:
            return Acted(already=True, effective_at=earlier.effective_at)
        keep_answer(game, origin, action, now, effective_at=effective_at)
        tell = partial(answer_noted.send, sender=Game, effective_at=effective_at)
        transaction.on_commit(tell, robust=True)
    return Acted(already=False, effective_at=effective_at)


def _answered(game: Game, origin: AnswerOrigin, action: Action) -> Acted:
    """The same whole answer again is welcome, any other one comes too late."""
    earlier = kept_answer(game, origin.seat, origin.decision)
    if earlier is None or earlier.entered_seq is None or open_answer(earlier) != action:
        raise StaleTurn(game.pk, origin.seat, origin.decision)
    return Acted(already=True, effective_at=earlier.effective_at)


def _is_open(turn: Turn | None, origin: AnswerOrigin) -> bool:
    return turn is not None and (turn.seat, turn.decision) == (origin.seat, origin.decision)
