"""Time zones to choose from: the usual ones first, by their place's name, then all others without aliases."""

from __future__ import annotations

import functools
import importlib.resources
import importlib.util
import zoneinfo
from pathlib import Path
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

DEFAULT_ZONE = "Europe/Paris"
COMMON_ZONES: Final = {
    "Europe/Paris": gettext_lazy("Paris, France"),
    "Europe/Brussels": gettext_lazy("Bruxelles"),
    "Europe/Zurich": gettext_lazy("Zurich, Genève"),
    "Europe/Luxembourg": gettext_lazy("Luxembourg"),
    "Europe/Monaco": gettext_lazy("Monaco"),
    "America/Guadeloupe": gettext_lazy("Guadeloupe"),
    "America/Martinique": gettext_lazy("Martinique"),
    "America/Cayenne": gettext_lazy("Guyane"),
    "America/Miquelon": gettext_lazy("Saint-Pierre-et-Miquelon"),
    "Indian/Reunion": gettext_lazy("La Réunion"),
    "Indian/Mayotte": gettext_lazy("Mayotte"),
    "Indian/Mauritius": gettext_lazy("Île Maurice"),
    "Pacific/Noumea": gettext_lazy("Nouvelle-Calédonie"),
    "Pacific/Tahiti": gettext_lazy("Tahiti"),
    "Pacific/Wallis": gettext_lazy("Wallis-et-Futuna"),
    "America/Toronto": gettext_lazy("Montréal, Toronto"),
    "America/Halifax": gettext_lazy("Halifax"),
    "America/Vancouver": gettext_lazy("Vancouver"),
    "America/New_York": gettext_lazy("New York"),
    "America/Chicago": gettext_lazy("Chicago"),
    "America/Denver": gettext_lazy("Denver"),
    "America/Los_Angeles": gettext_lazy("Los Angeles"),
    "America/Mexico_City": gettext_lazy("Mexico"),
    "America/Sao_Paulo": gettext_lazy("São Paulo"),
    "America/Argentina/Buenos_Aires": gettext_lazy("Buenos Aires"),
    "Europe/London": gettext_lazy("Londres"),
    "Europe/Dublin": gettext_lazy("Dublin"),
    "Europe/Lisbon": gettext_lazy("Lisbonne"),
    "Europe/Madrid": gettext_lazy("Madrid"),
    "Europe/Rome": gettext_lazy("Rome"),
    "Europe/Berlin": gettext_lazy("Berlin"),
    "Europe/Athens": gettext_lazy("Athènes"),
    "Africa/Casablanca": gettext_lazy("Casablanca"),
    "Africa/Algiers": gettext_lazy("Alger"),
    "Africa/Tunis": gettext_lazy("Tunis"),
    "Africa/Dakar": gettext_lazy("Dakar"),
    "Africa/Abidjan": gettext_lazy("Abidjan"),
    "Asia/Beirut": gettext_lazy("Beyrouth"),
    "Asia/Tokyo": gettext_lazy("Tokyo"),
    "Australia/Sydney": gettext_lazy("Sydney"),
    "UTC": gettext_lazy("Temps universel (UTC)"),
}
RENAMED: Final = {
    "Africa/Asmera": "Africa/Asmara",
    "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
    "America/Catamarca": "America/Argentina/Catamarca",
    "America/Coral_Harbour": "America/Atikokan",
    "America/Cordoba": "America/Argentina/Cordoba",
    "America/Godthab": "America/Nuuk",
    "America/Indianapolis": "America/Indiana/Indianapolis",
    "America/Jujuy": "America/Argentina/Jujuy",
    "America/Louisville": "America/Kentucky/Louisville",
    "America/Mendoza": "America/Argentina/Mendoza",
    "America/Montreal": "America/Toronto",
    "Asia/Calcutta": "Asia/Kolkata",
    "Asia/Katmandu": "Asia/Kathmandu",
    "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh",
    "Atlantic/Faeroe": "Atlantic/Faroe",
    "Europe/Kiev": "Europe/Kyiv",
    "Pacific/Enderbury": "Pacific/Kanton",
    "Pacific/Ponape": "Pacific/Pohnpei",
    "Pacific/Truk": "Pacific/Chuuk",
}
"""Old names that browsers still report."""
_NOT_PLACES: Final = {"localtime", "posixrules", "Factory"}
_OLD_AREAS: Final = ("Brazil/", "Canada/", "Chile/", "Etc/", "Mexico/", "SystemV/", "US/")


@functools.cache
def all_zones() -> frozenset[str]:
    """Every zone name this machine can compute with."""
    return frozenset(zoneinfo.available_timezones() - _NOT_PLACES)


@functools.cache
def zone_choices() -> list[tuple[object, list[tuple[str, object]]]]:
    """Choices of a form field, in two groups; of several names of one place only today's."""
    known = all_zones()
    common: list[tuple[str, object]] = [(zone, name) for zone, name in COMMON_ZONES.items() if zone in known]
    places = _places() or {zone for zone in known if "/" in zone and not zone.startswith(_OLD_AREAS)}
    others = sorted((places & known) - set(COMMON_ZONES) - set(RENAMED))
    return [
        (gettext_lazy("Les plus courants"), common),
        (gettext_lazy("Tous les autres"), [(zone, zone_label(zone)) for zone in others]),
    ]


def _places() -> set[str]:
    """The places of the database's own table of countries, which has no aliases; empty where it is absent."""
    folders = [Path(folder) for folder in zoneinfo.TZPATH]
    if importlib.util.find_spec("tzdata"):
        folders.append(Path(str(importlib.resources.files("tzdata"))) / "zoneinfo")
    table = next((folder / "zone.tab" for folder in folders if (folder / "zone.tab").is_file()), None)
    lines = table.read_text("utf-8").splitlines() if table else []
    return {line.split("\t")[2] for line in lines if line.count("\t") >= 2 and not line.startswith("#")}


def zone_label(zone: str) -> str:
    """`Europe / Paris` for `Europe/Paris`."""
    return zone.replace("/", " / ").replace("_", " ")


def known_zone(zone: str, default: str = DEFAULT_ZONE) -> str:
    """The zone under today's name if this machine knows it, else the default: a browser only gives a hint."""
    today = RENAMED.get(zone, zone)
    if today in all_zones():
        return today
    return zone if zone in all_zones() else default


class ZoneField(forms.ChoiceField):
    """A choice of zones that also takes what a browser or an older profile calls them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=zone_choices, **kwargs)

    def to_python(self, value: Any) -> str:
        """Today's name of the zone."""
        typed: str = super().to_python(value)
        return RENAMED.get(typed, typed)

    def prepare_value(self, value: Any) -> Any:
        """The option that is shown as chosen."""
        return RENAMED.get(value, value)

    def valid_value(self, value: Any) -> bool:
        """Any zone that this machine can compute with."""
        return value in all_zones()
