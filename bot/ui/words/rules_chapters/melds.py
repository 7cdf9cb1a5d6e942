"""The chapter on melds: sets, runs, and wild cards."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.melds import CANASTA
from bot.canasta.rules import Rules
from bot.ui.i18n import _, ngettext
from bot.ui.words import rule_values
from bot.ui.words.rules_chapters.chapter import ACE_TO_KING, Chapter, by_sides, special_ranks


def chapter(rules: Rules) -> Chapter:
    """Return the chapter for a table of these rules."""
    return Chapter(_("Melds"), list(lines(rules)))


def lines(rules: Rules) -> Iterator[str]:
    """Yield what may be laid."""
    melds = rules.melds
    if melds.ranks == "none":
        yield _("There are no melds of one rank, only runs.")
    else:
        kinds = (
            _("Three or more aces, or three or more threes.")
            if melds.ranks == "aces-and-threes"
            else _("Three or more cards of one rank, from 3 to ace.")
            if rules.plain_threes
            else _("Three or more cards of one rank, from 4 to ace.")
        )
        yield kinds
        yield from _wilds_in_melds(rules)
    if melds.max_size is not None:
        yield ngettext(
            "No meld has more than {count} card.", "No meld has more than {count} cards.", melds.max_size
        ).format(count=melds.max_size)
    if melds.max_natural is not None:
        yield ngettext(
            "A canasta without wild cards has at most {count} card.",
            "A canasta without wild cards has at most {count} cards.",
            melds.max_natural,
        ).format(count=melds.max_natural)
    if melds.ranks != "none":
        yield {
            "one": by_sides(
                rules, _("A side can have only one meld of each rank."), _("You can have only one meld of each rank.")
            ),
            "after-canasta": by_sides(
                rules,
                _("A side can start a second meld of a rank when the first is a canasta."),
                _("You can start a second meld of a rank when the first is a canasta."),
            ),
            "two": by_sides(rules, _("A side can have two melds of a rank."), _("You can have two melds of a rank.")),
        }[melds.same_rank]
    if not melds.canasta_wilds:
        yield _("You can't add wild cards to a canasta.")
    elif _can_become_mixed(rules):
        yield _("A wild card that you add to a natural canasta makes it mixed.")
    if not rules.wilds.allowed and not rules.twos.allowed:
        yield _("Wild cards can't be a meld by themselves.")
    if melds.not_theirs:
        yield _("You can't start a meld in the rank of a canasta of your opponents.")
    for pure, line in (
        ("yes", _("No wild cards in melds of {ranks}.")),
        (
            "opening",
            by_sides(
                rules,
                _("No wild cards in melds of {ranks}, unless the meld had one when your side opened."),
                _("No wild cards in melds of {ranks}, unless the meld had one when you opened."),
            ),
        ),
    ):
        if found := [rule_values.rank(name) for name, own in special_ranks(rules) if own.pure == pure]:
            yield line.format(ranks=rule_values.listed(found, either=True))
    if rules.sequences.allowed:
        yield from _runs(rules)
    if rules.wilds.allowed:
        yield from _wild_melds(rules)
    if rules.twos.allowed:
        yield _(
            "Twos can be melded as a rank of their own, with at most two jokers; until that meld is a canasta, twos can't be used elsewhere."
        )
    if melds.cap is not None:
        yield by_sides(
            rules,
            ngettext(
                "A side can have at most {count} canasta.", "A side can have at most {count} canastas.", melds.cap
            ),
            ngettext("You can have at most {count} canasta.", "You can have at most {count} canastas.", melds.cap),
        ).format(count=melds.cap)
    if melds.cap_red_threes == "always":
        yield by_sides(
            rules,
            _("A side can't have more canastas than red threes."),
            _("You can't have more canastas than red threes."),
        )


def _wilds_in_melds(rules: Rules) -> Iterator[str]:
    """Yield how many natural and wild cards a meld of one rank may have."""
    melds = rules.melds
    naturals = ngettext(
        "A meld of one rank needs at least {count} natural card",
        "A meld of one rank needs at least {count} natural cards",
        melds.min_naturals,
    ).format(count=melds.min_naturals)
    if melds.max_wilds is not None:
        wilds = ngettext(
            "{naturals} and can have at most {count} wild card.",
            "{naturals} and can have at most {count} wild cards.",
            melds.max_wilds,
        )
        yield wilds.format(naturals=naturals, count=melds.max_wilds)
    else:
        yield f"{naturals}."
    ratios = {
        "at-most-naturals": _("A meld never has more wild cards than natural ones."),
        "fewer-than-naturals": _("A meld always has more natural cards than wild ones."),
        "half-of-naturals": _("A meld has at least twice as many natural cards as wild ones."),
    }
    if melds.ratio in ratios:
        yield ratios[melds.ratio]
    if melds.big_unlimited:
        yield _("A meld of more than seven cards, at least four of them natural, can have any number of wild cards.")


def _runs(rules: Rules) -> Iterator[str]:
    """Yield what a run may hold, and what it counts as."""
    runs = rules.sequences
    if runs.ace == "high" and runs.max_size == CANASTA:
        yield _("A run has three to seven cards of one suit in a row, from 4 up to the ace.")
    elif runs.ace == "either-end" and runs.max_size > ACE_TO_KING:
        yield _("A run has at least 3 cards of one suit in a row, and at most all 13 of them and a wild card.")
        yield _("The ace counts once in a run: above the king or below the 2.")
    else:
        yield ngettext(
            "A run has 3 to {most} card of one suit in a row.",
            "A run has 3 to {most} cards of one suit in a row.",
            runs.max_size,
        ).format(most=runs.max_size)
        yield {
            "high": _("Runs go from 4 up to the ace."),
            "either-end": _("The ace is above the king or below the 2."),
            "both-ends": _("The ace is above the king, below the 2, or at both ends of a run."),
        }[runs.ace]
    yield by_sides(rules, _("A side can have several runs of one suit."), _("You can have several runs of one suit."))
    if runs.ace != "high":
        yield _("A 2 in its own place in a run of its suit is natural, as in A♥ 2♥ 3♥.")
    if runs.max_wilds:
        naturals = ngettext(
            "A run needs at least {count} natural card", "A run needs at least {count} natural cards", runs.min_naturals
        ).format(count=runs.min_naturals)
        wilds = ngettext(
            "{naturals} and can have at most {count} wild card.",
            "{naturals} and can have at most {count} wild cards.",
            runs.max_wilds,
        )
        yield wilds.format(naturals=naturals, count=runs.max_wilds)
    else:
        yield _("Runs have no wild cards.")
    if runs.free_wild:
        yield _(
            "You can replace a wild card in a run: add the card that it stands for. The wild card then moves to an end of the run, the upper one if there is room."
        )
        yield _("If the run begins with a 3, a 2 of its suit goes below the 3 instead and is natural there.")
    if runs.counts == "natural-or-mixed":
        yield _("A run of seven or more cards is a canasta: natural without wild cards, mixed with them.")
    else:
        yield _("A run of seven cards is a canasta of its own kind.")


def _wild_melds(rules: Rules) -> Iterator[str]:
    wilds = rules.wilds
    if wilds.whole:
        yield _("Seven wild cards can be melded by themselves.")
    else:
        yield _("Three or more wild cards can be melded by themselves.")
    if wilds.max_size is not None:
        yield ngettext(
            "A meld of wild cards has at most {count} card.",
            "A meld of wild cards has at most {count} cards.",
            wilds.max_size,
        ).format(count=wilds.max_size)
    if wilds.melds == "after-canasta":
        yield by_sides(
            rules,
            _("A side can start a second meld of wild cards when the first is a canasta."),
            _("You can start a second meld of wild cards when the first is a canasta."),
        )
    elif wilds.melds == "two":
        yield by_sides(rules, _("A side can have two melds of wild cards."), _("You can have two melds of wild cards."))
    if "other-melds" in wilds.bars:
        yield by_sides(
            rules,
            _(
                "While your side has a meld of wild cards that isn't a canasta yet, its other melds can't get wild cards."
            ),
            _("While you have a meld of wild cards that isn't a canasta yet, your other melds can't get wild cards."),
        )
    if wilds.binds:
        yield by_sides(
            rules,
            _(
                "While your side has a meld of wild cards that isn't a canasta yet, you can't discard a wild card or go out."
            ),
            _("While you have a meld of wild cards that isn't a canasta yet, you can't discard a wild card or go out."),
        )
    if wilds.pure_twos:
        yield _("A canasta of twos counts as natural, other canastas of wild cards as mixed.")


def _can_become_mixed(rules: Rules) -> bool:
    """Return whether a natural canasta can get a wild card, and then counts as mixed and nothing else."""
    melds = rules.melds
    return (
        melds.ranks != "none"
        and melds.max_wilds != 0
        and (melds.max_size is None or melds.max_size > CANASTA)
        and not rules.canastas.fixed_when_made
        and rules.canastas.earns("semi-clean") is None
        and rules.canastas.earns("eight-wild") is None
    )
