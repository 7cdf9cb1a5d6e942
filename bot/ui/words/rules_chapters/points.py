"""The chapter on points: what melds, canastas, going out and cards left in hands count."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.cards import ACE
from bot.canasta.melds import CANASTA
from bot.canasta.rules import Rules
from bot.canasta.rules.model import RankRules, SpecialHand
from bot.canasta.rules.words import CHOICES
from bot.ui.i18n import _, amount, labelled
from bot.ui.words import rule_values, rules_examples
from bot.ui.words.rules_chapters.chapter import ACE_TO_KING, Chapter, by_sides, melds_of, special_ranks, table


def chapter(rules: Rules) -> Chapter:
    """Return the chapter for a table of these rules."""
    return Chapter(_("Points"), list(lines(rules)))


def lines(rules: Rules) -> Iterator[str]:
    """Yield what everything counts."""
    yield by_sides(
        rules,
        _("When the round ends, your side adds the points of its melded cards."),
        _("When the round ends, you add the points of your melded cards."),
    )
    yield by_sides(
        rules,
        _("Cards left in the hands of your side are subtracted."),
        _("Cards left in your hand are subtracted."),
    )
    if rules.deal.foot and "feet" in rules.score.against:
        yield _("The cards of a foot left unplayed are subtracted too.")
    if "melded-cards" in rules.score.against:
        yield by_sides(
            rules,
            _("If your side has no canasta, its melded cards are subtracted instead."),
            _("If you have no canasta, your melded cards are subtracted instead."),
        )
    yield bonuses(rules)
    if example := rules_examples.semi_clean(rules):
        yield example
    yield from trump(rules)
    if rules.canastas.fixed_when_made:
        yield _("A canasta keeps the bonus it had when it was made.")
    if rules.canastas.concealed:
        yield _("A canasta laid down complete from one hand earns another {points}.").format(
            points=rules.canastas.concealed
        )
    if rules.canastas.counted:
        yield table(_("Several canastas together also earn:"), rule_values.counted_rows(rules.canastas.counted))
    yield from _special_hands(rules)
    penalties = [
        (rules.wilds.unfinished, _("a meld of wild cards that isn't a canasta")),
        (rules.sequences.unfinished, _short_run(rules)),
        *(
            (own.unfinished, _("a meld of {ranks} that isn't a canasta").format(ranks=melds_of(name, own)))
            for name, own in special_ranks(rules)
        ),
        *((own.held, _too_many(rules, name, own)) for name, own in special_ranks(rules)),
    ]
    costs = [labelled(what, f"−{amount(points)}") for points, what in penalties if points]
    if costs:
        yield table(_("Penalties:"), costs)
    yield from _foot_points(rules)
    if example := rules_examples.end_of_round(rules):
        yield example


def _short_run(rules: Rules) -> str:
    if rules.sequences.unfinished_up_to < CANASTA - 1:
        return _("a run of at most {count} cards").format(count=rules.sequences.unfinished_up_to)
    return _("a run that isn't a canasta")


def trump(rules: Rules) -> Iterator[str]:
    """Yield what the trump suit is for, if there is one."""
    if rules.sequences.allowed and rules.sequences.trump:
        yield _("The suit of the first upcard is trump for the round: a run of trumps that is a canasta earns double.")


def bonuses(rules: Rules) -> str:
    """Return what canastas earn, as a list."""
    rows = list(_canastas(rules))
    return table(
        _("Each canasta also earns one of these, the first one that fits:")
        if len(rows) > (2 if _natural_or_mixed(rules) else 1)
        else _("Each canasta also earns:"),
        rows,
    )


def _natural_or_mixed(rules: Rules) -> bool:
    """Return whether canastas are natural or mixed ones, which exclude each other."""
    return rules.melds.ranks != "none" or rules.sequences.counts == "natural-or-mixed"


def _canastas(rules: Rules) -> Iterator[str]:
    """Yield what each kind of canasta earns; one that counts instead of another stands before it."""
    if rules.twos.allowed:
        yield by_sides(
            rules,
            _("canasta of twos, for a side that goes out: {natural}, or {mixed} with jokers"),
            _("canasta of twos, if you go out: {natural}, or {mixed} with jokers"),
        ).format(natural=amount(rules.twos.natural), mixed=amount(rules.twos.mixed))
    runs = rules.sequences
    there = {"eight", "eight-wild"}
    there |= {"wild-run"} if runs.allowed and runs.counts == "sequence" else set()
    if runs.allowed and runs.ace != "high" and runs.max_size >= ACE_TO_KING:
        there |= {"royal", "royal-wild", "royal-aces"}
    if runs.allowed and runs.max_size > ACE:
        there |= {"four-to-ace", "four-to-ace-wild"}
    earned = dict[str, int](rules.canastas.special)
    names = CHOICES["canastas.special"]
    for which in reversed(list(names)):
        if which in there and which in earned:
            yield labelled(_(names[which]), amount(earned[which]))
    if runs.allowed and runs.counts == "sequence":
        yield labelled(_("run of seven"), amount(runs.bonus))
    if rules.wilds.allowed:
        yield labelled(_("canasta of wild cards"), _wild_points(rules))
    for name, own in reversed(special_ranks(rules)):
        if own.canasta is not None:
            kind = _("natural canasta of {ranks}") if own.concerns == "natural" else _("canasta of {ranks}")
            yield labelled(kind.format(ranks=rule_values.rank(name)), amount(own.canasta))
    if _natural_or_mixed(rules):
        yield labelled(_("natural canasta"), amount(rules.canastas.natural))
    if (semi := rules.canastas.earns("semi-clean")) is not None:
        name = names["semi-clean"]
        yield labelled(_(name), amount(semi))
    if _natural_or_mixed(rules):
        yield labelled(_("mixed canasta"), amount(rules.canastas.mixed))


def _too_many(rules: Rules, name: str, own: RankRules) -> str:
    said = (
        _("{count} or more {ranks} left in a hand")
        if own.held_if_mixed
        else by_sides(
            rules,
            _("{count} or more {ranks} left in a hand, unless the side has a mixed meld of the rank"),
            _("{count} or more {ranks} left in a hand, unless the player has a mixed meld of the rank"),
        )
    )
    return said.format(count=own.held_from, ranks=rule_values.rank(name))


def _foot_points(rules: Rules) -> Iterator[str]:
    """Yield what a foot counts, taken or not."""
    score = rules.score
    if taken := score.foot("taken"):
        yield by_sides(
            rules,
            _("A foot that your side has taken earns {points}."),
            _("A foot that you have taken earns {points}."),
        ).format(points=amount(taken))
    if left := score.foot("left"):
        yield by_sides(
            rules,
            _("A foot that your side hasn't taken costs {points}."),
            _("A foot that you haven't taken costs {points}."),
        ).format(points=amount(left))
    if score.foot_when == "played":
        yield (
            _("A foot from which no card has been played counts as not taken.")
            if "feet" in score.against
            else _("A foot from which no card has been played counts as not taken, and its cards count for nobody.")
        )
    elif rules.deal.foot and "feet" not in score.against:
        yield _("The cards of a foot left unplayed count for nobody.")


def _special_hands(rules: Rules) -> Iterator[str]:
    extra = rules.extra
    hands: list[tuple[SpecialHand, str]] = [
        ("straight", _("one card of every rank and a joker")),
        (
            "pairs",
            _("seven pairs of natural cards, of seven ranks")
            if "seven-ranks" in extra.hands_made
            else _("seven pairs of natural cards"),
        ),
        (
            "wild-pairs",
            _("seven pairs with sevens, aces and twos or jokers")
            if "joker-pair" in extra.hands_made
            else _("seven pairs with sevens, aces and twos"),
        ),
        (
            "garbage",
            _("three cards of each of four ranks, and two twos or two jokers")
            if "triples" in extra.hands_made
            else _("natural cards: four of each of two ranks, and three of each of two others"),
        ),
    ]
    said = dict(hands)
    named = [labelled(said[hand], amount(points)) for hand, points in extra.hands if points]
    if named:
        yield table(
            by_sides(
                rules,
                _(
                    "If you can lay down one of these special hands of 14 cards before your side has melded, the round ends and you earn:"
                ),
                _(
                    "If you can lay down one of these special hands of 14 cards before you have melded, the round ends and you earn:"
                ),
            ),
            named,
        )


def _wild_points(rules: Rules) -> str:
    most = rules.wilds.bonus(1)
    other = [row for row in rules.wilds.bonuses if row[1] != most]
    return amount(most) + (f" ({', '.join(rule_values.joker_rows(other))})" if other else "")
