"""The secrets of an installation: read from the environment, or made once and kept in DATA_DIR.

The key ring is written `2:<secret>,1:<secret>`: a number from 1 to 255 (it is one byte of every link), a
colon, and at least 32 characters. The first key signs and seals, all of them verify and open; to rotate,
put a new one in front.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

KEY_FILE = "keys.json"
SHORTEST_SECRET = 32


@dataclass(frozen=True, slots=True)
class StoredKeys:
    """What the embedded default made for itself."""

    secret_key: str = field(repr=False)
    game_keys: str = field(repr=False)


class FolderNotWritable(ImproperlyConfigured):
    """DATA_DIR cannot be made or written; the message is one sentence for the person at the keyboard."""


def parse_key_ring(text: str) -> dict[int, bytes]:
    """Key id -> secret, current key first. Raises ImproperlyConfigured, never quoting a secret."""
    ring: dict[int, bytes] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        number, colon, secret = part.partition(":")
        number = number.removeprefix("k")
        if not colon or not re.fullmatch(r"[0-9]{1,3}", number) or not 1 <= int(number) <= 255:
            raise ImproperlyConfigured("GAME_KEYS is written '2:secret,1:secret', numbers from 1 to 255.")
        if len(secret) < SHORTEST_SECRET:
            raise ImproperlyConfigured(
                f"Key {number} of GAME_KEYS is shorter than {SHORTEST_SECRET} characters."
            )
        if int(number) in ring:
            raise ImproperlyConfigured(f"GAME_KEYS has two keys with number {number}.")
        ring[int(number)] = secret.encode()
    if not ring:
        raise ImproperlyConfigured("GAME_KEYS holds no key: it is written '1:secret'.")
    return ring


def load_or_make_keys(data_dir: Path) -> StoredKeys:
    """The keys of DATA_DIR, made on first use (mode 0600). Raises FolderNotWritable, ImproperlyConfigured.

    Two processes that start together agree: the file is written aside and linked into place, and whoever
    comes second reads what the first one left.
    """
    path = data_dir / KEY_FILE
    try:
        if not path.exists():
            _write_once(path, StoredKeys(secrets.token_urlsafe(64), f"1:{secrets.token_urlsafe(48)}"))
        return _parse_stored(path.read_bytes())
    except OSError as error:
        raise FolderNotWritable(cannot_write(data_dir, error)) from error
    except (ImproperlyConfigured, ValueError, LookupError, TypeError):
        raise ImproperlyConfigured(
            f"{path} is damaged: put a copy of it back. If there is none, delete it, and Pli makes new keys; "
            "the games in that folder then stay closed."
        ) from None


def _parse_stored(raw: bytes) -> StoredKeys:
    """What the file says. Raises ValueError, LookupError, TypeError or ImproperlyConfigured if damaged."""
    stored = json.loads(raw)
    secret_key, game_keys = stored["secret_key"], stored["game_keys"]
    if not isinstance(secret_key, str) or not isinstance(game_keys, str) or not secret_key:
        raise TypeError
    parse_key_ring(game_keys)
    return StoredKeys(secret_key, game_keys)


def _write_once(path: Path, keys: StoredKeys) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump({"secret_key": keys.secret_key, "game_keys": keys.game_keys}, file)
        try:
            os.link(aside, path)
        except FileExistsError:
            return
    finally:
        aside.unlink()


def cannot_write(data_dir: Path, error: OSError) -> str:
    """The sentence for the person at the keyboard."""
    return (
        f"Pli keeps its data in {data_dir} and cannot write there ({error.strerror}): "
        "make that folder writable, or name another one with DATA_DIR."
    )
