"""Groups of cards as text that fits into a custom id, one character a card, and what each of them is for."""

from __future__ import annotations

from collections.abc import Iterable

from bot.canasta.cards import CARD_CODES, Card, card_text, is_wild, read_card
from bot.canasta.moves import Group, MeldName, UnreadableMove, read_name
from bot.canasta.views import SeatView
from bot.ui.actions import Unreadable

_FIRST = ord("A")
_BETWEEN, _NAMED, _BELOW, _NOTHING = ".", "=", "<", "-"

#: The purposes of a group, each a small number. A rank's meld is its rank's index. `WILDS` is a meld of wild cards.
#: `RUN` plus a
#: suit's index is a run.
WILDS, RUN = 15, 16

Groups = tuple[Group, ...]

#: The most characters of packed groups that fit into every custom id that carries them.
LENGTH = 70


def pack(groups: Groups) -> str:
    """Return the text of some groups."""
    return _BETWEEN.join(
        (f"{group.name}{_NAMED}" if group.name else "")
        + ("".join(chr(_FIRST + card) for card in group.cards) or _NOTHING)
        + (_BELOW if group.below else "")
        for group in groups
    )


def unpack(text: str) -> Groups:
    """Return the groups of a text that `pack` made. Raises `Unreadable` for any other text."""
    if not text:
        return ()
    groups = []
    for part in text.split(_BETWEEN):
        name, _, chosen = part.rpartition(_NAMED)
        codes = chosen.removesuffix(_BELOW)
        if not codes:
            raise Unreadable
        cards = () if codes == _NOTHING else tuple(card(ord(one) - _FIRST) for one in codes)
        groups.append(Group(cards, _name(name) if name else None, chosen.endswith(_BELOW)))
    return tuple(groups)


def card(code: int) -> Card:
    """Return the card of a code that a message held. Raises `Unreadable` if there is no such card."""
    if not 0 <= code < CARD_CODES or read_card(card_text(code)) != code:
        raise Unreadable
    return code


def _name(text: str) -> MeldName:
    try:
        return read_name(text)
    except UnreadableMove:
        raise Unreadable from None


def cards(groups: Iterable[Group]) -> tuple[Card, ...]:
    """Return the cards of the hand that groups hold."""
    return tuple(card for group in groups for card in group.cards)


def fits(groups: Groups) -> bool:
    """Return whether groups are short enough for a custom id."""
    return len(pack(groups)) <= LENGTH


def target_of(group: Group) -> int:
    """Return what a group is for (see `WILDS`, `RUN`)."""
    name = group.name
    if name is not None and name.kind == "set":
        return name.key
    if name is not None and name.kind == "sequence":
        return RUN + (name.key & 3)
    naturals = [card for card in group.cards if not is_wild(card)]
    if not naturals:
        return WILDS
    first = naturals[0]
    return first >> 2 if all(card >> 2 == first >> 2 for card in naturals) else RUN + (first & 3)


def opens_from_hand(view: SeatView) -> bool:
    """Return whether a side that takes the pile must first lay its whole initial meld from the hand.

    Then the top card and the pair for it don't count towards the initial meld.
    """
    side = view.public.sides[view.public.players[view.seat].side]
    return view.public.rules.opening.with_pile == "first-from-hand" and not side.melds


def counted(view: SeatView, groups: Groups, top: Card | None) -> tuple[Card, ...]:
    """Return the cards of a `meld` (`top` is None) or a `take` that count towards the initial meld."""
    cards = [group.cards for group in groups if top is None or not opens_from_hand(view) or len(group.cards) > 2]
    whole = () if top is None or opens_from_hand(view) else (top,)
    return (*(card for group in cards for card in group), *whole)
