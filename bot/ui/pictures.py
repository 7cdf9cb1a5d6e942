"""Pictures drawn in a few threads, so that the event loop never waits for one."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from bot.canasta.cards import Card
from bot.canasta.events import RoundSheet
from bot.canasta.views import PublicView, SeatView
from bot.data.people import Person
from bot.data.servers import Server
from bot.tables.views import Look
from bot.ui import i18n
from bot.ui.page import Attachment, attachment, digest
from bot.ui.words import command_names
from bot.watching import metrics
from renderer import (
    AFTER,
    BACKS,
    MOVING,
    THEMES,
    CelebrationView,
    ClosingView,
    CurveView,
    LeadView,
    LobbyView,
    Picture,
    ProfileView,
    StandingsView,
    Style,
    prewarm,
    render_animation,
    render_celebration,
    render_closing,
    render_curve,
    render_hand,
    render_large_hand,
    render_lead,
    render_lobby,
    render_profile,
    render_sample,
    render_scores,
    render_sheet,
    render_standings,
    render_table,
    render_tables,
)

Drawn = TypeVar("Drawn")
#: Whose looks a picture has: those of its only reader, those of the server whose people all see it, or the usual ones.
Reader = Person | Server | None

_THREADS = 2
#: How many pictures of hands and tables are kept, the last ones: a player's answer and their direct message show the
#: same.
_KEPT = 64


class Pictures:
    """The renderer, awaitable. Texts in pictures are in the language of the task that asks."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="pictures")
        self._recent: deque[tuple[tuple[object, ...], asyncio.Future[Any]]] = deque(maxlen=_KEPT)

    def warm_up(self) -> None:
        """Have the usual sprites drawn in the background."""
        self._threads.submit(prewarm)

    async def hand(self, view: SeatView, person: Person | None = None) -> Picture:
        """Draw a player's hand, for that player alone, in the colours they prefer."""
        return await self._draw_once(partial(render_hand, view, style=_style(person)))

    async def hands(self, view: SeatView, person: Person, *, chosen: tuple[Card, ...] = ()) -> tuple[Picture, ...]:
        """Draw a player's hand in the colours and the size they prefer, the `chosen` cards lifted.

        Large cards can take several pictures.
        """
        if person.card_size == "large":
            return await self._draw_once(partial(render_large_hand, view, chosen=chosen, style=_style(person)))
        return (await self._draw_once(partial(render_hand, view, chosen=chosen, style=_style(person))),)

    async def sample(self, person: Person) -> Picture:
        """Draw a few cards in the looks that a person prefers."""
        return await self._draw(partial(render_sample, large=person.card_size == "large", style=_style(person)))

    async def table(self, view: PublicView, reader: Reader = None, *, own: bool = False, chosen: int = 0) -> Picture:
        """Draw the table in the looks that its only reader or, for everybody, the server prefers.

        With `own` it is for the player to move alone, whose message says what they may do, and counts stock and hand;
        `chosen` is how many points they have chosen to lay down.
        """
        return await self._draw_once(partial(render_table, view, style=_style(reader), own=own, chosen=chosen))

    async def tables(
        self, view: PublicView, person: Person, *, own: bool, most: int, chosen: int = 0
    ) -> tuple[Picture, ...]:
        """Draw the table in the looks and the size that one person prefers, as `table` does.

        Large words, or a crowd, can take several pictures; if that are more than `most`, there is one of the usual size.
        """
        large = person.card_size == "large"
        if not large and not (whole := await self.table(view, person, own=own, chosen=chosen)).crowded:
            return (whole,)
        draw = partial(render_tables, view, large=large, style=_style(person), own=own, chosen=chosen)
        pictures = await self._draw_once(draw)
        return pictures if len(pictures) <= most else (await self.table(view, person, own=own, chosen=chosen),)

    async def lobby(self, view: LobbyView, reader: Reader = None) -> Picture:
        """Draw a table that waits for players, in the looks that its only reader or the server prefers."""
        return await self._draw(partial(render_lobby, view, style=_style(reader)))

    async def scores(self, sheet: RoundSheet, view: PublicView, reader: Reader = None) -> Picture:
        """Draw the score sheet of a finished round, in the looks that its only reader or the server prefers."""
        return await self._draw_once(partial(render_scores, sheet, view, style=_style(reader)))

    async def curve(self, view: CurveView, reader: Reader = None) -> Picture:
        """Draw a person's last weeks with the deal of the day, in the looks that they prefer."""
        return await self._draw(partial(render_curve, view, style=_style(reader)))

    async def lead(self, view: LeadView, reader: Reader = None) -> Picture:
        """Draw who was ahead in a round, in the looks that its only reader or the server prefers."""
        return await self._draw(partial(render_lead, view, style=_style(reader)))

    async def sheet(self, person: Person) -> Picture:
        """Draw all cards beside each other in the looks that a person prefers, for a page in a browser."""
        return await self._draw_once(partial(render_sheet, style=_style(person)))

    async def standings(self, view: StandingsView, reader: Reader = None) -> Picture:
        """Draw a board of the league or a tournament, in the looks that its only reader or the server prefers."""
        view = replace(view, empty=command_names.unmarked(view.empty, i18n.language()))
        return await self._draw(partial(render_standings, view, style=_style(reader)))

    async def profile(self, view: ProfileView, person: Person | None = None) -> Picture:
        """Draw a player's season, for everybody or in the looks that one person prefers."""
        return await self._draw(partial(render_profile, view, style=_style(person)))

    async def closing(self, view: ClosingView, looks: Person | Server) -> Picture:
        """Draw how a season ended, in the looks that a person or server prefers."""
        return await self._draw(partial(render_closing, view, style=_style(looks)))

    async def celebration(self, view: CelebrationView, server: Server) -> Attachment:
        """Draw what is celebrated in the looks that the server prefers: as an animation where it likes that and there is one."""
        moving = server.celebrations in (None, "moving")
        if moving and view.kind in MOVING:
            animation = await self._draw(partial(render_animation, view, style=_style(server)))
            return Attachment(f"celebration-{digest(animation.data)}.gif", animation.data, animation.alt)
        return attachment("celebration.png", await self._draw(partial(render_celebration, view, style=_style(server))))

    async def _draw_once(self, work: partial[Drawn]) -> Drawn:
        """Draw a picture, unless the same was drawn lately or is being drawn."""
        wanted = (work.func, work.args, tuple(work.keywords.items()))
        drawing: asyncio.Future[Drawn] | None = next((future for of, future in self._recent if of == wanted), None)
        if drawing is None or (drawing.done() and (drawing.cancelled() or drawing.exception() is not None)):
            drawing = asyncio.get_running_loop().run_in_executor(self._threads, _timed, work)
            self._recent.append((wanted, drawing))
        return await asyncio.shield(drawing)

    async def _draw(self, work: partial[Drawn]) -> Drawn:
        return await asyncio.get_running_loop().run_in_executor(self._threads, _timed, work)

    def close(self) -> None:
        """Release the threads; pictures that are not begun are dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def after_last_move(look: Look, view: PublicView) -> PublicView:
    """Return a view whose picture says after which move it was drawn, not whose turn it is: so it stays true.

    Moves before the last deal don't count any more.
    """
    last = look.recent[-1] if look.recent else None
    dealt = last is None or last.round != view.round_number
    return view._replace(phase=AFTER, turn=None if dealt or last is None else last.seat)


def _style(reader: Reader) -> Style:
    if reader is None:
        return Style(translation=i18n.current())
    # A theme or a back may have been removed since it was chosen.
    theme = reader.theme if reader.theme in THEMES else Style.theme
    back = reader.back if reader.back in BACKS else Style.back
    colours = reader.colours if isinstance(reader, Person) else 2
    return Style(theme, two_colour=colours == 2, back=back, translation=i18n.current())


def _timed(work: partial[Drawn]) -> Drawn:
    """Draw a picture, and note how long that took."""
    with metrics.timed(metrics.PICTURES, work.func.__name__.removeprefix("render_")):
        return work()
