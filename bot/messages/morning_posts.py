"""The servers' morning posts: the boards of the last deals that are closed, and the ways to the present ones."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.data.daily import Every, MorningPost, Posting
from bot.messages.discord_api import DiscordApi, nonce_of
from bot.messages.discord_refusals import Refusal
from bot.store import Database
from bot.store.morning_posts import MorningPostStore
from bot.store.servers import ServerStore
from bot.tables import Tables
from bot.tables.rules import daily_times
from bot.ui import i18n
from bot.ui.page import Page
from bot.ui.pages import daily_page
from bot.ui.pictures import Pictures
from bot.worker import LONGEST_SLEEP, Worker
from renderer import Picture

log = logging.getLogger(__name__)

#: Seconds after a post was due for which a channel that refuses it for an unknown reason is tried again.
_LONG = 3600


class MorningPoster(Worker):
    """A worker that makes each server's post of a day once, soon after its hour or after the start of the process.

    The day, the channel and the moment are stored before the post. After a kill the bot searches that channel for it.
    """

    led = True

    def __init__(
        self,
        database: Database,
        tables: Tables,
        discord_api: DiscordApi,
        pictures: Pictures,
        language: Callable[[int], Awaitable[str]],
        there: Callable[[int], Awaitable[bool]],
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Post through `discord_api`; `language` returns the language of a server's channels, `there` whether the bot is in a server."""
        super().__init__(database, sleep)
        self._stored = MorningPostStore(database)
        self._servers = ServerStore(database)
        self._tables = tables
        self._discord_api = discord_api
        self._pictures = pictures
        self._language = language
        self._there = there

    async def _work(self) -> float:
        """Close the deals that are over, make the posts that are due, and return the seconds until there may be more."""
        done = await self._tried(self._closed_past(), "The deals that are over could not be closed")
        for found in await self._stored.due(self._tables.now()):
            # While the others were made, which can take minutes, a moderator may have changed it.
            post = await self._stored.of(found.guild_id)
            if post is None or post.due_at is None or post.due_at > self._tables.now():
                continue
            async with self._one_at_a_time:
                done &= await self._tried(
                    self._made(post), f"The morning post of server {post.guild_id} could not be made"
                )
        soonest = await self._stored.soonest()
        now = self._tables.now()
        closes = daily_times.closes_at(daily_times.last_closed(now) + 1)
        delays = [min(LONGEST_SLEEP, float(closes - now)) if done else self._again()]
        if soonest is not None and done:
            delays.append(float(max(1, soonest - self._tables.now())))
        return min(delays)

    async def _closed_past(self) -> bool:
        await self._tables.daily.close_past()
        return True

    async def _made(self, post: MorningPost) -> bool:
        if not await self._database.works():
            # A post made now could not be recorded, and would be made again.
            return False
        if not await self._there(post.guild_id):
            # The bot has left that server; it posts again when it is back.
            await self._stored.put_off(post, self._next(post, self._tables.now()))
            return True
        before = post.posting
        if before is not None:
            found = await self._discord_api.messages.posted(
                before.channel_id, before.at, daily_page.MorningDeal(before.day).pack()
            )
            if isinstance(found, Refusal) and self._tried_again(post, found):
                return False
            if isinstance(found, int):
                # The next one may have fallen due meanwhile.
                await self._stored.end(post, before.day, self._next(post, before.at))
                return True
        now = self._tables.now()
        day = daily_times.last_closed(now)
        if day <= post.told_day:
            await self._stored.put_off(post, self._next(post, now, waits_for=post.told_day + 1))
            return True
        page = await self._page(post, day, now)
        await self._stored.begin(post.guild_id, Posting(day, post.channel_id, now))
        nonce = nonce_of("morning", post.guild_id, day, post.channel_id)
        sent = await self._discord_api.messages.post(post.channel_id, page, nonce=nonce, silent=True)
        if isinstance(sent, Refusal):
            if self._tried_again(post, sent):
                return False
            log.info("Server %s could not get its morning post: %s", post.guild_id, sent.value)
        await self._stored.end(post, day, self._next(post, now), refused=isinstance(sent, Refusal))
        return True

    def _tried_again(self, post: MorningPost, refusal: Refusal) -> bool:
        return refusal.passes(self._tables.now() - (post.due_at or 0), _LONG)

    def _next(self, post: MorningPost, after: int, waits_for: int | None = None) -> int:
        """Return when the next post is due after a time (seconds UTC).

        Where the board of the day `waits_for` isn't closed at the post's hour, but soon after it, that is when: as on the
        morning after the clocks have changed.
        """
        due = daily_times.hour_after(after, post.hour, post.zone)
        closes = None if waits_for is None else daily_times.closes_at(waits_for)
        return closes if closes is not None and after < closes <= after + daily_times.LATE_SECONDS else due

    async def _page(self, post: MorningPost, day: int, now: int) -> Page:
        """Return the post of a day's board, with its pictures drawn.

        The first post after a week closes has its board, and the first one in a week names its game: where posts are made
        before 02:00 UTC, these are two.
        """
        closed = daily_times.last_closed(now, Every.WEEK)
        of_week = closed if post.told_at < daily_times.closes_at(closed) else None
        said = daily_times.deal_at(post.told_at, Every.WEEK) == daily_times.deal_at(now, Every.WEEK)
        week = None if said else await self._tables.daily.week_game()
        with i18n.speaking(await self._language(post.guild_id)):
            picture = await self._picture(post.guild_id, day)
            before = None if of_week is None else await self._picture(post.guild_id, of_week)
            return daily_page.morning(picture, day, week, before)

    async def _picture(self, guild_id: int, deal: int) -> Picture | None:
        """Return the picture of a server's board of a deal that is closed, None if nobody is on it."""
        board = await self._tables.daily.board_of(guild_id, deal)
        if not board.rows:
            return None
        server = await self._servers.get(guild_id)
        return await self._pictures.standings(daily_page.server_board(board, 0), server)
