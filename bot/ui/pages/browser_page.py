"""The way into a browser, where a table is seen and played by touch: a link for one person, and where they are signed in."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.data.browsers import Browser
from bot.data.tables import Table
from bot.ui.actions import Action, TableAction
from bot.ui.components import PRIMARY, STOP, button, in_rows, menus
from bot.ui.i18n import _, ngettext
from bot.ui.page import Page, notice
from bot.ui.pages.table_page import open_name


class ShowBrowsers(Action, name="browsers"):
    """The wish to see in which browsers one is signed in."""


class SignOut(Action, name="browser-out"):
    """The choice of a browser to sign out in."""


class SignOutEverywhere(Action, name="browsers-out"):
    """The wish to sign out in all browsers."""


class PlayHere(TableAction, name="play-here"):
    """The wish to open the table in Discord's own window, as an Activity: to play there, or to watch."""


def link(url: str, here: Table | None = None) -> Page:
    """Return the link that opens a table for the person who reads this; and a button that opens the table `here`, in Discord."""
    text = _(
        "**This link is for you alone.** It opens the table in your browser, once and within two minutes. Don't pass it on: it shows your cards."
    )
    return _ways(text, _("Open in the browser"), url, here, _("Play here"))


def watch_link(url: str, here: Table | None = None) -> Page:
    """Return the link that opens a table for somebody who only watches, as `link` does for a player."""
    text = _(
        "**This link is for you alone.** It opens the table in your browser, once and within two minutes. You watch there: you see all open cards, and nobody's hand."
    )
    return _ways(text, _("Watch in the browser"), url, here, _("Watch here"))


def _ways(text: str, in_browser: str, url: str, here: Table | None, label: str) -> Page:
    buttons: list[Any] = [ui.Button[Any](label=in_browser, url=url)]
    if here is not None:
        text = f"{text}\n" + _("{button} opens the table inside Discord.").format(button=f"**{label}**")
        buttons.append(button(label, PlayHere(here.id, here.version), PRIMARY))
    return notice(text, ui.ActionRow(*buttons))


def no_activity(*, watches: bool = False) -> str:
    """Return the sentence for a person for whom Discord starts no Activity; `watches`: they have no hand."""
    text = _("Discord can't open the table here. Press {button} under your hand, then {link}.")
    if watches:
        text = _("Discord can't open the table here. Press {button} under the table, then {link}.")
        return text.format(button=f"**{open_name()}**", link=f"**{_('Watch in the browser')}**")
    return text.format(button=f"**{open_name()}**", link=f"**{_('Open in the browser')}**")


def browsers(known: list[Browser], remark: str | None = None) -> Page:
    """Return the browsers in which a person is signed in, and ways to sign out; the `remark` stands first."""
    count = len(known)
    text = ngettext(
        "You are signed in to the page of your tables in {count} browser.",
        "You are signed in to the page of your tables in {count} browsers.",
        count,
    ).format(count=count)
    if not known:
        text = _("You are signed in to the page of your tables in no browser.")
    lines = [*([remark] if remark else []), text]
    lines += [
        "- "
        + _("{number}: since {since}, last used {seen}").format(
            number=number, since=f"<t:{one.since}:f>", seen=f"<t:{one.seen_at}:f>"
        )
        for number, one in enumerate(known, 1)
    ]
    options = [
        discord.SelectOption(label=_("Browser {number}").format(number=number), value=str(one.id))
        for number, one in enumerate(known, 1)
    ]
    out = [button(_("Sign out everywhere"), SignOutEverywhere(), STOP)] if known else []
    choice = menus(_("Sign out in one of them"), SignOut(), options) if known else []
    return Page(ui.TextDisplay[Any]("\n".join(lines)), *choice, *in_rows(out))
