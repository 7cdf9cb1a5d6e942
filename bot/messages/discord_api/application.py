"""The bot's own application: its commands, its emojis, and its connection to Discord."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.messages.discord_api.caller import EMOJIS, OPENING, REGISTERING, Caller
from bot.messages.discord_refusals import Refusal

#: The type of the command by which people start the application's Activity, and what Discord keeps of it. The library doesn't know it.
ENTRY_POINT = 4
_OF_ENTRY_POINT = (
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "handler",
    "integration_types",
    "contexts",
    "default_member_permissions",
)


class ApplicationCalls:
    """The calls for the bot's own application."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._client = caller.client

    async def register(self, tree: app_commands.CommandTree[Any]) -> dict[str, int] | Refusal:
        """Have Discord offer these commands, and no others, everywhere, and return their ids by their names.

        The command that starts the application's Activity stays as it is: Discord makes it, and refuses a list without it.
        Refusals: only passing ones.
        """

        async def sync() -> dict[str, int]:
            number, http = self._client.application_id, self._client.http
            assert number is not None
            payload: list[Any] = [
                command.to_dict(tree)
                if tree.translator is None
                else await command.get_translated_payload(tree, tree.translator)
                for command in tree.get_commands()
            ]
            listing = discord.http.Route("GET", "/applications/{application_id}/commands", application_id=number)
            there: list[Any] = await http.request(listing, params={"with_localizations": "true"})
            payload += [
                {field: command[field] for field in _OF_ENTRY_POINT if command.get(field) is not None}
                for command in there
                if command.get("type") == ENTRY_POINT
            ]
            done = await http.bulk_upsert_global_commands(number, payload=payload)
            return {command["name"]: int(command["id"]) for command in done if command.get("type") != ENTRY_POINT}

        return await self._caller.in_channel(REGISTERING, "register commands", sync)

    async def emojis(self) -> dict[str, int] | Refusal:
        """Return the ids of the bot's own emojis by their names. Refusals: only passing ones."""

        async def find() -> dict[str, int]:
            return {one.name: one.id for one in await self._client.fetch_application_emojis()}

        return await self._caller.in_channel(EMOJIS, "list emojis", find)

    async def upload_emoji(self, name: str, picture: bytes) -> int | Refusal:
        """Upload an emoji of the bot, which none has the name of, and return its id. Refusals: `FULL`, `MALFORMED`."""

        async def upload() -> int:
            return (await self._client.create_application_emoji(name=name, image=picture)).id

        uploaded = await self._caller.in_channel(EMOJIS, "upload an emoji", upload)
        if not isinstance(uploaded, Refusal):
            return uploaded
        # Discord may have carried it out and answered by an error. Sent again, the name is taken by the emoji itself.
        there = await self.emojis()
        return uploaded if isinstance(there, Refusal) else there.get(name, uploaded)

    async def delete_emoji(self, emoji_id: int) -> Refusal | None:
        """Delete an emoji of the bot; one that no longer exists counts as deleted. Refusals: only passing ones."""

        async def delete() -> None:
            await (await self._client.fetch_application_emoji(emoji_id)).delete()

        deleted = await self._caller.in_channel(EMOJIS, "delete an emoji", delete)
        return None if deleted is Refusal.GONE else deleted

    async def shards(self) -> int:
        """Return how many connections to its gateway Discord recommends. Raises `discord.GatewayNotFound`."""
        shards, _address, _starts = await self._client.http.get_bot_gateway()
        return shards

    async def answers(self) -> bool:
        """Return whether Discord answers the bot at all."""
        return not isinstance(
            await self._caller.in_channel(OPENING, "look up the application", self._client.application_info), Refusal
        )
