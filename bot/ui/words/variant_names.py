"""Names of variants, marked for translators, and titles of games."""

from __future__ import annotations

import re

from bot.canasta.rules import Rules, RulesError, variant_info
from bot.ui.i18n import N_, NC_, _, pgettext

#: The names of all variants. The bot reads them from the variants' files; this list is for translators only.
VARIANTS = (
    NC_("name of a game", "American, tournament sheet"),
    NC_("name of a game", "Biriba"),
    NC_("name of a game", "Bolivia"),
    NC_("name of a game", "Bolivian, Romanian"),
    NC_("name of a game", "Brazilian"),
    NC_("name of a game", "Buraco"),
    NC_("name of a game", "Buraco STBL"),
    NC_("name of a game", "Buraco fechado"),
    NC_("name of a game", "Burako"),
    NC_("name of a game", "Burraco"),
    NC_("name of a game", "Burraco, international"),
    NC_("name of a game", "Caliente"),
    NC_("name of a game", "Canadian, prize pile"),
    NC_("name of a game", "Chilean"),
    NC_("name of a game", "Classic"),
    NC_("name of a game", "Classic, Regency Club draft"),
    NC_("name of a game", "Cuban"),
    NC_("name of a game", "Hand & Foot"),
    NC_("name of a game", "Hand & Foot, four rounds"),
    NC_("name of a game", "Hollywood"),
    NC_("name of a game", "Italian"),
    NC_("name of a game", "Italian box rules"),
    NC_("name of a game", "Joker"),
    NC_("name of a game", "La Filanda, three decks"),
    NC_("name of a game", "Mexican"),
    NC_("name of a game", "Mexicana"),
    NC_("name of a game", "Modern American"),
    NC_("name of a game", "Original Uruguay"),
    NC_("name of a game", "Pennies from Heaven"),
    NC_("name of a game", "Romanian"),
    NC_("name of a game", "Samba"),
    NC_("name of a game", "Samba, Romanian"),
    NC_("name of a game", "Six-hand wild melds (Miller)"),
    NC_("name of a game", "The Sevens"),
    NC_("name of a game", "Tranca"),
    NC_("name of a game", "Viennese"),
)
#: The titles of variants whose name is not a title by itself.
_TITLES = (N_("{name} Canasta"),)


def name(english: str) -> str:
    """Return a variant's name in the reader's language; `english` is the name that its file gives."""
    return pgettext("name of a game", english)


def named(variant: str) -> str:
    """Return the name of the variant with this id; the id if its file has been removed."""
    try:
        return name(variant_info(variant).name)
    except RulesError:
        return variant


def title(rules: Rules) -> str:
    """Return a game's full name, as its variant's file says: Classic Canasta, but Burraco."""
    try:
        said = _(variant_info(rules.id).title)
    except RulesError:  # the variant's file was removed while the game is played
        said = "{name}"
    return said.replace("{name}", name(rules.name))


def own_words(rules: Rules, text: str) -> str:
    """Return a text with the words that people who play this variant have for some things, in the reader's language."""
    try:
        family = variant_info(rules.id).family
    except RulesError:
        return text
    # translators: pairs of words, usual=own, with commas between them; a single - if there are none. La Filanda is an
    # Italian game, whose players say "colonna" for a meld.
    pairs = {
        "filanda": lambda: pgettext("the words of La Filanda's players", "-"),
        # translators: as for La Filanda, for Burraco, Buraco, Burako, Tranca and Biriba. Italians call the foot "pozzetto".
        "burraco": lambda: pgettext("the words of Burraco's players", "-"),
    }
    listed = pairs[family]() if family in pairs else "-"
    own = dict(pair.split("=", 1) for pair in listed.split(",") if "=" in pair)
    if not own:
        return text
    longest_first = sorted(own, key=len, reverse=True)
    either = re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)

    def other(match: re.Match[str]) -> str:
        word = own[match[0].lower()]
        return word[:1].upper() + word[1:] if match[0][0].isupper() else word

    return either.sub(other, text)
