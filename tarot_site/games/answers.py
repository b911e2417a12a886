"""Answers as they are kept: sealed, one per decision, also after they entered the log (design §4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from tarot_engine import Action, CorruptHistory, decode_action, encode_action

from .errors import VaultError
from .models import Game, PendingAnswer
from .store import AnswerOrigin
from .vault import seal, unseal


@dataclass(frozen=True, slots=True)
class Noted:
    """What a step knew of the answer that its decision already had outside the log.

    ``mark`` is that answer as sealed, which no other sealing gives again; None: there was none.
    """

    seat: int
    decision: int
    mark: bytes | None = field(default=None, repr=False)


def keep_answer(
    game: Game,
    origin: AnswerOrigin,
    action: Action,
    now: datetime,
    *,
    effective_at: datetime | None = None,
    entered_seq: int | None = None,
) -> None:
    """Store an answer, in place of an earlier one to the same decision.

    Without ``entered_seq`` it enters the log at ``effective_at`` (default: now).
    """
    place = _place(game.pk, origin.seat, origin.decision)
    answer = PendingAnswer(
        game=game,
        seat=origin.seat,
        decision=origin.decision,
        action=seal("answer", encode_action(action).encode(), place),
        actor=origin.actor,
        door=origin.door,
        created_at=now,
        effective_at=effective_at or now,
        entered_seq=entered_seq,
    )
    PendingAnswer.objects.bulk_create(
        [answer],
        update_conflicts=True,
        unique_fields=["game", "seat", "decision"],
        update_fields=["action", "actor", "door", "created_at", "effective_at", "entered_seq"],
    )


def kept_answer(game: Game, seat: int, decision: int) -> PendingAnswer | None:
    """What is kept for this decision."""
    return PendingAnswer.objects.filter(game=game, seat=seat, decision=decision).first()


def noted_answer(game: Game, seat: int, decision: int) -> PendingAnswer | None:
    """What is kept for this decision and has not entered the log."""
    answer = kept_answer(game, seat, decision)
    return None if answer is None or answer.entered_seq is not None else answer


def noted_of(seat: int, decision: int, answer: PendingAnswer | None) -> Noted:
    """What a step knows that comes from this decision with this noted answer, or without one."""
    return Noted(seat, decision, None if answer is None else bytes(answer.action))


def has_come(effective_at: datetime, due_at: datetime | None, now: datetime) -> bool:
    """Whether a noted answer counts by now: a deadline ends the time to take it back (design §4)."""
    return effective_at <= now or (due_at is not None and due_at <= now)


def open_answer(answer: PendingAnswer) -> Action:
    """The whole action of a kept answer. Raises CorruptHistory."""
    place = _place(answer.game_id, answer.seat, answer.decision)
    try:
        return decode_action(unseal("answer", answer.action, place).decode())
    except (VaultError, ValueError) as error:
        raise CorruptHistory(f"an answer cannot be read: {type(error).__name__}") from None


def _place(game_id: int, seat: int, decision: int) -> tuple[str | int, ...]:
    return ("games_pendinganswer", "action", game_id, seat, decision)
