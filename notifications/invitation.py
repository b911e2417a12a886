"""What an invitation says before anybody sits down: the terms of the table."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import ngettext

from tarot_site.games.models import Seat
from tarot_site.games.presenters import present
from tarot_site.games.queries import load_table
from tarot_site.games.wording_options import length_text

from .envelope import one_line

DAY = 24 * 3600
HOUR = 3600


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one table, in words."""

    table_name: str
    host: str  # who invites, "" if nobody at the table does
    guests: tuple[str, ...]  # who sits already
    length: str  # "8 donnes"
    rules: tuple[str, ...]  # the set of rules, then each difference from it
    time: str  # "2 jours"
    fairness: str


def invitation_terms(seat: Seat, zone: str) -> Terms:
    """The terms of the table that invites to this seat, in the active language. Names only, no address."""
    from django.utils.translation import get_language

    table = load_table(seat.game_id, None)
    page = present(table, language=get_language() or "fr", zone=zone)
    creator = seat.game.created_by
    taken = [other for other in seat.game.seats.all() if other.taken_at and other.name]
    host = next((s.name for s in taken if creator and s.player_id == creator.pk), "")
    host = host or (creator.pseudonym if creator else "")
    return Terms(
        table_name=one_line(seat.game.name),
        host=one_line(host),
        guests=tuple(one_line(s.name) for s in taken if s.name != host),
        length=length_text(table.view.rules),
        rules=page.rules,
        time=duration_text(seat.game.move_seconds),
        fairness=page.fairness,
    )


def duration_text(seconds: int) -> str:
    """A length of time, in the largest unit that fits: "2 jours", "12 heures", "30 minutes"."""
    if seconds % DAY == 0:
        return ngettext("%(count)s jour", "%(count)s jours", seconds // DAY) % {"count": seconds // DAY}
    if seconds % HOUR == 0:
        return ngettext("%(count)s heure", "%(count)s heures", seconds // HOUR) % {"count": seconds // HOUR}
    minutes = max(1, round(seconds / 60))
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
