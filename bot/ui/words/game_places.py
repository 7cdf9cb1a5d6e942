"""Somebody's games by name: where each is played, and against whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.canasta.rules import RulesError
from bot.canasta.views import PublicView
from bot.data.tables import Table
from bot.tables.rules.game_rules import rules_of
from bot.ui.i18n import _
from bot.ui.words import person_names, score_text, variant_names


@dataclass(frozen=True, slots=True)
class PlaceNames:
    """A table's place: the names of its server and channel, and a link to the channel."""

    server: str
    channel: str
    link: str


#: Where a table is; None: in direct messages.
PlaceOf = Callable[[Table], PlaceNames | None]


def placed(game: str, place: PlaceNames | None) -> str:
    """Return a game with where it is, and a link to its channel if it has one."""
    if place is None:
        return _("{variant} in direct messages").format(variant=game)
    text = _("{variant} in {server}, #{channel}").format(
        variant=game, server=person_names.plain(place.server), channel=person_names.plain(place.channel)
    )
    return f"[{text}]({place.link})"


def heading(public: PublicView, place: PlaceNames | None, number: int | None) -> str:
    """Return the heading of a message to a player: the game, with a way to its channel, and a round unless it is over."""
    if number is None:
        return f"### {placed(variant_names.title(public.rules), place)}"
    if place is None:
        return _("### {game} in direct messages, round {round}").format(
            game=variant_names.title(public.rules), round=number
        )
    return _("### [{game} in {server}, #{channel}]({link}), round {round}").format(
        game=variant_names.title(public.rules),
        server=person_names.plain(place.server),
        channel=person_names.plain(place.channel),
        link=place.link,
        round=number,
    )


def names_of(tables: Sequence[Table], place_of: PlaceOf, user_id: int) -> list[str]:
    """Return what tells somebody's games from each other: against whom they play, and where; else their numbers too."""
    names = []
    for table in tables:
        place = place_of(table)
        if place is None:
            where = _("direct messages")
        else:
            where = f"#{person_names.plain(place.channel)}, {person_names.plain(place.server)}"
        names.append(f"{_opponents(table, user_id)} · {where}")
    often = Counter(names)
    return [
        _("{number}: {game}").format(number=table.id, game=name) if often[name] > 1 else name
        for table, name in zip(tables, names, strict=True)
    ]


def _opponents(table: Table, user_id: int) -> str:
    """Return against whom somebody plays, as far as it is known before the deal; else the names of all others."""
    own = table.seat_of(user_id)
    try:
        side = rules_of(table).side
    except RulesError:
        side = None
    others = [seat for seat in table.seats if own is None or seat.number != own.number]
    if own is not None and side is not None and side.mode == "fixed":
        others = [seat for seat in others if seat.number % side.sides != own.number % side.sides]
    names = ", ".join(person_names.name_of(seat) for seat in others)
    return _("against {names}").format(names=names) if names else score_text.game_of(table)
