"""A server's message of the line for those who manage the server: in which channel it stands."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.data.line import LinePost, LineTrouble
from bot.ui.actions import Action
from bot.ui.components import button
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.pages.house_rules_page import OpenSettings


class OpenLinePost(Action, name="line-post"):
    """The way to the settings of the message."""


class SetLineChannel(Action, name="line-channel"):
    """The choice of its channel, which switches it on."""


class EndLinePost(Action, name="line-off"):
    """The wish to have no such message any more."""


def settings(post: LinePost | None, remark: str | None = None) -> Page:
    """Return the panel of a server's message, None if it has never had one."""
    about = _(
        "I can keep a message in a channel that shows the games for which people wait in line, without their names, with a button to join them. The message pings nobody."
    )
    lines = ["### " + _("Players wanted"), about]
    if post is None or post.channel_id is None:
        lines.append(_("**Now:** off. The message appears once you choose its channel."))
    else:
        lines.append(_("**Now:** in <#{channel}>.").format(channel=post.channel_id))
        if remark is None and post.trouble is not None:
            remark = _trouble(post.trouble).format(channel=post.channel_id)
    if remark:
        lines.append(f"⚠️ **{remark}**")
    channel: ui.ChannelSelect[Any] = ui.ChannelSelect(
        placeholder=_("Channel for the message"),
        custom_id=SetLineChannel().pack(),
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
    )
    row: ui.ActionRow[Any] = ui.ActionRow()
    if post is not None and post.channel_id is not None:
        row.add_item(button(_("No such message"), EndLinePost()))
    row.add_item(button(_("Back"), OpenSettings()))
    return notice("\n".join(lines), ui.ActionRow(channel), row)


def _trouble(trouble: LineTrouble) -> str:
    if trouble is LineTrouble.DELETED:
        return _(
            "The message in <#{channel}> was deleted twice, so I post no other. To have one again, choose its channel."
        )
    return _(
        "I can't write in <#{channel}> any more. Let me send messages there and choose it again, or choose another channel."
    )
