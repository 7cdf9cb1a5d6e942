"""The page's server: it knows people by what their browsers keep, shows them their tables, and plays for them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import hdrs, web

from bot.browser import activity
from bot.browser.activity import Activity
from bot.browser.doors import ENTRANCE, FRAME_SECONDS, KNOWN_SECONDS, Doors
from bot.browser.round_end import round_end, rounds_of
from bot.browser.scene import Values, advised, cards_of, in_list, not_yet, options, replayed, said, scene
from bot.canasta.cards import CARD_CODES, Card, card_text, read_card
from bot.canasta.moves import Ways
from bot.data.browsers import Browser
from bot.data.daily import Every
from bot.data.errors import StoreTrouble
from bot.data.people import Person
from bot.data.stored import watch
from bot.listener import Bounds, Listener
from bot.store.people import PersonStore
from bot.tables import Change, Look, Tables, is_own
from bot.tables.errors import NoSuchTable, NotSeated, Stale
from bot.tables.rules.daily_times import DAILY, before, deal_at, is_daily
from bot.tables.rules.lengths import Length
from bot.ui import i18n
from bot.ui.i18n import _, pgettext
from bot.ui.pages import table_page
from bot.ui.pictures import Pictures
from bot.ui.words import hint_text, variant_names
from bot.ui.words.refusals import REFUSED, sentence
from bot.watching import metrics

log = logging.getLogger(__name__)

_FILES = Path(__file__).parent / "static"
_COOKIE = "__Host-canasta"
#: The header without which nothing is changed: a page of somebody else can't send it here.
_OWN_HEADER = "X-Canasta"
#: The most bytes of a body, and the seconds that it may take to come.
_LARGEST = 4096
_BODY_SECONDS = 5.0
_BOUNDS = Bounds(connections=2000, idle=75.0, rest=10.0, closing=2.0)
#: The most streams of news at a time, of all and of one person: one more ends their oldest.
_MOST_STREAMS = 1000
_MOST_OF_PERSON = 6
#: Seconds after which a stream says that it is still there, and looks whether its person may still read it; and those that a write
#: may take.
_STILL_THERE = 15.0
_WRITE_SECONDS = 10.0
#: Seconds after which a stream looks for changes that other processes made, and for moves in a deal.
_LOOK_EVERY = 0.5
_KEY = re.compile(r"[A-Za-z0-9-]{8,64}")
_LOOKS = re.compile(r"([a-z]+)-([24])-([a-z]+)-([A-Za-z-]{2,5})")
_MOST_CHOSEN = 60
#: A card of a hand as the page names it: its code, and which of its equals it is.
_CARD_KEY = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")
#: The pictures of all cards that are kept, each of about 150 kB.
_MOST_SHEETS = 16
_LONGEST_MOVE = 300
#: How many people Discord is asked about at a time.
_MOST_ASKED = 8
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
_FRAMED = web.RequestKey("framed", bool)
_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
_FOR_EVER = "private, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Limits:
    """How often somebody may ask: each returns the sentence for who asks too often, None else.

    `press` and `look` count by person, `strange` counts all together who aren't known.
    """

    press: Callable[[int], str | None]
    look: Callable[[int], str | None]
    strange: Callable[[], str | None]


class BrowserServer:
    """The server of the page. A stranger gets the empty page, and a status for everything else."""

    def __init__(
        self,
        doors: Doors,
        tables: Tables,
        people: PersonStore,
        pictures: Pictures,
        limits: Limits,
        *,
        shared: bool,
        activity: Activity | None = None,
    ) -> None:
        """`shared`: other processes change the tables too. `activity`: the page opens in Discord's own window too."""
        self._doors = doors
        self._tables = tables
        self._people = people
        self._pictures = pictures
        self._limits = limits
        self._shared = shared
        self._activity = activity
        self._asked = 0
        self._streams: list[_Stream] = []
        self._sights: dict[int, _Sight] = {}
        self._works: dict[int, asyncio.Future[None]] = {}
        self._sheets: dict[str, bytes] = {}
        self._closing = False
        files = {path.name: path.read_bytes() for path in sorted(_FILES.iterdir())}
        self._files = {name: content for name, content in files.items() if Path(name).suffix in _TYPES}
        self._print = hashlib.sha256(b"".join(files.values())).hexdigest()[:16]
        self._page = files["index.html"].decode().replace("{print}", self._print)
        application = web.Application(client_max_size=_LARGEST, middlewares=[self._guarded])
        application.add_routes(
            [
                web.get("/", self._empty_page),
                web.get(ENTRANCE, self._empty_page),
                web.get("/favicon.ico", _nothing),
                web.get(r"/table/{table:\d{1,15}}", self._empty_page),
                web.get(f"/static/{self._print}/{{name}}", self._file),
                web.get("/cards/{looks}.png", self._cards),
                web.get("/sdk/{name:.+}", self._module),
                web.post("/api/enter", self._enter),
                web.post("/api/activity", self._activity_entered),
                web.post("/api/leave", self._leave),
                web.get("/api/tables", self._own_tables),
                web.get(r"/api/table/{table:\d{1,15}}", self._look),
                web.get(r"/api/table/{table:\d{1,15}}/news", self._news),
                web.post(r"/api/table/{table:\d{1,15}}/ways", self._ways),
                web.post(r"/api/table/{table:\d{1,15}}/play", self._play),
                web.post(r"/api/table/{table:\d{1,15}}/start", self._start),
                web.post(r"/api/table/{table:\d{1,15}}/back", self._back),
                web.post(r"/api/table/{table:\d{1,15}}/hint", self._hint),
                web.post(r"/api/table/{table:\d{1,15}}/order", self._order),
                web.post(r"/api/table/{table:\d{1,15}}/again", self._again),
                web.get(r"/api/table/{table:\d{1,15}}/round/{number:\d{1,4}}", self._round),
                web.get(r"/api/table/{table:\d{1,15}}/replay/{stop:\d{1,6}}", self._replay),
                web.get("/api/next", self._next),
            ]
        )
        self._listener = Listener(application, _BOUNDS, metrics.PAGE_CROWDED.inc)
        tables.changes.on_change(self._changed)
        tables.changes.on_doubt(self._wake)
        tables.changes.on_forgotten(self._wake)

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises `OSError` if the address can't be had."""
        await self._listener.open(host, port)
        log.info("Tables are served to browsers at %s, port %d, for %s", *self.address, self._doors.url)

    @property
    def address(self) -> tuple[str, int]:
        """Where the server listens: host and port."""
        return self._listener.address

    async def close(self) -> None:
        """Stop listening, and end all streams."""
        self._closing = True
        self._listener.shut()
        for stream in self._streams:
            stream.news.set()
        await self._listener.close()

    # -- every request

    @web.middleware
    async def _guarded(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Answer a request, whatever happens; refuse what doesn't come from the page itself."""
        self._listener.heard(request)
        i18n.speak("en")
        watch()
        try:
            if request.path.startswith("/api/"):
                self._check_origin(request)
            answer = await handler(request)
        except web.HTTPException as error:
            answer = web.Response(status=error.status)
        except _Denied as error:
            answer = _json({"refused": error.text}, error.status)
        except StoreTrouble as error:
            answer = _json({"refused": said(sentence(error))}, 503)
        except REFUSED as error:
            metrics.REFUSALS.labels(getattr(error, "code", type(error).__name__)).inc()
            answer = _json({"refused": said(sentence(error))}, 409)
        except (ConnectionError, aiohttp.ClientError, web.RequestPayloadError):
            answer = web.Response(status=400)
        except Exception:
            log.exception("A request of a browser failed")
            metrics.ERRORS.inc()
            answer = _json({"refused": _failed()}, 500)
        if not answer.prepared:
            answer.headers.update(activity.in_frame(_HEADERS) if _FRAMED in request else _HEADERS)
            answer.headers.setdefault("Cache-Control", "no-store")
        return answer

    def _check_origin(self, request: web.Request) -> None:
        """Raise `HTTPForbidden` for a request that another site, or no page at all, has had a browser make."""
        site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get(hdrs.ORIGIN)
        origins = (None, self._doors.url, *([] if self._activity is None else [self._activity.origin]))
        if site not in (None, "same-origin") or origin not in origins:
            raise web.HTTPForbidden
        if request.method == hdrs.METH_POST and (
            request.headers.get(_OWN_HEADER) != "page" or request.content_type != "application/json"
        ):
            raise web.HTTPForbidden

    async def _browser(self, request: web.Request) -> Browser:
        """Return the browser that asks, and speak its person's language. Raises `_Denied` if nobody is known there."""
        browser = await self._doors.known(request.cookies.get(_COOKIE, "")) or await self._in_frame(request)
        if browser is None:
            raise _Denied(401, _signed_out())
        return browser

    async def _in_frame(self, request: web.Request) -> Browser | None:
        """Return the frame of Discord's client that asks, None if nobody is known there, or the page opens in no frame."""
        secret = request.cookies.get(activity.COOKIE, "")
        return None if self._activity is None else await self._doors.known(secret)

    async def _person(self, request: web.Request) -> Person:
        person = await self._people.get((await self._browser(request)).user_id)
        _speak(person)
        return person

    def _bounded(self, limit: Callable[[int], str | None], person: Person) -> None:
        """Raise `_Denied` if a person asks too often."""
        self._allowed(limit(person.user_id))

    def _allowed(self, text: str | None) -> None:
        """Raise `_Denied` with a sentence for somebody who asks too often, if there is one."""
        if text is not None:
            metrics.REFUSALS.labels("too-often").inc()
            raise _Denied(429, said(text))

    # -- the page itself

    async def _empty_page(self, request: web.Request) -> web.Response:
        page = self._page
        if self._activity is not None and request.path == "/" and activity.FRAME in request.query:
            request[_FRAMED] = True
            i18n.speak(_first_language(request))
            page = self._activity.framed(page)
        answer = web.Response(text=page, content_type="text/html")
        answer.enable_compression()
        return answer

    async def _module(self, request: web.Request) -> web.Response:
        """Return a module of Discord's library."""
        if self._activity is None or request.path not in self._activity.modules:
            raise web.HTTPNotFound
        content = self._activity.modules[request.path]
        answer = web.Response(body=content, headers={"Content-Type": _TYPES[".js"], "Cache-Control": _FOR_EVER})
        answer.enable_compression()
        return answer

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in self._files:
            raise web.HTTPNotFound
        answer = web.Response(
            body=self._files[name], headers={"Content-Type": _TYPES[Path(name).suffix], "Cache-Control": _FOR_EVER}
        )
        answer.enable_compression()
        return answer

    async def _cards(self, request: web.Request) -> web.Response:
        """Return the picture of all cards in the looks of the person who asks; no other looks are drawn."""
        person = await self._person(request)
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

    # -- who somebody is

    async def _enter(self, request: web.Request) -> web.Response:
        """Use a link up, and have the browser keep its secret."""
        asked = await _body(request)
        secret = asked.get("secret")
        i18n.speak(_first_language(request))
        secret = secret if isinstance(secret, str) and len(secret) <= 100 else ""
        whose = await self._doors.whose(secret)
        # Strangers who try links keep nobody from using theirs.
        self._allowed(self._limits.strange() if whose is None else self._limits.press(whose))
        new = None if whose is None else await self._doors.enter(secret)
        if new is None:
            raise _Denied(403, _used_up())
        values: Values = {"table": new.entered.game_id}
        # The link is used up whatever happens now: the page asks for the table again if it isn't shown here.
        with suppress(_Denied, StoreTrouble, *REFUSED):
            person = await self._people.get(new.entered.user_id)
            _speak(person)
            values["scene"] = await self._shown(await self._sight(new.entered.game_id, person), person)
        answer = _json(values)
        # A browser sends it back to this host alone, shows it to no script, and sends it along to no request of other sites.
        answer.set_cookie(
            _COOKIE, new.secret, max_age=KNOWN_SECONDS, path="/", secure=True, httponly=True, samesite="Strict"
        )
        return answer

    async def _activity_entered(self, request: web.Request) -> web.Response:
        """Have Discord say who looks at its window, and open the table that they want; each new window ends the one before."""
        if self._activity is None:
            raise web.HTTPNotFound
        asked = await _body(request)
        code, channel = activity.code_of(asked), activity.channel_of(asked)
        i18n.speak(_first_language(request))
        if code is None:
            raise web.HTTPBadRequest
        self._allowed(self._limits.strange())
        person = await self._people.get(await self._named(self._activity, code))
        i18n.speak(person.language or person.locale or _first_language(request))
        self._bounded(self._limits.press, person)
        if (before := await self._in_frame(request)) is not None:
            await self._doors.close(before.user_id, before.id)
            self._wake_all()
        own = await self._tables.games.of_person(person.user_id)
        # Nothing is kept of somebody who plays nowhere.
        secret = await self._doors.admit(person.user_id) if own else None
        if secret is None:
            raise _Denied(404, said(_("You aren't in any game now. `/play` starts one.")))
        wished = await self._doors.wished(person.user_id)
        there = [table.id for table in own if table.id == wished] or [
            table.id for table in own if len(own) == 1 or (channel is not None and table.channel_id == channel)
        ]
        answer = _json({"table": there[0] if there else None})
        answer.headers[hdrs.SET_COOKIE] = activity.kept(secret, FRAME_SECONDS)
        return answer

    async def _named(self, activity_: Activity, code: str) -> int:
        """Return the person whom Discord names for a code. Raises `_Denied` if it names nobody."""
        if self._asked >= _MOST_ASKED:
            raise _Denied(503, _crowded())
        self._asked += 1
        try:
            user_id = await activity_.who(code)
        except ConnectionError:
            raise _Denied(502, activity.away()) from None
        finally:
            self._asked -= 1
        if user_id is None:
            raise _Denied(403, activity.unproven())
        return user_id

    async def _leave(self, request: web.Request) -> web.Response:
        browser = await self._browser(request)
        await self._doors.close(browser.user_id, browser.id)
        self._wake_all()
        answer = _json({})
        answer.del_cookie(_COOKIE, path="/", secure=True, httponly=True, samesite="Strict")
        if activity.COOKIE in request.cookies:
            answer.headers.add(hdrs.SET_COOKIE, activity.kept("", 0))
        return answer

    # -- tables

    async def _own_tables(self, request: web.Request) -> web.Response:
        """Return the person's tables, those that wait for them first."""
        person = await self._person(request)
        self._bounded(self._limits.look, person)
        found = await self._tables.games.of_person(person.user_id)
        words = {
            "title": pgettext("on the page of a table", "Your tables"),
            "none": said(_("You aren't in any game now. `/play` starts one.")),
        }
        rows = [*await self._deals(person), *(in_list(table, person) for table in found)]
        return _json({"tables": rows, "words": words})

    async def _deals(self, person: Person) -> list[Values]:
        """Return the deals of days and weeks, as a list of tables shows them, that a person has begun and can go on with."""
        now, found = self._tables.now(), list[Values]()
        last = [deal_at(now, every) for every in Every]
        for deal in [one for latest in last for one in (before(latest), latest)]:
            with suppress(NoSuchTable):
                look = await self._tables.look(DAILY + deal, person.user_id)
                if look.daily is not None and look.daily.result is None and not look.daily.closed:
                    found.append(in_list(look.table, person, scene(look, person)["title"]))
        return found

    async def _next(self, request: web.Request) -> web.Response:
        """Return the table that has waited longest for the person; None for none."""
        person = await self._person(request)
        waiting = await self._tables.games.waiting_for(person.user_id)
        there = (
            {"table": waiting[0].id}
            if waiting
            else {"table": None, "refused": said(_("No game is waiting for you now."))}
        )
        return _json(there)

    async def _look(self, request: web.Request) -> web.Response:
        person = await self._person(request)
        self._bounded(self._limits.look, person)
        return _json(await self._shown(await self._seen(request, person), person))

    async def _shown(self, look: Look, person: Person) -> Values:
        """Return a table as its person sees it, and whether another one waits for them meanwhile."""
        shown = scene(look, person)
        if not shown["my_turn"]:
            shown["elsewhere"] = bool(await self._tables.games.waited_for_elsewhere(look.table.id, [person.user_id]))
        return shown

    async def _seen(self, request: web.Request, person: Person) -> Look:
        """Return the table that a request names as its person sees it. Raises `_Denied` if they don't sit there."""
        return await self._sight(int(request.match_info["table"]), person)

    async def _sight(self, table_id: int, person: Person) -> Look:
        # Whether there is such a table is nobody's business who doesn't sit there.
        _check_kind(table_id)
        try:
            look = await self._tables.look(table_id, person.user_id)
        except (NoSuchTable, NotSeated):
            raise _not_there() from None
        return _of_sitting(look, person.user_id)

    async def _sight_of(self, table_id: int, user_id: int, browser_id: int | None = None) -> _Sight:
        """Return a look at a table for all who ask for one in the same moment; it begins after the last of them has asked."""
        sight = self._sights.get(table_id)
        if sight is None:
            sight = self._sights[table_id] = _Sight(table_id)
            sight.work = asyncio.create_task(self._look_together(sight))
        sight.user_ids.add(user_id)
        if browser_id is not None:
            sight.browser_ids.add(browser_id)
        # Somebody who goes away ends the look of nobody else.
        await asyncio.shield(sight.work)
        return sight

    async def _look_together(self, sight: _Sight) -> None:
        """Read what a look at a table shows to those who have asked for it. Raises `_Denied` if there is no such table."""
        await asyncio.sleep(0)
        if (work := self._works.get(sight.table_id)) is not None:
            # News of a move come before its end: its answer shows the same.
            await asyncio.wait({work})
        del self._sights[sight.table_id]
        if sight.browser_ids:
            sight.browsers = await self._doors.still_known(sight.browser_ids)
            sight.people = await self._people.all({browser.user_id for browser in sight.browsers.values()})
        try:
            if is_own(sight.table_id):
                sight.looks = {one: await self._tables.look(sight.table_id, one) for one in sight.user_ids}
            else:
                sight.looks = await self._tables.looks(sight.table_id, sight.user_ids)
        except (NoSuchTable, NotSeated):
            return
        sight.elsewhere = await self._tables.games.waited_for_elsewhere(sight.table_id, sorted(sight.user_ids))

    def _told(self, sight: _Sight, person: Person) -> str:
        """Return a table as its person sees it, as JSON. Raises `_Denied` if they don't sit there."""
        if (look := sight.looks.get(person.user_id)) is None:
            raise _not_there()
        _of_sitting(look, person.user_id)
        key = (person, i18n.language())
        if (text := sight.told.get(key)) is None:
            shown = scene(look, person)
            if not shown["my_turn"]:
                shown["elsewhere"] = person.user_id in sight.elsewhere
            text = sight.told[key] = json.dumps(shown, separators=(",", ":"))
        return text

    async def _ways(self, request: web.Request) -> web.Response:
        """Return what the person could do with the cards that they have lifted."""
        person = await self._person(request)
        self._bounded(self._limits.look, person)
        chosen = _cards_of((await _body(request)).get("cards"))
        look = await self._seen(request, person)
        mine = look.mine
        verbs = (
            []
            if mine is None or not mine.my_turn or not chosen
            else ["take"]
            if mine.public.phase == "draw"
            else ["meld"]
        )
        if mine is not None and "draw" in mine.verbs and "meld" in mine.verbs and verbs == ["take"]:
            verbs.append("meld")
        if mine is None or mine.public.phase not in ("draw", "play") or not verbs:
            return _json(not_yet(look, chosen) if mine is not None else {"options": [], "refused": {}})
        ways: dict[str, Ways] = {}
        for verb in verbs:
            ways[verb] = await self._tables.turns.ways(look.table.id, person.user_id, verb, chosen)
        return _json({"version": look.table.version, **options(look, chosen, ways)})

    async def _play(self, request: web.Request) -> web.Response:
        """Play a move, unless it has been played already by the same key; answer with the table as it is then."""
        person = await self._person(request)
        self._bounded(self._limits.press, person)
        asked = await _body(request)
        move, version, key = asked.get("move"), asked.get("version"), asked.get("key")
        if not (isinstance(move, str) and len(move) <= _LONGEST_MOVE and isinstance(key, str) and _KEY.fullmatch(key)):
            raise web.HTTPBadRequest
        if not isinstance(version, int) or isinstance(version, bool):
            raise web.HTTPBadRequest
        table_id = int(request.match_info["table"])

        async def play() -> None:
            await self._tables.turns.play(
                table_id,
                person.user_id,
                move,
                version=version,
                interaction_id=_number_of(person.user_id, table_id, key),
            )

        return await self._done(request, person, play)

    async def _start(self, request: web.Request) -> web.Response:
        person = await self._person(request)
        self._bounded(self._limits.press, person)
        await _body(request)
        table_id = (await self._seen(request, person)).table.id

        async def start() -> None:
            await self._tables.lobbies.start(table_id, person.user_id)

        return await self._done(request, person, start)

    async def _back(self, request: web.Request) -> web.Response:
        person = await self._person(request)
        self._bounded(self._limits.press, person)
        await _body(request)
        table_id = (await self._seen(request, person)).table.id

        async def back() -> None:
            await self._tables.seating.back(table_id, person.user_id)

        return await self._done(request, person, back)

    async def _hint(self, request: web.Request) -> web.Response:
        """Return what a strong computer would do, as in Discord."""
        person = await self._person(request)
        self._bounded(self._limits.press, person)
        await _body(request)
        table_id = (await self._seen(request, person)).table.id
        table, view, hint = await self._tables.hints.ask(table_id, person.user_id)
        return _json({"version": table.version, **advised(hint_text.hint(view, table, hint), hint.move, table)})

    async def _order(self, request: web.Request) -> web.Response:
        """Keep the order of a person's hand, for all their browsers."""
        person = await self._person(request)
        self._bounded(self._limits.look, person)
        asked = await _body(request)
        table_id, by, order = (await self._seen(request, person)).table.id, asked.get("by"), asked.get("order")
        if by not in ("rank", "suit", "own") or not isinstance(order, list) or len(order) > _MOST_CHOSEN:
            raise web.HTTPBadRequest
        if not all(isinstance(key, str) and _CARD_KEY.fullmatch(key) for key in order):
            raise web.HTTPBadRequest
        kept = " ".join(["own", str(table_id), *order]) if by == "own" else by
        await self._tables.preferences.set(person.user_id, hand_order=kept)
        return _json({})

    async def _again(self, request: web.Request) -> web.Response:
        """Sit down to the next game of the same people, and return its table."""
        person = await self._person(request)
        self._bounded(self._limits.press, person)
        asked = await _body(request)
        table_id = (await self._seen(request, person)).table.id
        rounds, target = asked.get("rounds"), asked.get("target")
        length = None if rounds is None else Length(_small(rounds), _small(target))
        new = await self._tables.lobbies.again(table_id, person.user_id, swap=asked.get("swap") is True, length=length)
        return _json({"table": new.id})

    async def _round(self, request: web.Request) -> web.Response:
        """Return the end of a round that was scored."""
        person = await self._person(request)
        self._bounded(self._limits.look, person)
        look, number = await self._seen(request, person), int(request.match_info["number"])
        if number not in rounds_of(look):
            raise web.HTTPNotFound
        story = None if is_own(look.table.id) else await self._tables.replays.story(look.table.id, number)
        return _json(round_end(look, number, story, person.user_id))

    async def _replay(self, request: web.Request) -> web.Response:
        """Return a game that is over as its person saw it at one of its stops."""
        person = await self._person(request)
        self._bounded(self._limits.look, person)
        look = await self._seen(request, person)
        own = look.table.seat_of(person.user_id)
        seat, stop = None if own is None else own.number, int(request.match_info["stop"])
        return _json(replayed(await self._tables.replays.scene(look.table.id, stop, seat, person.user_id), person))

    async def _done(self, request: web.Request, person: Person, work: Callable[[], Awaitable[None]]) -> web.Response:
        """Do something, and answer with the table as it is then, also where it was refused.

        Work that a stranger asks for must be refused by itself: who sits at the table is looked up after it, once for
        the answer and for the news of everybody there.
        """
        table_id = int(request.match_info["table"])
        _check_kind(table_id)
        refusal: Exception | None = None
        done = self._works[table_id] = asyncio.get_running_loop().create_future()
        try:
            await work()
        except StoreTrouble:
            raise
        except REFUSED as error:
            refusal = error
        finally:
            done.set_result(None)
            if self._works.get(table_id) is done:
                del self._works[table_id]
        if is_own(table_id):
            # Nobody else hears of a change there, but the person may look at it in several browsers.
            self._wake(table_id)
        sight = await self._sight_of(table_id, person.user_id)
        shown = self._told(sight, person)
        if refusal is None:
            return _answer(f'{{"refused":"","scene":{shown}}}')
        metrics.REFUSALS.labels(getattr(refusal, "code", type(refusal).__name__)).inc()
        refused = said(sentence(refusal), refusal.table if isinstance(refusal, Stale) else None)
        return _answer(f'{{"refused":{json.dumps(refused)},"scene":{shown}}}', 409)

    # -- news

    def _changed(self, change: Change) -> None:
        self._wake(change.table.id)
        mover = change.table.to_move
        for stream in self._streams:
            # Their page of another table learns that this one waits for them.
            if mover is not None and stream.user_id == mover.user_id:
                stream.news.set()

    def _wake(self, table_id: int) -> None:
        for stream in self._streams:
            if stream.table_id == table_id:
                stream.news.set()

    def _wake_all(self) -> None:
        for stream in self._streams:
            stream.news.set()

    async def _news(self, request: web.Request) -> web.StreamResponse:
        """Send the table as it is now, and again after each change; of several changes the last."""
        browser = await self._browser(request)
        person = await self._people.get(browser.user_id)
        _speak(person)
        self._bounded(self._limits.look, person)
        look = await self._seen(request, person)
        answer = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no", **_HEADERS}
        )
        answer.headers["Cache-Control"] = "no-store"
        async with self._stream(look.table.id, browser) as stream:
            await answer.prepare(request)
            with suppress(ConnectionError, TimeoutError, _Denied, *REFUSED):
                await self._tell(answer, stream)
        return answer

    async def _tell(self, answer: web.StreamResponse, stream: _Stream) -> None:
        """Send news until the stream ends. Raises `_Denied` when its person may no longer read it."""
        told, version, rest = "", -1, _STILL_THERE
        while not self._closing and not stream.ended:
            stream.news.clear()
            sight = await self._sight_of(stream.table_id, stream.user_id, stream.browser_id)
            if stream.browser_id not in sight.browsers:
                raise _Denied(401, _signed_out())
            person = sight.people[stream.user_id]
            _speak(person)
            text = self._told(sight, person)
            version = sight.looks[stream.user_id].table.version
            sent = ": still there\n\n" if text == told else f"data: {text}\n\n"
            async with asyncio.timeout(_WRITE_SECONDS):
                await answer.write(sent.encode())
            told, rest = text, _STILL_THERE
            while rest > 0 and not stream.news.is_set():
                # Of moves in a deal nobody else hears, so that nothing wakes a stream even where there is one process.
                looks = self._shared or is_own(stream.table_id)
                step = _LOOK_EVERY if looks else rest
                with suppress(TimeoutError):
                    async with asyncio.timeout(step):
                        await stream.news.wait()
                rest -= step
                if looks and await self._tables.version(stream.table_id, stream.user_id) != version:
                    break

    @asynccontextmanager
    async def _stream(self, table_id: int, browser: Browser) -> AsyncIterator[_Stream]:
        """Count a stream. Raises `_Denied` if there are too many."""
        own = [stream for stream in self._streams if stream.user_id == browser.user_id]
        for stream in own[: max(0, len(own) - _MOST_OF_PERSON + 1)]:
            stream.ended = True
            stream.news.set()
        if len(self._streams) >= _MOST_STREAMS:
            raise _Denied(503, _crowded())
        new = _Stream(table_id, browser.user_id, browser.id, asyncio.Event())
        self._streams.append(new)
        try:
            yield new
        finally:
            self._streams.remove(new)


@dataclass(eq=False, slots=True)
class _Stream:
    """The news of a table for one page of a person."""

    table_id: int
    user_id: int
    browser_id: int
    news: asyncio.Event
    ended: bool = False


@dataclass(eq=False, slots=True)
class _Sight:
    """One look at a table for all who ask for it in the same moment, and which of their browsers may still read it."""

    table_id: int
    user_ids: set[int] = field(default_factory=set)
    browser_ids: set[int] = field(default_factory=set)
    work: asyncio.Task[None] = field(init=False)
    browsers: dict[int, Browser] = field(default_factory=dict)
    people: dict[int, Person] = field(default_factory=dict)
    #: Each one's look, and those for whom another table waits; nothing where there is no such table.
    looks: Mapping[int | None, Look] = field(default_factory=dict)
    elsewhere: Collection[int] = ()
    #: The same as JSON, by person and language.
    told: dict[tuple[Person, str], str] = field(default_factory=dict)


class _Denied(Exception):
    """A request is refused by a `status`, with a sentence for the person."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(status)
        self.status = status
        self.text = text


async def _nothing(_request: web.Request) -> web.Response:
    return web.Response(status=204)


def _speak(person: Person) -> None:
    i18n.speak(person.language or person.locale or "en")


def _check_kind(table_id: int) -> None:
    """Raise `_Denied` for a table of somebody's own that the page doesn't show."""
    if is_own(table_id) and not is_daily(table_id):
        raise _not_there()


def _of_sitting(look: Look, user_id: int) -> Look:
    """Return what somebody sees, and speak in the words of its game. Raises `_Denied` if they don't sit there."""
    if look.table.seat_of(user_id) is None:
        raise _not_there()
    variant_names.speak_of(look.table.variant)
    return look


def _not_there() -> _Denied:
    """Return the refusal of a table, the same whether it is somebody else's or there is none."""
    return _Denied(404, said(sentence(NotSeated())))


def _json(values: Values, status: int = 200) -> web.Response:
    return _answer(json.dumps(values, separators=(",", ":")), status)


def _answer(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, content_type="application/json", status=status)


async def _body(request: web.Request) -> dict[str, Any]:
    """Return the object that a request holds. Raises a status if it holds none, is too large or too slow."""
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            content = await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    with suppress(ValueError, RecursionError):
        found = json.loads(content)
        if isinstance(found, dict):
            return found
    raise web.HTTPBadRequest


def _cards_of(value: object) -> list[Card]:
    """Return the cards that a request names. Raises `HTTPBadRequest` for anything else."""
    if not isinstance(value, list) or len(value) > _MOST_CHOSEN or not all(map(_is_card, value)):
        raise web.HTTPBadRequest
    return value


def _is_card(value: object) -> bool:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < CARD_CODES:
        return False
    return read_card(card_text(value)) == value


def _small(value: object) -> int:
    """Return a number that a request names. Raises `HTTPBadRequest` for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1_000_000:
        raise web.HTTPBadRequest
    return value


def _number_of(user_id: int, table_id: int, key: str) -> int:
    """Return the number by which a move is known again. It is below 0: those of Discord's interactions are above it."""
    digest = hashlib.sha256(f"{user_id} {table_id} {key}".encode()).digest()
    return -1 - (int.from_bytes(digest[:8]) >> 1)


def _first_language(request: web.Request) -> str:
    """Return the language that a browser asks for first, of a person who isn't known yet."""
    wanted = re.match(r"[A-Za-z]{2}(?:-[A-Za-z]{2})?(?![A-Za-z])", request.headers.get(hdrs.ACCEPT_LANGUAGE, ""))
    return wanted[0] if wanted else "en"


def _signed_out() -> str:
    text = pgettext("on the page of a table", "You are signed out here. In Discord, press {button} under your hand.")
    return text.format(button=table_page.open_name())


def _used_up() -> str:
    text = pgettext(
        "on the page of a table",
        "This link was used already, or is older than two minutes. In Discord, press {button} again: you get a new one.",
    )
    return text.format(button=table_page.open_name())


def _crowded() -> str:
    return pgettext("on the page of a table", "Too many people are looking just now. Try again in a minute.")


def _failed() -> str:
    return pgettext("on the page of a table", "Something went wrong. Look at the table before you try again.")
