"""The end of seasons: ends those that the calendar ends, and posts once in each server how a season ended."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.data.seasons import Season
from bot.data.servers import OPEN_LEAGUE
from bot.league.service import League
from bot.messages.discord_api import DiscordApi, nonce_of
from bot.messages.discord_refusals import Refusal
from bot.store import Database
from bot.store.servers import ServerStore
from bot.tables import Tables
from bot.tables.errors import NoSuchTable
from bot.ui import i18n
from bot.ui.page import Page
from bot.ui.pages import boards_page, league_page
from bot.ui.pictures import Pictures
from bot.worker import LONGEST_SLEEP, Worker

log = logging.getLogger(__name__)

#: Seconds after a season's end: for so long a channel that refuses it for an unknown reason is tried again before the next one,
#: and for so long all are tried again.
_SOON = 600
_LONG = 3600


class SeasonAnnouncer(Worker):
    """A worker that posts each season's end soon after it, or soon after the start of the process.

    The channel is stored before the post. After a kill the bot searches that channel for the post.
    """

    led = True

    def __init__(
        self,
        database: Database,
        league: League,
        tables: Tables,
        discord_api: DiscordApi,
        pictures: Pictures,
        language: Callable[[int], Awaitable[str]],
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Post through `discord_api`; `language` returns the language of a server's channels."""
        super().__init__(database, sleep)
        self._servers = ServerStore(database)
        self._league = league
        self._tables = tables
        self._discord_api = discord_api
        self._pictures = pictures
        self._language = language

    async def tell(self, guild_id: int, season_id: int, channel_id: int) -> int | None:
        """Post the end of a season that was closed in a channel.

        Return the channel that the post is in now, None if it is in none (yet).
        """
        with i18n.speaking(None):
            async with self._one_at_a_time, self._duty(wait=True):
                season = await self._league.seasons.get(guild_id, season_id)
                if season is not None and season.told is None and not await self._settled(season, channel_id):
                    self.wake()
        season = await self._league.seasons.get(guild_id, season_id)
        return season.told[0] if season is not None and season.told is not None and season.told[1] else None

    async def _work(self) -> float:
        """Do what is due and return the seconds until there may be more."""
        await self._league.seasons.close_due()
        async with self._one_at_a_time:
            done = [await self._settled(season) for season in await self._league.seasons.unannounced()]
        soonest = await self._league.seasons.next_end()
        delays = [LONGEST_SLEEP if all(done) else self._again()]
        if soonest is not None:
            delays.append(float(max(1, soonest - self._tables.now())))
        return min(delays)

    async def _settled(self, season: Season, asked_in: int | None = None) -> bool:
        """Post a season's end. Return whether nothing is left to be done."""
        return await self._tried(self._tell(season, asked_in), f"The end of season {season.id} could not be posted")

    async def _tell(self, season: Season, asked_in: int | None) -> bool:
        """Post a season's end in the first channel that takes it. Return whether that is settled.

        If the calendar ended a season without a game, nothing is posted.
        """
        if not await self._database.works():
            # A post made now could not be recorded, and would be made again.
            return False
        if season.guild_id == OPEN_LEAGUE:
            # It has no channel: its boards show how a season ended.
            await self._league.seasons.note_announcement(season.id, 0, 0)
            return True
        i18n.speak(await self._language(season.guild_id))
        late = self._tables.now() - (season.closed_at or 0)
        if season.telling_in is not None:
            sent = await self._discord_api.messages.posted(
                season.telling_in, season.closed_at or 0, boards_page.whole_board(season).pack()
            )
            if isinstance(sent, Refusal) and sent.passes(late, _SOON):
                return False
            if isinstance(sent, int):
                await self._league.seasons.note_announcement(season.id, season.telling_in, sent)
                return True
        if asked_in is None and season.closing is not None and not season.closing.games:
            await self._league.seasons.note_announcement(season.id, 0, 0)
            return True
        page, unknown = await self._page(season), False
        for channel_id in await self._channels(season, asked_in):
            await self._league.seasons.note_channel(season.id, channel_id)
            sent = await self._discord_api.messages.post(
                channel_id, page, nonce=nonce_of("season", season.id, channel_id)
            )
            if not isinstance(sent, Refusal):
                await self._league.seasons.note_announcement(season.id, channel_id, sent)
                return True
            if sent.passes(late, _SOON):
                return False
            unknown |= sent is Refusal.UNKNOWN
        if unknown and late < _LONG:
            return False
        log.info("Nobody could be told of the end of season %s", season.id)
        await self._league.seasons.note_announcement(season.id, 0, 0)
        return True

    async def _channels(self, season: Season, asked_in: int | None) -> list[int]:
        """Return the channels where a season's end may be posted, the best one first."""
        chosen = (await self._servers.get(season.guild_id)).league_channel
        found = [one for one in (season.telling_in, chosen, asked_in) if one is not None]
        for result in (await self._league.history(season.guild_id)).results:
            with suppress(NoSuchTable):
                channel_id = (await self._tables.get(result.game_id)).channel_id
                if channel_id is not None:
                    found.append(channel_id)
        return list(dict.fromkeys(found))

    async def _page(self, season: Season) -> Page:
        """Return the post, with its pictures drawn."""
        seen = league_page.closing(season)
        board = league_page.board(await self._league.boards.board(season.guild_id, season=season.id), seen.empty)
        server = await self._servers.get(season.guild_id)
        closing, standings = await self._pictures.closing(seen, server), await self._pictures.standings(board, server)
        return boards_page.season_end(season, closing, standings if board.rows else None)
