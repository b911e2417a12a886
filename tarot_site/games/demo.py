"""The demo of ``serve --demo``: one table, its visitor and three robots, the visitor speaks first."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy

from tarot_engine import DealAnnulled, Ruleset, SeedChain, open_game, replay, seat_taken
from tarot_site.players.models import Player

from .links import table_url
from .models import DEFAULT_MOVE_SECONDS, PLAYABLE, Game, Seat, SeatKind
from .services import SeatRequest, create_game
from .store import new_chain

ADDRESS = "vous@pli.example"
NAME = "Camille"
TABLE = gettext_lazy("Table d'essai")
SEATS = 4
DEALS = 4


def ensure_demo_game(now: datetime | None = None, language: str = settings.LANGUAGE_CODE) -> str:
    """The address to open first. Makes the table on the first start, and a new one once it has ended.

    ``language`` is a new visitor's; later it is as they choose. However many ask at once, they make one.
    """
    visitor = {"pseudonym": NAME, "language": language}
    player, is_new = Player.objects.get_or_create(email=ADDRESS, defaults=visitor)
    if is_new:
        player.set_unusable_password()
        player.save(update_fields=["password"])
    # Drawn before looking for an open game: who comes between the two finds either that game or its id taken.
    public_id = _next_id(player)
    seat = _open_seats().select_related("game").first()
    game = seat.game if seat else _new_game(player, public_id, now or timezone.now())
    if settings.MAILBOX:
        return f"{settings.SITE_URL}/mailbox/"
    return table_url(game.pk, 0, game.seats.get(number=0).link_epoch, game.deal)


def terminal_language(env: Mapping[str, str]) -> str:
    """The language of whoever started the server: English where their session speaks it, else French."""
    spoken = next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), "")
    return "en" if spoken.lower().startswith("en") else settings.LANGUAGE_CODE


def can_play_again(seat: Seat | None = None) -> bool:
    """Whether a demo with a mailbox has ended, and this seat, if given, is its visitor's."""
    if not settings.MAILBOX or (seat is not None and (seat.player is None or seat.player.email != ADDRESS)):
        return False
    return Seat.objects.filter(player__email=ADDRESS).exists() and not _open_seats().exists()


def speak_to_visitor(language: str) -> None:
    """The visitor's pages and mails in this language from now on."""
    if language in dict(settings.LANGUAGES):
        Player.objects.filter(email=ADDRESS).update(language=language)


def _open_seats() -> QuerySet[Seat]:
    return Seat.objects.filter(player__email=ADDRESS, game__status__in=PLAYABLE)


def _next_id(player: Player) -> str:
    """The id of the visitor's next game, the same for everybody who asks until that game is there."""
    earlier = Seat.objects.filter(player=player).count()
    digest = salted_hmac("pli/demo", f"{player.pk}/{earlier}", algorithm="sha256").digest()[:16]
    return "d" + urlsafe_b64encode(digest).rstrip(b"=").decode()


def _new_game(player: Player, public_id: str, now: datetime) -> Game:
    robots = [SeatRequest(SeatKind.ROBOT)] * (SEATS - 1)
    with translation.override(player.language):
        name = str(TABLE)
    try:
        return create_game(
            name=name,
            creator=None,
            seats=[SeatRequest(SeatKind.PERSON, player), *robots],
            deals=DEALS,
            move_seconds=DEFAULT_MOVE_SECONDS,
            now=now,
            chain=_visitor_speaks_first(public_id),
        )
    except IntegrityError:  # somebody else asked at the same moment
        return Game.objects.get(public_id=public_id)


def _visitor_speaks_first(public_id: str) -> SeedChain:
    """A chain whose first dealer sits just before the visitor, and whose first deal counts.

    Drawing until it fits is for the demo only.
    """
    words = ("",) * SEATS
    while True:
        chain = new_chain(public_id)
        if chain.first_dealer(words) == SEATS - 1 and not is_void(chain):
            return chain


def is_void(chain: SeedChain) -> bool:
    """Whether the first deal has a lone Petit (rules §2)."""
    events = open_game(Ruleset.of_preset("fft", SEATS, deals=DEALS), chain.commitment)
    for seat in range(SEATS):
        events += seat_taken(replay(events), seat, "", chain)
    return any(isinstance(event, DealAnnulled) for event in events)
