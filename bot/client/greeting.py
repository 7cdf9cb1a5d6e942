"""Meets people: the bot speaks their language, remembers where they are, and refuses presses about games of others."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import discord

from bot.client.command_places import only_answers
from bot.data.errors import StoreTrouble
from bot.data.people import Person
from bot.data.stored import unasked
from bot.data.tables import InChannel
from bot.league import League
from bot.messages.places import Places
from bot.messages.presence import Presence
from bot.messages.tables import Teller
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.tables.errors import NoSuchTable, TableError
from bot.ui import i18n
from bot.ui.actions import CustomId, Interaction
from bot.ui.words import variant_names

#: Seconds after which a server's league hears again that a person is there.
_DAY = 24 * 3600

#: The keys of what an interaction carries along in here: its press, that the person was greeted, and in which language.
PRESS, _GREETED, LANGUAGE = "press", "greeted", "language"


class NotTheirGame(Exception):
    """A press is about a game of another server or, in direct messages, one at which the person doesn't sit.

    At a game in direct messages nobody else may press anything, wherever they are.
    """


class Greeter:
    """The first step of every answer, which Discord doesn't wait for."""

    def __init__(
        self,
        places: Places,
        people: PersonStore,
        tables: Tables,
        league: League,
        teller: Teller,
        presence: Presence,
        *,
        is_ready: Callable[[], bool],
    ) -> None:
        """`is_ready` returns whether the gateway has named the servers."""
        self._places = places
        self._people = people
        self._tables = tables
        self._league = league
        self._teller = teller
        self._presence = presence
        self._is_ready = is_ready

    async def greet(self, interaction: Interaction) -> None:
        """Speak a person's language from now on, and remember that they are there.

        Raises `NotTheirGame` for a press that is about a game of others. Only the first call for an interaction does
        anything.
        """
        if _GREETED in interaction.extras:
            return
        interaction.extras[_GREETED] = True
        # Where the database fails just now, the answer is in the language of their Discord.
        with contextlib.suppress(StoreTrouble):
            person = await self._people.get(interaction.user.id)
            i18n.speak(person.language or interaction.locale.value)
            interaction.extras[LANGUAGE] = i18n.language()
            if interaction.type is not discord.InteractionType.autocomplete:
                await self._met(interaction, person)
        if not self._is_ready():
            await self._learn_places(interaction)
        pressed: CustomId | None = interaction.extras.get(PRESS)
        if pressed is not None and await self._out_of_reach(interaction, pressed.table):
            raise NotTheirGame

    async def _learn_places(self, interaction: Interaction) -> None:
        """Learn of the places that an answer may name, in a process that the gateway doesn't tell of them."""
        if interaction.guild_id is not None:
            await self._places.learn(interaction.guild_id, interaction.channel_id)
        else:
            for table in await self._tables.games.of_person(interaction.user.id):
                if isinstance(table.home, InChannel):
                    await self._places.learn(table.home.guild_id, table.home.channel_id)

    async def _met(self, interaction: Interaction, person: Person) -> None:
        """Remember the language of a person's Discord, and where they can be written to.

        A server's league hears once a day that they are there. In the server, their seats are to
        have the name that they have there now. Data that is deleted meanwhile isn't written back.
        """
        guild_id, user = interaction.guild_id, interaction.user
        if guild_id is None and interaction.channel_id is not None and not only_answers(interaction):
            await self._teller.reached(person, interaction.channel_id)
        if person.locale != interaction.locale.value:
            await self._people.heard(user.id, interaction.locale.value, if_known=person.locale is not None)
        if guild_id is not None and await self._league.members.to_check(guild_id, [user.id], older_than=_DAY):
            await self._league.members.note_present(guild_id, user.id, user.display_name)
        if guild_id is not None:
            self._presence.note(guild_id, user.id)
            for table_id in await self._tables.games.seated_otherwise(guild_id, user.id, user.display_name):
                # The game may end meanwhile, or somebody else get the seat.
                with contextlib.suppress(TableError), unasked():
                    await self._tables.seating.note_there(table_id, user.id, user.display_name)

    async def _out_of_reach(self, interaction: Interaction, table_id: int) -> bool:
        """Return whether a table isn't in this server or, where it or the press is in direct messages, not the person's own.

        Have the answer use the words of the table's game.
        """
        try:
            table = await self._tables.get(table_id)
        except NoSuchTable:
            return False
        variant_names.speak_of(table.variant)
        if interaction.guild_id is not None and isinstance(table.home, InChannel):
            return table.home.guild_id != interaction.guild_id
        return table.seat_of(interaction.user.id) is None
