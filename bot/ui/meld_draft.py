"""A choice of cards that is not a move yet, as text that fits into a custom id: one character a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.canasta.cards import CARD_CODES, LOW_ACE, Card, card_text, is_wild, read_card
from bot.canasta.moves import Group, MeldName, Move, UnreadableMove, read_name
from bot.canasta.views import SeatView
from bot.ui.actions import Unreadable

_FIRST = ord("A")
_BETWEEN, _NAMED, _BELOW = ".", "=", "<"

#: Targets of chosen cards, each a small number. A rank's meld is its rank's index. `WILDS` is a meld of wild cards.
#: `RUN` plus a suit's index is a new run. `JOIN` plus the key of its name is a run on the table; a key below 0 is
#: counted back from `_AGAIN`, and `_AGAIN` is added for each run of the same name before it.
WILDS, RUN, JOIN = 15, 16, 20
_AGAIN = 60

Groups = tuple[Group, ...]

#: The most characters of a packed choice that fits into every custom id that carries it.
LENGTH = 70


def pack(groups: Groups) -> str:
    """Return the text of some groups."""
    return _BETWEEN.join(
        (f"{group.name}{_NAMED}" if group.name else "")
        + "".join(chr(_FIRST + card) for card in group.cards)
        + (_BELOW if group.below else "")
        for group in groups
    )


def unpack(text: str) -> Groups:
    """Return the groups of a text that `pack` made. Raises `Unreadable` for any other text."""
    if not text:
        return ()
    groups = []
    for part in text.split(_BETWEEN):
        if part in ("", _NAMED):
            raise Unreadable  # no group holds nothing
        name, _, chosen = part.rpartition(_NAMED)
        cards = tuple(card(ord(one) - _FIRST) for one in chosen.removesuffix(_BELOW))
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


def put(groups: Groups, target: int, cards: tuple[Card, ...]) -> Groups:
    """Return the groups with the group of `target` replaced by these cards, or left out if there are none.

    The new group names its meld where its cards alone don't tell it.
    """
    others = without(groups, target)
    if not cards:
        return others
    name = None
    if target >= JOIN:
        again, key = _joined(target)
        name = MeldName("sequence", key, again + 1 if again else 0)
    elif target < WILDS and all(map(is_wild, cards)):
        name = MeldName("set", target)
    elif target >= RUN and len(naturals := [card for card in cards if not is_wild(card)]) == 1:
        # Next to a natural two, a single card of a run looks like the beginning of another meld.
        name = MeldName("sequence", naturals[0], new=True)
    return (*others, Group(cards, name))


def without(groups: Groups, target: int) -> Groups:
    """Return the groups except that of `target`."""
    return tuple(group for group in groups if target_of(group) != target)


def joined(drafts: Iterable[Groups]) -> Groups:
    """Return all groups of several drafts; a group that several have is there once."""
    return tuple(dict.fromkeys(group for groups in drafts for group in groups))


def cards(groups: Groups) -> tuple[Card, ...]:
    """Return the cards of the hand that groups hold."""
    return tuple(card for group in groups for card in group.cards)


def fits(groups: Groups) -> bool:
    """Return whether groups are short enough for a custom id."""
    return len(pack(groups)) <= LENGTH


def short_of(groups: Groups, hand: Iterable[Card]) -> list[Card]:
    """Return the cards that a hand would have to hold in addition for these groups."""
    return sorted((Counter(cards(groups)) - Counter(hand)).elements())


def target_of(group: Group) -> int:
    """Return the target of a group (see `WILDS`, `RUN`, `JOIN`)."""
    name = group.name
    if name is not None and name.kind == "set":
        return name.key
    if name is not None and name.kind == "sequence":
        return RUN + (name.key & 3) if name.new else JOIN + name.key % _AGAIN + _AGAIN * max(name.nth - 1, 0)
    naturals = [card for card in group.cards if not is_wild(card)]
    if not naturals:
        return WILDS
    first = naturals[0]
    return first >> 2 if all(card >> 2 == first >> 2 for card in naturals) else RUN + (first & 3)


def _joined(target: int) -> tuple[int, int]:
    """Return how many runs of the same name lie before a target's run, and the key of its name.

    The target is `JOIN` or more.
    """
    again, key = divmod(target - JOIN, _AGAIN)
    return again, key if key < _AGAIN + 4 * LOW_ACE else key - _AGAIN


def run_named(target: int) -> str:
    """Return the name of the run that cards of a target go to; the target is `JOIN` or more."""
    again, key = _joined(target)
    return str(MeldName("sequence", key, again + 1))


def to_move(view: SeatView, verb: str, groups: Groups) -> Move:
    """Return the move that lays the groups.

    In a `take` the first group is the one that gets the top card; it is empty if none does.
    """
    top = view.public.upcard
    if verb != "take" or top is None:
        return Move(view.seat, verb, groups)
    listed = next((move for move in view.legal if move.verb == verb and of_move(move, top) == groups), None)
    if listed is not None:
        return listed
    joining = next((group for group in groups if target_of(group) == top >> 2), None)
    joining = joining or next((group for group in groups if _may_hold(group, top)), Group(()))
    if opens_from_hand(view) and len(joining.cards) > 2:
        joining = Group(())
    more = tuple(group for group in groups if group is not joining)
    if joining.name == MeldName("set", top >> 2):
        joining = Group(joining.cards)
    return Move(view.seat, verb, (joining, *more))


def _may_hold(group: Group, top: Card) -> bool:
    """Return whether a group may be the one that gets the pile's top card.

    It may if it is a run of the top card's suit, or if the top card is wild.
    """
    target = target_of(group)
    suit = target - RUN if target < JOIN else _joined(target)[1] & 3
    return is_wild(top) or (target >= RUN and suit == top & 3)


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


def of_move(move: Move, top: Card | None) -> Groups:
    """Return the groups of a move, without an empty first group that names no meld.

    Wild cards that are laid with the pile's top card are named for its rank. A first group keeps its name if that is a
    run's, or if the top card is wild.
    """
    groups = move.groups
    if move.verb == "take" and top is not None and groups[0].name is None and target_of(groups[0]) == WILDS:
        groups = (groups[0]._replace(name=MeldName("set", top >> 2)), *groups[1:])
    named = top is not None and groups[0].name is not None and (groups[0].name.kind == "sequence" or is_wild(top))
    return tuple(group for nth, group in enumerate(groups) if group.cards or (named and nth == 0))
