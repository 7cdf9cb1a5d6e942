#!/usr/bin/env bash
# discord.py 2.7.1: of a server's errors it sends a request again after 500, 502, 504 and 524, and not after 503.
#
# Guess before: all from 500 on, or at least 503, the one status that says "come back later", with its Retry-After.
# Seen: five attempts, 1, 3, 5 and 7 seconds apart (and 9 more before it gives up), for those four; one attempt for 503 (its Retry-After isn't read), 520 and 522.
# A request that creates something is sent again as any other is, though a 504 leaves open whether it was carried out.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check discord.py==2.7.1

"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import json
from unittest.mock import AsyncMock, patch

import discord
from aiohttp import web


async def attempts(status: int) -> tuple[int, list[float]]:
    """Return how often a message is sent if a server always answers by a status, and the pauses between."""
    seen: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        seen.append(request.method)
        return web.Response(body=b"no", status=status, headers={"Retry-After": "2"})

    async def me(_: web.Request) -> web.Response:
        user = {"id": "1", "username": "a", "discriminator": "0", "avatar": None}
        application = {"name": "a", "description": "", "icon": None, "bot_public": True, "bot_require_code_grant": False}
        said = json.dumps({**user, **application, "verify_key": "", "owner": user})
        return web.Response(body=said.encode(), headers={"Content-Type": "application/json"})

    app = web.Application()
    app.router.add_get("/users/@me", me)
    app.router.add_get("/oauth2/applications/@me", me)
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    discord.http.Route.BASE = "http://127.0.0.1:{}".format(runner.addresses[0][1])
    client = discord.Client(intents=discord.Intents.none())
    pauses = AsyncMock()
    try:
        await client.login("token")
        with patch("discord.http.asyncio.sleep", pauses):
            try:
                await client.get_partial_messageable(1).send("hello")
            except discord.DiscordServerError:
                pass
    finally:
        await client.close()
        await runner.cleanup()
    assert set(seen) == {"POST"}
    return len(seen), [call.args[0] for call in pauses.await_args_list if call.args[0] >= 1]


for status in (500, 502, 503, 504, 520, 522, 524):
    count, pauses = asyncio.run(attempts(status))
    print(f"{status}: {count} attempts, pauses {pauses}")
    assert count == (5 if status in (500, 502, 504, 524) else 1)
PYTHON
