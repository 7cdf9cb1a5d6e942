"""House rules chosen in menus or as text: for a table in its lobby, or as the usual ones of a server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from discord.ext import commands

from bot.canasta.rules import RulesError
from bot.client import CanastaBot
from bot.tables import NotAllowed, Status, WrongStatus
from bot.tables.rules import defaults, house_rules
from bot.ui.actions import Interaction, Press
from bot.ui.page import notice
from bot.ui.pages import house_rules_page
from bot.ui.permissions import moderates
from bot.ui.words.refusals import REFUSED, NotManager, sentence


class HouseRules(commands.Cog):
    """A private panel for the house rules of a lobby or a server."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(
            house=self._opened,
            house_at=self._turned,
            house_of=self._variant_chosen,
            house_set=self._value_chosen,
            house_text=self._form_wanted,
            house_none=self._cleared,
            set_house=self._form_sent,
        )

    async def _opened(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        await self._show(interaction, press, "")

    async def _turned(self, interaction: Interaction, press: Press) -> None:
        """Show the subject or rule that was chosen."""
        await self._bot.discord_api.acknowledge(interaction)
        await self._show(interaction, press, press.value if press.values else _chosen(press))

    async def _variant_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._show(interaction, replace(press, rest=f"{press.value}/"), "")

    async def _value_chosen(self, interaction: Interaction, press: Press) -> None:
        """Set the chosen value, or open the form to type one."""
        if press.value == house_rules_page.OTHER:
            await self._form_wanted(interaction, press)
            return
        await self._bot.discord_api.acknowledge(interaction)
        chosen = _chosen(press)

        def changed(own: Mapping[str, object]) -> Mapping[str, object]:
            if press.value == house_rules_page.USUAL:
                return _without(own, chosen)
            return {**own, **house_rules.read(press.value)}

        await self._change(interaction, press, chosen, changed)

    async def _cleared(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._change(interaction, press, "", lambda own: {})

    async def _form_wanted(self, interaction: Interaction, press: Press) -> None:
        """Open the form for one rule's value, or for all house rules as a list or code."""
        try:
            place = await self._place(interaction, press)
            await self._bot.discord_api.open_form(
                interaction, lambda: house_rules_page.written_form(place, _chosen(press))
            )
        except REFUSED as error:
            await self._bot.discord_api.acknowledge(interaction)
            await self._bot.discord_api.answer(interaction, notice(sentence(error)))

    async def _form_sent(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        text, chosen = press.value.strip(), _chosen(press)

        def changed(own: Mapping[str, object]) -> Mapping[str, object]:
            if chosen not in house_rules.KNOWN:
                return house_rules.read(text) if text else {}
            return {**_without(own, chosen), **({chosen: house_rules.read_value(chosen, text)} if text else {})}

        await self._change(interaction, press, chosen, changed)

    async def _change(
        self,
        interaction: Interaction,
        press: Press,
        chosen: str,
        changed: Callable[[Mapping[str, object]], Mapping[str, object]],
    ) -> None:
        """Change the house rules and show the panel, opened at the chosen group or rule."""
        remark = None
        try:
            place = await self._place(interaction, press)
            await self._keep(interaction, place, changed(place.house))
        except REFUSED as error:
            remark = sentence(error)
        await self._show(interaction, press, chosen, remark)

    async def _place(self, interaction: Interaction, press: Press) -> house_rules_page.Chosen:
        """Return the lobby or server that a press is about.

        Raises an error of `REFUSED` if the person may not change its house rules (now).
        """
        if press.table:
            table = await self._bot.tables.get(press.table)
            if interaction.user.id != table.host_id and not moderates(interaction.permissions):
                raise NotAllowed(table.host_id)
            if table.status is not Status.LOBBY:
                raise WrongStatus(table)
            return house_rules_page.Chosen(
                table, table.variant, table.layout, house_rules.present(table.variant, table.layout, table.house)
            )
        if interaction.guild_id is None or not interaction.permissions.manage_guild:
            raise NotManager
        variant = press.rest.partition("/")[0]
        own = (await self._bot.servers.get(interaction.guild_id)).house.get(variant, {})
        try:
            layout = defaults.layout_for(variant, own)
            return house_rules_page.Chosen(None, variant, layout, house_rules.present(variant, layout, own))
        except RulesError:
            # The variant has changed since: house rules that no longer work can only be replaced.
            return house_rules_page.Chosen(None, variant, defaults.layout_for(variant, {}), {})

    async def _keep(self, interaction: Interaction, place: house_rules_page.Chosen, own: Mapping[str, object]) -> None:
        """Store the house rules of a lobby or a server. Raises an error of `REFUSED` if they can't be played."""
        if len(house_rules.write(own)) > house_rules.LONGEST:
            raise RulesError("house-rules-long", most=house_rules.LONGEST)
        if place.table is not None:
            await self._bot.tables.lobbies.set_up(
                place.table.id,
                interaction.user.id,
                variant=place.variant,
                layout=place.layout,
                house=own,
                moderator=moderates(interaction.permissions),
            )
            return
        assert interaction.guild_id is not None
        defaults.layout_for(place.variant, own)
        await self._bot.servers.set_house(interaction.guild_id, place.variant, own)

    async def _show(self, interaction: Interaction, press: Press, chosen: str, remark: str | None = None) -> None:
        """Show the panel as it is now, opened at the chosen group or rule."""
        try:
            page = house_rules_page.panel(await self._place(interaction, press), chosen, remark)
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)


def _without(own: Mapping[str, object], name: str) -> dict[str, object]:
    return {one: value for one, value in own.items() if one != name}


def _chosen(press: Press) -> str:
    return press.rest.partition("/")[2]


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(HouseRules(bot))
