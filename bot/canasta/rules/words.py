"""The meaning of each choice of a rule parameter: its name stays in files, records and codes, people read the words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..errors import N_

#: The words by parameter and value. After the parameter's own sentence they say how something is played.
CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "side.mode": {
        "fixed": N_("the same sides in every round"),
        "lone": N_("one player alone against two who become partners"),
        "alliance": N_("one player alone against two who share their melds and their points"),
        "sit-out": N_("two against three, one of whom rests each round"),
        "rotating": N_("two against three, with a different pair each round"),
    },
    "deal.foot_with": {
        "empty-hand": N_("by running out of cards"),
        "first-canasta": N_("by completing their first canasta"),
    },
    "deal.foot_of": {
        "second": N_("each player has one: the second packet dealt"),
        "low-bottom": N_("each player has one: the packet with the higher bottom card"),
        "pass": N_("each player keeps one of two packets as a foot; the other goes to the left"),
        "side": N_("each side has one, for whoever runs out of cards first"),
    },
    "deal.bonuses": {
        "exact-cut": N_("cutting exactly the number of cards to be dealt, for the side that isn't dealing"),
        "twin": N_("being dealt a card of the same rank and suit as the upcard"),
    },
    "threes.red": {
        "at-once": N_("at once, and replaced"),
        "held": N_("in any turn, or held"),
        "optional": N_("by choice, before the draw or right after it"),
        "never": N_("not at all"),
        "ordinary": N_("not at all: they are ordinary cards"),
    },
    "threes.black": {
        "played": N_("played like other cards"),
        "like-red": N_("laid down like red threes"),
        "may-be-laid": N_("laid down by choice"),
    },
    "threes.plus_if": {
        "meld": N_("a meld"),
        "canasta": N_("a canasta"),
        "ready": N_("all the canastas required to go out"),
        "two-canastas": N_("two canastas; with only one, they count for nothing"),
        "pure-and-mixed": N_("a natural and a mixed canasta; with only natural ones, they count for nothing"),
        "sevens": N_("a canasta of sevens"),
        "never": N_("nothing helps: they never count"),
    },
    "threes.held_tally": {
        "tally-and-5": N_("as if they had been laid down, and 5 points off as well"),
        "tally": N_("as if they had been laid down"),
        "five": N_("5 points off"),
        "penalty": N_("as if they had been laid down if that costs points, otherwise 5 points off"),
    },
    "threes.black_meld": {
        "never": N_("none at all"),
        "going-out": N_("three or more"),
        "all": N_("only all of them together"),
    },
    "melds.ratio": {
        "free": N_("in any proportion"),
        "at-most-naturals": N_("no more than natural cards"),
        "fewer-than-naturals": N_("fewer than natural cards"),
        "half-of-naturals": N_("at most half as many as natural cards"),
    },
    "melds.same_rank": {
        "one": N_("one meld only"),
        "after-canasta": N_("another meld once the first is a canasta"),
        "two": N_("two melds at any time"),
    },
    "ranks.RANK.concerns": {
        "all": N_("all of them"),
        "natural": N_("those without wild cards"),
    },
    "ranks.RANK.pure": {
        "no": N_("no, they take wild cards"),
        "opening": N_("yes, unless a meld had them when the side opened"),
        "yes": N_("yes, always"),
    },
    "ranks.RANK.discard": {
        "free": N_("yes"),
        "own-canasta": N_("only once your side has a canasta of it"),
        "every-canasta": N_("only once every side has a canasta of it"),
    },
    "melds.cap_red_threes": {
        "no": N_("no limit"),
        "always": N_("never more canastas than red threes"),
        "going-out": N_("no more canastas than red threes when it goes out"),
    },
    "melds.ranks": {
        "all": N_("of every rank that isn't wild"),
        "aces-and-threes": N_("of aces and of threes only"),
        "none": N_("of none: there are only runs"),
    },
    "sequences.ace": {
        "high": N_("above the king; a run starts at 4 or higher"),
        "either-end": N_("above the king, or below the 2"),
        "both-ends": N_("above the king, below the 2, or at both ends"),
    },
    "sequences.counts": {
        "sequence": N_("its own kind of canasta"),
        "natural-or-mixed": N_("natural without wild cards, mixed with them"),
    },
    "wilds.melds": {
        "one": N_("one meld only"),
        "after-canasta": N_("another meld once the first is a canasta"),
        "two": N_("two melds at any time"),
    },
    "opening.by": {
        "score": N_("the side's score before the round"),
        "round": N_("the number of the round"),
    },
    "opening.triple": {
        "no": N_("no, any melds will do"),
        "or-wild-meld": N_("yes, or a meld of wild cards"),
        "yes": N_("yes, always"),
    },
    "opening.splash": {
        "no": N_("no canasta"),
        "natural-or-wild": N_("natural and wild canastas"),
        "any": N_("any canasta"),
    },
    "opening.with_pile": {
        "top-counts": N_("yes, and the top card counts towards the minimum"),
        "first-from-hand": N_("yes, once cards from the hand alone have reached the minimum"),
        "no": N_("no, only in a later turn"),
    },
    "pile.open_to": {
        "all": N_("everybody"),
        "in-foot": N_("players who play from their foot"),
        "nobody": N_("nobody"),
    },
    "pile.onto_meld": {
        "any": N_("any meld of your side"),
        "below-canasta": N_("melds of your side that aren't canastas yet"),
        "never": N_("none"),
    },
    "pile.own_canasta": {
        "free": N_("allowed"),
        "never": N_("not allowed"),
        "opponents": N_("not allowed if an opponent discarded it"),
    },
    "pile.taken": {
        "all": N_("the whole pile"),
        "top": N_("its top card alone"),
        "five": N_("its top five cards"),
        "seven": N_("its top seven cards"),
        "to-wild": N_("its cards down to the next wild card"),
    },
    "pile.sequences": {
        "no": N_("it can't be used"),
        "top-card": N_("you can take it alone instead of drawing"),
        "whole": N_("you can take the whole pile with it"),
    },
    "pile.needs": {
        "top-card": N_("lay down its top card at once"),
        "meld": N_("lay down a card in the same turn"),
        "nothing": N_("nothing at all"),
    },
    "discards.wilds": {
        "free": N_("allowed"),
        "last-or-forced": N_("only as your last card, or if you hold nothing else"),
        "forced": N_("only if you hold nothing else"),
    },
    "out.discard": {
        "optional": N_("no, all cards can be laid down"),
        "required": N_("yes, always"),
    },
    "out.ask": {
        "no": N_("nobody asks"),
        "may": N_("you can ask"),
        "must": N_("you must ask"),
    },
    "out.foot": {
        "no": N_("nothing"),
        "played": N_("everyone on the side has played a card from their foot"),
        "both-picked-up": N_("everyone on the side has picked up their foot"),
    },
    "stock.end": {
        "round": N_("the round ends"),
        "reshuffle": N_("the pile is shuffled into a new stock"),
        "flip": N_("the pile is turned over"),
        "foot": N_("a foot that nobody has taken becomes the stock"),
        "two-left": N_("the round ends with the discard that leaves two cards in the stock"),
    },
    "score.foot_when": {
        "picked-up": N_("as soon as it is picked up"),
        "played": N_("once a card from it has been played"),
    },
    "canastas.special": {
        "semi-clean": N_("canasta of seven natural cards, in a row or of one rank, and a wild card"),
        "eight": N_("eight natural cards of one rank"),
        "eight-wild": N_("eight natural cards of one rank and a wild card"),
        "wild-run": N_("run of seven with a wild card"),
        "royal": N_("run from ace to king without wild cards"),
        "royal-wild": N_("run from ace to king with a wild card"),
        "royal-aces": N_("run from ace to ace without wild cards"),
        "four-to-ace": N_("run from four to ace without wild cards"),
        "four-to-ace-wild": N_("run from four to ace with a wild card"),
    },
    "extra.hands": {
        "straight": N_("one card of every rank and a joker"),
        "pairs": N_("seven pairs without wild cards"),
        "wild-pairs": N_("seven pairs with sevens, aces and twos"),
        "garbage": N_("natural cards: four of each of two ranks, and three of each of two others"),
    },
    "extra.hands_made": {
        "joker-pair": N_("a pair of jokers can replace the pair of twos"),
        "seven-ranks": N_("the seven pairs are of seven ranks"),
        "triples": N_("three cards of each of four ranks, and two twos or two jokers"),
    },
    "out.concealed_needs": {
        "own-canasta": N_("a canasta of your own"),
        "own-melds": N_("adding nothing to your partner's melds"),
        "partner-unmelded": N_("your partner not having laid down anything either"),
        "no-pile": N_("not taking the pile in that turn"),
    },
    "threes.left": {
        "red": N_("each red one"),
        "red-no-turn": N_("each red one, if its player hasn't had a turn"),
        "black": N_("each black one"),
    },
    "threes.left_only_out": {
        "red": N_("red ones, if anybody went out"),
        "black": N_("black ones, if another player went out"),
    },
    "discards.barred": {
        "threes": N_("threes that could be laid down, except as the last card"),
        "early-black-threes": N_("black threes, until everybody has had a turn"),
        "aces-and-sevens": N_("aces and sevens onto an empty pile, while you hold another natural card"),
        "safe-cards": N_(
            "cards that the next player can't use, onto an empty pile, while you can discard something else"
        ),
        "lone-card": N_("the only card of a pile, in the turn in which you took it"),
    },
    "score.against": {
        "melded-cards": N_("its melded cards, if it has no canasta"),
        "feet": N_("a foot left unplayed"),
        "side-packets": N_("a talon that was given out but not picked up"),
    },
    "score.feet": {
        "taken": N_("one that was taken earns"),
        "left": N_("one that was not taken costs"),
        "partner-left": N_("one left unplayed by the partner of the player who goes out costs"),
    },
    "side.pairing": {
        "shared-opening": N_("when one partner opens, both have opened"),
        "lone-by-going-out": N_("a player who goes out before anybody takes the pile counts as the lone player"),
        "full-share": N_("partners each score all of their shared melds, not half"),
    },
    "wilds.bars": {
        "other-melds": N_("wild cards in other melds"),
        "discards-and-going-out": N_("discarding wild cards, and going out"),
    },
    "opening.whole_hand": {
        "minimum": N_("yes, like any other"),
        "free-with-canasta": N_("not if it includes a canasta"),
        "free": N_("never"),
    },
    "out.ask_when": {
        "after-melding": N_("after laying down cards too"),
        "once-a-round": N_("only once a round"),
    },
    "stock.ends_on": {
        "short-draw": N_("a draw that brings fewer cards than it should"),
        "three": N_("a three that can't be replaced"),
    },
    "stock.forced_take": {
        "no": N_("never"),
        "onto-meld": N_("when the top card fits a meld of your side"),
        "any": N_("whenever you can"),
    },
}
