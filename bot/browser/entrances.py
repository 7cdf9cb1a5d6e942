"""How somebody comes in and goes out: by a link, by Discord's word for its own window, and by signing out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from aiohttp import hdrs, web

from bot.browser import activity
from bot.browser.activity import Activity
from bot.browser.doors import FRAME_SECONDS, KNOWN_SECONDS, Doors
from bot.browser.exchange import Denied, as_json, body, crowded
from bot.browser.guard import COOKIE, Guard, address_of, first_language, speak_to
from bot.browser.scene import Values, said
from bot.browser.sights import Sights
from bot.browser.streams import Streams
from bot.data.errors import StoreTrouble
from bot.data.people import InDiscord
from bot.data.tables import Table
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.ui import i18n
from bot.ui.i18n import _, pgettext
from bot.ui.pages import table_page
from bot.ui.words.refusals import REFUSED

#: How many people Discord is asked about at a time.
_MOST_ASKED = 8


class Entrances:
    """The addresses by which a browser, or a frame of Discord's, becomes known for somebody, and stops to be."""

    def __init__(
        self,
        guard: Guard,
        doors: Doors,
        people: PersonStore,
        tables: Tables,
        sights: Sights,
        streams: Streams,
        activity_: Activity | None,
    ) -> None:
        self._guard = guard
        self._doors = doors
        self._people = people
        self._tables = tables
        self._sights = sights
        self._streams = streams
        self._activity = activity_
        self._asked = 0

    async def enter(self, request: web.Request) -> web.Response:
        """Use a link up, and have the browser keep its secret."""
        asked = await body(request)
        secret = asked.get("secret")
        i18n.speak(first_language(request))
        secret = secret if isinstance(secret, str) and len(secret) <= 100 else ""
        whose, limits = await self._doors.whose(secret), self._guard.limits
        # Strangers who try links keep nobody from using theirs.
        self._guard.allow(limits.strange(address_of(request)) if whose is None else limits.press(whose))
        new = None if whose is None else await self._doors.enter(secret)
        if new is None:
            limits.refused(address_of(request))
            raise Denied(403, _used_up())
        values: Values = {"table": new.entered.game_id}
        # The link is used up whatever happens now: the page asks for the table again if it isn't shown here.
        with suppress(Denied, StoreTrouble, *REFUSED):
            person = await self._people.get(new.entered.user_id)
            speak_to(person)
            look = await self._sights.seen(new.entered.game_id, person)
            values["scene"] = await self._sights.shown(look, person)
        answer = as_json(values)
        # A browser sends it back to this host alone, shows it to no script, and sends it along to no request of other sites.
        answer.set_cookie(
            COOKIE, new.secret, max_age=KNOWN_SECONDS, path="/", secure=True, httponly=True, samesite="Strict"
        )
        return answer

    async def from_discord(self, request: web.Request) -> web.Response:
        """Have Discord say who looks at its window, and open the table that they want; each new window ends the one before."""
        if self._activity is None:
            raise web.HTTPNotFound
        asked = await body(request)
        code, channel = activity.code_of(asked), activity.channel_of(asked)
        i18n.speak(first_language(request))
        if code is None:
            raise web.HTTPBadRequest
        # Somebody who opens the window again has a secret that nobody makes up: strangers keep them from nothing.
        before, limits, address = await self._guard.frame(request), self._guard.limits, address_of(request)
        self._guard.allow(limits.strange(address) if before is None else limits.press(before.user_id))
        named = await self._named(self._activity, code)
        if named is None:
            limits.refused(address)
            raise Denied(403, activity.unproven())
        user_id = named.user_id
        person = await self._people.get(user_id)
        i18n.speak(person.language or named.locale or person.locale or first_language(request))
        if before is None or before.user_id != user_id:
            self._guard.allow(limits.press(user_id))
        if before is not None:
            await self._doors.close(before.user_id, before.id)
            self._streams.wake_all()
        own = await self._tables.games.of_person(person.user_id)
        wished = await self._doors.wished(person.user_id)
        there = await self._table(person.user_id, own, wished, channel)
        watched = None
        if there is None and (instance := activity.instance_of(asked)) is not None:
            watched = await self._table_around(self._activity, instance, person.user_id)
        # Nothing is kept of somebody who plays nowhere and watches nothing.
        known = own or await self._doors.watched(person.user_id)
        secret = await self._doors.admit(person.user_id) if known or there is not None else None
        if secret is None:
            raise Denied(404, said(_("You aren't in any game now. `/play` starts one.")))
        if named.locale not in ("", person.locale):
            # As with a press in Discord: it is the language of all that follows.
            await self._people.heard(user_id, named.locale, if_known=person.locale is not None)
        if there is None and not (watched and own):
            there = watched or (own[0].id if len(own) == 1 else None)
        answer = as_json({"table": there})
        answer.headers[hdrs.SET_COOKIE] = activity.kept(secret, FRAME_SECONDS)
        return answer

    async def _table(self, user_id: int, own: list[Table], wished: int | None, channel: int | None) -> int | None:
        """Return the table that a person wanted to see, or where they sit in a channel that their client names; None for neither."""
        if any(table.id == wished for table in own):
            return wished
        if wished is not None and await self._doors.watching(wished, [user_id]):
            return wished
        return next((table.id for table in own if channel is not None and table.channel_id == channel), None)

    async def _table_around(self, activity_: Activity, instance: str, user_id: int) -> int | None:
        """Let a person watch the table of the channel where Discord says that they are, and return it; None if there is none."""
        if activity_.channel is None or self._asked >= _MOST_ASKED:
            return None
        with self._asking():
            proven = await activity_.channel(instance, user_id)
        table = None if proven is None else await self._tables.games.in_channel(proven)
        if table is None or table.seat_of(user_id) is not None:
            return None
        await self._doors.let_watch(user_id, table)
        return table.id

    async def _named(self, activity_: Activity, code: str) -> InDiscord | None:
        """Return the person whom Discord names for a code, None if it names nobody. Raises `Denied` if it doesn't answer."""
        if self._asked >= _MOST_ASKED:
            raise crowded()
        try:
            with self._asking():
                return await activity_.who(code)
        except ConnectionError:
            raise Denied(502, activity.away()) from None

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Count one more person about whom Discord is asked inside."""
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1

    async def leave(self, request: web.Request) -> web.Response:
        """Sign the browser out that asks."""
        browser = await self._guard.browser(request)
        await self._doors.close(browser.user_id, browser.id)
        self._streams.wake_all()
        answer = as_json({})
        answer.del_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="Strict")
        if activity.COOKIE in request.cookies:
            answer.headers.add(hdrs.SET_COOKIE, activity.kept("", 0))
        return answer


def _used_up() -> str:
    text = pgettext(
        "on the page of a table",
        "This link was used already, or is older than two minutes. In Discord, press {button} again: you get a new one.",
    )
    return text.format(button=table_page.open_name())
