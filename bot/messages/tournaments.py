"""The course of tournaments: opens a thread and a table for each match, posts pairings and standings, calls time.

Everything follows from what is stored, so that after a kill at any point it continues where it was. What may have been
sent without being recorded is searched for first: messages by their button, threads by their names.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

import discord

from bot.league.tournament import Organiser, Stand, WrongProgress
from bot.messages.discord_api import DiscordApi, Refusal
from bot.store import Database, StoreTrouble
from bot.store.tournaments import Meet, Progress, Round
from bot.tables import ChannelBusy, Tables
from bot.tables.views import Change
from bot.ui import i18n, permissions
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages import tournament_page
from bot.ui.pictures import Pictures
from bot.worker import AGAIN_AFTER, LONGEST_SLEEP, Worker

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")

#: The most seconds by which Discord's clock may differ from ours, for the search for messages.
_SKEW = 60


class _NotNow(Exception):
    """Discord doesn't accept the next call now; everything after it waits."""


class Director(Worker):
    """A worker that continues all tournaments, soon after something has happened or the process has started."""

    def __init__(
        self,
        database: Database,
        organiser: Organiser,
        tables: Tables,
        discord_api: DiscordApi,
        pictures: Pictures,
        language: Callable[[int], Awaitable[str]],
        channel: Callable[[int], object],
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Post through `discord_api`.

        `language` returns the language of a server's channels, `channel` a channel by its id.
        """
        super().__init__(sleep)
        self._database = database
        self._organiser = organiser
        self._tables = tables
        self._discord_api = discord_api
        self._pictures = pictures
        self._language = language
        self._channel = channel
        self._troubles: dict[int, str] = {}
        self._told: dict[int, str] = {}

    def start(self) -> None:
        """Begin with what was left undone before now."""
        if self._task is None:
            self._tables.changes.on_change(self._heard)
        super().start()

    def _heard(self, change: Change) -> None:
        if not change.table.active and self._organiser.has_recorded(change.table.id):
            self.wake()

    async def _work(self) -> float:
        """Do what is due and return the seconds until there may be more."""
        async with self._one_at_a_time:
            if not await self._database.works():
                # What is posted now could not be recorded, and would be posted again.
                return self._again()
            delays = await asyncio.gather(*(self._lead(one) for one in await self._organiser.active()))
        return min([LONGEST_SLEEP, *delays])

    async def _lead(self, tournament_id: int) -> float:
        """Do all that is due in one tournament and return the seconds until there may be more.

        It runs as a task of its own.
        """
        try:
            while True:
                stand = await self._organiser.stand(tournament_id)
                i18n.speak(await self._language(stand.tournament.guild_id))
                settled = await self._bring_up_to_date(stand)
                if not await self._organiser.advance(tournament_id):
                    now = (await self._organiser.stand(tournament_id)).now
                    break
        except (_NotNow, StoreTrouble):
            return self._again()
        except Exception:
            log.exception("Tournament %s could not be led on; it is tried again", tournament_id)
            return self._again()
        if now is None or now.ends_at is None or now.ended_at is not None:
            return LONGEST_SLEEP if settled else AGAIN_AFTER
        until = float(max(1, now.ends_at - self._tables.now()))
        return until if settled else min(until, AGAIN_AFTER)

    async def _bring_up_to_date(self, stand: Stand) -> bool:
        """Have Discord show how a tournament stands, and have its matches played.

        Return whether all of that could be done. Raises `_NotNow` if Discord doesn't accept a call now.
        """
        tournament_id = stand.tournament.id
        if await self._call_time(stand):
            stand = await self._organiser.stand(tournament_id)
        await self._close_rounds(stand)
        settled = await self._begin_matches(stand)
        stand = await self._organiser.stand(tournament_id)
        await self._tell_pairings(stand)
        await self._show(stand)
        return settled

    # -- rounds that are over

    async def _call_time(self, stand: Stand) -> bool:
        """End the matches whose time is up and those whose game ended without a result.

        Return whether there were any.
        """
        now, called = stand.now, False
        if now is None or now.ended_at is not None or stand.tournament.status is not Progress.RUNNING:
            return False
        late = now.ends_at is not None and now.ends_at <= self._tables.now()
        for match in stand.of_round(now.number):
            if match.played is not None:
                continue
            lost = match.game_id is not None and not (await self._tables.get(match.game_id)).active
            if late or lost:
                await self._organiser.call_time(stand.tournament.id, match)
                called = True
        return called

    async def _close_rounds(self, stand: Stand) -> None:
        """Post the standings after each round that is over, and allow its packs to be seen."""
        one = stand.tournament
        for number in stand.rounds:
            if number.ended_at is None:
                if one.status is Progress.CANCELLED and not _being_played(stand, number):
                    await self._organiser.open_packs(number)
            elif number.standings_message is None:
                await self._organiser.open_packs(number)
                if number.pairings_message:
                    played = tournament_page.pairings(stand, number.number)
                    self._settled(await self._discord_api.edit(one.channel_id, number.pairings_message, played))
                identity = tournament_page.identity("standings", one, number.number)

                async def page(number: Round = number) -> Page:
                    then = stand.after(number.number)
                    views = [
                        tournament_page.standings_view(then, page=page)
                        for page in range(1, tournament_page.pages(then) + 1)
                    ]
                    return tournament_page.standings(
                        then, number.number, [await self._pictures.standings(view) for view in views]
                    )

                sent = await self._post_once(
                    one.channel_id, number.ended_at, identity, page, f"{number.number}-s-{one.id}"
                )
                await self._organiser.told(one.id, number.number, "standings", _noted(sent))

    # -- the present round

    async def _begin_matches(self, stand: Stand) -> bool:
        """Open a thread and a table for each match that has none; return whether all have them now."""
        one = stand.tournament
        waiting = [match for match in stand.of_round(one.round) if match.game_id is None and match.played is None]
        if one.status is not Progress.RUNNING or not waiting:
            self._troubles.pop(one.id, None)
            return True
        channel = self._channel(one.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return False
        self._troubles[one.id] = trouble(channel)
        if self._troubles[one.id]:
            return False
        found: dict[int, str] | Refusal = {}
        if any(match.thread_id is None for match in waiting):
            found = self._settled(await self._discord_api.threads(channel, one.message_id or 0))
        done = [await self._begin(stand, match, channel, found if isinstance(found, dict) else {}) for match in waiting]
        return all(done)

    async def _begin(self, stand: Stand, match: Meet, channel: discord.TextChannel, threads: dict[int, str]) -> bool:
        """Call a match's players to its thread, open its table there, and return whether it is open."""
        one = stand.tournament
        self._check_open()
        thread_id = match.thread_id
        if thread_id is None:
            thread_id = await self._thread(stand, match, channel, threads)
            if thread_id is None:
                return False
            await self._organiser.threaded(one.id, match, thread_id)

        async def page() -> Page:
            return tournament_page.greeting(stand, match)

        identity, nonce = tournament_page.identity("match", one, match.round), f"{match.round}-{match.first}-{one.id}"
        began_at = (stand.now or _NEVER).began_at
        called = [who for entry in (match.first, match.second or 0) for who in tournament_page.people(one.team(entry))]
        sent = await self._post_once(thread_id, began_at, identity, page, nonce, pings=called)
        if isinstance(sent, Refusal):
            self._troubles[one.id] = _("I may not write in <#{thread}>.").format(thread=thread_id)
            if sent is Refusal.NOWHERE:
                # Somebody has deleted the thread: the match gets another one.
                await self._organiser.threaded(one.id, match, None)
            return False
        try:
            await self._organiser.seat(one.id, match, thread_id)
        except ChannelBusy:
            # Somebody was quicker and opened a table of their own there.
            await self._organiser.threaded(one.id, match, None)
            return False
        except WrongProgress:
            # The tournament was broken off meanwhile.
            return True
        except StoreTrouble:
            raise
        except Exception:
            log.exception("Match %s.%s of tournament %s could not begin", match.round, match.first, one.id)
            return False
        return True

    async def _thread(
        self, stand: Stand, match: Meet, channel: discord.TextChannel, threads: dict[int, str]
    ) -> int | None:
        """Return the thread of a match: one that was opened and not recorded, or a new one.

        None if no thread may be opened.
        """
        beginning = tournament_page.thread_beginning(stand, match)
        for thread_id, name in threads.items():
            if name.startswith(beginning) and await self._tables.games.in_channel(thread_id) is None:
                return thread_id
        opened = self._settled(await self._discord_api.open_thread(channel, tournament_page.thread_name(stand, match)))
        if isinstance(opened, Refusal):
            self._troubles[stand.tournament.id] = _("I may not open threads here.")
            return None
        return opened

    async def _tell_pairings(self, stand: Stand) -> None:
        """Post who meets whom in the present round, or update that post with the results."""
        one, now = stand.tournament, stand.now
        if now is None or now.ended_at is not None:
            return
        if now.pairings_message is None:
            identity = tournament_page.identity("pairings", one, now.number)

            async def page() -> Page:
                return tournament_page.pairings(stand, now.number)

            sent = await self._post_once(one.channel_id, now.began_at, identity, page, f"{now.number}-p-{one.id}")
            await self._organiser.told(one.id, now.number, "pairings", _noted(sent))
        elif now.pairings_message and one.shown_version < one.version:
            self._settled(
                await self._discord_api.edit(
                    one.channel_id, now.pairings_message, tournament_page.pairings(stand, now.number)
                )
            )

    # -- the tournament's own message

    async def _show(self, stand: Stand) -> None:
        """Update the tournament's own message, or post another one if it was deleted."""
        one, why = stand.tournament, self._troubles.get(stand.tournament.id, "")
        if one.shown_version == one.version and why == self._told.get(one.id, ""):
            return
        page = tournament_page.overview(stand, size=await self._organiser.size(one), trouble=why)
        message: int | Refusal | None = one.message_id
        if one.message_id is not None:
            self._check_open()
            edited = self._settled(await self._discord_api.edit(one.channel_id, one.message_id, page))
            message = None if edited is Refusal.GONE else message
        if message is None:

            async def again() -> Page:
                return page

            message = await self._post_once(
                one.channel_id,
                one.created_at,
                tournament_page.identity("standings", one),
                again,
                f"{one.version}-o-{one.id}",
            )
        await self._organiser.shown(one.id, one.version, message if isinstance(message, int) else None)
        self._told[one.id] = why

    # -- Discord

    async def _post_once(
        self,
        channel_id: int,
        since: int,
        identity: str,
        page: Callable[[], Awaitable[Page]],
        nonce: str,
        *,
        pings: Collection[int] = (),
    ) -> int | Refusal:
        """Post a page unless it has been posted before, and return the message's id.

        Raises `_NotNow` if Discord doesn't accept a call now.
        """
        self._check_open()
        found = self._settled(await self._discord_api.posted(channel_id, since - _SKEW, identity))
        if isinstance(found, int):
            return found
        return self._settled(await self._discord_api.post(channel_id, await page(), nonce=f"t{nonce}", pings=pings))

    def _settled(self, answer: Answer) -> Answer:
        """Return Discord's answer if asking again would bring the same.

        Raises `_NotNow` if it is a passing refusal.
        """
        if isinstance(answer, Refusal) and answer.passing:
            raise _NotNow
        return answer

    def _check_open(self) -> None:
        """Raise `_NotNow` if the bot is about to end."""
        if self._closed:
            raise _NotNow


#: A round that doesn't exist.
_NEVER = Round(0, 0)


def trouble(channel: discord.TextChannel) -> str:
    """Return what must be done before matches can be played in threads of a channel, an empty text if nothing."""
    missing = permissions.lacking_for_tournaments(channel.permissions_for(channel.guild.me))
    if not missing:
        return ""
    return _("I can't open threads for the matches here: I lack the permission {names}.").format(
        names=", ".join(missing)
    )


def _noted(sent: int | Refusal) -> int:
    """Return what is recorded of a post: its message's id, or 0 if it can't be posted."""
    return 0 if isinstance(sent, Refusal) else sent


def _being_played(stand: Stand, number: Round) -> bool:
    return any(match.played is None and match.game_id is not None for match in stand.of_round(number.number))
