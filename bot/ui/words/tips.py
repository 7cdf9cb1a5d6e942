"""Tips for people who meet something for the first time, by the rules of their table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.canasta.cards import is_red_three, is_wild
from bot.canasta.rules import Rules
from bot.canasta.views import SeatView
from bot.ui import move_order
from bot.ui.i18n import _, amount, ngettext
from bot.ui.words.rules_chapters import going_out
from bot.ui.words.rules_chapters.chapter import by_sides


def due(view: SeatView) -> list[str]:
    """Return the kinds of tips that fit what a player sees now, the most useful first."""
    public, own = view.public, move_order.own_side(view)
    wanted = public.phase == "draw" and public.rules.pile.can_be_taken
    there = {
        "three": _three_counts(public.rules) and any(map(is_red_three, own.threes)),
        "frozen": wanted and public.frozen and not public.rules.pile.always_frozen,
        "blocked": wanted and public.blocked and public.closed_by is None,
        "take": "take" in view.verbs,
        # At the beginning of a turn: after the melds that open, their buttons need the room.
        "opened": public.phase == "draw" and any(own.melds),
        "canasta": any(meld.canasta for meld in own.melds),
        "foot": public.players[view.seat].in_foot,
        "wild": any(map(is_wild, view.hand)),
    }
    return [kind for kind, fits in there.items() if fits]


def text(kind: str, rules: Rules) -> str:
    """Return a tip in one line."""
    return f"💡 {_TEXTS[kind](rules)}"


def _three_counts(rules: Rules) -> bool:
    """Return whether red threes are laid down at once and can earn something."""
    return rules.threes.red == "at-once" and rules.threes.plus_if != "never"


def _threes(rules: Rules) -> str:
    """Return what red threes earn and, where that is said in few words, when they cost it."""
    match rules.threes.plus_if:
        case "meld":
            text = _("A red three earns {points}, all earn {all}. Without a meld, they cost as much.")
        case "canasta":
            text = _("A red three earns {points}, all earn {all}. Without a canasta, they cost as much.")
        case _:
            text = _("A red three earns {points}, all earn {all}.")
    totals = rules.threes.totals[: 2 * rules.pack.decks]
    return text.format(points=amount(totals[0]), all=amount(totals[-1]))


#: Two lines of a phone at most, as they stand between the hand and its buttons.
_TEXTS: dict[str, Callable[[Rules], str]] = {
    "three": _threes,
    "frozen": lambda rules: ngettext(
        "**Frozen:** to take the pile, you need {count} card of its top card's rank.",
        "**Frozen:** to take the pile, you need {count} cards of its top card's rank.",
        rules.pile.frozen_needs,
    ).format(count=rules.pile.frozen_needs),
    "blocked": lambda rules: _("**Blocked:** nobody can take the pile while this card is on top."),
    "take": lambda rules: _("A large pile is often worth more than a new card."),
    "opened": lambda rules: by_sides(
        rules,
        _("Your side has opened. From now on, any meld is fine."),
        _("You have opened. From now on, any meld is fine."),
    ),
    "canasta": lambda rules: going_out.canastas(rules, of_kinds=False),
    "foot": lambda rules: _("You play from your foot now. Get rid of these cards, too."),
    "wild": lambda rules: (
        _("Jokers and twos are wild: they can stand for other cards.")
        if rules.pack.jokers
        else _("Twos are wild: they can stand for other cards.")
    ),
}
#: All kinds of tips.
KINDS: Final = tuple(_TEXTS)
