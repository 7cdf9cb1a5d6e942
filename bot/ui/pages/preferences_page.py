"""A person's preferences, on three pages: messages and language, cards and table, times and what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import discord
from discord import ui

from bot.data.people import Person
from bot.tables import views
from bot.tables.rules import clock
from bot.ui import i18n
from bot.ui.actions import Action
from bot.ui.components import GO, PRIMARY, button, field, form, in_rows, menus
from bot.ui.i18n import N_, _, labelled, languages, ngettext, pgettext
from bot.ui.limits import MENU_OPTIONS
from bot.ui.options import back_options, language_options, theme_name, theme_options
from bot.ui.page import Page, gallery
from bot.ui.pages.browser_page import ShowBrowsers
from bot.ui.pages.home_page import Do
from bot.ui.words import time_zones
from renderer import Picture

#: The value in menus that leaves the choice to the bot.
OWN = "-"
#: The most characters of a place's name.
_PLACE_LENGTH = 100
MINUTES_OF_A_DAY = 24 * 60
#: The lengths of a vacation that can be chosen, in days.
VACATIONS = (1, 2, 3, 5, 7, 10, 14)
#: The effects of a press on a card to discard.
DISCARDING = {
    "undo": N_("Discard after a short wait"),
    "ask": N_("Ask before I discard"),
    "at once": N_("Discard at once"),
}


class Pane(Enum):
    """The pages of the panel."""

    MESSAGES = "messages"
    CARDS = "cards"
    TIMES = "times"


#: Names of the pages.
_PANES = {Pane.MESSAGES: N_("Messages"), Pane.CARDS: N_("Cards and table"), Pane.TIMES: N_("Times and data")}
#: On which page each preference stands that isn't about messages.
_PANE_OF = {
    **dict.fromkeys(("pictures", "colours", "card_size", "theme", "back", "discarding", "safe_first"), Pane.CARDS),
    **dict.fromkeys(("quiet_from", "quiet_until", "time_zone", "named"), Pane.TIMES),
}


class ShowPreferences(Action, name="preferences"):
    """The way to the panel."""


@dataclass(frozen=True)
class TurnToPane(Action, name="preferences-to"):
    """The way to a page of the panel."""

    pane: Pane


@dataclass(frozen=True)
class Prefer(Action, name="prefer", between="="):
    """The choice of a preference: to the `value` of a button, or without one to a menu's."""

    preference: str
    value: str | None = None

    def rest(self) -> str:
        """Return the fields as the custom id holds them."""
        return self.preference if self.value is None else f"{self.preference}{self.between}{self.value}"

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the fields that `rest` wrote."""
        return tuple(rest.split(cls.between, 1))


@dataclass(frozen=True)
class Zones(Action, name="zones"):
    """The choice of a time zone; in a menu, of its `by`."""

    by: str = ""


class Zone(Action, name="zone"):
    """The choice of a time zone among those offered."""


class WriteZone(Action, name="zone-text"):
    """The wish to type where one lives."""


class WrittenZone(Action, name="zone-sent"):
    """Where somebody lives, as they typed it."""


class VacationStep(Enum):
    """A change of a vacation: its length is chosen, it begins with that, or it ends."""

    CHOOSE = "choose"
    BEGIN = "begin"
    END = "end"


@dataclass(frozen=True)
class ChangeVacation(Action, name="vacation"):
    """A `step` of a vacation."""

    step: VacationStep


@dataclass(frozen=True, slots=True)
class PreferencesPanel:
    """The material of the panel: the person, their vacation, the present time, and cards that show the looks."""

    person: Person
    vacation: views.Vacation
    now: int
    sample: Picture | None
    in_browsers: bool = False
    """Whether tables can be opened in browsers."""


def zone_form() -> ui.Modal:
    """Return the form in which somebody types where they live."""
    hint = _("Your city, your country or your local time now, for example 21:35")
    place = field(_("Where are you?"), hint, longest=_PLACE_LENGTH)
    return form(_("Your time zone"), WrittenZone(), place)


def pane_of(preference: str) -> Pane:
    """Return the page on which a preference stands."""
    return _PANE_OF.get(preference, Pane.MESSAGES)


def panel(shown: PreferencesPanel, pane: Pane, remark: str | None) -> Page:
    """Return a page of the panel; `remark` is below its text."""
    person = shown.person
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join([*_heading(), *_lines(shown)[pane]]))]
    if remark:
        items.append(ui.TextDisplay(f"⚠️ **{remark}**"))
    if pane is Pane.MESSAGES:
        items += [*menus(_("Language"), Prefer("language"), _languages(person)), *_messages(person)]
    elif pane is Pane.CARDS:
        if shown.sample is not None:
            items.append(gallery("sample.png", shown.sample))
        items += [*_looks(person), *menus(_("When you press a card"), Prefer("discarding"), _ways_to_discard(person))]
    else:
        items += _times(shown)
    return Page(*items, _turning(pane))


def _heading() -> list[str]:
    return [_("### Your preferences"), _("They apply in every server and in direct messages.")]


def _turning(shown: Pane) -> ui.ActionRow[Any]:
    """Return the buttons to the pages; the one that is shown is pressed in."""
    row: ui.ActionRow[Any] = ui.ActionRow()
    for pane, name in _PANES.items():
        here = pane is shown
        style = PRIMARY if here else discord.ButtonStyle.secondary
        row.add_item(button(_(name), TurnToPane(pane), style, disabled=here))
    return row


def _lines(shown: PreferencesPanel) -> dict[Pane, list[str]]:
    """Return what a person prefers, a line each, for each page."""
    person = shown.person
    messages = [
        _language_line(person),
        _direct_line(person),
        _("**Reminders:** on.")
        if person.reminders
        else _("**Reminders:** off; I ping you once, when it becomes your turn."),
        _("**Heads-up:** I tell you without a sound when the player before you begins.")
        if person.heads_up
        else _("**Heads-up:** off; I don't tell you when you are next."),
        _("**Tips:** one in your hand when you meet something for the first time.")
        if person.tips
        else _("**Tips:** none."),
    ]
    cards = [
        _looks_line(person),
        _("**Cards to discard:** where a table has hints, those that help your opponents least come first.")
        if person.safe_first
        else _("**Cards to discard:** in the order of your hand."),
    ]
    return {
        Pane.MESSAGES: messages,
        Pane.CARDS: cards,
        Pane.TIMES: [_quiet_line(person, shown.now), _vacation_line(shown.vacation), _named_line(person)],
    }


def _messages(person: Person) -> list[ui.ActionRow[Any]]:
    """Return the buttons for messages that a person gets or doesn't get."""
    return in_rows(
        [
            _switch("direct", _("Direct messages"), person.direct),
            *([_switch("pinged", _("Pinged in the channel instead"), person.pinged)] if person.direct else []),
            _switch("reminders", _("Reminders"), person.reminders),
            _switch("heads_up", _("Heads-up"), person.heads_up),
            _switch("tips", _("Tips"), person.tips),
        ]
    )


def _looks(person: Person) -> list[ui.Item[Any]]:
    """Return the menus and buttons for how cards look, and in which order they are offered."""
    large, four = person.card_size == "large", person.colours == 4
    switches = [
        _switch("pictures", _("Pictures"), person.pictures),
        _switch("safe_first", _("Safest discards first"), person.safe_first),
    ]
    if not person.pictures:
        return [*in_rows(switches)]
    size = labelled(_("Cards"), _("large") if large else _("standard size"))
    colours = labelled(_("Suits"), _("four colours") if four else _("two colours"))
    switches += [
        button(size, Prefer("card_size", "normal" if large else "large")),
        button(colours, Prefer("colours", "2" if four else "4")),
    ]
    return [
        *menus(_("Colours of the table"), Prefer("theme"), theme_options(person.theme)),
        *menus(_("Backs of the cards"), Prefer("back"), back_options(person.back)),
        *in_rows(switches),
    ]


def _times(shown: PreferencesPanel) -> list[ui.Item[Any]]:
    """Return the menus and buttons for quiet hours, the time zone and vacations."""
    person = shown.person
    starts = _hours(person.quiet_from, _("No quiet hours"), N_("Quiet from {time}"))
    ends = _hours(person.quiet_until, None, N_("Quiet until {time}"))
    if shown.vacation.until is not None:
        vacation = button(_("Back from vacation"), ChangeVacation(VacationStep.END), GO)
    else:
        too_short = shown.vacation.left < clock.SHORTEST_VACATION
        vacation = button(_("Vacation…"), ChangeVacation(VacationStep.CHOOSE), disabled=too_short)
    return [
        *menus(_("Quiet hours from"), Prefer("quiet_from"), starts),
        *menus(_("Quiet hours until"), Prefer("quiet_until"), ends),
        ui.ActionRow(
            button(_("Time zone…"), Zones()),
            vacation,
            _switch("named", _("My name on everybody's leaderboard"), person.named),
        ),
        ui.ActionRow(
            button(_("Get my data"), Do("preferences", "export")),
            button(_("Delete my data…"), Do("preferences", "delete")),
            *([button(_("My browsers…"), ShowBrowsers())] if shown.in_browsers else []),
        ),
    ]


def _switch(name: str, label: str, on: bool) -> ui.Item[Any]:
    """Return a button that says whether something is on, and turns it off or on."""
    state = pgettext("a preference", "on") if on else pgettext("a preference", "off")
    return button(labelled(label, state), Prefer(name, str(int(not on))))


def _language_line(person: Person) -> str:
    if person.language is None:
        return _("**Language:** same as your Discord.")
    return _("**Language:** {language}.").format(language=languages().get(person.language, person.language))


def _direct_line(person: Person) -> str:
    """Return which direct messages a person gets, and how they are called to their turns."""
    if not person.direct:
        return _(
            "**Direct messages:** none. I ping you in the channel; what **My hand** under the table shows is for your eyes only."
        )
    if person.pinged:
        return _("**Direct messages:** your hand, without a sound. I ping you in the channel when it's your turn.")
    return _("**Direct messages:** I send you your hand and your turns.")


def _looks_line(person: Person) -> str:
    if not person.pictures:
        return _("**Cards and table:** in words.")
    theme = theme_name(person.theme)
    parts = [
        _("four colours") if person.colours == 4 else _("two colours"),
        _("large") if person.card_size == "large" else _("standard size"),
        # In German the table keeps its capital: "grüner Tisch".
        theme[:1].lower() + theme[1:],
    ]
    return _("**Cards and table:** in pictures; {looks}.").format(looks=", ".join(parts))


def _quiet_line(person: Person, now: int) -> str:
    where = None if person.time_zone is None else time_zones.described(person.time_zone, now, i18n.language())
    if person.quiet_from is None or person.quiet_until is None or where is None:
        line = _("**Quiet hours:** none.")
    else:
        line = _("**Quiet hours:** from {start} to {end}; I don't ping you then, and your clock is stopped.").format(
            start=_clock_time(person.quiet_from), end=_clock_time(person.quiet_until)
        )
    zone = _("**Time zone:** not known.") if where is None else _("**Time zone:** {place} now.").format(place=where)
    return f"{line}\n{zone}"


def _vacation_line(vacation: views.Vacation) -> str:
    days = vacation.left // clock.DAY
    left = ngettext("{count} day", "{count} days", days).format(count=days)
    if vacation.until is not None:
        text = _(
            "**Vacation:** until <t:{until}:f>, or until your next move. Then {left} are left until <t:{renewed}:D>."
        )
        return text.format(until=vacation.until, left=left, renewed=vacation.renewed)
    return _("**Vacation:** none now; you have {left} left until <t:{renewed}:D>.").format(
        left=left, renewed=vacation.renewed
    )


def _named_line(person: Person) -> str:
    if person.named:
        return _(
            "**Your name:** the leaderboard of all who play the deal of the day shows it, and so does the open league."
        )
    return _("**Your name:** only boards of your own servers show it.")


def _languages(person: Person) -> list[discord.SelectOption]:
    own = discord.SelectOption(label=_("Language: same as my Discord"), value=OWN, default=person.language is None)
    return [own, *language_options(person.language)]


def _ways_to_discard(person: Person) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=_(text), value=way, default=way == person.discarding)
        for way, text in DISCARDING.items()
    ]


def _hours(chosen: int | None, none: str | None, label: str) -> list[discord.SelectOption]:
    """Return the hours of a day as options, with `chosen` (a minute of the day) even if it is between two hours."""
    minutes = sorted({*range(0, MINUTES_OF_A_DAY, 60), *([] if chosen is None else [chosen])})
    options = [
        discord.SelectOption(
            label=_(label).format(time=_clock_time(minute)), value=str(minute), default=minute == chosen
        )
        for minute in minutes
    ]
    if none is not None:
        options.insert(0, discord.SelectOption(label=none, value=OWN, default=chosen is None))
    return options


def _clock_time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def zones(offered: Sequence[str], region: str | None, remark: str | None, now: int) -> Page:
    """Return the choice of a time zone: regions, and the zones that are `offered`."""
    items: list[ui.Item[Any]] = [
        ui.TextDisplay(_("### Your time zone\nChoose your region and then a place whose clocks show your time."))
    ]
    if remark:
        items.append(ui.TextDisplay(f"⚠️ **{remark}**"))
    regions = [discord.SelectOption(label=_(one), value=one, default=one == region) for one in time_zones.COMMON]
    items.extend(menus(_("Where do you live?"), Zones("region"), regions))
    if offered:
        options = [
            discord.SelectOption(label=time_zones.described(zone, now, i18n.language()), value=zone)
            for zone in offered[:MENU_OPTIONS]
        ]
        items.extend(menus(_("Which place?"), Zone(), options))
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Type your city or time…"), WriteZone()),
        button(_("Back"), TurnToPane(Pane.TIMES)),
    )
    return Page(*items, row)


def vacation(vacation: views.Vacation) -> Page:
    """Return the choice of a vacation's length."""
    text = _(
        "### Vacation\nAll your clocks are stopped and nobody pings you until it ends or you make a move. It uses up at least one day of your allowance."
    )
    options = [
        discord.SelectOption(label=ngettext("{count} day", "{count} days", days).format(count=days), value=str(days))
        for days in VACATIONS
        if days * clock.DAY <= vacation.left
    ]
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"{text}\n{_vacation_line(vacation)}")]
    items += menus(_("Start now, for how long?"), ChangeVacation(VacationStep.BEGIN), options)
    items.append(ui.ActionRow(button(_("Back"), TurnToPane(Pane.TIMES))))
    return Page(*items)
