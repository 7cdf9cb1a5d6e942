"""The common part of all cogs of `/tournament`: finding the tournament, player or entry that is meant, and offering
tournaments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import discord
from discord import app_commands

from bot.data.tournaments import Player, Request, Team, Tournament, TournamentStage
from bot.league.tournaments.entries import can_come_back
from bot.league.tournaments.errors import NoSuchEntry, NoSuchTournament, TournamentError
from bot.league.tournaments.state import team_numbered
from bot.messages.discord_api import nonce_of
from bot.messages.discord_refusals import Refusal
from bot.ui import i18n
from bot.ui.actions import Interaction
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages import tournament_choices_page, tournament_letter_page
from bot.ui.typed_names import Ambiguous, Offer, mentioned, named_id, read_id, the_one
from bot.ui.words import tournament_names
from bot.ui.words.refusals import Refused
from bot.ui.words.tournament_text import NotAPerson, Several
from cogs.frame import Cog, managed, manages

#: The most characters of a text that is typed into a completion.
CHOICE = 100
#: A tournament, a player or a match, chosen from a list or typed.
Named = app_commands.Range[str, 1, CHOICE]
#: The statuses of a tournament in which people can take part or play.
_GOING = (TournamentStage.OPEN, TournamentStage.RUNNING)


class TournamentCog(Cog):
    """A cog whose commands and buttons are about tournaments."""

    async def find(self, guild_id: int, text: str | None, *, ended: bool = False) -> Tournament:
        """Return the tournament that was typed or chosen.

        Without a text this is the one that is going on. If none is and `ended` is set, it is the last one that has
        ended. Raises `NoSuchTournament` if there is none, `Several` or `Ambiguous` if more than one
        could be meant.
        """
        found = await self._services.organiser.of_guild(guild_id)
        if text is not None:
            if (chosen := read_id(text)) is not None:
                return await self._services.organiser.get(guild_id, *chosen)
            going = [one for one in found if one.status in _GOING]
            named = (None if ended else the_one(going, text, _name)) or the_one(found, text, _name)
            found = [] if named is None else [named]
        going = [one for one in found if one.status in _GOING]
        if len(going) > 1:
            raise Several
        if not going and (not found or not (ended or text is not None)):
            raise NoSuchTournament
        return (going or found)[0]

    async def tournament_filled(self, interaction: Interaction) -> Tournament | None:
        """Return the tournament that a moderator's command is about so far, None if that isn't known."""
        if interaction.guild_id is None or not manages(interaction):
            return None
        try:
            return await self.find(interaction.guild_id, await self.filled(interaction, "tournament"), ended=True)
        except (TournamentError, Ambiguous):
            return None

    async def organised(self, interaction: Interaction, tournament_id: int) -> Tournament:
        """Return a tournament for a person who may run it, who can also act in their direct messages.

        Raises `Refused` for anybody else, `NoSuchTournament`.
        """
        if interaction.guild_id is not None:
            return await self._services.organiser.get(managed(interaction), tournament_id)
        tournament = (await self._services.organiser.state(tournament_id)).tournament
        if not await self._services.places.manages(tournament.guild_id, interaction.user.id):
            raise Refused(_("Only people who can manage this server can do that."))
        return tournament

    async def ask(
        self, interaction: Interaction, tournament: Tournament, team: Team, question: Callable[[], Page]
    ) -> bool:
        """Ask those of an entry who haven't said yes if they play; `question` is in the task's language. Return whether that was posted."""
        with i18n.speaking(await self._services.teller.pages.language_of(tournament.guild_id)):
            page = question()
        asked = await self._services.discord_api.messages.post(
            tournament.channel_id,
            page,
            nonce=nonce_of("ask", interaction.id),
            pings=[player.user_id for player in team.players if player.user_id and not player.agreed],
        )
        if isinstance(asked, Refusal):
            return False
        await self._services.organiser.entries.note_question(tournament.id, asked, team.people[0])
        return True

    async def tell(
        self, interaction: Interaction, tournament: Tournament, people: Iterable[int], word: Callable[[], str]
    ) -> None:
        """Tell people, apart from the person who acts, what was done to them; `word` is in the task's language."""
        for user in people:
            if user != interaction.user.id:
                await self._services.letters.write(
                    user,
                    lambda address: tournament_letter_page.word(word(), address),
                    nonce=nonce_of("word", interaction.id, user),
                    otherwise=tournament.channel_id,
                    language=await self._services.teller.pages.language_of(tournament.guild_id),
                    silent=True,
                )

    async def take_out(self, interaction: Interaction, tournament: Tournament, team: Team) -> tuple[Tournament, bool]:
        """Take an entry out and tell its people. Return the tournament, and whether the entry can still come back.

        Raises `WrongStage`, `NoSuchEntry`, `LeftBefore`.
        """
        tournament = await self._services.organiser.entries.withdraw(tournament.id, team.entry)
        await self._tell_team(interaction, tournament, team, back=False)
        now = tournament.team(team.entry)
        return tournament, now is not None and can_come_back(tournament, now)

    async def bring_back(self, interaction: Interaction, tournament: Tournament, entry: int) -> Tournament:
        """Bring back an entry that has left, and tell its people. Raises what `Entries.come_back` does."""
        tournament = await self._services.organiser.entries.come_back(tournament.id, entry)
        await self._tell_team(interaction, tournament, team_numbered(tournament, entry), back=True)
        return tournament

    async def _tell_team(self, interaction: Interaction, tournament: Tournament, team: Team, *, back: bool) -> None:
        self._services.director.wake()
        by = interaction.user.display_name
        await self.tell(
            interaction,
            tournament,
            team.people,
            lambda: tournament_choices_page.told_of(tournament, team, by, back=back),
        )

    async def tell_replaced(
        self, interaction: Interaction, tournament: Tournament, before: int | None, newcomer: str, *, seated: bool
    ) -> None:
        """Tell people of a `newcomer` who plays from now on in the place of the person `before`; `seated`: also at a table.

        There the one who had the seat hears of it as of every substitute.
        """
        self._services.director.wake()
        if not seated and before is not None:
            await self.tell(
                interaction, tournament, [before], lambda: tournament_choices_page.replaced(tournament, newcomer)
            )

    async def place(self, tournament: Tournament, wanted: Request) -> int:
        """Return the thread of the match that a request is about, or else the tournament's channel."""
        channel_id = None if wanted.game_id is None else (await self._services.tables.get(wanted.game_id)).channel_id
        return tournament.channel_id if channel_id is None else channel_id

    async def tournament_offers(self, interaction: Interaction) -> list[Offer]:
        """Return the server's tournaments as a command's option offers them."""
        found = await self._services.organiser.of_guild(interaction.guild_id or 0)
        return [Offer(one.name, named_id(one.id), apart=_opened(one)) for one in found]


def _opened(tournament: Tournament) -> str:
    """Return when a tournament was opened, which tells apart those of one name."""
    return f"{datetime.fromtimestamp(tournament.created_at, UTC):%Y-%m-%d %H:%M}"


def _name(tournament: Tournament) -> str:
    return tournament.name


def as_player(user: discord.User | discord.Member) -> Player:
    """Return a person as a player. Raises `NotAPerson` for a bot."""
    if user.bot:
        raise NotAPerson(user.display_name)
    return Player(user.display_name, user.id)


def entry_offers(tournament: Tournament) -> list[Offer]:
    """Return the entries of a tournament as a command's option offers them: where names are the same, with their places."""
    return [
        Offer(
            tournament_names.team_in_a_list(team),
            named_id(team.entry),
            also=" ".join(f"<@{player.user_id}> <@!{player.user_id}>" for player in team.players),
            apart=f"#{place}",
        )
        for place, team in enumerate(tournament.teams, 1)
        if team.left is None
    ]


def player_offers(tournament: Tournament) -> list[Offer]:
    """Return the players of a tournament in the same way; a partner tells those apart who have the same name."""
    return [
        Offer(
            player.name or _("somebody"),
            named_id(team.entry, seat),
            also=f"<@{player.user_id}> <@!{player.user_id}>",
            apart=", ".join([f"#{place}", *(each.name for each in team.players if each is not player and each.name)]),
        )
        for place, team in enumerate(tournament.teams, 1)
        if team.left is None
        for seat, player in enumerate(team.players)
    ]


def entry_of(tournament: Tournament, text: str) -> int:
    """Return the number of the entry that was chosen, or typed by its name or the mention of a player.

    Raises `NoSuchEntry` if there is no such entry, `Ambiguous` if several have that name.
    """
    if (chosen := read_id(text)) is not None:
        found = next((team for team in tournament.teams if (team.entry,) == chosen), None)
    elif (user_id := mentioned(text)) is not None:
        found = tournament.team_of(user_id)
    else:
        found = the_one(tournament.teams, text, tournament_names.team_in_a_list)
    if found is None:
        raise NoSuchEntry
    return found.entry


def place_of(tournament: Tournament, text: str) -> tuple[int, int]:
    """Return the entry and place of the player who was chosen, typed by their name, or mentioned.

    Raises `NoSuchEntry` if there is no such player, `Ambiguous` if several have that name.
    """
    # Somebody of an entry that has left may play for another now.
    there = [team for team in tournament.teams if team.left is None]
    places = [(team.entry, place, player) for team in there for place, player in enumerate(team.players)]
    if (chosen := read_id(text)) is not None:
        found = next((each for each in places if each[:2] == chosen), None)
    elif (user_id := mentioned(text)) is not None:
        found = next((each for each in places if each[2].user_id == user_id), None)
    else:
        found = the_one(places, text, lambda each: each[2].name)
    if found is None:
        raise NoSuchEntry
    return found[:2]
