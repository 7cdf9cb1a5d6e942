"""The result of a game as one of its players shows it: their own name, and nobody else's."""

from __future__ import annotations

from datetime import UTC, datetime

from babel import Locale
from babel.dates import format_date
from discord import ui

from bot.data.results import Result, ResultSide
from bot.ui.i18n import _, amount, language, languages, ngettext
from bot.ui.page import Page, gallery
from bot.ui.words import league_text, person_names
from renderer import Picture
from renderer.closing import ClosingView, PodiumView

#: How many sides the picture has room for.
_SIDES = 3


def view(result: Result, user_id: int, game: str, streak: int) -> ClosingView:
    """Return a game for its picture; `game` is its full name, `streak` is how many games in a row its one person has won (0 with other people).

    Other people are called another player: who shows a result doesn't speak for them.
    """
    own = next(person for person in result.people if person.user_id == user_id)
    sides = sorted(result.standing_sides, key=lambda side: side.rank)[:_SIDES]
    facts = [ngettext("{count} round", "{count} rounds", result.rounds).format(count=result.rounds)]
    canastas = sum(result.sides[own.side].canastas.values())
    if canastas:
        facts.append(ngettext("{count} canasta", "{count} canastas", canastas).format(count=canastas))
    if streak > 1:
        facts.append(ngettext("{count} win in a row", "{count} wins in a row", streak).format(count=streak))
    locale = Locale.negotiate([language()], languages(), sep="-") or Locale("en")
    return ClosingView(
        title=game,
        subtitle=format_date(datetime.fromtimestamp(result.ended_at, UTC), "long", locale=locale),
        facts=tuple(facts),
        podium=tuple(PodiumView(side.rank, _names(result, side, user_id), amount(side.points)) for side in sides),
        measure=_("Points"),
    )


def _names(result: Result, side: ResultSide, user_id: int) -> tuple[str, ...]:
    names = []
    for seat in side.seats:
        people = [person for person in result.people if person.seat == seat]
        own = next((person.name for person in people if person.user_id == user_id), None)
        computer = league_text.computer(result, seat) if not people else None
        names.append(own or computer or _("another player"))
    return tuple(names)


def shared(result: Result, user_id: int, game: str, picture: Picture) -> Page:
    """Return the message with the picture of a game of that full name, for everybody."""
    own = next(person for person in result.people if person.user_id == user_id)
    won = [side.rank == 1 for side in result.standing_sides]
    text = _("{player} has finished a game of {game}.")
    if own.stayed and won[own.side] and sum(won) == 1:
        text = _("{player} has won a game of {game}!")
    said = text.format(player=person_names.mention(user_id), game=game)
    return Page(ui.TextDisplay(said), gallery("result.png", picture))
