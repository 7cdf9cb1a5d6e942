"""The words of the game that a page shows, each explained by the rules of its table."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.views import PublicView, SeatView
from bot.ui.i18n import _
from bot.ui.words.rules_chapters import meanings
from bot.ui.words.rules_chapters.meanings import Term


def explained(public: PublicView, mine: SeatView | None) -> str:
    """Return the words that the table shows, or with a view of one's own the hand beside it, each with its meaning."""
    lines = [meanings.meaning(public.rules, term) for term in shown(public, mine)]
    return "\n".join(["### " + _("What these words mean"), *(f"- {line}" for line in lines)])


def shown(public: PublicView, mine: SeatView | None) -> list[Term]:
    """Return the words that the table shows, or with a view of one's own the hand beside it."""
    return list(_shown(public, mine))


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
        Term.WILD: any(meld.wilds for meld in melds),
        Term.CANASTA: any(meld.canasta for meld in melds),
        Term.THREES: any(side.threes for side in sides),
        Term.SET_ASIDE: any(side.set_aside for side in sides),
        Term.FOOT: any(player.foot_size or player.in_foot for player in players),
        Term.TALON: bool(public.talons_left) or any(player.talon_size for player in players),
        Term.TRUMP: public.trump is not None,
        Term.OUT: public.phase == "answer" or "ask" in verbs,
    }
    yield from (term for term, seen in there.items() if seen)
