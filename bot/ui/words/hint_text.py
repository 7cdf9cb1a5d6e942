"""Advice in words: hints for the player who asked, warnings before a discard, and how many hints a table took."""

from __future__ import annotations

from collections.abc import Mapping

from bot.canasta.cards import THREE, Card, is_wild
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer.hints import Hint
from bot.store.games import Table
from bot.ui import move_order
from bot.ui.i18n import _, amount, ngettext
from bot.ui.words import card_names, move_text, person_names

#: A smaller difference, in points, is none that anybody should rely on.
_NOTICEABLE = 10
#: From so many cards on, a meld that would be a canasta with one more is nearly one.
_NEARLY = 6


def hint(view: SeatView, found: Hint) -> str:
    """Return a hint: what to do, why rather than the next best, and how many points that is about."""
    said = [f"💡 **{_advised(view, found.move)}**"]
    if found.instead is None or found.points is None:
        return said[0]
    if found.points < _NOTICEABLE:
        said.append(_as_good(view, found.instead))
    else:
        if found.instead.card is not None and (why := warning(view, found.instead.card)):
            said.append(why)
        said.append(_better(view, found.instead, round(found.points, -1)))
    return " ".join(said)


def warning(view: SeatView, card: Card) -> str | None:
    """Return what opponents could do with a discard by what lies on the table; None where nothing shows."""
    if is_wild(card) or card >> 2 == THREE:
        return None
    own = move_order.own_side(view)
    sets = [
        meld for side in view.public.sides if side is not own for meld in side.melds
        if meld.kind == "set" and meld.rank == card >> 2
    ]  # fmt: skip
    if not sets:
        return None
    facts = {"card": card_names.card(card), "rank": card_names.rank(card >> 2, 2)}
    if any(len(meld.cards) == _NEARLY for meld in sets):
        return _("{card} would complete your opponents' canasta of {rank}.").format_map(facts)
    return _("Your opponents collect {rank}.").format_map(facts)


def taken(table: Table, hints: Mapping[int, int]) -> str | None:
    """Return how many hints each player has taken in a game, in one line; None if nobody took any."""
    named = {seat.user_id: person_names.bare_name(seat) for seat in table.seats}
    said = [f"{named[user_id]} {amount(number)}" for user_id, number in hints.items() if user_id in named]
    return _("Hints taken: {names}.").format(names=", ".join(said)) if said else None


def _advised(view: SeatView, move: Move) -> str:
    """Return what the adviser would do, as a sentence."""
    match move.verb:
        case "draw":
            return _("I would draw.")
        case "take":
            return _("I would take the pile: {how}.").format(how=_named(view, move))
        case "meld":
            return _("I would lay down {cards}.").format(cards=_named(view, move))
        case "discard":
            return _("I would discard {card}.").format(card=_named(view, move))
        case "ask":
            return _("I would ask for permission to go out.")
        case "answer":
            return _("I would say yes.") if move.word == "yes" else _("I would say no.")
    return _("I would choose: {move}.").format(move=_named(view, move))


def _better(view: SeatView, instead: Move, points: int) -> str:
    """Return by how many points a hint is better than another move."""
    match instead.verb:
        case "draw":
            text = ngettext(
                "I expect it to bring about {points} point more by the end of the round than drawing.",
                "I expect it to bring about {points} points more by the end of the round than drawing.",
                points,
            )
        case "take":
            text = ngettext(
                "I expect it to bring about {points} point more by the end of the round than taking the pile ({move}).",
                "I expect it to bring about {points} points more by the end of the round than taking the pile ({move}).",
                points,
            )
        case "meld":
            text = ngettext(
                "I expect it to bring about {points} point more by the end of the round than laying down {move}.",
                "I expect it to bring about {points} points more by the end of the round than laying down {move}.",
                points,
            )
        case _:
            text = ngettext(
                "I expect it to bring about {points} point more by the end of the round than discarding {move}.",
                "I expect it to bring about {points} points more by the end of the round than discarding {move}.",
                points,
            )
    return text.format(points=amount(points), move=_named(view, instead))


def _as_good(view: SeatView, instead: Move) -> str:
    """Return that another move is about as good."""
    match instead.verb:
        case "draw":
            return _("Drawing is about as good.")
        case "take":
            return _("Taking the pile is about as good ({move}).").format(move=_named(view, instead))
        case "meld":
            return _("Laying down {move} is about as good.").format(move=_named(view, instead))
    return _("Discarding {move} is about as good.").format(move=_named(view, instead))


def _named(view: SeatView, move: Move) -> str:
    """Return the cards or the name of a move, as menus show them."""
    return move_text.choice(move, None if view.public.rules.takes_freely else view.public.upcard)
