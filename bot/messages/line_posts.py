"""The servers' messages of the line: one in each server that wants it, edited whenever what waits there has changed."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.data.line import InLine, LinePost, LinePosting, LineTrouble, StandingPost
from bot.messages.discord_api import DiscordApi, nonce_of
from bot.messages.discord_refusals import Reason, Refusal
from bot.store import Database
from bot.store.line_posts import LinePostStore
from bot.tables import Tables
from bot.tables.rules.clock import DAY
from bot.ui import i18n
from bot.ui.page import Page
from bot.ui.pages import find_page
from bot.worker import LONGEST_SLEEP, Worker

log = logging.getLogger(__name__)

#: The seconds between two looks at the line, and at least between two edits of a message: at most three a minute, whatever happens.
PAUSE = 20
#: The seconds for which a message rests that Discord, at its age, doesn't let be edited again so soon.
_REST = 600
#: The seconds for which a channel is tried again that refuses a message for an unknown reason.
_LONG = 3600
#: A message that is deleted within this many seconds after it was posted again isn't wanted.
_WANTED_AGAIN = DAY


class LinePoster(Worker):
    """A worker that keeps each server's message of the line: it posts, edits and deletes it.

    The channel and the moment are stored before a post. After a kill the bot searches that channel for it. All edits come at the
    worker's own pace: nobody can tell by a message's time who has changed the line.
    """

    led = True

    def __init__(
        self,
        database: Database,
        tables: Tables,
        discord_api: DiscordApi,
        language: Callable[[int], Awaitable[str]],
        there: Callable[[int], Awaitable[bool]],
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Post through `discord_api`; `language` returns the language of a server's channels, `there` whether the bot is in a server."""
        super().__init__(database, sleep)
        self._stored = LinePostStore(database)
        self._tables = tables
        self._discord_api = discord_api
        self._language = language
        self._there = there

    async def _work(self) -> float:
        """Bring all messages up to date, and return the seconds until the next look."""
        kept = await self._stored.kept()
        if not kept:
            return LONGEST_SLEEP
        if not await self._database.works():
            # A post made now could not be recorded, and would be made again.
            return self._again()
        waiting, done = await self._tables.line.shown_to_all(), True
        for post in kept:
            complaint = f"The message of the line in server {post.guild_id} could not be brought up to date"
            async with self._one_at_a_time:
                done &= await self._tried(self._brought_up(post, waiting), complaint)
        return float(PAUSE) if done else min(self._again(), float(PAUSE))

    async def _brought_up(self, post: LinePost, waiting: Sequence[InLine]) -> bool:
        """Bring a server's message up to date. Return False where that is to be tried again soon."""
        if not await self._there(post.guild_id):
            # The bot has left that server; the message goes on when it is back.
            return True
        posting, standing = post.posting, post.standing
        if posting is not None:
            found = await self._searched(posting)
            if isinstance(found, Refusal):
                return False
            if found is not None:
                # It isn't known what it shows.
                standing = StandingPost(posting.channel_id, found, "", 0)
                await self._stored.end(post.guild_id, standing)
                post = replace(post, posting=None)
            elif posting.channel_id != post.channel_id:
                await self._stored.end(post.guild_id, None)
                post = replace(post, posting=None)
        if standing is not None and standing.channel_id != post.channel_id:
            refusal = await self._discord_api.messages.delete(standing.channel_id, standing.message_id)
            if refusal is not None and refusal.passing and refusal is not Refusal.UNKNOWN:
                return False
            await self._stored.gone(post.guild_id, standing.message_id)
            standing = None
        if post.channel_id is None:
            return True
        with i18n.speaking(await self._language(post.guild_id)):
            page = find_page.shown_to_all(
                [one for one in waiting if not one.wish.here or one.guild_id == post.guild_id]
            )
        if standing is None:
            return await self._posted(post, post.channel_id, page)
        if _digest(page) == standing.digest or self._tables.now() < standing.edit_from:
            return True
        return await self._edited(post, standing, page)

    async def _searched(self, posting: LinePosting) -> int | Refusal | None:
        """Return the message that was posted, None if there is none. Refusals: only passing ones."""
        found = await self._discord_api.messages.posted(posting.channel_id, posting.at, find_page.FindHere().pack())
        gone = isinstance(found, Refusal) and not found.passes(self._tables.now() - posting.at, _LONG)
        return None if gone else found

    async def _edited(self, post: LinePost, standing: StandingPost, page: Page) -> bool:
        """Have a message show a page, or post it again where somebody has deleted it. Return False where that is to be tried again soon."""
        now = self._tables.now()
        refusal = await self._discord_api.messages.edit(standing.channel_id, standing.message_id, page)
        if refusal is None:
            shows = replace(standing, digest=_digest(page), edit_from=now + PAUSE)
            await self._stored.show(post.guild_id, shows)
        elif refusal is Refusal.GONE:
            await self._stored.gone(post.guild_id, standing.message_id, now)
            if not post.again_at or now - post.again_at >= _WANTED_AGAIN:
                return await self._posted(post, standing.channel_id, page)
            await self._give_up(post, LineTrouble.DELETED)
        elif refusal.about is Reason.PLACE:
            await self._give_up(post, LineTrouble.CLOSED)
        elif refusal.passing and refusal is not Refusal.UNKNOWN:
            return False
        else:
            await self._stored.show(post.guild_id, replace(standing, edit_from=now + _REST))
        return True

    async def _posted(self, post: LinePost, channel_id: int, page: Page) -> bool:
        """Post a server's message. Return False where that is to be tried again soon."""
        now = self._tables.now()
        posting = post.posting
        if posting is None:
            posting = LinePosting(channel_id, now)
            await self._stored.begin(post.guild_id, posting)
        nonce = nonce_of("line post", post.guild_id, channel_id, posting.at)
        sent = await self._discord_api.messages.post(channel_id, page, nonce=nonce, silent=True)
        if not isinstance(sent, Refusal):
            await self._stored.end(post.guild_id, StandingPost(channel_id, sent, _digest(page), now + PAUSE))
            return True
        if sent.passes(now - posting.at, _LONG):
            return False
        await self._give_up(post, LineTrouble.CLOSED)
        return True

    async def _give_up(self, post: LinePost, trouble: LineTrouble) -> None:
        log.info("The message of the line in server %s is kept no longer: %s", post.guild_id, trouble)
        await self._stored.give_up(post, trouble)


def _digest(page: Page) -> str:
    """Return what tells apart the messages that don't look the same."""
    shown = page.shown()
    return hashlib.blake2b("\n".join((shown.text, *shown.buttons)).encode(), digest_size=12).hexdigest()
