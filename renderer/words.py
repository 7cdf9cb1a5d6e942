"""Words that several pictures share: cards, names, numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from gettext import NullTranslations
from typing import Final

from bot.canasta.cards import CALIENTE, JOKER, Card
from bot.canasta.views import PlayerView, PublicView
from renderer.canvas import MAX_ALT
from renderer.sprites import rank_label
from renderer.text import clean_name, shares, shortened, text_width

#: By suit index.
SUIT_SIGNS: Final = "♠♥♦♣"


def joker_word(t: NullTranslations) -> str:
    """What is written on a joker."""
    return t.pgettext("on the card itself", "JOKER")


def card_words(card: Card, t: NullTranslations) -> str:
    """One card in running text: `K♠`, `joker`."""
    if card == JOKER:
        return t.gettext("joker")
    if card == CALIENTE:
        return t.gettext("caliente")
    return rank_label(card >> 2) + SUIT_SIGNS[card & 3]


def cards_words(cards: Iterable[Card], t: NullTranslations) -> str:
    """Cards in running text, equal ones together: `K♠ K♥×2`."""
    return " ".join(card_words(card, t) + (f"×{count}" if count > 1 else "") for card, count in Counter(cards).items())


def number(value: int, t: NullTranslations) -> str:
    """A number with the language's thousands separator and a true minus."""
    return f"{value:,}".replace(",", t.pgettext("thousands separator", ",")).replace("-", "−")


def player_name(player: PlayerView, t: NullTranslations) -> str:
    """A player's name as far as the font can write it, else his number at the table."""
    return clean_name(player.name, t.gettext("Player {number}").format(number=player.seat + 1))


def league_names(names: Sequence[str], t: NullTranslations) -> list[str]:
    """People's own names as far as the font can write them; who has none left is a player."""
    return [clean_name(name, t.pgettext("somebody whose name can’t be written", "Player")) for name in names]


def joined(names: Sequence[str], t: NullTranslations) -> str:
    """Names as a side's name: `Ana & Cy`, `Ana, Bo & Cy`."""
    if len(names) < 2:
        return "".join(names)
    return t.pgettext("names of team-mates", "{names} & {last}").format(names=", ".join(names[:-1]), last=names[-1])


def fitted(names: Sequence[str], size: int, weight: str, room: int, t: NullTranslations) -> str:
    """Names as a side's name that fits `room` pixels: long ones shortened, each to its fair share."""
    whole = joined(names, t)
    if text_width(whole, size, weight) <= room:
        return whole
    between = text_width(joined([""] * len(names), t), size, weight)
    given = shares([text_width(name, size, weight) for name in names], room - between)
    parts = [shortened(name, size, weight, part) for name, part in zip(names, given, strict=True)]
    return shortened(joined(parts, t), size, weight, room)


def short_enough(words: Callable[[int], str], cuts: Iterable[int]) -> str:
    """An alt text, cut no more than it must be: what `words` gives for the first of these cuts that fits, or for the last."""
    text = ""
    for cut in cuts:
        text = words(cut)
        if len(text) <= MAX_ALT:
            break
    return text


def brief(text: str, longest: int) -> str:
    """A text of at most so many characters, for one that is read aloud."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def side_name(view: PublicView, side: int, t: NullTranslations) -> str:
    """A side's name, made of its players' names."""
    return joined([player_name(view.players[seat], t) for seat in view.sides[side].seats], t)


def winner_name(view: PublicView, t: NullTranslations) -> str:
    """The name of who has won the game: a side's, or a player's where players score for themselves."""
    if view.winner is None:
        return ""
    if view.by_player:
        return player_name(view.players[view.winner], t)
    return side_name(view, view.winner, t)
