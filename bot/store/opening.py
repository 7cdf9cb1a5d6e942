"""Opens a database of either kind, in a file or at an address, and loads what it needs only where it is used."""

from __future__ import annotations

import importlib
from contextlib import suppress
from pathlib import Path

from bot.data.errors import DatabaseError
from bot.store.database import Database


async def open_database(
    place: Path | str, *, witness: Path | None = None, alone: bool = False, shared: bool = False
) -> Database:
    """Open the database in a file, or make a new one unless a `witness` (another file) shows that there was one before.

    An address is that of a database of a PostgreSQL server, which gets its tables when it is opened for the first time.
    One that is open `alone` can't be opened so again until it is closed or its process has ended in any way. One that is
    `shared` is open for one of several processes, and meanwhile for nobody alone.
    Raises `DatabaseError` for one that is damaged, foreign, newer, held or missing, which is left untouched.
    """
    if isinstance(place, Path):
        if shared:
            raise DatabaseError(
                f"{place} is a file, and a file is for one process: name a PostgreSQL database by CANASTA_DATABASE,"
                " or leave CANASTA_WORKERS out."
            )
        from bot.store.sqlite import SQLite

        return await SQLite.in_file(place, witness=witness, alone=alone)
    try:
        from bot.store.postgresql import PostgreSQL
    except ModuleNotFoundError as error:
        raise DatabaseError(
            f"A PostgreSQL database needs the package {error.name}: install the bot by `pip install .[postgresql]`."
        ) from error
    return await PostgreSQL.at(place, alone=alone, shared=shared)


def load_database(place: Path | str) -> None:
    """Load what such a database needs, which would hold an event loop. If it isn't installed, `open_database` says so."""
    with suppress(ModuleNotFoundError):
        importlib.import_module("bot.store.sqlite" if isinstance(place, Path) else "bot.store.postgresql")
