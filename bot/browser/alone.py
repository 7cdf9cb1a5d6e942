"""Tables of one person's own on the page: lessons, and the deals of days. How they look, where they are listed, how they begin."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from bot.browser.scene import Values, in_list, option_of, said, scene
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.data.daily import Every
from bot.data.people import Person
from bot.store.people import PersonStore
from bot.tables import COURSES, LESSON, Look, Tables, is_own
from bot.tables.errors import NoSuchTable, NotSeated, OffTheLesson
from bot.tables.rules.daily_times import DAILY, PAST, before, deal_at, every_of, first_number, is_daily, is_past
from bot.ui import move_order
from bot.ui.i18n import _, pgettext
from bot.ui.pages import past_deal_page
from bot.ui.pages.hand_page import has_moved
from bot.ui.pages.lesson_page import COURSES as NAMES
from bot.ui.words import daily_text, lesson_text, turn_text
from bot.ui.words.happenings import LatestTurns
from bot.ui.words.refusals import sentence

#: How many past deals the page lists at a time.
_DEALS: Final = 12
#: No deal has a number as large as this.
_LATEST: Final = 1 << 40
#: No week has a greater number than this.
_LAST_WEEK: Final = 2 * first_number(Every.WEEK) - 1


def is_shown(table_id: int) -> bool:
    """Return whether the page shows tables of a number: all but positions that somebody plays on from."""
    return not is_own(table_id) or table_id == LESSON or is_daily(table_id) or is_past(table_id)


def shown_alone(look: Look, person: Person, story: LatestTurns | None = None) -> Values:
    """Return a table as its person sees it, as `scene` does, with the words of a table of their own where it is one."""
    values = scene(look, person, story)
    if look.lesson is not None:
        return values | _lesson(look)
    if (deal := look.past_deal) is not None:
        title, *about = daily_text.heading_for_fun(deal).splitlines()
        values["title"] = said(title)
        if deal.result is not None:
            again = {"what": "past", "day": look.table.id - PAST, "version": look.table.version}
            values["now"] = [said(line) for line in daily_text.compared(deal.result)]
            values["actions"] = [
                {"do": "begin", "with": again, "label": _("Play again"), "go": True},
                _past(deal.every) | {"go": False},
            ]
            values["why"] = []
        elif look.mine is not None and not has_moved(look, look.mine):
            values["why"] = [*map(said, about), *values["why"]]
    return values


def why(error: Exception) -> str:
    """Return why something was refused on the page, as people in Discord read it."""
    if isinstance(error, OffTheLesson):
        return lesson_text.off(error.view, error.move, on_page=True)
    return sentence(error)


def _lesson(look: Look) -> Values:
    """Return what a lesson says, and of the ways to lay cards down the one that the present step may want by one press."""
    lesson, mine = look.lesson, look.mine
    assert lesson is not None
    lines = [said(line) for text in lesson_text.lines(look, on_page=True) for line in text.splitlines()]
    title = said(lesson_text.heading(look))
    values: Values = {"title": title, "why": [], "course": lesson.course}
    if lesson.move is None:
        onwards = [_course(course) | {"go": course != lesson.course} for course in COURSES]
        onwards = sorted(onwards, key=lambda way: not way["go"])
        onwards[-1]["label"] = _("Start again")
        return values | {"now": [title, *lines], "actions": onwards}
    wanted = [] if mine is None or lesson.move.verb != "meld" else _at_once(mine, lesson.move)
    return values | {"now": [], "suggested": wanted, "lesson": lines}


def _at_once(view: SeatView, move: Move) -> list[Values]:
    """Return the button that lays the cards of a step where it is one press in Discord too."""
    if not lesson_text.is_natural(view, move):
        return []
    groups = move_order.natural_melds(view)
    whole = move._replace(groups=groups)
    return [option_of(view, whole) | {"label": turn_text.laying_in_a_line(view, whole), "lifts": list(whole.cards)}]


def _past(every: Every) -> Values:
    """Return the way to the list of past days or weeks."""
    title, _none = past_deal_page.titles(every)
    last = {} if every is Every.DAY else {"last": _LAST_WEEK}
    return {"do": "past", "label": title, "about": ""} | last


def _course(course: str) -> Values:
    """Return the way into a course."""
    return {
        "do": "begin",
        "with": {"what": "lesson", "course": course},
        "label": _("Learn {game}").format(game=_(NAMES[course])),
        "about": pgettext("on the page of a table", "A prepared round that you play step by step."),
    }


class Alone:
    """The tables that the page lets people begin by themselves: lessons, and the deals of days and weeks."""

    def __init__(self, tables: Tables, people: PersonStore) -> None:
        self._tables = tables
        self._people = people

    async def listed(self, person: Person) -> list[Values]:
        """Return the tables of their own, as a list of tables shows them, that a person has begun and can go on with."""
        now, found = self._tables.now(), list[Values]()
        last = [deal_at(now, every) for every in Every]
        for deal in [one for latest in last for one in (before(latest), latest)]:
            with suppress(NoSuchTable):
                look = await self._tables.look(DAILY + deal, person.user_id)
                if look.daily is not None and look.daily.result is None and not look.daily.closed:
                    found.append(in_list(look.table, person, scene(look, person)["title"]))
        with suppress(NoSuchTable):
            look = await self._tables.look(LESSON, person.user_id)
            if look.lesson is not None and look.lesson.move is not None and look.lesson.done:
                found.append(in_list(look.table, person, said(lesson_text.heading(look))))
        return found

    async def offers(self, person: Person, listed: list[Values]) -> list[Values]:
        """Return what somebody can begin, beside those of their own tables that are `listed`.

        Somebody who only watches has no name for a table yet: Discord says it with their first press on one.
        """
        if await self._people.name(person.user_id) is None:
            return []
        there, now = {row["table"] for row in listed}, self._tables.now()
        same = pgettext(
            "on the page of a table", "The same cards for everybody, against the same computers. You have one try."
        )
        day, week = (DAILY + deal_at(now, every) for every in (Every.DAY, Every.WEEK))
        game = await self._tables.daily.week_game()
        found: list[Values] = [
            {"do": "begin", "with": {"what": "day"}, "label": _("Deal of the day"), "about": same, "table": day},
            {
                "do": "begin",
                "with": {"what": "week"},
                "label": said(daily_text.of_week(game)),
                "about": same,
                "table": week,
            },
            _past(Every.DAY)
            | {
                "about": _(
                    "Play the deal of any past day for fun: the same cards against the same computers. It counts nowhere."
                )
            },
            *map(_course, COURSES),
        ]
        return [offer for offer in found if offer.pop("table", None) not in there]

    async def past(self, person: Person, last: int | None) -> Values:
        """Return past deals that a person may play for fun, as the page lists them, up to one: of weeks if that is one's.

        None: those of days, up to the last of all.
        """
        every = Every.DAY if last is None else every_of(last)
        found = await self._tables.past_deals.latest(person.user_id, every, last, _DEALS)
        offers: list[Values] = [
            {
                "do": "begin",
                "with": {"what": "past", "day": one.number},
                "label": daily_text.past(one),
                "about": daily_text.about_past(one),
            }
            for one in found.deals
        ]
        ways = [(_("Earlier"), found.earlier), (_("Later"), found.later)]
        offers += [
            {"do": "past", "last": deal, "label": label, "about": ""} for label, deal in ways if deal is not None
        ]
        offers.append(_past(Every.WEEK if every is Every.DAY else Every.DAY))
        offers.append({"do": "list", "label": pgettext("on the page of a table", "Your tables"), "about": ""})
        title, none = past_deal_page.titles(every)
        title = title if found.deals else none
        return {"tables": [], "offers": offers, "words": {"title": title, "none": title}}

    async def begin(self, person: Person, asked: dict[str, Any]) -> int | None:
        """Begin a table of a person's own, or go on with it, and return its number; None for what asks for none.

        Raises `NotSeated` for whom nothing is stored, and what `Lessons.open`, `Daily.open` and `PastDeals` raise.
        """
        user_id, what = person.user_id, asked.get("what")
        known = await self._people.known(user_id)
        if (name := await self._people.name(user_id)) is None:
            # They only watch, or their data was deleted in this moment.
            raise NotSeated
        day, version = asked.get("day"), asked.get("version")
        if what == "lesson" and asked.get("course") in COURSES:
            return (await self._tables.lessons.open(user_id, name, asked["course"], known=known)).table.id
        if what in ("day", "week"):
            every = Every.DAY if what == "day" else Every.WEEK
            return (await self._tables.daily.open(user_id, name, every, known=known)).table.id
        if what == "past" and isinstance(day, int) and 0 <= day < _LATEST:
            if isinstance(version, int):
                return (await self._tables.past_deals.again(day, user_id, version)).table.id
            return (await self._tables.past_deals.open(day, user_id, name, known=known)).table.id
        return None
