"""The demo of ``serve --demo``: one table, its visitor and three robots, the visitor speaks first."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from tarot_engine import SeedChain
from tarot_site.players.models import Player

from .links import table_url
from .models import DEFAULT_MOVE_SECONDS, PLAYABLE, Game, Seat, SeatKind, make_public_id
from .services import SeatRequest, create_game

ADDRESS = "vous@pli.example"
NAME = "Camille"
TABLE = "Table d'essai"
SEATS = 4
DEALS = 4


def ensure_demo_game(now: datetime | None = None) -> str:
    """The address to open first. Makes the table on the first start, and a new one once it has ended."""
    player, is_new = Player.objects.get_or_create(email=ADDRESS, defaults={"pseudonym": NAME})
    if is_new:
        player.set_unusable_password()
        player.save(update_fields=["password"])
    seat = Seat.objects.filter(player=player, game__status__in=PLAYABLE).select_related("game").first()
    game = seat.game if seat else _new_game(player, now or timezone.now())
    if settings.MAILBOX:
        return f"{settings.SITE_URL}/mailbox/"
    return table_url(game.pk, 0, game.seats.get(number=0).link_epoch, game.deal)


def _new_game(player: Player, now: datetime) -> Game:
    robots = [SeatRequest(SeatKind.ROBOT)] * (SEATS - 1)
    return create_game(
        name=TABLE,
        creator=None,
        seats=[SeatRequest(SeatKind.PERSON, player), *robots],
        deals=DEALS,
        move_seconds=DEFAULT_MOVE_SECONDS,
        now=now,
        chain=_visitor_speaks_first(),
    )


def _visitor_speaks_first() -> SeedChain:
    """A chain whose first dealer sits just before the visitor. Drawing until it fits is for the demo only."""
    words = ("",) * SEATS
    while True:
        chain = SeedChain(make_public_id(), secrets.token_bytes(32))
        if chain.first_dealer(words) == SEATS - 1:
            return chain
