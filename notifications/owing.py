"""Writing down which mails are owed, inside the transaction that owes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q, QuerySet

from tarot_site.games.errors import InvitationDeclined
from tarot_site.games.models import Game, Seat, SeatKind
from tarot_site.players.models import Player

from . import kinds as k
from .blocks import blocked_among, is_blocked
from .models import Mail, MailState


@dataclass(slots=True)
class Debt:
    """What one seat is to be told about one step of its game."""

    seat: Seat
    kinds: set[str] = field(default_factory=set)
    decision: int | None = None  # the turn it announces
    ended: int = 0  # deals that ended in this step


def people_of(game: Game) -> list[Seat]:
    """The seats of a game whose person can be written to."""
    seats = game.seats.filter(kind=SeatKind.PERSON, player__email__isnull=False, player__is_active=True)
    people = [seat for seat in seats.select_related("player") if seat.player]
    silent = blocked_among(seat.player.email or "" for seat in people if seat.player)
    return [seat for seat in people if seat.player and seat.player.email not in silent]


def write_debts(game: Game, debts: Sequence[Debt], *, seq: int, now: datetime, key: str = "") -> None:
    """Merge each debt into an unclaimed mail of the same person, or write a new row. Inside a transaction.

    ``seq`` is the last event of the step: told once, a step is never told again. ``key`` names the cause
    when it is not a step of the game (a reminder, a request).
    """
    if not debts:
        return
    known = list(_rows_that_matter(game, debts, seq))
    new = []
    for debt in debts:
        rows = [row for row in known if _is_to_reader(row, debt.seat)]
        if not key and any(row.seq >= seq for row in rows):
            continue
        _leave_out_told_turn(debt, rows)
        if debt.kinds and not _merge(debt, rows, deal_seq=game.deal_seq, seq=seq, now=now):
            new.append(_row(game, debt, seq=seq, now=now, key=key))
    Mail.objects.bulk_create(new, ignore_conflicts=True)


def _rows_that_matter(game: Game, debts: Iterable[Debt], seq: int) -> Iterable[Mail]:
    decisions = [debt.decision for debt in debts if debt.decision is not None]
    unfinished = Q(state__in=(MailState.PENDING, MailState.SENDING))
    rows = Mail.objects.filter(game=game).filter(unfinished | Q(seq__gte=seq) | Q(decision__in=decisions))
    return rows.defer("sealed", "secret").order_by("pk")


def _is_to_reader(row: Mail, seat: Seat) -> bool:
    """Whether it is a mail about the game to who holds the seat now. An invitation is none: it is dropped
    whole once it is answered or renewed, and whatever had joined it would go with it. Nor is a mail to who
    held the seat before.
    """
    of_seat = (row.seat, row.player_id) == (seat.number, seat.player_id)
    return of_seat and k.ALONE.isdisjoint(row.kinds)


def _leave_out_told_turn(debt: Debt, rows: Iterable[Mail]) -> None:
    """At most one unanswered turn mail per seat and game: a question already mailed is not mailed again."""
    told = any(
        row.decision == debt.decision
        and row.state in (MailState.SENDING, MailState.SENT)
        and k.YOUR_TURN in row.kinds
        for row in rows
    )
    if told and debt.decision is not None and k.RESUMED not in debt.kinds:
        debt.kinds.discard(k.YOUR_TURN)


def _merge(debt: Debt, rows: Iterable[Mail], *, deal_seq: int, seq: int, now: datetime) -> bool:
    """Put the debt into a mail nobody has claimed yet; False if there is none (or somebody just did)."""
    for known in rows:
        row = _locked(known) if known.state == MailState.PENDING else None
        if row is not None:
            _put_into(row, debt, deal_seq=deal_seq, seq=seq, now=now)
            return True
    return False


def _locked(known: Mail) -> Mail | None:
    """The row as it is now, nobody else's until the commit; None if it was claimed since it was read.

    Read again under the lock, because not every writer holds the game's row: of two that join the same mail,
    the second would undo what the first one wrote. SQLite has one writer anyway.
    """
    rows = Mail.objects.select_for_update().filter(pk=known.pk, state=MailState.PENDING)
    return rows.defer("sealed", "secret").first()


def _put_into(row: Mail, debt: Debt, *, deal_seq: int, seq: int, now: datetime) -> None:
    """The mail then goes to where the person is now, is written anew and tried at once."""
    asks_another = debt.decision is not None and debt.decision != row.decision
    kept = [kind for kind in row.kinds if not (asks_another and kind in k.WITH_QUESTION)]
    ended = row.params.get("ended", 0) + debt.ended
    Mail.objects.filter(pk=row.pk).update(
        kinds=k.in_order([*kept, *debt.kinds]),
        decision=debt.decision if debt.decision is not None else row.decision,
        seq=max(seq, row.seq),
        params={**row.params, **_params(debt.seat, deal_seq, ended)},
        attempts=0,
        next_attempt_at=now,
        sealed=None,
        **_reader(debt.seat),
    )


def _row(game: Game, debt: Debt, *, seq: int, now: datetime, key: str) -> Mail:
    return Mail(
        key=key or f"{game.pk}:{debt.seat.number}:{seq}",
        kinds=k.in_order(debt.kinds),
        game=game,
        seat=debt.seat.number,
        decision=debt.decision,
        seq=seq,
        player=debt.seat.player,
        params=_params(debt.seat, game.deal_seq, debt.ended),
        created_at=now,
        next_attempt_at=now,
        **_reader(debt.seat),
    )


def _reader(seat: Seat) -> dict[str, str]:
    assert seat.player is not None
    return {"address": seat.player.email or "", "language": seat.player.language}


def _params(seat: Seat, deal_seq: int, ended: int) -> dict[str, int]:
    return {"deal_seq": deal_seq, "ended": ended, "epoch": seat.link_epoch}


def write_invitation(seat: Seat, *, reader: Player | None, language: str, zone: str, now: datetime) -> None:
    """One mail per invitation: the epoch of the seat moves with each.

    ``reader`` is the player of that address, if there is one. An address that asked for silence gets no mail,
    and nobody learns of it. Raises InvitationDeclined if this address has declined this table.
    """
    if _has_declined(seat):
        raise InvitationDeclined
    if not seat.invited_address or is_blocked(seat.invited_address):
        return
    row = Mail(
        key=f"invite:{seat.pk}:{seat.link_epoch}",
        kinds=[k.INVITATION],
        game=seat.game,
        seat=seat.number,
        player=reader,
        address=seat.invited_address,
        language=language,
        params={"zone": zone, "epoch": seat.link_epoch},
        created_at=now,
        next_attempt_at=now,
    )
    Mail.objects.bulk_create([row], ignore_conflicts=True)


def note_declined(game: Game, seat: int) -> None:
    """Whoever declines is not written to again for this table; once more does no harm."""
    mail = _invitations(game).filter(seat=seat).order_by("pk").last()
    if mail is not None:
        Mail.objects.filter(pk=mail.pk).update(params={**mail.params, "declined": True})


def _has_declined(seat: Seat) -> bool:
    return _invitations(seat.game).filter(address=seat.invited_address, params__declined=True).exists()


def _invitations(game: Game) -> QuerySet[Mail]:
    return Mail.objects.filter(game=game, kinds=[k.INVITATION])
