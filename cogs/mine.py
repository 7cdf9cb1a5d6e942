"""The list of a person's own games in all servers; those that wait for them come first."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.client import CanastaBot
from bot.tables import Status, Table, Unplayable
from bot.ui import words
from bot.ui.actions import Interaction, Press, custom_id, number
from bot.ui.components import button, menus
from bot.ui.i18n import N_, _, ngettext
from bot.ui.page import Page, notice
from bot.ui.pages import hand_page
from bot.ui.words import refusals

#: How many games a page lists, so that it fits in a message.
_ON_A_PAGE = 8


class Mine(commands.Cog):
    """The list of a person's own games."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(games=self._turned)

    @app_commands.command(name="list", description=N_("Show the games you are in, in every server"))
    async def list(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Show the first page of the list."""
        await self._bot.discord_api.defer(interaction)
        await self._show(interaction, 0)

    async def _turned(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._show(interaction, number(press.rest.partition(".")[0]))

    async def _show(self, interaction: Interaction, page: int) -> None:
        user = interaction.user.id
        tables = sorted(await self._bot.tables.games.of_person(user), key=lambda table: _order(table, user))
        if not tables:
            text = _("You are in no game. `/canasta new` in a server's channel opens a table.")
            await self._bot.discord_api.answer(interaction, notice(text))
            return
        last = (len(tables) - 1) // _ON_A_PAGE
        page = min(page, last)
        start = page * _ON_A_PAGE
        entries = [
            await self._entry(place, table, user)
            for place, table in enumerate(tables[start : start + _ON_A_PAGE], start + 1)
        ]
        waiting = [table for table in tables if _waits(table, user)]
        heading = _("### Your games") if last == 0 else _("### Your games, page {page} of {pages}")
        title = heading.format(page=page + 1, pages=last + 1)
        text = ngettext("{count} waits for you.", "{count} wait for you.", len(waiting)).format(count=len(waiting))
        text = text if waiting else _("None of them waits for you now.")
        items: list[ui.Item[Any]] = [ui.TextDisplay(f"{title}\n{text}"), *map(ui.TextDisplay, entries)]
        options = [hand_page.entry(table, self._place(table), user) for table in waiting]
        items += menus(_("Show the hand of a game that waits"), custom_id("show", 0, 0), options)
        await self._bot.discord_api.answer(interaction, Page(*items, _turning(page, last)))

    async def _entry(self, place: int, table: Table, user: int) -> str:
        """Return one game in two lines: where it is and whose turn it is; how it stands."""
        where = self._place(table)
        name = _("{variant} in {server}, #{channel}").format(
            variant=words.game_of(table), server=words.plain(where.server), channel=words.plain(where.channel)
        )
        lines = [f"**{place}. [{name}]({where.link})**", _state(table, user)]
        if table.status is Status.LOBBY:
            names = ", ".join(words.name_of(seat) for seat in table.seats)
            lines.append(f"-# {names}")
        else:
            lines.append(f"-# {await self._standing(table, user)}")
        return "\n".join(lines)

    def _place(self, table: Table) -> hand_page.Place:
        return self._bot.teller.place(table.guild_id, table.channel_id)

    async def _standing(self, table: Table, user: int) -> str:
        """Return the score with everybody's names, the person's own side first."""
        own = table.seat_of(user)
        try:
            public = (await self._bot.tables.look(table.id)).public
        except Unplayable as error:
            return refusals.stands_still(error.reason)
        if public is None or own is None:
            return ""
        scores = words.standing(public, table, own.number, public.scores)
        return _("Round {round}: {scores}").format(round=public.round_number, scores=scores)


def _waits(table: Table, user: int) -> bool:
    to_move = table.to_move
    return to_move is not None and to_move.user_id == user and to_move.computer is None


def _order(table: Table, user: int) -> tuple[int, float, int]:
    """Return the key by which a person's games are sorted.

    Games that wait for them come first, the most urgent at the top. Then come games where they are away, then all
    others.
    """
    own = table.seat_of(user)
    if _waits(table, user):
        kind = 0
    elif own is not None and own.computer:
        kind = 1
    else:
        kind = 2 if table.status is Status.PLAYING else 3
    return kind, table.deadline or float("inf"), table.turn_since or table.updated_at


def _state(table: Table, user: int) -> str:
    own, to_move = table.seat_of(user), table.to_move
    if table.status is Status.LOBBY:
        free = len(table.free)
        text = ngettext("not begun yet, {count} seat free", "not begun yet, {count} seats free", free)
        return text.format(count=free) if free else _("not begun yet, everybody is there")
    parts = []
    if own is not None and own.computer:
        parts.append(_("a computer plays for you: `/canasta back` gives you the seat again"))
    if _waits(table, user):
        parts.append(_("**your turn**"))
    elif to_move is not None:
        parts.append(_("turn of {name}").format(name=words.name_of(to_move)))
    if table.lost is not None:
        parts.append(_("its channel is out of reach; the game waits"))
    if table.deadline is not None:
        parts.append(_("time is up {far}").format(far=f"<t:{table.deadline}:R>"))
    return " · ".join(parts)


def _turning(page: int, last: int) -> ui.ActionRow[Any]:
    """Return buttons to the pages before and after, and one that updates this page."""
    row: ui.ActionRow[Any] = ui.ActionRow()
    if last:
        row.add_item(button(_("Back"), custom_id("games", 0, 0, f"{max(page - 1, 0)}.back"), disabled=page == 0))
        row.add_item(button(_("More"), custom_id("games", 0, 0, f"{page + 1}.more"), disabled=page == last))
    row.add_item(button(_("Show again"), custom_id("games", 0, 0, f"{page}.again")))
    return row


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    bot.add_to_canasta(Mine(bot))
