"""The people with whom somebody doesn't want to be put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.data.people import NamedPerson
from bot.ui.actions import Action
from bot.ui.components import menus
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.words import person_names


class ChooseAvoided(Action, name="avoid"):
    """The choice of somebody to avoid, among all people."""


class AvoidMet(Action, name="avoid-met"):
    """The choice of somebody to avoid, among those with whom one has played."""


class AvoidNoLonger(Action, name="avoid-not"):
    """The choice of somebody whom one doesn't avoid any more."""


def page(
    avoided: Sequence[NamedPerson], met: Sequence[NamedPerson], *, in_server: bool, remark: str | None = None
) -> Page:
    """Return the list of a person, with menus to change it; `met` are people with whom they have played."""
    lines = [
        _("### People you avoid"),
        _(
            "`/canasta find` never puts you at a table with them, and no challenge passes between you. The draw of a tournament keeps you apart in its first round where it can. Only you see this list, and nobody learns that they are on it."
        ),
        _(
            "You can't sit down where one of them sits. They can join a table where you sit already: you see it before the cards are dealt, and can leave."
        ),
        _(
            "They can't take over a seat in a game that you play: they would need your yes, and nobody sees why it is missing. While a computer plays for you, the others decide without you, and moderators and organisers always do. Later rounds of a tournament follow from its standings."
        ),
        _("As long as somebody is on this list, the message in a channel that shows who waits doesn't count you."),
    ]
    if avoided:
        lines += [f"- **{person_names.plain(one.name)}**" for one in avoided]
    else:
        lines.append(_("You avoid nobody."))
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    if remark:
        items.append(ui.TextDisplay(f"⚠️ **{remark}**"))
    if in_server:
        choice: ui.UserSelect[Any] = ui.UserSelect(
            placeholder=_("Avoid somebody here"), custom_id=ChooseAvoided().pack()
        )
        items.append(ui.ActionRow(choice))
    items += menus(_("Avoid somebody you met"), AvoidMet(), _options(met))
    items += menus(_("Avoid no longer"), AvoidNoLonger(), _options(avoided))
    return Page(*items)


def _options(people: Sequence[NamedPerson]) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=one.name or person_names.former(), value=str(one.user_id)) for one in people]
