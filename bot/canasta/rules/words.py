"""What each choice of a rule parameter means: its name stays in files, records and codes, people read the words."""

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
        "sit-out": N_("two against three, of whom one rests each round"),
        "rotating": N_("two against three, another pair each round"),
    },
    "deal.foot_with": {
        "empty-hand": N_("using up the hand"),
        "first-canasta": N_("completing a canasta for the first time"),
    },
    "deal.foot_of": {
        "second": N_("each player has one, the second packet dealt"),
        "low-bottom": N_("each player has one, the packet with the higher bottom card"),
        "pass": N_("each player keeps one of two packets as a foot; the other goes to the left"),
        "side": N_("each side has one, for whoever comes to it first"),
    },
    "deal.bonuses": {
        "exact-cut": N_("an exact cut by the side that doesn't deal"),
        "twin": N_("the twin of the upcard in the hand dealt"),
    },
    "threes.red": {
        "at-once": N_("at once, and replaced"),
        "held": N_("in any turn, or held"),
        "optional": N_("by choice, before the draw or right after it"),
        "never": N_("not at all"),
        "ordinary": N_("not at all: they are cards like others"),
    },
    "threes.black": {
        "played": N_("played like other cards"),
        "like-red": N_("laid as red threes are"),
        "may-be-laid": N_("laid by choice"),
    },
    "threes.plus_if": {
        "meld": N_("a meld"),
        "canasta": N_("a canasta"),
        "ready": N_("all the canastas that going out takes"),
        "two-canastas": N_("two canastas; with one of them they count nothing"),
        "pure-and-mixed": N_("a natural and a mixed canasta; with a natural one alone they count nothing"),
        "sevens": N_("a canasta of sevens"),
        "never": N_("they count nothing whatever it has"),
    },
    "threes.held_tally": {
        "tally-and-5": N_("as if they were laid, and 5 more against their side"),
        "tally": N_("as if they were laid"),
        "five": N_("5 against their side"),
        "penalty": N_("as if they were laid where that costs points, else 5 against their side"),
    },
    "threes.black_meld": {
        "never": N_("none at all"),
        "going-out": N_("three or more"),
        "all": N_("only all of the pack together"),
    },
    "melds.ratio": {
        "free": N_("in any proportion"),
        "at-most-naturals": N_("no more than naturals"),
        "fewer-than-naturals": N_("fewer than naturals"),
        "half-of-naturals": N_("half as many as naturals at most"),
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
        "opening": N_("yes, unless one began with them in the initial meld"),
        "yes": N_("yes, always"),
    },
    "ranks.RANK.discard": {
        "free": N_("yes"),
        "own-canasta": N_("only once the player's side has a canasta of it"),
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
        "high": N_("above the king; a run begins at the 4 or higher"),
        "either-end": N_("above the king, or below the 2"),
        "both-ends": N_("above the king, below the 2, or at both ends"),
    },
    "sequences.counts": {
        "sequence": N_("a kind of canasta of its own"),
        "natural-or-mixed": N_("a natural or a mixed canasta, by its wild cards"),
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
        "any": N_("every canasta"),
    },
    "opening.with_pile": {
        "top-counts": N_("yes, and its top card counts towards the minimum"),
        "first-from-hand": N_("yes, once the hand alone has made the minimum"),
        "no": N_("no, only in a later turn"),
    },
    "pile.open_to": {
        "all": N_("everybody"),
        "in-foot": N_("who plays from their foot"),
        "nobody": N_("nobody"),
    },
    "pile.onto_meld": {
        "any": N_("every meld of one's own side"),
        "below-canasta": N_("melds of one's own side that are no canastas yet"),
        "never": N_("no meld"),
    },
    "pile.own_canasta": {
        "free": N_("allowed"),
        "never": N_("not allowed"),
        "opponents": N_("not allowed where an opponent discarded it"),
    },
    "pile.taken": {
        "all": N_("the whole pile"),
        "top": N_("its top card alone"),
        "five": N_("its top five cards"),
        "seven": N_("its top seven cards"),
        "to-wild": N_("its cards down to the next wild one"),
    },
    "pile.sequences": {
        "no": N_("of no use"),
        "top-card": N_("may be taken alone in place of the draw"),
        "whole": N_("takes the whole pile"),
    },
    "pile.needs": {
        "top-card": N_("meld its top card at once"),
        "meld": N_("meld a card in the same turn"),
        "nothing": N_("nothing at all"),
    },
    "discards.wilds": {
        "free": N_("allowed"),
        "last-or-forced": N_("only as the last card, or with nothing else in the hand"),
        "forced": N_("only with nothing else in the hand"),
    },
    "out.discard": {
        "optional": N_("no, all cards may be melded"),
        "required": N_("yes, always"),
    },
    "out.ask": {
        "no": N_("nobody asks"),
        "may": N_("they may ask"),
        "must": N_("they must ask"),
    },
    "out.foot": {
        "no": N_("nothing"),
        "played": N_("each of the side has played a card of their foot"),
        "both-picked-up": N_("each of the side has picked up their foot"),
    },
    "stock.end": {
        "round": N_("the round ends"),
        "reshuffle": N_("the pile is shuffled into a new stock"),
        "flip": N_("the pile is turned over"),
        "foot": N_("a foot that nobody has taken becomes the stock"),
        "two-left": N_("the round ends with the discard that finds two cards left in it"),
    },
    "score.foot_when": {
        "picked-up": N_("as soon as it is picked up"),
        "played": N_("once a card of it has been played"),
    },
    "canastas.special": {
        "semi-clean": N_("canasta of seven naturals side by side and a wild card"),
        "eight": N_("eight naturals of a rank"),
        "eight-wild": N_("eight naturals of a rank with a wild card"),
        "wild-run": N_("run of seven with a wild card"),
        "royal": N_("run from ace to king"),
        "royal-wild": N_("run from ace to king with a wild card"),
        "royal-aces": N_("run from ace to ace"),
        "four-to-ace": N_("run from four to ace"),
        "four-to-ace-wild": N_("run from four to ace with a wild card"),
    },
    "extra.hands": {
        "straight": N_("one card of every rank and a joker"),
        "pairs": N_("seven pairs without wild cards"),
        "wild-pairs": N_("seven pairs with sevens, aces and twos"),
        "garbage": N_("two fours and two threes of a kind"),
    },
    "extra.hands_made": {
        "joker-pair": N_("a pair of jokers may stand for that of twos"),
        "seven-ranks": N_("the seven pairs are of seven ranks"),
        "triples": N_("four threes of a kind and a wild pair"),
    },
    "out.concealed_needs": {
        "own-canasta": N_("a canasta of the player's own"),
        "own-melds": N_("that nothing is added to the partner's melds"),
        "partner-unmelded": N_("that the partner had melded nothing either"),
        "no-pile": N_("that the pile was not taken in that turn"),
    },
    "threes.left": {
        "red": N_("each red one"),
        "red-no-turn": N_("each red one before its player's first turn"),
        "black": N_("each black one"),
    },
    "threes.left_only_out": {
        "red": N_("red ones, when anybody went out"),
        "black": N_("black ones, when another player went out"),
    },
    "discards.barred": {
        "threes": N_("threes that could be laid, but as the last card"),
        "early-black-threes": N_("black threes, until everybody has had a turn"),
        "aces-and-sevens": N_("aces and sevens onto an empty pile, while another natural card is held"),
        "safe-cards": N_("cards that the next player can't use onto an empty pile, while another may go"),
        "lone-card": N_("the card that was the whole pile, in the turn in which it was taken"),
    },
    "score.against": {
        "melded-cards": N_("its melded cards, if it has no canasta"),
        "feet": N_("a foot left unplayed"),
        "side-packets": N_("a side packet that was given out, but not picked up"),
    },
    "score.feet": {
        "taken": N_("one that was taken earns"),
        "left": N_("one that was not taken costs"),
        "partner-left": N_("one left unplayed by the partner of whoever goes out costs"),
    },
    "side.pairing": {
        "shared-opening": N_("the initial meld of one partner opens for both"),
        "lone-by-going-out": N_("whoever goes out before anybody took the pile is the one who plays alone"),
        "full-share": N_("partners each score all of their common melds, not half"),
    },
    "wilds.bars": {
        "other-melds": N_("wild cards in other melds"),
        "discards-and-going-out": N_("discarding wild cards, and going out"),
    },
    "opening.whole_hand": {
        "minimum": N_("yes, like any other"),
        "free-with-canasta": N_("no, if there is a canasta in it"),
        "free": N_("no, never"),
    },
    "out.ask_when": {
        "after-melding": N_("after melding too"),
        "once-a-round": N_("only once a round"),
    },
    "stock.ends_on": {
        "short-draw": N_("a draw that brings fewer cards than it should"),
        "three": N_("a three that can't be replaced"),
    },
    "stock.forced_take": {
        "no": N_("no take"),
        "onto-meld": N_("those where the top card joins a meld"),
        "any": N_("every legal one"),
    },
}
