"""The meanings of the game's words: as a chapter, and one by one for whoever asks."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from bot.canasta.melds import CANASTA
from bot.canasta.rules import Rules
from bot.ui.i18n import _, ngettext
from bot.ui.words import card_names
from bot.ui.words.rules_chapters import cards, going_out, opening, pile, points, threes
from bot.ui.words.rules_chapters.chapter import Chapter, by_sides


def chapter(rules: Rules) -> Chapter:
    """Return what the words of the game mean."""
    shown = (
        Term.WILD,
        Term.MELD,
        Term.CANASTA,
        Term.OPENING,
        *([Term.FROZEN] if pile.freezable(rules) else []),
        *([Term.FOOT] if rules.deal.foot else []),
        *([Term.TALON] if rules.deal.talons and rules.deal.talons_given else []),
        Term.OUT,
    )
    return Chapter(_("Words"), [_meaning(rules, term) for term in shown])


class Term(Enum):
    """A word of the game that can be asked for."""

    STOCK = "stock"
    PILE = "pile"
    FROZEN = "frozen"
    BLOCKED = "blocked"
    CLOSED = "closed"
    WILD = "wild card"
    MELD = "meld"
    CANASTA = "canasta"
    OPENING = "opening"
    THREES = "threes"
    SET_ASIDE = "set aside"
    FOOT = "foot"
    TALON = "talon"
    TRUMP = "trump"
    OUT = "going out"


def _meaning(rules: Rules, term: Term) -> str:
    """Return what a word means, in one sentence or two with the word itself in bold."""
    match term:
        case Term.STOCK:
            return _("**Stock:** the face-down cards from which everyone draws.")
        case Term.PILE:
            return _("**Pile:** the cards that everyone has discarded.")
        case Term.FROZEN:
            return ngettext(
                "**Frozen pile:** a discard pile that you can take only with {count} natural card of its top card's rank from your hand.",
                "**Frozen pile:** a discard pile that you can take only with {count} natural cards of its top card's rank from your hand.",
                rules.pile.frozen_needs,
            ).format(count=rules.pile.frozen_needs)
        case Term.BLOCKED | Term.CLOSED:
            return _("**Blocked or closed pile:** a discard pile that can't be taken now.")
        case Term.WILD:
            others = (
                _("all others") if rules.plain_threes else _("all others except threes, which have rules of their own")
            )
            return (
                _("**Wild cards:** jokers and twos; they can stand for other cards. **Natural cards:** {others}.")
                if rules.pack.jokers
                else _("**Wild cards:** twos; they can stand for other cards. **Natural cards:** {others}.")
            ).format(others=others)
        case Term.MELD:
            meld = (
                _("three or more cards of one suit in a row (a *run*, such as 5♥ 6♥ 7♥), laid face up on the table")
                if rules.melds.ranks == "none"
                else _(
                    "three or more cards of one rank (such as three kings), or of one suit in a row (a *run*, such as 5♥ 6♥ 7♥), laid face up on the table"
                )
                if rules.sequences.allowed
                else _("three or more cards of one rank (such as three kings), laid face up on the table")
            )
            return _(
                "**Meld:** {meld}. It stays there until the round ends, and you can add cards to it in any of your turns."
            ).format(meld=meld)
        case Term.CANASTA:
            return (
                _("**Canasta:** a meld of seven cards: *natural* without wild cards, *mixed* with them.")
                if rules.melds.max_size == CANASTA
                else _("**Canasta:** a meld of seven or more cards: *natural* without wild cards, *mixed* with them.")
            )
        case Term.OPENING:
            return by_sides(
                rules,
                _("**Opening:** the first melds of your side in a round."),
                _("**Opening:** your first melds in a round."),
            )
        case Term.THREES:
            return _("**Threes on the table:** cards that count for themselves, without being a meld.")
        case Term.SET_ASIDE:
            return _("**Set aside:** cards that nobody plays any more in this round.")
        case Term.FOOT:
            return (
                _(
                    "**Hand and foot:** the two packets that you are dealt. You play with the *hand* first, then with the *foot*."
                )
                if rules.deal.foot_of == "low-bottom"
                else _("**Foot:** a second packet of cards, to be played later in the round.")
            )
        case Term.TALON:
            return _("**Talon:** a packet of cards that lies apart from the stock.")
        case Term.TRUMP:
            return _("**Trump:** a suit that counts more in this round.")
        case Term.OUT:
            return (
                _("**Going out:** getting rid of all your cards when no foot is left for you. That ends the round.")
                if rules.deal.foot and rules.deal.foot_with == "empty-hand"
                else _("**Going out:** getting rid of all your cards. That ends the round.")
            )


def meaning(rules: Rules, term: Term) -> str:
    """Return what a word means, with the rule that people must know of it, if these rules have one."""
    rule = next(_rule_of(rules, term), None)
    if rule is None or not rule.startswith("**"):  # some rules begin with their word, in bold
        rule = " ".join(filter(None, (_meaning(rules, term), rule)))
    return card_names.with_signs_as_text(rule)


def _rule_of(rules: Rules, term: Term) -> Iterator[str]:
    """Yield the rules of a word, the most important first."""
    match term:
        case Term.PILE:
            yield from pile.lines(rules)
        case Term.FROZEN:
            yield from pile.frozen(rules)
        case Term.BLOCKED:
            yield from pile.blocking(rules)
        case Term.CLOSED:
            yield from pile.closing(rules)
        case Term.CANASTA:
            yield points.bonuses(rules)
        case Term.OPENING:
            yield from opening.lines(rules)
        case Term.THREES:
            yield from threes.lines(rules)
        case Term.SET_ASIDE:
            yield from threes.set_aside(rules)
        case Term.FOOT:
            yield from cards.foot(rules)
        case Term.TALON:
            yield from cards.talons(rules)
        case Term.TRUMP:
            yield from points.trump(rules)
        case Term.OUT:
            yield from going_out.lines(rules)
        case _:
            return
