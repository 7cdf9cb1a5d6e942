"""The chapter on what happens when the stock is empty."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.rules import Rules
from bot.ui.i18n import _, ngettext
from bot.ui.words.rules_chapters.chapter import Chapter, by_sides


def chapter(rules: Rules) -> Chapter:
    """Return the chapter for a table of these rules."""
    return Chapter(_("When the stock is empty"), list(lines(rules)))


def lines(rules: Rules) -> Iterator[str]:
    """Yield what happens when the stock is empty."""
    forced = rules.stock.forced_take if rules.pile.can_be_taken else "no"
    alone = rules.pile.onto_meld != "never" and not rules.pile.always_frozen
    if forced == "onto-meld" and (alone or rules.pile.sequences == "whole"):
        yield by_sides(
            rules,
            _("If you can take the pile by adding its top card to a meld of your side, you must."),
            _("If you can take the pile by adding its top card to one of your melds, you must."),
        )
    elif forced == "any":
        yield by_sides(
            rules,
            _("If your side has opened and you can take the pile, you must."),
            _("If you have opened and can take the pile, you must."),
        )
    end = {
        "round": _("The round ends as soon as somebody would have to draw."),
        "reshuffle": _("The pile is shuffled and becomes the stock."),
        "flip": _("The pile is turned over and becomes the stock."),
        "foot": by_sides(
            rules,
            _(
                "A foot that nobody has taken becomes the stock, first that of the side that must draw; if there is none, the round ends."
            ),
            _(
                "A foot that nobody has taken becomes the stock, first that of the player who must draw; if there is none, the round ends."
            ),
        ),
        "two-left": _(
            "Nobody draws the last two cards of the stock. The player who draws the card before them finishes the turn; then the round ends."
        ),
    }[rules.stock.end]
    if rules.stock.end in ("reshuffle", "flip"):
        most = ngettext(
            "That happens at most {count} time a round; then the round ends.",
            "That happens at most {count} times a round; then the round ends.",
            rules.stock.recycles,
        ).format(count=rules.stock.recycles)
        end = f"{end} {most}"
    yield end
    if "short-draw" in rules.stock.ends_on:
        yield _("The round also ends when too few cards can be drawn.")
    elif rules.turn.draw > 1 and rules.stock.end == "round":
        yield _("If fewer cards are left than you must draw, you draw those and play your turn.")
    if "three" in rules.stock.ends_on:
        yield _("The round also ends when a three can't be replaced.")
    elif rules.threes.red == "at-once" and rules.stock.end == "round":
        yield _(
            "If you draw only red threes and no card is left to replace them, the round ends at once: you can't meld or discard any more."
        )
    if rules.out.bonus:
        yield _("When the stock ends the round, nobody earns the {bonus} for going out.").format(bonus=rules.out.bonus)
