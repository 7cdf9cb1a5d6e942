"""Sentences about the league: people, ratings, corrections, and why a game is not rated."""

from __future__ import annotations

from collections.abc import Sequence

from bot.data.corrections import Amendment, Correction
from bot.data.results import Result, ResultSide, Unrated
from bot.data.seasons import Award, Honour, Season
from bot.data.standings import Standing
from bot.data.tables import InDirectMessages, Table
from bot.league.boards import NextPlace
from bot.league.effects import Effect
from bot.league.errors import AlreadyUndone, LeagueError, NoSeasonOpen, NoSuchResult, SeasonOpen, WrongScores
from bot.ui.i18n import _, amount, ngettext, pgettext
from bot.ui.words import clock_text, person_names, score_text, variant_names

#: The most characters of a name in a line with other names.
NAME = 24


def season(season: Season | None) -> str:
    """Return a season's name; None is all of a server's time."""
    if season is None:
        return _("All time")
    return season.name or _("Season {number}").format(number=season.number)


def open_league_name() -> str:
    """Return the name of the open league."""
    return pgettext("ratings across all servers, of games in direct messages", "Open league")


def table_counts(table: Table) -> str | None:
    """Return where the result of a table counts; None where that depends on its server's settings for computers."""
    if table.in_open_league:
        return _("Rated: it counts in the open league.")
    if isinstance(table.home, InDirectMessages):
        return _("Counts in no league, only in your own record.")
    if table.friendly:
        return _("For fun: not counted in the league.")
    if any(seat.user_id is None for seat in table.seats):
        return None
    return _("Rated: it counts in this server's league while a season is open.")


def season_of(which: Season | None, *, open_league: bool) -> str:
    """Return a season's name as `season` does, after the open league's name if it is one of that."""
    return f"{open_league_name()} · {season(which)}" if open_league else season(which)


def family(scope: str) -> str:
    """Return the name of a family of variants, which is that of one of its variants; `` is every variant."""
    if not scope:
        return _("Every variant")
    return variant_names.named(scope)


def change(number: int) -> str:
    """Return by how much a number has changed, `+23` or `−8`."""
    return f"+{amount(number)}" if number >= 0 else f"−{amount(-number)}"


def signed(number: int) -> str:
    """Return a number that may be below zero, with a true minus sign."""
    return amount(number) if number >= 0 else f"−{amount(-number)}"


def percent(part: float, whole: float = 1.0) -> str:
    """Return a share, `75%`; a dash if `whole` is 0."""
    return _("{number}%").format(number=round(100 * part / whole)) if whole else "–"


def record(won: int, lost: int, tied: int) -> str:
    """Return games won, lost and, if there were any, tied: `18–4`, `18–4–1`."""
    return "–".join(amount(number) for number in (won, lost, *([tied] if tied else [])))


def record_words() -> tuple[str, ...]:
    """Return what the numbers of a record are, where they are read aloud."""
    return (
        pgettext("a number of games", "won"),
        pgettext("a number of games", "lost"),
        pgettext("a number of games", "drawn"),
    )


def games(count: int) -> str:
    """Return a number of games in words, `12 games`."""
    return ngettext("{count} game", "{count} games", count).format(count=amount(count))


def players(count: int) -> str:
    """Return a number of players in words, `24 players`."""
    return ngettext("{count} player", "{count} players", count).format(count=amount(count))


def next_place(found: NextPlace) -> str:
    """Return what is missing to the next better place, as somebody's next goal."""
    text = ngettext(
        "{count} more rating point to place {place}", "{count} more rating points to place {place}", found.missing
    )
    goal = text.format(count=amount(found.missing), place=amount(found.rank))
    return "🎯 " + _("Next: {goal}").format(goal=goal)


def unrated(why: Unrated, *, alone: bool) -> str:
    """Return why a game is not rated, in words that can follow a colon; `alone` is a game of one person with computers."""
    match why:
        case Unrated.COMPUTERS if alone:
            return _("the opponents were computers")
        case Unrated.FRIENDLY:
            return _("it was played for fun")
        case Unrated.COMPUTERS:
            return _("a computer had a seat")
        case Unrated.ABANDONED:
            return _("it was ended early")
        case Unrated.NO_ROUND:
            return _("no round was scored")
        case Unrated.NO_SEASON:
            return _("no season was open")
        case Unrated.NO_OPPONENTS:
            return _("the opponents were computers")
        case Unrated.VOID:
            return _("a moderator declared it void")
        case Unrated.DIRECT:
            return _("it was played in direct messages")


def name(text: str, longest: int = NAME) -> str:
    """Return somebody's name for a text, cut if it is long. People who had their data deleted have no name left."""
    if not text:
        return person_names.former()
    return person_names.plain(text if len(text) <= longest else text[: longest - 1] + "…")


def names(result: Result, side: ResultSide, longest: int = NAME) -> list[str]:
    """Return the names of those who played a side to the end of a game; a computer is marked as such."""
    found = []
    for seat in side.seats:
        stayed = [one for one in result.people if one.seat == seat and one.stayed]
        last = stayed or [one for one in result.people if one.seat == seat]
        if last and seat not in result.computers:
            found.append(name(last[-1].name, longest))
        else:
            found.append(f"{computer(result, seat)} 🤖")
    return found


def computer(result: Result, seat: int) -> str:
    """Return the name of the computer in a seat, or what a computer is called where its name isn't known."""
    return result.computer_names.get(seat) or pgettext("in a seat", "Computer")


def outcome(result: Result, longest: int = NAME) -> str:
    """Return the sides of a game with their points, the best first and winners in bold.

    Names have at most `longest` characters.
    """
    told = []
    for side in sorted(result.standing_sides, key=lambda side: side.rank):
        text = f"{' & '.join(names(result, side, longest))} {signed(side.points)}"
        won = side.rank == 1 and not result.abandoned
        told.append(f"**{text}**" if won else text)
    return " : ".join(told)


def counts(result: Result) -> str:
    """Return words that say if a game is rated or why not, and if a moderator has corrected it."""
    why = result.standing
    told = (
        pgettext("of a game", "rated")
        if why is None
        else _("not rated: {reason}").format(reason=unrated(why, alone=result.solo is not None))
    )
    if result.amendment is not None and not result.amendment.void:
        told = _("{rated}; corrected by a moderator").format(rated=told)
    return told


def sides_typed(result: Result) -> str:
    """Return a line for each side with its points, for moderators to edit."""
    lines = []
    for side in result.standing_sides:
        called = person_names.bare(" & ".join(names(result, side)))
        lines.append(f"{called}: {side.points}")
    return "\n".join(lines)


def amendment(amendment: Amendment | None) -> str:
    """Return the points that count instead of a game's own; None says that the game's own count."""
    if amendment is None:
        return _("as it was played")
    if amendment.void:
        return pgettext("of a game", "void")
    return " : ".join(signed(points) for points in amendment.points)


def correction(correction: Correction) -> str:
    """Return what a moderator did to a result, in one or two lines."""
    told = _("**{number}.** <t:{at}:f> {by}, game {game}: {before} → {after}. Reason: {reason}").format(
        number=correction.id,
        at=correction.at,
        by=person_names.mention(correction.user_id),
        game=correction.game_id,
        before=amendment(correction.before),
        after=amendment(correction.after),
        reason=person_names.plain(correction.reason),
    )
    if correction.undone_at is not None:
        told += "\n-# " + _("Undone by {by} on <t:{at}:f>.").format(
            by=person_names.mention(correction.undone_by), at=correction.undone_at
        )
    return told


def honour(award: Award) -> tuple[str, str, str]:
    """Return what somebody is honoured for at a season's end, the figure, and the figure as it is read aloud."""
    figures = award.figures
    match award.honour:
        case Honour.CHAMPION:
            return _("Champion"), amount(figures[0]), f"{_('Rating')} {amount(figures[0])}"
        case Honour.PAIR:
            share = f"{amount(figures[0])}/{amount(figures[1])}"
            aloud = _("won {won} of {games} games").format(won=amount(figures[0]), games=amount(figures[1]))
            return _("Best pair"), share, aloud
        case Honour.CANASTAS:
            count = ngettext("{count} canasta", "{count} canastas", figures[0]).format(count=amount(figures[0]))
            return _("Most canastas"), amount(figures[0]), count
        case Honour.ROUND:
            return _("Biggest round"), amount(figures[0]), score_text.points(figures[0])
        case Honour.RELIABLE:
            share = percent(figures[0], figures[1])
            return _("Most reliable"), share, _("{share} in time").format(share=share)


def pace(standing: Standing) -> str | None:
    """Return how long somebody takes for a turn and how many turns they take in time; None before their first turn."""
    own = standing.turns - standing.missed
    if standing.timeliness is None:
        return None
    share = _("{share} in time").format(share=percent(standing.timeliness))
    if not own:
        return share
    return _("{time} a turn, {share}").format(time=clock_text.span(standing.seconds // own), share=share)


def moved(before: Sequence[tuple[str, int | None]], after: Sequence[tuple[str, int | None]]) -> str:
    """Return whose rating a correction has changed, `Ana 1,742 → 1,731`.

    `before` and `after` are names and ratings of the same people in the same order; None is no rating.
    """
    told = [
        f"{name(who)} {_number(old)} → {_number(new)}"
        for (who, old), (_same, new) in zip(before, after, strict=True)
        if old != new
    ]
    return ", ".join(told) if told else _("No ratings change.")


def _number(rating: int | None) -> str:
    return "–" if rating is None else amount(rating)


def refusal(error: LeagueError) -> str:
    """Return why something was refused, and what would work instead."""
    match error:
        case NoSuchResult():
            return _("This server doesn't have that game or correction. Choose one from the list.")
        case AlreadyUndone():
            return _("That correction has already been undone. `/league log` shows the current results.")
        case WrongScores(sides=sides):
            return ngettext(
                "Write a whole number of points for {count} side, on its own line.",
                "Write a whole number of points for each of the {count} sides, each on its own line.",
                sides,
            ).format(count=sides)
        case SeasonOpen(season=one):
            return _("{season} is already open. `/league close` ends it.").format(
                season=person_names.plain(season(one))
            )
        case NoSeasonOpen():
            return _("No season is open. `/league open` opens one.")
        case _:
            raise error


def effect(result: Result, effects: Sequence[Effect]) -> str:
    """Return how a finished game changed ratings, in one line.

    If a moderator corrected the points, a second line says so.
    """
    alone = result.solo is not None
    if result.standing is Unrated.NO_OPPONENTS or (alone and result.standing is Unrated.COMPUTERS):
        told = _("Not rated: only computers played against you.")
    elif result.standing:
        told = _("Not rated: {reason}.").format(reason=unrated(result.standing, alone=alone))
    else:
        changes = [
            f"{name(one.name)} {amount(one.rating)}" + ("" if one.change is None else f" ({change(one.change)})")
            for one in effects
        ]
        told = _("League: {changes}").format(changes=", ".join(changes)) if changes else _("League: rated.")
    if result.amendment is not None and not result.amendment.void:
        told += "\n-# " + _("A moderator has corrected the points: {points}").format(points=outcome(result))
    return f"-# {told}"
