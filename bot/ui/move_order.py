"""A player's possible moves, the likeliest first, for menus and completion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.canasta.cards import THREE, Card, is_wild
from bot.canasta.melds import CANASTA, Set
from bot.canasta.moves import Group, Move
from bot.canasta.views import SeatView, SideView
from bot.ui import meld_draft
from renderer.hand import groups as fans

#: How many cards `natural_melds` leaves at least: one to discard, and one more so that nobody goes out by it.
_LEFT = 2
#: How many moves `suggested` returns at most, of a side that has opened and of another.
_PARTS, _WAYS = 5, 3

#: How many hands are looked at for a way to go out, at most.
_MOST_LAID = 500


def own_side(view: SeatView) -> SideView:
    """Return the side that the seat of a view plays for."""
    return view.public.sides[view.public.players[view.seat].side]


def melds(view: SeatView, verb: str) -> list[Move]:
    """Return the legal moves of a verb that lays cards: first completed canastas, then few wilds, then many points."""

    before = _sets(view)
    # With sixty cards there are a thousand moves, made of a few dozen groups.
    known: dict[Group, tuple[bool, int]] = {}

    def order(move: Move) -> tuple[bool, int, int, int]:
        for group in move.groups:
            if group not in known:
                known[group] = _grown(view, before, group, verb) is None, points(view, (group,))
        found = [known[group] for group in move.groups]
        return (
            all(incomplete for incomplete, _ in found),
            sum(map(is_wild, move.cards)),
            -sum(counted for _, counted in found),
            len(move.cards),
        )

    return sorted((move for move in view.legal if move.verb == verb), key=order)


def plain_take(view: SeatView) -> Move | None:
    """Return the only way to take the pile; None if there is not exactly one, or if it uses wild cards of the hand."""
    ways = melds(view, "take")
    spends = any(is_wild(card) for move in ways for card in move.cards)
    return ways[0] if len(ways) == 1 and not spends else None


def out_of_place(view: SeatView, verb: str) -> str | None:
    """Return an error code that says why this part of the turn doesn't allow a verb, None if it does.

    The verb is one that lays cards, takes the pile or discards. The cards don't matter.
    """
    public = view.public
    if public.phase == "answer":
        return "answer-first"
    if public.phase == "pass":
        return "keep-first"
    if public.phase == "play":
        return "already-drawn" if verb == "take" else None
    opens = public.rules.opening.before_draw and public.players[view.seat].opening is not None
    return None if verb == "take" or (verb == "meld" and opens) else "draw-first"


def discards(view: SeatView) -> list[Move]:
    """Return the legal discards, in the order in which pictures show a hand."""
    legal = {move.card: move for move in view.legal if move.verb == "discard"}
    shown = (card for fan in fans(view.hand) for card in fan)
    return [legal[card] for card in dict.fromkeys(shown) if card in legal]


def typed_discards(view: SeatView) -> list[Move]:
    """Return the legal discards, wild cards last: where they are typed, one key more plays the first that is offered."""
    return sorted(discards(view), key=lambda move: move.card is not None and is_wild(move.card))


def in_hand(view: SeatView) -> list[Card]:
    """Return the cards of the hand in the order in which pictures show them, but wild cards last, as among the discards."""
    return sorted((card for fan in fans(view.hand) for card in fan), key=is_wild)


def along(view: SeatView, place: int) -> set[int]:
    """Return the places in `in_hand` that a press on a card chooses: all of its rank, as long as that has no chosen card.

    A wild card stands for itself, and so does each card where runs can be laid: these want one of a rank.
    """
    hand = in_hand(view)
    card = hand[place]
    if is_wild(card) or view.public.rules.sequences.allowed:
        return {place}
    return {at for at, other in enumerate(hand) if other >> 2 == card >> 2}


def presses(view: SeatView, cards: Sequence[Card]) -> list[Card]:
    """Return the cards to press so that these, which the hand holds, are chosen and no others."""
    hand, wanted = in_hand(view), Counter(cards)
    places, chosen, pressed = set[int](), set[int](), list[int]()
    for place, card in enumerate(hand):
        if wanted[card] > 0:
            wanted[card] -= 1
            places.add(place)
    for place in sorted(places):
        if place not in chosen:
            pressed.append(place)
            chosen |= along(view, place)
    return [hand[place] for place in (*pressed, *sorted(chosen - places))]


def throws(view: SeatView) -> list[Card]:
    """Return the different cards that may be discarded, in the same order."""
    return [move.card for move in discards(view) if move.card is not None]


def points(view: SeatView, groups: meld_draft.Groups, top: Card | None = None) -> int:
    """Return what some groups count towards the initial meld; `top` is the pile's top card if the pile is taken."""
    values = view.public.rules.card_values
    return sum(values[card >> 2] for card in meld_draft.counted(view, groups, top))


def opening(view: SeatView) -> int | None:
    """Return the points that the seat needs to lay its first cards.

    None if it may lay any cards, or if something other than points decides.
    """
    needed = view.public.players[view.seat].opening
    return needed if isinstance(needed, int) else None


def completed(view: SeatView, move: Move) -> list[tuple[int, int]]:
    """Return the ranks of which a move completes a canasta, each with what the canasta earns."""
    before, rules = _sets(view), view.public.rules
    grown = (_grown(view, before, group, move.verb) for group in move.groups)
    made = [_set(rank, cards) for rank, cards in filter(None, grown)]
    return [(one.rank, one.earns(rules, one.canasta or "", went_out=False)[1]) for one in made]


def _sets(view: SeatView) -> dict[int, Sequence[Card]]:
    """Return the cards of the side's sets by their ranks."""
    melds = own_side(view).melds
    return {meld.rank: meld.cards for meld in melds if meld.kind == "set" and meld.rank is not None}


def _grown(
    view: SeatView, before: Mapping[int, Sequence[Card]], group: Group, verb: str
) -> tuple[int, Sequence[Card]] | None:
    """Return the rank and the cards of the set that a group makes a canasta, None if it makes none."""
    rank, top = meld_draft.target_of(group), view.public.upcard
    held = before.get(rank, ())
    joining = (top,) if verb == "take" and top is not None and rank == top >> 2 else ()
    if rank >= meld_draft.WILDS or not len(held) < CANASTA <= len(held) + len(group.cards) + len(joining):
        return None
    return rank, (*held, *group.cards, *joining)


def _set(rank: int, cards: Sequence[Card]) -> Set:
    """Return a set of these cards."""
    made = Set(rank)
    made.cards = [*cards]
    made.wilds = sum(map(is_wild, cards))
    made.naturals = len(cards) - made.wilds
    return made


def natural_melds(view: SeatView, *, whole: bool = False) -> meld_draft.Groups:
    """Return melds without wild cards that may all be laid at once and leave two cards or more; none if there are none.

    Where the side has not opened, they open: by as few melds as that takes, or by the `whole` of what may be laid.
    They leave one card to a player who must go out.
    """
    left, least = Counter(view.hand), 1 if view.public.answer == "yes" else _LEFT
    taken: set[object] = set()
    chosen: meld_draft.Groups = ()
    natural = (move for move in view.legal if move.verb == "meld" and _is_natural(move))
    ways = sorted(natural, key=lambda move: (_split(left, move), -len(move.cards), -points(view, move.groups)))
    for move in ways:
        groups = move.groups
        if chosen and opening(view) is not None:
            if not whole:
                break
            # One way to open is chosen; melds that only other ways have may lie beside it.
            groups = tuple(group for group in groups if _goes_to(group) not in taken)
        cards = Counter(card for group in groups for card in group.cards)
        targets = set(map(_goes_to, groups))
        if groups and cards <= left and left.total() - cards.total() >= least and not taken & targets:
            left -= cards
            taken |= targets
            chosen = (*chosen, *groups)
    return chosen


def at_once(view: SeatView) -> meld_draft.Groups:
    """Return the melds that one button lays: the `natural_melds`, but for a player who must go out what leaves one card."""
    natural = natural_melds(view)
    if view.public.answer != "yes" or len(view.hand) - len(meld_draft.cards(natural)) == 1:
        return natural
    return _leaving_one(view) or natural


def _leaving_one(view: SeatView) -> meld_draft.Groups:
    """Return melds that leave one card to discard, with few wild cards; an empty tuple if there are none.

    Each may be laid by itself now, and they are of different ranks: so they may all be laid.
    """
    groups = list(dict.fromkeys(group for move in melds(view, "meld") for group in move.groups))
    # By the cards that stay, the groups that lead there: of two ways to the same hand the first is as good.
    found: dict[tuple[Card, ...], meld_draft.Groups] = {tuple(sorted(view.hand)): ()}
    for group in groups:
        for left, laid in list(found.items()):
            rest = Counter(left)
            rest.subtract(group.cards)
            if min(rest.values()) >= 0 and rest.total() >= 1 and _goes_to(group) not in map(_goes_to, laid):
                found.setdefault(tuple(sorted(rest.elements())), (*laid, group))
        if len(found) > _MOST_LAID:
            break
    ways = [(left[0], laid) for left, laid in found.items() if len(left) == 1]
    _card, best = min(ways, key=lambda way: is_wild(way[0]), default=(None, ()))
    return best


def suggested(view: SeatView, verb: str, most: int = _PARTS) -> list[Move]:
    """Return the moves of a verb that get a button of their own, at most `most`: the best ways to take the pile or to open.

    A player who opens with natural melds may lay all of them at once. For a side that has opened: what completes a canasta,
    each of the `natural_melds` by itself, and a wild card for a meld.
    """
    most = min(most, _PARTS)
    listed = melds(view, verb)
    if verb == "take":
        return listed[: min(most, _WAYS)]
    if view.public.players[view.seat].opening is not None:
        every = natural_melds(view, whole=True)
        whole = [Move(view.seat, "meld", every)] if len(every) > max(map(_groups, listed), default=0) else []
        return [*whole, *listed][: min(most, _WAYS)]
    best = [move for move in listed[:1] if completed(view, move)]
    parts = [Move(view.seat, "meld", (group,)) for group in natural_melds(view)]
    wild = _wilds_added(view, listed)
    shown = list(dict.fromkeys([*best, *parts]))
    return list(dict.fromkeys([*shown[: most - 1 if wild else most], *wild]))[:most]


def _groups(move: Move) -> int:
    """Return how many groups a move has."""
    return len(move.groups)


def _wilds_added(view: SeatView, listed: Sequence[Move]) -> list[Move]:
    """Return the moves that add a single wild card to a meld on the table: to the largest first, the least worth first."""
    held = _sets(view)

    def order(move: Move) -> tuple[int, int]:
        [group] = move.groups
        return -len(held.get(meld_draft.target_of(group), ())), points(view, move.groups)

    lone = (move for move in listed if len(move.cards) == 1 and is_wild(move.cards[0]) and joins(view, move.groups[0]))
    return sorted(lone, key=order)


def joins(view: SeatView, group: Group) -> bool:
    """Return whether a group is added to a meld that lies on the table."""
    name, lying = group.name, own_side(view).melds
    if name is not None and name.kind == "sequence":
        return not name.new
    rank = meld_draft.target_of(group)
    return not (name and name.new) and any(meld.kind == "set" and meld.rank == rank for meld in lying)


def _goes_to(group: Group) -> object:
    """Return what groups have in common that can't both be laid: the run that they join, the suit or the rank."""
    name = group.name
    return name if name is not None and name.kind == "sequence" and not name.new else meld_draft.target_of(group)


def _split(hand: Counter[Card], move: Move) -> int:
    """Return how many cards of the ranks that a meld is made of stay in the hand; of runs, 0."""
    sets = {target for group in move.groups if (target := meld_draft.target_of(group)) < meld_draft.WILDS}
    return sum(count for card, count in (hand - Counter(move.cards)).items() if card >> 2 in sets)


def _is_natural(move: Move) -> bool:
    """Return whether a meld holds neither wild cards nor threes."""
    return not any(is_wild(card) or card >> 2 == THREE for card in move.cards)
