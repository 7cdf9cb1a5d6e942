"""A choice of cards that isn't a move yet, as text short enough to travel in a custom id: one character a card."""

from __future__ import annotations

from bot.canasta.cards import CARD_CODES, LOW_ACE, Card, card_text, is_wild, read_card
from bot.canasta.moves import Group, MeldName, Move, UnreadableMove, read_name
from bot.canasta.views import SeatView
from bot.ui.actions import Unreadable

_FIRST = ord("A")
_BETWEEN, _NAMED, _BELOW = ".", "=", "<"

#: What cards are chosen for, as one small number: a rank's meld by its index, else wild cards by themselves, a new run of
#: a suit (its index added), or a run that is there (the key of its name added, counted back from `_AGAIN` where that is
#: below 0, and `_AGAIN` for each namesake before it).
WILDS, RUN, JOIN = 15, 16, 20
_AGAIN = 60

Groups = tuple[Group, ...]


def pack(groups: Groups) -> str:
    """The text of some groups."""
    return _BETWEEN.join(
        (f"{group.name}{_NAMED}" if group.name else "")
        + "".join(chr(_FIRST + card) for card in group.cards)
        + (_BELOW if group.below else "")
        for group in groups
    )


def unpack(text: str) -> Groups:
    """The groups of a text that `pack` made. Raises `Unreadable` for any other."""
    if not text:
        return ()
    groups = []
    for part in text.split(_BETWEEN):
        name, _, chosen = part.rpartition(_NAMED)
        cards = tuple(card(ord(one) - _FIRST) for one in chosen.removesuffix(_BELOW))
        groups.append(Group(cards, _name(name) if name else None, chosen.endswith(_BELOW)))
    return tuple(groups)


def card(code: int) -> Card:
    """The card of a code that a message held. Raises `Unreadable` if there is none."""
    if not 0 <= code < CARD_CODES or read_card(card_text(code)) != code:
        raise Unreadable
    return code


def _name(text: str) -> MeldName:
    try:
        return read_name(text)
    except UnreadableMove:
        raise Unreadable from None


def put(groups: Groups, target: int, cards: tuple[Card, ...]) -> Groups:
    """The groups with the one for `target` replaced by these cards (none: dropped); wilds alone are sent to its meld."""
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
        # With a natural two beside it, one card of a run looks like the beginning of another meld.
        name = MeldName("sequence", naturals[0], new=True)
    return (*others, Group(cards, name))


def without(groups: Groups, target: int) -> Groups:
    """The groups but the one for `target`."""
    return tuple(group for group in groups if target_of(group) != target)


def target_of(group: Group) -> int:
    """What a group is laid for."""
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
    """How many namesakes lie before the run that a target from `JOIN` up means, and the key of its name."""
    again, key = divmod(target - JOIN, _AGAIN)
    return again, key if key < _AGAIN + 4 * LOW_ACE else key - _AGAIN


def run_named(target: int) -> str:
    """How the run is called that the cards of a target from `JOIN` up go to."""
    again, key = _joined(target)
    return str(MeldName("sequence", key, again + 1))


def to_move(view: SeatView, verb: str, groups: Groups) -> Move:
    """The move that lays the groups; in a `take` the one that gets the top card comes first, empty if there is none."""
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
    """Whether a group may be one that gets the pile's top card: a run of its suit, or any where it is wild."""
    target = target_of(group)
    suit = target - RUN if target < JOIN else _joined(target)[1] & 3
    return is_wild(top) or (target >= RUN and suit == top & 3)


def opens_from_hand(view: SeatView) -> bool:
    """Whether a side that takes the pile must lay its initial meld first, whole without the top card and a pair for it."""
    side = view.public.sides[view.public.players[view.seat].side]
    return view.public.rules.opening.with_pile == "first-from-hand" and not side.melds


def counted(view: SeatView, groups: Groups, top: Card | None) -> tuple[Card, ...]:
    """The cards of a `meld` (`top` None) or `take` that count towards the initial meld."""
    cards = [group.cards for group in groups if top is None or not opens_from_hand(view) or len(group.cards) > 2]
    whole = () if top is None or opens_from_hand(view) else (top,)
    return (*(card for group in cards for card in group), *whole)


def of_move(move: Move, top: Card | None) -> Groups:
    """The groups of a move, without an empty first one that names no meld; wilds with a pile's top card are sent to its rank.

    A name that is kept is that of a run, or of the meld that a wild top card goes to.
    """
    groups = move.groups
    if move.verb == "take" and top is not None and groups[0].name is None and target_of(groups[0]) == WILDS:
        groups = (groups[0]._replace(name=MeldName("set", top >> 2)), *groups[1:])
    named = top is not None and groups[0].name is not None and (groups[0].name.kind == "sequence" or is_wild(top))
    return tuple(group for nth, group in enumerate(groups) if group.cards or (named and nth == 0))
