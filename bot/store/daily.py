"""The deals of the days and weeks, and the rounds that people have played of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from bot.data.daily import DAY_SECONDS, GRACE_SECONDS, WEEKS, BegunDeal, DailyPlace, DailyRound, DailyRow, WorldRow
from bot.store.about import About
from bot.store.database import Database, Transaction
from bot.store.keys import DeletionKey, stands_for
from bot.store.people import KNOWN

#: SQL for when the deal of a row opens, and for when it closes (seconds UTC).
OPENS_AT: Final = f"(day - CASE WHEN day < {WEEKS} THEN 0 ELSE {WEEKS} END) * {DAY_SECONDS}"
CLOSES_AT: Final = f"({OPENS_AT} + CASE WHEN day < {WEEKS} THEN 1 ELSE 7 END * {DAY_SECONDS} + {GRACE_SECONDS})"

#: A prime that is larger than any sample of a deal's rounds.
_PRIME: Final = 999_983


class DailyStore:
    """The stored deals, and one round of each person and deal.

    Numbers of deals are those of `BegunDeal`: days have theirs one after the other, and weeks come after all of them. The
    columns named `day` hold these numbers, also of weeks.
    """

    ABOUT: ClassVar[About] = {"daily_rounds": ("user_id",)}

    def __init__(self, database: Database) -> None:
        self._database = database
        self._key = DeletionKey(database)

    # -- deals

    async def deal(self, number: int) -> BegunDeal | None:
        """Return a deal that has begun, or None."""
        sql = "SELECT day, secret, seal, par, variant, closed FROM days WHERE day = ?"
        for day, secret, seal, par, variant, closed in await self._database.rows(sql, (number,)):
            return BegunDeal(day, secret, seal, par, variant, bool(closed))
        return None

    async def begin_deal(self, drawn: BegunDeal, at: int) -> BegunDeal:
        """Begin a deal unless it has begun, and return it as it is: of several who begin it at once, one has drawn its secret."""
        await self._database.write(
            "INSERT INTO days (day, secret, seal, opened_at, par, variant) VALUES (?, ?, ?, ?, NULL, ?)"
            " ON CONFLICT (day) DO NOTHING",
            (drawn.number, drawn.secret, drawn.seal, at, drawn.variant),
        )
        begun = await self.deal(drawn.number)
        assert begun is not None
        return begun

    async def set_par(self, number: int, par: int) -> None:
        """Store the par of a deal unless it is known."""
        await self._database.write("UPDATE days SET par = ? WHERE day = ? AND par IS NULL", (par, number))

    async def to_close(self, now: int) -> list[int]:
        """Return the deals that nobody can play any more at a time (seconds UTC), and whose end nobody has seen yet."""
        sql = f"SELECT day FROM days WHERE closed = 0 AND {CLOSES_AT} <= ? ORDER BY day"
        return [row[0] for row in await self._database.rows(sql, (now,))]

    async def close(self, number: int) -> None:
        """Close a deal for ever, with its results counted as they are: a process of an earlier version may have left some out."""

        async def work(tx: Transaction) -> None:
            await tx.run("DELETE FROM daily_scores WHERE day = ?", (number,))
            await tx.run(
                "INSERT INTO daily_scores (day, points, results) SELECT day, points, count(*) FROM daily_rounds"
                " WHERE day = ? AND points IS NOT NULL GROUP BY day, points",
                (number,),
            )
            await tx.run("UPDATE days SET closed = 1 WHERE day = ?", (number,))
            await tx.run("DELETE FROM daily_known WHERE day = ?", (number,))

        await self._database.carry_out(work, alone=True)

    # -- rounds

    async def knew(self, deal: int, user_id: int) -> bool:
        """Return whether a person had begun a deal before their data was deleted, as long as it isn't closed."""
        key = await self._key.known()
        sql = "SELECT 1 FROM daily_known WHERE day = ? AND stands_for = ?"
        return key is not None and bool(await self._database.rows(sql, (deal, _stands_for(deal, user_id, key))))

    async def of(self, deal: int, user_id: int) -> DailyRound | None:
        """Return what a person has played of a deal, None if they haven't begun it."""
        sql = "SELECT day, user_id, name, moves, points FROM daily_rounds WHERE day = ? AND user_id = ?"
        for row in await self._database.rows(sql, (deal, user_id)):
            return DailyRound(row[0], row[1], row[2], tuple(row[3].splitlines()), row[4])
        return None

    async def played(self, deal: int, user_id: int) -> int | None:
        """Return how many moves a person's round of a deal has, None if they haven't begun it."""
        sql = "SELECT played FROM daily_rounds WHERE day = ? AND user_id = ?"
        rows = await self._database.rows(sql, (deal, user_id))
        return rows[0][0] if rows else None

    async def begin(
        self, deal: int, user_id: int, name: str, moves: Sequence[str], at: int, *, if_known: bool = False
    ) -> None:
        """Begin a person's round with the moves made before their first turn, unless they have begun it.

        `if_known`: only of somebody of whom something is stored, as their data may have been deleted since they were read.
        """
        sql = (
            "INSERT INTO daily_rounds (day, user_id, name, moves, played, began_at)"
            f" SELECT ?2, ?1, ?3, ?4, ?5, ?6 WHERE {KNOWN if if_known else '1 = 1'} ON CONFLICT (day, user_id) DO NOTHING"
        )
        await self._database.write(sql, (user_id, deal, name, lines(moves), len(moves), at))

    async def add(self, before: DailyRound, moves: Sequence[str], points: int | None, at: int) -> bool:
        """Store the next moves of a round, and its points if they end it: not before it began, if the clock was put back.

        Return False, and store nothing, where others were made since it stood as it did `before`.
        """
        sql = (
            "UPDATE daily_rounds SET moves = moves || ?1, played = played + ?2, points = ?3,"
            " ended_at = CASE WHEN ?4 < began_at THEN began_at ELSE ?4 END"
            " WHERE day = ?5 AND user_id = ?6 AND played = ?7 AND points IS NULL"
        )
        ended_at = None if points is None else at
        values = (lines(moves), len(moves), points, ended_at, before.deal, before.user_id, len(before.moves))
        async with self._database.transaction() as tx:
            stored = bool(await tx.run(sql, values))
            if stored and points is not None:
                await tx.run(
                    "INSERT INTO daily_scores (day, points, results) VALUES (?, ?, 1)"
                    " ON CONFLICT (day, points) DO UPDATE SET results = daily_scores.results + 1",
                    (before.deal, points),
                )
            return stored

    # -- boards

    async def place(self, deal: int, points: int) -> DailyPlace:
        """Return the place of a result among all of its deal."""
        sql = (
            "SELECT sum(CAST(results AS INTEGER)) FILTER (WHERE points > ?2),"
            " sum(CAST(results AS INTEGER)) FILTER (WHERE points < ?2), sum(CAST(results AS INTEGER))"
            " FROM daily_scores WHERE day = ?1"
        )
        [row] = await self._database.rows(sql, (deal, points))
        return DailyPlace(*(number or 0 for number in row))

    async def board(
        self, guild_id: int, first: int, last: int, most: int, me: int = 0, *, without: int | None = None
    ) -> list[DailyRow]:
        """Return the best of a server's members in the deals from one number to another, `without` one, by points above par.

        These are `most` lines, and that of the person `me` below them if it isn't among them.
        """
        # PostgreSQL's statistics don't know a day that has just begun, and take its rounds for few: asked for the day of the
        # deal in place of the rounds' own, it looks for each member's. Of several days that would be the slower way.
        day = "days.day" if first == last else "daily_rounds.day"
        sql = (
            "SELECT place, user_id, name, above, played FROM (SELECT rank() OVER (ORDER BY above DESC) AS place,"
            " row_number() OVER (ORDER BY above DESC, user_id) AS line, user_id, name, above, played FROM"
            " (SELECT members.user_id, members.name, above, played FROM (SELECT of_server.user_id,"
            " sum(CAST(points - par AS INTEGER)) AS above, count(*) AS played FROM members AS of_server"
            " JOIN daily_rounds ON daily_rounds.user_id = of_server.user_id"
            " JOIN days ON days.day = daily_rounds.day WHERE guild_id = ?1 AND gone = 0 AND points IS NOT NULL"
            f" AND par IS NOT NULL AND {day} BETWEEN ?2 AND ?3 AND {day} <> ?6 GROUP BY of_server.user_id) AS sums"
            " JOIN members ON members.guild_id = ?1 AND members.user_id = sums.user_id) AS named) AS board"
            " WHERE line <= ?4 OR user_id = ?5 ORDER BY line"
        )
        values = (guild_id, first, last, most, me, -1 if without is None else without)
        return [DailyRow(*row) for row in await self._database.rows(sql, values)]

    async def best_of_all(self, deal: int, par: int, most: int) -> list[WorldRow]:
        """Return the best of all who have finished a deal, with the names of those who want it."""
        sql = (
            "SELECT daily_rounds.user_id, CASE named WHEN 1 THEN name END, points FROM daily_rounds"
            " LEFT JOIN people ON people.user_id = daily_rounds.user_id"
            " WHERE day = ?1 AND points IS NOT NULL ORDER BY points DESC, daily_rounds.user_id LIMIT ?2"
        )
        found = await self._database.rows(sql, (deal, most))
        scores = [row[2] for row in found]
        return [WorldRow(scores.index(row[2]) + 1, row[0], row[1], row[2] - par) for row in found]

    async def streak(self, user_id: int, day: int) -> int:
        """Return on how many days in a row a person has finished the deal, of which `day` is the last."""
        sql = (
            "SELECT count(*) FROM (SELECT day + row_number() OVER (ORDER BY day DESC) AS run FROM daily_rounds"
            " WHERE user_id = ?1 AND points IS NOT NULL AND day <= ?2) AS runs WHERE run = ?2 + 1"
        )
        return int((await self._database.rows(sql, (user_id, day)))[0][0])

    async def days_of(self, user_id: int, last: int) -> list[tuple[int, int | None]]:
        """Return the days up to one whose deals a person has finished, oldest first, with the points above par if that is known."""
        sql = (
            "SELECT daily_rounds.day, points - par FROM daily_rounds JOIN days ON days.day = daily_rounds.day"
            " WHERE user_id = ? AND points IS NOT NULL AND daily_rounds.day <= ? ORDER BY daily_rounds.day"
        )
        return [(row[0], row[1]) for row in await self._database.rows(sql, (user_id, last))]

    async def rounds_of_others(self, deal: int, user_id: int, most: int) -> list[tuple[tuple[str, ...], int]]:
        """Return rounds of a deal that others than a person have finished, as moves and points: the best one first.

        Of more than `most` it is a sample, the same each time once the deal is closed. It favours no age of accounts, by
        which ids are ordered: what is left of a division by a prime says nothing of that.
        """
        best = (
            "SELECT user_id, moves, points FROM daily_rounds WHERE day = ?1 AND points IS NOT NULL AND moves <> ''"
            " AND user_id <> ?2 ORDER BY points DESC, user_id LIMIT 1"
        )
        some = (
            "SELECT user_id, moves, points FROM daily_rounds WHERE day = ?1 AND points IS NOT NULL AND moves <> ''"
            " AND user_id IN (SELECT user_id FROM daily_rounds WHERE day = ?1 AND user_id > 0 AND user_id <> ?2"
            f" ORDER BY user_id % {_PRIME}, user_id LIMIT ?3) ORDER BY user_id"
        )
        found = await self._database.rows(best, (deal, user_id))
        rest = await self._database.rows(some, (deal, user_id, most))
        rows = [*found, *(row for row in rest if row[0] not in {one[0] for one in found})]
        return [(tuple(row[1].splitlines()), row[2]) for row in rows]

    async def has_won(self, user_id: int, first: int, last: int) -> bool:
        """Return whether a person was the best of a server's members on one of the days, of two at least who finished its deal."""
        others = (
            "SELECT 1 FROM members AS theirs JOIN daily_rounds AS their_round ON their_round.user_id = theirs.user_id"
            " AND their_round.day = own.day WHERE theirs.guild_id = mine.guild_id AND theirs.gone = 0 AND theirs.user_id <> ?1"
            " AND their_round.points"
        )
        sql = (
            "SELECT 1 FROM daily_rounds AS own JOIN members AS mine ON mine.user_id = own.user_id AND mine.gone = 0"
            " WHERE own.user_id = ?1 AND own.day BETWEEN ?2 AND ?3 AND own.points IS NOT NULL"
            f" AND NOT EXISTS ({others} > own.points) AND EXISTS ({others} <= own.points) LIMIT 1"
        )
        return bool(await self._database.rows(sql, (user_id, first, last)))

    async def best(self, deal: int) -> int | None:
        """Return the most points that somebody has scored in a deal, None if nobody has finished it."""
        sql = "SELECT max(points) FROM daily_rounds WHERE day = ? AND points IS NOT NULL"
        best: int | None = (await self._database.rows(sql, (deal,)))[0][0]
        return best

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Put the ghost in a person's place, without a name or moves: others keep their places. Rounds that aren't over go.

        Of deals that others still play, a number stays by which the person is known again.
        """
        sql = "SELECT days.day FROM daily_rounds JOIN days ON days.day = daily_rounds.day WHERE user_id = ? AND closed = 0"
        if begun := await tx.rows(f"{sql} ORDER BY days.day", (user_id,)):
            key = await self._key.made(tx)
            await tx.many(
                "INSERT INTO daily_known (day, stands_for) VALUES (?, ?) ON CONFLICT (day, stands_for) DO NOTHING",
                [(deal, _stands_for(deal, user_id, key)) for (deal,) in begun],
            )
        await tx.run("DELETE FROM daily_rounds WHERE user_id = ? AND points IS NULL", (user_id,))
        await tx.run(
            "UPDATE daily_rounds SET user_id = ?, name = '', moves = '', played = 0 WHERE user_id = ?",
            (ghost_id, user_id),
        )


def _stands_for(deal: int, user_id: int, key: bytes) -> int:
    """Return what stands for a person in a deal alone: nothing tells that two deals had the same one."""
    return stands_for(f"{deal} {user_id}", key)


def lines(moves: Sequence[str]) -> str:
    """Return moves as they are stored, one a line."""
    return "".join(f"{move}\n" for move in moves)
