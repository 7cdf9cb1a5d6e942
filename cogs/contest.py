"""The common part of all `/tournament` commands: which tournament is meant, who may act, and refusals."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CanastaBot
from bot.league.tournament import (
    NoSuchEntry,
    NoSuchTournament,
    TournamentError,
)
from bot.store.tournaments import Player, Progress, Tournament
from bot.ui.actions import Interaction
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.pages import tournament_page
from bot.ui.words.refusals import REFUSED, NotManager, sentence
from bot.ui.words.tournament_text import NotAPerson, Several, refusal

#: The most characters of a text that is typed into a completion.
CHOICE = 100
Choices = list[app_commands.Choice[str]]


class Contest(commands.Cog):
    """A cog whose commands and buttons are about tournaments."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot

    async def answer(self, interaction: Interaction, work: Callable[[], Awaitable[Page]], *, in_place: bool) -> None:
        """Do some work, and show its result or why it can't be done.

        The answer replaces the pressed message if `in_place` is set.
        """
        discord_api = self._bot.discord_api
        await (discord_api.acknowledge(interaction) if in_place else discord_api.defer(interaction))
        try:
            page = await work()
        except TournamentError as error:
            page = notice(refusal(error))
        except NotManager:
            page = notice(_("Only those who may manage this server can do that."))
        except REFUSED as error:
            page = notice(sentence(error))
        await discord_api.answer(interaction, page)

    async def find(self, guild_id: int, text: str | None, *, ended: bool = False) -> Tournament:
        """Return the tournament that was typed or chosen.

        Without a text this is the one that is going on. If none is and `ended` is set, it is the last one that has
        ended. Raises `NoSuchTournament` if there is none, `Several` if more than one could be meant.
        """
        found = await self._bot.organiser.of_guild(guild_id)
        if text is not None:
            wanted = text.strip().casefold()
            if re.fullmatch(r"[0-9]{1,17}", wanted) and all(one.name.casefold() != wanted for one in found):
                return await self._bot.organiser.get(guild_id, int(wanted))
            found = [one for one in found if one.name.casefold() == wanted][:1]
        going = [one for one in found if one.status in (Progress.OPEN, Progress.RUNNING)]
        if len(going) > 1:
            raise Several
        if not going and (not found or not (ended or text is not None)):
            raise NoSuchTournament
        return (going or found)[0]

    async def filled(self, interaction: Interaction) -> Tournament | None:
        """Return the tournament that a moderator's command is about so far, None if that isn't known."""
        try:
            return await self.find(managed(interaction), interaction.namespace.tournament or None, ended=True)
        except (TournamentError, NotManager):
            return None

    async def suggest(self, interaction: Interaction, typed: str, named: Iterable[tuple[str, str]]) -> None:
        """Offer those of the named values whose name contains what was typed; `named` are names and values."""
        wanted = typed.strip().casefold()
        choices = [app_commands.Choice(name=name, value=value) for name, value in named if wanted in name.casefold()]
        await self._bot.discord_api.suggest(interaction, choices)

    async def complete_tournament(self, interaction: Interaction, text: str) -> None:
        """Offer the server's tournaments."""
        found = await self._bot.organiser.of_guild(interaction.guild_id or 0)
        await self.suggest(interaction, text, [(one.name, str(one.id)) for one in found])


_Cog = TypeVar("_Cog", bound=Contest)
_Options = ParamSpec("_Options")
_Work = Callable[Concatenate[_Cog, Interaction, _Options], Coroutine[Any, Any, Page]]
_Answer = Callable[Concatenate[_Cog, Interaction, _Options], Coroutine[Any, Any, None]]


def answered(work: _Work[_Cog, _Options]) -> _Answer[_Cog, _Options]:
    """Return a command or a button's handler, made of a method that returns a page for that person alone."""
    return _answer(work, in_place=False)


def answered_in_place(work: _Work[_Cog, _Options]) -> _Answer[_Cog, _Options]:
    """Return a handler as `answered` does, but show the page in the message that was pressed."""
    return _answer(work, in_place=True)


def _answer(work: _Work[_Cog, _Options], *, in_place: bool) -> _Answer[_Cog, _Options]:
    @functools.wraps(work)
    async def answer(cog: _Cog, interaction: Interaction, /, *args: _Options.args, **options: _Options.kwargs) -> None:
        await cog.answer(interaction, lambda: work(cog, interaction, *args, **options), in_place=in_place)

    # Without this, the library would look up the options' types in this module.
    answer.__signature__ = inspect.signature(work, eval_str=True)  # type: ignore[attr-defined]
    return answer


def managed(interaction: Interaction) -> int:
    """Return the server's id for a person who may manage it. Raises `NotManager` for anybody else."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise NotManager
    return interaction.guild_id


def as_player(user: discord.User | discord.Member) -> Player:
    """Return a person as a player. Raises `NotAPerson` for a bot."""
    if user.bot:
        raise NotAPerson(user.display_name)
    return Player(user.display_name, user.id)


def entry_of(one: Tournament, text: str) -> int:
    """Return the number of the entry that was chosen, or typed by its name.

    Raises `NoSuchEntry` if there is no such entry.
    """
    wanted = text.strip()
    for team in one.teams:
        if wanted == str(team.entry) or wanted.casefold() == tournament_page.team_in_a_list(team).casefold():
            return team.entry
    raise NoSuchEntry
