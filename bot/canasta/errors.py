"""The sentences for refused moves and rule sets, by code; the codes are stable, the words may be translated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from .cards import RANKS, card_text, cards_text
from .moves import IllegalMove


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for it
    """Return `sentence` unchanged: marks it for translators, who work outside this package."""
    return sentence


#: The sentences by code. The names in braces are the facts that `IllegalMove` brings, as `fact_texts` words them.
SENTENCES: Final[Mapping[str, str]] = {
    "ace-or-seven": N_("No ace or seven starts an empty pile while you hold another natural card."),
    "already-asked": N_("You have already asked this turn."),
    "already-asked-this-round": N_("You have already asked this round."),
    "already-drawn": N_("You have already drawn or taken the pile: meld or discard now."),
    "answer-first": N_("First the question about going out must be answered: yes or no."),
    "ask-before-melding": N_("Ask before you meld: a question comes right after the draw or the taken pile."),
    "ask-first": N_("Ask your partner for leave before you go out."),
    "asker-must-go-out": N_("Your partner can only go out now: answer yes."),
    "black-threes-few": N_("Black threes are melded {needed} or more at once."),
    "black-threes-going-out": N_("Black threes are melded only in the turn you go out, and the rest of your hand can't follow them."),
    "cannot-go-out": N_("You can't go out this turn, so there is nothing to ask."),
    "card-not-in-hand": N_("{card} isn't in your hand."),
    "discard-the-last": N_("Your hand was laid down without the minimum, so the last card must be discarded."),
    "draw-first": N_("Draw from the stock or take the pile first."),
    "game-over": N_("This game has ended."),
    "initial-meld-pure": N_("Your first meld may not hold wild cards."),
    "initial-meld-too-low": N_("Your first meld needs {needed} points; these cards count {points}."),
    "initial-meld-triple": N_("Your first meld needs three natural cards of one rank."),
    "keep-a-card": N_("Your side can't go out yet ({lacks}), so keep two cards: one to discard and one to hold."),
    "keep-first": N_("First choose which packet to keep as your foot."),
    "keep-the-discard": N_("Your last card must be discarded: keep one."),
    "meld-before-discard": N_("You took the pile, so meld at least one card before you end your turn."),
    "nothing-to-meld": N_("If you take the pile you must meld a card in the same turn, and with these cards you could meld none."),
    "take-alone": N_("In this game the pile is taken by itself, without naming cards: meld afterwards."),
    "thrown-back": N_("{card} was all that you took from the pile, so you can't discard it in this turn."),
    "last-card": N_("{card} can't be your last discard."),
    "meld-full": N_("That meld can't take so many cards."),
    "meld-too-small": N_("A meld needs at least three cards."),
    "mixed-ranks": N_("{cards}: a meld holds cards of one rank, with wild cards if you like."),
    "must-go-out": N_("Your partner said yes, so you must go out this turn."),
    "must-not-go-out": N_("Your partner said no, so you must keep a card this turn."),
    "must-take": N_("The stock is empty and the top card fits your melds: you must take the pile."),
    "no-caliente": N_("You can't play a caliente now: only after drawing, with no more melds than every other side."),
    "no-extra-hand": N_("The extra hand comes only in the turn of your side's first meld."),
    "no-float": N_("Only a player in his foot may end his turn without a discard."),
    "no-partner": N_("There is no partner to ask."),
    "no-special-hand": N_("Your hand isn't that special hand, or your side has melded already."),
    "no-such-meld": N_("Your side has no meld called {meld}."),
    "no-such-seat": N_("There are seats 0 to {last_seat} only."),
    "no-wild-melds": N_("Wild cards aren't melded by themselves: say which of your melds they join."),
    "not-a-run": N_("{cards}: a sequence is of one suit without gaps."),
    "not-a-three": N_("Only a three can be laid that way."),
    "not-asked": N_("Nobody has asked to go out."),
    "not-in-this-game": N_("This game has no move called {verb}."),
    "not-your-turn": N_("It isn't your turn."),
    "nothing-to-keep": N_("There is no packet to choose now."),
    "nothing-to-undo": N_("There is no meld to take back: only your own last meld, before anything else happens."),
    "one-card-pile": N_("With one card in your hand you can't take a pile of one card."),
    "one-meld-a-rank": N_("Your side already has its meld of that rank."),
    "one-wild-meld": N_("Your side may not begin another wild meld now."),
    "open-before-drawing": N_("Your side opens before the draw, at the start of a turn: discard now."),
    "pick-names-run": N_("Say which of your sequences the top card goes to."),
    "pile-blocked": N_("{top} on top blocks the pile: draw from the stock."),
    "pile-closed": N_("The pile is closed: draw from the stock."),
    "pile-empty": N_("The pile is empty: draw from the stock."),
    "pile-frozen": N_("The pile is frozen for you: it takes two natural cards of the same rank as {top}, from your hand."),
    "pile-in-foot": N_("You can take the pile only while you play from your foot."),
    "pile-needs-cards": N_("To take the pile, use {top} with two cards from your hand, or add it to a meld of your side."),
    "pile-needs-pair": N_("Only two natural cards of the same rank as {top}, from your hand, take the pile."),
    "pile-needs-pair-or-meld": N_("To take the pile, use {top} with two natural cards of its rank from your hand, or add it to a meld of your side."),
    "pile-never-taken": N_("In this game the pile is never taken."),
    "pile-open-first": N_("Your side must open before you can take the pile."),
    "pile-own-canasta": N_("{top} fits a complete canasta, which blocks the pile for you: draw from the stock."),
    "pile-own-meld-first": N_("You can take the pile only if you have laid down a new meld of your own."),
    "pile-wild-pair": N_("You need {needed} more of the same kind to take {top} from the top."),
    "pure-only": N_("That meld takes no wild cards."),
    "rank-not-melded": N_("{rank}: no meld is made of that rank alone in this game, only runs."),
    "round-over": N_("This round is over."),
    "safe-card": N_("{card} is a safe card, and those don't start an empty pile while another may go."),
    "rank-before-canasta": N_("You may discard {card} only once your side has a canasta of its rank."),
    "rank-before-canastas": N_("You may discard {card} only once every side has a canasta of its rank."),
    "seven-before-canasta": N_("A seven is discarded only once your side has a canasta of sevens."),
    "seven-before-canastas": N_("A seven is discarded only once every side has a canasta of sevens."),
    "sequence-too-long": N_("A sequence goes from {lowest} to ace and has {most} cards at most."),
    "take-with-other-ranks": N_("The cards that take the pile must be of the rank of {top}, or wild; other melds follow after a slash."),
    "their-canasta": N_("Your opponents have a canasta of that rank, so you may not begin one."),
    "three-before-asking": N_("You are going out this turn: threes are laid before that is settled."),
    "three-discard": N_("A three is discarded only as your last card."),
    "black-three-early": N_("No black three is discarded before everybody has had a turn."),
    "three-not-replaced": N_("No card would replace that three, and you need two: one to discard and one to hold."),
    "three-only-card": N_("That three is your only card, and what replaces it might not be allowed as your last discard: discard the three itself."),
    "three-too-late": N_("A three is laid before the draw, or right after the draw that brought it."),
    "threes-lie-by-themselves": N_("In this game threes are not laid by hand."),
    "threes-not-melded": N_("Threes aren't melded that way."),
    "too-few-naturals": N_("That meld needs more natural cards."),
    "too-many-canastas": N_("Your side may make no more canastas now."),
    "too-many-wilds": N_("That would be too many wild cards in one meld."),
    "twos-locked": N_("Twos must go to your meld of twos until it is a canasta."),
    "wild-discard": N_("A wild card is discarded only when you have nothing else."),
    "wild-meld-open": N_("Your wild meld must be a canasta before you discard a wild card."),
    "wilds-locked": N_("Wild cards must go to your wild meld until it is a canasta."),
    "wilds-outnumber-naturals": N_("That meld would have too many wild cards for its natural ones."),
}  # fmt: skip

#: The sentences for a first meld that is too low where the rules ask for more than points, by what they ask for.
TOO_LOW: Final[Mapping[object, str]] = {
    "canasta": N_("Your first meld must hold a canasta."),
    "canasta 200": N_("Your first meld must hold a canasta and count 200 points; these cards count {points}."),
    "natural canasta": N_("Your first meld must hold a canasta that isn't mixed."),
}

#: What a side lacks to go out, by `Lack.what`.
LACKS: Final[Mapping[str, str]] = {
    "canastas": N_("canastas: {have} of {needed}"),
    "natural": N_("natural canastas: {have} of {needed}"),
    "mixed": N_("mixed canastas: {have} of {needed}"),
    "wild": N_("wild canastas: {have} of {needed}"),
    "canastas-of-sevens": N_("canastas of sevens: {have} of {needed}"),
    "canastas-of-a-rank": N_("canastas of a rank that is asked for: {have} of {needed}"),
    "sequence": N_("a run of seven is missing"),
    "natural-or-sequence": N_("a natural canasta or a run of seven is missing"),
    "red-threes": N_("red threes on the table: {have} of {needed}"),
    "red-threes-for-canastas": N_("red threes, as many as canastas: {have} of {needed}"),
    "wild-meld": N_("the wild meld is short of a canasta: {have} of {needed} cards"),
    "sevens": N_("the meld of sevens is short of a canasta: {have} of {needed} cards"),
    "aces": N_("the meld of aces is short of a canasta: {have} of {needed} cards"),
    "rank": N_("a meld that must be complete is short of a canasta: {have} of {needed} cards"),
    "feet-played": N_("team-mates who have played a card of their foot: {have} of {needed}"),
    "feet-picked-up": N_("team-mates who have picked up their foot: {have} of {needed}"),
    "threes-held": N_("nobody on your side may hold a three"),
    "canastas-for-foot": N_("canastas before a hand is used up for the foot: {have} of {needed}"),
    "last-card": N_("the card you would keep can't be your last discard"),
}

#: Why rules can't be read or played, by code: parts of a sentence, after a colon.
REASONS: Final[Mapping[str, str]] = {
    "file": "{reason}",
    "foot-of-a-side": N_("{name}: with one foot a side (deal.foot_of is side) nobody chooses a foot"),
    "foot-of-one": N_("deal.foot must be 0 or at least 2: a foot of one card could not be played"),
    "house-rules-empty": N_("name at least one house rule, for example target=3000"),
    "house-rules-long": N_("house rules have at most {most} characters"),
    "house-rules-written": N_("house rules are written name=value, for example target=3000, pile.always_frozen=yes; “{value}” is not"),
    "more-kinds-than-canastas": N_("going out asks for more canastas of some kinds than canastas in all: out.needs names {count}, out.canastas is {value}"),
    "needs-feet": N_("{name} takes feet, and none are dealt: deal.foot must be at least 2 for that"),
    "needs-used-up-hand": N_("{name} takes feet that come with a used-up hand: deal.foot_with must be empty-hand for that"),
    "needs-plain-blacks": N_("where threes are ordinary cards ({name}), black ones are played like others: threes.black must be played"),
    "needs-plain-threes": N_("{name}: threes that stand in runs are ordinary cards, so threes.red must be ordinary"),
    "needs-upcard": N_("{name} takes an upcard, and none is turned: deal.upcard must be yes for that"),
    "needs-red-threes": N_("{name} takes more red threes than the {count} that can be laid"),
    "needs-runs": N_("{name} takes runs, which are not allowed: sequences.allowed must be yes for that"),
    "needs-wild-melds": N_("{name} takes melds of wild cards, which are not allowed: wilds.allowed must be yes for that"),
    "no-code": N_("that is no code for house rules: one begins with H- and is copied whole"),
    "no-room-for-canastas": N_("{name}: a meld that may not reach seven cards makes no canasta, so it must be at least 7, not {value}"),
    "no-rows": N_("{name} needs at least one row, for example [[0, 50]]"),
    "no-rule-like-it": N_("there is no rule called {name}; there are {choices}"),
    "no-such-choice": N_("{name} must be one of {choices}, not {value}"),
    "no-such-requirement": N_("{name} must ask for points or one of {choices}, not {value}; points are 0 to {most}, without quotes"),
    "no-such-rule": N_("there is no rule called {name}"),
    "no-such-table": N_("{variant} has no table called {value}; its tables are {choices}"),
    "no-such-variant": N_("there is no variant called {value}; there are {choices}"),
    "no-table-for-so-many": N_("{variant} has no table for {count}; its tables are {choices}"),
    "nobody-could-go-out": N_("{name}: with fewer canastas than going out takes ({other} is {value}), nobody could go out"),
    "not-a-list": N_("{name} must be a list, not {value}"),
    "not-in-range": N_("{name} must be a whole number from {low} to {high}, not {value}"),
    "not-of-cards": N_("{name} must be a list of {choices}, not {value}"),
    "not-of-numbers": N_("{name} must be a list of whole numbers without quotes, not {value}"),
    "not-of-rows": N_("{name} must be rows of [from score, requirement], not {value}"),
    "not-yes-or-no": N_("{name} must be yes or no (in a file true or false), not {value}"),
    "number-in-quotes": N_("{name} must be a whole number from {low} to {high}, written without quotes, not “{value}”"),
    "other-table": N_("{value} (side.mode) is for {seats} seats and {sides} sides (side.sides)"),
    "not-rows-of": N_("{name} must be rows of {choices}, not {value}"),
    "row-twice": N_("{name} has two rows for {value}"),
    "rows-out-of-order": N_("{name} must rise from row to row; {value} does not"),
    "shared-foot": N_("with one foot a side (deal.foot_of is side) going out can't take that each player has come to a foot: out.foot must be no"),
    "too-few-black-totals": N_("{name}: {count} numbers are needed, one for each black three, not {value}"),
    "too-few-red-totals": N_("{name}: {count} numbers are needed, one for each red three, not {value}"),
    "too-many-dealt": N_("{dealt} of {cards} cards are dealt, too few are left to play with: deal fewer (deal.hand, deal.foot) or take more packs (pack.decks)"),
    "twos-both-ways": N_("twos are melded as a rank (twos.allowed) or as wild cards (wilds.allowed), not both"),
    "uneven-sides": N_("{seats} seats can't be shared evenly by {value} sides: side.sides must be one of {choices}"),
    "unreadable-list": N_("“{value}” is not a list that can be read"),
}  # fmt: skip

#: A reason together with the name that is `close` to the one that was written.
CLOSE: Final = N_("{reason}; perhaps you mean {close}")


def reason(
    code: str,
    facts: Mapping[str, object],
    translate: Callable[[str], str] = str,
    number: Callable[[int], str] = "{:,}".format,
) -> str:
    """Return why rules can't be read or played, from the code and facts of a `RulesError`; no full stop ends it."""
    texts = {}
    for name, value in facts.items():
        texts[name] = number(value) if isinstance(value, int) else str(value)
    if "variant" in texts:
        texts["variant"] = translate(texts["variant"])
    said = translate(REASONS[code]).format_map(texts)
    return translate(CLOSE).format(reason=said, close=texts["close"]) if "close" in texts else said


def fact_texts(facts: Mapping[str, object], translate: Callable[[str], str] = str) -> dict[str, str]:
    """Return the facts of an `IllegalMove` as words to fill its sentence with: cards as a record writes them."""
    texts: dict[str, str] = {}
    for name, value in facts.items():
        if name in ("card", "top"):
            texts[name] = card_text(value) if isinstance(value, int) else "?"
        elif name == "cards" and isinstance(value, tuple):
            texts[name] = cards_text(value)
        elif name == "rank" and isinstance(value, int):
            texts[name] = RANKS[value]
        elif name == "lacks" and isinstance(value, tuple):
            texts[name] = "; ".join(translate(LACKS[one.what]).format_map(one._asdict()) for one in value)
        elif name == "seats" and isinstance(value, int):
            texts["last_seat"] = str(value - 1)
        else:
            texts[name] = str(value)
    return texts


def sentence(error: IllegalMove) -> str:
    """Return the sentence for a refused move, with its facts still in braces."""
    row = TOO_LOW.get(error.facts.get("needed")) if error.code == "initial-meld-too-low" else None
    return row or SENTENCES[error.code]


def explain(error: IllegalMove, translate: Callable[[str], str] = str) -> str:
    """Return one sentence that says why the move is refused, and what would work."""
    return translate(sentence(error)).format_map(fact_texts(error.facts, translate))
