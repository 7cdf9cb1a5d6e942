"""A notice to one person in a message of its own: what happened at a table that concerns them."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ui

from bot.canasta.rules import RulesError
from bot.data.corrections import Amendment
from bot.data.log import Deed, LogEntry
from bot.data.notices import Facts, News, Notice
from bot.data.tables import InDirectMessages, Status, Table
from bot.tables.rules import absence
from bot.ui.actions import Action
from bot.ui.components import GO, PRIMARY, button, in_rows
from bot.ui.i18n import N_, _, amount
from bot.ui.page import Page
from bot.ui.pages import lobby_page, log_page, table_page
from bot.ui.words import clock_text, league_text, person_names, score_text
from bot.ui.words.game_places import PlaceNames, placed


@dataclass(frozen=True)
class ReturnTo(Action, name="return-to"):
    """A person's wish to play their own seat again, in the game of a number; the message isn't one of those that follow it."""

    game: int


@dataclass(frozen=True)
class StandIn(Action, name="stand-in"):
    """The wish that a computer plays a seat, whose person can't be reached, in the game of a number."""

    game: int
    seat: int


@dataclass(frozen=True)
class JoinAgain(Action, name="join-again"):
    """The wish to play the game of a number again, which is over."""

    game: int


#: The sentences of notices; {by} is the person who did it, {newcomer} who has the seat now.
_SENTENCES = {
    News.MISSED: N_("You missed a turn: a computer played it."),
    News.SITTING_IN: N_(
        "You missed {misses} turns in a row, so a computer plays for you now. `/canasta back` gives you your seat back."
    ),
    News.SKIPPED: N_("A moderator had a computer play your turn."),
    News.SEATED_COMPUTER: N_(
        "A moderator has a computer play for you from now on. `/canasta back` gives you your seat back."
    ),
    News.GAVE_BACK: N_("A moderator gave you your seat back."),
    News.EXTENDED: N_("A moderator gave you more time for this turn: {time}."),
    News.SUBSTITUTED: N_("**{newcomer}** has your seat from now on: everybody else agreed."),
    News.SUBSTITUTED_BY_MODERATOR: N_("A moderator gave your seat to **{newcomer}**."),
    News.GONE: N_(
        "The game waits for **{name}**, who has left the server. `/canasta substitute` proposes somebody for the seat, "
        "and others can press **Take a seat** under the table."
    ),
    News.UNREACHED: N_(
        "Discord lets no message from me through to **{name}**. Once the game has waited a day for them, you can let a computer play until they're back."
    ),
    News.ENDED: N_("The game has ended without a result."),
    News.CANCELLED: N_("This table was cancelled. `/play` opens another."),
    News.FULL: N_("Everybody is here: press Start."),
    News.HOST: N_("You are the host of this table now."),
    News.REMOVED: N_("{by} has removed you from this table."),
    News.SEATED: N_("{by} has given you another seat."),
    News.AGAIN: N_("{by} wants to play this game again. To join, press **Play again**."),
}
#: Entries of the log with the same words.
_LOGGED = {News.RESIGNED: Deed.RESIGNED, News.LEFT: Deed.LEFT, News.DECLINED: Deed.DECLINED}


def told(news: tuple[News, Facts], table: Table) -> str:
    """Return a piece of news in sentences."""
    kind, facts = news
    if kind is News.CORRECTED:
        return _corrected(table, facts)
    if kind is News.MOVED:
        return table_page.moved_to(table)
    if kind in _LOGGED:
        seat = 0 if "newcomer" in facts or kind is not News.DECLINED else None
        return log_page.sentence(LogEntry(_LOGGED[kind], int(facts.get("by", 0)), seat, facts))
    plain = {name: person_names.plain(value) for name, value in facts.items() if isinstance(value, str)}
    said = {"name": person_names.plain(""), "newcomer": person_names.plain(""), **plain}
    said |= {"by": person_names.mention(int(facts.get("by", 0)))}
    said |= {"misses": str(absence.MISSES), "time": clock_text.limit(int(facts.get("seconds", 0)))}
    sentence = _(_SENTENCES[kind]).format_map(said)
    return "\n".join(filter(None, [sentence, _together(table) if kind is News.SEATED else None]))


def holds(news: tuple[News, Facts], table: Table, user_id: int) -> bool:
    """Return whether a piece of news still is one: what people were to do may be done meanwhile."""
    kind, facts = news
    own, lobby = table.seat_of(user_id), table.status is Status.LOBBY
    match kind:
        case News.FULL:
            return lobby and not table.free and table.host_id == user_id
        case News.HOST:
            return table.active and table.host_id == user_id
        case News.SEATED:
            return lobby and own is not None
        case News.AGAIN | News.REMOVED:
            return lobby and own is None
        case News.CHALLENGED:
            return lobby and own is None and bool(table.free) and _code(table) is not None
        case News.GONE:
            return table.to_move is not None and table.to_move.gone
        case News.UNREACHED:
            awaited = table.to_move
            return awaited is not None and awaited.computer is None and awaited.number == facts.get("seat")
        case _:
            return True


def page(notice: Notice, table: Table, place: PlaceNames | None, *, aloud: bool) -> Page:
    """Return the message of a notice: where it happened, and what; `aloud`: in the table's channel, where it names the person."""
    news = [one for one in notice.news if holds(one, table, notice.user_id)]
    challenger, code = (
        next((facts.get("name", "") for kind, facts in news if kind is News.CHALLENGED), None),
        _code(table),
    )
    if challenger is not None and code is not None:
        return lobby_page.challenged(str(challenger), table, code)
    sentences = [told(one, table) for one in news]
    call, own = notice.user_id if aloud else 0, table.seat_of(notice.user_id)
    again = next((int(facts["old"]) for kind, facts in notice.news if kind is News.AGAIN), 0)
    unreached = any(kind is News.UNREACHED for kind, _facts in news)
    awaited = table.turn if unreached else None
    lines = [f"**{placed(score_text.game_of(table), place)}**", *sentences]
    buttons = [
        *([button(_("I'm back"), ReturnTo(table.id), GO)] if own is not None and own.sitting_in else []),
        *([button(_("Play again"), JoinAgain(again), PRIMARY)] if again else []),
        *([button(_("Let a computer play"), StandIn(table.id, awaited))] if awaited is not None else []),
    ]
    return Page(ui.TextDisplay("\n".join([f"<@{call}>", *sentences] if call else lines)), *in_rows(buttons))


def _code(table: Table) -> str | None:
    """Return the code that leads to a lobby in direct messages, None elsewhere."""
    return table.home.invitation.code if isinstance(table.home, InDirectMessages) and table.home.invitation else None


def _together(table: Table) -> str | None:
    try:
        return lobby_page.partners(table)
    except RulesError:
        return None


def _corrected(table: Table, facts: Facts) -> str:
    """Return how a moderator has changed a result, why, and what that did to the person's rating."""
    before, after = (league_text.amendment(Amendment.of(str(facts[one]) or None)) for one in ("before", "after"))
    text = _("A moderator has changed the result of game {game}: {before} → {after}.")
    lines = [text.format(game=table.id, before=before, after=after)]
    if facts.get("reason"):
        lines.append(_("Reason: {reason}").format(reason=person_names.plain(str(facts["reason"]))))
    ratings = (facts.get("rating_before"), facts.get("rating_after"))
    if ratings[0] != ratings[1]:
        shown = ["–" if one is None else amount(int(one)) for one in ratings]
        lines.append(_("Your rating: {before} → {after}.").format(before=shown[0], after=shown[1]))
    return "\n".join(lines)
