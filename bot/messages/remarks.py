"""The words beneath the end of a game: its effect on ratings and records, and the hints that it took."""

from __future__ import annotations

from bot.data.results import Result
from bot.data.tables import Table
from bot.league import League
from bot.league.effects import effects
from bot.tables import Tables
from bot.ui.words import hint_text, league_text, solo_text


class Remarks:
    """The remarks on games that are over."""

    def __init__(self, league: League, tables: Tables) -> None:
        self._league = league
        self._tables = tables

    async def effect(self, table: Table) -> str | None:
        """Return what a game did to ratings and to records against computers, and the hints it took; None for nothing."""
        result = await self._league.result_of_game(table.guild_id, table.id)
        rated = None if result is None else league_text.effect(result, await effects(self._league, result))
        hints = hint_text.taken(table, await self._tables.hints.taken(table.id))
        achieved = await self._achieved(table, result)
        return "\n".join(line for line in (rated, achieved, hints) if line) or None

    async def own_effect(self, table: Table, user_id: int) -> str | None:
        """Return what a game has brought to one of its people, and what could be next; None for nothing."""
        result = await self._league.result_of_game(table.guild_id, table.id)
        if (achieved := await self._achieved(table, result)) is not None:
            return achieved
        if result is None or result.standing is not None:
            return None
        found = await self._league.boards.next_place(result.league, user_id)
        return None if found is None else league_text.next_place(found)

    async def _achieved(self, table: Table, result: Result | None) -> str | None:
        """Return what a game has brought to the one person who played it with computers; None for nothing."""
        people = () if result is None else result.people
        solo = await self._league.solo.by(people[0].user_id, table.id) if len(people) == 1 else None
        if result is None or solo is None:
            return None
        total = 0 if result.solo is None else await self._league.solo.points(result.league, people[0].user_id)
        return solo_text.ended(*solo, result.solo, total) or None
