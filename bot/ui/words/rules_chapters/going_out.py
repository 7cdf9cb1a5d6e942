"""The chapter on going out: what it needs, asking the partner, and going out concealed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.melds.sets import ranks_asked
from bot.canasta.rules import Rules
from bot.ui.i18n import _, ngettext
from bot.ui.words import rule_values
from bot.ui.words.rules_chapters.chapter import Chapter, by_sides, kinds_listed, melds_of, special_ranks


def chapter(rules: Rules) -> Chapter:
    """Return the chapter for a table of these rules."""
    return Chapter(_("Going out"), list(lines(rules)))


def lines(rules: Rules) -> Iterator[str]:
    """Yield what going out needs."""
    out = rules.out
    yield canastas(rules)
    if rules.deal.foot and rules.deal.foot_with == "empty-hand" and out.foot not in ("played", "both-picked-up"):
        yield (
            _("To go out, your side must also have taken its foot.")
            if rules.deal.foot_of == "side" and rules.has_partners
            else _("To go out, you must also have taken your foot.")
        )
    if rules.twos.allowed:
        yield _("A canasta of twos doesn't help you go out.")
    if asked := [rule_values.rank(name) for name in ranks_asked(rules)]:
        yield _("Canastas of {ranks} count as neither natural nor mixed here.").format(ranks=rule_values.listed(asked))
    if out.either_way and (out.asks("natural") or out.asks("mixed")):
        yield _("The numbers of natural and mixed canastas can also be swapped.")
    if runs := out.asks("run"):
        yield ngettext("One of those canastas must be a run.", "{count} of those canastas must be runs.", runs).format(
            count=runs
        )
    if complete := [melds_of(name, own) for name, own in special_ranks(rules) if own.complete]:
        yield by_sides(
            rules,
            _("If your side has started any of these melds, they must be canastas: {ranks}."),
            _("If you have started any of these melds, they must be canastas: {ranks}."),
        ).format(ranks=rule_values.listed(complete))
    if either := out.asks("natural-or-run"):
        yield ngettext(
            "One of those canastas must be natural or a run.",
            "{count} of those canastas must be natural or runs.",
            either,
        ).format(count=either)
    if out.red_threes:
        yield by_sides(
            rules,
            ngettext(
                "Your side also needs {count} red three on the table.",
                "Your side also needs {count} red threes on the table.",
                out.red_threes,
            ),
            ngettext(
                "You also need {count} red three on the table.",
                "You also need {count} red threes on the table.",
                out.red_threes,
            ),
        ).format(count=out.red_threes)
    if rules.melds.cap_red_threes == "going-out":
        yield by_sides(
            rules,
            _("To go out, your side needs at least as many red threes as canastas."),
            _("To go out, you need at least as many red threes as canastas."),
        )
    if out.team_no_threes:
        yield by_sides(rules, _("Nobody on your side may be holding a three."), _("You must not be holding a three."))
    if out.foot == "played":
        yield by_sides(
            rules,
            _("Everyone on your side must have laid down or discarded a card from their foot."),
            _("You must have laid down or discarded a card from your foot."),
        )
    elif out.foot == "both-picked-up":
        yield by_sides(
            rules,
            _("Everyone on your side must have picked up their foot."),
            _("You must have picked up your foot."),
        )
    if out.play_on:
        yield by_sides(
            rules,
            _("If you run out of cards when your side can't go out yet, you draw again in your next turn."),
            _("If you run out of cards when you can't go out yet, you draw again in your next turn."),
        )
    elif rules.deal.foot and rules.deal.foot_with == "empty-hand":
        yield by_sides(
            rules,
            _(
                "If no foot is left for you and your side can't go out yet, you must still have a card in your hand after your discard."
            ),
            _(
                "If no foot is left for you and you can't go out yet, you must still have a card in your hand after your discard."
            ),
        )
    else:
        yield by_sides(
            rules,
            _("As long as your side can't go out, you must still have a card in your hand after your discard."),
            _("As long as you can't go out, you must still have a card in your hand after your discard."),
        )
    if out.discard == "required":
        yield _("You must discard your last card.")
    else:
        yield _("You can go out with or without a last discard.")
    if out.last_not:
        yield _("Your last discard can't be one of these: {cards}.").format(cards=kinds_listed(out.last_not))
    if out.discard_hidden:
        yield _("Your last discard is laid face down.")
    if rules.has_partners:
        yield from _asking(rules)
    if (penalty := rules.score.foot("partner-left")) and rules.has_partners:
        yield _("If your partner hasn't played their foot, that costs another {points}.").format(points=penalty)
    earned = [_("Going out earns {bonus}.").format(bonus=out.bonus)] if out.bonus else []
    if said := " ".join([*earned, *_concealed(rules)]):
        yield said


def canastas(rules: Rules, *, of_kinds: bool = True) -> str:
    """Return how many canastas going out needs, and of which kinds if that is asked."""
    out = rules.out
    if out.canastas == 1 and out.needs == ("natural",):
        return by_sides(
            rules, _("To go out, your side needs a natural canasta."), _("To go out, you need a natural canasta.")
        )
    needs = by_sides(
        rules,
        ngettext(
            "To go out, your side needs {count} canasta", "To go out, your side needs {count} canastas", out.canastas
        ),
        ngettext("To go out, you need {count} canasta", "To go out, you need {count} canastas", out.canastas),
    ).format(count=out.canastas)
    kinds = (one for one in out.needs if of_kinds and one not in ("run", "natural-or-run"))
    named = [_("at least {canastas}").format(canastas=one) for one in rule_values.needed_canastas(kinds)]
    return f"{needs} ({rule_values.listed(named)})." if named else f"{needs}."


def _asking(rules: Rules) -> Iterator[str]:
    """Yield if, when and how often a player asks for permission to go out."""
    out = rules.out
    if out.ask == "no":
        return
    said = [
        _("You must ask your partner for permission before you go out.")
        if out.ask == "must"
        else _("You can ask your partner for permission before you go out."),
        _("If they say yes, you must go out this turn; if they say no, you can't."),
        _("You can ask at any time in your turn.")
        if "after-melding" in out.ask_when
        else _("Ask right after you draw, before you lay down cards.")
        if not rules.pile.can_be_taken
        else _("Ask right after you draw or take the pile, before you lay down cards."),
    ]
    if "once-a-round" in out.ask_when:
        said.append(_("You can ask once a round."))
    yield " ".join(said)


def _concealed(rules: Rules) -> Iterator[str]:
    """Yield what going out with the whole hand at once earns."""
    out = rules.out
    if not out.concealed:
        return
    if "partner-unmelded" in out.concealed_needs:
        yield by_sides(
            rules,
            _("If your side had laid down nothing before the turn in which you go out, you earn another {points}."),
            _("If you had laid down nothing before the turn in which you go out, you earn another {points}."),
        ).format(points=out.concealed)
    else:
        yield (
            _(
                "If you had laid down nothing before the turn in which you go out, and make a canasta yourself in it, you earn another {points}."
            )
            if "own-canasta" in out.concealed_needs
            else _("If you had laid down nothing before the turn in which you go out, you earn another {points}.")
        ).format(points=out.concealed)
        if "own-canasta" in out.concealed_needs and out.concealed_plain:
            yield _(
                "If you lay down everything in one turn without making a canasta yourself, you earn only {points} more."
            ).format(points=out.concealed_plain)
    apart = "own-melds" in out.concealed_needs and "partner-unmelded" not in out.concealed_needs and rules.has_partners
    without_pile = "no-pile" in out.concealed_needs and rules.pile.can_be_taken
    if apart and without_pile:
        yield _("You don't get these extra points if you add to your partner's melds, or took the pile in that turn.")
    elif apart:
        yield _("You don't get these extra points if you add to your partner's melds.")
    elif without_pile:
        yield _("You don't get these extra points if you took the pile in that turn.")
