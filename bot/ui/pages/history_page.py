"""Finished games: lists of games, and how two players have done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from discord import ui

from bot.data.results import Result
from bot.league import HeadToHead
from bot.ui.components import button, in_rows
from bot.ui.i18n import _, amount, labelled, ngettext
from bot.ui.pages.table_page import Replay
from bot.ui.words import league_text, variant_names
from bot.ui.words.person_names import plain

#: The most characters of a list of games, and how many characters names may have, tried in this order.
_TEXT = 3_900
_NAMES = (league_text.NAME, 12, 6)


def meetings(found: HeadToHead, *ids: int) -> str:
    """Return what two people have achieved together and against each other.

    `ids` are their user ids, for people without a name in this league.
    """
    one, other = [league_text.name(name) if name else f"<@{who}>" for name, who in zip(found.names, ids, strict=True)]
    pair = found.meeting
    lines = [
        _("### {one} and {other}").format(one=one, other=other),
        f"-# {plain(league_text.season(found.season))}",
    ]
    ratings = [
        f"{name} **{amount(standing.rating)}**"
        for name, standing in zip((one, other), found.standings, strict=True)
        if standing is not None and standing.rated
    ]
    if ratings:
        lines.append(_("Ratings: {ratings}").format(ratings=", ".join(ratings)))
    if pair.together:
        lines.append(
            _("Together: **{record}** in {games}, {points} points a game.").format(
                record=league_text.record(pair.together_won, pair.together_lost, pair.together_tied),
                games=league_text.games(pair.together),
                points=league_text.signed(round(pair.together_points / pair.together)),
            )
        )
    else:
        lines.append(_("They haven't played together yet."))
    if pair.against:
        lines.append(
            _("Against each other: **{record}** for {name} in {games}, {margin} points a game.").format(
                record=league_text.record(pair.against_won, pair.against_lost, pair.against_tied),
                name=one,
                games=league_text.games(pair.against),
                margin=league_text.change(round(pair.against_margin / pair.against)),
            )
        )
    else:
        lines.append(_("They haven't played against each other yet."))
    if found.recent:
        lines.append(ngettext("The last game with both:", "The last games with both:", len(found.recent)))
    return "\n".join(lines)


def listed(heading: str, results: Sequence[Result]) -> str:
    """Return games under a heading, with names as long as there is room for."""
    text = ""
    for longest in _NAMES:
        text = "\n".join([heading, *(_in_history(result, longest) for result in results)])
        if len(text) <= _TEXT:
            break
    return text


def _in_history(result: Result, longest: int) -> str:
    """Return a game in two lines: when it was and how it ended; what was played, and if it counts."""
    facts = [
        _("No. {number}").format(number=result.game_id),
        variant_names.named(result.variant),
        ngettext("{count} round", "{count} rounds", result.rounds).format(count=result.rounds),
        league_text.counts(result),
    ]
    outcome = league_text.outcome(result, longest)
    if result.amendment is not None and result.amendment.void:
        outcome = f"~~{outcome}~~"
    return f"<t:{result.ended_at}:d> {outcome}\n-# {' · '.join(facts)}"


def replays(results: Iterable[Result]) -> list[ui.ActionRow[Any]]:
    """Return buttons that lead to the replays of games."""
    label = labelled(_("Replay"), _("No. {number}"))
    return in_rows([button(label.format(number=one.game_id), Replay(one.game_id, 0)) for one in results])
