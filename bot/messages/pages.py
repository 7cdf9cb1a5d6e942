"""What the messages of a table show: the page for a step of a plan, with its pictures, in its readers' language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.canasta.views import SeatView
from bot.messages.plan import Show, Situation, proposal_of
from bot.store.database import Database
from bot.store.games import Lost, Status, Table
from bot.store.messages import Kind
from bot.store.people import Person
from bot.store.servers import Servers
from bot.tables import Tables
from bot.tables.rules import agreements, defaults
from bot.tables.views import Look
from bot.ui import i18n, permissions
from bot.ui.page import Page
from bot.ui.pages import hand_page, lobby_page, proposals_page, table_page
from bot.ui.pictures import Pictures
from bot.ui.words import clock_text

#: The most pictures of a hand and its table together: with its buttons, a message may have 40 components.
_MOST_PICTURES = 4
#: What is to be said beneath the end of a game; None: nothing.
Remark = Callable[[Table], Awaitable[str | None]]


class Pages:
    """Makes the pages that show a table."""

    def __init__(self, client: discord.Client, database: Database, tables: Tables, pictures: Pictures) -> None:
        self._client = client
        self._servers = Servers(database)
        self._tables = tables
        self._pictures = pictures
        self.remark: Remark = _no_remark

    async def page(self, now: Situation, step: Show, looks: Mapping[int, Look]) -> Page | None:
        """Return the page for a step, None if nothing can be shown. `looks` are what people see of the table, by their ids.

        What goes to the channel is in the language of the task that asks.
        """
        if not step.to:
            return await self._for_all(now, step)
        person = now.people[step.to]
        with i18n.speaking(person.language or person.locale):
            if step.purpose.kind is not Kind.HAND:
                row, place = now.table, self.place(now.table.guild_id, now.table.channel_id)
                lacking = self._lacking(row.guild_id, row.channel_id)
                return table_page.lost(row, Lost(step.purpose.kind), place.server, lacking)
            look = looks.get(step.to)
            if look is None or look.mine is None:
                return None
            remark = clock_text.reminder(now.table, step.calls.due) if step.calls else None
            return hand_page.hand(await self.own(look, look.mine, person, with_table=True), remark)

    async def _for_all(self, now: Situation, step: Show) -> Page | None:
        row, look, public = now.table, now.look, now.look.public
        match step.purpose.kind:
            case Kind.TABLE:
                return await self._table(look)
            case Kind.CALL if row.to_move is not None and row.to_move.user_id is not None:
                asked = public is not None and public.phase == "answer"
                again = clock_text.reminder(row, step.calls.due) if step.calls and step.mark else None
                return table_page.ping(row, row.to_move.user_id, asked=asked, again=again)
            case Kind.SCORES if public is not None:
                sheet = next(one for one in public.finished if one.number == step.purpose.number)
                seals = await self._tables.replays.commitments(row.id)
                return table_page.scores(
                    sheet.number, await self._pictures.scores(sheet, public), row, seals[sheet.number]
                )
            case Kind.PROPOSAL:
                one = next(one for one in agreements.proposals(row) if proposal_of(one) == step.purpose)
                return proposals_page.proposed(one, row)
            case Kind.RESULT if public is not None:
                return table_page.result(public, row, await self.remark(row))
            case Kind.CLOSED:
                return table_page.closed_messages(step.purpose.user_id)
        return None

    async def _table(self, look: Look) -> Page:
        row = look.table
        if row.status is Status.CANCELLED:
            return lobby_page.closed_lobby()
        if look.public is None:
            return lobby_page.lobby(row, defaults.house_of(await self._servers.get(row.guild_id), row.variant))
        remark = await self.remark(row) if row.status is Status.ABANDONED else None
        return table_page.table(look, look.public, await self._pictures.table(look.public), remark)

    async def own(self, look: Look, view: SeatView, person: Person, *, with_table: bool) -> hand_page.Own:
        """Return what a message to a player is made from, with pictures as they like them; none if they would rather read."""
        place = self.place(look.table.guild_id, look.table.channel_id)
        if not person.pictures:
            return hand_page.Own(look, view, place, ())
        hand = await self._pictures.hands(view, person)
        if not with_table:
            return hand_page.Own(look, view, place, hand)
        most = _MOST_PICTURES - len(hand)
        return hand_page.Own(
            look, view, place, hand, await self._pictures.tables(view.public, person, mine=view, most=most)
        )

    def place(self, guild_id: int, channel_id: int) -> hand_page.Place:
        """Return where a table stands, in words and as a link."""
        guild = self._client.get_guild(guild_id)
        channel = guild.get_channel_or_thread(channel_id) if guild else None
        return hand_page.Place(
            guild.name if guild else "?",
            channel.name if channel else "?",
            f"https://discord.com/channels/{guild_id}/{channel_id}",
        )

    async def language_of(self, guild_id: int) -> str:
        """Return the language of a server's channels: what it has set, else what Discord says of it."""
        server = await self._servers.get(guild_id)
        guild = self._client.get_guild(guild_id)
        return server.language or (str(guild.preferred_locale) if guild else "en")

    def _lacking(self, guild_id: int, channel_id: int) -> list[str]:
        """Return the permissions that the bot lacks in a channel, as far as it knows."""
        guild = self._client.get_guild(guild_id)
        channel = guild.get_channel_or_thread(channel_id) if guild else None
        if guild is None or channel is None:
            return []
        return permissions.lacking(channel.permissions_for(guild.me), thread=isinstance(channel, discord.Thread))


async def _no_remark(_: Table) -> str | None:
    return None
