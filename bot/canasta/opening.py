"""The initial meld: what it must hold and count, and the ways round its minimum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.canasta.cards import is_wild
from bot.canasta.leaving import may_leave
from bot.canasta.melds import CANASTA, Laid
from bot.canasta.moves import IllegalMove

if TYPE_CHECKING:
    from bot.canasta.round import Round


def check_opening(now: Round, seat: int, laid: Sequence[Laid], needed: int | str, left: int, *, drew: bool) -> None:
    """Raise `IllegalMove` if groups just laid don't open (each game's Initial meld).

    `needed` is the requirement, `left` how many cards the hand has then; `drew` says that the pile was not taken.
    """
    rules = now.rules.opening
    if not laid:
        raise IllegalMove("initial-meld-too-low", needed=needed, points=0)
    if _splashes(now, laid):
        return
    points = sum(now.values[card >> 2] for one in laid for card in one.cards)
    kinds = [kind for one in laid if (kind := one.meld.canasta) is not None]
    if rules.pure and needed != 0 and any(is_wild(card) for one in laid for card in one.cards):
        raise IllegalMove("initial-meld-pure")
    if isinstance(needed, str):
        if not _meets(needed, points, kinds):
            raise IllegalMove("initial-meld-too-low", needed=needed, points=points)
    elif points < needed:
        free = rules.concealed_free and drew and seat not in now.melded_by and not now.foot(seat)
        own = bool(kinds) or rules.concealed_partner
        if not (free and own and left <= 1 and may_leave(now, seat)):
            raise IllegalMove("initial-meld-too-low", needed=needed, points=points)
    if rules.triple != "no":
        triple = any(one.meld.kind == "set" and one.meld.naturals >= 3 for one in laid)
        wild = rules.triple == "or-wild-meld" and any(one.meld.kind == "wild" for one in laid)
        if not triple and not wild:
            raise IllegalMove("initial-meld-triple")


def _meets(needed: str, points: int, kinds: Sequence[str]) -> bool:
    """Whether canastas of these kinds in an initial meld of so many points meet a requirement in words."""
    if needed == "natural canasta":
        return any(kind != "mixed" for kind in kinds)
    return bool(kinds) and (needed == "canasta" or points >= 200)


def _splashes(now: Round, laid: Sequence[Laid]) -> bool:
    """Whether a canasta laid whole makes every minimum needless (pagat: american-modern, Splash)."""
    rule = now.rules.opening.splash
    if rule == "no":
        return False
    whole = {one.meld.canasta for one in laid if one.new and len(one.cards) >= CANASTA}
    return not whole.isdisjoint({"natural", "wild"} if rule == "natural-or-wild" else {"natural", "wild", "mixed"})


def laid_for_free(now: Round) -> bool:
    """Whether this turn's first melds were below the minimum, so that a card left can only be discarded."""
    if not now.rules.opening.concealed_free or not now.laid or now.so_far[:1] != ["draw"]:
        return False
    created = [one.meld for stroke in now.laid for one in stroke if one.new]
    if any(all(one is not meld for one in created) for meld in now.melds[now.side_of[now.turn]]):
        return False
    needed = now.requirement(now.scores[now.account(now.turn)])
    points = sum(now.values[card >> 2] for one in now.laid[0] for card in one.cards)
    return isinstance(needed, int) and points < needed and not _splashes(now, now.laid[0])
