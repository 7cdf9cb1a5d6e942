"""Tournaments of each server: opened, looked at, broken off; the services for all between are held here.

Nothing here posts anything; every step is one transaction, so that a tournament is never stored half way through one.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.canasta.rules import Rules
from bot.data.tournaments import Tournament, TournamentStage
from bot.league.tournaments.changes import TournamentChanges
from bot.league.tournaments.corrections import TournamentCorrections
from bot.league.tournaments.entries import Entries
from bot.league.tournaments.errors import NameTaken, NoSuchTournament, NotTwoSides
from bot.league.tournaments.match_tables import MatchTables
from bot.league.tournaments.requests import Requests
from bot.league.tournaments.rounds import TournamentRounds
from bot.league.tournaments.state import TournamentState
from bot.league.tournaments.victory import Scale
from bot.store.database import Database
from bot.tables import Tables, rules_for


class Organiser:
    """The tournaments of one database: its own methods are about whole ones, its services about what one consists of.

    A method that changes one does so completely, or raises a `TournamentError` as it says.
    """

    def __init__(
        self, database: Database, tables: Tables, *, clock: Callable[[], int], chance: random.Random | None
    ) -> None:
        """Organise the tournaments of `database` at `tables`.

        `clock` gives whole seconds UTC, `chance` draws the order of entries (None: the system's).
        """
        self._changes = TournamentChanges(database, clock)
        self._stored = self._changes.stored
        self.entries = Entries(self._changes)
        self.rounds = TournamentRounds(self._changes, tables, chance or secrets.SystemRandom())
        self.match_tables = MatchTables(self._changes, tables, self.entries)
        self.requests = Requests(self._changes, tables, self.match_tables)
        self.corrections = TournamentCorrections(self._changes)

    async def get(self, guild_id: int, tournament_id: int) -> Tournament:
        """Return a tournament of a server. Raises `NoSuchTournament`."""
        found = await self._stored.get(tournament_id)
        if found is None or found.guild_id != guild_id:
            raise NoSuchTournament
        return found

    async def of_guild(self, guild_id: int) -> list[Tournament]:
        """Return a server's tournaments, the active ones first."""
        return await self._stored.of_guild(guild_id)

    async def active(self) -> list[int]:
        """Return the numbers of the tournaments that are active, or of which something has still to be posted."""
        return await self._stored.active()

    async def state(self, tournament_id: int) -> TournamentState:
        """Return the state of a tournament. Raises `NoSuchTournament`."""
        return await self._changes.state(tournament_id)

    async def open(self, wanted: Tournament) -> Tournament:
        """Open a tournament for signing up; `id`, `scale`, status and what follows from playing are ignored.

        Raises `RulesError`, `NotTwoSides`, `NameTaken`.
        """
        house = {**wanted.house, "rounds": wanted.deals}
        rules = await asyncio.to_thread(rules_for, wanted.variant, wanted.layout or None, house)
        if not fits(rules):
            raise NotTwoSides
        tournament = replace(
            wanted,
            layout=rules.layout,
            house=house,
            scale=Scale.of_target(rules.target, wanted.deals).deal,
            status=TournamentStage.OPEN,
            round=0,
            version=1,
            created_at=self._changes.now(),
            missed_at=None,
            teams=(),
            seekers=(),
        )
        async with self._changes.database.transaction() as tx:
            await tx.hold(wanted.guild_id)
            for other in await self._stored.of_guild(wanted.guild_id):
                if (
                    other.status in (TournamentStage.OPEN, TournamentStage.RUNNING)
                    and other.name.casefold() == tournament.name.casefold()
                ):
                    raise NameTaken
            return replace(tournament, id=await self._stored.add(tx, tournament))

    async def cancel(self, tournament_id: int) -> Tournament:
        """Break a tournament off; tables in play go on by themselves. Raises `WrongStage`."""
        async with self._changes.changing(tournament_id, TournamentStage.OPEN, TournamentStage.RUNNING) as (tx, state):
            ended = replace(
                state.tournament, status=TournamentStage.CANCELLED, ended_at=self._changes.now(), seekers=()
            )
            return await self._changes.save(tx, ended)

    async def letter(self, tournament_id: int) -> tuple[int | None, set[str]]:
        """Return when the organiser was last written to (seconds UTC; None: never), and the keys of what was said."""
        return await self._stored.letter(tournament_id)

    async def note_letter(self, tournament_id: int, at: int | None, keys: Iterable[str]) -> None:
        """Note when the organiser was last written to, and the keys of what was said and is still so."""
        await self._stored.wrote(tournament_id, at, keys)

    async def note_overview(self, tournament_id: int, version: int, message_id: int | None) -> None:
        """Note which version a tournament's own message shows, and where that is (None: it can't be posted)."""
        await self._stored.shown(tournament_id, version, message_id)


def fits(rules: Rules) -> bool:
    """Return whether matches can be played by these rules: two sides sit in turn, and stay the same."""
    return rules.side.mode == "fixed" and rules.side.sides == 2
