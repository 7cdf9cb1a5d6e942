"""Tells people how a table stands: brings every message that shows it up to date, however the last one came to lag.

Messages are projections of a table. Which version each one shows is stored, so that a pass after a restart, or after
a failed edit, does what is still to be done and nothing twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

import discord

from bot import texts
from bot.canasta.views import SeatView
from bot.outbound import Outbound, Page, Refusal
from bot.pictures import Pictures
from bot.store.games import Seat, Status
from bot.store.messages import Message
from bot.tables import panels, private
from bot.tables.model import Change, Happening, Look
from bot.tables.service import Tables
from renderer import Picture

log = logging.getLogger(__name__)

#: Seconds until what could not be told is tried again.
_AGAIN_AFTER = 60.0
#: As many messages under the table hide it on a phone.
_SCROLLED_AFTER = 4
#: What a ping's message is said to show once it was deleted.
_DELETED = 0

Shown = Mapping[str, Message]


class Teller:
    """One pass at a time for each table; changes during a pass make one more."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        outbound: Outbound,
        pictures: Pictures,
        *,
        each_computer: bool,
    ) -> None:
        """`each_computer`: computers take their time, so each one's turn is shown; else a row of them makes one update."""
        self._each_computer = each_computer
        self._client = client
        self._tables = tables
        self._outbound = outbound
        self._pictures = pictures
        self._passes: dict[int, asyncio.Task[None]] = {}
        self._changed: set[int] = set()
        self._retries: dict[int, asyncio.TimerHandle] = {}
        tables.on_change(self._heard)

    async def catch_up(self) -> None:
        """Tell what the last process could not."""
        for table_id in await self._tables.messages.lagging():
            self.wake(table_id)

    def wake(self, table_id: int) -> None:
        """Bring the messages of a table up to date soon."""
        retry = self._retries.pop(table_id, None)
        if retry is not None:
            retry.cancel()
        self._changed.add(table_id)
        if table_id not in self._passes:
            self._passes[table_id] = asyncio.create_task(self._tell(table_id), name=f"tell-{table_id}")

    async def finish(self) -> None:
        """Wait for the passes under way, and start no more by itself."""
        for retry in self._retries.values():
            retry.cancel()
        self._retries.clear()
        await asyncio.gather(*self._passes.values(), return_exceptions=True)

    async def write_again(self, user_id: int) -> None:
        """Try direct messages again with somebody who had closed them: he has done something that may have changed it."""
        person = await self._tables.people.get(user_id)
        if person.dm_closed and person.dm_channel_id is not None:
            await self._tables.people.dm_opened(user_id, person.dm_channel_id)

    def place(self, guild_id: int, channel_id: int) -> private.Place:
        """Where a table stands, in words and as a link."""
        guild = self._client.get_guild(guild_id)
        return private.Place(guild.name if guild else "?", f"https://discord.com/channels/{guild_id}/{channel_id}")

    def _heard(self, change: Change) -> None:
        self.wake(change.table.id)

    async def _tell(self, table_id: int) -> None:
        told = True
        while table_id in self._changed:
            self._changed.discard(table_id)
            try:
                told = await self._pass(table_id)
            except Exception:
                log.exception("Table %s could not be told", table_id)
                told = False
        del self._passes[table_id]
        if not told:
            loop = asyncio.get_running_loop()
            self._retries[table_id] = loop.call_later(_AGAIN_AFTER, self.wake, table_id)

    async def _pass(self, table_id: int) -> bool:
        """Whether everything is told that there is to tell now."""
        look = await self._tables.look(table_id)
        if _computers_go_on(look, each=self._each_computer):
            return True
        shown = await self._tables.messages.of(table_id)
        guild = self._client.get_guild(look.table.guild_id)
        texts.speak(str(guild.preferred_locale) if guild else "en")
        picture = await self._pictures.table(look.public) if look.public else None
        done = await asyncio.gather(
            self._channel(look, shown, picture),
            *(self._seat(look, seat, shown, picture) for seat in look.table.seats if seat.user_id is not None),
            *(self._left(look, message) for message in shown.values() if _seat_left(look, message)),
            return_exceptions=True,
        )
        for failure in done:
            if isinstance(failure, BaseException):
                log.error("Table %s: a message failed", table_id, exc_info=failure)
        if all(one is True for one in done):
            await self._tables.messages.told(table_id, look.table.version)
            return True
        return False

    # -- the channel

    async def _channel(self, look: Look, shown: Shown, picture: Picture | None) -> bool:
        row = look.table
        sheets = await self._sheets(look, shown)
        to_move = row.to_move if row.status is Status.PLAYING else None
        begun = _turn_began(look.recent, row.turn)
        ping = shown.get("ping")
        if ping is not None and ping.shows_version != _DELETED and (to_move is None or ping.shows_version < begun):
            await self._outbound.delete(ping.channel_id, ping.message_id)
            await self._tables.messages.shown(row.id, "ping", _DELETED)
            due = True
        else:
            due = ping is None or ping.shows_version == _DELETED
        due = due and to_move is not None and to_move.user_id is not None

        table = shown.get("table")
        if table is None or table.shows_version < row.version:
            anew = row.status is Status.PLAYING and (sheets or (due and await self._scrolled(table)))
            if not await self._show(look, "table", _table_page(look, picture), table, edit=not anew):
                return True
        if due and to_move is not None and to_move.user_id is not None:
            page = panels.ping(row, to_move.user_id, asked=look.public is not None and look.public.phase == "answer")
            await self._show(look, "ping", page, None, edit=False, pings=True)
        if row.status is Status.FINISHED and look.public is not None and "result" not in shown:
            await self._show(look, "result", panels.result(look.public, row), None, edit=False)
        return True

    async def _sheets(self, look: Look, shown: Shown) -> bool:
        """Post the score sheets that are missing; whether there were any."""
        public = look.public
        missing = [] if public is None else [one for one in public.finished if f"score:{one.number}" not in shown]
        for sheet in missing:
            assert public is not None
            page = panels.scores(sheet.number, await self._pictures.scores(sheet, public))
            await self._show(look, f"score:{sheet.number}", page, None, edit=False)
        return bool(missing)

    async def _scrolled(self, table: Message | None) -> bool:
        """Whether so much has been written under the table that people would have to look for it."""
        if table is None:
            return False
        later = await self._outbound.written_since(table.channel_id, table.message_id, _SCROLLED_AFTER)
        return not isinstance(later, Refusal) and len(later) == _SCROLLED_AFTER

    async def _show(
        self, look: Look, purpose: str, page: Page, old: Message | None, *, edit: bool, pings: bool = False
    ) -> bool:
        """Show a page in the channel, in the old message if it is to be edited and can be; whether that worked."""
        row = look.table
        if edit and old is not None:
            refusal = await self._outbound.edit(old.channel_id, old.message_id, page)
            if refusal is None:
                await self._tables.messages.shown(row.id, purpose, row.version)
                return True
            if refusal is Refusal.BARRED:
                return False
        sent = await self._outbound.post(
            row.channel_id, page, nonce=f"{row.id}-{purpose}-{row.version}"[:25], pings=pings
        )
        if isinstance(sent, Refusal):
            log.warning("Table %s can't be shown in channel %s: %s", row.id, row.channel_id, sent.value)
            return False
        await self._tables.messages.put(row.id, purpose, row.channel_id, sent, row.version)
        if old is not None:
            await self._outbound.delete(old.channel_id, old.message_id)
        return True

    # -- a player's direct messages

    async def _seat(self, public: Look, seat: Seat, shown: Shown, table: Picture | None) -> bool:
        row = public.table
        purpose = f"seat:{seat.number}"
        old = shown.get(purpose)
        if (
            seat.user_id is None
            or table is None
            or (old is not None and old.shows_version >= _due(public, seat.number))
        ):
            return True
        person = await self._tables.people.get(seat.user_id)
        if person.dm_closed:
            return await self._say_closed(public, seat, shown)
        look = await self._tables.look(row.id, seat.user_id)
        if look.mine is None or look.table.version != row.version:
            return True
        page = await self._private(look, look.mine, table)
        if old is not None and not _news(look.recent, seat.number, old.shows_version):
            refusal = await self._outbound.edit(old.channel_id, old.message_id, page)
            if refusal is None:
                await self._tables.messages.shown(row.id, purpose, row.version)
                return True
        return await self._send(look, seat, page, old, shown)

    async def _send(self, look: Look, seat: Seat, page: Page, old: Message | None, shown: Shown) -> bool:
        """Send a new direct message in place of the old one."""
        row = look.table
        assert seat.user_id is not None
        channel: int | Refusal | None = (await self._tables.people.get(seat.user_id)).dm_channel_id
        if channel is None:
            channel = await self._outbound.open_direct(seat.user_id)
        if channel is Refusal.LATER:
            return False
        if isinstance(channel, int):
            await self._tables.people.dm_opened(seat.user_id, channel)
        sent: int | Refusal = Refusal.CLOSED
        if isinstance(channel, int):
            sent = await self._outbound.post(channel, page, nonce=f"{row.id}-seat{seat.number}-{row.version}"[:25])
        if isinstance(channel, Refusal) or isinstance(sent, Refusal):
            await self._tables.people.dm_closed(seat.user_id)
            return await self._say_closed(look, seat, shown)
        await self._tables.messages.put(row.id, f"seat:{seat.number}", channel, sent, row.version)
        if old is not None:
            await self._outbound.delete(old.channel_id, old.message_id)
        return True

    async def _private(self, look: Look, view: SeatView, table: Picture) -> Page:
        own = private.Own(
            look, view, self.place(look.table.guild_id, look.table.channel_id), await self._pictures.hand(view)
        )
        return private.hand(own, table)

    async def _say_closed(self, look: Look, seat: Seat, shown: Shown) -> bool:
        """Say once in the channel that somebody can't be written to."""
        purpose = f"closed:{seat.number}"
        if purpose in shown or seat.user_id is None or look.table.status is not Status.PLAYING:
            return True
        page = panels.closed_messages(seat.user_id)
        return await self._show(look, purpose, page, None, edit=False, pings=True)

    async def _left(self, look: Look, message: Message) -> bool:
        """Take back the cards of somebody who gave up his seat."""
        await self._outbound.delete(message.channel_id, message.message_id)
        await self._tables.messages.remove(look.table.id, message.purpose)
        return True


def _table_page(look: Look, picture: Picture | None) -> Page:
    if look.table.status is Status.CANCELLED:
        return panels.closed_lobby()
    if look.public is None or picture is None:
        return panels.lobby(look.table)
    return panels.table(look, look.public, picture)


def _computers_go_on(look: Look, *, each: bool) -> bool:
    """Whether a computer has just played and another (with `each`: the same one) is to: what they do is told together."""
    row = look.table
    last = look.recent[-1] if look.recent else None
    if row.status is not Status.PLAYING or row.to_move is None or not row.to_move.level or last is None:
        return False
    mover = row.seat(last.seat)
    return mover is not None and mover.level is not None and (not each or last.seat == row.turn)


def _dealt(happening: Happening) -> bool:
    return any(event.kind in ("deal", "game") for event in happening.events)


def _turn_began(recent: tuple[Happening, ...], seat: int | None) -> int:
    """The version at which the present turn came to `seat`: that of the last move that wasn't its own, or of the deal."""
    return next((one.version for one in reversed(recent) if one.seat != seat or _dealt(one)), 1)


def _due(look: Look, seat: int) -> int:
    """The version that a player's direct message must at least show."""
    row = look.table
    if row.status is not Status.PLAYING:
        return row.version
    own = next((one.version for one in reversed(look.recent) if one.seat == seat or _dealt(one)), 1)
    last = look.recent[-1].version if look.recent else 1
    return last if row.turn == seat else own


def _news(recent: tuple[Happening, ...], seat: int, version: int) -> bool:
    """Whether since `version` cards were dealt or the turn came to `seat`: worth a new message."""
    later = [one for one in recent if one.version > version]
    return any(one.seat != seat or _dealt(one) for one in later)


def _seat_left(look: Look, message: Message) -> bool:
    kind, _, number = message.purpose.partition(":")
    if kind != "seat":
        return False
    seat = look.table.seat(int(number))
    return seat is None or seat.user_id is None
