"""Advice in words: hints for the player who asked, what shows about each discard, and how many hints a table took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.canasta.cards import Card
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer.discards import Advice, advice
from bot.computer.hints import Hint
from bot.data.tables import Table
from bot.ui.i18n import _, amount, ngettext
from bot.ui.words import card_names, move_text, person_names, rule_values

#: A smaller difference, in points, is none that anybody should rely on.
_NOTICEABLE = 10


def hint(view: SeatView, table: Table, found: Hint) -> str:
    """Return a hint: what to do, and why, which is a danger that it keeps away or how many points that is about."""
    said = [f"💡 **{_advised(view, found.move)}**"]
    if len(view.legal) == 1:
        said.append(_("You can do nothing else now."))
    elif _safe(view, found.move) and not (found.instead is not None and _safe(view, found.instead)):
        said.append(_("The next player can't take the pile with it."))
    elif found.instead is None or found.points is None:
        # A partner's question is answered by what speaks for it, not by comparing.
        said += [] if found.move.verb == "answer" else [_("Nothing else seems better.")]
    elif found.points < _NOTICEABLE:
        said += [_as_good(view, found.move, found.instead), _("Choose as you like.")]
    else:
        thrown = found.instead.card
        if thrown is not None and (why := warning(view, table, thrown, advice(view)[thrown])):
            said.append(why)
        said.append(_better(view, found.instead, round(found.points, -1)))
    return " ".join(said)


def _safe(view: SeatView, move: Move) -> bool:
    """Return whether a move is a discard with which the next player surely can't take the pile."""
    return (
        move.verb == "discard"
        and move.card is not None
        and (shows := advice(view).get(move.card)) is not None
        and shows.safe
    )


def warning(view: SeatView, table: Table, card: Card, shows: Advice) -> str | None:
    """Return what opponents could do with a discard by what everybody saw; None where nothing shows."""
    return next(iter(_warnings(view, table, {card: shows})), None)


def _completes(view: SeatView, table: Table, card: Card, side: int) -> str:
    """Return that a card would complete a canasta of a side."""
    name, facts = _alone(view, table, side), {"card": card_names.card(card), "rank": card_names.rank(card >> 2, 2)}
    if name is None:
        return _("{card} would complete your opponents' canasta of {rank}.").format_map(facts)
    return _("{card} would complete a canasta of {rank} for {name}.").format(**facts, name=name)


def option(view: SeatView, table: Table, card: Card, shows: Advice) -> str | None:
    """Return what shows about a discard, in a label: its danger, or that it is safe; None where nothing shows."""
    said = warning(view, table, card, shows)
    if said is not None:
        return person_names.bare(said)
    return _("Safe: the next player can't take the pile with it.") if shows.safe else None


def discards(view: SeatView, table: Table, shown: Mapping[Card, Advice]) -> list[str]:
    """Return what shows about the cards that may be discarded, in lines: which are safe, and which help opponents."""
    lines: list[str] = []
    if safe := [card for card, one in shown.items() if one.safe and warning(view, table, card, one) is None]:
        text = _("💡 With any of these on top, the next player can't take the pile: {cards}.")
        lines.append(text.format(cards=card_names.cards(safe)))
    if warnings := _warnings(view, table, shown):
        lines.append(f"💡 {' '.join(warnings)}")
    return lines


def _warnings(view: SeatView, table: Table, shown: Mapping[Card, Advice]) -> list[str]:
    """Return what opponents could do with discards, each sentence once: the ranks that somebody collects stand in one."""
    completing: dict[str, None] = {}
    collected: dict[int, dict[str, None]] = {}
    picked: dict[int, dict[str, None]] = {}
    for card, shows in shown.items():
        rank = card_names.rank(card >> 2, 2)
        if shows.completes is not None:
            completing[_completes(view, table, card, shows.completes)] = None
        elif shows.collected is not None:
            collected.setdefault(shows.collected, {})[rank] = None
        elif shows.picked is not None:
            picked.setdefault(shows.picked, {})[rank] = None
    return [
        *completing,
        *(_collected(view, table, side, list(ranks)) for side, ranks in collected.items()),
        *(_picked(table, seat, list(ranks)) for seat, ranks in picked.items()),
    ]


def _collected(view: SeatView, table: Table, side: int, ranks: Sequence[str]) -> str:
    """Return that a side collects cards of some ranks."""
    name, named = _alone(view, table, side), rule_values.listed(ranks)
    if name is None:
        text = ngettext("Your opponents are collecting {ranks}.", "Your opponents are collecting {ranks}.", len(ranks))
        return text.format(ranks=named)
    text = ngettext("{name} is collecting {ranks}.", "{name} is collecting {ranks}.", len(ranks))
    return text.format(name=name, ranks=named)


def _picked(table: Table, seat: int, ranks: Sequence[str]) -> str:
    """Return that a player holds cards of some ranks, as they took them with the pile."""
    text = ngettext(
        "{name} has {ranks} in hand from the pile.", "{name} has {ranks} in hand from the pile.", len(ranks)
    )
    return text.format(name=person_names.bare_name(table.seat(seat)), ranks=rule_values.listed(ranks))


def _alone(view: SeatView, table: Table, side: int) -> str | None:
    """Return the name of the one player of a side; None for a side of several."""
    seats = view.public.sides[side].seats
    return person_names.bare_name(table.seat(seats[0])) if len(seats) == 1 else None


def taken(table: Table, hints: Mapping[int, int]) -> str | None:
    """Return how many hints each player has taken in a game, in one line; None if nobody took any."""
    named = {seat.user_id: person_names.bare_name(seat) for seat in table.seats}
    said = [f"{named[user_id]} {amount(number)}" for user_id, number in hints.items() if user_id in named]
    return _("Hints taken: {names}.").format(names=", ".join(said)) if said else None


def _advised(view: SeatView, move: Move) -> str:
    """Return what the adviser would do, as a sentence."""
    match move.verb:
        case "draw":
            return _("Hint: draw.")
        case "take":
            return _("Hint: take the pile ({how}).").format(how=_named(view, move))
        case "meld":
            return _("Hint: lay down {cards}.").format(cards=_named(view, move))
        case "discard":
            return _("Hint: discard {card}.").format(card=_named(view, move))
        case "ask":
            return _("Hint: ask for permission to go out.")
        case "answer":
            return _("Hint: say yes.") if move.word == "yes" else _("Hint: say no.")
    return _("Hint: {move}.").format(move=_named(view, move))


def _better(view: SeatView, instead: Move, points: int) -> str:
    """Return by how many points a hint is better than another move."""
    match instead.verb:
        case "draw":
            text = ngettext(
                "That should bring about {points} point more than drawing.",
                "That should bring about {points} points more than drawing.",
                points,
            )
        case "take":
            text = ngettext(
                "That should bring about {points} point more than taking the pile ({move}).",
                "That should bring about {points} points more than taking the pile ({move}).",
                points,
            )
        case "meld":
            text = ngettext(
                "That should bring about {points} point more than laying down {move}.",
                "That should bring about {points} points more than laying down {move}.",
                points,
            )
        case _:
            text = ngettext(
                "That should bring about {points} point more than discarding {move}.",
                "That should bring about {points} points more than discarding {move}.",
                points,
            )
    return text.format(points=amount(points), move=_named(view, instead))


def _as_good(view: SeatView, advised: Move, instead: Move) -> str:
    """Return that another move is about as good as the advised one."""
    match instead.verb:
        case "draw":
            return _("Drawing is about as good.")
        case "take" if advised.verb == "take":
            return _("Another way to take it is about as good: {move}.").format(move=_named(view, instead))
        case "take":
            return _("Taking the pile is about as good ({move}).").format(move=_named(view, instead))
        case "meld":
            return _("Laying down {move} is about as good.").format(move=_named(view, instead))
    return _("Discarding {move} is about as good.").format(move=_named(view, instead))


def _named(view: SeatView, move: Move) -> str:
    """Return the cards or the name of a move, as menus show them."""
    return move_text.choice(move, None if view.public.rules.takes_freely else view.public.upcard)
