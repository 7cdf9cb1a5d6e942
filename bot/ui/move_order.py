"""A player's possible moves, the likeliest first, for menus and completion."""

from __future__ import annotations

from collections import Counter

from bot.canasta.cards import THREE, Card, is_wild
from bot.canasta.melds import Set
from bot.canasta.moves import Group, Move
from bot.canasta.views import SeatView, SideView
from bot.ui import meld_draft
from renderer.hand import groups as fans

_CANASTA = 7
#: How many cards `natural_melds` leaves at least: one to discard, and one more so that nobody goes out by it.
_LEFT = 2


def own_side(view: SeatView) -> SideView:
    """Return the side that the seat of a view plays for."""
    return view.public.sides[view.public.players[view.seat].side]


def melds(view: SeatView, verb: str) -> list[Move]:
    """Return the legal moves of a verb that lays cards: first completed canastas, then few wilds, then many points."""

    def order(move: Move) -> tuple[bool, int, int, int]:
        cards = [card for group in move.groups for card in group.cards]
        return (
            not any(_completes(view, group, verb) for group in move.groups),
            sum(map(is_wild, cards)),
            -points(view, move.groups),
            len(cards),
        )

    return sorted((move for move in view.legal if move.verb == verb), key=order)


def plain_take(view: SeatView) -> Move | None:
    """Return the only way to take the pile; None if there is not exactly one, or if it uses wild cards of the hand."""
    ways = melds(view, "take")
    spends = any(is_wild(card) for move in ways for group in move.groups for card in group.cards)
    return ways[0] if len(ways) == 1 and not spends else None


def takes_alone(view: SeatView, verb: str) -> bool:
    """Return whether a verb is `take` and the pile can be taken without a card of the hand."""
    top = view.public.upcard
    alone = (move.groups[0] for move in view.legal if move.verb == verb == "take" and len(move.groups) == 1)
    return any(not group.cards and (group.name is None or (top is not None and not is_wild(top))) for group in alone)


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
    """Return the legal discards; first those that help the next player least and cost little."""
    theirs = {
        meld.rank
        for side in view.public.sides
        if side is not own_side(view)
        for meld in side.melds
        if meld.rank is not None
    }
    held = [card >> 2 for card in view.hand]

    def order(move: Move) -> tuple[bool, bool, bool, int, int]:
        card = move.card or 0
        black = card >> 2 == THREE
        return (is_wild(card), not black, card >> 2 in theirs, held.count(card >> 2), card)

    return sorted((move for move in view.legal if move.verb == "discard"), key=order)


def throws(view: SeatView) -> list[Card]:
    """Return the different cards that may be discarded, in the order in which pictures show a hand."""
    legal = {move.card for move in view.legal if move.verb == "discard"}
    shown = (card for fan in fans(view.hand) for card in fan)
    return [card for card in dict.fromkeys(shown) if card in legal]


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


def targets(view: SeatView, verb: str) -> list[int]:
    """Return the targets of cards that a verb may lay (see `meld_draft.target_of`), best first.

    Where the pile's top card joins a meld, that meld is a target too.
    """
    top = view.public.upcard if verb == "take" else None
    found = [meld_draft.target_of(group) for move in melds(view, verb) for group in meld_draft.of_move(move, top)]
    return list(dict.fromkeys(found))


def _completes(view: SeatView, group: Group, verb: str) -> bool:
    return _canasta_made(view, group, verb) is not None


def completed(view: SeatView, move: Move) -> list[tuple[int, int]]:
    """Return the ranks of which a move completes a canasta, each with what the canasta earns."""
    rules = view.public.rules
    made = [made for group in move.groups if (made := _canasta_made(view, group, move.verb)) is not None]
    return [(one.rank, one.earns(rules, one.canasta or "", went_out=False)[1]) for one in made]


def _canasta_made(view: SeatView, group: Group, verb: str) -> Set | None:
    """Return the canasta of one rank that a group completes, None if it completes none."""
    rank, top = meld_draft.target_of(group), view.public.upcard
    if rank >= meld_draft.WILDS:
        return None
    before = next((meld.cards for meld in own_side(view).melds if meld.rank == rank and meld.kind == "set"), ())
    joining = (top,) if verb == "take" and top is not None and rank == top >> 2 else ()
    made = Set(rank)
    made.cards = [*before, *group.cards, *joining]
    made.wilds = sum(map(is_wild, made.cards))
    made.naturals = len(made.cards) - made.wilds
    return made if len(before) < _CANASTA <= len(made.cards) else None


def natural_melds(view: SeatView) -> meld_draft.Groups:
    """Return melds without wild cards that may all be laid at once and leave two cards or more; none if there are none.

    Where the side has not opened, they open.
    """
    left = Counter(view.hand)
    chosen: meld_draft.Groups = ()
    for move in sorted(melds(view, "meld"), key=lambda move: -sum(len(group.cards) for group in move.groups)):
        cards = Counter(card for group in move.groups for card in group.cards)
        taken = {meld_draft.target_of(group) for group in chosen}
        if any(is_wild(card) or card >> 2 == THREE for card in cards) or (chosen and opening(view) is not None):
            continue
        if (
            cards <= left
            and left.total() - cards.total() >= _LEFT
            and not taken & set(map(meld_draft.target_of, move.groups))
        ):
            left -= cards
            chosen = (*chosen, *move.groups)
    return chosen
