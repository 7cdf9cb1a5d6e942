"""A secret key of the database, by which a person can be known again whose data was deleted: nothing else says who they were."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from bot.store.database import Database, Transaction

#: The bits of what stands for an id: they fit the database's numbers, and hit nobody else by chance.
_BITS = 62


class DeletionKey:
    """The key, which is drawn when somebody is deleted of whom a number must stay."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._key: bytes | None = None

    async def known(self, tx: Transaction | None = None) -> bytes | None:
        """Return the key, None as long as it isn't drawn."""
        if self._key is not None:
            return self._key
        rows = await (tx or self._database).rows("SELECT secret FROM avoid_key WHERE id = 1")
        if not rows:
            return None
        key = bytes.fromhex(rows[0][0])
        if tx is None:
            # A transaction that draws it may yet be undone.
            self._key = key
        return key

    async def made(self, tx: Transaction) -> bytes:
        """Return the key, drawn now if it isn't there yet."""
        await tx.run(
            "INSERT INTO avoid_key (id, secret) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", (secrets.token_hex(32),)
        )
        key = await self.known(tx)
        assert key is not None
        return key


def stands_for(text: str, key: bytes) -> int:
    """Return what stands for a text under a key: a number below 0."""
    made = hmac.digest(key, text.encode(), hashlib.sha256)
    return -1 - (int.from_bytes(made[:8], "big") >> (64 - _BITS))
