"""Requests of people about their own data: all that is stored about them in files, and to have it deleted."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import zipfile
import zlib
from collections.abc import AsyncGenerator, Iterator
from contextlib import suppress

from bot.data.tables import Status
from bot.store.database import Database, Lock
from bot.store.privacy import NamedValues, PrivacyStore
from bot.tables.errors import TableError
from bot.tables.rules import agreements
from bot.tables.service import Tables

#: The most bytes of an archive, and those of them that are kept for its end and for what is still being compressed.
LARGEST = 10 * 1024 * 1024
_SPARE = 256 * 1024
#: Rows after which it is looked whether an archive is full.
_LOOK_EVERY = 100
#: Bytes of text that are compressed at once.
_PIECE = 64 * 1024


class BeingMade(Exception):
    """The archives of a person are being made already."""


class Privacy:
    """The export and the deletion of what is stored about a person."""

    def __init__(self, database: Database, tables: Tables, largest: int = LARGEST) -> None:
        """`largest` is the most bytes of an archive."""
        self._database = database
        self._stored = PrivacyStore(database)
        self._tables = tables
        self._largest = largest
        self._one_at_a_time = asyncio.Lock()
        self._asking: list[int] = []

    def before(self, user_id: int) -> int:
        """Return how many people's archives are made before those of a person. Raises `BeingMade`."""
        if user_id in self._asking:
            raise BeingMade
        return len(self._asking)

    async def rows(self, user_id: int) -> int:
        """Return about how many rows are stored about a person."""
        return await self._stored.counted(user_id)

    async def export(self, user_id: int) -> AsyncGenerator[bytes, None]:
        """Yield zip archives with everything that is stored about a person: one, or several where one would be too large.

        Each has `data.json`, and a CSV file for each subject. Ids are text there, since programs that open tables would
        round such long numbers. The archives of one person are made at a time. Raises `BeingMade`.
        """
        self.before(user_id)
        self._asking.append(user_id)
        try:
            async with self._one_at_a_time, self._database.locked(Lock.EXPORT, 0):
                rows = await self._stored.gather(user_id)
                archives = _Archives(user_id, rows, self._largest)
                try:
                    while (made := await self._database.read_beside(archives.next, archives.stop)) is not None:
                        yield made
                finally:
                    rows.close()
        finally:
            self._asking.remove(user_id)

    async def delete(self, user_id: int) -> None:
        """Give up all seats of a person, then delete all that is stored about them.

        Others' games keep a seat without a name. `finish` completes the work of a process that ends meanwhile.
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


class _Archives:
    """Rows on their way into archives. Memory holds one archive, compressed."""

    def __init__(self, user_id: int, rows: Iterator[tuple[str, NamedValues]], largest: int) -> None:
        self._user_id = user_id
        self._rows = rows
        self._largest = largest - _SPARE
        self._pending: tuple[str, NamedValues] | None = None
        self._made = self._stopped = False

    def stop(self) -> None:
        """Have `next` end soon; what it returns is worth nothing then."""
        self._stopped = True

    def next(self) -> bytes | None:
        """Return the next archive, None after the last. There is one even where nothing is stored."""
        if not self._made:
            self._made, self._pending = True, next(self._rows, None)
        elif self._pending is None:
            return None
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
            text = _Text()
            text.write(json.dumps({"user_id": str(self._user_id)})[:-1])
            while self._pending is not None and not self._full(content, text):
                self._add_table(file, content, text)
            text.write("}\n")
            with file.open("data.json", "w") as entry:
                for piece in text.pieces():
                    entry.write(piece)
        return content.getvalue()

    def _full(self, content: io.BytesIO, text: _Text) -> bool:
        return content.tell() + text.size > self._largest or self._stopped

    def _add_table(self, file: zipfile.ZipFile, content: io.BytesIO, text: _Text) -> None:
        """Add the rows of a table to both of its files, until the table ends or the archive is full."""
        assert self._pending is not None
        table, row = self._pending
        # With this mark, programs that open tables know that it is UTF-8.
        with file.open(f"{table}.csv", "w") as entry, io.TextIOWrapper(entry, "utf-8-sig", newline="") as lines:
            writer = csv.writer(lines, lineterminator="\r\n")
            writer.writerow(row)
            between = f",\n{json.dumps(table)}: [\n"
            count = 0
            while self._pending is not None and self._pending[0] == table:
                readable = {name: _readable(name, value) for name, value in self._pending[1].items()}
                writer.writerow(readable.values())
                text.write(between + json.dumps(readable, ensure_ascii=False))
                between = ",\n"
                self._pending = next(self._rows, None)
                count += 1
                if count % _LOOK_EVERY == 0 and self._full(content, text):
                    break
        text.write("\n]")


class _Text:
    """A long text, compressed in memory until an archive can take it: that writes one file at a time."""

    def __init__(self) -> None:
        self.size = 0
        self._compressor = zlib.compressobj()
        self._pieces: list[bytes] = []
        self._waiting: list[str] = []
        self._length = 0

    def write(self, text: str) -> None:
        """Add to the text."""
        self._waiting.append(text)
        self._length += len(text)
        if self._length > _PIECE:
            self._compress()

    def pieces(self) -> Iterator[bytes]:
        """Yield the whole text as it is, and let go of it meanwhile."""
        self._compress()
        self._pieces.append(self._compressor.flush())
        expander = zlib.decompressobj()
        for place, piece in enumerate(self._pieces):
            self._pieces[place] = b""
            rest = piece
            while rest:
                yield expander.decompress(rest, _PIECE)
                rest = expander.unconsumed_tail
        yield expander.flush()

    def _compress(self) -> None:
        piece = self._compressor.compress("".join(self._waiting).encode())
        self._pieces.append(piece)
        self.size += len(piece)
        self._waiting.clear()
        self._length = 0


def _readable(name: str, value: object) -> object:
    return str(value) if name.endswith("_id") and value is not None else value
