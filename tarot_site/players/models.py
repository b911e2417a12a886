"""Who plays: a person with a language, a time zone and, mostly, a mail address."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .names import LONGEST_NAME


def clean_address(address: str) -> str:
    """One spelling per mailbox: trimmed and lower case, so that a person is found again."""
    return address.strip().lower()


class PlayerManager(BaseUserManager["Player"]):
    """Makes players; a password is only for operators, people sign in by a code sent by mail."""

    def create_user(self, email: str | None, password: str | None = None, **fields: object) -> Player:
        """A player; without a password the account can only be entered by mail."""
        player = self.model(email=clean_address(email) if email else None, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> Player:
        """An operator with every permission."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """A person. A guest who only answers mails is one too: the address is verified by the invitation."""

    pseudonym = models.CharField(_("pseudonyme"), max_length=LONGEST_NAME, blank=True)
    email = models.EmailField(_("adresse"), unique=True, null=True, blank=True)
    language = models.CharField(_("langue"), max_length=5, default="fr")
    zone = models.CharField(_("fuseau horaire"), max_length=40, default="Europe/Paris")
    mail_suspended_at = models.DateTimeField(_("adresse injoignable depuis"), null=True, blank=True)
    is_staff = models.BooleanField(_("opérateur"), default=False)
    is_active = models.BooleanField(_("actif"), default=True)
    date_joined = models.DateTimeField(_("inscrit le"), default=timezone.now)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("joueur")
        verbose_name_plural = _("joueurs")

    def __str__(self) -> str:
        """The name shown to operators; never the address, which only its owner sees."""
        return self.pseudonym or f"#{self.pk}"

    def get_short_name(self) -> str:
        """The same: the admin greets with it."""
        return str(self)

    def get_full_name(self) -> str:
        """The pseudonym, for code that asks Django's way."""
        return str(self)


class RateCounter(models.Model):
    """How often somebody asked to sign in, where several web processes count together (the real stack).

    A row is written and read by Django's database cache, which wants these columns.
    """

    cache_key = models.CharField(primary_key=True, max_length=255)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "players_ratecounter"
