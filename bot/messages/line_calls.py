"""The line at work: people are put together, called in their direct messages, and the tables to which all say yes are dealt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import ClassVar

from bot.data.line import InLine, LineLetter
from bot.messages.direct import DirectMessages
from bot.messages.discord_api import DiscordApi, nonce_of
from bot.messages.discord_refusals import Refusal
from bot.store.database import Database
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.ui import i18n
from bot.ui.pages import find_page
from bot.worker import LONGEST_SLEEP, Worker

#: The seconds between two looks at the clock that fall due at the same time.
_SOON = 1.0


class LineCalls(Worker):
    """The worker that goes on with the line: each step is stored before the next, so that it goes on there after a kill."""

    led: ClassVar[bool] = True

    def __init__(
        self,
        database: Database,
        tables: Tables,
        discord_api: DiscordApi,
        gone: Callable[[int, Collection[int]], Awaitable[Collection[int]]],
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Write through `discord_api`; `gone` says who has left a server."""
        super().__init__(database, sleep)
        self._people = PersonStore(database)
        self._direct = DirectMessages(self._people, discord_api)
        self._tables = tables
        self._gone = gone

    def start(self) -> None:
        """Start with what was left undone before."""
        self._tables.line.on_change(self.wake)
        super().start()

    async def _work(self) -> float:
        """Go on with the line, and return the seconds until something falls due."""
        line = self._tables.line
        if not await self._database.works():
            return self._again()
        async with self._one_at_a_time:
            await line.settle()
            await line.put_together(self._gone)
        done = True
        for place in await line.unwritten():
            async with self._one_at_a_time:
                done &= await self._tried(self._write(place), "Somebody in the line could not be written to")
        if not done:
            return self._again()
        due = await line.next_time()
        return LONGEST_SLEEP if due is None else max(_SOON, float(due - self._tables.now()))

    async def _write(self, place: InLine) -> bool:
        """Write somebody what they have to be. Return False where it is to be tried again."""
        if await self._tables.line.of(place.user_id) != place:
            # They have left, answered or had their data deleted while others were written to.
            return True
        table = None if place.gathering_id is None else await self._tables.line.gathering(place.gathering_id)
        if place.letter is LineLetter.CALL and table is None:
            return True
        person = await self._people.get(place.user_id)
        with i18n.speaking(person.language or person.locale):
            page = find_page.letter(place, table)
        nonce = nonce_of("line", place.user_id, place.letter, place.changed_at)
        sent = await self._direct.write_once(person, page, since=place.changed_at, nonce=nonce)
        if isinstance(sent, Refusal) and sent.passing:
            return False
        await self._tables.line.written(place, reached=not isinstance(sent, Refusal))
        if isinstance(sent, Refusal) and place.letter is LineLetter.CALL:
            # The others don't have to wait for an answer of somebody whom no call reaches.
            self.wake()
        return True
