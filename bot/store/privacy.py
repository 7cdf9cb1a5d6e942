"""All that is stored about one person in any place: gathered for them, or deleted."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from typing import ClassVar, Protocol

from bot.store.about import About
from bot.store.avoid import AvoidStore
from bot.store.browsers import BrowserStore
from bot.store.corrections import CorrectionStore
from bot.store.daily import DailyStore
from bot.store.database import Database, Transaction, quoted
from bot.store.deauthorizations import DeauthorizationStore
from bot.store.games import GameStore
from bot.store.hints import HintStore
from bot.store.lessons import LessonStore
from bot.store.line import LineStore
from bot.store.log import LogStore
from bot.store.members import MemberStore
from bot.store.messages import MessageStore
from bot.store.notices import NoticeStore
from bot.store.past_deals import PastDealStore
from bot.store.pauses import PauseStore
from bot.store.people import PersonStore
from bot.store.play import PlayStore
from bot.store.results import ResultStore
from bot.store.seasons import SeasonStore
from bot.store.standing_orders import StandingOrderStore
from bot.store.standings import StandingStore
from bot.store.tips import TipStore
from bot.store.tournaments import TournamentStore
from bot.store.vacations import VacationStore
from bot.store.watchers import WatcherStore

#: A row by its columns' names.
NamedValues = dict[str, object]


#: Columns that say nothing about a person, and of others what nobody may know: when orders would run in their turns, and by which
#: secrets browsers are known.
_SECRET = {
    "games": ("orders_wait", "orders_at"),
    "browser_links": ("secret_hash",),
    "browsers": ("secret_hash",),
}

#: Moves that a ghost is given at a time: others' moves wait for no longer than that takes.
_MOVES = 2_000

_AT_A_TABLE = """
SELECT 1 FROM seats JOIN games ON games.id = game_id
WHERE user_id = ? AND until_version IS NULL AND status IN ('lobby', 'playing') LIMIT 1
"""


class Keeper(Protocol):
    """A repository that keeps something about people. `ABOUT` names its tables and their columns of people's ids."""

    ABOUT: ClassVar[About]

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int, /) -> None:
        """Erase a person, or put the ghost in their place where others' histories need somebody there."""


class PrivacyStore:
    """All that the repositories keep about a person, to be gathered or deleted."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._play = PlayStore(database)
        # The notices and the log are asked first: they need the names that seats still hold. Seasons are found by the results, where the ghost is
        # by then; direct messages by what is known of people, who come last.
        self._keepers: tuple[Keeper, ...] = (
            NoticeStore(database),
            LogStore(database),
            GameStore(database),
            self._play,
            StandingOrderStore(database),
            ResultStore(database),
            StandingStore(database),
            CorrectionStore(database),
            SeasonStore(database),
            TournamentStore(database),
            MemberStore(database),
            VacationStore(database),
            PauseStore(database),
            HintStore(database),
            LessonStore(database),
            DailyStore(database),
            PastDealStore(database),
            AvoidStore(database),
            LineStore(database),
            DeauthorizationStore(database),
            TipStore(database),
            BrowserStore(database),
            WatcherStore(database),
            MessageStore(database),
            PersonStore(database),
        )

    async def counted(self, user_id: int) -> int:
        """Return how many rows there are about a person, some of them counted twice."""
        tables = [(table, column) for table, columns in self._tables() for column in columns]
        counts = ", ".join(f'(SELECT count(*) FROM "{table}" WHERE "{column}" = ?1)' for table, column in tables)
        return sum((await self._database.rows(f"SELECT {counts}", (user_id,)))[0])

    async def gather(self, user_id: int) -> Generator[tuple[str, NamedValues], None, None]:
        """Return what yields all rows about a person as they are when it is asked first, each with its table.

        It reads beside the bot in a worker thread, and must be closed.
        """
        forms = await self._database.forms()
        tables = []
        for table, columns in self._tables():
            where = " OR ".join(f'"{column}" = {int(user_id)}' for column in columns)
            shown = quoted(name for name in forms[table].columns if name not in _SECRET.get(table, ()))
            sql = f'SELECT {shown} FROM "{table}" WHERE {where} ORDER BY {quoted(forms[table].key)}'
            tables.append((table, sql))
        return self._read(tables)

    def _read(self, tables: list[tuple[str, str]]) -> Generator[tuple[str, NamedValues], None, None]:
        with closing(self._database.beside()) as side:
            side.execute("BEGIN")
            for table, sql in tables:
                for row in self._database.streamed(side, sql):
                    yield table, dict(zip(row.keys(), row, strict=True))

    def _tables(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(table, columns) for keeper in self._keepers for table, columns in keeper.ABOUT.items()]

    async def forget(self, user_id: int, at: int) -> int | None:
        """Delete all about a person, and return the id of the ghost in their place (below 0).

        Others can write all the while but for a moment, in which everything is deleted but the moves: of these there
        may be very many, so those of games that are over go first, some at a time. The remains of a process that ends
        meanwhile are `unfinished`. Return None while the person is at an active table; nobody else sees a difference
        then.
        """

        async def begin(tx: Transaction) -> int | None:
            return None if await tx.rows(_AT_A_TABLE, (user_id,)) else await self._ghost(tx, user_id, at)

        async def give_moves(tx: Transaction, ghost_id: int) -> bool:
            return await self._play.forget_some(tx, user_id, ghost_id, _MOVES)

        async def finish(tx: Transaction) -> int | None:
            if await tx.rows(_AT_A_TABLE, (user_id,)):
                return None
            # Somebody else may have finished what the two began.
            ghost_id = await self._ghost(tx, user_id, at)
            for keeper in self._keepers:
                await keeper.forget(tx, user_id, ghost_id)
            await tx.run("UPDATE ghosts SET user_id = NULL WHERE user_id = ?", (user_id,))
            return ghost_id

        # Nobody is between reading something and writing it at these moments, in any process.
        ghost_id = await self._database.carry_out(begin, alone=True)
        if ghost_id is None:
            return None
        while await self._database.carry_out(partial(give_moves, ghost_id=ghost_id)):
            pass
        return await self._database.carry_out(finish, alone=True)

    async def unfinished(self) -> list[int]:
        """Return the people whose deletion has begun and was not finished, in the order in which it has begun."""
        rows = await self._database.rows("SELECT user_id FROM ghosts WHERE user_id IS NOT NULL ORDER BY id")
        return [row[0] for row in rows]

    async def _ghost(self, tx: Transaction, user_id: int, at: int) -> int:
        """Return the id of the ghost that takes a person's place."""
        for row in await tx.rows("SELECT id FROM ghosts WHERE user_id = ?", (user_id,)):
            return -int(row[0])
        return -await tx.insert("INSERT INTO ghosts (made_at, user_id) VALUES (?, ?)", (at, user_id))
