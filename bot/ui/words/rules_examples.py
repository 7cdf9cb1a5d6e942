"""Examples for the rules of a table, worked out from its parameters; none where the rules make one too special."""

from __future__ import annotations

from bot.canasta.cards import RANKS
from bot.canasta.melds import CANASTA
from bot.canasta.rules import Rules
from bot.ui.i18n import _, amount
from bot.ui.words import rule_values

#: Cards added to a first meld until it opens: usual melds, each with a rank of its own.
_MORE = ("7 7 7", "A A A", "Q Q Q", "J J J")


def opening(rules: Rules) -> str | None:
    """Return an example of melds that open at the start of a game, after one that doesn't."""
    table = rules.opening.table
    reached = 1 if rules.opening.by == "round" else 0
    needed = next((needed for start, needed in reversed(table) if reached >= start), table[0][1])
    if not isinstance(needed, int) or not needed or rules.melds.ranks != "all":
        return None
    melds = ["K K 2" if _opens_with_wild(rules) else "K K K"]
    for more in _MORE:
        if _worth(rules, melds) >= needed:
            break
        melds.append(more)
    total = _worth(rules, melds)
    if total < needed or 3 * len(melds) > rules.deal.hand:
        return None
    facts = {"first": melds[0], "needed": amount(needed), "total": amount(total)}
    if len(melds) == 1:
        return _("*Example:* {first} is worth {total}, enough to open with {needed}.").format_map(facts)
    facts |= {"points": amount(_worth(rules, melds[:1])), "more": rule_values.listed(melds[1:])}
    return _(
        "*Example:* you need {needed}. {first} is worth only {points}, but together with {more} you have {total} and can open."
    ).format_map(facts)


def frozen_pile(rules: Rules) -> str | None:
    """Return an example of what takes a pile that is harder to take, and what doesn't."""
    pile = rules.pile
    if pile.wild_helps or rules.melds.ranks != "all":
        return None
    if freezable(rules):
        text = _(
            "*Example:* the pile is frozen and a 9 is on top. With {cards} from your hand you can take it. A 9 and a joker aren't enough, and neither is a meld of nines on the table."
        )
        needed = pile.frozen_needs
    elif always_naturals(rules):
        text = _(
            "*Example:* a 9 is on top. With {cards} from your hand you can take the pile. A 9 and a joker aren't enough, and neither is a meld of nines on the table."
        )
        needed = pile.frozen_needs if pile.always_frozen else 2
    else:
        return None
    return text.format(cards=" ".join(["9"] * needed))


def always_naturals(rules: Rules) -> bool:
    """Return whether only natural cards of the top card's rank take the pile, frozen or not."""
    pile = rules.pile
    return pile.always_frozen or (pile.onto_meld == "never" and not pile.natural_and_wild)


def freezable(rules: Rules) -> bool:
    """Return whether the pile is harder to take at some times than at others."""
    pile, discards = rules.pile, rules.discards
    if pile.always_frozen or (always_naturals(rules) and pile.frozen_needs <= 2):
        return False
    covered = rules.deal.upcard and bool(rules.deal.cover) and rules.deal.cover_freezes
    return pile.frozen_for_unopened or bool(discards.freeze) or discards.covered_black_freezes or covered


def semi_clean(rules: Rules) -> str | None:
    """Return an example of a run with a wild card that earns more than others with one."""
    earned, runs = rules.canastas.earns("semi-clean"), rules.sequences
    if earned is None or not runs.allowed or runs.counts != "natural-or-mixed" or runs.max_size <= CANASTA:
        return None
    return _(
        "*Example:* 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 2♠ earn {semi}, because seven natural cards are in a row. 3♦ 4♦ 5♦ 2♠ 7♦ 8♦ 9♦ earn {mixed}."
    ).format(semi=amount(earned), mixed=amount(rules.canastas.mixed))


def end_of_round(rules: Rules) -> str | None:
    """Return an example of what a canasta and cards left in a hand count."""
    most = rules.melds.max_size
    if rules.melds.ranks != "all" or (most is not None and most < CANASTA) or rules.melds.min_naturals > CANASTA:
        return None
    own = rules.ranks.king.canasta
    bonus = rules.canastas.natural if own is None else own
    cards = CANASTA * _points(rules, "K")
    return _(
        "*Example:* seven kings earn {bonus} as a natural canasta and {cards} as cards: {total} in all. If you still hold A K 7 when the round ends, you lose {left}."
    ).format(
        bonus=amount(bonus), cards=amount(cards), total=amount(bonus + cards), left=amount(_worth(rules, ["A K 7"]))
    )


def _opens_with_wild(rules: Rules) -> bool:
    """Return whether two kings and a two may open."""
    melds = rules.melds
    return (
        melds.max_wilds != 0
        and melds.min_naturals <= 2
        and melds.ratio != "half-of-naturals"
        and rules.ranks.king.pure == "no"
        and not rules.opening.pure
        and rules.opening.triple == "no"
    )


def _worth(rules: Rules, melds: list[str]) -> int:
    return sum(_points(rules, rank) for meld in melds for rank in meld.split())


def _points(rules: Rules, rank: str) -> int:
    return rules.card_values[RANKS.index(rank)]
