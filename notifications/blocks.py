"""Addresses that asked never to be mailed again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from tarot_site.players.models import clean_address

from .models import BlockedAddress

_PREFIX = "pli: never mail again: "


def address_digest(address: str) -> str:
    """SHA-256 of the cleaned address behind a fixed prefix: no key, because the wish outlives every key."""
    return hashlib.sha256((_PREFIX + clean_address(address)).encode()).hexdigest()


def is_blocked(address: str) -> bool:
    """Whether this address asked for silence."""
    return BlockedAddress.objects.filter(digest=address_digest(address)).exists()


def blocked_among(addresses: Iterable[str]) -> set[str]:
    """Those of the addresses that asked for silence."""
    by_digest = {address_digest(address): address for address in addresses}
    found = BlockedAddress.objects.filter(digest__in=by_digest).values_list("digest", flat=True)
    return {by_digest[digest] for digest in found}


def block(address: str) -> None:
    """Honour the wish; once more does no harm."""
    BlockedAddress.objects.get_or_create(digest=address_digest(address))


def unblock(address: str) -> None:
    """The same person changed their mind, with a link that only reached that address."""
    BlockedAddress.objects.filter(digest=address_digest(address)).delete()
