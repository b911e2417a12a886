"""Sealed values open in their own place and nowhere else."""

from __future__ import annotations

import pytest

from tarot_site.games.errors import VaultError
from tarot_site.games.vault import seal, unseal

PLACE = ("games_eventrecord", "sealed", 7, 12, "hands_dealt")
OLD, NEW = {1: b"o" * 40}, {2: b"n" * 40, 1: b"o" * 40}


def test_opens_in_its_place():
    assert unseal("event", seal("event", b"S1 HK", PLACE), PLACE) == b"S1 HK"


def test_two_seals_of_the_same_value_differ():
    assert seal("event", b"S1", PLACE) != seal("event", b"S1", PLACE)


def test_shows_nothing_of_the_value():
    assert b"HK" not in seal("event", b"HK" * 20, PLACE)


@pytest.mark.parametrize(
    "place",
    [
        ("games_eventrecord", "sealed", 8, 12, "hands_dealt"),
        ("games_eventrecord", "sealed", 7, 13, "hands_dealt"),
        ("games_eventrecord", "sealed", 7, 12, "discard_made"),
        ("games_eventrecord", "data", 7, 12, "hands_dealt"),
        ("games_eventrecord", "sealed", "7", 12, "hands_dealt"),
        ("games_eventrecord", "sealed7", 12, "hands_dealt"),
        (),
    ],
)
def test_another_place_stays_shut(place):
    blob = seal("event", b"S1 HK", PLACE)
    with pytest.raises(VaultError):
        unseal("event", blob, place)


def test_another_purpose_stays_shut():
    blob = seal("event", b"S1 HK", PLACE)
    with pytest.raises(VaultError):
        unseal("mail", blob, PLACE)


@pytest.mark.parametrize("byte", range(0, 46, 3))
def test_a_changed_byte_is_noticed(byte):
    blob = bytearray(seal("event", b"sixteen bytes ok", PLACE))
    blob[byte] ^= 1
    with pytest.raises(VaultError):
        unseal("event", bytes(blob), PLACE)


@pytest.mark.parametrize("blob", [b"", b"\x01", b"\x01\x01" + b"\0" * 12])
def test_too_short_is_an_error_of_ours(blob):
    with pytest.raises(VaultError):
        unseal("event", blob, PLACE)


def test_key_ring(settings):
    settings.GAME_KEYS = OLD
    old = seal("event", b"S1", PLACE)
    settings.GAME_KEYS = NEW
    assert unseal("event", old, PLACE) == b"S1"
    new = seal("event", b"S1", PLACE)
    assert (old[1], new[1]) == (1, 2)
    settings.GAME_KEYS = {2: b"n" * 40}
    assert unseal("event", new, PLACE) == b"S1"
    with pytest.raises(VaultError):
        unseal("event", old, PLACE)
    settings.GAME_KEYS = {2: b"x" * 40}
    with pytest.raises(VaultError):
        unseal("event", new, PLACE)
