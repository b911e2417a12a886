"""What operators do to a game leaves a line in its log: who, when and what (``table_operator_*``)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from tarot_site.players.models import Player

from .models import UNFINISHED, ActorKind, Door, EventRecord, Game, Seat
from .signals import TableFact
from .store import ATTEMPTS, Origin, SeqConflict, append_entries

LOOKED: Final = "table_operator_looked"
MAIL_RESENT: Final = "table_operator_mail"
ONE_LOOK: Final = timedelta(hours=1)


def plays_in(operator: Player, game_id: int) -> bool:
    """Whether the operator holds a seat of this game while it may still go on: then they see none of it."""
    return Seat.objects.filter(game=game_id, player=operator, game__status__in=UNFINISHED).exists()


def is_looking(game_id: int, operator: Player, now: datetime) -> bool:
    """Whether the operator's last look at the log, as the log itself has it, is less than an hour old."""
    looks = EventRecord.objects.filter(game=game_id, kind=LOOKED, at__gt=now - ONE_LOOK)
    return any(data.get("player") == operator.pk for data in looks.values_list("data", flat=True))


def note_look(game_id: int, operator: Player, now: datetime) -> None:
    """The operator opens the log: one line an hour."""
    if not is_looking(game_id, operator, now):
        note_operator(game_id, TableFact(LOOKED, {"player": operator.pk}), now)


def note_operator(game_id: int, fact: TableFact, now: datetime) -> None:
    """Write one fact of an operator into the log, also when it cannot be replayed. Raises SeqConflict."""
    origin = Origin(ActorKind.OPERATOR, Door.ADMIN)
    for _ in range(ATTEMPTS):
        try:
            with transaction.atomic():
                append_entries(Game.objects.get(pk=game_id), (fact,), origin, now, {})
            return
        except SeqConflict:  # a player was faster
            continue
    raise SeqConflict


def resent_fact(operator: Player, seat: int | None) -> TableFact:
    """A mail of this seat was sent once more."""
    data: dict[str, Any] = {"player": operator.pk}
    return TableFact(MAIL_RESENT, data if seat is None else {**data, "seat": seat})
