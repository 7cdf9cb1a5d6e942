"""Requests as an endpoint on the internet gets them: Discord's, damaged ones, and what anybody may send."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any, cast

import discord
from aiohttp import web
from nacl.signing import SigningKey

from bot.client.endpoint import Endpoint
from bot.client.signatures import Signatures
from bot.client.webhook_events import Deauthorized
from bot.ui.actions import read, read_form
from tests.fuzz.damage import Damage

_NOW = 1_700_000_000
_KEY = SigningKey(b"f" * 32)
_TOKEN = "the-token-for-the-answer"
#: Statuses that the endpoint may answer with: done, begun, and each reason to refuse.
_STATUSES = frozenset({200, 202, 400, 401, 413, 415})


@dataclass(frozen=True)
class Request:
    """A request, as far as the endpoint looks at it; `own` if Discord's key has signed just this body."""

    content: bytes
    headers: dict[str, str]
    own: bool

    @property
    def content_type(self) -> str:
        """The declared type of the body."""
        return self.headers.get("Content-Type", "application/octet-stream")

    @property
    def content_length(self) -> int:
        """How long the body is said to be."""
        return len(self.content)

    @property
    def protocol(self) -> asyncio.BaseProtocol:
        """The connection that it came by: one of its own."""
        return asyncio.BaseProtocol()

    async def read(self) -> bytes:
        """Return the body."""
        return self.content


def request(damage: Damage) -> Request:
    """Return a request: mostly a damaged interaction that is signed, else one whose signature or headers are damaged."""
    chance = damage.chance
    document = damage.document(_EXAMPLES, _TEXTS)
    content = json.dumps(document, allow_nan=True).encode("utf-8", "surrogatepass")
    if chance.random() < 0.2:
        content = damage.octets([content.decode("utf-8", "replace")])
    at = str(_NOW + chance.choice((0, 0, 0, 0, 30, -59, 61, -3600, 10**9)))
    headers = {
        "Content-Type": "application/json",
        "X-Signature-Ed25519": _KEY.sign(at.encode() + content).signature.hex(),
        "X-Signature-Timestamp": at,
    }
    own = abs(int(at) - _NOW) <= 60
    if chance.random() < 0.3:
        name = chance.choice(list(headers))
        before = headers[name]
        headers[name] = damage.text([before, "", "0" * 128, "application/json; charset=utf-8", "1700000000"])
        own = own and (name == "Content-Type" or headers[name].lower() == before)
    if chance.random() < 0.1:
        content, own = content + b" ", False
    return Request(content, headers, own)


class Taking:
    """An endpoint whose requests are read one after the other, without a socket."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._client = discord.Client(intents=discord.Intents.none())
        self._state: Any = self._client._connection
        self._state.user = discord.ClientUser(state=self._state, data=cast(Any, _BOT))
        self._taken = False
        self._endpoint = self._new()

    def __call__(self, given: Request) -> None:
        """Have a request answered. Raises `Refused` if it was refused, and an error if that was wrong."""
        self._taken = False
        answer = self._loop.run_until_complete(self._endpoint._asked(cast(web.Request, given)))
        assert answer.status in _STATUSES, f"status {answer.status}"
        assert given.own or not (self._taken or answer.status < 300), "taken though nobody has signed it"
        assert not given.own or answer.status != 401 or self._seen_before(given), "refused though it was signed"
        if answer.status >= 300:
            assert answer.body is None, "an answer that says more"
            raise Refused

    def _seen_before(self, given: Request) -> bool:
        """Return whether a request came before: it is accepted by an endpoint that has seen nothing."""
        fresh = self._loop.run_until_complete(self._new()._asked(cast(web.Request, given)))
        return fresh.status != 401

    def _new(self) -> Endpoint:
        return Endpoint(Signatures(_KEY.verify_key.encode().hex(), lambda: _NOW), self._take, self._note, lambda: None)

    async def _note(self, event: Deauthorized) -> None:
        """Take an event that nothing follows from here."""

    def _take(self, interaction: dict[str, Any]) -> None:
        """Read an interaction as the library and the bot do, up to where something would be done."""
        self._taken = True
        discord.Interaction(data=cast(Any, interaction), state=self._state)
        data = interaction["data"]
        if interaction["type"] == 3:
            read(data["custom_id"])
        elif interaction["type"] == 5:
            read_form(data)


class Refused(Exception):
    """The endpoint has refused a request, as it should."""


def _interaction(kind: int, data: dict[str, Any], *, direct: bool = False) -> dict[str, Any]:
    user = {"id": "30", "username": "anna", "discriminator": "0", "avatar": None, "global_name": "Anna"}
    member = {
        "user": user,
        "roles": ["40"],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "permissions": "2147483647",
        "flags": 0,
    }
    return {
        "id": "10",
        "application_id": "20",
        "type": kind,
        "token": _TOKEN,
        "version": 1,
        "data": data,
        "channel_id": "50",
        "channel": {
            "id": "50",
            "type": 1 if direct else 0,
            "name": "canasta",
            "position": 1,
            "permissions": "0",
            "recipients": [user],
        },
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": "0",
        "entitlements": [],
        "authorizing_integration_owners": {"0": "60"},
        "context": 1 if direct else 0,
        "attachment_size_limit": 1 << 20,
        **({"user": user} if direct else {"guild_id": "60", "member": member, "guild": {"id": "60", "features": []}}),
    }


_BOT = {"id": "20", "username": "canasta", "discriminator": "0", "avatar": None, "bot": True}
_MESSAGE = {
    "id": "70", "channel_id": "50", "type": 0, "content": "", "flags": 32768, "pinned": False, "tts": False,
    "author": _BOT,
    "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "mention_everyone": False, "mentions": [],
    "mention_roles": [], "attachments": [], "embeds": [],
    "components": [{"type": 1, "id": 1, "components": [{"type": 2, "id": 2, "style": 1, "custom_id": "c:draw:1:1:"}]}],
}  # fmt: skip
_TYPED = {
    "id": "80",
    "name": "canasta",
    "type": 1,
    "options": [{"name": "new", "type": 1, "options": [{"name": "players", "type": 3, "value": "4"}]}],
}
_SENT = {
    "custom_id": "c:zone-sent:0:0:",
    "components": [{"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "x", "value": "Kathmandu"}}],
}
_EXAMPLES = [
    {"type": 1, "id": "10", "application_id": "20", "token": _TOKEN, "version": 1},
    _interaction(2, _TYPED),
    _interaction(2, _TYPED, direct=True),
    _interaction(3, {"custom_id": "c:draw:1:1:", "component_type": 2, "id": 2}) | {"message": _MESSAGE},
    _interaction(3, {"custom_id": "c:which:0:0:", "component_type": 3, "values": ["1"]}) | {"message": _MESSAGE},
    _interaction(4, _TYPED),
    _interaction(5, _SENT, direct=True),
]
_TEXTS = ["10", "c:draw:1:1:", "2026-01-01T00:00:00+00:00", "4", "5"]
