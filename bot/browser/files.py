"""What a browser loads before it knows anybody: the page, its scripts and styles, Discord's library, and the picture of all cards."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from aiohttp import web

from bot.browser import activity
from bot.browser.activity import Activity
from bot.browser.guard import FRAMED, Guard, first_language
from bot.browser.scene import cards_of
from bot.ui import i18n
from bot.ui.pictures import Pictures

_FILES = Path(__file__).parent / "static"
_SCRIPT = "text/javascript; charset=utf-8"
_TYPES = {".js": _SCRIPT, ".mjs": _SCRIPT, ".css": "text/css; charset=utf-8"}
_FOR_EVER = "private, max-age=31536000, immutable"
_LOOKS = re.compile(r"([a-z]+)-([24])-([a-z]+)-([A-Za-z-]{2,5})")
#: The pictures of all cards that are kept, each of about 150 kB.
_MOST_SHEETS = 16


class PageFiles:
    """The files of the page, as browsers load them.

    `page` is the page of a browser, `framed` that of Discord's window, by language; `contents` are scripts and styles
    by their addresses, which name what they hold: a browser keeps them for ever.
    """

    def __init__(self, guard: Guard, pictures: Pictures, activity_: Activity | None) -> None:
        self._guard = guard
        self._pictures = pictures
        self._sheets: dict[str, bytes] = {}
        files = {path.name: path.read_bytes() for path in sorted(_FILES.iterdir())}
        folder = hashlib.sha256(b"".join(files.values())).hexdigest()[:16]
        self.page = files["index.html"].decode().replace("{print}", folder)
        self.contents = {
            f"/static/{folder}/{name}": content for name, content in files.items() if Path(name).suffix in _TYPES
        }
        self.framed: dict[str, str] = {}
        if activity_ is not None:
            self.contents |= activity_.modules
            for language in i18n.languages():
                with i18n.speaking(language):
                    self.framed[language] = activity_.framed(self.page)

    async def empty_page(self, request: web.Request) -> web.Response:
        """Return the page, which holds nothing of anybody."""
        page = self.page
        if self.framed and request.path == "/" and activity.FRAME in request.query:
            request[FRAMED] = True
            page = self.framed[first_language(request)]
        answer = web.Response(text=page, content_type="text/html")
        answer.enable_compression()
        return answer

    async def file(self, request: web.Request) -> web.Response:
        """Return a script or a style."""
        if (content := self.contents.get(request.path)) is None:
            raise web.HTTPNotFound
        kind = _TYPES[Path(request.path).suffix]
        answer = web.Response(body=content, headers={"Content-Type": kind, "Cache-Control": _FOR_EVER})
        answer.enable_compression()
        return answer

    async def cards(self, request: web.Request) -> web.Response:
        """Return the picture of all cards in the looks of the person who asks; no other looks are drawn."""
        person = await self._guard.person(request)
        if _LOOKS.fullmatch(request.match_info["looks"]) is None:
            raise web.HTTPNotFound
        looks = cards_of(person)
        if (png := self._sheets.get(looks)) is None:
            png = (await self._pictures.sheet(person)).png
            if len(self._sheets) >= _MOST_SHEETS:
                self._sheets.pop(next(iter(self._sheets)))
            self._sheets[looks] = png
        # The address names the looks, not the drawings: a newer bot draws others, or in another order.
        drawn, kept = hashlib.sha256(png).hexdigest()[:16], request.if_none_match or ()
        answer = web.Response(headers={"Cache-Control": "private, no-cache"})
        answer.etag = drawn
        if any(tag.value == drawn for tag in kept):
            answer.set_status(304)
        else:
            answer.content_type, answer.body = "image/png", png
        return answer


async def nothing(_request: web.Request) -> web.Response:
    """Answer with nothing."""
    return web.Response(status=204)
