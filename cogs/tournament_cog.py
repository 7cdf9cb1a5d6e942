"""What all cogs of `/tournament` share: finding the tournament, player or entry that is meant, and offering tournaments."""

from __future__ import annotations

import re

import discord
from discord import app_commands

from bot.league.tournaments import (
    NoSuchEntry,
    NoSuchTournament,
    TournamentError,
)
from bot.store.tournaments import Player, Progress, Tournament
from bot.ui.actions import Interaction
from bot.ui.pages import tournament_page
from bot.ui.words.tournament_text import NotAPerson, Several
from cogs.frame import Cog, manages

#: The most characters of a text that is typed into a completion.
CHOICE = 100
#: A tournament, a player or a match, chosen from a list or typed.
Named = app_commands.Range[str, 1, CHOICE]
Choices = list[app_commands.Choice[str]]


class TournamentCog(Cog):
    """A cog whose commands and buttons are about tournaments."""

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
        if interaction.guild_id is None or not manages(interaction):
            return None
        try:
            return await self.find(interaction.guild_id, interaction.namespace.tournament or None, ended=True)
        except TournamentError:
            return None

    async def complete_tournament(self, interaction: Interaction, text: str) -> None:
        """Offer the server's tournaments."""
        found = await self._bot.organiser.of_guild(interaction.guild_id or 0)
        await self.suggest(interaction, text, [(one.name, str(one.id)) for one in found])


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
