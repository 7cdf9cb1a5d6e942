"""A person's preferences: one private panel of three pages, and what is done about what is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping, Sequence
from typing import TypeVar

import discord
from discord import app_commands, ui

from bot.client.client import CanastaBot
from bot.data.people import Person
from bot.tables.rules import clock, zones
from bot.ui import i18n
from bot.ui.actions import Interaction, Press, Unreadable, number
from bot.ui.i18n import N_, _, languages
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Page
from bot.ui.pages import help_page, preferences_page
from bot.ui.pages.preferences_page import Pane
from bot.ui.typed_names import Offer
from bot.ui.words import person_names, time_zones
from bot.ui.words.command_names import choices
from bot.ui.words.refusals import REFUSED, sentence
from cogs.frame import Cog, How, answered_by_what, completes, pressed
from renderer import BACKS, THEMES

Value = TypeVar("Value")

#: Minutes that quiet hours last unless the person sets another length.
_NIGHT = 8 * 60

#: Preferences that change the looks of messages already shown.
_LOOKS = {"language", "tips", "safe_first", "pictures", "colours", "card_size", "theme", "back"}

#: Preferences that say which messages there are.
_MESSAGES = {"direct", "pinged", "heads_up"}


class PreferencesCog(Cog):
    """The panel and its buttons and menus."""

    @app_commands.command(name="preferences", description=N_("Set language, messages, looks, quiet hours and vacation"))
    @app_commands.rename(zone="time-zone")
    @app_commands.describe(
        zone=N_("Your time zone: type your city, your country or your local time"),
        what=N_("What you want to do (empty: a page with everything)"),
    )
    @app_commands.choices(what=choices("preferences"))
    @answered_by_what
    async def preferences(
        self,
        interaction: discord.Interaction[CanastaBot],
        zone: app_commands.Range[str, 1, 100] | None = None,
        what: app_commands.Choice[str] | None = None,
    ) -> Page | None:
        """Show the panel; with a text, set another time zone first."""
        return await (self._panel(interaction) if zone is None else self._find_zone(interaction, zone))

    @completes((preferences, "zone"))
    async def _offer_zones(self, interaction: Interaction, typed: str) -> list[Offer]:
        now = self._bot.seconds()
        found = await self._found(typed) if typed.strip() else time_zones.usual(interaction.locale.value)
        # They are found by other names of theirs too.
        return [
            Offer(time_zones.described(zone, now, i18n.language()), zone, also=typed) for zone in found[:COMPLETIONS]
        ]

    # -- presses

    @pressed(preferences_page.ShowPreferences)
    async def _opened(self, interaction: Interaction, press: Press[preferences_page.ShowPreferences]) -> Page:
        return await self._panel(interaction)

    @pressed(preferences_page.TurnToPane)
    async def _turned(self, interaction: Interaction, press: Press[preferences_page.TurnToPane]) -> Page:
        return await self._panel(interaction, press.action.pane)

    @pressed(help_page.OpenPreferences, how=How.APART)
    async def _opened_from_help(self, interaction: Interaction, press: Press[help_page.OpenPreferences]) -> Page:
        return await self._panel(interaction)

    @pressed(preferences_page.Prefer)
    async def _chosen(self, interaction: Interaction, press: Press[preferences_page.Prefer]) -> Page | None:
        """Change a preference."""
        name = press.action.preference
        if name not in _CHANGES:
            raise Unreadable
        person = await self._services.people.get(interaction.user.id)
        changes = _CHANGES[name](person, press.value if press.values else press.action.value or "")
        if "quiet_from" in changes and changes["quiet_from"] is not None and person.time_zone is None:
            return self._zones(None, _("Quiet hours depend on your time zone: choose it first."))
        return await self._prefer(interaction, changes)

    async def _prefer(self, interaction: Interaction, changes: Mapping[str, str | int | None]) -> Page | None:
        """Store preferences and return the panel, or show it before what else looks different now."""
        user = interaction.user.id
        person = await self._services.tables.preferences.set(user, **changes)
        i18n.speak(person.language or interaction.locale.value)
        if "direct" in changes:
            await self._services.teller.write_again(user)
        if _MESSAGES.intersection(changes):
            await self._services.teller.wake_those_of(user)
        panel = await self._panel(interaction, preferences_page.pane_of(next(iter(changes))))
        if not _LOOKS.intersection(changes):
            return panel
        await self.show(interaction, panel)
        await self._bot.redraw(user)
        return None

    @pressed(preferences_page.Zones)
    async def _zones_opened(self, interaction: Interaction, press: Press[preferences_page.Zones]) -> Page:
        """Show the choice of a time zone, or the zones of the region that was chosen."""
        return self._zones(press.value if press.values else None)

    @pressed(preferences_page.Zone)
    async def _zone_chosen(self, interaction: Interaction, press: Press[preferences_page.Zone]) -> Page | None:
        if press.value not in zones.zones():
            raise Unreadable
        return await self._prefer(interaction, {"time_zone": press.value})

    @pressed(preferences_page.WriteZone, how=How.FORM)
    async def _zone_form_wanted(self, interaction: Interaction, press: Press[preferences_page.WriteZone]) -> ui.Modal:
        return preferences_page.zone_form()

    @pressed(preferences_page.WrittenZone)
    async def _zone_sent(self, interaction: Interaction, press: Press[preferences_page.WrittenZone]) -> Page | None:
        return await self._find_zone(interaction, press.value)

    async def _find_zone(self, interaction: Interaction, text: str) -> Page | None:
        """Set the only zone that a text may mean, or ask which one is meant."""
        found = [text] if text in zones.zones() else await self._found(text)
        if len(found) == 1:
            return await self._prefer(interaction, {"time_zone": found[0]})
        if found:
            return self._zones(None, _("That could be several places: choose one whose clocks show your time."), found)
        remark = _(
            "I don't know a place called “{text}”. Type the largest city near you, your country or your local time now, for example 21:35."
        )
        return self._zones(None, remark.format(text=person_names.plain(text[:40])))

    async def _found(self, text: str) -> list[str]:
        """Return the zones that a text may mean.

        This runs outside the event loop, as gathering the names in a new language takes a while.
        """
        return await asyncio.to_thread(time_zones.found, text, self._bot.seconds(), i18n.language())

    @pressed(preferences_page.ChangeVacation)
    async def _vacation_pressed(self, interaction: Interaction, press: Press[preferences_page.ChangeVacation]) -> Page:
        """Open the choice of a vacation's length, begin a vacation, or end it."""
        tables, user = self._services.tables, interaction.user.id
        if press.action.step is preferences_page.VacationStep.END:
            await tables.vacations.end(user)
            return await self._panel(interaction, Pane.TIMES)
        if press.action.step is preferences_page.VacationStep.CHOOSE:
            return preferences_page.vacation(await tables.vacations.of(user))
        if number(press.value) not in preferences_page.VACATIONS:
            raise Unreadable
        try:
            await tables.vacations.begin(user, number(press.value) * clock.DAY)
        except REFUSED as error:
            return await self._panel(interaction, Pane.TIMES, sentence(error))
        return await self._panel(interaction, Pane.TIMES)

    # -- what is shown

    async def _panel(self, interaction: Interaction, pane: Pane = Pane.MESSAGES, remark: str | None = None) -> Page:
        user = interaction.user.id
        person = await self._services.people.get(user)
        sample = await self._services.pictures.sample(person) if person.pictures and pane is Pane.CARDS else None
        shown = preferences_page.PreferencesPanel(
            person,
            await self._services.tables.vacations.of(user),
            self._bot.seconds(),
            sample,
            self._services.doors.there,
        )
        return preferences_page.panel(shown, pane, remark)

    def _zones(self, region: str | None, remark: str | None = None, found: Sequence[str] = ()) -> Page:
        """Return the choice of a time zone: regions, and the zones of one or those that were found."""
        return preferences_page.zones(
            found or time_zones.COMMON.get(region or "", ()), region, remark, self._bot.seconds()
        )


def _flag(name: str) -> Callable[[Person, str], dict[str, str | int | None]]:
    return lambda _person, value: {name: _among(number(value), (0, 1))}


def _language(_person: Person, value: str) -> dict[str, str | int | None]:
    return {"language": None if value == preferences_page.OWN else _among(value, languages())}


def _quiet_from(person: Person, value: str) -> dict[str, str | int | None]:
    if value == preferences_page.OWN:
        return {"quiet_from": None, "quiet_until": None}
    start = _among(number(value), range(preferences_page.MINUTES_OF_A_DAY))
    until = person.quiet_until
    if until is None or not 0 < (until - start) % preferences_page.MINUTES_OF_A_DAY <= clock.LONGEST_QUIET_MINUTES:
        until = (start + _NIGHT) % preferences_page.MINUTES_OF_A_DAY
    return {"quiet_from": start, "quiet_until": until}


def _quiet_until(person: Person, value: str) -> dict[str, str | int | None]:
    until = _among(number(value), range(preferences_page.MINUTES_OF_A_DAY))
    start = person.quiet_from
    if start is None or not 0 < (until - start) % preferences_page.MINUTES_OF_A_DAY <= clock.LONGEST_QUIET_MINUTES:
        start = (until - _NIGHT) % preferences_page.MINUTES_OF_A_DAY
    return {"quiet_from": start, "quiet_until": until}


#: The changes that a choice makes; `Unreadable` is raised for a value that isn't offered. Quiet hours that would be too
#: long are shortened.
_CHANGES: dict[str, Callable[[Person, str], dict[str, str | int | None]]] = {
    "language": _language,
    "direct": _flag("direct"),
    "pictures": _flag("pictures"),
    "reminders": _flag("reminders"),
    "heads_up": _flag("heads_up"),
    "pinged": _flag("pinged"),
    "named": _flag("named"),
    "tips": _flag("tips"),
    "safe_first": _flag("safe_first"),
    "colours": lambda _person, value: {"colours": _among(number(value), (2, 4))},
    "card_size": lambda _person, value: {"card_size": _among(value, ("normal", "large"))},
    "theme": lambda _person, value: {"theme": _among(value, THEMES)},
    "back": lambda _person, value: {"back": _among(value, BACKS)},
    "discarding": lambda _person, value: {"discarding": _among(value, preferences_page.DISCARDING)},
    "quiet_from": _quiet_from,
    "quiet_until": _quiet_until,
}


def _among(value: Value, allowed: Container[object]) -> Value:
    if value not in allowed:
        raise Unreadable
    return value


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(PreferencesCog(bot))
