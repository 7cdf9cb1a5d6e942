"""The frame around every command and press: accepted in time, then answered by a page or refused by a sentence.

A handler is a coroutine method of a `Cog`. It returns the page that answers, or raises why there is none (an error of
`REFUSED`). Where the answer appears is said where the handler is declared. Unexpected errors go on to the client, which
answers by a reference code.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from enum import Enum
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.client.client import CanastaBot, WayHandler
from bot.data.tables import Status, Table
from bot.messages.discord_api import Unshowable
from bot.messages.discord_refusals import Refusal
from bot.tables import Look
from bot.ui import permissions
from bot.ui.actions import Action, CustomId, Interaction, Press, Unreadable, number
from bot.ui.i18n import N_, _
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Page, notice
from bot.ui.typed_names import Offer, fitting, game_number, meant, told_apart
from bot.ui.words import command_names, variant_names
from bot.ui.words.person_names import plain
from bot.ui.words.refusals import REFUSED, Refused, sentence
from bot.ui.words.tournament_text import NotAPerson
from bot.watching import metrics

#: The result of a handler. None: it has answered by itself, or messages that everybody sees tell what has changed.
Answer = Page | ui.Modal | None


#: Seconds after which Discord is asked again whether somebody is in a server.
_DAY = 24 * 3600


class How(Enum):
    """Where the answer appears."""

    APART = "in a new message that only this person sees"
    IN_PLACE = "in the pressed message; if others see that message too, in a new one"
    QUIETLY = "nowhere, but a refusal in a new message that only this person sees"
    FORM = "in a form, or if a page comes instead, as usual: of a command apart, of a press in place"


class Cog(commands.Cog):
    """A cog whose commands and presses go through the frame."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        self._services = bot.services
        for name in dir(type(self)):
            work = getattr(type(self), name)
            for action, how in getattr(work, _ANSWERS, ()):
                self._services.interactions.answer_presses(action, self._answerer(action, how, getattr(self, name)))
            for path in getattr(work, _DOES, ()):
                bot.ways[path] = WayHandler(self, getattr(self, name))
            for title in getattr(work, _ABOUT, ()):
                bot.tree.add_command(self._in_menu(title, getattr(self, name)))

    def _answerer(
        self, action: type[Action], how: _HowOf, work: Callable[[Interaction, Press[Any]], Awaitable[Answer]]
    ) -> Callable[[Interaction, CustomId, tuple[str, ...]], Awaitable[None]]:
        """Return what answers the presses of an action by a handler."""

        async def answer(interaction: Interaction, written: CustomId, values: tuple[str, ...]) -> None:
            here = how if isinstance(how, How) else how(interaction, values)
            await self.carry_out(
                interaction, here, lambda: work(interaction, Press(action.unpack(written), values)), written
            )

        return answer

    def _in_menu(self, title: str, work: _AboutPerson) -> app_commands.ContextMenu:
        """Return what the menu of a person in a server offers under a title."""

        async def asked(interaction: discord.Interaction[Any], person: discord.User) -> None:
            await self.carry_out(interaction, How.APART, lambda: work(interaction, person))

        return app_commands.ContextMenu(name=title, callback=asked)

    async def carry_out(
        self,
        interaction: Interaction,
        how: How,
        work: Callable[[], Awaitable[Answer]],
        pressed: CustomId | None = None,
    ) -> None:
        """Accept an interaction, do its work, and show what the work returns, or why it was refused."""
        try:
            await self._accept_and_answer(interaction, how, work, pressed)
        except Unshowable as error:
            await self._services.interactions.failed(interaction, error)

    async def _accept_and_answer(
        self, interaction: Interaction, how: How, work: Callable[[], Awaitable[Answer]], pressed: CustomId | None
    ) -> None:
        discord_api = self._services.discord_api
        match how:
            case How.FORM:
                await self._services.greeter.greet(interaction)
            case How.APART:
                await discord_api.answers.expect(interaction)
            case _:
                await discord_api.answers.expect(interaction, in_place=True)
        try:
            shown = await work()
        except REFUSED as error:
            metrics.REFUSALS.labels(getattr(error, "code", type(error).__name__)).inc()
            if how is How.FORM:
                await self._accept(interaction, pressed)
            if how is How.QUIETLY:
                await discord_api.answers.whisper(interaction, notice(sentence(error)))
            else:
                await self.refuse(interaction, error, pressed)
            return
        if isinstance(shown, ui.Modal):
            await discord_api.answers.open_form(interaction, lambda: shown)
        elif shown is not None:
            if how is How.FORM:
                await self._accept(interaction, pressed)
            await self.show(interaction, shown)
        elif how in (How.IN_PLACE, How.QUIETLY):
            if pressed is not None:
                # The table may just be shown in the pressed message: then that answers the press.
                await self._services.teller.shown(pressed.table)
            await discord_api.answers.accept(interaction)

    async def _accept(self, interaction: Interaction, pressed: CustomId | None) -> None:
        await self._services.discord_api.answers.expect(interaction, in_place=pressed is not None)

    async def show(self, interaction: Interaction, page: Page) -> None:
        """Answer an interaction that has been accepted by a page."""
        await self._services.discord_api.answers.answer(interaction, page)

    async def refuse(self, interaction: Interaction, error: Exception, pressed: CustomId | None) -> None:
        """Answer why something was refused; None as `pressed` is a command."""
        await self.show(interaction, notice(sentence(error)))

    async def check_open(self, interaction: Interaction) -> None:
        """Raise `Refused` in a locked thread, or in a private one that the bot isn't in: it can't show a table there."""
        if permissions.locked_out(interaction.channel, interaction.app_permissions):
            raise Refused(
                _(
                    "I can't write in this thread, as it is locked. Ask a moderator to unlock it, or use another channel."
                )
            )
        if permissions.shut_out(interaction.channel, interaction.app_permissions) and (
            # Without the gateway, only Discord knows in which threads the bot is.
            self._bot.is_ready() or await self._services.discord_api.places.there(interaction.channel_id or 0)
        ):
            raise Refused(_("This is a private thread that I'm not in. Mention me here, then try again."))

    async def do(self, interaction: Interaction, path: str, options: Mapping[str, Any]) -> Answer:
        """Do what was chosen by a command's option `what`, or on its page, with the command's other options.

        Raises `Unreadable` for what nothing does, an error of `REFUSED` for what can't be done.
        """
        way = self._bot.ways.get(path)
        if way is None:
            raise Unreadable
        wanted = [*inspect.signature(way.work).parameters][1:]
        useless = [name for name, value in options.items() if value is not None and name not in (*wanted, "what")]
        if useless and isinstance(interaction.command, app_commands.Command):
            raise Refused(_useless(path, interaction.command, useless))
        answer: Answer = await way.work(interaction, **{name: options.get(name) for name in wanted})
        return answer

    # -- which game is meant

    async def here(self, interaction: Interaction) -> Table:
        """Return this channel's active table, and use the words of its game. Raises `Refused` if there is none.

        In direct messages it is the person's table that is only there: the one that waits for players, or else the only one.
        """
        if interaction.guild_id is None:
            return self.about(await self._own_direct(interaction.user.id))
        table = await self._services.tables.games.in_channel(interaction.channel_id or 0)
        if table is None:
            raise Refused(no_game_here())
        return self.about(table)

    async def _own_direct(self, user_id: int) -> Table:
        own = [one for one in await self._services.tables.games.of_person(user_id) if one.channel_id is None]
        lobbies = [one for one in own if one.status is Status.LOBBY]
        found = lobbies if len(lobbies) == 1 else own
        if len(found) > 1:
            raise Refused(_("You are at several tables here: use the buttons under the one you mean."))
        if not found:
            raise Refused(
                _("You aren't at a table in direct messages. `/play` opens one, and `/canasta join` takes a code.")
            )
        return found[0]

    async def own_game(self, interaction: Interaction, text: str) -> Table:
        """Return the active game of a person that a command's option names. Raises `Refused` for any other text."""
        wanted = game_number(text)
        for table in await self._services.tables.games.of_person(interaction.user.id):
            if table.id == wanted:
                return self.about(table)
        raise Refused(_("Choose one from the list that appears while you type."))

    def about(self, table: Table) -> Table:
        """Return the table that an answer is about, having the answer use the words of its game.

        Of the table that a pressed button names, the answer uses them by itself.
        """
        variant_names.speak_of(table.variant)
        return table

    async def look(self, table_id: int, user_id: int) -> Look:
        """Return the table that an answer is about as a person sees it, as `about` does."""
        look = await self._services.tables.look(table_id, user_id)
        self.about(look.table)
        return look

    async def playing(self, interaction: Interaction) -> list[Table]:
        """Return the games that a command typed in direct messages may be about. Raises `Refused` if there are none."""
        own = await self._services.tables.games.of_person(interaction.user.id)
        found = [table for table in own if table.status is Status.PLAYING]
        if not found:
            raise Refused(_("You aren't in any game now. `/play` starts one."))
        return found

    # -- people who are named

    async def check_present(
        self, interaction: Interaction, guild_id: int, *people: discord.User | discord.Member
    ) -> None:
        """Raise `Refused` if one of the people isn't in a server; an option for people takes anybody's id."""
        for one in people:
            if isinstance(one, discord.Member) and one.guild.id == guild_id:
                continue
            # Only in servers does an interaction tell who is a member.
            if interaction.guild_id is not None or await self.name_there(guild_id, one.id) is Refusal.ABSENT:
                raise Refused(not_here(one.display_name))

    async def name_there(self, guild_id: int, user_id: int) -> str | Refusal:
        """Return what a person is called in a server, or why that isn't known; `ABSENT` if they aren't there."""
        await self._services.places.learn(guild_id)
        guild = self._services.places.guild(guild_id)
        return Refusal.NOWHERE if guild is None else await self._services.discord_api.places.member(guild, user_id)

    def chosen_person(self, interaction: Interaction, value: str) -> tuple[int, str]:
        """Return the id and name of a person chosen in a menu, whom the interaction describes.

        Raises `NotAPerson` for a bot, `Refused` in a server for somebody who isn't there, `Unreadable` for somebody whom it
        doesn't describe.
        """
        resolved = cast("dict[str, Any]", interaction.data or {}).get("resolved") or {}
        user, member = (resolved.get(kind, {}).get(value) for kind in ("users", "members"))
        if user is None:
            raise Unreadable
        name = str((member or {}).get("nick") or user.get("global_name") or user.get("username"))
        if user.get("bot"):
            raise NotAPerson(name)
        if member is None and interaction.guild_id is not None:
            raise Refused(not_here(name))
        return number(value), name

    # -- completions

    async def offer(self, interaction: Interaction, typed: str, offers: Iterable[Offer]) -> None:
        """Send those of the offers in which each typed word is found."""
        choices = [
            app_commands.Choice(name=one.name, value=one.value)
            for one in fitting(told_apart(offers), typed)[:COMPLETIONS]
        ]
        await self._services.discord_api.answers.suggest(interaction, choices)

    async def filled(self, interaction: Interaction, option: str) -> str | None:
        """Return what is filled in for another option with completions of the same command so far, None for nothing."""
        typed = getattr(interaction.namespace, option)
        command = interaction.command
        if not typed or not isinstance(command, app_commands.Command):
            return None
        return str(await self._as_meant(interaction, offers_of(command).get(option), typed))

    async def as_meant(self, interaction: Interaction, offering: _Offerings, options: Mapping[str, Any]) -> Any:
        """Return a command's options as they are meant: in place of the name of what is offered, its value.

        Raises `Refused` for a text where only what is offered is an answer.
        """
        return {name: await self._as_meant(interaction, offering.get(name), one) for name, one in options.items()}

    async def _as_meant(self, interaction: Interaction, work: _Offering[Any] | None, typed: Any) -> Any:
        if work is None or not isinstance(typed, str):
            return typed
        try:
            offers = list(await work(self, interaction, typed))
        except REFUSED:
            offers = []
        value = meant(offers, typed)
        if value is None and any(isinstance(one.value, int) for one in offers):
            raise Refused(_("Choose one from the list that appears while you type."))
        return typed if value is None else value

    async def _asked_for(self, guild_id: int, people: Collection[int]) -> bool:
        """Ask Discord about those of these people who weren't seen in a server for a day. Return whether there were any."""
        members = self._services.league.members
        stale = await members.to_check(guild_id, people, older_than=_DAY)
        if not stale:
            return False
        await self._services.places.learn(guild_id)
        guild = self._services.places.guild(guild_id)
        if guild is None:
            return True
        answers = await asyncio.gather(*(self._services.discord_api.places.member(guild, one) for one in stale))
        for user_id, name in zip(stale, answers, strict=True):
            if name is Refusal.ABSENT:
                await members.note_gone(guild_id, user_id)
            elif not isinstance(name, Refusal):
                await members.note_present(guild_id, user_id, name)
        return True


def no_game_here() -> str:
    """Return the sentence for a command that is about a channel's game, where there is none."""
    return _("There is no game in this channel. `/play` starts one.")


def not_now() -> str:
    """Return the sentence for what Discord has refused for a reason that passes."""
    return _("Discord can't do that right now. Please try again in a few minutes.")


def not_here(name: str) -> str:
    """Return the sentence for a person who isn't in the server, and so can't be asked to play there."""
    return _("{name} isn't in this server. Choose somebody who is.").format(name=plain(name))


def manages(interaction: Interaction) -> bool:
    """Return whether the person may manage the server where they act."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def managed(
    interaction: Interaction, otherwise: str = N_("Only people who can manage this server can do that.")
) -> int:
    """Return the server's id for a person who may manage it. Raises `Refused` for anybody else."""
    if interaction.guild_id is None or not manages(interaction):
        raise Refused(_(otherwise))
    return interaction.guild_id


def sets_rules(interaction: Interaction) -> int:
    """Return the server's id for a person who may set how it plays. Raises `Refused` for anybody else."""
    return managed(interaction, N_("Only people who can manage this server can change how it plays."))


# -- how handlers are declared

_ANSWERS, _OFFERS, _DOES, _ABOUT = "answers", "offers", "does", "about"
_AboutPerson = Callable[[Interaction, discord.User], Awaitable[Answer]]
_HowOf = How | Callable[[Interaction, tuple[str, ...]], How]
_Cog = TypeVar("_Cog", bound=Cog)
_Action = TypeVar("_Action", bound=Action)
_Options = ParamSpec("_Options")
_Press = Callable[[_Cog, Interaction, Press[_Action]], Coroutine[Any, Any, Answer]]
_Does = Callable[Concatenate[_Cog, Interaction, ...], Coroutine[Any, Any, Answer]]
_Offering = Callable[[_Cog, Interaction, str], Coroutine[Any, Any, Iterable[Offer]]]
_Offerings = dict[str, _Offering[Any]]
_Work = Callable[Concatenate[_Cog, Interaction, _Options], Coroutine[Any, Any, Answer]]
_Command = Callable[Concatenate[_Cog, Interaction, _Options], Coroutine[Any, Any, None]]


def pressed(
    *actions: type[_Action], how: _HowOf = How.IN_PLACE
) -> Callable[[_Press[_Cog, _Action]], _Press[_Cog, _Action]]:
    """Declare a method as the handler of actions; `how` may depend on the interaction and the chosen values."""

    def declare(work: _Press[_Cog, _Action]) -> _Press[_Cog, _Action]:
        setattr(work, _ANSWERS, [(action, how) for action in actions])
        return work

    return declare


def does(*paths: str) -> Callable[[_Does[_Cog]], _Does[_Cog]]:
    """Declare a method as what a command does by its option `what`: each path is such a thing in `ways.WAYS`.

    The method names the command's other options that it wants; None is passed for those that weren't given.
    """

    def declare(work: _Does[_Cog]) -> _Does[_Cog]:
        setattr(work, _DOES, paths)
        return work

    return declare


def about_person(title: str) -> Callable[[_Does[_Cog]], _Does[_Cog]]:
    """Declare a method as what the menu of a person offers in a server; `title` is its name, marked for translators.

    The method takes the person.
    """

    def declare(work: _Does[_Cog]) -> _Does[_Cog]:
        setattr(work, _ABOUT, (title,))
        return work

    return declare


def completes(
    *options: tuple[app_commands.Command[Any, ..., Any], str],
) -> Callable[[_Offering[_Cog]], _Offering[_Cog]]:
    """Declare a method that returns what options of commands offer, as pairs of a command and an option.

    The method gets what was typed so far, and need not leave out what doesn't fit. This is the only way to declare
    completions: it has commands get the value of an offer also where Discord sends the name that the offer is shown with.
    """

    def declare(work: _Offering[_Cog]) -> _Offering[_Cog]:
        @functools.wraps(work)
        async def complete(cog: _Cog, interaction: Interaction, typed: str) -> list[app_commands.Choice[Any]]:
            await cog.offer(interaction, str(typed), await work(cog, interaction, str(typed)))
            return []

        for command, option in options:
            command.autocomplete(option)(complete)
            offers_of(command)[option] = work
        return work

    return declare


def offers_of(command: app_commands.Command[Any, ..., Any]) -> _Offerings:
    """Return the methods that return what a command's options offer, by the options' names."""
    found: _Offerings = vars(command.callback).setdefault(_OFFERS, {})
    return found


def answered(work: _Work[_Cog, _Options]) -> _Command[_Cog, _Options]:
    """Return a command made of a method whose page only this person sees."""
    return _through(work, How.APART)


def answered_by_form(work: _Work[_Cog, _Options]) -> _Command[_Cog, _Options]:
    """Return a command made of a method that returns a form, or a page that only this person sees."""
    return _through(work, How.FORM)


def _useless(path: str, command: app_commands.Command[Any, ..., Any], names: Iterable[str]) -> str:
    """Return the refusal of options that a way of a command does nothing with: a person who fills one in means something by it."""
    parameters = [parameter for name in names if (parameter := command.get_parameter(name)) is not None]
    options = ", ".join(f"*{command_names.option(parameter)}*" for parameter in parameters)
    return _("For {command}, leave this empty: {options}.").format(command=f"`/{path}`", options=options)


def answered_by_what(work: _Work[_Cog, _Options]) -> _Command[_Cog, _Options]:
    """Return a command that does what its option `what` says; without one, the method's page answers it."""
    return _through(work, How.APART, by_what=True)


def _through(work: _Work[_Cog, _Options], how: How, *, by_what: bool = False) -> _Command[_Cog, _Options]:
    @functools.wraps(work)
    async def command(cog: _Cog, interaction: Interaction, /, *args: _Options.args, **options: _Options.kwargs) -> None:
        what: Any = options.get("what") if by_what else None
        path = (
            "" if what is None or interaction.command is None else f"{interaction.command.qualified_name} {what.value}"
        )

        async def answer() -> Answer:
            meant_by = await cog.as_meant(interaction, vars(command).get(_OFFERS, {}), options)
            return await (cog.do(interaction, path, meant_by) if path else work(cog, interaction, *args, **meant_by))

        doing = cog._bot.ways[path].cog if path else cog
        await doing.carry_out(interaction, how, answer)

    # Without this, the library would look up the options' types in this module.
    command.__signature__ = inspect.signature(work, eval_str=True)  # type: ignore[attr-defined]
    return command
