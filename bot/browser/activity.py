"""The page in Discord's own window (an Activity): what its frame needs, and who a person is there."""

from __future__ import annotations

import html
import json
import re
import tarfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot.data.people import InDiscord
from bot.ui.i18n import _, pgettext
from bot.ui.pages import table_page

#: Discord's library for pages in its window, as the package index serves it.
SDK = Path(__file__).parent / "sdk" / "discord-embedded-app-sdk-2.5.0.tgz"
#: Where its modules are in the archive, and at which address the page loads them.
_MODULES, _ADDRESS = "package/output/", "/sdk/2.5.0/"
#: Discord's clients: only they may show the page in a frame.
_PARENTS = "https://discord.com https://ptb.discord.com https://canary.discord.com"
#: The parameter that Discord adds to the address in its frame, without which its library doesn't work.
FRAME = "frame_id"
COOKIE = "__Host-canasta-activity"
#: The most characters of a code by which Discord says who somebody is, and of a channel's number.
_LONGEST_CODE, _LONGEST_NUMBER = 200, 20
#: The id of a running Activity.
_INSTANCE = re.compile(r"[A-Za-z0-9_-]{1,200}")


def _modules() -> dict[str, str]:
    found = {}
    with tarfile.open(SDK) as archive:
        for member in archive.getmembers():
            if member.name.startswith(_MODULES) and member.name.endswith(".mjs"):
                content = archive.extractfile(member)
                assert content is not None
                found[_ADDRESS + member.name.removeprefix(_MODULES)] = content.read().decode()
    return found


@dataclass(frozen=True, slots=True)
class Activity:
    """The application `client_id` as an Activity.

    `who` returns the person whose client got a code, None for a code that says nothing of anybody. It raises `ConnectionError`
    if Discord doesn't answer. `channel` returns the channel of a server in which a person is in the Activity of an instance, as Discord
    says it; None where it doesn't.
    """

    client_id: str
    who: Callable[[str], Awaitable[InDiscord | None]]
    channel: Callable[[str, int], Awaitable[int | None]] | None = None
    modules: dict[str, str] = field(default_factory=_modules)
    """The modules of Discord's library, by the addresses at which the page loads them."""

    @property
    def origin(self) -> str:
        """The origin under which Discord shows the page."""
        return f"https://{self.client_id}.discordsays.com"

    def framed(self, page: str) -> str:
        """Return the page for Discord's frame, with what it needs to ask Discord who looks at it, in the language of the task."""
        about = {"client": self.client_id, "sdk": f"{_ADDRESS}index.mjs", "words": _words()}
        meta = f'<meta name="activity" content="{html.escape(json.dumps(about))}">'
        # Each names others: without this list they would come one after another.
        ahead = "".join(f'<link rel="modulepreload" href="{html.escape(address)}">' for address in self.modules)
        return page.replace("</head>", f"{meta}{ahead}</head>")


def in_frame(headers: dict[str, str]) -> dict[str, str]:
    """Return the headers of the page for a frame of Discord's, and of nobody else's."""
    changed = {name: value for name, value in headers.items() if name != "X-Frame-Options"}
    policy = changed["Content-Security-Policy"]
    changed["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", f"frame-ancestors {_PARENTS}")
    return changed


def kept(secret: str, seconds: int) -> str:
    """Return the `Set-Cookie` header that has a client keep a secret, for the page in Discord's frame alone; an empty one: forget it.

    Browsers keep no other kind of cookie in a frame of another site. Python's own writer of cookies knows the kind only from 3.14 on.
    """
    return f"{COOKIE}={secret}; Max-Age={seconds}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned"


def code_of(asked: dict[str, object]) -> str | None:
    """Return the code in a request, None if it can't be one."""
    code = asked.get("code")
    return code if isinstance(code, str) and 0 < len(code) <= _LONGEST_CODE and code.isascii() else None


def instance_of(asked: dict[str, object]) -> str | None:
    """Return the id of the running Activity that a request names, None if it names none. Nothing says that it is true."""
    instance = asked.get("instance")
    return instance if isinstance(instance, str) and _INSTANCE.fullmatch(instance) else None


def channel_of(asked: dict[str, object]) -> int | None:
    """Return the channel that a request names, None if it names none. Nothing says that it is true."""
    channel = asked.get("channel")
    if not isinstance(channel, str) or not channel.isascii() or not channel.isdigit() or len(channel) > _LONGEST_NUMBER:
        return None
    number = int(channel)
    return number if number < 1 << 63 else None


def _words() -> dict[str, str]:
    """Return the texts that the page needs before it knows who somebody is."""
    open_name, in_browser = table_page.open_name(), _("Open in the browser")
    return {
        "wait": pgettext("on the page of a table", "Asking Discord who you are…"),
        "refused": pgettext(
            "on the page of a table",
            "To show your cards, the page must know who you are. Press the button, then let Discord say it.",
        ),
        "failed": pgettext(
            "on the page of a table",
            "Discord doesn't answer the page. Press the button, or in Discord {button} under your hand, then {link}.",
        ).format(button=open_name, link=in_browser),
        "again": _("Try again"),
    }


def unproven() -> str:
    """Return the sentence for a code that says nothing of anybody."""
    return pgettext("on the page of a table", "Discord didn't say who you are. Close this window, then open it again.")


def away() -> str:
    """Return the sentence for a person of whom Discord says nothing just now."""
    text = pgettext(
        "on the page of a table",
        "Discord doesn't say who you are just now. Try again in a minute, or press {button} under your hand, then {link}.",
    )
    return text.format(button=table_page.open_name(), link=_("Open in the browser"))
