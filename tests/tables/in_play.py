"""A game in play at every table of an earlier release, as it stored them, and what its people saw.

`python -m tests.tables.in_play` writes the file by the release that it is run with. The one here was written by
bae2f93, the last
one before the engine was rebuilt: this module was copied into a checkout of it, its imports fitted, and run there.
`--mend` leaves the stored games alone and writes down what their people see now, where a rule was corrected on purpose.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import random
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.canasta.cards import cards_text
from bot.canasta.rules import list_variants
from bot.computer import choose
from bot.data.tables import InChannel, Table
from bot.store.opening import open_database
from bot.tables import Order, Tables

FILE = Path(__file__).parent / "in_play.json.xz"
_GUILD, _FIRST_CHANNEL, _FIRST_PERSON = 7, 1_000, 101


@dataclass(frozen=True)
class InPlay:
    """The visible part of one game: hands by seat, scores, who is to move, and what they may do."""

    id: int
    variant: str
    layout: str
    hands: list[str]
    scores: list[int]
    round: int
    turn: int | None
    phase: str
    legal: list[str]


def read() -> tuple[str, list[InPlay]]:
    """Return the statements that make the database, and what its release saw in it."""
    document = json.loads(lzma.decompress(FILE.read_bytes()))
    return document["database"], [InPlay(**one) for one in document["games"]]


def write(database: str, games: list[InPlay]) -> None:
    """Write the file."""
    document = json.dumps({"database": database, "games": [asdict(one) for one in games]}, ensure_ascii=False)
    FILE.write_bytes(lzma.compress(document.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(games)} games, {FILE.stat().st_size} bytes")


def restore(path: Path, database: str) -> None:
    """Make the database again."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(database)


async def seen(tables: Tables, table: Table) -> InPlay:
    """Return what the people at a table see of it together."""
    views = []
    for seat in sorted(table.seats, key=lambda one: one.number):
        look = await tables.look(table.id, seat.user_id)
        assert look.mine is not None
        views.append(look.mine)
    public = views[0].public
    hands = [cards_text(view.hand) for view in views]
    legal = sorted(str(move) for view in views for move in view.legal)
    told = table.id, table.variant, table.layout, hands, list(public.scores), public.round_number, public.turn
    return InPlay(*told, public.phase, legal)


async def _begin(tables: Tables, number: int, variant: str, layout: str) -> Table:
    """Return a table at which a game is in its first round, or in a later one for every second table."""
    chance = random.Random(number)
    channel = _FIRST_CHANNEL + number
    host = _FIRST_PERSON
    table = await tables.lobbies.open(
        Order(home=InChannel(_GUILD, channel), host_id=host, variant=variant, layout=layout), "P1"
    )
    for guest in range(1, table.size):
        table = await tables.lobbies.join(table.id, host + guest, f"P{guest + 1}")
    table = await tables.lobbies.start(table.id, host)
    first_round, left = number % 2 == 0, chance.randrange(12, 60)
    while first_round or left:
        assert table.to_move is not None
        look = await tables.look(table.id, table.to_move.user_id)
        assert look.mine is not None
        move = choose(look.mine, "normal", chance)
        table = (await tables.turns.play(table.id, table.to_move.user_id or 0, move)).table
        first_round = first_round and table.round == 1
        left -= not first_round
    return table


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Tables]:
    """Open the tables of a database, and close both whatever happens: else its thread goes on for ever."""
    database = await open_database(path)
    try:
        tables = Tables(database, clock=lambda: 1_800_000_000, chance=random.Random(1))
        try:
            yield tables
        finally:
            await tables.computers.close()
    finally:
        await database.close()


async def _make(path: Path) -> list[InPlay]:
    names = [(info.id, one.name) for info in list_variants() for one in info.layouts]
    async with opened(path) as tables:
        return [await seen(tables, await _begin(tables, number, *name)) for number, name in enumerate(names)]


async def look_again(path: Path) -> list[InPlay]:
    """Return what the present release sees in a database."""
    async with opened(path) as tables:
        return [await seen(tables, table) for table in await tables.games.active()]


def main(arguments: list[str]) -> int:
    """Write the file, or what the present release makes of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "canasta.sqlite3"
        if arguments == ["--mend"]:
            statements, _before = read()
            restore(path, statements)
            write(statements, asyncio.run(look_again(path)))
            return 0
        games = asyncio.run(_make(path))
        with closing(sqlite3.connect(path)) as connection:
            pragmas = [
                f"PRAGMA {name} = {connection.execute(f'PRAGMA {name}').fetchone()[0]};"
                for name in ("application_id", "user_version")
            ]
            statements = "\n".join([*pragmas, *connection.iterdump()])
        write(statements, games)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
