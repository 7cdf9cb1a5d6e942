"""Answers to interactions: in time for Discord, in the message that was pressed or in one that only the person sees."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import app_commands, ui

from bot.messages.discord_api.caller import Caller, Unshowable
from bot.messages.discord_api.showing import Showing, only
from bot.messages.discord_refusals import Refusal
from bot.ui.components import shortened
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Page

log = logging.getLogger(__name__)

#: Seconds after which an answer that takes longer is announced. Each announcement is a call more, but a busy bot says soon
#: that it has heard; an idle one seldom takes as long. Discord waits for three seconds.
QUICK_SECONDS = 0.15

#: The key under which an interaction keeps the id of the message that answers it.
_ANSWERED = "answered"
#: The key under which an interaction keeps how its answer is announced, until that is decided.
_ANNOUNCED = "announced"
#: The key under which an interaction keeps that its answer is written into the message that was pressed.
_IN_PLACE = "in place"
#: The key under which an interaction keeps that its answer has been announced and not been given.
_AWAITED = "awaited"
#: The key under which an interaction keeps when the edit is over that answers it.
_EDITED = "edited"

#: Refusals that keep an answer from changing the pressed message, but not from coming in another one.
_NOT_IN_PLACE = (Refusal.GONE, Refusal.AGED)

#: The answers in the making from which on a further one is announced at once: each takes about a seventh of `QUICK_SECONDS`.
_MOST_AT_ONCE = 6


class _Announcement:
    """Announces an answer a little later, unless it is given before. Until then it is among those that are `waiting`."""

    def __init__(self, announce: Callable[[], Awaitable[object]], waiting: set[_Announcement]) -> None:
        self._announce = announce
        self._waiting = waiting
        self._under_way: asyncio.Task[object] | None = None
        self._timer = asyncio.get_running_loop().call_later(QUICK_SECONDS, self._begin)
        waiting.add(self)

    def _begin(self) -> None:
        self._waiting.discard(self)
        self._under_way = asyncio.ensure_future(self._announce())

    async def needless(self) -> bool:
        """Return whether nothing was announced, and announce nothing from now on."""
        self._waiting.discard(self)
        self._timer.cancel()
        if self._under_way is None:
            return True
        await self._under_way
        return False


class AnswerCalls:
    """The calls that answer interactions."""

    def __init__(
        self, caller: Caller, showing: Showing, greet: Callable[[discord.Interaction[Any]], Awaitable[None]]
    ) -> None:
        """Answer by `caller`; `greet` looks up the person who asks.

        It is called after the first answer, for which Discord waits at most 3 seconds. Before a form it is called first,
        as the form is in that person's language.
        """
        self._caller = caller
        self._showing = showing
        self._greet = greet
        self._announcements = set[_Announcement]()
        self._pressed: dict[int, discord.Interaction[Any]] = {}
        """By messages the last press in each that has not been answered."""

    async def expect(self, interaction: discord.Interaction[Any], *, in_place: bool = False) -> None:
        """Prepare an answer: for this person only, as a message of its own; or `in_place`, in the message that was pressed.

        `answer` gives it at once, unless it takes longer than a moment: then it is announced first, in time for Discord.
        While several others are in the making, it is announced now: a busy bot says soon that it has heard.
        """
        if in_place:
            # Even if Discord doesn't say that it has accepted this, it may have: no answer may overwrite what others see.
            interaction.extras[_IN_PLACE] = True
            if interaction.message is not None:
                self._pressed[interaction.message.id] = interaction
        if len(self._announcements) >= _MOST_AT_ONCE:
            await self._announce(interaction)
        else:
            announcement = _Announcement(lambda: self._announce(interaction), self._announcements)
            interaction.extras[_ANNOUNCED] = announcement
        await self._greet(interaction)

    async def accept(self, interaction: discord.Interaction[Any]) -> None:
        """Accept a press whose outcome other messages show, unless it has been answered."""
        if await self._unanswered(interaction):
            await self._announce(interaction)

    async def _announce(self, interaction: discord.Interaction[Any]) -> None:
        if in_place(interaction):
            kind = discord.InteractionResponseType.deferred_message_update
            await self._caller.first_answer(interaction, kind, interaction.response.defer())
        else:
            interaction.extras[_AWAITED] = True
            kind = discord.InteractionResponseType.deferred_channel_message
            await self._caller.first_answer(
                interaction, kind, interaction.response.defer(ephemeral=True, thinking=True)
            )

    async def _unanswered(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether the expected answer is still to be given as the first one; it will not be announced then."""
        if (edited := interaction.extras.get(_EDITED)) is not None:
            await edited.wait()
        return await self._not_announced(interaction)

    async def _not_announced(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether an answer was expected and has not been announced; from now on it will not be."""
        if interaction.message is not None and self._pressed.get(interaction.message.id) is interaction:
            del self._pressed[interaction.message.id]
        announcement: _Announcement | None = interaction.extras.pop(_ANNOUNCED, None)
        return announcement is not None and await announcement.needless()

    async def open_form(self, interaction: discord.Interaction[Any], form: Callable[[], ui.Modal]) -> bool:
        """Answer a press with a form, which is made once the reader is known.

        Return whether Discord accepted that in time.
        """
        await self._greet(interaction)
        kind = discord.InteractionResponseType.modal
        return _given(await self._caller.first_answer(interaction, kind, interaction.response.send_modal(form())))

    async def launch(self, interaction: discord.Interaction[Any]) -> bool:
        """Answer by starting the application's Activity where the person is. Return whether Discord accepted that in time.

        Discord refuses it to an application that has no Activity.
        """
        kind = discord.InteractionResponseType.launch_activity
        try:
            return _given(await self._caller.first_answer(interaction, kind, interaction.response.launch_activity()))
        except discord.HTTPException as error:
            log.warning("Discord starts no Activity of this application (%s, %s)", error.status, error.code)
            return False

    async def suggest(self, interaction: discord.Interaction[Any], choices: Sequence[app_commands.Choice[Any]]) -> bool:
        """Answer an autocompletion. Return whether Discord accepted that in time.

        Up to 25 choices are sent, their names shortened to fit. This must be called before the library answers by
        itself, as it lets no answer fail.
        """
        for choice in choices:
            choice.name = shortened(choice.name)
        answer = interaction.response.autocomplete(list(choices)[:COMPLETIONS])
        try:
            return _given(await self._caller.suggestion(interaction, answer))
        finally:
            # The library would treat a failed answer as none, and give one of its own, which fails too.
            interaction.response._response_type = discord.InteractionResponseType.autocomplete_result

    async def answer(self, interaction: discord.Interaction[Any], page: Page) -> int | None:
        """Give the expected answer, or change the message that was pressed.

        A pressed message that others see stays as it is, and the page comes as a further message that only this person
        sees. The same happens if the pressed message has been deleted meanwhile. Return the id of the message that
        shows the page now and can be edited, None if there is none.
        """
        if _others_see(interaction):
            await self.whisper(interaction, page)
            return None
        pressed = interaction.message if in_place(interaction) else None
        at_once = await self._unanswered(interaction)
        if at_once and pressed is None:
            return await self._answer_at_once(interaction, page)
        if pressed is not None and not self._showing.knows(pressed.id):
            self._showing.remember(pressed)
        interaction.extras.pop(_AWAITED, None)
        answered = interaction.extras.get(_ANSWERED) if pressed is None else pressed.id
        if at_once:
            edited = await self._edit_at_once(interaction, answered, page, interaction)
        else:
            edited = await self._edit_later(interaction, answered, page)
        if (
            isinstance(edited, Refusal)
            and edited in _NOT_IN_PLACE
            and pressed is not None
            and _ANSWERED not in interaction.extras
        ):
            await self.whisper(interaction, page)
        if isinstance(edited, Refusal):
            return None
        interaction.extras[_ANSWERED] = edited.id
        return edited.id

    async def take_as_answer(self, message_id: int, page: Page) -> bool:
        """Show another page in a message as the first answer to a press in it. Return whether that is done."""
        pressed = self._pressed.get(message_id)
        if pressed is None:
            return False
        # Until then the press isn't over, and nothing else may answer it.
        over = pressed.extras[_EDITED] = asyncio.Event()
        try:
            if not await self._not_announced(pressed):
                return False
            if not self._showing.knows(message_id) and pressed.message is not None:
                self._showing.remember(pressed.message)
            with contextlib.suppress(Unshowable):
                if not isinstance(await self._edit_at_once(pressed, message_id, page), Refusal):
                    return True
            await self._announce(pressed)
            return False
        finally:
            over.set()

    async def _edit_at_once(
        self,
        interaction: discord.Interaction[Any],
        message_id: int | None,
        page: Page,
        answered: discord.Interaction[Any] | None = None,
    ) -> discord.Message | Refusal:
        """Change the message that was pressed, as the first answer; `answered` as of `Showing.show`."""

        async def edit(files: Sequence[discord.Attachment | discord.File]) -> discord.InteractionMessage:
            done = await interaction.response.edit_message(view=page, attachments=files, allowed_mentions=only(()))
            assert done is not None
            assert isinstance(done.resource, discord.InteractionMessage)
            return done.resource

        kind = discord.InteractionResponseType.message_update
        edited = await self._caller.first_answer(
            interaction, kind, self._showing.changed(message_id, page, edit, answered)
        )
        if edited is Refusal.DONE:
            # Only what Discord said of it is lost.
            return await self._caller.later_answer(interaction.original_response())
        return edited

    async def _edit_later(
        self, interaction: discord.Interaction[Any], message_id: int | None, page: Page
    ) -> discord.Message | Refusal:
        """Change the message that was pressed, or the answer that was announced or given."""

        def edit(files: Sequence[discord.Attachment | discord.File]) -> Awaitable[discord.InteractionMessage]:
            return interaction.edit_original_response(view=page, attachments=files, allowed_mentions=only(()))

        return await self._caller.later_answer(self._showing.changed(message_id, page, edit, interaction))

    async def _answer_at_once(self, interaction: discord.Interaction[Any], page: Page) -> int | None:
        """Give an answer for this person only that is the first one, and return the message's id, None if that failed."""
        sent = await self._caller.first_answer(
            interaction,
            discord.InteractionResponseType.channel_message,
            self._showing.show(
                page,
                lambda: interaction.response.send_message(
                    view=page, files=page.files(), ephemeral=True, allowed_mentions=only(())
                ),
                interaction,
            ),
        )
        if sent is Refusal.DONE:
            # Only the message's id is lost.
            message: object = await self._caller.later_answer(interaction.original_response())
        else:
            message = None if isinstance(sent, Refusal) else sent.resource
        if not isinstance(message, discord.InteractionMessage):
            return None
        self._showing.remember(message)
        interaction.extras[_ANSWERED] = message.id
        return message.id

    async def withdraw(self, interaction: discord.Interaction[Any]) -> None:
        """Delete an answer that only this person sees, if that is still possible."""
        # If not, the person has been answered already, and the message does no harm.
        await self._caller.later_answer(interaction.delete_original_response())

    async def whisper(self, interaction: discord.Interaction[Any], page: Page) -> None:
        """Send a message that only this person sees, beside the one that was pressed and other answers."""
        if await self._unanswered(interaction) or not interaction.response.is_done():
            # Whatever is answered later belongs to this message: the pressed one can no longer be changed.
            interaction.extras.pop(_IN_PLACE, None)
            await self._answer_at_once(interaction, page)
            return
        if interaction.extras.pop(_AWAITED, False):
            # Discord would write the first further message there too, but another one if it is sent again.
            await self._caller.later_answer(
                self._showing.show(
                    page,
                    lambda: interaction.edit_original_response(
                        view=page, attachments=page.files(), allowed_mentions=only(())
                    ),
                )
            )
            return
        await self._caller.later_answer(
            self._showing.show(
                page,
                lambda: interaction.followup.send(
                    view=page, files=page.files(), ephemeral=True, allowed_mentions=only(())
                ),
                interaction,
            )
        )


def _given(answer: object) -> bool:
    """Return whether Discord has accepted a first answer."""
    return answer is Refusal.DONE or not isinstance(answer, Refusal)


def _others_see(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an answer would be written into a message that others see too."""
    if not in_place(interaction):
        return False
    return interaction.guild_id is not None and not (interaction.message and interaction.message.flags.ephemeral)


def in_place(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an answer is written into the message that was pressed."""
    return _IN_PLACE in interaction.extras
