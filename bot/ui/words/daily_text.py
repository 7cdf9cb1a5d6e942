"""The deals of the day and of the week in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from babel import Locale
from babel.dates import format_date, format_interval, format_skeleton

from bot.data.daily import DailyPlace, DailyRow, Every, PastDeal, Span
from bot.tables.rules.daily_days import DailyBadge, DailyDays
from bot.tables.rules.daily_times import date_of, every_of, first_day, last_day
from bot.tables.views import DailyBoard, DailyLook, DailyResult, Mark, PastDealLook, PastDealResult, WeekGame
from bot.ui.i18n import _, amount, labelled, language, languages, ngettext
from bot.ui.words import clock_text, person_names, score_text, variant_names
from renderer import CurveView

#: The most days whose results the words of a curve tell, the last ones.
_TOLD = 20
#: The squares by which a round's turns appear.
_SQUARES = {
    Mark.DREW: "⬜",
    Mark.MELDED: "🟦",
    Mark.TOOK: "🟩",
    Mark.FOOT: "🟪",
    Mark.CANASTA: "🟨",
    Mark.OUT: "🏁",
    Mark.THEIRS: "🟥",
}


def heading(daily: DailyLook, *, begun: bool) -> str:
    """Return the heading of the deal and, until its player has `begun`, what it is and how it is sealed."""
    if daily.every is Every.DAY:
        title = "### " + _("Deal of the day: {date}").format(date=dated(daily.first))
        about = _(
            "-# Everybody gets these cards today, against the same computers. You have one try. Sealed with SHA-256 `{seal}`."
        )
    else:
        title = f"### {_game(daily.variant)}\n-# {_days(daily.first, daily.last)}"
        about = _(
            "-# Everybody gets these cards this week, against the same computers. You have one try. Sealed with SHA-256 `{seal}`."
        )
    return title if begun else f"{title}\n{about.format(seal=daily.seal)}"


def result(daily: DailyLook, own: DailyResult) -> list[str]:
    """Return a person's result: points, par, place and streak, the course of the round, and when it can be looked at."""
    scored = _("**{points}: {standing}** (par: {par})").format(
        points=score_text.points(own.points), standing=standing(own), par=amount(own.par)
    )
    place, lines = own.place, [scored]
    lines += ranked(place)
    if own.streak > 1:
        lines.append(
            "🔥 " + ngettext("{count} day in a row", "{count} days in a row", own.streak).format(count=own.streak)
        )
    legend = _("-# ⬜ drew · 🟦 laid down · 🟩 took the pile · 🟨 canasta · 🏁 went out · 🟥 their canasta")
    if Mark.FOOT in own.marks:
        legend += " · " + _("🟪 picked up the foot")
    lines += [squares(own), legend]
    if not daily.closed:
        lines.append(
            _("-# Others still play these cards: review and replay open {when}.").format(
                when=clock_text.far(daily.closes_at)
            )
        )
    return lines


def ranked(place: DailyPlace) -> list[str]:
    """Return the line of somebody's place among all who have finished a deal, if there are others."""
    if place.total < 2:
        return []
    text = _("Place {place} of {count}: better than {percent}%.")
    return [text.format(place=amount(place.better + 1), count=amount(place.total), percent=place.percent)]


def not_final(open_until: int | None, next_at: int | None = None) -> list[str]:
    """Return the line that says of a board that its last deal can be finished until a time, or that the next one comes then."""
    if open_until is not None:
        text = _("-# Not final yet: others can finish the last deal until {when}.")
        return [text.format(when=clock_text.moment(open_until))]
    if next_at is not None:
        text = _("-# Others can still finish the last deal: its results join this leaderboard {when}.")
        return [text.format(when=clock_text.far(next_at))]
    return []


def days(found: DailyDays) -> list[str]:
    """Return what somebody has achieved in deals of the day, in lines."""
    count = len(found.results)
    lines = [
        ngettext(
            "**{count} deal**, {above} of them above par.", "**{count} deals**, {above} of them above par.", count
        ).format(count=amount(count), above=amount(found.above_par))
    ]
    if found.longest > 1:
        row = ngettext("{count} day in a row", "{count} days in a row", found.streak).format(count=found.streak)
        longest = _("longest streak: {longest}").format(longest=amount(found.longest))
        lines.append(f"🔥 {row} · {longest}" if found.streak else f"🔥 {longest}")
    if found.best is not None:
        day, points = found.best
        lines.append(
            "⭐ " + _("Your best: {standing}, {date}").format(standing=above(points), date=dated(date_of(day)))
        )
    if badges := found.badges():
        lines.append("🏅 " + " · ".join(map(badge, badges)))
    return lines


def badge(earned: DailyBadge) -> str:
    """Return the name of a badge."""
    match earned.kind:
        case "deals" if earned.number == 1:
            return _("first deal of the day")
        case "deals":
            return ngettext("{count} deal played", "{count} deals played", earned.number).format(count=earned.number)
        case "row":
            return ngettext("{count} day in a row", "{count} days in a row", earned.number).format(count=earned.number)
        case "above":
            return ngettext("{count} deal above par", "{count} deals above par", earned.number).format(
                count=earned.number
            )
        case _:
            return _("best of a server's day")


def in_profile(found: DailyDays) -> str | None:
    """Return somebody's deals of the day in one line of their profile, None if they have finished none."""
    if not found.results:
        return None
    badges = [badge(one) for one in found.badges()[1:]]
    count = len(found.results)
    deals = ngettext("{count} deal played", "{count} deals played", count).format(count=amount(count))
    return "📅 " + labelled(_("Deal of the day"), " · ".join([deals, *(one for one in badges if one != deals)]))


def curve(found: DailyDays, today: int, count: int) -> CurveView:
    """Return the last days of somebody until today for their picture."""
    last = found.last(count, today)
    first = today - count + 1
    told = [
        _("{date}: {standing}").format(date=short(date_of(first + place)), standing=above(one))
        for place, one in enumerate(last)
        if one is not None
    ]
    title = _("Points above par, day by day")
    words = f"{labelled(title, ', '.join(told[-_TOLD:]))}." if told else f"{title}."
    return CurveView(title, last, short(date_of(first)), short(date_of(today)), words)


def short(day: date) -> str:
    """Return a day without its year."""
    return format_skeleton("MMMd", day, locale=_locale())


def heading_for_fun(deal: PastDealLook) -> str:
    """Return the heading of a past deal that somebody plays for fun."""
    if deal.every is Every.DAY:
        title = "### " + _("Deal of {date}, for fun").format(date=dated(deal.first))
    else:
        game = _("{game}, for fun").format(game=variant_names.named(deal.variant))
        title = f"### {game}\n-# {labelled(_('Game of the week'), _days(deal.first, deal.last))}"
    if deal.result is not None:
        return title
    about = _("-# The same cards against the same computers as when it counted. It counts nowhere now.")
    return f"{title}\n{about}"


def compared(found: PastDealResult) -> list[str]:
    """Return the result of a round for fun beside those that counted."""
    lines = [
        _("**{points}: {standing}** (par: {par})").format(
            points=score_text.points(found.points), standing=above(found.points - found.par), par=amount(found.par)
        )
    ]
    if found.was is None:
        lines.append(_("You didn't finish this deal when it counted."))
    else:
        then = _("When it counted, you had {points}: {standing}.")
        lines.append(then.format(points=score_text.points(found.was), standing=above(found.was - found.par)))
    if found.best is None:
        lines.append(_("Nobody finished it when it counted."))
    else:
        best = _("The best result that counted: {points}, {standing}.")
        lines.append(best.format(points=score_text.points(found.best), standing=above(found.best - found.par)))
        if found.points > found.best:
            lines.append("🌟 " + _("That is better than anybody did when it counted!"))
    return lines


def played(deal: PastDeal) -> str:
    """Return what somebody has scored in a past deal, in short."""
    if deal.points is not None:
        if deal.par is None:
            return score_text.points(deal.points)
        return f"{score_text.points(deal.points)}: {above(deal.points - deal.par)}"
    if deal.for_fun is not None:
        return _("For fun: {points}").format(points=score_text.points(deal.for_fun))
    return _("You haven't played it")


def offered(deal: PastDeal) -> str:
    """Return a past deal with what somebody has scored in it, for a list of completions."""
    return f"{past(deal)} · {about_past(deal)}"


def past(deal: PastDeal) -> str:
    """Return the day of a past deal, or the game of a week."""
    return dated(date_of(deal.number)) if every_of(deal.number) is Every.DAY else variant_names.named(deal.variant)


def about_past(deal: PastDeal) -> str:
    """Return what `past` doesn't say of a deal: the days of a week, and what somebody has scored."""
    if every_of(deal.number) is Every.DAY:
        return played(deal)
    days = _days(date_of(first_day(deal.number)), date_of(last_day(deal.number)))
    return f"{days} · {played(deal)}"


def standing(own: DailyResult) -> str:
    """Return by how many points a result is above or below par."""
    return above(own.points - own.par)


def above(difference: int) -> str:
    """Return by how many points something is above or below par."""
    if not difference:
        return _("par")
    text = _("{number} above par") if difference > 0 else _("{number} below par")
    return text.format(number=amount(abs(difference)))


def squares(own: DailyResult) -> str:
    """Return the row of squares that tells how a round went."""
    return "".join(_SQUARES[mark] for mark in own.marks)


def board(rows: Sequence[DailyRow]) -> list[str]:
    """Return the lines of a server's board, best first."""
    return [f"{row.place}\\. {person_names.plain(row.name)} · {above(row.above)}" for row in rows]


def days_of(board: DailyBoard) -> str:
    """Return the days of a board as people write them: a date, a week, or a month."""
    match board.span:
        case Span.DAY:
            return dated(board.last)
        case Span.WEEK:
            return f"{dated(board.first)} – {dated(board.first + timedelta(6))}"
        case Span.GAME:
            return _days(board.first, board.last)
        case Span.MONTH:
            return format_skeleton("yMMMM", board.first, locale=_locale())


def of_week(week: WeekGame) -> str:
    """Return which game the present week has, and until when it is open."""
    return _("Game of the week: **{game}**, until Sunday.").format(game=variant_names.named(week.variant))


def title(board: DailyBoard) -> str:
    """Return the title of a board."""
    return _game(board.variant) if board.span is Span.GAME else _("Deal of the day")


def result_of(daily: DailyLook, player: str) -> str:
    """Return whose result of which deal it is, and how that went, for a result that everybody sees."""
    assert daily.result is not None
    said = {"player": player, "standing": standing(daily.result)}
    if daily.every is Every.DAY:
        return _("{player}, deal of the day, {date}: **{standing}**").format(date=dated(daily.first), **said)
    text = _("{player}, game of the week, {game}, {dates}: **{standing}**")
    return text.format(game=variant_names.named(daily.variant), dates=_days(daily.first, daily.last), **said)


def _game(variant: str) -> str:
    return _("Game of the week: {game}").format(game=variant_names.named(variant))


def _days(first: date, last: date) -> str:
    return format_interval(first, last, "yMMMMd", locale=_locale())


def dated(day: date) -> str:
    """Return a day as people write it."""
    return format_date(day, "long", locale=_locale())


def _locale() -> Locale:
    return Locale.negotiate([language()], languages(), sep="-") or Locale("en")
