"""Preferences that people set: changed quiet hours hold at once, in the turns that they have at the moment too."""

from __future__ import annotations

from dataclasses import replace

from bot.data.people import Person
from bot.store.people import PersonStore
from bot.tables.changes import Changes
from bot.tables.rests import quiet_hours


class Preferences:
    """The preferences of people, quiet hours among them."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._people = PersonStore(changes.database)

    async def set(self, user_id: int, **preferences: str | int | None) -> Person:
        """Set preferences, as `PersonStore.set` says, and return the person."""
        hours = {
            name: value for name, value in preferences.items() if name in ("quiet_from", "quiet_until", "time_zone")
        }
        known = await self._people.known(user_id)
        async with self._changes.changing_rest(user_id) as old:
            person = await self._people.get(user_id)
            new = replace(old, quiet=quiet_hours(replace(person, **hours)))  # type: ignore[arg-type]
            await self._changes.commit_rest(
                user_id, old, new, lambda tx: self._people.set(tx, user_id, if_known=known, **preferences)
            )
        return await self._people.get(user_id)
