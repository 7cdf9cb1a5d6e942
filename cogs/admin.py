"""Moderators' commands for a table that is stuck, or whose players are away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CanastaBot
from bot.tables import AlreadySeated, Table
from bot.ui import words
from bot.ui.actions import Interaction
from bot.ui.i18n import N_, _
from bot.ui.page import notice
from bot.ui.pages import proposals_page
from bot.ui.permissions import moderates
from bot.ui.words.refusals import REFUSED, sentence

_MOST_SEATS = 8
_HOUR, _DAY = 3600, 24 * 3600


class Admin(commands.Cog):
    """Commands for moderators only; each is recorded in the game's log."""

    admin = app_commands.Group(name="admin", description=N_("For moderators: help a game that is stuck"))

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot

    @admin.command(name="skip", description=N_("Have the computer play the present turn, carefully"))
    async def skip(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Have a computer play the present turn."""
        tables, by = self._bot.tables, interaction.user.id
        await self._act(interaction, lambda table: tables.moderation.skip(table.id, by), _("The turn was played."))

    @admin.command(name="computer", description=N_("Have a computer play for somebody until that player is back"))
    @app_commands.describe(seat=N_("For whom"))
    async def computer(
        self, interaction: discord.Interaction[CanastaBot], seat: app_commands.Range[int, 1, _MOST_SEATS]
    ) -> None:
        """Have a computer play for a player until that player is back."""
        tables, by = self._bot.tables, interaction.user.id
        done = _("A computer plays there until the player presses **I'm back**.")
        await self._act(interaction, lambda table: tables.moderation.sit_in(table.id, by, seat - 1), done)

    @admin.command(name="give-back", description=N_("Give a seat back to the player for whom a computer plays"))
    @app_commands.describe(seat=N_("Whose seat"))
    async def give_back(
        self, interaction: discord.Interaction[CanastaBot], seat: app_commands.Range[int, 1, _MOST_SEATS]
    ) -> None:
        """Give a seat back to its player."""
        tables, by = self._bot.tables, interaction.user.id
        done = _("The player has the seat back.")
        await self._act(interaction, lambda table: tables.moderation.give_back(table.id, by, seat - 1), done)

    @admin.command(name="substitute", description=N_("Have somebody else play a seat from now on"))
    @app_commands.describe(player=N_("Who shall play"), seat=N_("In which seat"))
    async def substitute(
        self,
        interaction: discord.Interaction[CanastaBot],
        player: discord.User,
        seat: app_commands.Range[int, 1, _MOST_SEATS],
    ) -> None:
        """Replace a player by another person."""
        tables, by = self._bot.tables, interaction.user.id

        async def replace(table: Table) -> Table:
            after = await tables.moderation.replace_player(table.id, by, seat - 1, player.id, player.display_name)
            await self._bot.teller.write_again(player.id)
            return after

        if player.bot:
            await self._bot.discord_api.defer(interaction)
            text = _("{name} is a bot. Choose a person.").format(name=words.plain(player.name))
            await self._bot.discord_api.answer(interaction, notice(text))
        else:
            await self._act(interaction, replace, _("{name} plays on from now.").format(name=player.mention))

    @admin.command(name="extend", description=N_("Give whoever is to move more time"))
    @app_commands.describe(time=N_("How much more"))
    @app_commands.choices(
        time=[
            app_commands.Choice(name=N_("1 hour"), value=_HOUR),
            app_commands.Choice(name=N_("12 hours"), value=12 * _HOUR),
            app_commands.Choice(name=N_("1 day"), value=_DAY),
            app_commands.Choice(name=N_("3 days"), value=3 * _DAY),
            app_commands.Choice(name=N_("7 days"), value=7 * _DAY),
        ]
    )
    async def extend(self, interaction: discord.Interaction[CanastaBot], time: app_commands.Choice[int]) -> None:
        """Give the player to move more time."""
        tables, by = self._bot.tables, interaction.user.id
        await self._act(
            interaction, lambda table: tables.moderation.extend(table.id, by, time.value), _("There is more time now.")
        )

    @admin.command(name="end", description=N_("End this channel's game without a result, or close its table"))
    async def end(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Ask a moderator if the game should really end."""
        table = await self._table(interaction)
        if table is not None:
            await self._bot.discord_api.answer(interaction, proposals_page.before_ending(table))

    @admin.command(name="unstick", description=N_("Set this channel's table up anew from what is stored"))
    async def unstick(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Load the table from the database again and post its messages again."""
        tables, by = self._bot.tables, interaction.user.id
        for_all = _("The table was set up anew; its messages come afresh.")
        await self._act(interaction, lambda table: tables.moderation.unstick(table.id, by), for_all)

    @computer.autocomplete("seat")
    @give_back.autocomplete("seat")
    @substitute.autocomplete("seat")
    async def _complete_seat(
        self, interaction: discord.Interaction[CanastaBot], text: int | str
    ) -> list[app_commands.Choice[int]]:
        table = await self._bot.tables.games.in_channel(interaction.channel_id or 0)
        await self._bot.discord_api.suggest(interaction, proposals_page.seat_choices(table, str(text)))
        return []

    async def _act(self, interaction: Interaction, act: Callable[[Table], Awaitable[Table]], done: str) -> None:
        """Change this channel's table as a moderator, and answer that it is done."""
        table = await self._table(interaction)
        if table is None:
            return
        try:
            await act(table)
        except AlreadySeated:
            done = _("That person plays in this game already.")
        except REFUSED as error:
            done = sentence(error)
        await self._bot.discord_api.answer(interaction, notice(done))

    async def _table(self, interaction: Interaction) -> Table | None:
        """Return this channel's active table for a moderator.

        None if there is no table or the person is no moderator; then they have been told.
        """
        await self._bot.discord_api.defer(interaction)
        table = None
        if not moderates(interaction.permissions) or interaction.guild_id is None:
            text = _(
                "Only moderators can do that, in the channel of the game: whoever may manage channels or messages."
            )
        else:
            table = await self._bot.tables.games.in_channel(interaction.channel_id or 0)
            text = _("There is no game in this channel.")
        if table is None:
            await self._bot.discord_api.answer(interaction, notice(text))
        return table


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    bot.add_to_canasta(Admin(bot))
