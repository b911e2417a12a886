"""Moments in words: absolute, in the reader's own zone, with the zone named."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from tarot_site.players.zones import known_zone

from .wording_names import elides

HOUR: Final = 3600
DAY: Final = 24 * HOUR
UNIVERSAL: Final = gettext_noop("temps universel")
ZONE_NAMES: Final = {
    "Africa/Abidjan": gettext_noop("heure d'Abidjan"),
    "Africa/Algiers": gettext_noop("heure d'Alger"),
    "Africa/Cairo": gettext_noop("heure du Caire"),
    "America/Cayenne": gettext_noop("heure de la Guyane"),
    "America/Guadeloupe": gettext_noop("heure de la Guadeloupe"),
    "America/Martinique": gettext_noop("heure de la Martinique"),
    "America/Montreal": gettext_noop("heure de Montréal"),
    "America/Toronto": gettext_noop("heure de Montréal"),
    "America/Los_Angeles": gettext_noop("heure de Los Angeles"),
    "America/New_York": gettext_noop("heure de New York"),
    "Asia/Beirut": gettext_noop("heure de Beyrouth"),
    "Asia/Tokyo": gettext_noop("heure de Tokyo"),
    "Europe/Athens": gettext_noop("heure d'Athènes"),
    "Europe/Brussels": gettext_noop("heure de Bruxelles"),
    "Europe/Lisbon": gettext_noop("heure de Lisbonne"),
    "Europe/London": gettext_noop("heure de Londres"),
    "Europe/Luxembourg": gettext_noop("heure de Luxembourg"),
    "Europe/Paris": gettext_noop("heure de Paris"),
    "Europe/Zurich": gettext_noop("heure de Zurich"),
    "Indian/Mauritius": gettext_noop("heure de l'île Maurice"),
    "Indian/Mayotte": gettext_noop("heure de Mayotte"),
    "Indian/Reunion": gettext_noop("heure de La Réunion"),
    "Pacific/Noumea": gettext_noop("heure de Nouméa"),
    "Pacific/Tahiti": gettext_noop("heure de Tahiti"),
    "Etc/UTC": UNIVERSAL,
    "UTC": UNIVERSAL,
}


def deadline_text(due_at: datetime, zone: str) -> str:
    """Until when: "avant samedi 5 décembre, 20 h 00 (heure de Paris)"."""
    return _("avant %(moment)s") % {"moment": moment_text(due_at, zone)}


def moment_text(moment: datetime, zone: str) -> str:
    """When: "samedi 5 décembre, 20 h 00 (heure de Paris)"; an unknown zone gives way to the default one."""
    key = known_zone(zone)
    local = moment.astimezone(ZoneInfo(key))
    return _("%(day)s, %(time)s (%(zone)s)") % {
        "day": _day(local),
        "time": time_text(local),
        "zone": zone_name(key),
    }


def zone_name(key: str) -> str:
    """The zone in words; a zone outside the table goes by the city of its key: "heure de Sao Paulo"."""
    if key in ZONE_NAMES:
        return _(ZONE_NAMES[key])
    city = key.rsplit("/", 1)[-1].replace("_", " ")
    if elides(city):
        return pgettext("fuseau, devant voyelle", "heure d'%(city)s") % {"city": city}
    return pgettext("fuseau, devant consonne", "heure de %(city)s") % {"city": city}


def _day(local: datetime) -> str:
    # Formats in Django's letters; the names of days and months come from Django's own catalogue.
    if local.day == 1:
        return format_date(local, pgettext("format du 1er du mois", "l 1\\e\\r F"))
    return format_date(local, pgettext("format d'un jour", "l j F"))


def time_text(local: datetime) -> str:
    """The time of day in its own zone: "20 h 00"."""
    # Django writes "p.m."; the house writes "pm". No other full stop can stand in a time.
    return format_date(local, pgettext("format d'une heure", "G\u202f\\h\u202fi")).replace(".", "")


def duration_text(seconds: int) -> str:
    """A length of time, in the largest unit that fits: "2 jours", "12 heures", "30 minutes"."""
    if seconds % DAY == 0:
        return ngettext("%(count)s jour", "%(count)s jours", seconds // DAY) % {"count": seconds // DAY}
    if seconds % HOUR == 0:
        return ngettext("%(count)s heure", "%(count)s heures", seconds // HOUR) % {"count": seconds // HOUR}
    minutes = max(1, round(seconds / 60))
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
