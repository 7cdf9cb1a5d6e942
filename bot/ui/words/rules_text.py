"""The rules of a table in words, written from its parameters, so that the text always says what is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.canasta.cards import ACE, JOKER_RANK, NATURAL_RANKS, RANK_NAMES, SET_RANKS, THREE, TWO
from bot.canasta.melds import CANASTA
from bot.canasta.melds.sets import ranks_asked
from bot.canasta.rules import Rules, RulesError, load_rules, parameters, value_of
from bot.canasta.rules.model import RankRules, SpecialHand
from bot.ui.i18n import _, amount, ngettext
from bot.ui.words import card_names, rule_values, variant_names

#: How many cards a run from ace to king has.
_ACE_TO_KING = 13
#: The most characters of a page that a message in Discord shows.
LONGEST = 4_000


def page(rules: Rules) -> str:
    """Return everything that a player of these rules must know, one paragraph for each subject."""
    parts = [f"## {variant_names.title(rules)}"]
    own = differences(rules)
    if own:
        parts.append(own)
    for heading, sentences in _chapters(rules):
        text = " ".join(sentences)
        if text:
            parts.append(f"**{heading}.** {text}")
    return "\n".join(parts)


def sentences(rules: Rules) -> list[str]:
    """Return all that `page` says of the rules themselves, sentence by sentence."""
    return [sentence for _heading, said in _chapters(rules) for sentence in said]


def differences(rules: Rules) -> str | None:
    """Return one line that says how a table's rules differ from its variant; None if they don't."""
    if not rules.house:
        return None
    usual = _usual(rules)
    known = {one.name: one for one in parameters()}
    said = []
    for name, value in rules.house:
        parameter = known[name]
        text = f"{rule_values.meaning(parameter).rstrip('.?')}: {rule_values.words(parameter, value, rules)}"
        if usual is None:
            said.append(text)
        elif value != value_of(usual, name):
            said.append(f"{text} ({rule_values.words(parameter, value_of(usual, name), usual)})")
    return _("House rules (usual in brackets): {list}").format(list="; ".join(said)) if said else None


def _usual(rules: Rules) -> Rules | None:
    """Return the rules of the same table without house rules; None if the variant's file has been removed."""
    try:
        return load_rules(rules.id, rules.layout)
    except RulesError:
        return None


def _chapters(rules: Rules) -> Iterator[tuple[str, list[str]]]:
    yield _("Aim"), list(_aim(rules))
    yield _("Cards"), list(_cards(rules))
    yield _("Your turn"), list(_turn(rules))
    yield _("Melds"), list(_melds(rules))
    yield _("Opening"), list(_opening(rules))
    yield _("The pile"), list(_pile(rules))
    yield _("Threes"), list(_threes(rules))
    yield _("Going out"), list(_out(rules))
    yield _("When the stock is empty"), list(_stock(rules))
    yield _("Points"), list(_points(rules))


def _aim(rules: Rules) -> Iterator[str]:
    if rules.rounds:
        yield ngettext(
            "The game is {count} round long, whatever the points. Seven cards in one meld are a *canasta*.",
            "The game is {count} rounds long, whatever the points. Seven cards in one meld are a *canasta*.",
            rules.rounds,
        ).format(count=rules.rounds)
        yield (
            _("Then the most points win; while the best are equal, another round is played.")
            if rules.more_rounds
            else _("Then the most points win; if the best are equal, it is a draw.")
        )
    else:
        yield _("Reach {target} points. Seven cards in one meld are a *canasta*.").format(target=amount(rules.target))
    match rules.side.mode:
        case "fixed" if rules.side.sides == rules.seats:
            yield _("Everybody plays for himself.")
        case "fixed":
            yield _("{sides} sides of {players} players.").format(
                sides=rules.side.sides, players=rules.seats // rules.side.sides
            )
        case "lone":
            yield _("Whoever first takes the pile in a round plays alone against the two others, who become partners.")
        case "alliance":
            yield (
                _(
                    "Whoever first takes the pile in a round plays alone; the two others share their melds and score all of them each."
                )
                if "full-share" in rules.side.pairing
                else _(
                    "Whoever first takes the pile in a round plays alone; the two others share their melds and half the points of them each."
                )
            )
        case "sit-out":
            yield _("Two sides, of two and of three players; one of the three rests each round.")
        case "rotating":
            yield _("Two play against three, and the pair changes every round; everybody has a score of his own.")
    if rules.side.mode in ("lone", "alliance"):
        if "lone-by-going-out" in rules.side.pairing:
            yield _("If nobody has taken it, whoever goes out was the one alone.")
        if "shared-opening" not in rules.side.pairing:
            yield _("Each partner opens for himself.")
    if rules.canastas.automatic is not None:
        yield _("{count} canastas in one round win the game at once.").format(count=rules.canastas.automatic)


def _cards(rules: Rules) -> Iterator[str]:
    yield _("{decks} packs with {jokers} jokers; everybody gets {hand} cards.").format(
        decks=rules.pack.decks, jokers=rules.pack.jokers, hand=rules.deal.hand
    )
    if rules.pack.calientes:
        yield _("There are {count} calientes.").format(count=rules.pack.calientes)
    if rules.pack.copies_per_natural is not None:
        yield _("There are {count} cards of each rank from 4 to ace.").format(count=rules.pack.copies_per_natural)
    yield from _foot(rules)
    if rules.deal.talons:
        sizes = _list([str(size) for size in rules.deal.talons])
        if rules.deal.talons_given:
            yield _("Who makes his side's first meld gets a talon: {sizes} cards, first come first served.").format(
                sizes=sizes
            )
        else:
            yield _("Talons of {sizes} cards stay aside and are nobody's.").format(sizes=sizes)
    if not rules.deal.upcard:
        yield _("The pile starts empty.")
        return
    if rules.deal.cover:
        yield _("The next card covers a first upcard that is one of the {cards}.").format(
            cards=_kinds(rules.deal.cover, either=True)
        )
        if rules.deal.cover_freezes:
            yield _("A wild card or red three covered so freezes the pile.")
    if rules.deal.face_down_by_rank:
        yield _("As many cards as the first upcard's rank says lie face down under it.")
    elif rules.deal.face_down:
        yield _("{count} cards lie face down under the first upcard.").format(count=rules.deal.face_down)
    if twin := rules.deal.bonus("twin"):
        yield _("Who is dealt the twin of the first upcard scores {points}.").format(points=twin)
    if cut := rules.deal.bonus("exact-cut"):
        yield _("An exact cut scores {points} for the side that doesn't deal.").format(points=cut)


def _foot(rules: Rules) -> Iterator[str]:
    if not rules.deal.foot:
        return
    if rules.deal.foot_with == "first-canasta":
        yield (
            _(
                "A second packet of {count} cards, the foot, joins the hand of the player of each side who first completes a canasta."
            )
            if rules.deal.foot_of == "side"
            else _(
                "A second packet of {count} cards, the foot, joins your hand when you complete your first canasta; using up your hand doesn't bring it."
            )
        ).format(count=rules.deal.foot)
    elif rules.deal.foot_of == "side":
        yield _(
            "A second packet of {count} cards, the foot, waits for the player of each side who is first without cards."
        ).format(count=rules.deal.foot)
    else:
        yield _("A second packet of {count} cards, the foot, is picked up when the hand is used up.").format(
            count=rules.deal.foot
        )
    if rules.deal.foot_canastas:
        yield ngettext(
            "No hand is used up for it before its side has {count} canasta.",
            "No hand is used up for it before its side has {count} canastas.",
            rules.deal.foot_canastas,
        ).format(count=rules.deal.foot_canastas)
    if "feet" not in rules.score.against:
        yield (
            _("The cards of a foot left unplayed count for nobody.")
            if rules.deal.foot_of == "side"
            else _("A foot left unplayed doesn't count against its side.")
        )
    if rules.deal.foot_of == "side":
        return
    if rules.deal.foot_of == "low-bottom":
        yield _("The packet with the lower bottom card is the hand.")
    elif rules.deal.foot_of == "pass":
        yield _("You keep one packet as your foot and pass the other to your left.")


def _turn(rules: Rules) -> Iterator[str]:
    if rules.opening.before_draw:
        yield _("Your side's first meld is laid at the start of a turn, before anything is drawn.")
    draw = ngettext("Draw {count} card", "Draw {count} cards", rules.turn.draw).format(count=rules.turn.draw)
    if rules.pile.open_to == "nobody":
        yield _("{draw}, lay down what you like, and discard one card.").format(draw=draw)
    elif rules.takes_freely:
        yield _("{draw}, or take the pile into your hand; lay down what you like, and discard one card.").format(
            draw=draw
        )
    elif rules.pile.taken == "top":
        yield _(
            "{draw}, or take the top card of the pile if you can use it; lay down what you like, and discard one card."
        ).format(draw=draw)
    else:
        yield _(
            "{draw}, or take the pile if you can use its top card; lay down what you like, and discard one card."
        ).format(draw=draw)
    if rules.discards.wilds == "forced":
        yield _("Wild cards are discarded only when you hold nothing else.")
    elif rules.discards.wilds == "last-or-forced":
        yield _("Wild cards are discarded only as the last card, or when you hold nothing else.")
    if "threes" in rules.discards.barred:
        yield _("Threes are discarded only as the last card.")
    for when, line in (
        ("own-canasta", _("Not discarded before your side has a canasta of the rank: {ranks}.")),
        ("every-canasta", _("Not discarded before every side has a canasta of the rank: {ranks}.")),
    ):
        if ranks := [rule_values.rank(name) for name, own in _special(rules) if own.discard == when]:
            yield line.format(ranks=_list(ranks))
    if "aces-and-sevens" in rules.discards.barred:
        yield _("No ace or seven starts an empty pile while you hold another natural card.")
    if "early-black-threes" in rules.discards.barred:
        yield _("No black three is discarded before everybody has had a turn.")
    if "safe-cards" in rules.discards.barred:
        yield _("No card that the next player can't use starts an empty pile while you hold another.")
    if rules.turn.float:
        yield _("In your foot you may end a turn without a discard.")
    if rules.extra.hand:
        yield _("Who makes his side's first meld may take {count} more cards.").format(count=rules.extra.hand)
    if rules.pack.calientes:
        yield _(
            "A caliente played refills your hand and costs {points}; not while your side has more melds than another."
        ).format(points=rules.extra.caliente_cost)
        yield (
            _("It is filled up to as many cards as were dealt.")
            if rules.extra.caliente_to_deal
            else _("It is filled up to as many cards as it had when the turn began.")
        )
        yield _("One kept in your hand doubles what the hand costs you, two triple it.")


def _melds(rules: Rules) -> Iterator[str]:
    melds = rules.melds
    few = {
        "aces-and-threes": _("Three or more aces, or threes, with at least {count} natural ones."),
        "none": _("There are no melds of one rank, only runs."),
    }
    every = (
        _("Three or more cards of one rank, 3 to ace, with at least {count} natural ones.")
        if rules.plain_threes
        else _("Three or more cards of one rank, 4 to ace, with at least {count} natural ones.")
    )
    yield few.get(melds.ranks, every).format(count=melds.min_naturals)
    if melds.max_wilds is not None:
        yield ngettext(
            "Jokers and twos are wild: at most {count} in a meld.",
            "Jokers and twos are wild: at most {count} in a meld.",
            melds.max_wilds,
        ).format(count=melds.max_wilds)
    else:
        yield _("Jokers and twos are wild.")
    ratios = {
        "at-most-naturals": _("A meld never has more wild cards than natural ones."),
        "fewer-than-naturals": _("A meld always has more natural cards than wild ones."),
        "half-of-naturals": _("A meld has at least twice as many natural cards as wild ones."),
    }
    if melds.ratio in ratios:
        yield ratios[melds.ratio]
    if melds.big_unlimited:
        yield _("A meld of more than seven cards, four of them natural, takes any number of wild ones.")
    if melds.max_size is not None:
        yield _("No meld holds more than {count} cards.").format(count=melds.max_size)
    if melds.max_natural is not None:
        yield _("A canasta without wild cards holds {count} cards at most.").format(count=melds.max_natural)
    if melds.ranks != "none":
        yield {
            "one": _("A side has one meld of each rank."),
            "after-canasta": _("A side may begin a second meld of a rank when the first is a canasta."),
            "two": _("A side may have two melds of a rank."),
        }[melds.same_rank]
    if not melds.canasta_wilds:
        yield _("A canasta takes no more wild cards.")
    if melds.not_theirs:
        yield _("No meld is begun in the rank of a canasta of your opponents.")
    for pure, line in (
        ("yes", _("Without wild cards: melds of {ranks}.")),
        ("opening", _("Without wild cards, unless the meld began with one in the opening: melds of {ranks}.")),
    ):
        if found := [rule_values.rank(name) for name, own in _special(rules) if own.pure == pure]:
            yield line.format(ranks=_list(found))
    if rules.sequences.allowed:
        yield from _runs(rules)
    if rules.wilds.allowed:
        yield from _wild_melds(rules)
    if rules.twos.allowed:
        yield _("Twos may be melded as a rank, with two jokers at most; until that is a canasta, twos go nowhere else.")
    if melds.cap is not None:
        yield ngettext(
            "A side may have {count} canasta at most.", "A side may have {count} canastas at most.", melds.cap
        ).format(count=melds.cap)
    if melds.cap_red_threes == "always":
        yield _("A side may have no more canastas than red threes.")
    elif melds.cap_red_threes == "going-out":
        yield _("Who goes out may have no more canastas than red threes.")


def _runs(rules: Rules) -> Iterator[str]:
    """Yield what a run may hold, and what it counts as."""
    runs = rules.sequences
    wild = (
        ngettext("with at most {count} wild", "with at most {count} wild", runs.max_wilds).format(count=runs.max_wilds)
        if runs.max_wilds
        else _("without wild cards")
    )
    if runs.ace == "high" and runs.max_size == CANASTA:
        yield _("Runs of one suit, three to seven cards from 4 up to the ace, are melds too, {wild}.").format(wild=wild)
    else:
        yield _("Runs of one suit, three to {most} cards, are melds too, {wild}.").format(wild=wild, most=runs.max_size)
        yield {
            "high": _("A run goes from 4 up to the ace."),
            "either-end": _("The ace stands above the king or below the 2."),
            "both-ends": _("The ace stands above the king, below the 2, or at both ends of a run."),
        }[runs.ace]
    if runs.ace != "high":
        yield _("A 2 at its own place in a run of its suit is natural.")
    if runs.max_wilds:
        yield _("A run needs {count} natural cards.").format(count=runs.min_naturals)
    if runs.free_wild:
        yield _("A wild card in a run moves on when the card it stands for is added.")
    if runs.counts == "natural-or-mixed":
        yield _("A run of seven or more cards is a canasta too, natural without wild cards, mixed with them.")


def _wild_melds(rules: Rules) -> Iterator[str]:
    wilds = rules.wilds
    if wilds.whole:
        yield _("Seven wild cards may be melded by themselves.")
    else:
        yield _("Wild cards may be melded by themselves, three or more.")
    if wilds.max_size is not None:
        yield _("That meld holds {count} cards at most.").format(count=wilds.max_size)
    if wilds.melds == "after-canasta":
        yield _("A side may begin a second wild meld when the first is a canasta.")
    elif wilds.melds == "two":
        yield _("A side may have two wild melds.")
    if "other-melds" in wilds.bars:
        yield _("Until that meld is a canasta, no other gets wild cards.")
    if wilds.binds:
        yield _("Until it is a canasta, you discard no wild card and don't go out.")
    if wilds.pure_twos:
        yield _("A canasta of twos is a natural one, another wild canasta a mixed one.")


def _opening(rules: Rules) -> Iterator[str]:
    if all(needed == 0 for _start, needed in rules.opening.table):
        yield _("Your side's first melds of a round need no minimum.")
    elif rules.opening.by == "round":
        yield _("What your side lays first in a round must count enough for that round: {rows}.").format(
            rows="; ".join(rule_values.rows_by_round(rules.opening.table))
        )
    else:
        yield _("What your side lays first in a round must count enough for its score: {rows}.").format(
            rows="; ".join(rule_values.rows(rules.opening.table))
        )
    if rules.opening.pure:
        yield (
            _("It may not hold wild cards, unless anything will do.")
            if any(needed == 0 for _start, needed in rules.opening.table)
            else _("It may not hold wild cards.")
        )
    if rules.opening.triple == "yes":
        yield _("It needs three natural cards of one rank.")
    elif rules.opening.triple == "or-wild-meld":
        yield _("It needs three natural cards of one rank, or a meld of wild cards.")
    if rules.opening.splash == "any":
        yield _("A whole canasta from your hand needs no minimum.")
    elif rules.opening.splash == "natural-or-wild":
        yield _("A whole natural or wild canasta from your hand needs no minimum.")
    if rules.opening.whole_hand != "minimum":
        yield (
            _("Whoever goes out with his whole hand at once needs no minimum.")
            if rules.opening.whole_hand == "free"
            else _("Whoever goes out with his whole hand at once, a canasta in it, needs no minimum.")
        )


def _pile(rules: Rules) -> Iterator[str]:
    pile = rules.pile
    if pile.open_to == "nobody":
        yield _("Nobody takes the pile.")
        return
    if pile.open_to == "in-foot":
        yield _("You can take the pile only while you play from your foot.")
    if rules.takes_freely:
        yield from _free_pile(rules)
        return
    if pile.always_frozen or (pile.onto_meld == "never" and not pile.natural_and_wild):
        yield _("It always takes two natural cards of the top card's rank from your hand.")
        if pile.frozen_needs > 2:
            yield _("A frozen pile takes {count}.").format(count=pile.frozen_needs)
    else:
        ways = [_("two cards of its rank")]
        if pile.natural_and_wild:
            ways.append(_("one and a wild card"))
        if pile.onto_meld == "any":
            ways.append(_("a meld of your side that it joins"))
        elif pile.onto_meld == "below-canasta":
            ways.append(_("a meld of your side that it joins and that is no canasta"))
        yield _("Its top card is taken with {ways}.").format(ways=_list(ways, either=True))
        yield ngettext(
            "A frozen pile takes {count} natural cards of the rank from your hand.",
            "A frozen pile takes {count} natural cards of the rank from your hand.",
            pile.frozen_needs,
        ).format(count=pile.frozen_needs)
        if pile.frozen_for_unopened:
            yield _("It is frozen for you until your side has opened.")
    if pile.wild_helps:
        yield _("A wild card may stand for one of those natural cards.")
    if rules.discards.freeze:
        yield _("A discard of {cards} freezes it for all until it is taken.").format(
            cards=_kinds(rules.discards.freeze)
        )
    if rules.discards.covered_black_freezes:
        yield _("A black three freezes it once it is covered.")
    yield from _closed_pile(rules)
    if pile.wild_top:
        yield (
            _("A two or joker on top is taken with two of its kind, in a frozen pile with {count}.").format(
                count=pile.frozen_needs
            )
            if pile.frozen_needs > 2
            else _("A two or joker on top is taken with two of its kind.")
        )
    if pile.wild_joins:
        yield _("A two or joker on top takes the pile with any meld that may hold it, if the pile isn't frozen.")
    yield from _limits_of_taking(rules)


def _free_pile(rules: Rules) -> Iterator[str]:
    """Yield what is special about a pile that goes to the hand as a whole."""
    pile = rules.pile
    if pile.needs == "meld":
        yield _("When you take it you must meld a card in the same turn, one of the pile or another.")
    else:
        yield _("It is taken without condition, its top card too, and nothing need be melded for it.")
    yield from _closed_pile(rules)
    yield from _limits_of_taking(rules)


def _limits_of_taking(rules: Rules) -> Iterator[str]:
    """Yield what prevents taking the pile, or a part of it, whatever cards the top card is taken with."""
    pile, free = rules.pile, rules.takes_freely
    if pile.own_canasta == "never":
        yield _("It can't be taken when the top card's rank is that of your own canasta.")
    elif pile.own_canasta == "opponents":
        yield _("A card that fits a canasta of its discarder's opponents blocks it for them.")
    if not pile.one_card:
        yield _("With a single card in your hand you can't take a single card.")
    if free and "lone-card" in rules.discards.barred:
        yield _(
            "If you take a pile of one card, you can't discard that card in the same turn, unless you held its twin."
        )
    if rules.opening.with_pile == "no":
        yield _("Your side must have opened before.")
    elif rules.opening.with_pile == "first-from-hand" and not free:
        yield _("To open and take it in one turn, open from your hand alone.")
    if pile.own_meld_first:
        yield _("You must have laid a meld of your own before.")
    if pile.sequences == "top-card":
        yield _("In place of drawing, the top card alone may go to a run of your side.")
    elif pile.sequences == "whole" and not free:
        yield _("Its top card is taken for a run too, a new one or one of your side.")
    if pile.taken == "top":
        yield _("Only its top card is taken, and nothing is drawn in that turn.")
    yield from _part_of_pile(rules)


def _closed_pile(rules: Rules) -> Iterator[str]:
    """Yield which discards close the pile, and which top cards block it."""
    if rules.discards.close:
        closes = (
            _("A discard of {cards} closes it to the next player.")
            if rules.discards.closes_next_only
            else _("A discard of {cards} closes it to all until the turn comes back to who discarded it.")
        )
        yield closes.format(cards=_kinds(rules.discards.close))
    blocked = [kind for kind in rules.discards.block if kind != "caliente" or rules.pack.calientes]
    if rules.pile.wild_top:
        blocked = [kind for kind in blocked if kind not in ("joker", "two")]
    if blocked:
        yield _("It is blocked while {cards} lie on top.").format(cards=_kinds(blocked, either=True))


def _part_of_pile(rules: Rules) -> Iterator[str]:
    """Yield how much of the pile is taken, if that is neither all of it nor one card."""
    limits = {"five": 5, "seven": 7}
    if rules.pile.taken in limits:
        yield _("Only the top {count} cards are taken.").format(count=limits[rules.pile.taken])
    elif rules.pile.taken == "to-wild":
        yield _("Only the cards down to the next wild one are taken.")


def _threes(rules: Rules) -> Iterator[str]:
    threes = rules.threes
    totals = _list([amount(total) for total in threes.totals])
    match threes.red:
        case "at-once":
            yield _("Red threes are laid at once and replaced; one, two and so on count {totals}.").format(
                totals=totals
            )
        case "held":
            yield _("Red threes may be laid and replaced in your turn; one, two and so on count {totals}.").format(
                totals=totals
            )
            if rules.deal.red_threes_first:
                yield _("Those dealt are laid before the first upcard is turned.")
            yield _("One left in your hand costs {points}.").format(points=threes.costs("red") or 0)
            if (early := threes.costs("red-no-turn")) is not None:
                yield _("It costs {points} if you had no turn.").format(points=early)
        case "optional":
            yield _("Threes may be laid and replaced; of each colour one, two and so on count {totals}.").format(
                totals=totals
            )
            yield (
                _("That is any time before your discard.")
                if threes.any_time
                else _("That is before your draw, or right after the draw that brought them.")
            )
            yield {
                "tally-and-5": _("One kept in a hand counts among the laid ones and costs 5 besides."),
                "tally": _("One kept in a hand counts among the laid ones."),
                "five": _("One kept in a hand costs 5."),
                "penalty": _("One kept in a hand counts as laid where that costs points, else it costs 5."),
            }[threes.held_tally]
        case "ordinary":
            yield _("Threes are cards like others: they are melded, and none is laid or replaced.")
            return
        case "never":
            if cost := threes.costs("red"):
                yield _("Threes are not laid; a red three left in hand or foot costs {points}.").format(points=cost)
                if "red" in threes.left_only_out:
                    yield _("It costs nothing when nobody went out.")
            else:
                yield _("Threes are not laid.")
            yield from _black_threes(rules)
            return
    yield {
        "meld": _("They count against a side that has laid nothing."),
        "canasta": _("They count against a side without a canasta."),
        "ready": _("They count against a side that lacks the canastas for going out."),
        "two-canastas": _("They count against a side without a canasta, and nothing with one."),
        "pure-and-mixed": _(
            "They count with a natural and a mixed canasta, nothing with natural ones alone, against with mixed ones alone, and doubly against with none."
        ),
        "sevens": _("They count against a side without a canasta of sevens."),
        "never": "",
    }[threes.plus_if]
    if threes.pile_replaced and rules.pile.open_to != "nobody":
        yield _("A red three found in a taken pile is replaced too.")
    if threes.red != "optional":
        yield from _black_threes(rules)


def _black_threes(rules: Rules) -> Iterator[str]:
    threes = rules.threes
    if threes.black == "like-red":
        yield _("Black threes are laid, replaced and counted as red ones are, by themselves.")
    elif threes.black == "may-be-laid":
        yield _("Black threes may be laid and replaced, and then count as red ones do, by themselves.")
    if threes.black != "like-red":
        yield {
            "never": _("Black threes are never melded."),
            "going-out": _("Black threes are melded only in the turn you go out, three or more without wild cards."),
            "all": _("Black threes are melded only all together, in the turn you go out."),
        }[threes.black_meld]
    if threes.black_four:
        yield _("Four melded together count {points}.").format(points=threes.black_four)
    if threes.set_aside and rules.pile.open_to != "nobody":
        yield _("Those of a taken pile are set aside; one, two and so on count {totals}.").format(
            totals=_list([amount(total) for total in threes.set_aside])
        )
    if cost := threes.costs("black"):
        yield (
            _("A black three left in your hand costs {points} when another goes out.")
            if "black" in threes.left_only_out
            else _("A black three left in your hand costs {points}.")
        ).format(points=cost)


def _out(rules: Rules) -> Iterator[str]:
    out = rules.out
    named = list(rule_values.needed_canastas(one for one in out.needs if one not in ("run", "natural-or-run")))
    needs = ngettext("Your side needs {count} canasta", "Your side needs {count} canastas", out.canastas).format(
        count=out.canastas
    )
    yield f"{needs} ({_list(named)})." if named else f"{needs}."
    if rules.twos.allowed:
        yield _("A canasta of twos doesn't count for that.")
    if asked := [rule_values.rank(name) for name in ranks_asked(rules)]:
        yield _("Canastas of {ranks} are neither natural nor mixed.").format(ranks=_list(asked))
    if out.either_way and (out.asks("natural") or out.asks("mixed")):
        yield _("Natural and mixed ones may change places.")
    if runs := out.asks("run"):
        yield ngettext("One of them must be a run.", "{count} of them must be runs.", runs).format(count=runs)
    if complete := [_melds_of(name, own) for name, own in _special(rules) if own.complete]:
        yield _("These must be canastas, if begun: melds of {ranks}.").format(ranks=_list(complete))
    if either := out.asks("natural-or-run"):
        yield ngettext(
            "One of them must be natural or a run.", "{count} of them must be natural or runs.", either
        ).format(count=either)
    if out.red_threes:
        yield ngettext("It needs {count} red three too.", "It needs {count} red threes too.", out.red_threes).format(
            count=out.red_threes
        )
    if out.team_no_threes:
        yield _("Nobody on your side may hold a three.")
    if out.play_on:
        yield _("Whose cards are used up while his side may not go out draws again in his next turn.")
    if out.discard == "required":
        yield _("The last card must be discarded.")
    if out.last_not:
        yield _("{cards} can't be the last discard.").format(cards=_kinds(out.last_not).capitalize())
    if _has_partners(rules):
        yield from _asking(rules)
    if out.foot == "played":
        yield _("Everybody on your side must have played a card of his foot.")
    elif out.foot == "both-picked-up":
        yield _("Everybody on your side must have picked up his foot.")
    if penalty := rules.score.foot("partner-left"):
        yield _("A foot that your partner has left unplayed costs {points} more.").format(points=penalty)
    if out.bonus:
        yield _("It earns {bonus}.").format(bonus=out.bonus)
    if out.discard_hidden:
        yield _("The last discard lies face down.")
    yield from _concealed(rules)


def _has_partners(rules: Rules) -> bool:
    """Return whether a player of these rules may ever have a partner."""
    return rules.side.mode != "fixed" or rules.side.sides < rules.seats


def _asking(rules: Rules) -> Iterator[str]:
    """Yield if, when and how often a player asks for permission to go out."""
    out = rules.out
    if out.ask == "must":
        yield _("Ask your partner first: his answer binds you.")
    elif out.ask == "may":
        yield _("You may ask your partner first: his answer binds you.")
    if out.ask != "no":
        yield (
            _("You may ask at any time in your turn.")
            if "after-melding" in out.ask_when
            else _("Ask before you meld, right after the draw.")
            if rules.pile.open_to == "nobody"
            else _("Ask before you meld, right after the draw or the taken pile.")
        )
        if "once-a-round" in out.ask_when:
            yield _("You may ask once a round.")


def _concealed(rules: Rules) -> Iterator[str]:
    """Yield what going out with the whole hand at once earns."""
    out = rules.out
    if not out.concealed:
        return
    if "partner-unmelded" in out.concealed_needs:
        yield _("If your side had melded nothing before that turn, {points} more.").format(points=out.concealed)
    else:
        yield _("If you had melded nothing before that turn, {points} more.").format(points=out.concealed)
        if "own-canasta" in out.concealed_needs:
            yield _("That takes a canasta of your own.")
        if out.concealed_plain:
            yield _("Without one it is {points} more.").format(points=out.concealed_plain)
    apart = "own-melds" in out.concealed_needs and "partner-unmelded" not in out.concealed_needs
    barred = apart and _has_partners(rules)
    if barred:
        yield _("It isn't paid if you add to your partner's melds.")
    if "no-pile" in out.concealed_needs and rules.pile.open_to != "nobody":
        yield (
            _("Nor is it if you took the pile in that turn.")
            if barred
            else _("It isn't paid if you took the pile in that turn.")
        )


def _stock(rules: Rules) -> Iterator[str]:
    yield {
        "round": _("The round ends when somebody must draw."),
        "reshuffle": _("The pile is shuffled and becomes the stock."),
        "flip": _("The pile is turned over and becomes the stock."),
        "foot": _(
            "A foot that nobody has taken becomes the stock, first that of the side that must draw; without one the round ends."
        ),
        "two-left": _("The last two cards aren't played: the round ends with the discard that finds no more left."),
    }[rules.stock.end]
    if rules.stock.end in ("reshuffle", "flip"):
        yield ngettext(
            "That happens {count} time a round at most; then the round ends.",
            "That happens {count} times a round at most; then the round ends.",
            rules.stock.recycles,
        ).format(count=rules.stock.recycles)
    forced = rules.stock.forced_take if rules.pile.open_to != "nobody" else "no"
    alone = rules.pile.onto_meld != "never" and not rules.pile.always_frozen
    if forced == "onto-meld" and (alone or rules.pile.sequences == "whole"):
        yield _("When nothing can be drawn, a top card that joins a meld of your side must be taken.")
    elif forced == "any":
        yield _("When nothing can be drawn, a side that has opened must take the pile if it can.")
    if "short-draw" in rules.stock.ends_on:
        yield _("The round ends too when too few cards can be drawn.")
    if "three" in rules.stock.ends_on:
        yield _("It ends too when a three can't be replaced.")


def _points(rules: Rules) -> Iterator[str]:
    canastas = [
        _("natural canasta {points}").format(points=amount(rules.canastas.natural)),
        _("mixed canasta {points}").format(points=amount(rules.canastas.mixed)),
    ]
    canastas += [
        (
            _("natural canasta of {ranks} {points}") if own.concerns == "natural" else _("canasta of {ranks} {points}")
        ).format(ranks=rule_values.rank(name), points=amount(own.canasta))
        for name, own in _special(rules)
        if own.canasta is not None
    ]
    if rules.wilds.allowed:
        canastas.append(_("wild canasta {points}").format(points=_wild_points(rules)))
    runs = rules.sequences
    if runs.allowed and runs.counts == "sequence":
        canastas.append(_("run of seven {points}").format(points=amount(runs.bonus)))
    there = {"semi-clean", "eight", "eight-wild"}
    there |= {"wild-run"} if runs.allowed and runs.counts == "sequence" else set()
    if runs.allowed and runs.ace != "high" and runs.max_size >= _ACE_TO_KING:
        there |= {"royal", "royal-wild", "royal-aces"}
    if runs.allowed and runs.max_size > ACE:
        there |= {"four-to-ace", "four-to-ace-wild"}
    canastas += rule_values.named_rows("canastas.special", (row for row in rules.canastas.special if row[0] in there))
    if rules.twos.allowed:
        canastas.append(
            _("canasta of twos {natural}, with jokers {mixed}, for the side that goes out").format(
                natural=amount(rules.twos.natural), mixed=amount(rules.twos.mixed)
            )
        )
    yield _("{canastas}.").format(canastas=_list(canastas)).capitalize()
    if rules.sequences.allowed and rules.sequences.trump:
        yield _("The suit of the upcard is trump for the round: canastas of its runs count twice.")
    if rules.canastas.fixed_when_made:
        yield _("A canasta keeps the worth that it had when it was made.")
    if rules.canastas.concealed:
        yield _("A canasta laid whole from one hand earns {points} more.").format(points=rules.canastas.concealed)
    if rules.canastas.counted:
        yield _("For several canastas, more: {list}.").format(
            list=_list(rule_values.counted_rows(rules.canastas.counted))
        )
    yield from _special_hands(rules)
    penalties = [
        (rules.wilds.unfinished, _("an unfinished wild meld")),
        (rules.sequences.unfinished, _("an unfinished run")),
        *(
            (own.unfinished, _("an unfinished meld of {ranks}").format(ranks=_melds_of(name, own)))
            for name, own in _special(rules)
        ),
        *((own.held, _too_many(name, own)) for name, own in _special(rules)),
    ]
    costs = [
        _("{what} {points}").format(what=what, points=f"−{amount(points)}") for points, what in penalties if points
    ]
    if costs:
        yield _("Penalties: {list}.").format(list=", ".join(costs))
    yield _("Cards: {values}.").format(values=", ".join(_card_values(rules)))
    yield from _foot_points(rules)
    if "melded-cards" in rules.score.against:
        yield _("Melded cards count against a side without a canasta.")
    yield _("Cards left in a hand count against you.")


def _card_values(rules: Rules) -> Iterator[str]:
    """Yield the values of cards; neighbouring ranks of the same value are named together."""
    points = rules.card_values
    rows: list[list[int]] = []
    for rank in (JOKER_RANK, TWO, *reversed(range(NATURAL_RANKS))):
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


def _special(rules: Rules) -> list[tuple[str, RankRules]]:
    """Return each rank that may have rules of its own, with its name in rules."""
    return [(RANK_NAMES[rank], rules.ranks[rank]) for rank in SET_RANKS]


def _melds_of(name: str, own: RankRules) -> str:
    """Return the melds that a rank's special rules are about."""
    ranks = rule_values.rank(name)
    return _("{ranks} without wild cards").format(ranks=ranks) if own.concerns == "natural" else ranks


def _too_many(name: str, own: RankRules) -> str:
    said = (
        _("{count} or more {ranks} left in a hand")
        if own.held_if_mixed
        else _("{count} or more {ranks} left in a hand, unless the side has a mixed meld of the rank")
    )
    return said.format(count=own.held_from, ranks=rule_values.rank(name))


def _foot_points(rules: Rules) -> Iterator[str]:
    """Yield what a foot counts, taken or not."""
    score = rules.score
    if taken := score.foot("taken"):
        yield _("A foot that your side has taken counts {points}.").format(points=amount(taken))
    if left := score.foot("left"):
        yield _("A foot that your side hasn't taken costs {points}.").format(points=amount(left))
    if score.foot_when == "played":
        yield (
            _("A foot of which no card has been played counts as not taken.")
            if "feet" in score.against
            else _("A foot of which no card has been played counts as not taken, its cards in the hand for nobody.")
        )


def _special_hands(rules: Rules) -> Iterator[str]:
    extra = rules.extra
    hands: list[tuple[SpecialHand, str]] = [
        ("straight", _("one card of every rank with a joker")),
        ("pairs", _("seven pairs of seven ranks") if "seven-ranks" in extra.hands_made else _("seven pairs")),
        (
            "wild-pairs",
            _("seven pairs with sevens, aces and twos or jokers")
            if "joker-pair" in extra.hands_made
            else _("seven pairs with sevens, aces and twos"),
        ),
        (
            "garbage",
            _("four threes of a kind and a wild pair")
            if "triples" in extra.hands_made
            else _("two fours and two threes of a kind"),
        ),
    ]
    said = dict(hands)
    named = [
        _("{what} {points}").format(what=said[hand], points=amount(points)) for hand, points in extra.hands if points
    ]
    if named:
        yield _("Special hands of 14 cards, laid before your side has melded, end the round: {list}.").format(
            list=_list(named)
        )


def _wild_points(rules: Rules) -> str:
    most = rules.wilds.bonus(1)
    other = [row for row in rules.wilds.bonuses if row[1] != most]
    return amount(most) + (f" ({', '.join(rule_values.joker_rows(other))})" if other else "")


def _kinds(kinds: Sequence[str], *, either: bool = False) -> str:
    return _list([rule_values.CARDS[kind]() for kind in kinds], either=either)


def _list(words: Sequence[str], *, either: bool = False) -> str:
    """Return words in a row, the last two joined by "and" or "or"."""
    if len(words) < 2:
        return "".join(words)
    joined = _("{first} or {last}") if either else _("{first} and {last}")
    return joined.format(first=", ".join(words[:-1]), last=words[-1])
