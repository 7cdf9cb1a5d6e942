"""Links that open a table in a browser, and the browsers in which people are known. Secrets are stored as hashes alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from bot.data.browsers import LINK_SECONDS, Browser, Entered
from bot.data.stored import unasked
from bot.store.about import About
from bot.store.database import Row, Store, Transaction, marks

#: The most browsers in which a person is known: one more ends the oldest.
MOST = 10
_COLUMNS = "id, user_id, since, seen_at, until"


class BrowserStore(Store):
    """The stored links and browsers. Times are seconds UTC, hashes are hexadecimal."""

    ABOUT: ClassVar[About] = {"browser_links": ("user_id",), "browsers": ("user_id",)}

    async def add_link(self, secret_hash: str, user_id: int, game_id: int, *, now: int, until: int) -> None:
        """Store a link for somebody who sits at a table or watches it, plays deals of days or takes lessons, and forget those that have ended."""

        async def work(tx: Transaction) -> None:
            await tx.run("DELETE FROM browser_links WHERE until <= ?", (now,))
            # Their data may just have been deleted: then they sit nowhere any more, and watch nothing.
            await tx.run(
                "INSERT INTO browser_links (secret_hash, user_id, game_id, until) SELECT ?1, ?2, ?3, ?4"
                " WHERE EXISTS (SELECT 1 FROM seats WHERE game_id = ?3 AND user_id = ?2 AND until_version IS NULL)"
                " OR EXISTS (SELECT 1 FROM watchers WHERE game_id = ?3 AND user_id = ?2)"
                " OR EXISTS (SELECT 1 FROM daily_rounds WHERE user_id = ?2)"
                " OR EXISTS (SELECT 1 FROM past_rounds WHERE user_id = ?2)"
                " OR EXISTS (SELECT 1 FROM lessons WHERE user_id = ?2)",
                (secret_hash, user_id, game_id, until),
            )

        with unasked():
            await self._database.carry_out(work)

    async def enter(self, link_hash: str, secret_hash: str, *, now: int, until: int) -> Entered | None:
        """Use a link up for a browser of that secret, and return it; None if there is no such link, or none any more."""

        async def work(tx: Transaction) -> Entered | None:
            used = await tx.rows(
                "SELECT user_id, game_id, until FROM browser_links WHERE secret_hash = ?", (link_hash,)
            )
            await tx.run("DELETE FROM browser_links WHERE secret_hash = ?", (link_hash,))
            if not used or used[0][2] <= now:
                return None
            user_id, game_id, _until = used[0]
            await _add(tx, user_id, secret_hash, now=now, until=until)
            return Entered(user_id, game_id)

        with unasked():
            # Nobody else may use the same link between the look at it and its end, in any process.
            return await self._database.carry_out(work, alone=True)

    async def whose_link(self, link_hash: str, now: int) -> int | None:
        """Return for whom a link was made, None if there is none, or none any more. It holds nobody up."""
        sql = "SELECT user_id FROM browser_links WHERE secret_hash = ?1 AND until > ?2"
        return next((int(row[0]) for row in await self._database.rows(sql, (link_hash, now))), None)

    async def newest_link(self, user_id: int, now: int) -> int | None:
        """Return the table of a person's newest link, None if there is none that can still be used."""
        sql = "SELECT game_id FROM browser_links WHERE user_id = ?1 AND until > ?2 ORDER BY until DESC, secret_hash LIMIT 1"
        return next((int(row[0]) for row in await self._database.rows(sql, (user_id, now))), None)

    async def add(self, user_id: int, secret_hash: str, *, now: int, until: int) -> bool:
        """Store a browser in which a person is known. Return whether that is done: not for somebody who sits nowhere and watches nothing."""

        async def work(tx: Transaction) -> bool:
            # Their data may just have been deleted: then they sit nowhere any more, and watch nothing.
            there = (
                "SELECT 1 WHERE EXISTS (SELECT 1 FROM seats WHERE user_id = ?1 AND until_version IS NULL)"
                " OR EXISTS (SELECT 1 FROM watchers WHERE user_id = ?1 AND until > ?2)"
            )
            if not await tx.rows(there, (user_id, now)):
                return False
            await _add(tx, user_id, secret_hash, now=now, until=until)
            return True

        with unasked():
            return await self._database.carry_out(work)

    async def known(self, secret_hash: str, now: int) -> Browser | None:
        """Return the browser that has a secret, None if there is none, or none any more."""
        sql = f"SELECT {_COLUMNS} FROM browsers WHERE secret_hash = ?1 AND until > ?2"
        return next((_browser(row) for row in await self._database.rows(sql, (secret_hash, now))), None)

    async def still_known(self, browser_ids: Collection[int], now: int) -> list[Browser]:
        """Return those of these browsers that haven't ended."""
        sql = f"SELECT {_COLUMNS} FROM browsers WHERE id IN ({marks(browser_ids)}) AND until > ? ORDER BY id"
        return [_browser(row) for row in await self._database.rows(sql, (*browser_ids, now))]

    async def seen(self, browser_id: int, at: int) -> None:
        """Remember that a browser is in use."""
        with unasked():
            await self._database.write("UPDATE browsers SET seen_at = ? WHERE id = ?", (at, browser_id))

    async def of(self, user_id: int, now: int) -> list[Browser]:
        """Return the browsers in which a person is known, the newest first."""
        sql = f"SELECT {_COLUMNS} FROM browsers WHERE user_id = ?1 AND until > ?2 ORDER BY since DESC, id DESC"
        return [_browser(row) for row in await self._database.rows(sql, (user_id, now))]

    async def end(self, user_id: int, browser_id: int | None = None) -> None:
        """Have a person no longer known in one of their browsers; None: in all, and by no link that is open."""

        async def work(tx: Transaction) -> None:
            if browser_id is not None:
                await tx.run("DELETE FROM browsers WHERE user_id = ? AND id = ?", (user_id, browser_id))
                return
            await tx.run("DELETE FROM browsers WHERE user_id = ?", (user_id,))
            await tx.run("DELETE FROM browser_links WHERE user_id = ?", (user_id,))

        await self._database.carry_out(work)

    async def end_older(self, user_id: int, at: int) -> None:
        """Have a person no longer known in browsers that they opened until a time (seconds UTC), nor by links made until then."""

        async def work(tx: Transaction) -> None:
            await tx.run("DELETE FROM browsers WHERE user_id = ? AND since <= ?", (user_id, at))
            await tx.run("DELETE FROM browser_links WHERE user_id = ? AND until <= ?", (user_id, at + LINK_SECONDS))

        await self._database.carry_out(work)

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person's links and browsers."""
        await tx.run("DELETE FROM browsers WHERE user_id = ?", (user_id,))
        await tx.run("DELETE FROM browser_links WHERE user_id = ?", (user_id,))


async def _add(tx: Transaction, user_id: int, secret_hash: str, *, now: int, until: int) -> None:
    """Store a browser. It takes the place of the oldest one of a person who has too many."""
    await tx.run("DELETE FROM browsers WHERE until <= ?", (now,))
    known = await tx.rows("SELECT id FROM browsers WHERE user_id = ? ORDER BY since DESC, id DESC", (user_id,))
    for row in known[MOST - 1 :]:
        await tx.run("DELETE FROM browsers WHERE id = ?", (row[0],))
    await tx.run(
        "INSERT INTO browsers (secret_hash, user_id, since, seen_at, until) VALUES (?1, ?2, ?3, ?3, ?4)",
        (secret_hash, user_id, now, until),
    )


def _browser(row: Row) -> Browser:
    return Browser(*row)
