"""A choice of cards that isn't a move yet, as text short enough to travel in a custom id: one character a card."""

from __future__ import annotations

from bot.canasta.cards import Card, is_wild
from bot.canasta.moves import Group, MeldName, Move, read_name

_FIRST = ord("A")
_BETWEEN, _NAMED, _BELOW = ".", "=", "<"

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
    """The groups of a text that `pack` made."""
    if not text:
        return ()
    groups = []
    for part in text.split(_BETWEEN):
        name, _, chosen = part.rpartition(_NAMED)
        cards = tuple(ord(one) - _FIRST for one in chosen.removesuffix(_BELOW))
        groups.append(Group(cards, read_name(name) if name else None, chosen.endswith(_BELOW)))
    return tuple(groups)


def put(groups: Groups, rank: int, cards: tuple[Card, ...]) -> Groups:
    """The groups with the one of `rank` replaced by these cards (none: dropped); wilds alone are sent to that meld."""
    others = without(groups, rank)
    if not cards:
        return others
    return (*others, Group(cards, MeldName("set", rank) if all(map(is_wild, cards)) else None))


def without(groups: Groups, rank: int) -> Groups:
    """The groups but the one of `rank`."""
    return tuple(group for group in groups if rank_of(group) != rank)


def rank_of(group: Group) -> int | None:
    """The rank that a group is laid for, None if it has none."""
    if group.name is not None:
        return group.name.key if group.name.kind == "set" else None
    return next((card >> 2 for card in group.cards if not is_wild(card)), None)


def to_move(seat: int, verb: str, groups: Groups, top: Card | None) -> Move:
    """The move that lays the groups; in a `take` the one of the top card's rank comes first, empty if there is none."""
    if verb != "take" or top is None:
        return Move(seat, verb, groups)
    joining = next((group for group in groups if rank_of(group) == top >> 2), Group(()))
    more = tuple(group for group in groups if group is not joining)
    if joining.name == MeldName("set", top >> 2):
        joining = Group(joining.cards)
    return Move(seat, verb, (joining, *more))


def of_move(move: Move, top: Card | None) -> Groups:
    """The groups of a move, without an empty first one; wilds that join a pile's top card are sent to its rank."""
    groups = move.groups
    if move.verb == "take" and top is not None and rank_of(groups[0]) is None:
        groups = (groups[0]._replace(name=MeldName("set", top >> 2)), *groups[1:])
    return tuple(group for group in groups if group.cards)
