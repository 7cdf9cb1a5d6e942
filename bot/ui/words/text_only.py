"""A hand and the table in words, line by line, for people who prefer text to pictures."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.cards import THREE, is_red_three
from bot.canasta.views import PlayerView, PublicView, SeatView, SideView
from bot.data.tables import Table
from bot.ui.i18n import _, clauses, labelled, ngettext, pgettext
from bot.ui.words import card_names, person_names, score_text
from renderer.hand import groups

#: How many of a message's 4,000 characters the table may take.
_LONGEST_TABLE = 1_800


def hand(view: SeatView) -> str:
    """Return a player's own cards in the order of the picture, one line for each rank, for that player alone."""
    count = len(view.hand)
    lines = [ngettext("**Your hand, {count} card**", "**Your hand, {count} cards**", count).format(count=count)]
    for cards in groups(view.hand):
        rank = cards[0] >> 2
        name = card_names.counted(rank, len(cards))
        if rank == THREE:
            name = (
                ngettext("{count} red three", "{count} red threes", len(cards))
                if is_red_three(cards[0])
                else ngettext("{count} black three", "{count} black threes", len(cards))
            ).format(count=len(cards))
        lines.append("- " + labelled(name, card_names.cards(cards)))
    return "\n".join(lines)


def hand_in_a_line(view: SeatView) -> str:
    """Return the same in one line."""
    count = len(view.hand)
    label = ngettext("**Your hand, {count} card**", "**Your hand, {count} cards**", count).format(count=count)
    return labelled(label, card_names.cards([card for cards in groups(view.hand) for card in cards]))


def table(view: PublicView, table: Table, reader: int = -1) -> str:
    """Return what everybody may know: the stock, the pile, and each side's players, score and melds.

    The player in the seat `reader`, if there is one, reads "You" for their own name.
    """
    lines = [pgettext("heading", "**The table**"), f"- {_heaps(view, table)}"]
    if view.trump is not None:
        lines.append("- " + _("Trump: {suit}.").format(suit=card_names.suit(view.trump)))
    lines += [f"- {_side(view, side, table, reader)}" for side in view.sides if side.seats]
    text = "\n".join(lines)
    return text if len(text) <= _LONGEST_TABLE else text[: _LONGEST_TABLE - 1] + "…"


def _heaps(view: PublicView, table: Table) -> str:
    stock = ngettext("Stock: {count} card.", "Stock: {count} cards.", view.stock_size).format(count=view.stock_size)
    if view.talons_left:
        stock += " " + _("Talons left: {sizes}.").format(sizes=", ".join(map(str, view.talons_left)))
    if not view.pile:
        return f"{stock} " + _("The pile is empty.")
    top = _("a face-down card") if view.upcard is None else card_names.card(view.upcard)
    pile = ngettext("Pile: {count} card, {card} on top", "Pile: {count} cards, {card} on top", len(view.pile))
    states = [pile.format(count=len(view.pile), card=top), *pile_states(view, table)]
    return f"{stock} {', '.join(states)}."


def pile_states(view: PublicView, table: Table) -> Iterator[str]:
    """Yield what keeps players from the pile: that it is frozen, blocked or closed."""
    if view.rules.pile.can_be_taken and view.frozen:
        yield pgettext("the discard pile", "frozen")
    if view.rules.pile.can_be_taken and view.blocked:
        yield pgettext("the discard pile", "blocked")
    if view.closed_by is not None:
        name = person_names.name_of(table.seat(view.closed_by))
        yield pgettext("the discard pile", "closed by {name}").format(name=name)


def _side(view: PublicView, side: SideView, table: Table, reader: int) -> str:
    players = ", ".join(
        f"**{score_text.names((seat,), table, reader)}** ({_player(view, seat)})" for seat in side.seats
    )
    parts = [] if view.by_player else [score_text.points(view.scores[side.index])]
    if side.foot_size:
        text = _("{count} in the side's foot") if len(side.seats) > 1 else _("{count} in the foot")
        parts.append(text.format(count=side.foot_size))
    if side.threes:
        parts.append(_("threes: {cards}").format(cards=card_names.cards(side.threes)))
    if side.set_aside:
        parts.append(_("set aside: {cards}").format(cards=card_names.cards(side.set_aside)))
    if side.opening is not None and not view.rules.opening.free:
        parts.append(needs(side.opening))
    parts.append(_("laid down: {melds}").format(melds=score_text.melds(side)))
    if side.melds:
        parts.append(_("{points} on the table").format(points=score_text.points(side.worth)))
    return labelled(players, clauses(parts)) + "."


def needs(opening: int | str) -> str:
    """Return what a side or a player needs to open, `needs 50 points to open`."""
    if opening == 0:
        return _("no minimum to open")
    if isinstance(opening, int):
        return _("needs {points} to open").format(points=score_text.points(opening))
    return {
        "canasta": _("needs a canasta to open"),
        "canasta 200": _("needs a canasta and 200 points to open"),
        "natural canasta": _("needs a natural canasta to open"),
    }[opening]


def _player(view: PublicView, seat: int) -> str:
    return ", ".join(state_of(view, view.players[seat]))


def state_of(view: PublicView, player: PlayerView) -> Iterator[str]:
    """Yield what everybody may know of a player's cards, `11 cards`, and of how they play."""
    if player.sitting_out:
        yield _("sits out")
        return
    yield ngettext("{count} card", "{count} cards", player.hand_size).format(count=player.hand_size)
    if player.foot_size and not view.sides[player.side].foot_size:
        yield _("{count} in the foot").format(count=player.foot_size)
    elif player.in_foot:
        yield _("plays from the foot")
    if player.talon_size:
        yield _("{count} in the talon").format(count=player.talon_size)
    if player.lone:
        yield _("plays alone")
    if view.by_player:
        yield score_text.points(view.scores[player.seat])
    if player.opening and view.sides[player.side].opening is None:
        yield needs(player.opening)
