"""The mail ledger: one row per mail, from the moment it is owed to the provider's answer."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class MailState(models.TextChoices):
    """The life of a mail. SENT, DROPPED and FAILED are final."""

    PENDING = "pending", _("en attente")
    SENDING = "sending", _("en cours d'envoi")
    SENT = "sent", _("remis")
    DROPPED = "dropped", _("devenu inutile")
    FAILED = "failed", _("non remis")


class Mail(models.Model):
    """One mail to one person. Bodies are rendered at claim, sealed, and erased once the row is final.

    ``lease_until`` is also the fence: a worker writes only while it stands as that worker set it, so one
    whose lease ran out never writes over the one that took the row from it.
    """

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    key = models.CharField(max_length=120, unique=True)  # idempotency: the same cause never makes two rows
    kinds = models.JSONField(_("contenu"), default=list)  # ["deal_over", "deal_opened", "your_turn"], ...
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    decision = models.PositiveIntegerField(
        null=True, blank=True
    )  # the turn it announces: answered means dropped
    seq = models.PositiveIntegerField(default=0)  # last event of the commit that owed it
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    address = models.EmailField(editable=False)
    language = models.CharField(max_length=5, default="fr")
    params = models.JSONField(
        default=dict, editable=False
    )  # what the words need besides the game; never a card
    state = models.CharField(_("état"), max_length=8, choices=MailState.choices, default=MailState.PENDING)
    created_at = models.DateTimeField(_("due le"), default=timezone.now)
    next_attempt_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("essais"), default=0)
    lost_leases = models.PositiveSmallIntegerField(_("reprises"), default=0)  # perhaps sent twice
    secret = models.BinaryField(null=True, editable=False)  # sealed: a sign-in code, known to this mail only
    sealed = models.BinaryField(null=True, editable=False)  # the rendered message
    erase_after = models.DateTimeField(null=True, blank=True)
    message_id = models.CharField(max_length=200, blank=True)
    provider_id = models.CharField(max_length=200, blank=True)
    answer = models.CharField(_("réponse du serveur"), max_length=300, blank=True)
    sent_at = models.DateTimeField(_("remis le"), null=True, blank=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["state", "next_attempt_at"]),
            models.Index(fields=["game", "seat", "state"]),
            models.Index(  # each sweep looks for these
                fields=["erase_after"], condition=models.Q(erase_after__isnull=False), name="mails_to_erase"
            ),
            models.Index(fields=["provider_id"]),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} ({self.state})"


class MailEvent(models.Model):
    """What a provider said later of a mail (bounce, complaint). Unique: a repeated webhook is harmless."""

    mail = models.ForeignKey(Mail, null=True, on_delete=models.CASCADE, related_name="provider_events")
    esp = models.CharField(max_length=30)
    event_id = models.CharField(max_length=200)
    event_type = models.CharField(max_length=20)
    detail = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["esp", "event_id", "event_type"], name="one_provider_event"),
        ]

    def __str__(self) -> str:
        return f"{self.esp} {self.event_type}"


class BlockedAddress(models.Model):
    """An address that asked never to be mailed again: kept as a digest that no key rotation moves."""

    digest = models.CharField(max_length=64, unique=True)
    blocked_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.digest[:8]


class Heartbeat(models.Model):
    """When the resident scheduler last ran: the only source that knows of an outage."""

    name = models.CharField(max_length=20, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M}"
