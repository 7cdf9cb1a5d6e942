"""The private list of people with whom somebody doesn't want to be put together."""

from __future__ import annotations

import discord

from bot.client.client import CanastaBot
from bot.data.people import MOST_AVOIDED, NamedPerson
from bot.ui.actions import Interaction, Press, number
from bot.ui.i18n import _, ngettext
from bot.ui.limits import MENU_OPTIONS
from bot.ui.page import Page
from bot.ui.pages import avoid_page
from bot.ui.words import person_names
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, does, pressed


class AvoidCog(Cog):
    """The list, and how it is changed. Nobody learns that they are on it."""

    @does("canasta avoid")
    async def avoid(self, interaction: Interaction, player: discord.User | None) -> Page:
        """Show the list; with a person, put them on it first."""
        if player is None:
            return await self._page(interaction)
        if player.bot:
            raise Refused(_("{name} is a bot. Choose a person.").format(name=person_names.plain(player.name)))
        return await self._avoid(interaction, NamedPerson(player.id, player.display_name))

    @pressed(avoid_page.ChooseAvoided)
    async def _chosen(self, interaction: Interaction, press: Press[avoid_page.ChooseAvoided]) -> Page:
        return await self._avoid(interaction, NamedPerson(*self.chosen_person(interaction, press.value)))

    @pressed(avoid_page.AvoidMet)
    async def _met_chosen(self, interaction: Interaction, press: Press[avoid_page.AvoidMet]) -> Page:
        met = await self._services.avoid.met(interaction.user.id, MENU_OPTIONS)
        person = next((one for one in met if one.user_id == number(press.value)), None)
        return await (self._page(interaction) if person is None else self._avoid(interaction, person))

    @pressed(avoid_page.AvoidNoLonger)
    async def _taken_off(self, interaction: Interaction, press: Press[avoid_page.AvoidNoLonger]) -> Page:
        avoid, user_id = self._services.avoid, interaction.user.id
        # A person whose data was deleted has a number below 0.
        person = next((one for one in await avoid.of(user_id) if str(one.user_id) == press.value), None)
        if person is not None:
            await avoid.remove(user_id, person.user_id)
        return await self._page(interaction)

    async def _avoid(self, interaction: Interaction, other: NamedPerson) -> Page:
        if other.user_id == interaction.user.id:
            return await self._page(interaction, _("You can't avoid yourself."))
        if await self._services.avoid.add(interaction.user.id, other):
            return await self._page(interaction)
        full = ngettext(
            "You avoid {count} person already: take somebody off the list first.",
            "You avoid {count} people already: take somebody off the list first.",
            MOST_AVOIDED,
        )
        return await self._page(interaction, full.format(count=MOST_AVOIDED))

    async def _page(self, interaction: Interaction, remark: str | None = None) -> Page:
        user_id, avoid = interaction.user.id, self._services.avoid
        return avoid_page.page(
            await avoid.of(user_id),
            await avoid.met(user_id, MENU_OPTIONS),
            in_server=interaction.guild_id is not None,
            remark=remark,
        )


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(AvoidCog(bot))
