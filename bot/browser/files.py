"""The files that a browser loads before the server knows its person: the page, its scripts and styles, Discord's library, and the picture of all cards."""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path

from aiohttp import hdrs, web

from bot.browser import activity
from bot.browser.activity import Activity
from bot.browser.guard import FRAMED, Guard
from bot.browser.scene import cards_of
from bot.browser.script import joined
from bot.ui import i18n
from bot.ui.pictures import Pictures

_FILES = Path(__file__).parent / "static"
_PAGE = "text/html; charset=utf-8"
_SCRIPT = "text/javascript; charset=utf-8"
_TYPES = {".js": _SCRIPT, ".mjs": _SCRIPT, ".css": "text/css; charset=utf-8"}
#: The modules that a browser loads by themselves: the first one of the page, which has all others in it, and one that may not wait.
_LOADED = ("page.js", "early.js", "page.css")
_FOR_EVER = "private, max-age=31536000, immutable"
_LOOKS = re.compile(r"([a-z]+)-([24])-([a-z]+)-([A-Za-z-]{2,5})")
#: The pictures of all cards that are kept, each of about 150 kB.
_MOST_SHEETS = 16


class _File:
    """A text as browsers load it, packed once."""

    def __init__(self, text: str, kind: str, keep: str) -> None:
        """`kind` and `keep` are the headers `Content-Type` and `Cache-Control`."""
        self.text = text
        self._headers = {"Content-Type": kind, "Cache-Control": keep, "Vary": "Accept-Encoding"}
        self._plain = text.encode()
        self._packed = gzip.compress(self._plain, mtime=0)

    def answer(self, request: web.Request) -> web.Response:
        """Return the answer that holds it, packed for whom that suits."""
        if "gzip" not in request.headers.get(hdrs.ACCEPT_ENCODING, ""):
            return web.Response(body=self._plain, headers=self._headers)
        return web.Response(body=self._packed, headers=self._headers | {"Content-Encoding": "gzip"})


class PageFiles:
    """The files of the page, as browsers load them.

    `page` is the page of a browser, `framed` that of Discord's window, by language; `contents` are scripts and styles
    by their addresses, which name what they hold: a browser keeps them for ever.
    """

    def __init__(self, guard: Guard, pictures: Pictures, activity_: Activity | None) -> None:
        self._guard = guard
        self._pictures = pictures
        self._sheets: dict[str, bytes] = {}
        files = {path.name: path.read_text("utf-8") for path in sorted(_FILES.iterdir())}
        folder = hashlib.sha256("".join(files.values()).encode()).hexdigest()[:16]
        page = files["index.html"].replace("{print}", folder)
        files["page.js"] = joined(files, "page.js")
        self.page = _File(page, _PAGE, "no-store")
        loaded = {f"/static/{folder}/{name}": files[name] for name in _LOADED}
        self.framed: dict[str, _File] = {}
        if activity_ is not None:
            loaded |= activity_.modules
            for language in i18n.languages():
                with i18n.speaking(language):
                    self.framed[language] = _File(activity_.framed(page), _PAGE, "no-store")
        self.contents = {
            address: _File(text, _TYPES[Path(address).suffix], _FOR_EVER) for address, text in loaded.items()
        }

    async def empty_page(self, request: web.Request) -> web.Response:
        """Return the page, which holds nothing of anybody; in Discord's window, in the language of who was there before."""
        page = self.page
        if self.framed and request.path == "/" and activity.FRAME in request.query:
            request[FRAMED] = True
            page = self.framed[await self._guard.language(request)]
        return page.answer(request)

    async def file(self, request: web.Request) -> web.Response:
        """Return a script or a style."""
        if (file := self.contents.get(request.path)) is None:
            raise web.HTTPNotFound
        return file.answer(request)

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
    """Answer with nothing, for a day."""
    return web.Response(status=204, headers={"Cache-Control": "private, max-age=86400"})
