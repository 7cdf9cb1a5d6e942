"""The chapter on threes, and on cards that are set aside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.canasta.cards import THREE
from bot.canasta.rules import Rules
from bot.ui.i18n import _, amount, labelled, ngettext
from bot.ui.words import card_names
from bot.ui.words.rules_chapters.chapter import Chapter, by_sides, table


def chapter(rules: Rules) -> Chapter:
    """Return the chapter for a table of these rules."""
    return Chapter(_("Threes"), list(lines(rules)))


def lines(rules: Rules) -> Iterator[str]:
    """Yield what is done with threes and what they count."""
    threes = rules.threes
    match threes.red:
        case "at-once":
            yield _earning(
                rules,
                _("Lay down red threes (♥ ♦) at once and draw a card for each."),
                _("Together they earn:"),
                _red_rows(threes.totals),
            )
        case "held":
            yield _earning(
                rules,
                _("You can lay down red threes (♥ ♦) in your turn and draw a card for each."),
                _("Together they earn:"),
                _red_rows(threes.totals),
            )
            if rules.deal.red_threes_first:
                yield _("Red threes that you are dealt are laid down before the first upcard is turned.")
            yield _("A red three left in your hand costs {points}.").format(points=threes.costs("red") or 0)
            if (early := threes.costs("red-no-turn")) is not None:
                yield _("If you haven't had a turn, a red three left in your hand costs only {points}.").format(
                    points=early
                )
        case "optional":
            yield _earning(
                rules,
                _("You can lay down threes and draw a card for each."),
                _("Together the threes of one colour earn:"),
                [
                    labelled(card_names.counted(THREE, number), amount(total))
                    for number, total in enumerate(threes.totals, 1)
                ],
            )
            yield (
                _("You can lay down threes at any time before your discard.")
                if threes.any_time
                else _(
                    "You can lay down threes before you draw. A three that you draw can also be laid down right after the draw."
                )
            )
            yield {
                "tally-and-5": _(
                    "A three kept in your hand counts as if you had laid it down, and 5 points are subtracted for it as well."
                ),
                "tally": _("A three kept in your hand counts like those laid down."),
                "five": _("A three kept in your hand costs 5."),
                "penalty": _(
                    "A three kept in your hand counts as laid down if that costs points; otherwise it costs 5."
                ),
            }[threes.held_tally]
        case "ordinary":
            yield _("Threes are ordinary cards: you meld them like any others.")
            return
        case "never":
            yield _("You don't lay down threes: you get rid of them by discarding.")
            if cost := threes.costs("red"):
                yield _("A red three left in your hand or foot costs {points}.").format(points=cost)
                if "red" in threes.left_only_out:
                    yield _("Red threes left over cost nothing if nobody goes out.")
            yield from _black_threes(rules)
            return
    yield from _signs_of_threes(rules)
    if rules.pile.can_be_taken:
        if threes.pile_replaced:
            yield _("You also draw a card for a red three in a pile that you take.")
        elif rules.deal.upcard:
            yield _("You draw no card for a red three in a pile that you take.")
    if threes.red != "optional":
        yield from _black_threes(rules)


def _earning(rules: Rules, laid: str, together: str, rows: Sequence[str]) -> str:
    """Return how threes are laid down and, where they ever count, what they earn."""
    if rules.threes.plus_if == "never":
        return f"{laid} " + _("Threes on the table earn and cost nothing.")
    return table(f"{laid} {together}", rows)


def _red_rows(totals: Sequence[int]) -> list[str]:
    """Return what one, two and more red threes earn together."""
    return [
        labelled(ngettext("{count} red three", "{count} red threes", count).format(count=count), amount(total))
        for count, total in enumerate(totals, 1)
    ]


def _signs_of_threes(rules: Rules) -> Iterator[str]:
    """Yield when the points of threes are added, and when they are subtracted."""
    match rules.threes.plus_if:
        case "meld":
            yield by_sides(
                rules,
                _(
                    "If your side has laid down a meld, the points of its threes are added; otherwise they are subtracted."
                ),
                _("If you have laid down a meld, the points of your threes are added; otherwise they are subtracted."),
            )
        case "canasta":
            yield by_sides(
                rules,
                _("If your side has a canasta, the points of its threes are added; otherwise they are subtracted."),
                _("If you have a canasta, the points of your threes are added; otherwise they are subtracted."),
            )
        case "ready":
            yield by_sides(
                rules,
                _(
                    "If your side has all the canastas that it needs to go out, the points of its threes are added; otherwise they are subtracted."
                ),
                _(
                    "If you have all the canastas that you need to go out, the points of your threes are added; otherwise they are subtracted."
                ),
            )
        case "two-canastas":
            yield by_sides(
                rules,
                _(
                    "If your side has at least two canastas, the points of its threes are added. With only one canasta, the threes count for nothing; with none, their points are subtracted."
                ),
                _(
                    "If you have at least two canastas, the points of your threes are added. With only one canasta, the threes count for nothing; with none, their points are subtracted."
                ),
            )
        case "pure-and-mixed":
            yield table(
                by_sides(
                    rules,
                    _("Your side's canastas decide what happens to the points of its threes:"),
                    _("Your canastas decide what happens to the points of your threes:"),
                ),
                [
                    _("a natural and a mixed canasta: they are added"),
                    _("only natural canastas: they count for nothing"),
                    _("only mixed canastas: they are subtracted"),
                    _("no canasta: they are subtracted twice"),
                ],
            )
        case "sevens":
            yield by_sides(
                rules,
                _(
                    "If your side has a canasta of sevens, the points of its threes are added; otherwise they are subtracted."
                ),
                _(
                    "If you have a canasta of sevens, the points of your threes are added; otherwise they are subtracted."
                ),
            )
        case "never":
            return


def _black_threes(rules: Rules) -> Iterator[str]:
    threes = rules.threes
    if threes.black == "like-red":
        yield _("Black threes are laid down, replaced and counted like red ones, but separately.")
    elif threes.black == "may-be-laid":
        yield _("Black threes can be laid down and replaced too, and then count like the red ones, but separately.")
    if threes.black != "like-red" and (threes.red, threes.black_meld) != ("never", "never"):
        yield {
            "never": _("Black threes can't be melded."),
            "going-out": _("You can meld black threes only in the turn you go out: three or more, without wild cards."),
            "all": _("You can meld black threes only all together, in the turn you go out."),
        }[threes.black_meld]
    if threes.black_four:
        yield _("Four black threes melded together are worth {points}.").format(points=threes.black_four)
    yield from set_aside(rules)
    if cost := threes.costs("black"):
        yield _black_three_left(rules).format(points=cost)


def _black_three_left(rules: Rules) -> str:
    """Return what is said of a black three that is left over, with the place for its points."""
    only_out = "black" in rules.threes.left_only_out
    if rules.deal.foot and "feet" in rules.score.against:
        return (
            _("A black three left in your hand or foot costs {points} when somebody else goes out.")
            if only_out
            else _("A black three left in your hand or foot costs {points}.")
        )
    return (
        _("A black three left in your hand costs {points} when somebody else goes out.")
        if only_out
        else _("A black three left in your hand costs {points}.")
    )


def set_aside(rules: Rules) -> Iterator[str]:
    """Yield which cards of a taken pile are set aside, if any are."""
    if rules.threes.set_aside and rules.pile.can_be_taken:
        yield table(
            _("Black threes in a pile that you take are set aside. Together they earn:"),
            [
                labelled(
                    ngettext("{count} black three", "{count} black threes", count).format(count=count), amount(total)
                )
                for count, total in enumerate(rules.threes.set_aside, 1)
            ],
        )
