"""Achievements of people alone against computers, in words: streaks, records and badges."""

from __future__ import annotations

from collections.abc import Sequence

from bot.league.solo import Badge, Goal, Solo, goal
from bot.ui.i18n import _, ngettext
from bot.ui.words import league_text, score_text, variant_names, warmth

#: The most badges that are named in one line.
_IN_A_LINE = 6


def badge(badge: Badge) -> str:
    """Return the name of a badge."""
    match badge.kind:
        case "wins" if badge.number == 1:
            return _("first win")
        case "wins":
            return ngettext("{count} win", "{count} wins", badge.number).format(count=badge.number)
        case "streak":
            return _streak(badge.number)
        case "games":
            return ngettext("won {count} kind of Canasta", "won {count} kinds of Canasta", badge.number).format(
                count=badge.number
            )
        case "canastas":
            return ngettext("{count} canasta", "{count} canastas", badge.number).format(count=badge.number)
        case "natural":
            return _("first natural canasta")
        case "concealed":
            return _("went out concealed")
        case _:
            return _("beat hard computers")


def badges(solo: Solo) -> str | None:
    """Return somebody's latest badges in one line, None if they have none."""
    if not solo.badges:
        return None
    named = [badge(one) for one in solo.badges[-_IN_A_LINE:]]
    return "🏅 " + _("Against computers: {badges}").format(badges=" · ".join(named))


def ended(before: Solo, now: Solo, points: int | None, total: int) -> str:
    """Return what a game has brought to the person who played it alone, and what could be next; a line each.

    `points` are those of the game for the server's board (None: none), on which the person has `total` by now.
    """
    new = [badge(one) for one in now.badges[len(before.badges) :]]
    said = []
    if new:
        text = ngettext("New badge: {badges}", "New badges: {badges}", len(new))
        said.append("🏅 " + text.format(badges=", ".join(new)))
    if any(one.kind == "wins" and one.number == 1 for one in now.badges[len(before.badges) :]):
        said.insert(0, f"🎉 {warmth.first_win(total)}")
    records = [
        text.format(points=score_text.points(best.points))
        for text, old, new_best in (
            (_("Your best game, {points}"), before.best_games, now.best_games),
            (_("Your best round, {points}"), before.best_rounds, now.best_rounds),
        )
        for variant, best in new_best.items()
        if variant in old and old[variant] != best
    ]
    streak = [_streak(now.streak)] if now.streak > 1 else []
    if points:
        gained = _("Solo: +{points}, {total} in all").format(points=points, total=score_text.points(total))
        said.append("🤖 " + " · ".join([gained, *streak, *records]))
    elif records:
        said.append("🤖 " + " · ".join(records))
    if (then := goal(now)) is not None:
        said.append("🎯 " + _("Next: {goal}").format(goal=_goal(then)))
    return "\n".join(said)


def _goal(goal: Goal) -> str:
    """Return what is next, and how much of it is missing."""
    if goal.badge.kind == "wins" and goal.badge.number > 1:
        text = ngettext("{count} more win to “{badge}”", "{count} more wins to “{badge}”", goal.left)
    elif goal.badge.kind == "streak":
        text = ngettext("{count} more win in a row to “{badge}”", "{count} more wins in a row to “{badge}”", goal.left)
    elif goal.badge.kind == "canastas":
        text = ngettext("{count} more canasta to “{badge}”", "{count} more canastas to “{badge}”", goal.left)
    elif goal.badge.kind == "games":
        text = ngettext(
            "a win in {count} other game to “{badge}”",
            "wins in {count} other games to “{badge}”",
            goal.left,
        )
    elif goal.badge.kind == "concealed":
        return _("go out concealed")
    elif goal.badge.kind == "hard":
        return _("first win against hard computers")
    else:
        return badge(goal.badge)
    return text.format(count=goal.left, badge=badge(goal.badge))


def how_it_counts() -> str:
    """Return what wins bring on the board, in small print."""
    how = _("A win brings 1 point against easy computers, 2 against normal and 3 against hard ones.")
    return f"-# {how}"


def lines(solo: Solo) -> list[str]:
    """Return all that somebody has achieved alone."""
    won = ngettext("{count} win", "{count} wins", solo.won).format(count=solo.won)
    text = ["**" + _("{games}, {wins}.").format(games=league_text.games(solo.games), wins=won) + "**"]
    if solo.longest > 1:
        text.append(_("Longest streak: {longest}; now: {streak}.").format(longest=solo.longest, streak=solo.streak))
    text.append(ngettext("{count} canasta.", "{count} canastas.", solo.canastas).format(count=solo.canastas))
    if solo.badges:
        text += ["### " + _("Badges"), *(f"- 🏅 {badge(one)}, <t:{one.at}:D>" for one in solo.badges)]
    if solo.best_games:
        text += ["### " + _("Your records"), *_records(solo)]
    return text


def _records(solo: Solo) -> Sequence[str]:
    row = _("{game}: {points} in a game, {round} in a round")
    found = []
    for variant, best in solo.best_games.items():
        in_round = solo.best_rounds.get(variant, best)
        text = row.format(
            game=variant_names.named(variant),
            points=score_text.points(best.points),
            round=score_text.points(in_round.points),
        )
        found.append(f"- {text}")
    return found


def _streak(number: int) -> str:
    return ngettext("{count} win in a row", "{count} wins in a row", number).format(count=number)
