"""Ways into the page: links made for one person, and the browsers in which they were used."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from typing import NamedTuple

from bot.data.browsers import LINK_SECONDS, Browser, Entered
from bot.data.tables import Table
from bot.store.browsers import BrowserStore
from bot.store.database import Database
from bot.store.watchers import WatcherStore

#: Seconds for which a person stays known in a browser.
KNOWN_SECONDS = 30 * 24 * 3600
#: The same in Discord's own window, which asks Discord again whenever it opens.
FRAME_SECONDS = 24 * 3600
#: Seconds for which somebody may watch a table after Discord let them see its channel: few enough for who may see it no more.
WATCH_SECONDS = 7 * 24 * 3600
#: Seconds after which it is stored again that a browser is in use.
_SEEN_EVERY = 3600
#: The bytes of a secret: nobody finds one by trying.
_SECRET_BYTES = 32
#: The path at which links are used. Their secret stands behind a `#`: browsers send that to nobody, and no log holds it.
ENTRANCE = "/enter"


class NewBrowser(NamedTuple):
    """A browser in which somebody is known from now on: by its `secret`, which is stored nowhere else."""

    secret: str
    entered: Entered


class Doors:
    """The ways into the page: links for one person and one use, then a secret that their browser keeps."""

    def __init__(self, database: Database, url: str, clock: Callable[[], int], *, activity: bool = False) -> None:
        """`url` is the page's public address, empty where there is no page; `clock` gives whole seconds UTC.

        `activity`: the page opens in Discord's own window too.
        """
        self._store = BrowserStore(database)
        self._watchers = WatcherStore(database)
        self._clock = clock
        self.url = url
        self.activity = activity and bool(url)

    @property
    def there(self) -> bool:
        """Whether there is a page."""
        return bool(self.url)

    async def link(self, user_id: int, table_id: int, seconds: int = LINK_SECONDS) -> str:
        """Return a new link that opens a table for a person who sits there or may watch, once and within some `seconds`."""
        secret, now = secrets.token_urlsafe(_SECRET_BYTES), self._clock()
        await self._store.add_link(_hash(secret), user_id, table_id, now=now, until=now + seconds)
        return f"{self.url}{ENTRANCE}#{secret}"

    async def wish(self, user_id: int, table_id: int) -> None:
        """Remember for two minutes that a person wants to see a table where they sit or may watch, and no link can name it."""
        await self.link(user_id, table_id)

    async def wished(self, user_id: int) -> int | None:
        """Return the table that a person wanted to see last, None if that is two minutes ago."""
        return await self._store.newest_link(user_id, self._clock())

    async def whose(self, link_secret: str) -> int | None:
        """Return for whom a link was made; None for a link that is none, or none any more."""
        return await self._store.whose_link(_hash(link_secret), self._clock())

    async def admit(self, user_id: int) -> str | None:
        """Make a person known whom Discord has named, and return the secret for their client to keep; None if they sit nowhere."""
        secret, now = secrets.token_urlsafe(_SECRET_BYTES), self._clock()
        return secret if await self._store.add(user_id, _hash(secret), now=now, until=now + FRAME_SECONDS) else None

    async def enter(self, link_secret: str) -> NewBrowser | None:
        """Use a link up, and return the browser that it makes known; None for a link that is none, or none any more."""
        secret, now = secrets.token_urlsafe(_SECRET_BYTES), self._clock()
        entered = await self._store.enter(_hash(link_secret), _hash(secret), now=now, until=now + KNOWN_SECONDS)
        return None if entered is None else NewBrowser(secret, entered)

    async def known(self, secret: str) -> Browser | None:
        """Return the browser that has a secret, None if nobody is known by it now."""
        now = self._clock()
        browser = await self._store.known(_hash(secret), now) if secret else None
        if browser is not None:
            await self._used(browser, now)
        return browser

    async def still_known(self, browser_ids: Collection[int]) -> dict[int, Browser]:
        """Return those of these browsers in which somebody is known now, by their ids."""
        now = self._clock()
        known = await self._store.still_known(browser_ids, now)
        for browser in known:
            await self._used(browser, now)
        return {browser.id: browser for browser in known}

    async def _used(self, browser: Browser, now: int) -> None:
        if browser.seen_at <= now - _SEEN_EVERY:
            await self._store.seen(browser.id, now)

    async def let_watch(self, user_id: int, table: Table) -> None:
        """Let a person watch a table for a week, who has just shown that they see its channel."""
        now = self._clock()
        if table.channel_id is not None:
            await self._watchers.allow(user_id, table.id, table.channel_id, now=now, until=now + WATCH_SECONDS)

    async def follow(self, user_id: int, old_id: int, new: Table) -> bool:
        """Let a person watch the next table of a channel for as long as the one before it.

        Return whether they may watch it now.
        """
        if new.channel_id is None:
            return False
        await self._watchers.follow(user_id, old_id, new.id, new.channel_id, self._clock())
        return bool(await self.watching(new.id, [user_id]))

    async def shut_out(self, user_id: int, channel_id: int) -> None:
        """Let a person no longer watch tables of a channel: they don't see it any more."""
        await self._watchers.end(user_id, channel_id)

    async def watching(self, table_id: int, user_ids: Collection[int]) -> set[int]:
        """Return those of these people who may watch a table now."""
        return await self._watchers.among(table_id, user_ids, self._clock())

    async def watched(self, user_id: int) -> list[int]:
        """Return the tables that a person may watch whose game isn't over."""
        return await self._watchers.of(user_id, self._clock())

    async def of(self, user_id: int) -> list[Browser]:
        """Return the browsers in which a person is known, the newest first."""
        return await self._store.of(user_id, self._clock())

    async def close(self, user_id: int, browser_id: int | None = None) -> None:
        """Have a person no longer known in one of their browsers; None: in all, and by no link that is open."""
        await self._store.end(user_id, browser_id)


def _hash(secret: str) -> str:
    # A stranger may send any text, also half a character.
    return hashlib.sha256(secret.encode(errors="backslashreplace")).hexdigest()
