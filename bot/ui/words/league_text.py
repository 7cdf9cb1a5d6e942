"""Sentences about the league: who, what, how sure, and why a game counts for nothing."""

from __future__ import annotations

from collections.abc import Sequence

from bot.canasta.rules import RulesError, variant_info
from bot.league.effects import Effect
from bot.league.service import AlreadyUndone, LeagueError, NoSeasonOpen, NoSuchResult, SeasonOpen, WrongScores
from bot.store.corrections import Amendment, Correction
from bot.store.results import Result, ResultSide, Role, Unrated
from bot.store.seasons import Award, Honour, Season
from bot.store.standings import Standing
from bot.ui import words
from bot.ui.i18n import _, amount, ngettext, pgettext

#: So much of a name is usually written in a line with others.
NAME = 24


def season(one: Season | None) -> str:
    """How a season is called; None is all of a server's time."""
    if one is None:
        return _("All time")
    return one.name or _("Season {number}").format(number=one.number)


def family(scope: str) -> str:
    """How a family of variants is called, by the variant that gave it its name; `` is every variant."""
    if not scope:
        return _("Every variant")
    return variant(scope)


def variant(name: str) -> str:
    """How a variant is called; its id where its file is gone."""
    try:
        return _(variant_info(name).name)
    except RulesError:
        return name


def change(number: int) -> str:
    """How a number has changed, `+23` or `−8`."""
    return f"+{amount(number)}" if number >= 0 else f"−{amount(-number)}"


def signed(number: int) -> str:
    """A number that may be below zero, with a minus sign proper."""
    return amount(number) if number >= 0 else f"−{amount(-number)}"


def percent(part: float, whole: float = 1.0) -> str:
    """A share, `75 %`; of nothing a dash."""
    return _("{number} %").format(number=round(100 * part / whole)) if whole else "–"


def record(won: int, lost: int, tied: int) -> str:
    """Games won, lost and, if there were any, tied: `18–4`, `18–4–1`."""
    return "–".join(amount(number) for number in (won, lost, *([tied] if tied else [])))


def games(count: int) -> str:
    """`12 games`."""
    return ngettext("{count} game", "{count} games", count).format(count=amount(count))


def players(count: int) -> str:
    """`24 players`."""
    return ngettext("{count} player", "{count} players", count).format(count=amount(count))


def unrated(why: Unrated) -> str:
    """Why a game is not rated, to follow a colon."""
    match why:
        case Unrated.FRIENDLY:
            return _("it was played for fun")
        case Unrated.COMPUTERS:
            return _("a computer had a seat")
        case Unrated.ABANDONED:
            return _("it was ended before its time")
        case Unrated.NO_ROUND:
            return _("no round was scored")
        case Unrated.NO_SEASON:
            return _("no season was open")
        case Unrated.NO_OPPONENTS:
            return _("nobody had an opponent to be rated against")
        case Unrated.VOID:
            return _("a moderator declared it void")


def name(text: str, longest: int = NAME) -> str:
    """Somebody's name in a text, cut if it is long; people who had themselves deleted have none left."""
    if not text:
        return _("somebody who left")
    return words.plain(text if len(text) <= longest else text[: longest - 1] + "…")


def names(result: Result, side: ResultSide, longest: int = NAME) -> list[str]:
    """Those who played a side of a game to its end; computers are said to be such."""
    found = []
    for seat in side.seats:
        his = [one for one in result.people if one.seat == seat and one.role is not Role.LEFT]
        last = his or [one for one in result.people if one.seat == seat]
        found.append(
            name(last[-1].name, longest) if last and seat not in result.computers else pgettext("in a seat", "computer")
        )
    return found


def outcome(result: Result, longest: int = NAME) -> str:
    """The sides of a game with their points, the best first and winners in bold; names have so many letters at most."""
    told = []
    for side in sorted(result.standing_sides, key=lambda side: side.rank):
        text = f"{' & '.join(names(result, side, longest))} {signed(side.points)}"
        won = side.rank == 1 and not result.abandoned
        told.append(f"**{text}**" if won else text)
    return " : ".join(told)


def counts(result: Result) -> str:
    """Whether a game is rated, and why not; that a moderator has changed it."""
    why = result.standing
    told = pgettext("of a game", "rated") if why is None else _("not rated: {reason}").format(reason=unrated(why))
    if result.amendment is not None and not result.amendment.void:
        told = _("{rated}; corrected by a moderator").format(rated=told)
    return told


def sides_typed(result: Result) -> str:
    """A line for each side with its points, for moderators to change."""
    lines = []
    for side in result.standing_sides:
        called = words.bare(" & ".join(names(result, side)))
        lines.append(f"{called}: {side.points}")
    return "\n".join(lines)


def amendment(one: Amendment | None) -> str:
    """What holds in place of a game's own points."""
    if one is None:
        return _("as it was played")
    if one.void:
        return pgettext("of a game", "void")
    return " : ".join(signed(points) for points in one.points)


def correction(one: Correction) -> str:
    """What a moderator did to a result, in one or two lines."""
    told = _("**{number}.** <t:{at}:f> <@{user}>, game {game}: {before} → {after}. Reason: {reason}").format(
        number=one.id,
        at=one.at,
        user=one.user_id,
        game=one.game_id,
        before=amendment(one.before),
        after=amendment(one.after),
        reason=words.plain(one.reason),
    )
    if one.undone_at is not None:
        told += "\n-# " + _("Undone by <@{user}> on <t:{at}:f>.").format(user=one.undone_by, at=one.undone_at)
    return told


def honour(one: Award) -> tuple[str, str]:
    """What somebody is honoured for at a season's end, and the figure."""
    figures = one.figures
    match one.honour:
        case Honour.CHAMPION:
            return _("Champion"), amount(figures[0])
        case Honour.PAIR:
            return _("Best pair"), _("{won} of {games}").format(won=amount(figures[0]), games=amount(figures[1]))
        case Honour.CANASTAS:
            return _("Most canastas"), amount(figures[0])
        case Honour.ROUND:
            return _("Biggest round"), amount(figures[0])
        case Honour.RELIABLE:
            return _("Most reliable"), percent(figures[0], figures[1])


def pace(standing: Standing) -> str | None:
    """How long somebody takes for a turn, and how many he takes himself; None before his first."""
    own = standing.turns - standing.missed
    if standing.timeliness is None:
        return None
    share = _("{share} in time").format(share=percent(standing.timeliness))
    if not own:
        return share
    return _("a turn in {time}, {share}").format(time=words.span(standing.seconds // own), share=share)


def moved(before: Sequence[tuple[str, int | None]], after: Sequence[tuple[str, int | None]]) -> str:
    """Whose rating a correction has changed, `Ana 1,742 → 1,731`; the same people in both, None for no rating."""
    told = [
        f"{name(who)} {_number(old)} → {_number(new)}"
        for (who, old), (_same, new) in zip(before, after, strict=True)
        if old != new
    ]
    return ", ".join(told) if told else _("No rating changes by it.")


def _number(rating: int | None) -> str:
    return "–" if rating is None else amount(rating)


def refusal(error: LeagueError) -> str:
    """Why something was refused, and what would work instead."""
    match error:
        case NoSuchResult():
            return _("This server has no such game or correction. Choose one from the list.")
        case AlreadyUndone():
            return _("That correction was undone before. `/league log` shows what stands.")
        case WrongScores(sides=sides):
            return ngettext(
                "Write a whole number of points for {count} side, each in its own line.",
                "Write a whole number of points for each of the {count} sides, each in its own line.",
                sides,
            ).format(count=sides)
        case SeasonOpen(season=one):
            return _("{season} is open already. `/league close` ends it.").format(season=words.plain(season(one)))
        case NoSeasonOpen():
            return _("No season is open. `/league open` opens one.")
        case _:
            raise error


def effect(result: Result, effects: Sequence[Effect]) -> str:
    """What a game that is over did to ratings, in one line, and below it that its points were corrected."""
    if result.standing:
        told = _("Not rated: {reason}.").format(reason=unrated(result.standing))
    else:
        changes = [
            f"{name(one.name)} {amount(one.rating)}" + ("" if one.change is None else f" ({change(one.change)})")
            for one in effects
        ]
        told = _("League: {changes}").format(changes=", ".join(changes)) if changes else _("League: rated.")
    if result.amendment is not None and not result.amendment.void:
        told += "\n-# " + _("A moderator has corrected the points: {points}").format(points=outcome(result))
    return f"-# {told}"
