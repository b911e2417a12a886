"""What an invitation says before anybody sits down: the terms of the table."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tarot_site.games.models import Game, Seat, SeatKind
from tarot_site.games.queries import load_table
from tarot_site.games.wording_cards import join_words
from tarot_site.games.wording_options import length_text, rules_lines
from tarot_site.games.wording_time import duration_text

from .envelope import one_line


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one table, in words."""

    table_name: str
    host: str  # who invites, "" if nobody at the table does
    company: str  # who is at the table: "Zoé et deux robots (Charles, Sophie)"
    length: str  # "8 donnes"
    rules: tuple[str, ...]  # the set of rules, then each difference from it
    time: str  # "2 jours"
    fairness: str  # what is fixed before the first card


def invitation_terms(seat: Seat) -> Terms:
    """The terms of the table that invites to this seat, in the active language. Names only, no address."""
    table = load_table(seat.game_id, None)
    creator = seat.game.created_by
    taken = [other for other in seat.game.seats.all() if other.taken_at and other.name]
    host = next((s.name for s in taken if creator and s.player_id == creator.pk), "")
    host = host or (creator.pseudonym if creator else "")
    return Terms(
        table_name=one_line(seat.game.name),
        host=one_line(host),
        company=_company(seat.game),
        length=length_text(table.view.rules),
        rules=rules_lines(table.view.rules),
        time=duration_text(seat.game.move_seconds),
        fairness=_("Empreinte du tirage, avant les mots des joueurs\u202f: SHA-256 %(digest)s.")
        % {"digest": table.view.commitment.digest},
    )


def _company(game: Game) -> str:
    """Everybody who sits at the table, the robots last and together; "" while nobody does."""
    seats = [seat for seat in game.seats.all() if seat.name]
    people = [one_line(seat.name) for seat in seats if seat.kind == SeatKind.PERSON and seat.taken_at]
    robots = [one_line(seat.name) for seat in seats if seat.kind == SeatKind.ROBOT]
    if robots:
        counts = (_("un robot"), _("deux robots"), _("trois robots"), _("quatre robots"))
        people.append(f"{counts[len(robots) - 1]} ({', '.join(robots)})")
    return join_words(people)
