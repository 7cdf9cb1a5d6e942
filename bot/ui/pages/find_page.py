"""The line of people who look for others to play with: what they wish for, what waits, and the table that calls them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import discord
from discord import ui

from bot.canasta.rules import VariantInfo
from bot.data.line import Gathering, InLine, LineLetter, LineStage, RatedWish, Wish
from bot.tables.rules.matching import PACES
from bot.ui.actions import Action
from bot.ui.components import GO, SECONDARY, button, menus
from bot.ui.i18n import _, labelled, ngettext, pgettext
from bot.ui.page import Page, notice
from bot.ui.words import clock_text, league_text, variant_names

#: The most different wishes that the page lists.
_MOST_LISTED = 8
#: The most wishes with a button each that a message in a channel lists.
_MOST_SHOWN_TO_ALL = 6
#: Seconds to which such a message says since when somebody waits: nobody is known by the moment at which they came.
_ROUGHLY = 900


class WishPart(Enum):
    """The part of a wish that is chosen."""

    GAME = "game"
    PLAYERS = "players"
    PACE = "pace"
    WHERE = "where"
    RATED = "rated"
    HOLD = "hold"


@dataclass(frozen=True)
class ChangeWish(Action, name="find-by"):
    """The choice of one `part` of a wish; the rest stays as it is. `here` is 0 or 1, `hold` the seconds for which
    somebody waits.
    """

    part: WishPart
    players: int
    pace: int
    here: int
    rated: RatedWish
    hold: int
    variant: str


@dataclass(frozen=True)
class GetInLine(Action, name="find-enter"):
    """The step into the line with a wish."""

    players: int
    pace: int
    here: int
    rated: RatedWish
    hold: int
    variant: str


class OpenFind(Action, name="find-open"):
    """The way to the line, beside a message."""


@dataclass(frozen=True)
class PlayToo(Action, name="find-too"):
    """The step into the line with a wish that a message in a channel shows."""

    players: int
    pace: int
    here: int
    rated: RatedWish
    variant: str


class FindHere(Action, name="find-here"):
    """The way to the line, below the message of it in a channel: no other message has it."""


class OpenLeague(Action, name="open-league"):
    """The way to the open league's board, beside a message."""


class WishAnew(Action, name="find-change"):
    """The step to choose another wish."""


class LeaveLine(Action, name="find-leave"):
    """The step out of the line."""


class CallAnswer(Enum):
    """The answer to a table that calls: somebody is in, or waits for people rather than play with computers."""

    YES = "yes"
    WAIT = "wait"


@dataclass(frozen=True)
class AnswerCall(Action, name="find-answer"):
    """The answer to the table of a number that calls."""

    gathering: int
    answer: CallAnswer


def choosing(
    wish: Wish,
    hold: int,
    holds: Sequence[int],
    games: Sequence[VariantInfo],
    waiting: Sequence[InLine],
    *,
    in_server: bool,
    lost: LineStage | None = None,
) -> Page:
    """Return the page on which somebody chooses what they wish for, with what waits.

    `games` are in the order in which they are offered. `lost` says how they have lost the place that they had.
    """
    lines = [_("### Find players"), *_lost(lost), *_waiting(waiting)]
    lines.append(
        _(
            "I call you in a direct message when a table comes together; you play there. Say for how long you wait, and leave the line whenever you like."
        )
    )
    rest = (wish.players, wish.pace, int(wish.here), wish.rated, hold, wish.variant)

    def part(which: WishPart) -> ChangeWish:
        return ChangeWish(which, *rest)

    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    items += menus(_("Kind of game"), part(WishPart.GAME), _games(wish, games))
    items += menus(_("Players"), part(WishPart.PLAYERS), _players(wish, games))
    items += menus(_("Time per turn"), part(WishPart.PACE), _paces(wish))
    if in_server:
        items += menus(_("With whom"), part(WishPart.WHERE), _places(wish))
    items += menus(_("Rated or not"), part(WishPart.RATED), _rated(wish))
    items += menus(_("For how long"), part(WishPart.HOLD), _holds(hold, holds))
    return Page(*items, ui.ActionRow(button(_("Get in line"), GetInLine(*rest), GO), _open_league()))


def standing(place: InLine, table: Gathering | None, waiting: Sequence[InLine]) -> Page:
    """Return the page of somebody who is in line, with what else waits; `table` is the one that calls them."""
    if table is not None and place.stage is LineStage.CALLED:
        return calling(table)
    if table is not None:
        return agreed(table)
    lines = [
        _("### You are in line"),
        wished(place.wish),
        _(
            "You wait until <t:{until}:f> at the longest. I call you in a direct message when a table comes together."
        ).format(until=place.until),
        *_waiting(waiting),
    ]
    return Page(
        ui.TextDisplay("\n".join(lines).rstrip()),
        ui.ActionRow(button(_("Change"), WishAnew()), _leave(), _open_league()),
    )


def shown_to_all(waiting: Sequence[InLine]) -> Page:
    """Return the message in a channel that shows what waits, the same to all who see it: each wish once, and no names."""
    wishes = Counter(one.wish for one in waiting)
    lines = ["### " + _("Players wanted")]
    if wishes:
        lines.append(
            _("Press **I'd play** to get in line too: I write to you in a direct message when a table comes together.")
        )
    else:
        lines.append(_("Nobody is in line now. Press **Find players** to be the first."))
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    listed = wishes.most_common(_MOST_SHOWN_TO_ALL)
    for wish, count in listed:
        since = min(one.since for one in waiting if one.wish == wish)
        items.append(ui.TextDisplay(_kind(wish, count, since - since % _ROUGHLY)))
        action = PlayToo(wish.players, wish.pace, int(wish.here), wish.rated, wish.variant)
        items.append(ui.ActionRow(button(_("I'd play"), action, GO)))
    more = len(waiting) - sum(count for _wish, count in listed)
    if more:
        text = ngettext(
            "{count} more person waits for another game.", "{count} more people wait for other games.", more
        )
        items.append(ui.TextDisplay(text.format(count=more)))
    label = _("Choose another game") if wishes else _("Find players")
    return Page(*items, ui.ActionRow(button(label, FindHere())))


def _kind(wish: Wish, count: int, since: int) -> str:
    """Return a wish with how many have it, and since when (seconds UTC) the first of them waits."""
    about = wished(wish)
    if wish.rated is RatedWish.ANY:
        about += " · " + pgettext("of a game", "rated or not")
    people = ngettext("{count} person", "{count} people", count).format(count=count)
    # More than fit at one table may wait, where not all can be put together.
    if count < wish.players:
        people = _("{count} of {players} players so far").format(count=count, players=wish.players)
    first = labelled(_("first in line"), clock_text.far(since))
    return f"**{about[:1].upper()}{about[1:]}**\n{people} · {first}"


def calling(table: Gathering) -> Page:
    """Return the message to somebody whom a table calls."""
    lines = [_("### A table for you"), _table(table), _counts(table)]
    if table.computers:
        lines.append(
            ngettext(
                "{count} person is missing, so a computer would take that seat.",
                "{count} people are missing, so computers would take their seats.",
                table.computers,
            ).format(count=table.computers)
        )
    lines.append(
        # It is the same however late it comes: by its text the bot finds out if it was posted before.
        _(
            "Are you in? Answer until <t:{until}:t> (<t:{until}:R>). If you don't, you lose your place in line, unless I wrote to you less than half an hour before."
        ).format(until=table.until)
    )
    buttons = [button(_("I'm in"), AnswerCall(table.id, CallAnswer.YES), GO)]
    if table.computers:
        buttons.append(button(_("Rather wait for people"), AnswerCall(table.id, CallAnswer.WAIT)))
    return Page(ui.TextDisplay("\n".join(lines)), ui.ActionRow(*buttons, _leave()))


def agreed(table: Gathering) -> Page:
    """Return what somebody sees who has said yes to a table, until it is dealt."""
    text = _(
        "### You are in\n{table}\nThe cards are dealt once all have said yes, by <t:{until}:t> at the latest. If somebody doesn't, you keep your place in line."
    )
    return Page(
        ui.TextDisplay(text.format(table=f"{_table(table)}\n{_counts(table)}", until=table.until)),
        ui.ActionRow(_leave()),
    )


def letter(place: InLine, table: Gathering | None) -> Page:
    """Return what somebody in line is written; `table` is the one that calls them."""
    match place.letter:
        case LineLetter.CALL if table is not None:
            return calling(table)
        case LineLetter.AGAIN:
            text = _(
                "The table that called you hasn't come together. You keep your place in line, and I call you again."
            )
            return notice(text, ui.ActionRow(_leave()))
        case LineLetter.MISSED:
            return notice(_lost_by(LineStage.MISSED), ui.ActionRow(_anew()))
        case _:
            return notice(_lost_by(LineStage.OVER), ui.ActionRow(_anew()))


def pointless() -> Page:
    """Return the answer to a press on a call that is over."""
    return notice(_("That table doesn't call you any more."), ui.ActionRow(_anew()))


def left() -> Page:
    """Return the answer to somebody who has left the line."""
    return notice(_("You have left the line."), ui.ActionRow(_anew()))


def wished(wish: Wish) -> str:
    """Return a wish in a line: the game, how many play, the time for a turn, with whom, and whether it is to be rated."""
    parts = [
        variant_names.named(wish.variant) if wish.variant else _("any game"),
        _count(wish.players) if wish.players else _("any number of players"),
        labelled(_("Time per turn"), clock_text.limit(wish.pace)) if wish.pace else _("any pace"),
        *([_("this server only")] if wish.here else []),
        *([] if wish.rated is RatedWish.ANY else [_rated_names()[wish.rated]]),
    ]
    return " · ".join(parts)


def _table(table: Gathering) -> str:
    return f"**{wished(Wish(table.variant, table.size, table.pace))}**"


def _counts(table: Gathering) -> str:
    """Return whether a table counts in the open league, as people are to know before they say yes to it."""
    if not table.rated:
        return _("Not rated: it is in your own record alone.")
    return _("Rated: it counts in the open league. Its boards name you only if you allow it in `/preferences`.")


def _count(players: int) -> str:
    return variant_names.layout(str(players), players)


def _waiting(waiting: Sequence[InLine]) -> list[str]:
    """Return the wishes of those who wait, each once with how many have it."""
    if not waiting:
        return [_("Nobody who suits you is waiting now.")]
    wishes = Counter(wished(one.wish) for one in waiting)
    lines = [_("**Waiting now:**")]
    for text, count in wishes.most_common(_MOST_LISTED):
        people = ngettext("{count} person", "{count} people", count).format(count=count)
        lines.append(f"- {labelled(people, text)}")
    more = sum(wishes.values()) - sum(count for _text, count in wishes.most_common(_MOST_LISTED))
    if more:
        lines.append(ngettext("- and {count} more", "- and {count} more", more).format(count=more))
    # Discord shows a line after a list as a part of its last point.
    return [*lines, ""]


def _lost(stage: LineStage | None) -> list[str]:
    return [] if stage is None or stage.in_line else [f"⚠️ **{_lost_by(stage)}**"]


def _lost_by(stage: LineStage) -> str:
    """Return how somebody has lost their place."""
    if stage is LineStage.MISSED:
        return _("A table called you, and you didn't answer in time: your place in line is gone.")
    if stage is LineStage.UNREACHED:
        return _(
            "A table came together, but I couldn't send you a direct message: your place in line is gone. Allow direct messages in the privacy settings of a server where I am."
        )
    return _("Your time in line is over, and no table came together.")


def _leave() -> ui.Item[Any]:
    return button(_("Leave the line"), LeaveLine())


def _anew() -> ui.Item[Any]:
    return button(_("Find players"), OpenFind(), SECONDARY)


def _options(names: Mapping[Any, str], chosen: object) -> list[discord.SelectOption]:
    """Return choices by their values, as a menu offers them."""
    return [
        discord.SelectOption(label=name, value=str(value), default=value == chosen) for value, name in names.items()
    ]


def _games(wish: Wish, games: Sequence[VariantInfo]) -> list[discord.SelectOption]:
    names = {"-": _("any"), **{one.id: variant_names.name(one.name) for one in games}}
    return _options({value: labelled(_("Kind of game"), name) for value, name in names.items()}, wish.variant or "-")


def _players(wish: Wish, games: Sequence[VariantInfo]) -> list[discord.SelectOption]:
    sizes = {layout.seats for one in games if wish.variant in ("", one.id) for layout in one.layouts}
    names = {0: labelled(_("Players"), _("any number")), **{size: _count(size) for size in sorted(sizes)}}
    return _options(names, wish.players)


def _paces(wish: Wish) -> list[discord.SelectOption]:
    names = {0: _("any"), **{pace: clock_text.limit(pace) for pace in PACES}}
    return _options({pace: labelled(_("Time per turn"), name) for pace, name in names.items()}, wish.pace)


def _places(wish: Wish) -> list[discord.SelectOption]:
    names = {0: _("With anybody"), 1: _("Only with people who are in line from this server")}
    return _options(names, int(wish.here))


def _rated_names() -> Mapping[RatedWish, str]:
    return {
        RatedWish.YES: pgettext("of a game", "rated"),
        RatedWish.NO: pgettext("of a game", "not rated"),
    }


def _rated(wish: Wish) -> list[discord.SelectOption]:
    names = {
        RatedWish.ANY: _("Rated or not: either suits me"),
        RatedWish.YES: _("Only rated: it counts in the open league"),
        RatedWish.NO: _("Not rated: only for my own record"),
    }
    return _options(names, wish.rated)


def _open_league() -> ui.Item[Any]:
    return button(league_text.open_league_name(), OpenLeague())


def _holds(hold: int, holds: Sequence[int]) -> list[discord.SelectOption]:
    return _options({one: _("I wait for {time}").format(time=clock_text.limit(one)) for one in holds}, hold)


def changed(action: ChangeWish, value: str, games: Sequence[VariantInfo]) -> ChangeWish:
    """Return a wish in which one part was chosen; a number of players that the game doesn't have is any. Raises `ValueError`."""
    match action.part:
        case WishPart.GAME:
            variant = "" if value == "-" else value
            sizes = {layout.seats for one in games if variant in ("", one.id) for layout in one.layouts}
            players = action.players if action.players in sizes else 0
            return replace(action, variant=variant, players=players)
        case WishPart.PLAYERS:
            return replace(action, players=int(value))
        case WishPart.PACE:
            return replace(action, pace=int(value))
        case WishPart.WHERE:
            return replace(action, here=int(value))
        case WishPart.HOLD:
            return replace(action, hold=int(value))
        case WishPart.RATED:
            return replace(action, rated=RatedWish(value))
