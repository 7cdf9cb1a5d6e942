"""House rules chosen in menus or as text: for a table in its lobby, or as the usual ones of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from discord import ui

from bot.canasta.rules import RulesError
from bot.client.client import CanastaBot
from bot.data.tables import Status
from bot.tables.errors import NotAllowed, WrongStatus
from bot.tables.rules import defaults, house_rules
from bot.tables.rules.game_rules import rules_of
from bot.ui.actions import Interaction, Press
from bot.ui.page import Page, notice
from bot.ui.pages import house_rules_page, lobby_page
from bot.ui.permissions import moderates
from bot.ui.words.refusals import REFUSED, sentence
from cogs.frame import Cog, How, pressed, sets_rules


def _how_to_set(_interaction: Interaction, values: tuple[str, ...]) -> How:
    """Return how a chosen value is answered: another number is typed in a form."""
    return How.FORM if values == (house_rules_page.OTHER,) else How.IN_PLACE


class HouseRulesCog(Cog):
    """A private panel for the house rules of a lobby or a server."""

    @pressed(lobby_page.House, how=How.APART)
    async def _opened(self, interaction: Interaction, press: Press[lobby_page.House]) -> Page:
        """Show the panel, or the house rules alone to whoever may not change them."""
        table = await self._services.tables.get(press.action.table)
        if interaction.user.id != table.host_id and not moderates(interaction.permissions):
            return house_rules_page.shown(table)
        return await self._panel(interaction, house_rules_page.ShowRule(press.action.table, press.action.version, ""))

    @pressed(house_rules_page.ShowRule)
    async def _turned(self, interaction: Interaction, press: Press[house_rules_page.ShowRule]) -> Page:
        """Show the subject or rule that was chosen."""
        chosen = press.value if press.values else press.action.chosen
        return await self._panel(interaction, replace(press.action, chosen=chosen))

    @pressed(house_rules_page.HouseOf)
    async def _variant_chosen(self, interaction: Interaction, press: Press[house_rules_page.HouseOf]) -> Page:
        return await self._panel(interaction, house_rules_page.ShowRule(0, 0, press.value))

    @pressed(house_rules_page.SetRule, how=_how_to_set)
    async def _value_chosen(self, interaction: Interaction, press: Press[house_rules_page.SetRule]) -> Page | ui.Modal:
        """Set the chosen value, or open the form to type one."""
        rule, value = press.action, press.value
        if value == house_rules_page.OTHER:
            return await self._form(interaction, rule)

        def changed(own: Mapping[str, object]) -> Mapping[str, object]:
            if value == house_rules_page.USUAL:
                return _without(own, rule.chosen)
            return {**own, **house_rules.read(value)}

        return await self._change(interaction, rule, changed)

    @pressed(house_rules_page.Clear)
    async def _cleared(self, interaction: Interaction, press: Press[house_rules_page.Clear]) -> Page:
        return await self._change(interaction, replace(press.action, chosen=""), lambda own: {})

    @pressed(house_rules_page.ShowCode, how=How.APART)
    async def _code_wanted(self, interaction: Interaction, press: Press[house_rules_page.ShowCode]) -> Page:
        """Show the code of a server's or a table's house rules; a table's to everybody, as its rules are."""
        if press.action.table:
            rules = rules_of(await self._services.tables.get(press.action.table))
            return notice(house_rules_page.code(dict(rules.house)))
        return notice(house_rules_page.code((await self._place(interaction, press.action)).house))

    @pressed(house_rules_page.WriteRule, how=How.FORM)
    async def _form_wanted(self, interaction: Interaction, press: Press[house_rules_page.WriteRule]) -> ui.Modal:
        return await self._form(interaction, press.action)

    async def _form(self, interaction: Interaction, rule: house_rules_page.Rule) -> ui.Modal:
        """Return the form for one rule's value, or for all house rules as a list or code."""
        return house_rules_page.written_form(await self._place(interaction, rule), rule.chosen)

    @pressed(house_rules_page.Written)
    async def _form_sent(self, interaction: Interaction, press: Press[house_rules_page.Written]) -> Page:
        text, chosen = press.value.strip(), press.action.chosen

        def changed(own: Mapping[str, object]) -> Mapping[str, object]:
            if chosen not in house_rules.KNOWN:
                return house_rules.read(text) if text else {}
            return {**_without(own, chosen), **({chosen: house_rules.read_value(chosen, text)} if text else {})}

        return await self._change(interaction, press.action, changed)

    async def _change(
        self,
        interaction: Interaction,
        rule: house_rules_page.Rule,
        changed: Callable[[Mapping[str, object]], Mapping[str, object]],
    ) -> Page:
        """Change the house rules and return the panel, opened at the chosen group or rule."""
        remark = None
        try:
            place = await self._place(interaction, rule)
            await self._keep(interaction, place, changed(place.house))
        except REFUSED as error:
            remark = sentence(error)
        return await self._panel(interaction, rule, remark)

    async def _place(self, interaction: Interaction, rule: house_rules_page.Rule) -> house_rules_page.Chosen:
        """Return the lobby or server that a step is about.

        Raises an error of `REFUSED` if the person may not change its house rules (now).
        """
        if rule.table:
            table = await self._services.tables.get(rule.table)
            if interaction.user.id != table.host_id and not moderates(interaction.permissions):
                raise NotAllowed(table.host_id)
            if table.status is not Status.LOBBY:
                raise WrongStatus(table)
            return house_rules_page.Chosen(
                table,
                table.variant,
                table.layout,
                house_rules.with_present_names(table.variant, table.layout, table.house),
            )
        variant = rule.variant
        own = (await self._services.servers.get(sets_rules(interaction))).house.get(variant, {})
        try:
            layout = defaults.layout_for(variant, own)
            return house_rules_page.Chosen(None, variant, layout, house_rules.with_present_names(variant, layout, own))
        except RulesError:
            # The variant has changed since: house rules that no longer work can only be replaced.
            return house_rules_page.Chosen(None, variant, defaults.layout_for(variant, {}), {})

    async def _keep(self, interaction: Interaction, place: house_rules_page.Chosen, own: Mapping[str, object]) -> None:
        """Store the house rules of a lobby or a server. Raises an error of `REFUSED` if they can't be played."""
        if len(house_rules.write(own)) > house_rules.LONGEST:
            raise RulesError("house-rules-long", most=house_rules.LONGEST)
        if place.table is not None:
            await self._services.tables.lobbies.set_up(
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
        await self._services.servers.set_house(interaction.guild_id, place.variant, own)

    async def _panel(self, interaction: Interaction, rule: house_rules_page.Rule, remark: str | None = None) -> Page:
        """Return the panel as it is now, opened at the chosen group or rule."""
        place = await self._place(interaction, rule)
        # Every rule is tried out to see if it makes a difference, which would keep everybody else waiting.
        return await asyncio.to_thread(house_rules_page.panel, place, rule.chosen, remark)


def _without(own: Mapping[str, object], name: str) -> dict[str, object]:
    return {one: value for one, value in own.items() if one != name}


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(HouseRulesCog(bot))
