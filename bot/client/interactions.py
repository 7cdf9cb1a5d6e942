"""The door: interactions arrive here, are counted and bounded, and reach the cog that answers; errors get a sentence."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, cast

import discord

from bot.client.command_places import note_place
from bot.client.greeting import LANGUAGE, PRESS, NotTheirGame
from bot.client.throttle import Restraint, TooOften
from bot.data.errors import StoreTrouble
from bot.data.stored import changed, watch
from bot.messages.discord_api import DiscordApi, Unshowable, observe
from bot.messages.discord_api import begin as begin_answer
from bot.ui import i18n
from bot.ui.actions import Action, Answerer, CustomId, Interaction, Unreadable
from bot.ui.i18n import _
from bot.ui.page import notice
from bot.ui.words import refusals
from bot.ui.words.ways import MOVED
from bot.watching import logs, metrics

log = logging.getLogger(__name__)

#: The types of options that are commands inside of a command.
_INNER = (discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value)

#: How often the event loop goes round, at most, until an interaction that has arrived is being answered.
_TURNS_TO_BEGIN = 20


class Interactions:
    """The interactions that are being answered, and who answers which presses.

    `restraint` bounds how much one person or server asks for; None bounds nothing.
    """

    def __init__(self, discord_api: DiscordApi, restraint: Restraint | None, now: Callable[[], datetime]) -> None:
        self._discord_api = discord_api
        self._restraint = restraint
        self._now = now
        self._answerers: dict[str, Answerer] = {}
        self._answering: set[asyncio.Task[Any]] = set()
        self._awaited: dict[asyncio.Task[Any], Interaction] = {}

    @property
    def idle(self) -> bool:
        """Whether nothing is being answered."""
        return not self._answering

    async def finish(self, patience: float) -> None:
        """Wait for the answers that have begun, and tell whoever would wait for longer than some seconds that the bot ends."""
        for _each in range(_TURNS_TO_BEGIN):
            await asyncio.sleep(0)
        end = time.monotonic() + patience
        while self._answering and (left := end - time.monotonic()) > 0:
            await asyncio.wait(self._answering, timeout=left)
        async with asyncio.TaskGroup() as telling:
            for task in self._answering:
                if (interaction := self._awaited.get(task)) is not None:
                    telling.create_task(self._told_of_the_end(interaction))

    async def _told_of_the_end(self, interaction: Interaction) -> None:
        with i18n.speaking(interaction.extras.get(LANGUAGE, interaction.locale.value)):
            text = _(
                "The bot is being restarted. In a minute, look at the game with `/hand` or `/table`, then try again."
            )
        try:
            # It takes the place of an answer that is still to come; on what was pressed, it comes as a further message.
            if interaction.type is discord.InteractionType.application_command:
                await self._discord_api.answers.answer(interaction, notice(text))
            else:
                await self._say(interaction, text)
        except Exception:
            log.exception("Somebody could not be told that the bot ends")

    def answer_presses(self, action: type[Action], answerer: Answerer) -> None:
        """Have presses of an action answered by a coroutine function.

        Raises `ValueError` for an action without a name, or one that is answered already.
        """
        if not action.name or action.name in self._answerers:
            raise ValueError(f"{action.__name__} ({action.name!r}) has no name or two answers")
        self._answerers[action.name] = answerer

    def begin(self, interaction: Interaction, kind: str) -> None:
        """Set up the running task as the answer to an interaction of some kind; the bot waits for it before it ends."""
        begin_answer(interaction, kind)
        note_place(interaction)
        pressed: CustomId | None = interaction.extras.get(PRESS)
        logs.about(interaction=interaction.id, table=pressed.table if pressed and pressed.table else None)
        self.finished_before_the_end()
        task = asyncio.current_task()
        if task is not None:
            task.add_done_callback(partial(_let_go, interaction))
            if interaction.type is not discord.InteractionType.autocomplete:
                self._awaited[task] = interaction
                task.add_done_callback(self._awaited.pop)
        i18n.speak(interaction.locale.value)
        watch()

    def restrain(self, interaction: Interaction, kind: str) -> None:
        """Raise `TooOften` if the person or the server has asked for too much by commands and presses."""
        if self._restraint is not None:
            self._restraint.note(interaction.user.id, interaction.guild_id, kind, self._now().timestamp())

    def lets_complete(self, interaction: Interaction) -> bool:
        """Return whether a completion is answered: not if the person has asked for too many."""
        return self._restraint is None or self._restraint.lets_complete(interaction.user.id, self._now().timestamp())

    def finished_before_the_end(self) -> None:
        """Have the bot wait for the running task before it ends."""
        task = asyncio.current_task()
        if task is not None:
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def pressed(self, interaction: Interaction, written: CustomId | None, values: tuple[str, ...]) -> None:
        """Answer a button, menu or form; if nobody answers it (any more), the person gets a sentence."""
        interaction.extras[PRESS] = written
        kind = written.action if written is not None and written.action in self._answerers else "old"
        self.begin(interaction, kind)
        try:
            self.restrain(interaction, kind)
            await self._answer(interaction, written, values)
        except Exception as error:
            await self.failed(interaction, error)

    async def _answer(self, interaction: Interaction, written: CustomId | None, values: tuple[str, ...]) -> None:
        answerer = self._answerers.get(written.action) if written else None
        if written is None or answerer is None:
            raise Unreadable
        await answerer(interaction, written, values)

    async def outdated(self, interaction: Interaction) -> None:
        """Answer a command in a form that no Discord with this version's commands would send, as by an old name."""
        text = _("This command has changed. Restart Discord, then type it again.")
        if (now := MOVED.get(_typed(interaction))) is not None:
            text = _("This command has moved: {command} does it now. Restart Discord to see it in the list.").format(
                command=f"`/{now}`"
            )
        try:
            await self._say(interaction, text)
        except Exception as error:
            await self.failed(interaction, error)

    async def failed(self, interaction: Interaction, error: Exception) -> None:
        """Tell a person what is wrong; an unexpected error is logged under a short reference, which they read."""
        reference = secrets.token_hex(3)
        match error:
            case Unreadable():
                text = _("This button is from an older message. Try `/hand` or `/table`.")
            case TooOften(args=(text,)):
                metrics.REFUSALS.labels("too-often").inc()
            case Unshowable():
                text = _(
                    "Discord doesn't let me show you this. A name in it may look like a harmful link to Discord. Your game goes on: try `/hand` or `/table`."
                )
            case NotTheirGame():
                text = _("That belongs to another server's game, or to a game you aren't in.")
            case StoreTrouble():
                # It has been logged once, however many people meet it.
                text = refusals.not_stored()
            case _:
                log.error("Unexpected error, reference %s", reference, exc_info=error)
                metrics.ERRORS.inc()
                text = _(
                    "Something went wrong and nothing was changed. Please try again. If it keeps happening, tell whoever runs the bot this code: {code}."
                )
                if changed():
                    text = _(
                        "Something went wrong after a change was stored. Before you try again, look at the game with `/hand` or `/table`. If it keeps happening, tell whoever runs the bot this code: {code}."
                    )
                text = text.format(code=reference)
        try:
            await self._say(interaction, text)
        except Exception:
            log.exception("Reference %s could not be told", reference)

    async def _say(self, interaction: Interaction, text: str) -> None:
        """Tell a person something, no matter which answers they already got."""
        await self._discord_api.answers.whisper(interaction, notice(text))


def _typed(interaction: Interaction) -> str:
    """Return the name of a command that was sent, with those of the groups around it, as it was registered."""
    names, inside = [], cast("dict[str, Any]", interaction.data or {})
    while True:
        names.append(str(inside.get("name", "")))
        groups = [one for one in inside.get("options") or () if one.get("type") in _INNER]
        if not groups:
            return " ".join(names)
        inside = groups[0]


def _let_go(interaction: Interaction, _: asyncio.Task[Any]) -> None:
    """Have the first response to an interaction no longer refer back to it: it has been given, and asks for it no more."""
    observe(metrics.ANSWERS, interaction)
    interaction.response._parent = None  # type: ignore[assignment]
