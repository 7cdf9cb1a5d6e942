"""Quiet hours and vacations, and what they do to the clocks of the turns that people have at the moment.

A change counts from now on. What has counted of a turn until now stays counted. Both are stored in one transaction.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

from bot.store.database import Transaction
from bot.store.people import Person
from bot.tables.changes import Changes, quiet_hours
from bot.tables.errors import NoVacation
from bot.tables.rules import clock
from bot.tables.rules.clock import Rest
from bot.tables.views import Vacation


class Resting(Changes):
    """The part of the tables that deals with their players' rest."""

    async def prefer(self, user_id: int, **preferences: str | int | None) -> Person:
        """Set preferences, as `People.prefer`, and return the person.

        Changed quiet hours hold from now on, in their present turns too.
        """
        hours = {
            name: value for name, value in preferences.items() if name in ("quiet_from", "quiet_until", "time_zone")
        }
        async with self._one_rest_at_a_time:
            person, old = await self.people.get(user_id), await self.rest(user_id)
            new = replace(old, quiet=quiet_hours(replace(person, **hours)))  # type: ignore[arg-type]
            await self._rests(user_id, old, new, lambda tx: self.people.set(tx, user_id, **preferences))
        return await self.people.get(user_id)

    async def vacation(self, user_id: int) -> Vacation:
        """Return the vacation that a person has now, if any, and how much they have left."""
        now, vacations = self._clock(), await self._vacations.of(user_id)
        until = next((end for begin, end in vacations if begin <= now < end), None)
        return Vacation(until, clock.vacation_left(vacations, now), clock.vacation_renewed(now))

    async def begin_vacation(self, user_id: int, seconds: int | None = None) -> Vacation:
        """Begin a vacation of `seconds` and return it.

        It lasts a day at least, and at most as long as the allowance goes (None: all of it). If the person has one
        already, that goes on. Raises `NoVacation`.
        """
        async with self._one_rest_at_a_time:
            now, old, had = self._clock(), await self.rest(user_id), await self.vacation(user_id)
            if had.until is None:
                longest = clock.longest_vacation(old.vacations, now)
                if longest < clock.SHORTEST_VACATION:
                    raise NoVacation(longest, had.renewed)
                until = now + max(clock.SHORTEST_VACATION, min(longest, longest if seconds is None else seconds))
                new = replace(old, vacations=(*old.vacations, (now, until)))
                await self._rests(user_id, old, new, lambda tx: self._vacations.begin(tx, user_id, now, until))
        return await self.vacation(user_id)

    async def end_vacation(self, user_id: int) -> Vacation:
        """End a person's present vacation, if they have one, and return what they have left."""
        if (await self.vacation(user_id)).until is not None:
            async with self._one_rest_at_a_time:
                now, old = self._clock(), await self.rest(user_id)
                shortened = tuple((begin, now if begin <= now < end else end) for begin, end in old.vacations)
                new = replace(old, vacations=shortened)
                await self._rests(user_id, old, new, lambda tx: self._vacations.end(tx, user_id, now))
        return await self.vacation(user_id)

    async def _rests(self, user_id: int, old: Rest, new: Rest, write: Callable[[Transaction], Awaitable[None]]) -> None:
        """Store a change of a person's rest together with the clocks of all their present turns."""
        async with AsyncExitStack() as locks:
            # All of their tables, so that no turn comes to them meanwhile.
            his = [] if new == old else await self._games.of_person(user_id)
            tables = [await locks.enter_async_context(self._locked(table.id)) for table in his]
            changed = [
                (table, clock.folded(table, self._next(table), old, new))
                for table in tables
                if table.to_move is not None and table.to_move.user_id == user_id
            ]
            async with self._database.transaction() as tx:
                await write(tx)
                for before, after in changed:
                    await self._games.save(tx, before, after)
            for before, after in changed:
                self._follow(before, after)
