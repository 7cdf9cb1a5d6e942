"""What a person prefers: one private panel for language, messages, looks, quiet hours, time zone and vacation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.client import CanastaBot
from bot.messages.discord_api import Page
from bot.store.people import Person
from bot.tables.rules import clock
from bot.tables.vacations import Vacation
from bot.ui import i18n, words
from bot.ui.components import Interaction, Press, Unreadable, button, custom_id, field, form, menus, number
from bot.ui.i18n import LANGUAGES, N_, _, ngettext
from bot.ui.pages import table_page
from bot.ui.pages.table_page import attachment, gallery
from bot.ui.words import time_zones
from bot.ui.words.refusals import REFUSED, sentence
from renderer import THEMES, Picture

Value = TypeVar("Value")

#: The value of menus that stands for the bot's own choice.
_OWN = "-"
#: Discord's limit of a menu's options, and how long the name of a place may be.
_OPTIONS = 25
_PLACE_LENGTH = 100
_DAY = 24 * 60
#: How long quiet hours are until somebody says otherwise, in minutes.
_NIGHT = 8 * 60
#: Lengths of a vacation to choose from, in days.
_VACATIONS = (1, 2, 3, 5, 7, 10, 14)

#: Preferences by which what is shown already looks otherwise.
_LOOKS = {"language", "pictures", "colours", "card_size", "theme"}

_THEMES = {"green": N_("Green table"), "night": N_("Dark table"), "light": N_("Light table")}


@dataclass(frozen=True, slots=True)
class _Panel:
    """What the panel is made from: the person, his vacation, the present time, and cards that show the looks."""

    person: Person
    vacation: Vacation
    now: int
    sample: Picture | None


class Preferences(commands.Cog):
    """The panel and what is pressed on it."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(
            preferences=self._opened,
            prefer=self._chosen,
            zones=self._zones_opened,
            zone=self._zone_chosen,
            zone_text=self._zone_form_wanted,
            zone_sent=self._zone_sent,
            vacation=self._vacation_pressed,
        )

    @app_commands.command(name="preferences", description=N_("Set language, messages, looks, quiet hours and vacation"))
    @app_commands.rename(zone="time-zone")
    @app_commands.describe(zone=N_("Your time zone: type your city, your country, or the time it is with you"))
    async def preferences(
        self, interaction: discord.Interaction[CanastaBot], zone: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Show the panel, perhaps with another time zone."""
        await self._bot.outbound.defer(interaction)
        if zone is None:
            await self._show(interaction)
        else:
            await self._find_zone(interaction, zone)

    @preferences.autocomplete("zone")
    async def _complete_zone(
        self, interaction: discord.Interaction[CanastaBot], text: str
    ) -> list[app_commands.Choice[str]]:
        now = self._bot.seconds()
        found = await self._found(text) if text.strip() else time_zones.usual(interaction.locale.value)
        choices = [
            app_commands.Choice(name=time_zones.described(zone, now, i18n.language()), value=zone)
            for zone in found[:_OPTIONS]
        ]
        await self._bot.outbound.suggest(interaction, choices)
        return []

    # -- presses

    async def _opened(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        await self._show(interaction)

    async def _chosen(self, interaction: Interaction, press: Press) -> None:
        """A button says `NAME=VALUE`, a menu the name alone."""
        await self._bot.outbound.acknowledge(interaction)
        name, _sign, value = press.rest.partition("=")
        if name not in _CHANGES:
            raise Unreadable
        person = await self._bot.tables.people.get(interaction.user.id)
        changes = _CHANGES[name](person, press.value if press.values else value)
        if "quiet_from" in changes and changes["quiet_from"] is not None and person.time_zone is None:
            remark = _("Quiet hours go by your time zone: choose it first.")
            await self._show_zones(interaction, None, remark)
            return
        await self._prefer(interaction, changes)

    async def _prefer(self, interaction: Interaction, changes: Mapping[str, str | int | None]) -> None:
        user = interaction.user.id
        person = await self._bot.tables.prefer(user, **changes)
        i18n.speak(person.language or interaction.locale.value)
        if "direct" in changes:
            await self._bot.teller.write_again(user)
            for table in await self._bot.tables.of_person(user):
                self._bot.teller.wake(table.id)
        await self._show(interaction)
        if _LOOKS.intersection(changes):
            await self._bot.redraw(user)

    async def _zones_opened(self, interaction: Interaction, press: Press) -> None:
        """The choice of a time zone was opened, or a region chosen there."""
        await self._bot.outbound.acknowledge(interaction)
        await self._show_zones(interaction, press.value if press.values else None)

    async def _zone_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        if press.value not in clock.zones():
            raise Unreadable
        await self._prefer(interaction, {"time_zone": press.value})

    async def _zone_form_wanted(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.open_form(interaction, _zone_form)

    async def _zone_sent(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        await self._find_zone(interaction, press.value)

    async def _find_zone(self, interaction: Interaction, text: str) -> None:
        """Take the only zone that a text may mean, else ask which."""
        found = [text] if text in clock.zones() else await self._found(text)
        if len(found) == 1:
            await self._prefer(interaction, {"time_zone": found[0]})
        elif found:
            remark = _("That can be several places: choose one whose clocks show your time.")
            await self._show_zones(interaction, None, remark, found)
        else:
            remark = _(
                "I know no place called “{text}”. Type the largest city near you, your country, or the time it is "
                "with you now, for example 21:35."
            )
            await self._show_zones(interaction, None, remark.format(text=words.plain(text[:40])))

    async def _found(self, text: str) -> list[str]:
        """The zones that a text may mean. Names in a new language take a while to gather, so not on the event loop."""
        return await asyncio.to_thread(time_zones.found, text, self._bot.seconds(), i18n.language())

    async def _vacation_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open the choice of a vacation's length, begin one, or end it."""
        await self._bot.outbound.acknowledge(interaction)
        tables, user = self._bot.tables, interaction.user.id
        if press.rest == "end":
            await tables.end_vacation(user)
            await self._show(interaction)
        elif press.values:
            if number(press.value) not in _VACATIONS:
                raise Unreadable
            try:
                await tables.begin_vacation(user, number(press.value) * clock.DAY)
            except REFUSED as error:
                await self._show(interaction, sentence(error))
            else:
                await self._show(interaction)
        else:
            await self._bot.outbound.answer(interaction, _vacation_page(await tables.vacation(user)))

    # -- what is shown

    async def _show(self, interaction: Interaction, remark: str | None = None) -> None:
        user = interaction.user.id
        person = await self._bot.tables.people.get(user)
        sample = await self._bot.pictures.sample(person) if person.pictures else None
        panel = _Panel(person, await self._bot.tables.vacation(user), self._bot.seconds(), sample)
        await self._bot.outbound.answer(interaction, _page(panel, remark))

    async def _show_zones(
        self, interaction: Interaction, region: str | None, remark: str | None = None, found: Sequence[str] = ()
    ) -> None:
        """Show the choice of a time zone: regions, and the zones of one, or those that were found."""
        page = _zones_page(found or time_zones.COMMON.get(region or "", ()), region, remark, self._bot.seconds())
        await self._bot.outbound.answer(interaction, page)


def _zone_form() -> ui.Modal:
    hint = _("Your city, your country, or the time it is with you now, for example 21:35")
    place = field(_("Where are you?"), hint, longest=_PLACE_LENGTH)
    return form(_("Your time zone"), custom_id("zone-sent", 0, 0), place)


def _flag(name: str) -> Callable[[Person, str], dict[str, str | int | None]]:
    return lambda _person, value: {name: _among(number(value), (0, 1))}


def _language(_person: Person, value: str) -> dict[str, str | int | None]:
    return {"language": None if value == _OWN else _among(value, LANGUAGES)}


def _quiet_from(person: Person, value: str) -> dict[str, str | int | None]:
    if value == _OWN:
        return {"quiet_from": None, "quiet_until": None}
    start = _among(number(value), range(_DAY))
    until = person.quiet_until
    if until is None or not 0 < (until - start) % _DAY <= clock.LONGEST_QUIET_MINUTES:
        until = (start + _NIGHT) % _DAY
    return {"quiet_from": start, "quiet_until": until}


def _quiet_until(person: Person, value: str) -> dict[str, str | int | None]:
    until = _among(number(value), range(_DAY))
    start = person.quiet_from
    if start is None or not 0 < (until - start) % _DAY <= clock.LONGEST_QUIET_MINUTES:
        start = (until - _NIGHT) % _DAY
    return {"quiet_from": start, "quiet_until": until}


#: What a choice changes; `Unreadable` for one that isn't there. Quiet hours that would be too long are shortened.
_CHANGES: dict[str, Callable[[Person, str], dict[str, str | int | None]]] = {
    "language": _language,
    "direct": _flag("direct"),
    "pictures": _flag("pictures"),
    "reminders": _flag("reminders"),
    "colours": lambda _person, value: {"colours": _among(number(value), (2, 4))},
    "card_size": lambda _person, value: {"card_size": _among(value, ("normal", "large"))},
    "theme": lambda _person, value: {"theme": _among(value, THEMES)},
    "quiet_from": _quiet_from,
    "quiet_until": _quiet_until,
}


def _among(value: Value, allowed: Container[object]) -> Value:
    if value not in allowed:
        raise Unreadable
    return value


def _page(panel: _Panel, remark: str | None) -> Page:
    person = panel.person
    text = [
        _("### Your preferences"),
        _("They hold in every server and in direct messages."),
        _language_line(person),
        _("**Direct messages:** your hand and your turns come as direct messages.")
        if person.direct
        else _(
            "**Direct messages:** none. You are called in the channel; **My hand** under the table is for your eyes only."
        ),
        _looks_line(person),
        _("**Reminders:** on.")
        if person.reminders
        else _("**Reminders:** off; you are called once, when your turn comes."),
        _quiet_line(person, panel.now),
        _vacation_line(panel.vacation),
    ]
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(text))]
    if remark:
        items.append(ui.TextDisplay(f"⚠️ **{remark}**"))
    if panel.sample is not None:
        items.append(gallery("sample.png", panel.sample))
    items += [
        *menus(_("Language"), _prefer("language"), _languages(person)),
        ui.ActionRow(
            _switch("direct", person.direct, _("No direct messages"), _("Send me direct messages")),
            _switch("reminders", person.reminders, _("No reminders"), _("Remind me")),
            _switch("pictures", person.pictures, _("Text, no pictures"), _("Show pictures")),
        ),
    ]
    if person.pictures:
        large, four = person.card_size == "large", person.colours == 4
        items += [
            *menus(_("Colours of the table"), _prefer("theme"), _themes(person)),
            ui.ActionRow(
                button(
                    _("Usual cards") if large else _("Large cards"),
                    _prefer(f"card_size={'normal' if large else 'large'}"),
                ),
                button(
                    _("Two-colour cards") if four else _("Four-colour cards"), _prefer(f"colours={2 if four else 4}")
                ),
            ),
        ]
    items += [
        *menus(
            _("Quiet hours from"),
            _prefer("quiet_from"),
            _hours(person.quiet_from, _("No quiet hours"), N_("Quiet from {time}")),
        ),
        *menus(
            _("Quiet hours until"), _prefer("quiet_until"), _hours(person.quiet_until, None, N_("Quiet until {time}"))
        ),
        ui.ActionRow(
            button(_("Time zone…"), custom_id("zones", 0, 0)),
            button(_("Back from vacation"), custom_id("vacation", 0, 0, "end"), discord.ButtonStyle.success)
            if panel.vacation.until is not None
            else button(
                _("Vacation…"),
                custom_id("vacation", 0, 0, "choose"),
                disabled=panel.vacation.left < clock.SHORTEST_VACATION,
            ),
        ),
    ]
    return Page(*items, attachments=[attachment("sample.png", panel.sample)] if panel.sample else [])


def _prefer(rest: str) -> str:
    return custom_id("prefer", 0, 0, rest)


def _switch(name: str, on: bool, turn_off: str, turn_on: str) -> ui.Item[Any]:
    """A button that turns something to what it isn't now."""
    return button(turn_off if on else turn_on, _prefer(f"{name}={int(not on)}"))


def _language_line(person: Person) -> str:
    if person.language is None:
        return _("**Language:** that of your Discord.")
    return _("**Language:** {language}.").format(language=LANGUAGES.get(person.language, person.language))


def _looks_line(person: Person) -> str:
    if not person.pictures:
        return _("**Cards and table:** in words.")
    parts = [
        _("four colours") if person.colours == 4 else _("two colours"),
        _("large") if person.card_size == "large" else _("usual size"),
        _(_THEMES[person.theme]).lower() if person.theme in _THEMES else person.theme,
    ]
    return _("**Cards and table:** in pictures; {looks}.").format(looks=", ".join(parts))


def _quiet_line(person: Person, now: int) -> str:
    where = None if person.time_zone is None else time_zones.described(person.time_zone, now, i18n.language())
    if person.quiet_from is None or person.quiet_until is None or where is None:
        line = _("**Quiet hours:** none.")
    else:
        line = _("**Quiet hours:** from {start} to {end}; you aren't called then, and your clock stands still.").format(
            start=_clock_time(person.quiet_from), end=_clock_time(person.quiet_until)
        )
    zone = _("**Time zone:** not known.") if where is None else _("**Time zone:** {place} now.").format(place=where)
    return f"{line}\n{zone}"


def _vacation_line(vacation: Vacation) -> str:
    days = vacation.left // clock.DAY
    left = ngettext("{count} day", "{count} days", days).format(count=days)
    if vacation.until is not None:
        text = _(
            "**Vacation:** until <t:{until}:f>, or until you make a move; after it you have {left} until <t:{renewed}:D>."
        )
        return text.format(until=vacation.until, left=left, renewed=vacation.renewed)
    return _("**Vacation:** none now; you have {left} until <t:{renewed}:D>.").format(
        left=left, renewed=vacation.renewed
    )


def _languages(person: Person) -> list[discord.SelectOption]:
    own = discord.SelectOption(label=_("Language: that of my Discord"), value=_OWN, default=person.language is None)
    return [own, *table_page.language_options(person.language)]


def _themes(person: Person) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=_(_THEMES.get(theme, theme)), value=theme, default=theme == person.theme)
        for theme in THEMES
    ]


def _hours(chosen: int | None, none: str | None, label: str) -> list[discord.SelectOption]:
    """The hours of a day; one between them that was chosen in another way is kept."""
    minutes = sorted({*range(0, _DAY, 60), *([] if chosen is None else [chosen])})
    options = [
        discord.SelectOption(
            label=_(label).format(time=_clock_time(minute)), value=str(minute), default=minute == chosen
        )
        for minute in minutes
    ]
    if none is not None:
        options.insert(0, discord.SelectOption(label=none, value=_OWN, default=chosen is None))
    return options


def _clock_time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _zones_page(offered: Sequence[str], region: str | None, remark: str | None, now: int) -> Page:
    items: list[ui.Item[Any]] = [
        ui.TextDisplay(_("### Your time zone\nChoose your region and then a place whose clocks show your time."))
    ]
    if remark:
        items.append(ui.TextDisplay(f"⚠️ **{remark}**"))
    regions = [discord.SelectOption(label=_(one), value=one, default=one == region) for one in time_zones.COMMON]
    items.extend(menus(_("Where do you live?"), custom_id("zones", 0, 0, "region"), regions))
    if offered:
        options = [
            discord.SelectOption(label=time_zones.described(zone, now, i18n.language()), value=zone)
            for zone in offered[:_OPTIONS]
        ]
        items.extend(menus(_("Which place?"), custom_id("zone", 0, 0), options))
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Type my city or my time…"), custom_id("zone-text", 0, 0)),
        button(_("Back"), custom_id("preferences", 0, 0)),
    )
    return Page(*items, row)


def _vacation_page(vacation: Vacation) -> Page:
    text = _(
        "### Vacation\nAll your clocks stand still and nobody calls you, until it ends or you make a move. "
        "At least one day of your allowance is used up."
    )
    options = [
        discord.SelectOption(label=ngettext("{count} day", "{count} days", days).format(count=days), value=str(days))
        for days in _VACATIONS
        if days * clock.DAY <= vacation.left
    ]
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"{text}\n{_vacation_line(vacation)}")]
    items += menus(_("Begin now, for how long?"), custom_id("vacation", 0, 0, "begin"), options)
    items.append(ui.ActionRow(button(_("Back"), custom_id("preferences", 0, 0))))
    return Page(*items)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Preferences(bot))
