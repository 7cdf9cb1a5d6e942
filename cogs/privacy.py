"""People's rights over their own data: `/privacy export` and `/privacy delete`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CanastaBot
from bot.messages.discord_api import nonce_of
from bot.messages.discord_refusals import Refusal
from bot.ui.actions import Interaction, Press
from bot.ui.i18n import N_, _
from bot.ui.page import Page, notice
from bot.ui.pages import privacy_page
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, answered, pressed

#: The most bytes of a file that a bot may send.
_LARGEST = 10 * 1024 * 1024
_DAY = 24 * 3600


class Privacy(Cog, commands.GroupCog, group_name="privacy", group_description=N_("What is stored about you")):
    """Export and deletion of a person's own data."""

    @app_commands.command(
        name="export", description=N_("Get everything stored about you, as a file in a direct message")
    )
    @answered
    async def export(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Send the archive by direct message, or if that fails in the private answer."""
        content = await self._bot.privacy.export(interaction.user.id)
        if len(content) > _LARGEST:
            raise Refused(
                _("There's more data about you than fits in one Discord file. Ask whoever runs the bot for it.")
            )
        if await self._sent(interaction, content):
            return notice(_("I have sent you everything stored about you in a direct message."))
        return privacy_page.shown(content)

    async def _sent(self, interaction: Interaction, content: bytes) -> bool:
        """Send the archive as a direct message. Return whether that worked."""
        person, nonce = await self._bot.people.get(interaction.user.id), nonce_of("privacy", interaction.id)
        sent = await self._bot.direct_messages.reach(
            person, lambda channel: self._bot.discord_api.post(channel, privacy_page.sent(content), nonce=nonce)
        )
        return not isinstance(sent, Refusal)

    @app_commands.command(name="delete", description=N_("Delete everything stored about you, for good"))
    @answered
    async def delete(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Say what a deletion does, and ask for confirmation."""
        active = len(await self._bot.tables.games.of_person(interaction.user.id))
        return privacy_page.before_deletion(active, self._bot.seconds())

    @pressed(privacy_page.Delete)
    async def _confirmed(self, interaction: Interaction, press: Press[privacy_page.Delete]) -> Page:
        if self._bot.seconds() - press.action.asked_at > _DAY:
            raise Refused(_("That question is more than a day old. Use `/privacy delete` again."))
        await self._bot.privacy.delete(interaction.user.id)
        return notice(_("Everything stored about you has been deleted."))


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Privacy(bot))
