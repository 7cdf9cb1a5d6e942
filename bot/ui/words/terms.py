"""The words of the game that a page shows, each explained by the rules of its table."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.cards import is_wild
from bot.canasta.views import PublicView, SeatView
from bot.ui.i18n import _
from bot.ui.words.rules_chapters import meanings
from bot.ui.words.rules_chapters.meanings import Term


def explained(public: PublicView, mine: SeatView | None) -> str:
    """Return the words that the table shows, or with a view of one's own those that matter to that player now, each with its meaning."""
    lines = [meanings.meaning(public.rules, term) for term in shown(public, mine)]
    return "\n".join(["### " + _("What these words mean"), *(f"- {line}" for line in lines)])


def shown(public: PublicView, mine: SeatView | None) -> list[Term]:
    """Return the words that the table shows, or with a view of one's own those of them that matter to that player now."""
    there = list(_shown(public, mine))
    return there if mine is None else [one for one in there if _matters(public, mine, one)]


def _shown(public: PublicView, mine: SeatView | None) -> Iterator[Term]:
    sides, players, verbs = public.sides, public.players, () if mine is None else mine.verbs
    melds = [meld for side in sides for meld in side.melds]
    taken = public.rules.pile.can_be_taken
    there = {
        Term.STOCK: True,
        Term.PILE: True,
        Term.FROZEN: taken and public.frozen,
        Term.BLOCKED: taken and public.blocked and public.closed_by is None,
        Term.CLOSED: public.closed_by is not None,
        Term.OPENING: any(player.opening for player in players),
        Term.MELD: bool(melds) or "meld" in verbs,
        Term.WILD: any(meld.wilds for meld in melds) or (mine is not None and any(map(is_wild, mine.hand))),
        Term.CANASTA: any(meld.canasta for meld in melds),
        Term.THREES: any(side.threes for side in sides),
        Term.SET_ASIDE: any(side.set_aside for side in sides),
        Term.FOOT: any(player.foot_size or player.in_foot for player in players),
        Term.TALON: bool(public.talons_left) or any(player.talon_size for player in players),
        Term.TRUMP: public.trump is not None,
        Term.OUT: public.phase == "answer" or "ask" in verbs,
    }
    yield from (term for term, seen in there.items() if seen)


def _matters(public: PublicView, mine: SeatView, term: Term) -> bool:
    """Return whether a word has to do with what a player holds, has on the table, or can do now."""
    player = public.players[mine.seat]
    side, draws, lays = public.sides[player.side], bool({"draw", "take"} & {*mine.verbs}), "meld" in mine.verbs
    match term:
        case Term.STOCK:
            return draws
        case Term.PILE | Term.FROZEN | Term.BLOCKED | Term.CLOSED:
            # After the draw a frozen pile is still one that a discard may freeze, or keep from others.
            return draws or not mine.my_turn or term is Term.FROZEN
        case Term.OPENING:
            return bool(player.opening)
        case Term.MELD:
            return lays and not any(side.melds)
        case Term.WILD:
            return any(map(is_wild, mine.hand)) or any(meld.wilds for meld in side.melds)
        case Term.CANASTA:
            return any(meld.canasta for meld in side.melds)
        case Term.THREES:
            return bool(side.threes)
        case Term.SET_ASIDE:
            return bool(side.set_aside)
    return True
