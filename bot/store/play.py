"""The rounds dealt and the moves made in each game: all that a game is rebuilt from."""

from __future__ import annotations

from typing import ClassVar

from bot.data.play import MadeMove, PlayedMove, StoredDeal
from bot.store.about import About
from bot.store.database import Row, Store, Transaction

_MOVE = "SELECT number, round, version, seat, line, user_id FROM moves"


class PlayStore(Store):
    """The stored deals and moves. They are only ever appended."""

    ABOUT: ClassVar[About] = {"moves": ("user_id",)}

    async def deals(self, table_id: int) -> list[StoredDeal]:
        """Return the deals of a game in order. They are secret: packs of rounds in play are among them."""
        sql = "SELECT number, dealer, pack, salt, commitment FROM rounds WHERE game_id = ? ORDER BY number"
        return [StoredDeal(*row) for row in await self._database.rows(sql, (table_id,))]

    async def moves(self, table_id: int, after: int = 0) -> list[PlayedMove]:
        """Return the moves of a game in order, those after the move of that number."""
        sql = f"{_MOVE} WHERE game_id = ? AND number > ? ORDER BY number"
        return [_move(row) for row in await self._database.rows(sql, (table_id, after))]

    async def made(self, tx: Transaction, table_id: int) -> list[MadeMove]:
        """Return the authors and times of a game's moves, in order."""
        sql = "SELECT round, version, seat, user_id, made_at FROM moves WHERE game_id = ? ORDER BY number"
        return [MadeMove(*row) for row in await tx.rows(sql, (table_id,))]

    async def of_round(self, table_id: int, number: int) -> list[PlayedMove]:
        """Return the moves of round `number`, in order."""
        sql = f"{_MOVE} WHERE game_id = ? AND round = ? ORDER BY number"
        return [_move(row) for row in await self._database.rows(sql, (table_id, number))]

    async def began_at(self, tx: Transaction, table_id: int) -> int:
        """Return when the first round of a game was dealt, seconds UTC."""
        sql = "SELECT dealt_at FROM rounds WHERE game_id = ? AND number = 1"
        return int((await tx.rows(sql, (table_id,)))[0][0])

    async def by_interaction(self, table_id: int, interaction_id: int) -> PlayedMove | None:
        """Return the move that an interaction made at this table, or None."""
        sql = f"{_MOVE} WHERE interaction_id = ? AND game_id = ?"
        return next((_move(row) for row in await self._database.rows(sql, (interaction_id, table_id))), None)

    async def deal(self, tx: Transaction, table_id: int, deal: StoredDeal, at: int) -> None:
        """Store a deal made at `at` (seconds UTC)."""
        await tx.run(
            "INSERT INTO rounds (game_id, number, dealer, pack, salt, commitment, dealt_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (table_id, deal.number, deal.dealer, deal.pack, deal.salt, deal.commitment, at),
        )

    async def moved_in(self, table_id: int) -> bool:
        """Return whether a person has made a move at a table."""
        sql = "SELECT EXISTS (SELECT 1 FROM moves WHERE game_id = ? AND user_id IS NOT NULL)"
        return bool((await self._database.rows(sql, (table_id,)))[0][0])

    async def has_discarded(self, user_id: int) -> bool:
        """Return whether a person has ever discarded a card."""
        sql = "SELECT EXISTS (SELECT 1 FROM moves WHERE user_id = ? AND line LIKE '% discard %')"
        return bool((await self._database.rows(sql, (user_id,)))[0][0])

    async def append(
        self, tx: Transaction, table_id: int, move: PlayedMove, *, interaction_id: int | None, at: int
    ) -> None:
        """Store a move made at `at` (seconds UTC)."""
        await tx.run(
            "INSERT INTO moves (game_id, number, round, version, seat, line, user_id, interaction_id, made_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (table_id, move.number, move.round, move.version, move.seat, move.line, move.user_id, interaction_id, at),
        )

    async def forget_some(self, tx: Transaction, user_id: int, ghost_id: int, most: int) -> bool:
        """Give at most this many moves of a person in games that are over to a ghost. Return whether there may be
        more."""
        sql = (
            "UPDATE moves SET user_id = ? WHERE (game_id, number) IN (SELECT game_id, moves.number FROM moves"
            " JOIN games ON id = game_id WHERE user_id = ? AND status NOT IN ('lobby', 'playing') LIMIT ?)"
        )
        return await tx.run(sql, (ghost_id, user_id, most)) == most

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Give the moves of a person to a ghost. They can't be deleted: a game is nothing but its moves."""
        await tx.run("UPDATE moves SET user_id = ? WHERE user_id = ?", (ghost_id, user_id))


def _move(row: Row) -> PlayedMove:
    return PlayedMove(*row)
