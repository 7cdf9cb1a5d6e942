"""Settings of servers for the tables opened there."""

from __future__ import annotations

import json
from collections.abc import Mapping

from bot.data.seasons import Calendar
from bot.data.servers import Server
from bot.store.database import Store

_SETTINGS = (
    "language", "variant", "layout", "turn_limit", "bank", "advice", "celebrations", "theme", "back", "calendar", "rate_computers",
    "league_channel",
)  # fmt: skip


class ServerStore(Store):
    """The stored settings of servers."""

    async def get(self, guild_id: int | None) -> Server:
        """Return a server's settings; outside of all servers (None) these are the bot's own choices."""
        if guild_id is None:
            return Server(0)
        sql = f"SELECT house, {', '.join(_SETTINGS)} FROM servers WHERE guild_id = ?"
        for house, *row in await self._database.rows(sql, (guild_id,)):
            settings = dict(zip(_SETTINGS, row, strict=True))
            if settings["calendar"] is not None:
                settings["calendar"] = Calendar(settings["calendar"])
            return Server(guild_id, {variant: own for variant, own in json.loads(house).items() if own}, **settings)
        return Server(guild_id)

    async def set(self, guild_id: int, **settings: str | int | None) -> None:
        """Set settings by the names that `Server` has for them, None for the bot's own choice; not for house rules.

        Raises `ValueError` for a name that is no such setting.
        """
        if unknown := settings.keys() - set(_SETTINGS):
            raise ValueError(f"no settings: {', '.join(sorted(unknown))}")
        names = list(settings)
        await self._database.write(
            f"INSERT INTO servers (guild_id, {', '.join(names)}) VALUES ({', '.join('?' * (len(names) + 1))})"
            f" ON CONFLICT (guild_id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in names)}",
            (guild_id, *settings.values()),
        )

    async def set_house(self, guild_id: int, variant: str, house: Mapping[str, object]) -> None:
        """Set the usual house rules of one variant; they replace those it had."""
        async with self._database.transaction() as tx:
            await tx.hold(guild_id)
            rows = await tx.rows("SELECT house FROM servers WHERE guild_id = ?", (guild_id,))
            usual = (json.loads(rows[0][0]) if rows else {}) | {variant: dict(house)}
            sql = (
                "INSERT INTO servers (guild_id, house) VALUES (?, ?)"
                " ON CONFLICT (guild_id) DO UPDATE SET house = excluded.house"
            )
            await tx.run(sql, (guild_id, json.dumps(usual)))
