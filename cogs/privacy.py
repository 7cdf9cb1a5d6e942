"""People's rights over their own data: `/privacy export` and `/privacy delete`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.client import CanastaBot
from bot.messages.discord_api import Refusal
from bot.ui.actions import Interaction, Press, custom_id, number
from bot.ui.components import STOP, button
from bot.ui.i18n import N_, _, ngettext
from bot.ui.limits import NONCE_LENGTH
from bot.ui.page import Attachment, Page, notice

#: The most bytes of a file that a bot may send.
_LARGEST = 10 * 1024 * 1024
_FILE = "canasta-data.zip"
_DAY = 24 * 3600


class Privacy(commands.GroupCog, group_name="privacy", group_description=N_("What is stored about you")):
    """Export and deletion of a person's own data."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(privacy_delete=self._confirmed)

    @app_commands.command(
        name="export", description=N_("Get all that is stored about you, as a file in a direct message")
    )
    async def export(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Send the archive by direct message, or if that fails in the private answer."""
        await self._bot.discord_api.defer(interaction)
        content = await self._bot.privacy.export(interaction.user.id)
        if len(content) > _LARGEST:
            text = _("There is more about you than fits in one of Discord's files. Ask whoever runs the bot for it.")
            await self._bot.discord_api.answer(interaction, notice(text))
            return
        if await self._sent(interaction, content):
            text = _("All that is stored about you is in a direct message to you.")
            await self._bot.discord_api.answer(interaction, notice(text))
        else:
            text = _("Your direct messages are closed to me, so here is all that is stored about you; only you see it.")
            await self._bot.discord_api.answer(interaction, _page(text, content))

    async def _sent(self, interaction: Interaction, content: bytes) -> bool:
        """Send the archive as a direct message and return whether that worked."""
        channel = await self._bot.discord_api.open_direct(interaction.user.id)
        if isinstance(channel, Refusal):
            return False
        text = _(
            "### What is stored about you\nThe archive holds it twice: for programs (`data.json`) and as tables (CSV)."
        )
        nonce = f"privacy-{interaction.id}"[:NONCE_LENGTH]
        return not isinstance(await self._bot.discord_api.post(channel, _page(text, content), nonce=nonce), Refusal)

    @app_commands.command(name="delete", description=N_("Delete all that is stored about you, for good"))
    async def delete(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Say what a deletion does, and ask for confirmation."""
        await self._bot.discord_api.defer(interaction)
        active = len(await self._bot.tables.games.of_person(interaction.user.id))
        lines = [
            _("### Delete all that is stored about you?"),
            _("Your preferences, vacations, ratings and your name go. This can't be taken back."),
            _("Games you played stay for those you played them with: your seat keeps no name and no number of yours."),
        ]
        if active:
            lines.append(
                ngettext(
                    "You are at {count} table: your seat goes to a computer.",
                    "You are at {count} tables: your seats go to computers.",
                    active,
                ).format(count=active)
            )
        lines.append(_("Messages already sent in Discord stay there. `/privacy export` gives you a copy of all first."))
        now = self._bot.seconds()
        identity = custom_id("privacy-delete", 0, 0, str(now))
        row: ui.ActionRow[Any] = ui.ActionRow(button(_("Delete everything"), identity, STOP))
        await self._bot.discord_api.answer(interaction, notice("\n".join(lines), row))

    async def _confirmed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        if self._bot.seconds() - number(press.rest) > _DAY:
            text = _("That question is more than a day old. Use `/privacy delete` again.")
        else:
            await self._bot.privacy.delete(interaction.user.id)
            text = _("All that was stored about you is deleted.")
        await self._bot.discord_api.answer(interaction, notice(text))


def _page(text: str, content: bytes) -> Page:
    return Page(ui.TextDisplay(text), ui.File(f"attachment://{_FILE}"), attachments=[Attachment(_FILE, content)])


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Privacy(bot))
