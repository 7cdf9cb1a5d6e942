"""The chapter on the cards: the decks, the deal, packets to be played later, and what each card counts."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canasta.cards import ACE, JOKER_RANK, NATURAL_RANKS, THREE, TWO
from bot.canasta.rules import Rules
from bot.ui.i18n import _, labelled, ngettext
from bot.ui.words import card_names, rule_values
from bot.ui.words.rules_chapters import pile
from bot.ui.words.rules_chapters.chapter import Chapter, by_sides, kinds_listed, table


def chapter(rules: Rules) -> Chapter:
    """Return the chapter for a table of these rules."""
    return Chapter(_("Cards"), list(lines(rules)))


def lines(rules: Rules) -> Iterator[str]:
    """Yield the decks, the deal and what the cards count."""
    decks = ngettext("{count} deck", "{count} decks", rules.pack.decks).format(count=rules.pack.decks)
    jokers = card_names.counted(JOKER_RANK, rules.pack.jokers)
    hand = ngettext("{count} card", "{count} cards", rules.deal.hand).format(count=rules.deal.hand)
    if rules.deal.foot and rules.deal.foot_of == "low-bottom":
        below = ngettext("{count} card", "{count} cards", rules.deal.foot).format(count=rules.deal.foot)
        hand = _("two packets ({first} and {second})").format(first=hand, second=below)
    yield (
        _("{decks} with {jokers} in all. Everyone is dealt {hand}; the rest is the *stock*, face down.")
        if rules.pack.jokers
        else _("{decks} without jokers. Everyone is dealt {hand}; the rest is the *stock*, face down.")
    ).format(decks=decks, jokers=jokers, hand=hand)
    yield _(
        "In each round, the next player on the left is the dealer. The player on the dealer's left begins, and turns go clockwise."
    )
    if rules.pack.calientes:
        yield ngettext(
            "There is {count} caliente, a card that refills your hand.",
            "There are {count} calientes, cards that refill your hand.",
            rules.pack.calientes,
        ).format(count=rules.pack.calientes)
    if rules.pack.copies_per_natural is not None:
        yield ngettext(
            "There is {count} card of each rank from 4 to ace.",
            "There are {count} cards of each rank from 4 to ace.",
            rules.pack.copies_per_natural,
        ).format(count=rules.pack.copies_per_natural)
    yield _("Points on the cards: {values}.").format(values=" · ".join(_card_values(rules)))
    yield from foot(rules)
    yield from talons(rules)
    if not rules.deal.upcard:
        yield _("The *pile*, onto which everyone discards, starts empty.")
        return
    yield _(
        "The first card of the stock, the *upcard*, is turned up. It starts the *pile*, onto which everyone discards."
    )
    if rules.deal.cover:
        yield _("If the upcard is one of these ({cards}), the next card of the stock is turned up onto it.").format(
            cards=kinds_listed(rules.deal.cover)
        )
        if rules.deal.cover_freezes and pile.freezable(rules):
            yield _("A wild card or red three covered in this way freezes the pile.")
    if rules.deal.face_down_by_rank:
        yield _(
            "Face-down cards lie under the first upcard, as many as its rank says: a jack counts as 11, a queen as 12, a king as 13, an ace as 14, and other cards as their number."
        )
    elif rules.deal.face_down:
        yield ngettext(
            "{count} card lies face down under the first upcard.",
            "{count} cards lie face down under the first upcard.",
            rules.deal.face_down,
        ).format(count=rules.deal.face_down)
    if twin := rules.deal.bonus("twin"):
        yield _("A player who is dealt a card of the same rank and suit as the first upcard scores {points}.").format(
            points=twin
        )
    if cut := rules.deal.bonus("exact-cut"):
        yield by_sides(
            rules,
            _("If the cut lifts exactly the number of cards to be dealt, the side that isn't dealing scores {points}."),
            _("If the cut lifts exactly the number of cards to be dealt, players who aren't dealing score {points}."),
        ).format(points=cut)


def talons(rules: Rules) -> Iterator[str]:
    """Yield what talons are, if there are any, and who gets them."""
    if not rules.deal.talons:
        return
    if rules.deal.talons_given:
        yield table(
            by_sides(
                rules,
                _(
                    "Beside the stock lie extra packets, the *talons*. If you open for your side, you get one, and pick it up at the beginning of your next turn:"
                ),
                _(
                    "Beside the stock lie extra packets, the *talons*. If you open, you get one, and pick it up at the beginning of your next turn:"
                ),
            ),
            [
                labelled(
                    _("the next to open") if place else _("the first to open"),
                    ngettext("{count} card", "{count} cards", size).format(count=size),
                )
                for place, size in enumerate(rules.deal.talons)
            ],
        )
    else:
        sizes = rule_values.listed([str(size) for size in rules.deal.talons])
        yield _("Extra packets (cards: {sizes}) stay aside, and nobody gets them.").format(sizes=sizes)


def foot(rules: Rules) -> Iterator[str]:
    """Yield what a foot is, if there is one, and who picks it up when."""
    if not rules.deal.foot:
        return
    cards = ngettext("{count} card", "{count} cards", rules.deal.foot).format(count=rules.deal.foot)
    if rules.deal.foot_with == "first-canasta":
        yield (
            _(
                "Each side has a second packet ({cards}), the *foot*; its first player to complete a canasta adds it to their hand."
            )
            if rules.deal.foot_of == "side" and rules.has_partners
            else _(
                "Everyone has a second packet ({cards}), the *foot*. You add it to your hand when you complete your first canasta, not by running out of cards."
            )
        ).format(cards=cards)
    elif rules.deal.foot_of == "side" and rules.has_partners:
        yield _(
            "Each side has a second packet ({cards}), the *foot*. The first player of the side to run out of cards picks it up; everyone else plays on with their own hand."
        ).format(cards=cards)
    elif rules.deal.foot_of == "low-bottom":
        yield _(
            "The packet with the lower bottom card is your *hand*, and you play with it first. The other packet is your *foot*: you pick it up when you run out of cards."
        )
        yield _(
            "Bottom cards from low to high: 3, 4 and so on up to king, ace, two, joker. If they are equal, the first packet ({cards}) is your hand."
        ).format(cards=ngettext("{count} card", "{count} cards", rules.deal.hand).format(count=rules.deal.hand))
    else:
        yield _("Everyone has a second packet ({cards}), the *foot*. You pick it up when you run out of cards.").format(
            cards=cards
        )
    if rules.deal.foot_of == "pass":
        yield _(
            "You are dealt two packets: keep one as your foot, and pass the other to the player on your left, who plays with it first."
        )
    if rules.deal.foot_with == "empty-hand":
        yield _(
            "If you lay down your last card, you pick up the foot and play on at once. If you discard your last card, you play with the foot from your next turn on."
        )
    if count := rules.deal.foot_canastas:
        yield by_sides(
            rules,
            ngettext(
                "Until your side has {count} canasta, you must keep at least one card: you can't pick up the foot yet.",
                "Until your side has {count} canastas, you must keep at least one card: you can't pick up the foot yet.",
                count,
            ),
            ngettext(
                "Until you have {count} canasta, you must keep at least one card: you can't pick up the foot yet.",
                "Until you have {count} canastas, you must keep at least one card: you can't pick up the foot yet.",
                count,
            ),
        ).format(count=count)


def _card_values(rules: Rules) -> Iterator[str]:
    """Yield the values of cards; neighbouring ranks of the same value are named together."""
    points = rules.card_values
    rows: list[list[int]] = []
    jokers = (JOKER_RANK,) if rules.pack.jokers else ()
    for rank in (*jokers, TWO, *reversed(range(NATURAL_RANKS))):
        if rank < ACE and points[rank] == points[rows[-1][0]] and rows[-1][0] < NATURAL_RANKS:
            rows[-1].append(rank)
        else:
            rows.append([rank])
    for first, *others in rows:
        if others:
            yield _("{first} to {last} {points} each").format(
                first=card_names.rank(first, 1), last=card_names.rank(others[-1], 1), points=points[first]
            )
        else:
            yield _("{what} {points}").format(what=card_names.rank(first, 1), points=points[first])
    three = card_names.rank(THREE, 1) if rules.plain_threes else _("black three")
    yield _("{what} {points}").format(what=three, points=points[THREE])
