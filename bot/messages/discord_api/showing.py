"""Pages as Discord's messages: the files that these hold, and what is left out where Discord refuses it."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

import discord
import yarl

from bot.messages.discord_refusals import Refusal, meaning, of_the_files
from bot.ui.i18n import N_
from bot.ui.page import Attachment, Held, HeldFile, Page, _Kept

log = logging.getLogger(__name__)
T = TypeVar("T")
_Key = TypeVar("_Key", int, str)
Edited = TypeVar("Edited", bound=discord.Message)

#: Seconds for which no picture is tried where the bot may post none: Discord shuts out bots that are refused too often.
_WORDY_SECONDS = 600.0
#: The reason that a message gives there, by Discord's codes.
_NO_PICTURES = {
    50013: N_("I can't show pictures here: I need the permission **Attach Files**."),
    400001: N_("Discord takes no pictures in this server at the moment."),
}

#: The number of messages whose files are remembered, and of nonces that were used up; for any other Discord is asked.
_REMEMBERED = 5_000


class Showing:
    """Shows pages by calls to Discord, and knows which files the messages hold that show them."""

    def __init__(self) -> None:
        #: The channels where no pictures may be posted, until when none is tried, and why.
        self._wordy: OrderedDict[int, tuple[float, str]] = OrderedDict()
        self._held: OrderedDict[int, Held] = OrderedDict()
        self._commands: Mapping[str, int] = {}
        self.emojis_unknown: Callable[[], None] = lambda: None
        """Called when Discord has refused a page that it takes without emojis."""

    def mention_commands(self, ids: Mapping[str, int]) -> None:
        """Have the commands that answers in servers name be mentions that can be pressed, by these ids."""
        self._commands = ids

    async def show(
        self,
        page: Page,
        show: Callable[[], Awaitable[T]],
        answered: discord.Interaction[Any] | None = None,
        *,
        channel_id: int | None = None,
    ) -> T:
        """Show a page by a call to Discord: as the answer to an interaction, or in a channel as a message of its own.

        Commands can be pressed only in answers in servers. In direct messages, a press doesn't type a command, and clients
        that have just started show its mention raw. If Discord refuses the page's emojis, one of them may have been
        deleted: the page is shown without. If it takes no pictures, the page says in words what they show.
        """
        until, why = self._wordy.get(channel_id or 0, (0.0, ""))
        if time.monotonic() < until:
            page.put_in_words(why)
        page.mention_commands({} if answered is None or answered.guild_id is None else self._commands)
        try:
            return await show()
        except discord.HTTPException as error:
            if of_the_files(error):
                return await self._show_in_words(page, show, error, channel_id)
            if not _of_the_content(error) or not page.drop_emojis():
                raise
            log.warning("A message was refused with its emojis (%s), and is sent without", error.code)
            self.emojis_unknown()
            return await show()

    async def _show_in_words(
        self, page: Page, show: Callable[[], Awaitable[T]], error: discord.HTTPException, channel_id: int | None
    ) -> T:
        """Show a page without pictures, after Discord's error for the page with them. Raises that if there are none."""
        why = None if channel_id is None else _NO_PICTURES.get(error.code)
        if not page.put_in_words(why):
            raise error
        shown = await show()
        text = "A message was refused with its pictures (%s, %s), and is sent in words"
        log.log(logging.INFO if why else logging.WARNING, text, error.status, error.code)
        if channel_id is not None and why is not None:
            keep(self._wordy, channel_id, (time.monotonic() + _WORDY_SECONDS, why))
        return shown

    async def changed(
        self,
        message_id: int | None,
        page: Page,
        edit: Callable[[Sequence[discord.Attachment | discord.File]], Awaitable[Edited]],
        answered: discord.Interaction[Any] | None = None,
        *,
        channel_id: int | None = None,
    ) -> Edited:
        """Edit a message with the page's files, without uploading those that it holds already; the rest is as of `show`."""
        # Until Discord has answered, it isn't known which files the message holds.
        held: Held = {} if message_id is None else self._held.pop(message_id, {})

        async def change() -> Edited:
            files = page.changes(held)
            try:
                return await edit(files)
            except discord.HTTPException as error:
                if not _of_the_content(error) or not any(isinstance(file, _Kept) for file in files):
                    raise
                # Meanwhile another edit of the same message may have removed a file.
                return await edit(page.files())

        edited = await self.show(page, change, answered, channel_id=channel_id)
        self.remember(edited)
        return edited

    def knows(self, message_id: int) -> bool:
        """Return whether it is known which files a message holds."""
        return message_id in self._held

    def files(self, message_id: int) -> list[Attachment]:
        """Return the files that a message holds which is known, for an edit that keeps them."""
        return [Attachment(name, None, file.alt) for name, file in self._held[message_id].items()]

    def remember(self, message: discord.Message) -> None:
        """Remember which files a message holds."""
        keep(self._held, message.id, _held_by(message))


def keep(known: OrderedDict[_Key, T], key: _Key, value: T) -> None:
    """Remember something as the latest; what was remembered long ago is forgotten."""
    known[key] = value
    known.move_to_end(key)
    if len(known) > _REMEMBERED:
        known.popitem(last=False)


def _of_the_content(error: discord.HTTPException) -> bool:
    """Return whether a message may have been refused for the form of what it holds."""
    return error.status == 400 and meaning(error) in (Refusal.MALFORMED, Refusal.UNKNOWN, Refusal.GONE)


def only(people: Collection[int]) -> discord.AllowedMentions:
    """Return the permission to notify these people and nobody else, whatever mentions a text holds.

    People who had their data deleted have ids below 0 and are left out.
    """
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(one) for one in people if one > 0]
    )


def _held_by(message: discord.Message) -> Held:
    """Return the files of a message, with those that only its pictures name.

    Discord need not list such files among the attachments.
    """
    held = {file.filename: HeldFile(file.id, file.description) for file in message.attachments}
    # The library leaves this out of a message that came without.
    for part in getattr(message, "components", ()):
        if isinstance(part, discord.MediaGalleryComponent):
            for item in part.items:
                name = yarl.URL(item.media.url).name
                identity = item.media.attachment_id or (held[name].id if name in held else None)
                if identity is not None:
                    held[name] = HeldFile(identity, item.description)
    return held
