#!/usr/bin/env bash
# discord.py 2.7.1: a press whose message comes without its components reaches a persistent view, and never a dynamic item.
#
# Guess before: both are found by the custom id that the interaction's data holds, so both are called.
# Seen: a view registered by add_view is called. A dynamic item registered by add_dynamic_items isn't: the library looks the
# pressed component up in the message, doesn't find it, and returns without a word in the log. The event on_interaction comes in
# both cases. (Discord's documents don't promise the components; private messages came without them in 2021.)
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check discord.py==2.7.1

"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import logging

import discord

logging.basicConfig(level=logging.INFO)
called: list[str] = []


class Dynamic(discord.ui.DynamicItem[discord.ui.Button], template=r"dynamic:(?P<number>\d+)"):
    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls(item)

    async def callback(self, interaction):
        called.append("dynamic item")


class Persistent(discord.ui.View):
    def __init__(self):
        super().__init__(timeout=None)

    @discord.ui.button(custom_id="persistent")
    async def pressed(self, interaction, button):
        called.append("persistent view")


class Client(discord.Client):
    async def on_interaction(self, interaction):
        called.append("on_interaction")


USER = {"id": "3", "username": "anna", "discriminator": "0", "avatar": None, "global_name": "Anna"}


def press(custom_id: str, *, components: bool) -> dict:
    button = {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id, "id": 2}
    rows = [{"type": 1, "id": 1, "components": [button]}] if components else []
    message = {
        "id": "7", "channel_id": "5", "author": USER, "content": "", "timestamp": "2026-11-27T12:00:00+00:00",
        "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": False, "type": 0, "components": rows,
    }
    return {
        "id": "9", "application_id": "1", "type": 3, "token": "token", "version": 1, "user": USER, "message": message,
        "channel": {"id": "5", "type": 1, "recipients": [USER]}, "channel_id": "5", "locale": "en-US",
        "data": {"component_type": 2, "custom_id": custom_id, "id": 2}, "entitlements": [],
        "authorizing_integration_owners": {"1": "3"}, "context": 1, "attachment_size_limit": 10485760,
    }


async def hears(custom_id: str, *, components: bool) -> list[str]:
    client = Client(intents=discord.Intents.none())
    await client._async_setup_hook()
    client.add_view(Persistent())
    client.add_dynamic_items(Dynamic)
    called.clear()
    client._connection.parse_interaction_create(press(custom_id, components=components))
    await asyncio.sleep(0.1)
    return sorted(called)


async def main() -> None:
    for custom_id in ("persistent", "dynamic:4"):
        for components in (True, False):
            found = await hears(custom_id, components=components)
            print(custom_id, "with components" if components else "without", "->", ", ".join(found))
            wanted = {"persistent": ["persistent view"], "dynamic:4": ["dynamic item"] if components else []}[custom_id]
            assert found == sorted([*wanted, "on_interaction"]), "discord.py hands presses on otherwise now"


asyncio.run(main())
PYTHON
