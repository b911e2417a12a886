"""Sealing of what the database may hold but nobody may read: AES-256-GCM-SIV, one subkey per purpose (design
§4).

Form of a sealed value: version (1 byte), key id (1 byte), nonce (12 bytes), ciphertext with its tag. The
associated data names the place the value stands in, so that a value moved to another row, column or game does
not open there.
"""

from __future__ import annotations

import secrets
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from .errors import VaultError

VERSION = 1
NONCE_BYTES = 12
HEADER_BYTES = 2 + NONCE_BYTES

Context = tuple[str | int, ...]


def seal(purpose: str, plaintext: bytes, context: Context) -> bytes:
    """The plaintext sealed with the current key; only ``unseal`` with equal purpose and context opens it."""
    key_id, secret = current_key()
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = AESGCMSIV(subkey(secret, f"vault/{purpose}")).encrypt(nonce, plaintext, _place(key_id, context))
    return bytes([VERSION, key_id]) + nonce + sealed


def unseal(purpose: str, blob: bytes | memoryview, context: Context) -> bytes:
    """What was sealed under this purpose in this place. Raises VaultError."""
    blob = bytes(blob)
    if len(blob) <= HEADER_BYTES or blob[0] != VERSION:
        raise VaultError("not a sealed value")
    secret = settings.GAME_KEYS.get(blob[1])
    if secret is None:
        raise VaultError(f"key {blob[1]} is not in the ring")
    cipher = AESGCMSIV(subkey(secret, f"vault/{purpose}"))
    try:
        return cipher.decrypt(blob[2:HEADER_BYTES], blob[HEADER_BYTES:], _place(blob[1], context))
    except InvalidTag:
        raise VaultError("a sealed value does not open in this place") from None


def current_key() -> tuple[int, bytes]:
    """Id and secret of the key that seals and signs now: the first of the ring."""
    ring: dict[int, bytes] = settings.GAME_KEYS
    return next(iter(ring.items()))


@lru_cache(maxsize=64)
def subkey(secret: bytes, purpose: str) -> bytes:
    """32 bytes for this purpose alone (HKDF-SHA-256 of a key of the ring)."""
    return HKDF(algorithm=SHA256(), length=32, salt=b"pli/1", info=purpose.encode()).derive(secret)


def _place(key_id: int, context: Context) -> bytes:
    """Key id and context as bytes: each part with its type and length, so that no two contexts look alike."""
    parts = [bytes([VERSION, key_id])]
    for part in context:
        raw = str(part).encode()
        parts.append((b"i" if isinstance(part, int) else b"s") + len(raw).to_bytes(4, "big") + raw)
    return b"".join(parts)
