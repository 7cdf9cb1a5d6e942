"""Choosing house rules by menus or as text: for a table in its lobby, and those that a server usually plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import discord
from discord import ui
from discord.ext import commands

from bot.buttons import Interaction, Press, button, custom_id, field, form, menus, shortened
from bot.canasta.rules import Parameter, Rules, RulesError, load_rules, value_of
from bot.client import CanastaBot
from bot.outbound import Page
from bot.permissions import moderates
from bot.tables import NotAllowed, Status, Table, WrongStatus, house, panels, usual, values, words
from bot.texts import N_, _, pgettext
from cogs.refusals import REFUSED, NotManager, sentence

#: Values of menus that stand for no value of a rule.
_USUAL = "usual"
_OTHER = "other"
#: How a word is marked that a list holds, and one that it doesn't.
_IN, _OUT = "☑", "☐"
#: How long a value may be that is written.
_ONE_VALUE = 200

_SUBJECTS = {
    "": N_("The game as a whole"),
    "side": N_("Who plays with whom"),
    "pack": N_("Packs and jokers"),
    "values": N_("What cards count"),
    "deal": N_("The deal"),
    "turn": N_("A turn"),
    "threes": N_("Threes"),
    "melds": N_("Melds"),
    "ranks": N_("Ranks that are special"),
    "wilds": N_("Melds of wild cards"),
    "twos": N_("Melds of twos"),
    "sequences": N_("Runs"),
    "canastas": N_("Canastas and their bonuses"),
    "opening": N_("The first meld of a side"),
    "pile": N_("Taking the pile"),
    "discards": N_("Discards"),
    "out": N_("Going out"),
    "stock": N_("When the stock is empty"),
    "extra": N_("Extra and special hands"),
    "score": N_("The score"),
}

#: What is changed most often in few words, by rule, or by rule and value where the value is no number.
_OFTEN = {
    "target": N_("Play to {value} points"),
    "pile.always_frozen=yes": N_("Pile always frozen"),
    "pile.always_frozen=no": N_("Pile not always frozen"),
    "melds.max_wilds": N_("Wild cards in a meld: {value} at most"),
    "out.canastas": N_("Canastas to go out: {value}"),
    "deal.hand": N_("Cards for each player: {value}"),
    "turn.draw": N_("Cards drawn in a turn: {value}"),
    "out.ask=no": N_("No asking before going out"),
    "out.ask=may": N_("You may ask before going out"),
    "out.ask=must": N_("You must ask before going out"),
    "discards.wilds=free": N_("Wild cards may be discarded"),
    "discards.wilds=last-or-forced": N_("Wild cards: discarded last, or by force"),
    "discards.wilds=forced": N_("Wild cards: discarded by force only"),
    "threes.black_meld=never": N_("Black threes are never laid"),
    "threes.black_meld=going-out": N_("Black threes laid when going out"),
    "threes.black_meld=all": N_("Black threes laid only all at once"),
}


@dataclass(frozen=True, slots=True)
class _Place:
    """Whose house rules are being chosen: a lobby's, or (without a table) those a server has for a variant."""

    table: Table | None
    variant: str
    layout: str
    house: Mapping[str, object]

    def identity(self, action: str, chosen: str = "") -> str:
        """The custom id of a press about the chosen group (ends with `.`) or rule."""
        table, version = (self.table.id, self.table.version) if self.table else (0, 0)
        return custom_id(action, table, version, f"{'' if self.table else self.variant}/{chosen}")

    def rules(self) -> Rules:
        """The rules as they are chosen so far. Raises `RulesError`."""
        return load_rules(self.variant, self.layout, house=self.house)


class HouseRules(commands.Cog):
    """One private panel for the house rules of a lobby or a server."""

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
        await self._bot.outbound.defer(interaction)
        await self._show(interaction, press, "")

    async def _turned(self, interaction: Interaction, press: Press) -> None:
        """Another subject or rule was chosen."""
        await self._bot.outbound.acknowledge(interaction)
        await self._show(interaction, press, press.value if press.values else _chosen(press))

    async def _variant_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        await self._show(interaction, replace(press, rest=f"{press.value}/"), "")

    async def _value_chosen(self, interaction: Interaction, press: Press) -> None:
        """A value was chosen, or that it shall be typed."""
        if press.value == _OTHER:
            await self._form_wanted(interaction, press)
            return
        await self._bot.outbound.acknowledge(interaction)
        chosen = _chosen(press)

        def changed(own: Mapping[str, object]) -> Mapping[str, object]:
            if press.value == _USUAL:
                return _without(own, chosen)
            return {**own, **house.read(press.value)}

        await self._change(interaction, press, chosen, changed)

    async def _cleared(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        await self._change(interaction, press, "", lambda own: {})

    async def _form_wanted(self, interaction: Interaction, press: Press) -> None:
        """Open the form for one rule's value, or for all house rules as a list or code."""
        try:
            place = await self._place(interaction, press)
            await self._bot.outbound.open_form(interaction, lambda: self._form(place, _chosen(press)))
        except REFUSED as error:
            await self._bot.outbound.acknowledge(interaction)
            await self._bot.outbound.answer(interaction, panels.notice(sentence(error)))

    async def _form_sent(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        text, chosen = press.value.strip(), _chosen(press)

        def changed(own: Mapping[str, object]) -> Mapping[str, object]:
            if chosen not in house.KNOWN:
                return house.read(text) if text else {}
            return {**_without(own, chosen), **({chosen: house.read_value(chosen, text)} if text else {})}

        await self._change(interaction, press, chosen, changed)

    async def _change(
        self,
        interaction: Interaction,
        press: Press,
        chosen: str,
        changed: Callable[[Mapping[str, object]], Mapping[str, object]],
    ) -> None:
        """Make other house rules of those there are and show the panel, opened at the chosen group or rule."""
        remark = None
        try:
            place = await self._place(interaction, press)
            await self._keep(interaction, place, changed(place.house))
        except REFUSED as error:
            remark = sentence(error)
        await self._show(interaction, press, chosen, remark)

    async def _place(self, interaction: Interaction, press: Press) -> _Place:
        """What a press is about. Raises `REFUSED` where the person may not change that (now)."""
        if press.table:
            table = await self._bot.tables.get(press.table)
            if interaction.user.id != table.host_id and not moderates(interaction.permissions):
                raise NotAllowed(table.host_id)
            if table.status is not Status.LOBBY:
                raise WrongStatus(table)
            return _Place(table, table.variant, table.layout, house.present(table.variant, table.layout, table.house))
        if interaction.guild_id is None or not interaction.permissions.manage_guild:
            raise NotManager
        variant = press.rest.partition("/")[0]
        own = (await self._bot.tables.servers.get(interaction.guild_id)).house.get(variant, {})
        try:
            layout = usual.layout_for(variant, own)
            return _Place(None, variant, layout, house.present(variant, layout, own))
        except RulesError:
            # The variant has changed since: what can't be played any more can only be replaced.
            return _Place(None, variant, usual.layout_for(variant, {}), {})

    async def _keep(self, interaction: Interaction, place: _Place, own: Mapping[str, object]) -> None:
        """Have a lobby or a server play by these house rules. Raises `REFUSED`."""
        if len(house.write(own)) > house.LONGEST:
            raise RulesError("house-rules-long", most=house.LONGEST)
        if place.table is not None:
            await self._bot.tables.set_up(
                place.table.id,
                interaction.user.id,
                variant=place.variant,
                layout=place.layout,
                house=own,
                moderator=moderates(interaction.permissions),
            )
            return
        assert interaction.guild_id is not None
        usual.layout_for(place.variant, own)
        await self._bot.tables.servers.set_house(interaction.guild_id, place.variant, own)

    async def _show(self, interaction: Interaction, press: Press, chosen: str, remark: str | None = None) -> None:
        """Show the panel as it is now, opened at the chosen group or rule."""
        try:
            page = self._panel(await self._place(interaction, press), chosen, remark)
        except REFUSED as error:
            page = panels.notice(sentence(error))
        await self._bot.outbound.answer(interaction, page)

    # -- what is shown

    def _panel(self, place: _Place, chosen: str, remark: str | None) -> Page:
        rules = place.rules()
        subject = chosen.rpartition(".")[0]
        first = subject.partition(".")[0]
        parameter = house.KNOWN.get(chosen)
        found = house.groups(rules)
        if parameter is not None and parameter not in found.get(subject, ()):
            found.setdefault(subject, []).append(parameter)

        items: list[ui.Item[Any]] = [ui.TextDisplay(_heading(place, rules))]
        if place.table is None:
            items += panels.variant_menus(_("Of which variant?"), "house-of", place.variant)
        items += _common_menus(place, rules)
        subjects = [
            discord.SelectOption(label=_(name), value=f"{group}.", default=bool(chosen) and group == first)
            for group, name in _SUBJECTS.items()
            if group in found or any(one.startswith(f"{group}.") for one in found)
        ]
        items += menus(_("All rules: choose a subject"), place.identity("house-at"), subjects)
        ranks = [
            discord.SelectOption(
                label=values.rank(group.removeprefix(f"{first}.")), value=f"{group}.", default=group == subject
            )
            for group in found
            if first and group.startswith(f"{first}.")
        ]
        items += menus(_("Choose a rank"), place.identity("house-at", f"{first}."), ranks)
        if chosen and subject in found:
            options = [_rule_option(one, rules, chosen) for one in found[subject]]
            items += menus(_("Choose a rule"), place.identity("house-at", f"{subject}."), options)
        if parameter is not None:
            items.append(ui.TextDisplay(_about(parameter, rules)))
            if options := _value_options(parameter, rules):
                items += menus(_("Choose how you play it"), place.identity("house-set", chosen), options)
            else:
                items.append(ui.ActionRow(button(_("Change…"), place.identity("house-text", chosen))))
        if remark:
            items.append(ui.TextDisplay(f"⚠️ **{remark}**"))
        row: ui.ActionRow[Any] = ui.ActionRow(
            button(_("Write or paste…"), place.identity("house-text")),
            button(_("All as usual"), place.identity("house-none"), disabled=not place.house),
        )
        if place.table is None:
            row.add_item(button(_("Back"), custom_id("settings", 0, 0)))
        return Page(*items, row)

    def _form(self, place: _Place, chosen: str) -> ui.Modal:
        parameter = house.KNOWN.get(chosen)
        if parameter is None:
            return form(
                _("House rules"),
                place.identity("set-house"),
                field(
                    _("How your rules differ"),
                    _("For example target=3000, pile.always_frozen=yes; or a code. Leave empty for none."),
                    house.write(place.house),
                    longest=house.LONGEST,
                ),
            )
        now = house.write({chosen: value_of(place.rules(), chosen)}).partition("=")[2]
        return form(
            _("House rules"),
            place.identity("set-house", chosen),
            field(
                parameter.name[:45],
                shortened(values.meaning(parameter)),
                now,
                longest=_ONE_VALUE,
                empty=_("Leave empty for the usual."),
            ),
        )


def _without(own: Mapping[str, object], name: str) -> dict[str, object]:
    return {one: value for one, value in own.items() if one != name}


def _chosen(press: Press) -> str:
    return press.rest.partition("/")[2]


def _heading(place: _Place, rules: Rules) -> str:
    title = _("### House rules of {variant}") if place.table else _("### House rules of {variant} in this server")
    return "\n".join(
        [
            title.format(variant=words.title(rules)),
            panels.own_rules(rules) or _("Everything is played as usual."),
        ]
    )


def _common_menus(place: _Place, rules: Rules) -> list[ui.ActionRow[Any]]:
    options = [
        discord.SelectOption(
            label=_often(house.write({parameter.name: value}), value),
            value=house.write({parameter.name: value}),
            description=_effect(rules, parameter, value),
        )
        for parameter, value in house.common(place.variant, place.layout, place.house)
    ]
    return menus(_("Often changed"), place.identity("house-set"), options)


def _often(written: str, value: object) -> str:
    """A common house rule (`NAME=VALUE`) in few words."""
    name = written.partition("=")[0]
    return _(_OFTEN.get(written) or _OFTEN[name]).format(value=values.words(house.KNOWN[name], value))


def _rule_option(parameter: Parameter, rules: Rules, chosen: str) -> discord.SelectOption:
    now = values.words(parameter, value_of(rules, parameter.name), rules)
    return discord.SelectOption(
        label=values.meaning(parameter).rstrip("."),
        value=parameter.name,
        description=pgettext("how a rule is played", "now: {value}").format(value=now),
        default=parameter.name == chosen,
    )


def _about(parameter: Parameter, rules: Rules) -> str:
    usual = load_rules(rules.id, rules.layout)
    return _("**{meaning}**\nUsually {usual}, now {now} (`{name}`).").format(
        meaning=values.meaning(parameter),
        usual=values.words(parameter, value_of(usual, parameter.name), usual),
        now=values.words(parameter, value_of(rules, parameter.name), rules),
        name=parameter.name,
    )


def _value_options(parameter: Parameter, rules: Rules) -> list[discord.SelectOption]:
    """The values to choose from, each with what it brings about; none for what can only be written, such as tables.

    Of a list of words each word can be put in, or taken out where it is marked.
    """
    now = value_of(rules, parameter.name)
    usual = value_of(load_rules(rules.id, rules.layout), parameter.name)
    if parameter.type == "list of words":
        held = cast(tuple[str, ...], now)
        return [
            discord.SelectOption(
                label=f"{_IN if word in held else _OUT} {values.words(parameter, word)}",
                value=house.write({parameter.name: value}) if value != usual else _USUAL,
                description=_effect(rules, parameter, value),
            )
            for word, value in house.switched(parameter, held)
        ]
    offered = house.values(parameter)
    if parameter.type.startswith("number"):
        offered = sorted({*offered, usual, now}, key=lambda value: -1 if value is None else cast(int, value))
    options = [
        discord.SelectOption(
            label=values.words(parameter, value),
            value=house.write({parameter.name: value}) if value != usual else _USUAL,
            description=_effect(rules, parameter, value),
            default=value == now,
        )
        for value in offered
    ]
    if options and parameter.type.startswith("number"):
        options.append(discord.SelectOption(label=_("Another number…"), value=_OTHER))
    return options


def _effect(rules: Rules, parameter: Parameter, value: object) -> str | None:
    """What a value brings about, as an option says it."""
    said = house.effect(rules, parameter.name, value)
    return None if said is None else said.replace("*", "")


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(HouseRules(bot))
