"""Looks at tables where people sit or may watch: of one person alone, or of all who ask for one in the same moment together."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.browser.alone import is_shown, shown_alone
from bot.browser.doors import Doors
from bot.browser.exchange import as_text, not_there
from bot.browser.scene import Values, of_person, story_of
from bot.browser.still_seen import StillSeen
from bot.browser.watching import for_person, watched
from bot.data.browsers import Browser
from bot.data.people import Person
from bot.data.tables import Table
from bot.store.people import PersonStore
from bot.tables import Look, Tables, is_own
from bot.tables.errors import NoSuchTable, NotSeated
from bot.ui import i18n
from bot.ui.words import variant_names
from bot.ui.words.happenings import LatestTurns


@dataclass(eq=False, slots=True)
class Sight:
    """One look at a table for all who ask for it in the same moment, and which of their browsers may still read it."""

    table_id: int
    user_ids: set[int] = field(default_factory=set)
    browser_ids: set[int] = field(default_factory=set)
    work: asyncio.Task[None] = field(init=False)
    browsers: dict[int, Browser] = field(default_factory=dict)
    people: dict[int, Person] = field(default_factory=dict)
    #: Each one's look, and those for whom another table waits; nothing where there is no such table.
    looks: Mapping[int | None, Look] = field(default_factory=dict)
    elsewhere: Collection[int] = ()
    #: Those who don't sit there and may watch.
    watching: Collection[int] = ()
    #: The next table in the channel of one that is over, for those.
    following: Table | None = None
    #: The story of the round, found once for all of them.
    _story: LatestTurns | None = None
    #: The same as JSON, by person and language; of those who watch, what all see, by language.
    _texts: dict[tuple[Person | None, str], str] = field(default_factory=dict)

    def text_for(self, person: Person) -> str:
        """Return the table as a person sees it, as JSON. Raises `Denied` if they neither sit there nor may watch."""
        if (look := self.looks.get(person.user_id)) is None:
            raise not_there()
        if person.user_id in self.watching:
            return self._watched_by(person)
        _of_sitting(look, person.user_id)
        key = (person, i18n.language())
        if (text := self._texts.get(key)) is None:
            self._story = self._story or story_of(look)
            shown = shown_alone(look, person, self._story)
            if not shown["my_turn"]:
                shown["elsewhere"] = person.user_id in self.elsewhere
            text = self._texts[key] = as_text(shown)
        return text

    def _watched_by(self, person: Person) -> str:
        public = self.looks[None]
        variant_names.speak_of(public.table.variant)
        key = (None, i18n.language())
        if (common := self._texts.get(key)) is None:
            common = self._texts[key] = as_text(watched(public, self.following))
        return for_person(common, person, self.table_id, elsewhere=person.user_id in self.elsewhere)


class Sights:
    """Looks at tables for the people who sit there or may watch."""

    def __init__(self, doors: Doors, tables: Tables, people: PersonStore, still_seen: StillSeen) -> None:
        self._doors = doors
        self._still_seen = still_seen
        self._tables = tables
        self._people = people
        self._begun: dict[int, Sight] = {}
        self._works: dict[int, asyncio.Future[None]] = {}

    async def look(self, table_id: int, person: Person) -> Look:
        """Return a table as a person sees it, and speak in the words of its game. Raises `Denied` if they don't sit there."""
        return _of_sitting(await self._read(table_id, person), person.user_id)

    async def seen(self, table_id: int, person: Person) -> Look:
        """Return the same also for a person who may watch. Raises `Denied` if they neither sit there nor may."""
        look = await self._read(table_id, person)
        if look.table.seat_of(person.user_id) is None and await self._doors.watching(table_id, [person.user_id]):
            await self._still_seen.check(look.table.home, person.user_id)
            if await self._doors.watching(table_id, [person.user_id]):
                variant_names.speak_of(look.table.variant)
                return look
        return _of_sitting(look, person.user_id)

    async def follow(self, table_id: int, person: Person) -> Table | None:
        """Let a person watch, or find their seat at, the next table in the channel of one; return it, None if there is none."""
        old = (await self.seen(table_id, person)).table
        new = await self._following(old)
        if (
            new is None
            or new.seat_of(person.user_id) is not None
            or await self._doors.follow(person.user_id, old.id, new)
        ):
            return new
        return None

    async def _following(self, table: Table) -> Table | None:
        """Return the next table in the channel of one that is over."""
        return None if table.active or table.channel_id is None else await self._tables.games.after(table)

    async def _read(self, table_id: int, person: Person) -> Look:
        # Nobody learns from the answer whether there is a table at which they don't sit.
        check_kind(table_id)
        try:
            return await self._tables.look(table_id, person.user_id)
        except (NoSuchTable, NotSeated):
            raise not_there() from None

    async def shown(self, look: Look, person: Person) -> Values:
        """Return a table as its person sees it, and whether another one waits for them meanwhile."""
        if look.table.seat_of(person.user_id) is None:
            shown = watched(look, await self._following(look.table)) | of_person(person, look.table.id)
        else:
            shown = shown_alone(look, person)
        if not shown["my_turn"]:
            shown["elsewhere"] = bool(await self._tables.games.waited_for_elsewhere(look.table.id, [person.user_id]))
        return shown

    async def together(self, table_id: int, user_id: int, browser_id: int | None = None) -> Sight:
        """Return a look at a table for all who ask for one in the same moment; it begins after the last of them has asked."""
        sight = self._begun.get(table_id)
        if sight is None:
            sight = self._begun[table_id] = Sight(table_id)
            sight.work = asyncio.create_task(self._look_together(sight))
        sight.user_ids.add(user_id)
        if browser_id is not None:
            sight.browser_ids.add(browser_id)
        # Somebody who goes away ends the look of nobody else.
        await asyncio.shield(sight.work)
        return sight

    async def _look_together(self, sight: Sight) -> None:
        """Read what a look at a table shows to those who have asked for it; nothing if there is no such table."""
        await asyncio.sleep(0)
        if (work := self._works.get(sight.table_id)) is not None:
            # News of a move come before its end: its answer shows the same.
            await asyncio.wait({work})
        del self._begun[sight.table_id]
        if sight.browser_ids:
            sight.browsers = await self._doors.still_known(sight.browser_ids)
            sight.people = await self._people.all({browser.user_id for browser in sight.browsers.values()})
        try:
            if is_own(sight.table_id):
                sight.looks = {one: await self._tables.look(sight.table_id, one) for one in sight.user_ids}
            else:
                sight.looks = await self._tables.looks(sight.table_id, sight.user_ids)
        except (NoSuchTable, NotSeated):
            return
        table = next(iter(sight.looks.values())).table
        if strangers := [one for one in sight.user_ids if table.seat_of(one) is None]:
            sight.watching = await self._doors.watching(sight.table_id, strangers)
        if sight.watching:
            sight.following = await self._following(table)
        sight.elsewhere = await self._tables.games.waited_for_elsewhere(sight.table_id, sorted(sight.user_ids))

    @contextmanager
    def after_work(self, table_id: int) -> Iterator[None]:
        """Have looks together at a table wait for the end of what is done there meanwhile."""
        work = self._works[table_id] = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            work.set_result(None)
            if self._works.get(table_id) is work:
                del self._works[table_id]


def check_kind(table_id: int) -> None:
    """Raise `Denied` for a table of somebody's own that the page doesn't show."""
    if not is_shown(table_id):
        raise not_there()


def _of_sitting(look: Look, user_id: int) -> Look:
    """Return what somebody sees, and speak in the words of its game. Raises `Denied` if they don't sit there."""
    if look.table.seat_of(user_id) is None:
        raise not_there()
    variant_names.speak_of(look.table.variant)
    return look
