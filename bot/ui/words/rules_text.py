"""The rules of a table in words, written from its parameters, so that the text always says what is played.

A page is for people who have never played: what the words mean comes first, numbers stand in lists, and what people get
wrong has an example.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from bot.canasta.cards import ACE, JOKER_RANK, NATURAL_RANKS, RANK_NAMES, SET_RANKS, THREE, TWO
from bot.canasta.melds import CANASTA
from bot.canasta.melds.sets import ranks_asked
from bot.canasta.rules import Rules, RulesError, load_rules, parameters, value_of
from bot.canasta.rules.model import RankRules, SpecialHand
from bot.canasta.rules.words import CHOICES
from bot.ui.i18n import _, amount, labelled, ngettext
from bot.ui.words import card_names, rule_values, rules_examples, variant_names

#: How many cards a run from ace to king has.
_ACE_TO_KING = 13
#: The most characters of a page that a message in Discord shows.
LONGEST = 4_000


class Chapter(NamedTuple):
    """A heading and what stands under it, line by line; the lines of a `numbered` chapter are steps."""

    heading: str
    lines: list[str]
    numbered: bool = False


class Page(NamedTuple):
    """What one message shows of the rules, and what the button that leads to it says."""

    name: str
    text: str


def pages(rules: Rules) -> list[Page]:
    """Return everything that a player of these rules must know, in pages to be read one after the other."""
    parts = [
        (_("The basics"), [_words(rules), _cards_chapter(rules), _turn_chapter(rules)]),
        (_("Melds and the pile"), [_melds_chapter(rules), _opening_chapter(rules), _pile_chapter(rules)]),
        (
            _("Going out and points"),
            [_threes_chapter(rules), _out_chapter(rules), _stock_chapter(rules), _points_chapter(rules)],
        ),
    ]
    own = differences(rules)
    before = "\n".join([f"## {variant_names.title(rules)}", *([own] if own else []), " ".join(_in_short(rules))])
    found: list[Page] = []
    for name, chapters in parts:
        said = [_written(one) for one in chapters if one.lines]
        text = "\n".join([before, *said] if not found else ["## " + labelled(variant_names.title(rules), name), *said])
        found.append(Page(name, card_names.with_signs_as_text(variant_names.own_words(rules, text))))
    return found


def sentences(rules: Rules) -> list[str]:
    """Return all that `pages` says of the rules themselves, sentence by sentence, without marks and line breaks."""
    chapters = (
        _words, _cards_chapter, _turn_chapter, _melds_chapter, _opening_chapter, _pile_chapter, _threes_chapter,
        _out_chapter, _stock_chapter, _points_chapter,
    )  # fmt: skip
    lines = [*_in_short(rules), *(line for chapter in chapters for line in chapter(rules).lines)]
    return [_plain(line) for line in lines]


def differences(rules: Rules) -> str | None:
    """Return one line that says how a table's rules differ from its variant; None if they don't."""
    if not rules.house:
        return None
    usual = _usual(rules)
    known = {one.name: one for one in parameters()}
    said = []
    for name, value in rules.house:
        parameter = known[name]
        meaning = rule_values.meaning(parameter).rstrip(".?").rstrip().replace("¿", "")
        text = labelled(meaning, rule_values.words(parameter, value, rules))
        if usual is None:
            said.append(text)
        elif value != value_of(usual, name):
            said.append(f"{text} ({rule_values.words(parameter, value_of(usual, name), usual)})")
    return _("House rules (standard in brackets): {list}").format(list="; ".join(said)) if said else None


def _usual(rules: Rules) -> Rules | None:
    """Return the rules of the same table without house rules; None if the variant's file has been removed."""
    try:
        return load_rules(rules.id, rules.layout)
    except RulesError:
        return None


def _written(chapter: Chapter) -> str:
    marks = [f"{number}." for number in range(1, len(chapter.lines) + 1)] if chapter.numbered else None
    lines = [f"{marks[place] if marks else '-'} {line}" for place, line in enumerate(chapter.lines)]
    return "\n".join([f"### {chapter.heading}", *lines])


def _plain(line: str) -> str:
    intro, _break, rows = line.partition("\n  - ")
    return " ".join(f"{intro} {rows.replace(chr(10) + '  - ', '; ')}".replace("*", "").split())


def _table(intro: str, rows: Sequence[str]) -> str:
    """Return a line with rows below it."""
    return "\n  - ".join([intro, *rows])


# -- the basics


def _in_short(rules: Rules) -> Iterator[str]:
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
        yield _by_sides(
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
            yield _("{sides} sides of {players} players; partners share all their melds.").format(
                sides=rules.side.sides, players=rules.seats // rules.side.sides
            )
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


def _by_sides(rules: Rules, side: str, alone: str) -> str:
    """Return what is said of a side, or what is said to a player who never has a partner in this game."""
    return side if _has_partners(rules) else alone


def _words(rules: Rules) -> Chapter:
    """Return what the words of the game mean."""
    shown = (Term.WILD, Term.MELD, Term.CANASTA, Term.OPENING, *([Term.FROZEN] if _freezable(rules) else []), Term.OUT)
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
            return _("**Frozen pile:** a discard pile that is harder to take.")
        case Term.BLOCKED | Term.CLOSED:
            return _("**Blocked or closed pile:** a discard pile that can't be taken now.")
        case Term.WILD:
            threes = (
                _("all others") if rules.plain_threes else _("all others except threes, which have rules of their own")
            )
            return (
                _("**Wild cards:** jokers and twos; they can stand for other cards. **Natural cards:** {others}.")
                if rules.pack.jokers
                else _("**Wild cards:** twos; they can stand for other cards. **Natural cards:** {others}.")
            ).format(others=threes)
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
            return _by_sides(
                rules,
                _("**Opening:** the first melds of your side in a round."),
                _("**Opening:** your first melds in a round."),
            )
        case Term.THREES:
            return _("**Threes on the table:** cards that count for themselves, without being a meld.")
        case Term.SET_ASIDE:
            return _("**Set aside:** cards that nobody plays any more in this round.")
        case Term.FOOT:
            return _("**Foot:** a second packet of cards, to be played later in the round.")
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
            yield from _pile(rules)
        case Term.FROZEN:
            yield from _frozen(rules)
        case Term.BLOCKED:
            yield from _blocking(rules)
        case Term.CLOSED:
            yield from _closing(rules)
        case Term.CANASTA:
            yield _bonuses(rules)
        case Term.OPENING:
            yield from _opening(rules)
        case Term.THREES:
            yield from _threes(rules)
        case Term.SET_ASIDE:
            yield from _set_aside(rules)
        case Term.FOOT:
            yield from _foot(rules)
        case Term.TALON:
            yield from _talons(rules)
        case Term.TRUMP:
            yield from _trump(rules)
        case Term.OUT:
            yield from _out(rules)
        case _:
            return


def _cards_chapter(rules: Rules) -> Chapter:
    return Chapter(_("Cards"), list(_cards(rules)))


def _cards(rules: Rules) -> Iterator[str]:
    decks = ngettext("{count} deck", "{count} decks", rules.pack.decks).format(count=rules.pack.decks)
    jokers = card_names.counted(JOKER_RANK, rules.pack.jokers)
    hand = ngettext("{count} card", "{count} cards", rules.deal.hand).format(count=rules.deal.hand)
    if rules.deal.foot and rules.deal.foot_of == "low-bottom":
        foot = ngettext("{count} card", "{count} cards", rules.deal.foot).format(count=rules.deal.foot)
        hand = _("two packets ({first} and {second})").format(first=hand, second=foot)
    yield (
        _("{decks} with {jokers} in all. Everyone is dealt {hand}; the rest is the *stock*, face down.")
        if rules.pack.jokers
        else _("{decks} without jokers. Everyone is dealt {hand}; the rest is the *stock*, face down.")
    ).format(decks=decks, jokers=jokers, hand=hand)
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
    yield from _foot(rules)
    yield from _talons(rules)
    if not rules.deal.upcard:
        yield _("The *pile*, onto which everyone discards, starts empty.")
        return
    yield _(
        "The first card of the stock, the *upcard*, is turned up. It starts the *pile*, onto which everyone discards."
    )
    if rules.deal.cover:
        yield _("If the upcard is one of these ({cards}), the next card of the stock is turned up onto it.").format(
            cards=_kinds(rules.deal.cover)
        )
        if rules.deal.cover_freezes and _freezable(rules):
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
        yield _by_sides(
            rules,
            _("If the cut lifts exactly the number of cards to be dealt, the side that isn't dealing scores {points}."),
            _("If the cut lifts exactly the number of cards to be dealt, players who aren't dealing score {points}."),
        ).format(points=cut)


def _talons(rules: Rules) -> Iterator[str]:
    if not rules.deal.talons:
        return
    if rules.deal.talons_given:
        yield _table(
            _by_sides(
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


def _foot(rules: Rules) -> Iterator[str]:
    if not rules.deal.foot:
        return
    cards = ngettext("{count} card", "{count} cards", rules.deal.foot).format(count=rules.deal.foot)
    if rules.deal.foot_with == "first-canasta":
        yield (
            _(
                "Each side has a second packet ({cards}), the *foot*; its first player to complete a canasta adds it to their hand."
            )
            if rules.deal.foot_of == "side" and _has_partners(rules)
            else _(
                "Everyone has a second packet ({cards}), the *foot*. You add it to your hand when you complete your first canasta, not by running out of cards."
            )
        ).format(cards=cards)
    elif rules.deal.foot_of == "side" and _has_partners(rules):
        yield _(
            "Each side has a second packet ({cards}), the *foot*. The first player of the side to run out of cards picks it up."
        ).format(cards=cards)
    elif rules.deal.foot_of == "low-bottom":
        yield _(
            "The packet with the lower bottom card is your *hand*, and you play with it first. The other packet is your *foot*: you pick it up when you run out of cards."
        )
        yield _("Bottom cards from low to high: 3, 4 and so on up to king, ace, two, joker.")
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
        yield _by_sides(
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


def _turn_chapter(rules: Rules) -> Chapter:
    return Chapter(_("Your turn"), list(_turn(rules)), numbered=True)


def _turn(rules: Rules) -> Iterator[str]:
    """Yield the steps of a turn, each with all that limits it."""
    if rules.opening.before_draw:
        yield _by_sides(
            rules,
            _("If your side hasn't opened yet, you can open now, before you draw, but not later in your turn."),
            _("If you haven't opened yet, you can open now, before you draw, but not later in your turn."),
        )
    draw = ngettext("Draw {count} card", "Draw {count} cards", rules.turn.draw).format(count=rules.turn.draw)
    if not rules.pile.can_be_taken:
        yield _("{draw} from the stock.").format(draw=draw)
    elif rules.takes_freely:
        yield _("{draw} from the stock, or take the pile into your hand.").format(draw=draw)
    elif rules.pile.taken == "top":
        yield _("{draw} from the stock, or take the top card of the pile if you can use it.").format(draw=draw)
    elif rules.pile.taken != "all":
        yield _("{draw} from the stock, or take cards from the pile if you can use its top card.").format(draw=draw)
    else:
        yield _("{draw} from the stock, or take the whole pile if you can use its top card.").format(draw=draw)
    second = [
        _by_sides(
            rules,
            _("Lay down melds or add to melds of your side, if you like."),
            _("Lay down melds or add to your melds, if you like."),
        )
    ]
    if rules.pack.calientes:
        second.append(
            _by_sides(
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
            _by_sides(
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
            _by_sides(
                rules,
                _("You can't discard these before your side has a canasta of the rank: {ranks}."),
                _("You can't discard these before you have a canasta of the rank: {ranks}."),
            ),
        ),
        (
            "every-canasta",
            _by_sides(
                rules,
                _("You can't discard these before every side has a canasta of the rank: {ranks}."),
                _("You can't discard these before every player has a canasta of the rank: {ranks}."),
            ),
        ),
    ):
        if ranks := [rule_values.rank(name) for name, own in _special(rules) if own.discard == when]:
            yield line.format(ranks=rule_values.listed(ranks))
    if "aces-and-sevens" in rules.discards.barred:
        yield _("You can't start an empty pile with an ace or a seven while you hold another natural card.")
    if "early-black-threes" in rules.discards.barred:
        yield _("You can't discard a black three before everybody has had a turn.")
    if "safe-cards" in rules.discards.barred:
        yield _("You can't start an empty pile with a card the next player can't use while you hold another.")
    if rules.turn.exchange:
        yield _("The player who begins the round can throw the first card drawn onto the pile and draw another.")
    if rules.turn.float:
        yield _("While you play from your foot, you can end a turn without discarding.")


# -- melds and the pile


def _melds_chapter(rules: Rules) -> Chapter:
    return Chapter(_("Melds"), list(_melds(rules)))


def _melds(rules: Rules) -> Iterator[str]:
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
            "one": _by_sides(
                rules, _("A side can have only one meld of each rank."), _("You can have only one meld of each rank.")
            ),
            "after-canasta": _by_sides(
                rules,
                _("A side can start a second meld of a rank when the first is a canasta."),
                _("You can start a second meld of a rank when the first is a canasta."),
            ),
            "two": _by_sides(rules, _("A side can have two melds of a rank."), _("You can have two melds of a rank.")),
        }[melds.same_rank]
    if not melds.canasta_wilds:
        yield _("You can't add wild cards to a canasta.")
    if melds.not_theirs:
        yield _("You can't start a meld in the rank of a canasta of your opponents.")
    for pure, line in (
        ("yes", _("No wild cards in melds of {ranks}.")),
        (
            "opening",
            _by_sides(
                rules,
                _("No wild cards in melds of {ranks}, unless the meld had one when your side opened."),
                _("No wild cards in melds of {ranks}, unless the meld had one when you opened."),
            ),
        ),
    ):
        if found := [rule_values.rank(name) for name, own in _special(rules) if own.pure == pure]:
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
        yield _by_sides(
            rules,
            ngettext(
                "A side can have at most {count} canasta.", "A side can have at most {count} canastas.", melds.cap
            ),
            ngettext("You can have at most {count} canasta.", "You can have at most {count} canastas.", melds.cap),
        ).format(count=melds.cap)
    if melds.cap_red_threes == "always":
        yield _by_sides(
            rules,
            _("A side can't have more canastas than red threes."),
            _("You can't have more canastas than red threes."),
        )
    elif melds.cap_red_threes == "going-out":
        yield _by_sides(
            rules,
            _("A side that goes out can't have more canastas than red threes."),
            _("If you go out, you can't have more canastas than red threes."),
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
    else:
        yield ngettext(
            "A run has three to {most} card of one suit in a row.",
            "A run has three to {most} cards of one suit in a row.",
            runs.max_size,
        ).format(most=runs.max_size)
        yield {
            "high": _("Runs go from 4 up to the ace."),
            "either-end": _("The ace is above the king or below the 2."),
            "both-ends": _("The ace is above the king, below the 2, or at both ends of a run."),
        }[runs.ace]
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
        yield _by_sides(
            rules,
            _("A side can start a second meld of wild cards when the first is a canasta."),
            _("You can start a second meld of wild cards when the first is a canasta."),
        )
    elif wilds.melds == "two":
        yield _by_sides(
            rules, _("A side can have two melds of wild cards."), _("You can have two melds of wild cards.")
        )
    if "other-melds" in wilds.bars:
        yield _by_sides(
            rules,
            _(
                "While your side has a meld of wild cards that isn't a canasta yet, its other melds can't get wild cards."
            ),
            _("While you have a meld of wild cards that isn't a canasta yet, your other melds can't get wild cards."),
        )
    if wilds.binds:
        yield _by_sides(
            rules,
            _(
                "While your side has a meld of wild cards that isn't a canasta yet, you can't discard a wild card or go out."
            ),
            _("While you have a meld of wild cards that isn't a canasta yet, you can't discard a wild card or go out."),
        )
    if wilds.pure_twos:
        yield _("A canasta of twos counts as natural, other canastas of wild cards as mixed.")


def _opening_chapter(rules: Rules) -> Chapter:
    return Chapter(_("Opening"), list(_opening(rules)))


def _opening(rules: Rules) -> Iterator[str]:
    opening = rules.opening
    if all(needed == 0 for _start, needed in opening.table):
        yield _("You can open with any meld: there is no minimum.")
    elif opening.by == "round":
        yield _table(
            _(
                "The cards that you open with, all laid down at once, must together be worth a minimum. It depends on the round:"
            ),
            rule_values.rows_by_round(opening.table),
        )
    elif len(opening.table) == 1:
        yield _(
            "The cards that you open with, all laid down at once, must together be worth at least: {needed}."
        ).format(needed=rule_values.needed(opening.table[0][1]))
    else:
        yield _table(
            _by_sides(
                rules,
                _(
                    "The cards that you open with, all laid down at once, must together be worth a minimum. It depends on your side's score:"
                ),
                _(
                    "The cards that you open with, all laid down at once, must together be worth a minimum. It depends on your score:"
                ),
            ),
            rule_values.rows(opening.table),
        )
    if example := rules_examples.opening(rules):
        yield example
    if _top_card_opens(rules):
        yield _(
            "If you open by taking the pile, its top card counts towards the minimum, but the other cards of the pile don't."
        )
    if opening.pure:
        yield (
            _("The melds that you open with can't contain wild cards, except when there is no minimum.")
            if any(needed == 0 for _start, needed in opening.table)
            else _("The melds that you open with can't contain wild cards.")
        )
    if opening.triple == "yes":
        yield _("You need three natural cards of one rank to open.")
    elif opening.triple == "or-wild-meld":
        yield _("You need three natural cards of one rank, or a meld of wild cards, to open.")
    if opening.splash == "any":
        yield _("If you lay down a complete canasta from your hand, you need no minimum.")
    elif opening.splash == "natural-or-wild":
        yield _("If you lay down a complete canasta, natural or of wild cards, from your hand, you need no minimum.")
    if opening.whole_hand != "minimum":
        yield (
            _("If you go out with your whole hand at once, you need no minimum.")
            if opening.whole_hand == "free"
            else _("If you go out with your whole hand at once, including a canasta, you need no minimum.")
        )


def _top_card_opens(rules: Rules) -> bool:
    """Return whether the top card of the pile helps to reach a minimum."""
    pile, opening = rules.pile, rules.opening
    return (
        opening.with_pile == "top-counts"
        and not opening.before_draw
        and pile.open_to == "all"
        and not rules.takes_freely
        and any(needed for _start, needed in opening.table)
    )


def _pile_chapter(rules: Rules) -> Chapter:
    return Chapter(_("Taking the pile"), list(_pile(rules)))


def _pile(rules: Rules) -> Iterator[str]:
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
        yield from _frozen(rules)
    else:
        ways = [_("two cards of its rank from your hand")]
        if pile.natural_and_wild:
            ways.append(_("one card of its rank and a wild card from your hand"))
        if pile.onto_meld == "any":
            ways.append(
                _by_sides(
                    rules,
                    _("a meld of that rank that your side already has"),
                    _("a meld of that rank that you already have"),
                )
            )
        elif pile.onto_meld == "below-canasta":
            ways.append(
                _by_sides(
                    rules,
                    _("a meld of that rank that your side already has and that isn't a canasta yet"),
                    _("a meld of that rank that you already have and that isn't a canasta yet"),
                )
            )
        yield _table(_("To take the pile, you must lay down its top card at once, together with one of these:"), ways)
    if pile.taken == "all":
        yield _("The rest of the pile goes into your hand.")
    if not rules_examples.always_naturals(rules):
        yield from _frozen(rules)
    if pile.wild_helps:
        yield _("A wild card can replace one of those natural cards.")
    if rules.discards.freeze and _freezable(rules):
        yield _("Discarding any of these freezes the pile for everyone until it is taken: {cards}.").format(
            cards=_kinds(rules.discards.freeze)
        )
    if rules.discards.covered_black_freezes and _freezable(rules):
        yield _("A black three freezes the pile once another card covers it.")
    if example := rules_examples.frozen_pile(rules):
        yield example
    yield from _closing(rules)
    yield from _blocking(rules)
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
            if _freezable(rules)
            else _("If a wild card is on top, you can take the pile for any meld that can have that wild card.")
        )
    yield from _limits_of_taking(rules)


def _frozen(rules: Rules) -> Iterator[str]:
    """Yield what a frozen pile is taken with."""
    pile = rules.pile
    if rules_examples.always_naturals(rules):
        yield _("To take the pile, you always need two natural cards of the top card's rank from your hand.")
        if pile.frozen_needs > 2 and (pile.always_frozen or _freezable(rules)):
            yield ngettext(
                "When the pile is frozen, you need {count} natural card of that rank.",
                "When the pile is frozen, you need {count} natural cards of that rank.",
                pile.frozen_needs,
            ).format(count=pile.frozen_needs)
    elif _freezable(rules):
        taken_with = ngettext(
            "**Frozen:** you can take the pile only with {count} natural card of the top card's rank from your hand.",
            "**Frozen:** you can take the pile only with {count} natural cards of the top card's rank from your hand.",
            pile.frozen_needs,
        ).format(count=pile.frozen_needs)
        unopened = _by_sides(
            rules,
            _("Until your side has opened, the pile is always frozen for you."),
            _("Until you have opened, the pile is always frozen for you."),
        )
        yield f"{taken_with} {unopened}" if pile.frozen_for_unopened else taken_with


def _freezable(rules: Rules) -> bool:
    """Return whether players meet a frozen pile in this game."""
    return rules.pile.can_be_taken and not rules.takes_freely and rules_examples.freezable(rules)


def _free_pile(rules: Rules) -> Iterator[str]:
    """Yield what is special about a pile that goes to the hand as a whole."""
    pile = rules.pile
    if pile.needs == "meld":
        yield _("If you take the pile, you must lay down a card in the same turn, from the pile or from your hand.")
    else:
        yield _("You can take the pile at any time instead of drawing. You don't have to lay down anything for it.")
    yield from _closing(rules)
    yield from _blocking(rules)
    yield from _limits_of_taking(rules)


def _limits_of_taking(rules: Rules) -> Iterator[str]:
    """Yield what prevents taking the pile, or a part of it, whatever cards the top card is taken with."""
    pile, free = rules.pile, rules.takes_freely
    if pile.own_canasta == "never":
        yield _by_sides(
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
        yield _by_sides(
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
        yield _by_sides(
            rules,
            _("Instead of drawing, you can take just the top card and add it to a run of your side."),
            _("Instead of drawing, you can take just the top card and add it to one of your runs."),
        )
    elif pile.sequences == "whole" and not free:
        yield _by_sides(
            rules,
            _(
                "You can also take the pile if you add its top card to a run of your side, or start a run with it and two cards from your hand."
            ),
            _(
                "You can also take the pile if you add its top card to one of your runs, or start a run with it and two cards from your hand."
            ),
        )
    if pile.taken == "top":
        yield _("You take only its top card, and draw nothing in that turn.")
    yield from _part_of_pile(rules)


def _closing(rules: Rules) -> Iterator[str]:
    """Yield which discards close the pile."""
    if rules.discards.close:
        closes = (
            _("Discarding any of these closes the pile to the next player: {cards}.")
            if rules.discards.closes_next_only
            else _("Discarding any of these closes the pile to everyone until it is that player's turn again: {cards}.")
        )
        yield closes.format(cards=_kinds(rules.discards.close))


def _blocking(rules: Rules) -> Iterator[str]:
    """Yield which top cards block the pile."""
    blocked = [kind for kind in rules.discards.block if kind != "caliente" or rules.pack.calientes]
    if rules.pile.wild_top:
        blocked = [kind for kind in blocked if kind not in ("joker", "two")]
    if blocked:
        yield _("**Blocked:** the pile can't be taken while one of these is on top: {cards}.").format(
            cards=_kinds(blocked)
        )


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


# -- going out and points


def _threes_chapter(rules: Rules) -> Chapter:
    return Chapter(_("Threes"), list(_threes(rules)))


def _threes(rules: Rules) -> Iterator[str]:
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
            yield _("You don't lay down threes.")
            if cost := threes.costs("red"):
                yield _("A red three left in your hand or foot costs {points}.").format(points=cost)
                if "red" in threes.left_only_out:
                    yield _("Red threes left over cost nothing if nobody goes out.")
            yield from _black_threes(rules)
            return
    yield from _signs_of_threes(rules)
    if threes.pile_replaced and rules.pile.can_be_taken:
        yield _("You also draw a card for a red three in a pile that you take.")
    if threes.red != "optional":
        yield from _black_threes(rules)


def _earning(rules: Rules, laid: str, together: str, rows: Sequence[str]) -> str:
    """Return how threes are laid down and, where they ever count, what they earn."""
    if rules.threes.plus_if == "never":
        return f"{laid} " + _("Threes on the table earn and cost nothing.")
    return _table(f"{laid} {together}", rows)


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
            yield _by_sides(
                rules,
                _(
                    "If your side has laid down a meld, the points of its threes are added; otherwise they are subtracted."
                ),
                _("If you have laid down a meld, the points of your threes are added; otherwise they are subtracted."),
            )
        case "canasta":
            yield _by_sides(
                rules,
                _("If your side has a canasta, the points of its threes are added; otherwise they are subtracted."),
                _("If you have a canasta, the points of your threes are added; otherwise they are subtracted."),
            )
        case "ready":
            yield _by_sides(
                rules,
                _(
                    "If your side has all the canastas that it needs to go out, the points of its threes are added; otherwise they are subtracted."
                ),
                _(
                    "If you have all the canastas that you need to go out, the points of your threes are added; otherwise they are subtracted."
                ),
            )
        case "two-canastas":
            yield _by_sides(
                rules,
                _(
                    "If your side has at least two canastas, the points of its threes are added. With only one canasta, the threes count for nothing; with none, their points are subtracted."
                ),
                _(
                    "If you have at least two canastas, the points of your threes are added. With only one canasta, the threes count for nothing; with none, their points are subtracted."
                ),
            )
        case "pure-and-mixed":
            yield _table(
                _by_sides(
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
            yield _by_sides(
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
    if threes.black != "like-red":
        yield {
            "never": _("Black threes can't be melded."),
            "going-out": _("You can meld black threes only in the turn you go out: three or more, without wild cards."),
            "all": _("You can meld black threes only all together, in the turn you go out."),
        }[threes.black_meld]
    if threes.black_four:
        yield _("Four black threes melded together are worth {points}.").format(points=threes.black_four)
    yield from _set_aside(rules)
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


def _set_aside(rules: Rules) -> Iterator[str]:
    if rules.threes.set_aside and rules.pile.can_be_taken:
        yield _table(
            _("Black threes in a pile that you take are set aside. Together they earn:"),
            [
                labelled(
                    ngettext("{count} black three", "{count} black threes", count).format(count=count), amount(total)
                )
                for count, total in enumerate(rules.threes.set_aside, 1)
            ],
        )


def _out_chapter(rules: Rules) -> Chapter:
    return Chapter(_("Going out"), list(_out(rules)))


def _out(rules: Rules) -> Iterator[str]:
    out = rules.out
    named = list(rule_values.needed_canastas(one for one in out.needs if one not in ("run", "natural-or-run")))
    needs = _by_sides(
        rules,
        ngettext(
            "To go out, your side needs {count} canasta", "To go out, your side needs {count} canastas", out.canastas
        ),
        ngettext("To go out, you need {count} canasta", "To go out, you need {count} canastas", out.canastas),
    ).format(count=out.canastas)
    yield f"{needs} ({rule_values.listed(named)})." if named else f"{needs}."
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
    if complete := [_melds_of(name, own) for name, own in _special(rules) if own.complete]:
        yield _by_sides(
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
        yield _by_sides(
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
    if out.team_no_threes:
        yield _by_sides(rules, _("Nobody on your side may be holding a three."), _("You must not be holding a three."))
    if out.foot == "played":
        yield _by_sides(
            rules,
            _("Everyone on your side must have played a card from their foot."),
            _("You must have played a card from your foot."),
        )
    elif out.foot == "both-picked-up":
        yield _by_sides(
            rules,
            _("Everyone on your side must have picked up their foot."),
            _("You must have picked up your foot."),
        )
    if out.play_on:
        yield _by_sides(
            rules,
            _("If you run out of cards when your side can't go out yet, you draw again in your next turn."),
            _("If you run out of cards when you can't go out yet, you draw again in your next turn."),
        )
    elif not (rules.deal.foot and rules.deal.foot_with == "empty-hand"):
        yield _by_sides(
            rules,
            _("As long as your side can't go out, you must still have a card in your hand after your discard."),
            _("As long as you can't go out, you must still have a card in your hand after your discard."),
        )
    if out.discard == "required":
        yield _("You must discard your last card.")
    else:
        yield _("You can meld all your cards, or discard the last one.")
    if out.last_not:
        yield _("Your last discard can't be one of these: {cards}.").format(cards=_kinds(out.last_not))
    if out.discard_hidden:
        yield _("Your last discard is laid face down.")
    if _has_partners(rules):
        yield from _asking(rules)
    if (penalty := rules.score.foot("partner-left")) and _has_partners(rules):
        yield _("If your partner hasn't played their foot, that costs another {points}.").format(points=penalty)
    earned = [_("Going out earns {bonus}.").format(bonus=out.bonus)] if out.bonus else []
    if said := " ".join([*earned, *_concealed(rules)]):
        yield said


def _has_partners(rules: Rules) -> bool:
    """Return whether a player of these rules may ever have a partner."""
    return rules.side.mode != "fixed" or rules.side.sides < rules.seats


def _asking(rules: Rules) -> Iterator[str]:
    """Yield if, when and how often a player asks for permission to go out."""
    out = rules.out
    if out.ask == "no":
        return
    said = [
        _("You must ask your partner for permission first.")
        if out.ask == "must"
        else _("You can ask your partner for permission first."),
        _("If they say yes, you must go out in this turn; if they say no, you can't."),
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
        yield _by_sides(
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
    apart = "own-melds" in out.concealed_needs and "partner-unmelded" not in out.concealed_needs
    if apart and _has_partners(rules):
        yield _("You don't get the bonus for laying down everything in one turn if you add to your partner's melds.")
    if "no-pile" in out.concealed_needs and rules.pile.can_be_taken:
        yield _("You don't get the bonus for laying down everything in one turn if you took the pile in that turn.")


def _stock_chapter(rules: Rules) -> Chapter:
    return Chapter(_("When the stock is empty"), list(_stock(rules)))


def _stock(rules: Rules) -> Iterator[str]:
    forced = rules.stock.forced_take if rules.pile.can_be_taken else "no"
    alone = rules.pile.onto_meld != "never" and not rules.pile.always_frozen
    if forced == "onto-meld" and (alone or rules.pile.sequences == "whole"):
        yield _by_sides(
            rules,
            _("If you can take the pile by adding its top card to a meld of your side, you must."),
            _("If you can take the pile by adding its top card to one of your melds, you must."),
        )
    elif forced == "any":
        yield _by_sides(
            rules,
            _("If your side has opened and you can take the pile, you must."),
            _("If you have opened and can take the pile, you must."),
        )
    end = {
        "round": _("The round ends as soon as somebody would have to draw."),
        "reshuffle": _("The pile is shuffled and becomes the stock."),
        "flip": _("The pile is turned over and becomes the stock."),
        "foot": _by_sides(
            rules,
            _(
                "A foot that nobody has taken becomes the stock, first that of the side that must draw; if there is none, the round ends."
            ),
            _(
                "A foot that nobody has taken becomes the stock, first that of the player who must draw; if there is none, the round ends."
            ),
        ),
        "two-left": _(
            "Nobody draws the last two cards of the stock. Whoever draws the card before them finishes the turn; then the round ends."
        ),
    }[rules.stock.end]
    if rules.stock.end in ("reshuffle", "flip"):
        most = ngettext(
            "That happens at most {count} time a round; then the round ends.",
            "That happens at most {count} times a round; then the round ends.",
            rules.stock.recycles,
        ).format(count=rules.stock.recycles)
        end = f"{end} {most}"
    yield end
    if "short-draw" in rules.stock.ends_on:
        yield _("The round also ends when too few cards can be drawn.")
    if "three" in rules.stock.ends_on:
        yield _("The round also ends when a three can't be replaced.")


def _points_chapter(rules: Rules) -> Chapter:
    return Chapter(_("Points"), list(_points(rules)))


def _points(rules: Rules) -> Iterator[str]:
    yield _by_sides(
        rules,
        _("When the round ends, your side adds the points of its melded cards."),
        _("When the round ends, you add the points of your melded cards."),
    )
    yield _by_sides(
        rules,
        _("Cards left in the hands of your side are subtracted."),
        _("Cards left in your hand are subtracted."),
    )
    if rules.deal.foot and "feet" in rules.score.against:
        yield _("The cards of a foot left unplayed are subtracted too.")
    if "melded-cards" in rules.score.against:
        yield _by_sides(
            rules,
            _("If your side has no canasta, its melded cards are subtracted instead."),
            _("If you have no canasta, your melded cards are subtracted instead."),
        )
    yield _bonuses(rules)
    yield from _trump(rules)
    if rules.canastas.fixed_when_made:
        yield _("A canasta keeps the bonus it had when it was made.")
    if rules.canastas.concealed:
        yield _("A canasta laid down complete from one hand earns another {points}.").format(
            points=rules.canastas.concealed
        )
    if rules.canastas.counted:
        yield _table(_("Several canastas together also earn:"), rule_values.counted_rows(rules.canastas.counted))
    yield from _special_hands(rules)
    penalties = [
        (rules.wilds.unfinished, _("a meld of wild cards that isn't a canasta")),
        (rules.sequences.unfinished, _("a run that isn't a canasta")),
        *(
            (own.unfinished, _("a meld of {ranks} that isn't a canasta").format(ranks=_melds_of(name, own)))
            for name, own in _special(rules)
        ),
        *((own.held, _too_many(rules, name, own)) for name, own in _special(rules)),
    ]
    costs = [labelled(what, f"−{amount(points)}") for points, what in penalties if points]
    if costs:
        yield _table(_("Penalties:"), costs)
    yield from _foot_points(rules)
    if example := rules_examples.end_of_round(rules):
        yield example


def _trump(rules: Rules) -> Iterator[str]:
    if rules.sequences.allowed and rules.sequences.trump:
        yield _("The suit of the first upcard is trump for the round: a run of trumps that is a canasta earns double.")


def _bonuses(rules: Rules) -> str:
    """Return what canastas earn, as a list."""
    special = rules.canastas.special or any(own.canasta is not None for _name, own in _special(rules))
    return _table(
        _("Each canasta also earns one of these, the last one that fits:")
        if special
        else _("Each canasta also earns:"),
        list(_canastas(rules)),
    )


def _canastas(rules: Rules) -> Iterator[str]:
    """Yield what each kind of canasta earns; one that counts instead of another stands after it."""
    if rules.melds.ranks != "none" or rules.sequences.counts == "natural-or-mixed":
        yield labelled(_("natural canasta"), amount(rules.canastas.natural))
        yield labelled(_("mixed canasta"), amount(rules.canastas.mixed))
    for name, own in _special(rules):
        if own.canasta is not None:
            kind = _("natural canasta of {ranks}") if own.concerns == "natural" else _("canasta of {ranks}")
            yield labelled(kind.format(ranks=rule_values.rank(name)), amount(own.canasta))
    if rules.wilds.allowed:
        yield labelled(_("canasta of wild cards"), _wild_points(rules))
    runs = rules.sequences
    if runs.allowed and runs.counts == "sequence":
        yield labelled(_("run of seven"), amount(runs.bonus))
    there = {"semi-clean", "eight", "eight-wild"}
    there |= {"wild-run"} if runs.allowed and runs.counts == "sequence" else set()
    if runs.allowed and runs.ace != "high" and runs.max_size >= _ACE_TO_KING:
        there |= {"royal", "royal-wild", "royal-aces"}
    if runs.allowed and runs.max_size > ACE:
        there |= {"four-to-ace", "four-to-ace-wild"}
    earned = dict[str, int](rules.canastas.special)
    for which, name in CHOICES["canastas.special"].items():
        if which in there and which in earned:
            yield labelled(_(name), amount(earned[which]))
    if rules.twos.allowed:
        yield _by_sides(
            rules,
            _("canasta of twos, for a side that goes out: {natural}, or {mixed} with jokers"),
            _("canasta of twos, if you go out: {natural}, or {mixed} with jokers"),
        ).format(natural=amount(rules.twos.natural), mixed=amount(rules.twos.mixed))


def _special(rules: Rules) -> list[tuple[str, RankRules]]:
    """Return each rank that may have rules of its own, with its name in rules."""
    return [(RANK_NAMES[rank], rules.ranks[rank]) for rank in SET_RANKS]


def _melds_of(name: str, own: RankRules) -> str:
    """Return the melds that a rank's special rules are about."""
    ranks = rule_values.rank(name)
    return _("{ranks} without wild cards").format(ranks=ranks) if own.concerns == "natural" else ranks


def _too_many(rules: Rules, name: str, own: RankRules) -> str:
    said = (
        _("{count} or more {ranks} left in a hand")
        if own.held_if_mixed
        else _by_sides(
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
        yield _by_sides(
            rules,
            _("A foot that your side has taken earns {points}."),
            _("A foot that you have taken earns {points}."),
        ).format(points=amount(taken))
    if left := score.foot("left"):
        yield _by_sides(
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
        ("pairs", _("seven pairs of seven ranks") if "seven-ranks" in extra.hands_made else _("seven pairs")),
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
            else _("four cards of each of two ranks, and three of each of two others"),
        ),
    ]
    said = dict(hands)
    named = [labelled(said[hand], amount(points)) for hand, points in extra.hands if points]
    if named:
        yield _table(
            _by_sides(
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


def _kinds(kinds: Sequence[str]) -> str:
    return ", ".join(rule_values.CARDS[kind]() for kind in kinds)
