"""The way into a browser, where a table is seen and played by touch: a link for one person, and where they are signed in."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.data.browsers import Browser
from bot.ui.actions import Action
from bot.ui.components import STOP, button, in_rows, menus
from bot.ui.i18n import _, ngettext
from bot.ui.page import Page, notice


class ShowBrowsers(Action, name="browsers"):
    """The wish to see in which browsers one is signed in."""


class SignOut(Action, name="browser-out"):
    """The choice of a browser to sign out in."""


class SignOutEverywhere(Action, name="browsers-out"):
    """The wish to sign out in all browsers."""


def link(url: str) -> Page:
    """Return the link that opens a table for the person who reads this."""
    text = _(
        "**This link is for you alone.** It opens the table in your browser, once and within two minutes. Don't pass it on: it shows your cards."
    )
    return notice(text, ui.ActionRow(ui.Button[Any](label=_("Open in the browser"), url=url)))


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
