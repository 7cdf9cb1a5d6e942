"""The chapter on a turn: drawing, and what may be discarded."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.rules import Rules
from bot.ui.i18n import _, ngettext
from bot.ui.words import rule_values
from bot.ui.words.rules_chapters.chapter import Chapter, by_sides, special_ranks


def chapter(rules: Rules) -> Chapter:
    """Return the chapter for a table of these rules."""
    return Chapter(_("Your turn"), list(lines(rules)), numbered=True)


def lines(rules: Rules) -> Iterator[str]:
    """Yield the steps of a turn, each with all that limits it."""
    if rules.opening.before_draw:
        yield by_sides(
            rules,
            _("If your side hasn't opened yet, you can open now, before you draw, but not later in your turn."),
            _("If you haven't opened yet, you can open now, before you draw, but not later in your turn."),
        )
    draw = ngettext("Draw {count} card", "Draw {count} cards", rules.turn.draw).format(count=rules.turn.draw)
    if not rules.pile.can_be_taken:
        yield _("{draw} from the stock.").format(draw=draw)
    elif rules.takes_freely and rules.pile.taken == "all":
        yield _("{draw} from the stock, or take the whole pile into your hand.").format(draw=draw)
    elif rules.takes_freely:
        yield _("{draw} from the stock, or take cards from the pile into your hand.").format(draw=draw)
    elif rules.pile.taken == "top":
        yield _("{draw} from the stock, or take the top card of the pile if you can use it.").format(draw=draw)
    elif rules.pile.taken != "all":
        yield _("{draw} from the stock, or take cards from the pile if you can use its top card.").format(draw=draw)
    else:
        yield _("{draw} from the stock, or take the whole pile if you can use its top card.").format(draw=draw)
    second = [
        by_sides(
            rules,
            _("Lay down melds or add to melds of your side, if you like."),
            _("Lay down melds or add to your melds, if you like."),
        )
    ]
    if rules.pack.calientes:
        second.append(
            by_sides(
                rules,
                _(
                    "Playing a caliente refills your hand and costs {points}. You can't play it while your side has more melds than another."
                ),
                _(
                    "Playing a caliente refills your hand and costs {points}. You can't play it while you have more melds than another player."
                ),
            ).format(points=rules.extra.caliente_cost)
        )
        second.append(
            _("Your hand is filled up to as many cards as were dealt.")
            if rules.extra.caliente_to_deal
            else _("Your hand is filled up to as many cards as you held when the turn began.")
        )
        second.append(_("One caliente left in your hand doubles what your hand costs you; two triple it."))
    if rules.extra.hand:
        second.append(
            by_sides(
                rules,
                ngettext(
                    "The player who opens for a side can take {count} extra card.",
                    "The player who opens for a side can take {count} extra cards.",
                    rules.extra.hand,
                ),
                ngettext(
                    "When you open, you can take {count} extra card.",
                    "When you open, you can take {count} extra cards.",
                    rules.extra.hand,
                ),
            ).format(count=rules.extra.hand)
        )
    yield " ".join(second)
    yield " ".join([_("Discard one card. Your turn is over, and the player on your left goes on."), *_discards(rules)])


def _discards(rules: Rules) -> Iterator[str]:
    """Yield what you can't discard."""
    if rules.discards.wilds == "forced":
        yield _("You can discard a wild card only when you hold nothing else.")
    elif rules.discards.wilds == "last-or-forced":
        yield _("You can discard a wild card only as your last card, or when you hold nothing else.")
    if "threes" in rules.discards.barred:
        yield _("You can discard a three only as your last card.")
    for when, line in (
        (
            "own-canasta",
            by_sides(
                rules,
                _("You can't discard these before your side has a canasta of the rank: {ranks}."),
                _("You can't discard these before you have a canasta of the rank: {ranks}."),
            ),
        ),
        (
            "every-canasta",
            by_sides(
                rules,
                _("You can't discard these before every side has a canasta of the rank: {ranks}."),
                _("You can't discard these before every player has a canasta of the rank: {ranks}."),
            ),
        ),
    ):
        if ranks := [rule_values.rank(name) for name, own in special_ranks(rules) if own.discard == when]:
            yield line.format(ranks=rule_values.listed(ranks))
    if "aces-and-sevens" in rules.discards.barred:
        yield _(
            "You can't start an empty pile with an ace or a seven, unless aces and sevens are your only natural cards."
        )
    if "early-black-threes" in rules.discards.barred:
        yield _("You can't discard a black three before everybody has had a turn.")
    if "safe-cards" in rules.discards.barred:
        yield _("You can't start an empty pile with a card the next player can't use while you hold another.")
    if rules.turn.exchange:
        yield _("The player who begins the round can throw the first card drawn onto the pile and draw another.")
    if rules.turn.float:
        yield _("While you play from your foot, you can end a turn without discarding.")
