"""Time zones to choose from: the usual ones first, then all others by name."""

from __future__ import annotations

import functools
import zoneinfo

from django.utils.translation import gettext_lazy as _

DEFAULT_ZONE = "Europe/Paris"
COMMON_ZONES = (
    "Europe/Paris",
    "Europe/Brussels",
    "Europe/Zurich",
    "Europe/Luxembourg",
    "Europe/London",
    "America/Montreal",
    "America/Martinique",
    "America/Guadeloupe",
    "America/Cayenne",
    "Indian/Reunion",
    "Pacific/Noumea",
    "Pacific/Tahiti",
    "America/New_York",
    "America/Los_Angeles",
    "UTC",
)
_NOT_PLACES = {"localtime", "posixrules", "Factory"}


@functools.cache
def all_zones() -> frozenset[str]:
    """Every zone name this machine can compute with."""
    return frozenset(zoneinfo.available_timezones() - _NOT_PLACES)


@functools.cache
def zone_choices() -> list[tuple[object, list[tuple[str, str]]]]:
    """Choices of a form field, in two groups."""
    known = all_zones()
    common = [zone for zone in COMMON_ZONES if zone in known]
    others = sorted(zone for zone in known - set(common) if "/" in zone and not zone.startswith("Etc/"))
    return [
        (_("Les plus courants"), [(zone, zone_label(zone)) for zone in common]),
        (_("Tous les autres"), [(zone, zone_label(zone)) for zone in others]),
    ]


def zone_label(zone: str) -> str:
    """`Europe / Paris` for `Europe/Paris`."""
    return zone.replace("/", " / ").replace("_", " ")


def known_zone(zone: str, default: str = DEFAULT_ZONE) -> str:
    """The zone if this machine knows it, else the default: what a browser reports is only a hint."""
    return zone if zone in all_zones() else default
