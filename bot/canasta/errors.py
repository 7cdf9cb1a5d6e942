"""A sentence for every way a move can be refused; the codes are stable, the words may be translated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.canasta.cards import RANKS, card_text, cards_text
from bot.canasta.moves import IllegalMove

#: By code. The names in braces are the facts that `IllegalMove` brings, as `fact_texts` words them.
SENTENCES: Final[Mapping[str, str]] = {
    "ace-or-seven": "No ace or seven starts an empty pile while you hold another natural card.",
    "already-asked": "You have already asked this turn.",
    "already-asked-this-round": "You have already asked this round.",
    "already-drawn": "You have already drawn or taken the pile: meld or discard now.",
    "answer-first": "First the question about going out must be answered: yes or no.",
    "ask-before-melding": "Ask before you meld: a question comes right after the draw or the taken pile.",
    "ask-first": "Ask your partner for leave before you go out.",
    "asker-must-go-out": "Your partner can only go out now: answer yes.",
    "black-threes-few": "Black threes are melded {needed} or more at once.",
    "black-threes-going-out": "Black threes are melded only in the turn you go out, and the rest of your hand can't follow them.",
    "cannot-go-out": "You can't go out this turn, so there is nothing to ask.",
    "card-not-in-hand": "{card} isn't in your hand.",
    "discard-the-last": "Your hand was laid down without the minimum, so the last card must be discarded.",
    "draw-first": "Draw from the stock or take the pile first.",
    "game-over": "This game has ended.",
    "initial-meld-canasta": "Your first meld must hold a canasta.",
    "initial-meld-natural-canasta": "Your first meld must hold a canasta without wild cards.",
    "initial-meld-pure": "Your first meld may not hold wild cards.",
    "initial-meld-too-low": "Your first meld needs {needed} points; these cards count {points}.",
    "initial-meld-triple": "Your first meld needs three natural cards of one rank.",
    "keep-a-card": "Your side can't go out yet (canastas: {have} of {canastas}), so keep two cards: one to discard and one to hold.",
    "keep-first": "First choose which packet to keep as your foot.",
    "keep-the-discard": "Your last card must be discarded: keep one.",
    "last-card": "{card} can't be your last discard.",
    "meld-full": "That meld can't take so many cards.",
    "meld-too-small": "A meld needs at least three cards.",
    "mixed-ranks": "{cards}: a meld holds cards of one rank, with wild cards if you like.",
    "must-go-out": "Your partner said yes, so you must go out this turn.",
    "must-not-go-out": "Your partner said no, so you must keep a card this turn.",
    "must-take": "The stock is empty and the top card fits your melds: you must take the pile.",
    "no-caliente": "You can't play a caliente now: only after drawing, with no more melds than every other side.",
    "no-extra-hand": "The extra hand comes only in the turn of your side's first meld.",
    "no-float": "Only a player in his foot may end his turn without a discard.",
    "no-partner": "There is no partner to ask.",
    "no-special-hand": "Your hand isn't that special hand, or your side has melded already.",
    "no-such-meld": "Your side has no meld called {meld}.",
    "no-such-seat": "There are seats 0 to {last_seat} only.",
    "no-wild-melds": "Wild cards aren't melded by themselves: say which of your melds they join.",
    "not-a-run": "{cards}: a sequence is of one suit without gaps.",
    "not-a-three": "Only a three can be laid that way.",
    "not-asked": "Nobody has asked to go out.",
    "not-in-this-game": "This game has no move called {verb}.",
    "not-your-turn": "It isn't your turn.",
    "nothing-to-keep": "There is no packet to choose now.",
    "nothing-to-undo": "There is no meld to take back: only your own last meld, before anything else happens.",
    "one-card-pile": "With one card in your hand you can't take a pile of one card.",
    "one-meld-a-rank": "Your side already has its meld of that rank.",
    "one-wild-meld": "Your side may not begin another wild meld now.",
    "open-before-drawing": "Your side opens before the draw, at the start of a turn: discard now.",
    "pick-names-run": "Say which of your sequences the top card goes to.",
    "pile-blocked": "{top} on top blocks the pile: draw from the stock.",
    "pile-closed": "The pile is closed: draw from the stock.",
    "pile-empty": "The pile is empty: draw from the stock.",
    "pile-frozen": "The pile is frozen for you: it takes two natural cards of the same rank as {top}, from your hand.",
    "pile-in-foot": "Only who plays from his foot may take the pile.",
    "pile-needs-cards": "To take the pile, use {top} with two cards from your hand, or add it to a meld of your side.",
    "pile-needs-pair": "Only two natural cards of the same rank as {top}, from your hand, take the pile.",
    "pile-needs-pair-or-meld": "To take the pile, use {top} with two natural cards of its rank from your hand, or add it to a meld of your side.",
    "pile-never-taken": "In this game the pile is never taken.",
    "pile-open-first": "Your side must have opened before the pile is taken.",
    "pile-own-canasta": "{top} fits a complete canasta, which blocks the pile for you: draw from the stock.",
    "pile-own-meld-first": "Only who has laid a new meld himself may take the pile.",
    "pile-wild-pair": "{top} on top is taken with two of its kind.",
    "pure-only": "That meld takes no wild cards.",
    "round-over": "This round is over.",
    "safe-card": "{card} is a safe card, and those don't start an empty pile while another may go.",
    "sequence-too-long": "A sequence runs from 4 to ace and has seven cards at most.",
    "take-with-other-ranks": "The cards that take the pile must be of the rank of {top}, or wild; other melds follow after a slash.",
    "their-canasta": "Your opponents have a canasta of that rank, so you may not begin one.",
    "three-before-asking": "You are going out this turn: threes are laid before that is settled.",
    "three-discard": "A three is discarded only as your last card.",
    "black-three-early": "No black three is discarded before everybody has had a turn.",
    "three-too-late": "A three is laid before the draw, or right after the draw that brought it.",
    "threes-lie-by-themselves": "In this game threes are not laid by hand.",
    "threes-not-melded": "Threes aren't melded that way.",
    "too-few-naturals": "A meld needs at least two natural cards.",
    "too-many-canastas": "Your side may make no more canastas now.",
    "too-many-wilds": "That would be too many wild cards in one meld.",
    "twos-locked": "Twos must go to your meld of twos until it is a canasta.",
    "wild-discard": "A wild card is discarded only when you have nothing else.",
    "wild-meld-open": "Your wild meld must be a canasta before you discard a wild card.",
    "wilds-locked": "Wild cards must go to your wild meld until it is a canasta.",
    "wilds-outnumber-naturals": "That meld would have too many wild cards for its natural ones.",
}  # fmt: skip


def fact_texts(facts: Mapping[str, object]) -> dict[str, str]:
    """The facts of an `IllegalMove` as words to fill its sentence with: cards as a record writes them."""
    texts: dict[str, str] = {}
    for name, value in facts.items():
        if name in ("card", "top"):
            texts[name] = card_text(value) if isinstance(value, int) else "?"
        elif name == "cards" and isinstance(value, tuple):
            texts[name] = cards_text(value)
        elif name == "rank" and isinstance(value, int):
            texts[name] = RANKS[value]
        elif name == "seats" and isinstance(value, int):
            texts["last_seat"] = str(value - 1)
        else:
            texts[name] = str(value)
    return texts


def explain(error: IllegalMove, translate: Callable[[str], str] = str) -> str:
    """One sentence that says why the move is refused, and what would work."""
    return translate(SENTENCES[error.code]).format_map(fact_texts(error.facts))
