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
    "ace-or-seven": N_(
        "You can't start an empty pile with an ace or a seven, unless aces and sevens are your only natural cards."
    ),
    "already-asked": N_("You have already asked this turn."),
    "already-asked-this-round": N_("You have already asked this round."),
    "already-drawn": N_("You have already drawn or taken the pile: lay down cards or discard now."),
    "answer-first": N_("The question about going out must be answered first: yes or no."),
    "ask-before-melding": N_("Ask before you lay down cards, right after you draw or take the pile."),
    "ask-first": N_("Ask your partner for permission before you go out."),
    "asker-must-go-out": N_("Your partner can only go out now: answer yes."),
    "black-threes-few": N_("Lay down at least {needed} black threes at once."),
    "black-threes-going-out": N_("You can lay down black threes only in the turn you go out, and the rest of your hand doesn't let you go out."),
    "cannot-go-out": N_("You can't go out this turn, so there is nothing to ask."),
    "card-not-in-hand": N_("{card} isn't in your hand."),
    "discard-the-last": N_("You laid down your hand without reaching the minimum, so you must discard your last card."),
    "draw-first": N_("First draw from the stock, or take the pile if you can."),
    "game-over": N_("This game has ended."),
    "initial-meld-pure": N_("The melds that you open with can't contain wild cards."),
    "initial-meld-too-low": N_("You need {needed} points to open; these cards count {points}."),
    "initial-meld-triple": N_("You need three natural cards of one rank to open."),
    "keep-a-card": N_("You can't go out yet ({lacks}), so keep two cards: one to discard and one to hold."),
    "keep-first": N_("First choose which packet to keep as your foot."),
    "keep-the-discard": N_("You must discard your last card: keep one."),
    "meld-before-discard": N_("You took the pile, so lay down at least one card before you end your turn."),
    "nothing-to-meld": N_("If you take the pile you must lay down a card in the same turn, and with these cards you couldn't."),
    "take-alone": N_("In this game you take the pile without naming cards. Lay down cards afterwards."),
    "thrown-back": N_("{card} is all you took from the pile, so you can't discard it this turn."),
    "last-card": N_("{card} can't be your last discard."),
    "meld-full": N_("That meld would have too many cards."),
    "meld-too-small": N_("A meld needs at least three cards."),
    "mixed-ranks": N_("{cards}: a meld is made of cards of one rank, plus wild cards if you like."),
    "must-go-out": N_("Your partner said yes, so you must go out this turn."),
    "must-not-go-out": N_("Your partner said no, so you must keep a card this turn."),
    "must-take": N_("The stock is empty and you can take the pile: you must."),
    "no-caliente": N_("You can't play a caliente now: only after you draw, and only if no other side has fewer melds than yours."),
    "no-extra-hand": N_("You can take the extra hand only in the turn in which you open."),
    "no-float": N_("You can end a turn without discarding only while you play from your foot."),
    "no-partner": N_("There is no partner to ask."),
    "no-special-hand": N_("Your hand isn't that special hand, or your side has already laid down melds."),
    "no-such-meld": N_("You have no meld called {meld}."),
    "no-such-seat": N_("There is no such seat at this table."),
    "no-wild-melds": N_("You can't lay down wild cards by themselves. Choose natural cards too, or a meld that they join."),
    "not-a-run": N_("{cards}: a run is of one suit, without gaps."),
    "not-a-three": N_("Only a three can be laid down that way."),
    "not-asked": N_("Nobody has asked to go out."),
    "not-in-this-game": N_("This game has no move called {verb}."),
    "not-your-turn": N_("It isn't your turn."),
    "nothing-to-keep": N_("There is no packet to choose right now."),
    "nothing-to-undo": N_("There is nothing to take back: you can take back only what you have just laid down, before anything else happens."),
    "one-card-pile": N_("With just one card left in your hand, you can't take a pile that is just one card."),
    "one-meld-a-rank": N_("Your side already has a meld of that rank."),
    "one-wild-meld": N_("You can't start another wild meld now."),
    "open-before-drawing": N_("You can open only at the start of a turn, before drawing. Discard now."),
    "pick-names-run": N_("Say which of your runs the top card goes to."),
    "pile-blocked": N_("{top} on top blocks the pile: draw from the stock."),
    "pile-closed": N_("The pile is closed: draw from the stock."),
    "pile-empty": N_("The pile is empty: draw from the stock."),
    "pile-frozen": N_("The pile is frozen for you: to take it you need two natural cards of the same rank as {top} from your hand."),
    "pile-in-foot": N_("You can take the pile only while you play from your foot."),
    "pile-needs-cards": N_("To take the pile, use {top} with two cards from your hand, or add it to one of your melds."),
    "pile-needs-pair": N_("To take the pile you need two natural cards of the same rank as {top} from your hand."),
    "pile-needs-pair-or-meld": N_("To take the pile, use {top} with two natural cards of its rank from your hand, or add it to one of your melds."),
    "pile-never-taken": N_("In this game the pile is never taken."),
    "pile-open-first": N_("Your side must open before you can take the pile."),
    "pile-own-canasta": N_("{top} fits a finished canasta, so the pile is blocked for you: draw from the stock."),
    "pile-own-meld-first": N_("You can take the pile only if you have laid down a new meld of your own."),
    "pile-wild-pair": N_("{top} is on top: to take the pile you need {needed} more of the same kind."),
    "pure-only": N_("That meld can't have wild cards."),
    "rank-not-melded": N_("{rank}: in this game there are no melds of that rank, only runs."),
    "round-over": N_("This round is over."),
    "safe-card": N_("{card} is a safe card: you can't start an empty pile with it while you can discard something else."),
    "rank-before-canasta": N_("You can discard {card} only once your side has a canasta of its rank."),
    "rank-before-canastas": N_("You can discard {card} only once every side has a canasta of its rank."),
    "seven-before-canasta": N_("You can discard a seven only once your side has a canasta of sevens."),
    "seven-before-canastas": N_("You can discard a seven only once every side has a canasta of sevens."),
    "sequence-too-long": N_("A run goes from {lowest} to ace and has at most {most} cards."),
    "take-with-other-ranks": N_("To take the pile, use cards of the same rank as {top}, or wild cards. Put other melds after a slash."),
    "their-canasta": N_("Your opponents have a canasta of that rank, so you can't start a meld of it."),
    "three-before-asking": N_("It's too late to lay down threes: you are going out this turn."),
    "three-discard": N_("You can discard a three only as your last card."),
    "black-three-early": N_("You can't discard a black three before everybody has had a turn."),
    "three-not-replaced": N_("There would be no card left to replace that three, and you need two cards: one to discard and one to keep."),
    "three-only-card": N_("That three is your only card. Discard it: the card you'd get for it might not be "
                          "allowed as your last discard."),
    "three-too-late": N_("You can lay down a three before you draw, or right after you draw it."),
    "threes-lie-by-themselves": N_("In this game you don't lay down threes yourself."),
    "threes-not-melded": N_("You can't lay down threes that way."),
    "too-few-naturals": N_("That meld needs more natural cards."),
    "too-many-canastas": N_("You can't make another canasta now."),
    "too-many-wilds": N_("That would be too many wild cards in one meld."),
    "twos-locked": N_("Until your meld of twos is a canasta, twos must go there."),
    "wild-discard": N_("You can discard a wild card only when you have nothing else."),
    "wild-meld-open": N_("Your wild meld must be a canasta before you discard a wild card."),
    "wilds-locked": N_("Until your wild meld is a canasta, wild cards must go there."),
    "wilds-outnumber-naturals": N_("That meld would have too many wild cards for its natural ones."),
}  # fmt: skip

#: The sentences for a first meld that is too low where the rules ask for more than points, by what they ask for.
TOO_LOW: Final[Mapping[object, str]] = {
    "canasta": N_("You need a canasta to open."),
    "canasta 200": N_("You need a canasta and 200 points to open; these cards count {points}."),
    "natural canasta": N_("You need a canasta that isn't mixed to open."),
}

#: The sentences that are others where nobody has a partner.
ALONE: Final[Mapping[str, str]] = {
    "no-caliente": N_("You can't play a caliente now: only after you draw, and only if no other player has fewer melds than you."),
    "no-special-hand": N_("Your hand isn't that special hand, or you have already laid down melds."),
    "one-meld-a-rank": N_("You already have a meld of that rank."),
    "pile-open-first": N_("You must open before you can take the pile."),
    "rank-before-canasta": N_("You can discard {card} only once you have a canasta of its rank."),
    "rank-before-canastas": N_("You can discard {card} only once every player has a canasta of its rank."),
    "seven-before-canasta": N_("You can discard a seven only once you have a canasta of sevens."),
    "seven-before-canastas": N_("You can discard a seven only once every player has a canasta of sevens."),
}  # fmt: skip

#: The sentence for each thing that a side lacks to go out, by `Lack.what`.
LACKS: Final[Mapping[str, str]] = {
    "canastas": N_("canastas: {have} of {needed}"),
    "natural": N_("natural canastas: {have} of {needed}"),
    "mixed": N_("mixed canastas: {have} of {needed}"),
    "wild": N_("wild canastas: {have} of {needed}"),
    "canastas-of-sevens": N_("canastas of sevens: {have} of {needed}"),
    "canastas-of-a-rank": N_("canastas of a required rank: {have} of {needed}"),
    "sequence": N_("a run of seven is missing"),
    "natural-or-sequence": N_("a natural canasta or a run of seven is missing"),
    "red-threes": N_("red threes on the table: {have} of {needed}"),
    "red-threes-for-canastas": N_("red threes, as many as canastas: {have} of {needed}"),
    "wild-meld": N_("the wild meld isn't a canasta yet: {have} of {needed} cards"),
    "sevens": N_("the meld of sevens isn't a canasta yet: {have} of {needed} cards"),
    "aces": N_("the meld of aces isn't a canasta yet: {have} of {needed} cards"),
    "rank": N_("a meld that must be complete isn't a canasta yet: {have} of {needed} cards"),
    "feet-played": N_("partners who have played a card from their foot: {have} of {needed}"),
    "feet-picked-up": N_("partners who have picked up their foot: {have} of {needed}"),
    "threes-held": N_("nobody on your side may be holding a three"),
    "canastas-for-foot": N_("canastas needed before you can get the foot: {have} of {needed}"),
    "last-card": N_("the card you would keep can't be your last discard"),
}

#: Why rules can't be read or played, by code: parts of a sentence, after a colon.
REASONS: Final[Mapping[str, str]] = {
    "file": "{reason}",
    "foot-of-a-side": N_("{name}: with one foot per side (deal.foot_of is side) nobody chooses a foot"),
    "foot-of-one": N_("deal.foot must be 0 or at least 2: a foot of one card could not be played"),
    "house-rules-empty": N_("name at least one house rule, for example target=3000"),
    "house-rules-long": N_("house rules can have at most {most} characters"),
    "house-rules-written": N_("write house rules as name=value, for example target=3000, pile.always_frozen=yes; "
                              "I can't read “{value}”"),
    "more-kinds-than-canastas": N_("out.needs asks for {count} canastas, but out.canastas is only {value}"),
    "needs-feet": N_("{name} needs a foot, but none is dealt: deal.foot must be at least 2"),
    "needs-used-up-hand": N_("{name} needs a foot that you get by running out of cards: deal.foot_with must be empty-hand"),
    "needs-plain-blacks": N_("when threes are ordinary cards ({name}), black ones are played like others: threes.black must be played"),
    "needs-plain-threes": N_("{name}: threes that can be in runs are ordinary cards, so threes.red must be ordinary"),
    "needs-upcard": N_("{name} needs an upcard, but none is turned: deal.upcard must be yes"),
    "needs-red-threes": N_("{name} requires more red threes than can be laid down ({count})"),
    "needs-runs": N_("{name} requires runs, which are not allowed: sequences.allowed must be yes"),
    "needs-wild-melds": N_("{name} requires melds of wild cards, which are not allowed: wilds.allowed must be yes"),
    "no-code": N_("that isn't a house-rules code: codes start with H- and must be copied in full"),
    "no-room-for-canastas": N_("{name}: a meld that can't reach seven cards can't become a canasta, so it must be at least 7, not {value}"),
    "no-rows": N_("{name} needs at least one row, for example [[0, 50]]"),
    "no-rule-like-it": N_("there is no rule called {name}; there are {choices}"),
    "no-such-choice": N_("{name} must be one of {choices}, not {value}"),
    "no-such-requirement": N_("{name} must be a number of points or one of {choices}, not {value}; points are 0 to {most}, without quotes"),
    "no-such-rule": N_("there is no rule called {name}"),
    "no-such-table": N_("{variant} has no layout called {value}; choose from {choices}"),
    "no-such-variant": N_("there is no variant called {value}; there are {choices}"),
    "no-table-for-so-many": N_("{variant} has no layout for {count}; choose from {choices}"),
    "nobody-could-go-out": N_("{name}: with fewer canastas than going out requires ({other} is {value}), nobody could go out"),
    "not-a-list": N_("{name} must be a list, not {value}"),
    "not-in-range": N_("{name} must be a whole number from {low} to {high}, not {value}"),
    "not-of-cards": N_("{name} must be a list of {choices}, not {value}"),
    "not-of-numbers": N_("{name} must be a list of whole numbers without quotes, not {value}"),
    "not-of-rows": N_("{name} must be rows of [from score, minimum], not {value}"),
    "not-yes-or-no": N_("{name} must be yes or no (in a file true or false), not {value}"),
    "number-in-quotes": N_("{name} must be a whole number from {low} to {high}, written without quotes, not “{value}”"),
    "other-table": N_("{value} (side.mode) is for {seats} seats and {sides} sides (side.sides)"),
    "not-rows-of": N_("{name} must be rows of {choices}, not {value}"),
    "row-twice": N_("{name} has two rows for {value}"),
    "rows-out-of-order": N_("{name} must rise from row to row; {value} doesn't"),
    "shared-foot": N_("with one foot per side (deal.foot_of is side) not every player can have had a foot: out.foot must be no"),
    "too-few-black-totals": N_("{name} needs a number for each black three ({count}), not {value}"),
    "too-few-red-totals": N_("{name} needs a number for each red three ({count}), not {value}"),
    "too-many-dealt": N_("{dealt} of {cards} cards are dealt, and too few are left to play with: deal fewer (deal.hand, deal.foot) or use more decks (pack.decks)"),
    "twos-both-ways": N_("twos can be melds of their own rank (twos.allowed) or of wild cards (wilds.allowed), not both"),
    "uneven-sides": N_("{seats} seats can't be shared evenly by {value} sides: side.sides must be one of {choices}"),
    "unreadable-list": N_("“{value}” isn't a list that I can read"),
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
        else:
            texts[name] = str(value)
    return texts


def sentence(error: IllegalMove) -> str:
    """Return the sentence for a refused move, with its facts still in braces."""
    row = TOO_LOW.get(error.facts.get("needed")) if error.code == "initial-meld-too-low" else None
    alone = ALONE.get(error.code) if error.alone else None
    return row or alone or SENTENCES[error.code]


def explain(error: IllegalMove, translate: Callable[[str], str] = str) -> str:
    """Return one sentence that says why the move is refused, and what would work."""
    return translate(sentence(error)).format_map(fact_texts(error.facts, translate))
