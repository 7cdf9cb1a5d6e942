"""The chapter on opening: how many points the first melds of a side need."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.rules import Rules
from bot.ui.i18n import _
from bot.ui.words import rule_values, rules_examples
from bot.ui.words.rules_chapters.chapter import Chapter, by_sides, table


def chapter(rules: Rules) -> Chapter:
    """Return the chapter for a table of these rules."""
    return Chapter(_("Opening"), list(lines(rules)))


def lines(rules: Rules) -> Iterator[str]:
    """Yield what opening needs."""
    opening = rules.opening
    if opening.free:
        yield _("You can open with any meld: there is no minimum.")
    elif opening.by == "round":
        yield table(
            _(
                "The cards that you open with, all laid down at once, must together be worth a minimum. It depends on the round:"
            ),
            rule_values.rows_by_round(opening.table),
        )
    elif len(opening.table) == 1:
        yield _(
            "The cards that you open with, all laid down at once, must together be worth at least: {needed}."
        ).format(needed=rule_values.needed(opening.table[0][1]))
    else:
        yield table(
            by_sides(
                rules,
                _(
                    "The cards that you open with, all laid down at once, must together be worth a minimum. It depends on your side's score:"
                ),
                _(
                    "The cards that you open with, all laid down at once, must together be worth a minimum. It depends on your score:"
                ),
            ),
            rule_values.rows(opening.table),
        )
    if example := rules_examples.opening(rules):
        yield example
    if _top_card_opens(rules):
        yield _(
            "If you open by taking the pile, its top card counts towards the minimum, but the other cards of the pile don't."
        )
    if opening.pure:
        yield (
            _("The melds that you open with can't contain wild cards, except when there is no minimum.")
            if any(needed == 0 for _start, needed in opening.table)
            else _("The melds that you open with can't contain wild cards.")
        )
    if opening.triple == "yes":
        yield _("You need three natural cards of one rank to open.")
    elif opening.triple == "or-wild-meld":
        yield _("You need three natural cards of one rank, or a meld of wild cards, to open.")
    if opening.splash == "any":
        yield _("If you lay down a complete canasta from your hand, you need no minimum.")
    elif opening.splash == "natural-or-wild":
        yield _("If you lay down a complete canasta, natural or of wild cards, from your hand, you need no minimum.")
    if opening.whole_hand != "minimum":
        yield (
            _("If you draw from the stock and go out with your whole hand at once, you need no minimum.")
            if opening.whole_hand == "free"
            else _(
                "If you draw from the stock and go out with your whole hand at once, including a canasta, you need no minimum."
            )
        )


def _top_card_opens(rules: Rules) -> bool:
    """Return whether the top card of the pile helps to reach a minimum."""
    pile, opening = rules.pile, rules.opening
    return (
        opening.with_pile == "top-counts"
        and not opening.before_draw
        and pile.open_to == "all"
        and not rules.takes_freely
        and any(needed for _start, needed in opening.table)
    )
