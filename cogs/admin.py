"""Moderators' commands for a table that is stuck, or whose players are away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.client.client import CanastaBot
from bot.data.tables import Table
from bot.tables.errors import AlreadySeated
from bot.ui.actions import Interaction
from bot.ui.i18n import N_, _
from bot.ui.page import Page, notice
from bot.ui.pages import proposals_page, status_page
from bot.ui.permissions import moderates
from bot.ui.typed_names import Offer
from bot.ui.words import person_names
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, answered, completes

_MOST_SEATS = 8
_HOUR, _DAY = 3600, 24 * 3600


class AdminCog(Cog):
    """Commands for moderators only; each is recorded in the game's log."""

    admin = app_commands.Group(
        name="canasta-admin",
        description=N_("For moderators: help a game that is stuck"),
        guild_only=True,
        # The permission that most moderators have. `moderates` says who else may, where a server shows them the
        # commands.
        default_permissions=discord.Permissions(manage_messages=True),
    )

    @admin.command(name="skip", description=N_("Have a computer play this turn (it plays safe)"))
    @answered
    async def skip(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Have a computer play the present turn."""
        tables, by = self._services.tables, interaction.user.id
        return await self._act(
            interaction, lambda table: tables.moderation.skip(table.id, by), _("The turn was played.")
        )

    @admin.command(name="computer", description=N_("Have a computer play for somebody until they are back"))
    @app_commands.describe(seat=N_("For which player"))
    @answered
    async def computer(
        self, interaction: discord.Interaction[CanastaBot], seat: app_commands.Range[int, 1, _MOST_SEATS]
    ) -> Page:
        """Have a computer play for a player until that player is back."""
        tables, by = self._services.tables, interaction.user.id
        done = _("A computer plays there until the player presses **I'm back**.")
        return await self._act(interaction, lambda table: tables.moderation.sit_in(table.id, by, seat - 1), done)

    @admin.command(name="give-back", description=N_("Give a seat back to the player for whom a computer plays"))
    @app_commands.describe(seat=N_("Whose seat"))
    @answered
    async def give_back(
        self, interaction: discord.Interaction[CanastaBot], seat: app_commands.Range[int, 1, _MOST_SEATS]
    ) -> Page:
        """Give a seat back to its player."""
        tables, by = self._services.tables, interaction.user.id
        done = _("The player has the seat back.")
        return await self._act(interaction, lambda table: tables.moderation.give_back(table.id, by, seat - 1), done)

    @admin.command(name="substitute", description=N_("Have somebody else take over a seat from now on"))
    @app_commands.describe(player=N_("Who should play"), seat=N_("In which seat"))
    @answered
    async def substitute(
        self,
        interaction: discord.Interaction[CanastaBot],
        player: discord.User,
        seat: app_commands.Range[int, 1, _MOST_SEATS],
    ) -> Page:
        """Replace a player by another person."""
        tables, by = self._services.tables, interaction.user.id

        async def replace(table: Table) -> Table:
            after = await tables.moderation.replace_player(table.id, by, seat - 1, player.id, player.display_name)
            await self._services.teller.write_again(player.id)
            return after

        if player.bot:
            raise Refused(_("{name} is a bot. Choose a person.").format(name=person_names.plain(player.name)))
        await self.check_present(interaction, interaction.guild_id or 0, player)
        return await self._act(interaction, replace, _("Done: {name} plays from now on.").format(name=player.mention))

    @admin.command(name="extend", description=N_("Give the player whose turn it is more time"))
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
    @answered
    async def extend(self, interaction: discord.Interaction[CanastaBot], time: app_commands.Choice[int]) -> Page:
        """Give the player to move more time."""
        tables, by = self._services.tables, interaction.user.id
        return await self._act(
            interaction,
            lambda table: tables.moderation.extend(table.id, by, time.value),
            _("Done: there is more time for this turn."),
        )

    @admin.command(name="end", description=N_("End this channel's game without a result, or close its table"))
    @answered
    async def end(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Ask a moderator if the game should really end."""
        return proposals_page.before_ending(await self._table(interaction))

    @admin.command(name="unstick", description=N_("Rebuild this channel's table from what is stored"))
    @answered
    async def unstick(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Load the table from the database again and post its messages again."""
        tables, by = self._services.tables, interaction.user.id
        for_all = _("The table was rebuilt; its messages will appear again.")
        return await self._act(interaction, lambda table: tables.moderation.unstick(table.id, by), for_all)

    @admin.command(name="status", description=N_("For whoever runs this bot: how it is doing"))
    @answered
    async def status(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Show how the bot is doing to those who own its application."""
        if not await self._bot.is_owner(interaction.user):
            raise Refused(_("Only the people who run this bot can do that."))
        return status_page.status(await self._bot.condition.doing())

    @completes((computer, "seat"), (give_back, "seat"), (substitute, "seat"))
    async def _offer_seats(self, interaction: Interaction, typed: str) -> list[Offer]:
        return proposals_page.seat_offers(await self._services.tables.games.in_channel(interaction.channel_id or 0))

    async def _act(self, interaction: Interaction, act: Callable[[Table], Awaitable[Table]], done: str) -> Page:
        """Change this channel's table as a moderator, and return the page that says it is done."""
        table = await self._table(interaction)
        try:
            await act(table)
        except AlreadySeated:
            raise Refused(_("That person is already in this game.")) from None
        return notice(done)

    async def _table(self, interaction: Interaction) -> Table:
        """Return this channel's active table for a moderator. Raises `Refused` if there is none, or for anybody else."""
        if not moderates(interaction.permissions) or interaction.guild_id is None:
            raise Refused(
                _(
                    "Only moderators (people who can manage channels or messages) can do that, and only in the "
                    "game's channel."
                )
            )
        table = await self._services.tables.games.in_channel(interaction.channel_id or 0)
        if table is None:
            raise Refused(_("There is no game in this channel."))
        return table


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(AdminCog(bot))
