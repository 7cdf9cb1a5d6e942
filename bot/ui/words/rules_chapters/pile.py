"""The chapter on taking the pile: with which cards, and when it is frozen, blocked or closed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.rules import Rules
from bot.ui.i18n import _, ngettext
from bot.ui.words import rules_examples
from bot.ui.words.rules_chapters.chapter import Chapter, by_sides, kinds_listed, table


def chapter(rules: Rules) -> Chapter:
    """Return the chapter for a table of these rules."""
    return Chapter(_("Taking the pile"), list(lines(rules)))


def lines(rules: Rules) -> Iterator[str]:
    """Yield how the pile is taken."""
    pile = rules.pile
    if not pile.can_be_taken:
        yield _("Nobody takes the pile.")
        return
    if pile.open_to == "in-foot":
        yield _("You can take the pile only while you play from your foot.")
    if rules.takes_freely:
        yield from _free_pile(rules)
        return
    if rules_examples.always_naturals(rules):
        yield from frozen(rules)
    else:
        ways = [_("two cards of its rank from your hand")]
        if pile.natural_and_wild:
            ways.append(_("one card of its rank and a wild card from your hand"))
        if pile.onto_meld == "any":
            ways.append(
                by_sides(
                    rules,
                    _("a meld of that rank that your side already has"),
                    _("a meld of that rank that you already have"),
                )
            )
        elif pile.onto_meld == "below-canasta":
            ways.append(
                by_sides(
                    rules,
                    _("a meld of that rank that your side already has and that isn't a canasta yet"),
                    _("a meld of that rank that you already have and that isn't a canasta yet"),
                )
            )
        yield table(_("To take the pile, you must lay down its top card at once, together with one of these:"), ways)
    if pile.taken == "all":
        yield _("The rest of the pile goes into your hand.")
    if not rules_examples.always_naturals(rules):
        yield from frozen(rules)
    if pile.wild_helps:
        yield _("A wild card can replace one of those natural cards.")
    if rules.discards.freeze and freezable(rules):
        yield _("Discarding any of these freezes the pile for everyone until it is taken: {cards}.").format(
            cards=kinds_listed(rules.discards.freeze)
        )
    if rules.discards.covered_black_freezes and freezable(rules):
        yield _("A black three freezes the pile once another card covers it.")
    if example := rules_examples.frozen_pile(rules):
        yield example
    yield from closing(rules)
    yield from blocking(rules)
    if pile.wild_top:
        yield (
            ngettext(
                "A two or joker on top: you need two more of its kind, or {count} if the pile is frozen.",
                "A two or joker on top: you need two more of its kind, or {count} if the pile is frozen.",
                pile.frozen_needs,
            ).format(count=pile.frozen_needs)
            if pile.frozen_needs > 2
            else _("A two or joker on top: you need two more of its kind.")
        )
    if pile.wild_joins:
        yield (
            _(
                "If the pile isn't frozen and a wild card is on top, you can take the pile for any meld that can have that wild card."
            )
            if freezable(rules)
            else _("If a wild card is on top, you can take the pile for any meld that can have that wild card.")
        )
    yield from _limits_of_taking(rules)


def frozen(rules: Rules) -> Iterator[str]:
    """Yield what a frozen pile is taken with."""
    pile = rules.pile
    if rules_examples.always_naturals(rules):
        yield _(
            "To take the pile, you must lay down its top card at once, together with two natural cards of its rank from your hand."
        )
        if pile.frozen_needs > 2 and (pile.always_frozen or freezable(rules)):
            yield ngettext(
                "When the pile is frozen, you need {count} natural card of that rank.",
                "When the pile is frozen, you need {count} natural cards of that rank.",
                pile.frozen_needs,
            ).format(count=pile.frozen_needs)
    elif freezable(rules):
        taken_with = ngettext(
            "**Frozen:** you can take the pile only with {count} natural card of the top card's rank from your hand.",
            "**Frozen:** you can take the pile only with {count} natural cards of the top card's rank from your hand.",
            pile.frozen_needs,
        ).format(count=pile.frozen_needs)
        unopened = by_sides(
            rules,
            _("Until your side has opened, the pile is always frozen for you."),
            _("Until you have opened, the pile is always frozen for you."),
        )
        yield f"{taken_with} {unopened}" if pile.frozen_for_unopened else taken_with


def freezable(rules: Rules) -> bool:
    """Return whether players meet a frozen pile in this game."""
    return rules.pile.can_be_taken and not rules.takes_freely and rules_examples.freezable(rules)


def _free_pile(rules: Rules) -> Iterator[str]:
    """Yield what is special about a pile that goes to the hand as a whole."""
    pile = rules.pile
    if pile.needs == "meld":
        yield _("If you take the pile, you must lay down a card in the same turn, from the pile or from your hand.")
    else:
        yield _("You can take the pile at any time instead of drawing. You don't have to lay down anything for it.")
    yield from closing(rules)
    yield from blocking(rules)
    yield from _limits_of_taking(rules)


def _limits_of_taking(rules: Rules) -> Iterator[str]:
    """Yield what prevents taking the pile, or a part of it, whatever cards the top card is taken with."""
    pile, free = rules.pile, rules.takes_freely
    if pile.own_canasta == "never":
        yield by_sides(
            rules,
            _("You can't take the pile when its top card has the rank of a canasta of your side."),
            _("You can't take the pile when its top card has the rank of one of your canastas."),
        )
    elif pile.own_canasta == "opponents":
        yield _("If you discard a card that fits a canasta of your opponents, they can't take the pile with it.")
    if not pile.one_card:
        yield _("With just one card left in your hand, you can't take a pile that is just one card.")
    if free and "lone-card" in rules.discards.barred:
        yield _(
            "If you take a pile of one card, you can't discard that card in the same turn, unless you already held another one like it."
        )
    if rules.opening.with_pile == "no":
        yield by_sides(
            rules,
            _("Your side must open before you can take the pile."),
            _("You must open before you can take the pile."),
        )
    elif rules.opening.with_pile == "first-from-hand" and not free:
        yield _(
            "To open and take the pile in the same turn, first open with cards from your hand alone, then take the pile."
        )
    if pile.own_meld_first:
        yield _("You can take the pile only if you have laid down a new meld of your own.")
    if pile.sequences == "top-card":
        yield by_sides(
            rules,
            _("Instead of drawing, you can take just the top card and add it to a run of your side."),
            _("Instead of drawing, you can take just the top card and add it to one of your runs."),
        )
    elif pile.sequences == "whole" and not free:
        yield by_sides(
            rules,
            _(
                "You can also take the pile if you add its top card to a run of your side, or start a run with it and two cards from your hand."
            ),
            _(
                "You can also take the pile if you add its top card to one of your runs, or start a run with it and two cards from your hand."
            ),
        )
    if pile.taken == "top":
        yield _("You take only the top card of the pile, and draw nothing in that turn.")
    yield from _part_of_pile(rules)


def closing(rules: Rules) -> Iterator[str]:
    """Yield which discards close the pile."""
    if rules.discards.close:
        closes = (
            _("Discarding any of these closes the pile to the next player: {cards}.")
            if rules.discards.closes_next_only
            else _("Discarding any of these closes the pile to everyone until it is that player's turn again: {cards}.")
        )
        yield closes.format(cards=kinds_listed(rules.discards.close))


def blocking(rules: Rules) -> Iterator[str]:
    """Yield which top cards block the pile."""
    blocked = [kind for kind in rules.discards.block if kind != "caliente" or rules.pack.calientes]
    if rules.pile.wild_top:
        blocked = [kind for kind in blocked if kind not in ("joker", "two")]
    if not _red_three_comes_on_top(rules):
        blocked = [kind for kind in blocked if kind != "red-three"]
    if blocked:
        said = [
            _("**Blocked:** the pile can't be taken while one of these is on top: {cards}.").format(
                cards=kinds_listed(blocked)
            )
        ]
        if "black-three" in blocked:
            said.append(_("A black three blocks it only until another card covers it."))
        yield " ".join(said)


def _red_three_comes_on_top(rules: Rules) -> bool:
    """Return whether a red three can lie on the pile: one that is never held can only be an upcard left uncovered."""
    return rules.threes.red != "at-once" or (rules.deal.upcard and "red-three" not in rules.deal.cover)


def _part_of_pile(rules: Rules) -> Iterator[str]:
    """Yield how much of the pile is taken, if that is neither all of it nor one card."""
    limits = {"five": 5, "seven": 7}
    if rules.pile.taken in limits:
        count = limits[rules.pile.taken]
        yield ngettext("You take only the top {count} card.", "You take only the top {count} cards.", count).format(
            count=count
        )
    elif rules.pile.taken == "to-wild":
        yield _("You take only the cards down to the next wild card.")
