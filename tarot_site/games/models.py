"""The tables of a game. The event log is the truth; every other column here can be rebuilt from it."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tarot_site.players.names import LONGEST_NAME, LONGEST_TABLE_NAME

DEFAULT_MOVE_SECONDS = 2 * 24 * 3600
DEFAULT_ROBOT = "prudent"  # one of the engine's ROBOTS


def make_public_id() -> str:
    """127 bits that nobody can guess: the address of a game, and its id in the shuffle."""
    while (drawn := secrets.token_urlsafe(16)).startswith("-"):
        pass  # commands would take it for an option
    return drawn


class GameStatus(models.TextChoices):
    """Where a game stands in its life."""

    WAITING = "waiting", _("attend ses joueurs")
    RUNNING = "running", _("en cours")
    PAUSED = "paused", _("en pause")
    OVER = "over", _("terminée")
    CANCELLED = "cancelled", _("annulée")
    ARCHIVED = "archived", _("archivée")
    FROZEN = "frozen", _("gelée")


PLAYABLE = (GameStatus.RUNNING, GameStatus.PAUSED)
"""An answer is welcome: it wakes a paused game."""
UNFINISHED = (GameStatus.WAITING, *PLAYABLE, GameStatus.FROZEN)
"""May still go on: its secrets are secret."""


class Game(models.Model):
    """One game of several deals. ``seq`` to ``remind_at`` repeat what the log says, to find rows quickly."""

    public_id = models.CharField(max_length=32, unique=True, default=make_public_id)
    name = models.CharField(_("nom de la table"), max_length=LONGEST_TABLE_NAME)
    status = models.CharField(
        _("état"), max_length=10, choices=GameStatus.choices, default=GameStatus.WAITING
    )
    created_at = models.DateTimeField(_("créée le"), default=timezone.now)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    move_seconds = models.PositiveIntegerField(_("secondes par réponse"), default=DEFAULT_MOVE_SECONDS)
    robot = models.CharField(max_length=16, default=DEFAULT_ROBOT)  # who plays where a robot is needed
    secret = models.BinaryField(editable=False)  # sealed: the last seed of the chain (design §5)
    seq = models.PositiveIntegerField(default=0)  # of the last event
    deal = models.PositiveIntegerField(default=0)  # number of the current DealOpened, 0 before the first
    deal_seq = models.PositiveIntegerField(default=0)  # seq of that DealOpened: void deals share a number
    turns = models.JSONField(default=list)  # [[seat, decision], ...] open now
    asked_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(_("échéance"), null=True, blank=True, db_index=True)
    remind_at = models.DateTimeField(null=True, blank=True, db_index=True)
    paused_at = models.DateTimeField(null=True, blank=True, db_index=True)

    class Meta:
        verbose_name = _("partie")
        verbose_name_plural = _("parties")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page of the table, for its own seats while it runs."""
        return f"/g/{self.public_id}/"


class SeatKind(models.TextChoices):
    """Who answers for a seat by design (a person's seat may still be held by a robot for a while)."""

    PERSON = "person", _("personne")
    ROBOT = "robot", _("robot")


class Seat(models.Model):
    """A place at one table. Until it is taken it knows only the invited address, which nobody else sees."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()  # 0..n-1, number+1 plays next
    kind = models.CharField(max_length=8, choices=SeatKind.choices, default=SeatKind.PERSON)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    name = models.CharField(_("nom à cette table"), max_length=LONGEST_NAME, blank=True)
    invited_address = models.EmailField(blank=True, editable=False)
    invited_at = models.DateTimeField(null=True, blank=True)  # the last time; stays when it is declined
    taken_at = models.DateTimeField(null=True, blank=True)
    link_epoch = models.PositiveSmallIntegerField(default=0)  # moves: every older link of the seat is revoked
    missed = models.PositiveSmallIntegerField(default=0)  # defaults in a row
    held_by_robot = models.BooleanField(default=False)  # until its person acts again
    wants_mail = models.BooleanField(default=True)  # turn mails of this game

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=models.Q(player__isnull=False),
                name="one_seat_per_player",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["invited_address"], condition=models.Q(taken_at__isnull=True), name="seats_kept_for"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.number + 1}"


class ActorKind(models.TextChoices):
    """Who answered. Others at the table learn only person, robot or deadline."""

    PERSON = "person", _("personne")
    FORCED = "forced", _("coup forcé")
    ROBOT = "robot", _("robot")
    DEADLINE = "deadline", _("échéance")
    OPERATOR = "operator", _("opérateur")
    SERVER = "server", _("serveur")


class Door(models.TextChoices):
    """By which way an answer came in."""

    PAGE = "page", _("page")
    LINK = "link", _("lien du mail")
    SERVER = "server", _("serveur")
    ADMIN = "admin", _("administration")
    COMMAND = "command", _("commande")


class EventRecord(models.Model):
    """One line of the log of one game: append only. Secret payloads are sealed, the others plain JSON."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()  # 1, 2, 3 ... in this game
    deal = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=24)  # stable name of the codec, or table_*
    version = models.PositiveSmallIntegerField(default=1)
    data = models.JSONField(default=dict)  # empty when sealed
    sealed = models.BinaryField(null=True, editable=False)
    at = models.DateTimeField()
    actor = models.CharField(max_length=8, choices=ActorKind.choices)
    door = models.CharField(max_length=8, choices=Door.choices, default=Door.SERVER)
    seat = models.PositiveSmallIntegerField(
        null=True
    )  # whose decision this answers, on the answer's first event
    decision = models.PositiveIntegerField(null=True)  # its number among that seat's decisions in this game

    class Meta:
        ordering: ClassVar[list[str]] = ["game", "seq"]
        verbose_name = _("ligne du journal")
        verbose_name_plural = _("journal")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_event_per_seq"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["game", "deal", "seq"])]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.kind}"


class PendingAnswer(models.Model):
    """A seat's answer to one numbered decision, sealed; it enters the log at ``effective_at``.

    The row stays afterwards (``entered_seq`` set): it is how a second press of the same link is recognised.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="answers")
    seat = models.PositiveSmallIntegerField()
    decision = models.PositiveIntegerField()
    action = models.BinaryField(editable=False)  # sealed JSON of the whole action
    actor = models.CharField(max_length=8, choices=ActorKind.choices)
    door = models.CharField(max_length=8, choices=Door.choices)
    created_at = models.DateTimeField()
    effective_at = models.DateTimeField()
    entered_seq = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seat", "decision"], name="one_answer_per_decision"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(  # each sweep looks for these few among all answers ever given
                fields=["effective_at"], condition=models.Q(entered_seq__isnull=True), name="answers_to_enter"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}/{self.decision}"
