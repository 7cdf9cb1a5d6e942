"""Rests: when no time counts for a person, because of their quiet hours or a vacation."""

from __future__ import annotations

import logging

from bot.data.people import Person
from bot.store.database import Database
from bot.store.people import PersonStore
from bot.store.vacations import VacationStore
from bot.tables.rules import clock
from bot.tables.rules.clock import Rest

log = logging.getLogger(__name__)


class Rests:
    """Everybody's rests, as they are stored."""

    def __init__(self, database: Database) -> None:
        self._people = PersonStore(database)
        self._vacations = VacationStore(database)

    async def of(self, user_id: int) -> Rest:
        """Return when no time counts for a person."""
        return await self.of_person(await self._people.get(user_id))

    async def of_person(self, person: Person) -> Rest:
        """Return the same for a person who has been looked up already."""
        return Rest(quiet_hours(person), await self._vacations.of(person.user_id))


def quiet_hours(person: Person) -> clock.QuietHours | None:
    """Return a person's quiet hours; None where they have none, or where those stored are not possible."""
    if person.quiet_from is None or person.quiet_until is None or person.time_zone is None:
        return None
    try:
        return clock.QuietHours(person.quiet_from, person.quiet_until, person.time_zone)
    except ValueError:
        log.warning("quiet hours that can't be were stored: they count for none", exc_info=True)
        return None
