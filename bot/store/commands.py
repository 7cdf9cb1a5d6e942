"""By which ids Discord knows the bot's commands."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.database import Store, put


class CommandStore(Store):
    """The stored ids of the commands, as Discord last sent them."""

    async def ids(self) -> dict[str, int]:
        """Return the ids of the commands by their names."""
        return {row[0]: row[1] for row in await self._database.rows("SELECT name, id FROM commands")}

    async def keep(self, ids: Mapping[str, int]) -> None:
        """Store these ids in place of those before."""
        async with self._database.transaction() as tx:
            await tx.run("DELETE FROM commands")
            for name, number in ids.items():
                # Another worker may do the same just now.
                await tx.run(put("commands", ["name", "id"], ["name"]), (name, number))
