"""Vacations: people begin and end them, and the clocks of their present turns stand still in the meantime.

Time of a turn that has counted until now stays counted. Vacation and clocks are stored in one transaction.
"""

from __future__ import annotations

from dataclasses import replace

from bot.store.vacations import VacationStore
from bot.tables.changes import Changes
from bot.tables.errors import NoVacation
from bot.tables.rules import clock
from bot.tables.views import Vacation


class Vacations:
    """The vacations that people take from all their games at once."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._stored = VacationStore(changes.database)

    async def of(self, user_id: int) -> Vacation:
        """Return the vacation that a person has now, if any, and how much they have left."""
        now, vacations = self._changes.now(), await self._stored.of(user_id)
        until = next((end for begin, end in vacations if begin <= now < end), None)
        return Vacation(until, clock.vacation_left(vacations, now), clock.vacation_renewed(now))

    async def begin(self, user_id: int, seconds: int | None = None) -> Vacation:
        """Begin a vacation of `seconds` and return it.

        It lasts a day at least, and at most as long as the allowance goes (None: all of it). If the person has one
        already, that goes on. Raises `NoVacation`.
        """
        async with self._changes.changing_rest(user_id) as old:
            now, had = self._changes.now(), await self.of(user_id)
            if had.until is None:
                longest = clock.longest_vacation(old.vacations, now)
                if longest < clock.SHORTEST_VACATION:
                    raise NoVacation(longest, had.renewed)
                until = now + max(clock.SHORTEST_VACATION, min(longest, longest if seconds is None else seconds))
                new = replace(old, vacations=(*old.vacations, (now, until)))
                await self._changes.commit_rest(
                    user_id, old, new, lambda tx: self._stored.begin(tx, user_id, now, until)
                )
        return await self.of(user_id)

    async def end(self, user_id: int) -> Vacation:
        """End a person's present vacation, if they have one, and return what they have left."""
        if (await self.of(user_id)).until is not None:
            async with self._changes.changing_rest(user_id) as old:
                now = self._changes.now()
                shortened = tuple((begin, now if begin <= now < end else end) for begin, end in old.vacations)
                new = replace(old, vacations=shortened)
                await self._changes.commit_rest(user_id, old, new, lambda tx: self._stored.end(tx, user_id, now))
        return await self.of(user_id)
