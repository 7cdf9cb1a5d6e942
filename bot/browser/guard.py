"""The guard of the page, which every request passes: it knows the person who asks, and how often they may."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import aiohttp
from aiohttp import hdrs, web

from bot.browser import activity
from bot.browser.activity import Activity
from bot.browser.doors import Doors
from bot.browser.exchange import Denied, as_json, failed
from bot.browser.scene import said
from bot.data.browsers import Browser
from bot.data.errors import StoreTrouble
from bot.data.people import Person
from bot.data.stored import watch
from bot.store.people import PersonStore
from bot.ui import i18n
from bot.ui.i18n import pgettext
from bot.ui.pages import table_page
from bot.ui.words.refusals import REFUSED, sentence
from bot.watching import metrics

log = logging.getLogger(__name__)

COOKIE = "__Host-canasta"
#: The header without which nothing is changed: a page of somebody else can't send it here.
_OWN_HEADER = "X-Canasta"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
"""The headers of every answer."""
#: The bits of an IPv6 address that name a network of one household or one server.
_IPV6_NETWORK = 64
FRAMED = web.RequestKey("framed", bool)
"""Set in a request whose answer Discord's clients may show in a frame."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How often somebody may ask: each returns the sentence for who asks too often, None else.

    `press` and `look` count by person, `strange` those who aren't known, by the address that they come from. `refused`
    notes an address whose link or code was none: it is no longer trusted as much as others.
    """

    press: Callable[[int], str | None]
    look: Callable[[int], str | None]
    strange: Callable[[str], str | None]
    refused: Callable[[str], None]


class Guard:
    """The guard of every address: it lets in whom a browser or a frame of Discord's is known for."""

    def __init__(self, doors: Doors, people: PersonStore, limits: Limits, activity_: Activity | None) -> None:
        self.limits = limits
        self._doors = doors
        self._people = people
        self._activity = activity_

    async def answer(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Answer a request, whatever happens; refuse what doesn't come from the page itself."""
        i18n.speak("en")
        watch()
        try:
            if request.path.startswith("/api/"):
                self._check_origin(request)
            answer = await handler(request)
        except web.HTTPException as error:
            answer = web.Response(status=error.status)
        except Denied as error:
            answer = as_json({"refused": error.text}, error.status)
        except StoreTrouble as error:
            answer = as_json({"refused": said(sentence(error))}, 503)
        except REFUSED as error:
            metrics.REFUSALS.labels(getattr(error, "code", type(error).__name__)).inc()
            answer = as_json({"refused": said(sentence(error))}, 409)
        except (ConnectionError, aiohttp.ClientError, web.RequestPayloadError):
            answer = web.Response(status=400)
        except Exception:
            log.exception("A request of a browser failed")
            metrics.ERRORS.inc()
            answer = as_json({"refused": failed()}, 500)
        if not answer.prepared:
            answer.headers.update(activity.in_frame(HEADERS) if FRAMED in request else HEADERS)
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

    async def browser(self, request: web.Request) -> Browser:
        """Return the browser that asks. Raises `Denied` if nobody is known there."""
        browser = await self._doors.known(request.cookies.get(COOKIE, "")) or await self.frame(request)
        if browser is None:
            raise signed_out()
        return browser

    async def frame(self, request: web.Request) -> Browser | None:
        """Return the frame of Discord's client that asks, None if nobody is known there, or the page opens in no frame."""
        secret = request.cookies.get(activity.COOKIE, "")
        return None if self._activity is None else await self._doors.known(secret)

    async def language(self, request: web.Request) -> str:
        """Return the language for the frame of Discord's client that asks: its person's, if somebody is known there."""
        with suppress(StoreTrouble):
            if (browser := await self.frame(request)) is not None:
                return _spoken(language_of(await self._people.get(browser.user_id)) or "")
        return first_language(request)

    async def person(self, request: web.Request) -> Person:
        """Return who asks, and speak their language. Raises `Denied` if nobody is known there."""
        person = await self._people.get((await self.browser(request)).user_id)
        speak_to(person)
        return person

    async def who_presses(self, request: web.Request) -> Person:
        """Return who asks for a change as `person` does. Raises `Denied`, also if they press too often."""
        person = await self.person(request)
        self.allow(self.limits.press(person.user_id))
        return person

    async def who_looks(self, request: web.Request) -> Person:
        """Return who asks a question as `person` does. Raises `Denied`, also if they ask too often."""
        person = await self.person(request)
        self.allow(self.limits.look(person.user_id))
        return person

    def allow(self, text: str | None) -> None:
        """Raise `Denied` with a sentence for somebody who asks too often, if there is one."""
        if text is not None:
            metrics.REFUSALS.labels("too-often").inc()
            raise Denied(429, said(text))


def address_of(request: web.Request) -> str:
    """Return the address that a request comes from, of IPv6 the network: whoever has one address there has all of them.

    A request that comes from this machine or a private network comes from the HTTPS server before the bot, which names the
    address as the last one in `X-Forwarded-For`. Anybody else could name what they like.
    """
    peer = _read_address(request.remote or "")
    if peer is not None and (peer.is_private or peer.is_loopback):
        named = ",".join(request.headers.getall("X-Forwarded-For", [])).rpartition(",")[2]
        peer = _read_address(named) or peer
    if isinstance(peer, IPv6Address):
        return str(ip_network((peer, _IPV6_NETWORK), strict=False))
    return str(peer)


def _read_address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def language_of(person: Person) -> str | None:
    """Return the language that a person has chosen, or that Discord says they have; None if neither is known."""
    return person.language or person.locale


def speak_to(person: Person) -> None:
    """Speak the language of a person in this task."""
    i18n.speak(language_of(person) or "en")


def first_language(request: web.Request) -> str:
    """Return the language that a browser asks for first, of a person who isn't known yet; English if it isn't spoken here."""
    return _spoken(request.headers.get(hdrs.ACCEPT_LANGUAGE, ""))


def _spoken(text: str) -> str:
    """Return the language at the beginning of a text, English if it isn't spoken here."""
    wanted = re.match(r"([A-Za-z]{2})(?:-([A-Za-z]{2}))?(?![A-Za-z])", text)
    if wanted is None:
        return "en"
    general, spoken = wanted[1].lower(), i18n.languages()
    exact = f"{general}-{(wanted[2] or '').upper()}"
    return exact if exact in spoken else general if general in spoken else "en"


def signed_out() -> Denied:
    """Return the refusal of a browser in which nobody is known."""
    text = pgettext("on the page of a table", "You are signed out here. In Discord, press {button} again.")
    return Denied(401, text.format(button=table_page.open_name()))
