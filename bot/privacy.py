"""What people may ask about themselves: all that is stored about them in one file, and to have it deleted."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress

from bot.store.database import Database
from bot.store.privacy import Privacy as Stored
from bot.store.privacy import Row
from bot.tables import Status, TableError, Tables
from bot.tables.rules import agreements


class Privacy:
    """The export and the deletion of what is stored about a person."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._stored = Stored(database)
        self._tables = tables

    async def export(self, user_id: int) -> bytes:
        """Return a zip archive with everything that is stored about a person.

        It has `data.json`, and a CSV file for each subject. Ids are text there, since programs that open tables would
        round such long numbers.
        """
        found = await self._stored.gathered(user_id)
        return await asyncio.to_thread(_packed, user_id, found)

    async def delete(self, user_id: int) -> None:
        """Give up all seats of a person, then delete all that is stored about them.

        Others' games keep a seat without a name. What a process leaves undone that ends meanwhile, `finish` does.
        """
        left = set[int]()
        while True:
            for table in await self._tables.games.of_person(user_id):
                left.add(table.id)
                # A game may end or begin meanwhile: then there are other tables to leave, and they are read again.
                with suppress(TableError):
                    if table.status is Status.LOBBY:
                        await self._tables.lobbies.leave(table.id, user_id)
                    else:
                        await self._tables.seating.resign(table.id, user_id, deleted=True)
            for table in await self._tables.games.proposed_to(user_id):
                for one in [one for one in agreements.proposals(table) if one.newcomer_id == user_id]:
                    with suppress(TableError):
                        await self._tables.proposals.decline(table.id, user_id, one.kind, one.seat, user_id)
            if await self._stored.forget(user_id, self._tables.now()) is None:
                continue
            if not await self._tables.games.of_person(user_id):
                break
            # They sat down by another worker in that moment.
        self._tables.changes.forget_names(left)
        self._tables.what_ifs.forget(user_id)

    async def finish(self) -> None:
        """Finish what a process has left undone that ended while it deleted what is stored about people."""
        for user_id in await self._stored.unfinished():
            await self.delete(user_id)


def _packed(user_id: int, found: Mapping[str, Sequence[Row]]) -> bytes:
    readable = {
        table: [{name: _readable(name, value) for name, value in row.items()} for row in rows]
        for table, rows in found.items()
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("data.json", json.dumps({"user_id": str(user_id), **readable}, ensure_ascii=False, indent=1))
        for table, rows in readable.items():
            text = io.StringIO()
            writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\r\n")
            writer.writeheader()
            writer.writerows(rows)
            # With this mark, programs that open tables know that it is UTF-8.
            file.writestr(f"{table}.csv", "\ufeff" + text.getvalue())
    return archive.getvalue()


def _readable(name: str, value: object) -> object:
    return str(value) if name.endswith("_id") and value is not None else value
