"""Data about people: how they can be reached, and what they prefer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import Any, ClassVar

from bot.data.people import Person
from bot.data.stored import unasked
from bot.store.about import About
from bot.store.database import Row, Store, Transaction, marks

_COLUMNS = tuple(one.name for one in fields(Person))
_PREFERENCES = _COLUMNS[_COLUMNS.index("language") :]
#: The condition that something is stored of a person. It isn't any more of one whose data was deleted.
KNOWN = " OR ".join(
    f"EXISTS (SELECT 1 FROM {table} WHERE {column} = ?1)"
    for table, column in (
        ("people", "user_id"),
        ("seats", "user_id"),
        ("agreements", "newcomer_id"),
        ("tournament_players", "user_id"),
    )
)
#: The person who does something (?1, None: the bot), nobody (0) if their data was deleted since they decided on it.
DOER = f"CASE WHEN ?1 <= 0 OR {KNOWN} THEN ?1 WHEN ?1 > 0 THEN 0 END"
_FLAGS = ("dm_closed", "direct", "pictures", "reminders", "heads_up", "tips", "safe_first", "pinged", "named")


class PersonStore(Store):
    """The stored people.

    Something is stored a while after they were looked up, like the outcome of messages to them, and their data may be
    deleted meanwhile: `if_known` has it stored only of those of whom something else is.
    """

    ABOUT: ClassVar[About] = {"people": ("user_id",)}

    async def get(self, user_id: int) -> Person:
        """Return what is known of a person; a stranger has the defaults."""
        sql = f"SELECT {', '.join(_COLUMNS)} FROM people WHERE user_id = ?"
        rows = await self._database.rows(sql, (user_id,))
        return _person(rows[0]) if rows else Person(user_id)

    async def all(self, user_ids: Collection[int]) -> dict[int, Person]:
        """Return what is known of several people, by their ids."""
        sql = f"SELECT {', '.join(_COLUMNS)} FROM people WHERE user_id IN ({marks(user_ids)})"
        known = [_person(row) for row in await self._database.rows(sql, tuple(user_ids))]
        return {one: Person(one) for one in user_ids} | {one.user_id: one for one in known}

    async def dm_opened(self, user_id: int, channel_id: int | None, *, if_known: bool = False) -> None:
        """Remember that this person may be written to, and in which channel, None if that isn't known yet."""
        opened: dict[str, str | int | None] = {"dm_channel_id": channel_id, "dm_closed": 0, "dm_tried_at": None}
        await self._set(user_id, opened, if_known=if_known)

    async def dm_closed(self, user_id: int, at: int, *, if_known: bool = False) -> None:
        """Remember that Discord refused a direct message to this person (`at` in seconds UTC)."""
        await self._set(user_id, {"dm_closed": 1, "dm_tried_at": at}, if_known=if_known)

    async def dm_tried(self, user_id: int, at: int) -> None:
        """Have the next direct message to this person be tried, although they had closed them (`at` in seconds UTC)."""
        await self._set(user_id, {"dm_closed": 0, "dm_tried_at": at}, if_known=True)

    async def long_closed(self, until: int) -> list[int]:
        """Return the people to whom a direct message was refused last until then (seconds UTC)."""
        sql = "SELECT user_id FROM people WHERE dm_closed = 1 AND dm_tried_at <= ? ORDER BY dm_tried_at, user_id"
        return [row[0] for row in await self._database.rows(sql, (until,))]

    async def told_news(self, user_id: int, at: int, *, if_known: bool = False) -> None:
        """Remember when a person was last written to of something else than a turn of theirs."""
        await self._set(user_id, {"news_at": at}, if_known=if_known)

    async def known(self, user_id: int, tx: Transaction | None = None) -> bool:
        """Return whether anything is stored of a person, as `tx` sees it if it is given."""
        return bool(await (tx or self._database).rows(f"SELECT 1 WHERE {KNOWN}", (user_id,)))

    async def met(self, user_id: int, tx: Transaction | None = None) -> bool:
        """Return whether a person has met the bot and hasn't had their data deleted since, as `tx` sees it if it is given.

        Unlike `known`, this doesn't follow from a seat or a place that somebody else gives them.
        """
        return bool(await (tx or self._database).rows("SELECT 1 FROM people WHERE user_id = ?", (user_id,)))

    async def name(self, user_id: int) -> str | None:
        """Return the name under which a person sat down last, or else plays deals of days or lessons; None for nowhere."""
        sql = (
            "SELECT name FROM (SELECT name, 0 AS place, game_id AS at FROM seats WHERE user_id = ?1"
            " UNION ALL SELECT name, 1, day FROM daily_rounds WHERE user_id = ?1"
            " UNION ALL SELECT name, 2, day FROM past_rounds WHERE user_id = ?1"
            " UNION ALL SELECT name, 3, opened FROM lessons WHERE user_id = ?1) AS played ORDER BY place, at DESC, name LIMIT 1"
        )
        return next((str(row[0]) for row in await self._database.rows(sql, (user_id,))), None)

    async def heard(self, user_id: int, locale: str, *, if_known: bool = False) -> None:
        """Remember the present language of a person's Discord."""
        await self._set(user_id, {"locale": locale}, if_known=if_known)

    async def set(
        self, tx: Transaction, user_id: int, *, if_known: bool = False, **preferences: str | int | None
    ) -> None:
        """Set preferences by the names that `Person` has for them, None for the bot's own choice.

        Raises `ValueError` for a name that is no preference, and the database's own error for an impossible number.
        """
        unknown = preferences.keys() - set(_PREFERENCES)
        if unknown:
            raise ValueError(f"no preferences: {', '.join(sorted(unknown))}")
        await tx.run(*_upsert(user_id, preferences, if_known=if_known))

    async def _set(self, user_id: int, values: dict[str, str | int | None], *, if_known: bool = False) -> None:
        with unasked():
            await self._database.write(*_upsert(user_id, values, if_known=if_known))

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person."""
        await tx.run("DELETE FROM people WHERE user_id = ?", (user_id,))


def _upsert(
    user_id: int, values: Mapping[str, str | int | None], *, if_known: bool = False
) -> tuple[str, tuple[object, ...]]:
    names = list(values)
    parameters = ", ".join(f"?{place}" for place in range(1, len(names) + 2))
    new = f"SELECT {parameters} WHERE {KNOWN}" if if_known else f"VALUES ({parameters})"
    sql = (
        f"INSERT INTO people (user_id, {', '.join(names)}) {new}"
        f" ON CONFLICT (user_id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in names)}"
    )
    return sql, (user_id, *values.values())


def _person(row: Row) -> Person:
    known: dict[str, Any] = {name: row[name] for name in _COLUMNS if row[name] is not None}
    known |= {name: bool(known[name]) for name in _FLAGS if name in known}
    return Person(**known)
