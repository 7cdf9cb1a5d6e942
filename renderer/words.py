"""Words that several pictures share: cards, names, numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from typing import Final

from bot.canasta.views import PlayerView, PublicView
from renderer.text import clean_name, shares, shortened, text_width

#: The suits' signs, by suit index.
SUIT_SIGNS: Final = "♠♥♦♣"


def joker_word(t: NullTranslations) -> str:
    """Return the word that is written on a joker."""
    return t.pgettext("on the card itself", "JOKER")


def number(value: int, t: NullTranslations) -> str:
    """Return a number with the language's thousands separator and a true minus sign."""
    return f"{value:,}".replace(",", t.pgettext("thousands separator", ",")).replace("-", "−")


def signed(value: int, t: NullTranslations) -> str:
    """Return a number with its sign, also a plus."""
    return ("+" if value > 0 else "") + number(value, t)


def labelled(label: str, text: str, t: NullTranslations) -> str:
    """Return `label: text`, with the colon set as the language sets it."""
    return t.pgettext("a label and what it labels", "{label}: {text}").format(label=label, text=text)


def clauses(parts: Iterable[str], t: NullTranslations) -> str:
    """Return parts of a sentence with semicolons between them, as the language sets them."""
    return t.gettext("{before}; {after}").format(before="", after="").join(parts)


def player_name(player: PlayerView, t: NullTranslations) -> str:
    """Return a player's name as the font can write it, or their number at the table if nothing is left of it.

    Of people who had their data deleted there is no name.
    """
    if not player.name:
        return t.gettext("a former player")
    return clean_name(player.name, t.gettext("Player {number}").format(number=player.seat + 1))


def league_names(names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return people's own names as the font can write them, or "Player" where nothing is left of a name.

    Of people who had their data deleted there is no name.
    """
    unwritten = t.pgettext("somebody whose name can’t be written", "Player")
    return [clean_name(name, unwritten) if name else t.gettext("a former player") for name in names]


def joined(names: Sequence[str], t: NullTranslations) -> str:
    """Return names as a side's name: `Ana & Cy`, `Ana, Bo & Cy`."""
    if len(names) < 2:
        return "".join(names)
    return t.pgettext("names of team-mates", "{names} & {last}").format(names=", ".join(names[:-1]), last=names[-1])


def fitted(names: Sequence[str], size: int, weight: str, room: int, t: NullTranslations) -> str:
    """Return names as a side's name that fits `room` pixels; long names are shortened to equal shares."""
    whole = joined(names, t)
    if text_width(whole, size, weight) <= room:
        return whole
    between = text_width(joined([""] * len(names), t), size, weight)
    given = shares([text_width(name, size, weight) for name in names], room - between)
    parts = [shortened(name, size, weight, part) for name, part in zip(names, given, strict=True)]
    return shortened(joined(parts, t), size, weight, room)


def winner_name(view: PublicView, t: NullTranslations) -> str:
    """Return the name of the side that has won the game, or of the player if players score for themselves."""
    return joined(winner_names(view, t), t)


def winner_names(view: PublicView, t: NullTranslations) -> list[str]:
    """Return the names of those who have won the game: a side, or a player if players score for themselves."""
    if view.winner is None:
        return []
    seats = (view.winner,) if view.by_player else view.sides[view.winner].seats
    return [player_name(view.players[seat], t) for seat in seats]
