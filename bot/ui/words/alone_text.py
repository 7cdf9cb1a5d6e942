"""What people achieve alone against computers, in words: streaks, records and badges."""

from __future__ import annotations

from collections.abc import Sequence

from bot.league.alone import Badge, Solo
from bot.ui.i18n import _, clauses, ngettext
from bot.ui.words import league_text, score_text, variant_names

#: The most badges that are named in one line.
_IN_A_LINE = 6


def badge(one: Badge) -> str:
    """Return the name of a badge."""
    match one.kind:
        case "wins" if one.number == 1:
            return _("first win")
        case "wins":
            return ngettext("{count} win", "{count} wins", one.number).format(count=one.number)
        case "streak":
            return _streak(one.number)
        case "games":
            return ngettext("won {count} different game", "won {count} different games", one.number).format(
                count=one.number
            )
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


def ended(before: Solo, now: Solo) -> str | None:
    """Return what a game has brought to the person who played it alone, None if that is nothing to tell of."""
    said = [_streak(now.streak)] if now.streak > 1 else []
    new = [badge(one) for one in now.badges[len(before.badges) :]]
    if new:
        said.append(_("{badges} (new)").format(badges=", ".join(new)))
    records = [
        text.format(points=score_text.points(best.points))
        for text, old, new_best in (
            (_("your best game, {points}"), before.best_games, now.best_games),
            (_("your best round, {points}"), before.best_rounds, now.best_rounds),
        )
        for variant, best in new_best.items()
        if variant in old and old[variant] != best
    ]
    return (
        "🏅 " + _("Against computers: {badges}").format(badges=clauses([*said, *records])) if said or records else None
    )


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
