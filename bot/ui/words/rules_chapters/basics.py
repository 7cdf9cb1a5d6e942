"""The aim of the game, its partners and its end."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.rules import Rules
from bot.ui.i18n import _, amount, ngettext
from bot.ui.words.rules_chapters.chapter import by_sides


def in_short(rules: Rules) -> Iterator[str]:
    """Yield what the game is about."""
    yield _("Collect cards that go together, lay them down in *melds*, and make *canastas* of seven cards.")
    yield from _sides(rules)
    if rules.rounds:
        yield ngettext(
            "The game is {count} round long, whatever the points.",
            "The game is {count} rounds long, whatever the points.",
            rules.rounds,
        ).format(count=rules.rounds)
        yield (
            _("Then whoever has the most points wins; while first place is tied, another round is played.")
            if rules.more_rounds
            else _("Then whoever has the most points wins; a tie for first place is a draw.")
        )
    else:
        yield ngettext(
            "The game ends after the round in which somebody reaches {target} point, and the highest score wins; if first place is tied, another round is played.",
            "The game ends after the round in which somebody reaches {target} points, and the highest score wins; if first place is tied, another round is played.",
            rules.target,
        ).format(target=amount(rules.target))
    if (count := rules.canastas.automatic) is not None:
        yield by_sides(
            rules,
            ngettext(
                "A side that makes {count} canasta in one round wins the game at once.",
                "A side that makes {count} canastas in one round wins the game at once.",
                count,
            ),
            ngettext(
                "A player who makes {count} canasta in one round wins the game at once.",
                "A player who makes {count} canastas in one round wins the game at once.",
                count,
            ),
        ).format(count=count)


def _sides(rules: Rules) -> Iterator[str]:
    """Yield who plays with whom."""
    match rules.side.mode:
        case "fixed" if rules.side.sides == rules.seats:
            yield _("Everyone plays alone.")
        case "fixed":
            players = rules.seats // rules.side.sides
            yield (
                _("{sides} sides of {players} players; partners sit opposite each other and share all their melds.")
                if players == 2
                else _(
                    "{sides} sides of {players} players; nobody sits next to a partner, and partners share all their melds."
                )
            ).format(sides=rules.side.sides, players=players)
        case "lone":
            yield _(
                "The first player to take the pile in a round plays alone against the other two, who become partners."
            )
        case "alliance":
            yield (
                _(
                    "The first player to take the pile in a round plays alone; the other two share their melds, and each scores all of them."
                )
                if "full-share" in rules.side.pairing
                else _(
                    "The first player to take the pile in a round plays alone; the other two share their melds, and each scores half of their points."
                )
            )
        case "sit-out":
            yield _("Two sides, of two and of three players; one of the three sits out each round.")
        case "rotating":
            yield _("Two play against three, and the pair changes every round; everyone has their own score.")
    if rules.side.mode in ("lone", "alliance"):
        if "lone-by-going-out" in rules.side.pairing:
            yield _("If nobody takes the pile, the player who goes out counts as the lone player.")
        if "shared-opening" not in rules.side.pairing:
            yield _("Each partner must open separately.")
    yield by_sides(rules, _("Nobody adds to the melds of opponents."), _("Nobody adds to the melds of others."))
