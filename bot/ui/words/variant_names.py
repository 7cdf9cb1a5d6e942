"""Names of variants, marked for translators, and titles of games."""

from __future__ import annotations

import re

from bot.canasta.rules import Rules, RulesError, variant_info
from bot.ui.i18n import N_, _, pgettext

#: The names of all variants. The bot reads them from the variants' files; this list is for translators only.
VARIANTS = (
    N_("American, tournament sheet"),
    N_("Biriba"),
    N_("Bolivia"),
    N_("Bolivian, Romanian"),
    N_("Brazilian"),
    N_("Buraco"),
    N_("Buraco STBL"),
    N_("Buraco fechado"),
    N_("Burako"),
    N_("Burraco"),
    N_("Burraco, international"),
    N_("Caliente"),
    N_("Canadian, prize pile"),
    N_("Chilean"),
    N_("Classic"),
    N_("Classic, Regency Club draft"),
    N_("Cuban"),
    N_("Hand & Foot"),
    N_("Hand & Foot, four rounds"),
    N_("Hollywood"),
    N_("Italian"),
    N_("Italian box rules"),
    N_("Joker"),
    N_("La Filanda, three decks"),
    N_("Mexican"),
    N_("Mexicana"),
    N_("Modern American"),
    N_("Original Uruguay"),
    N_("Pennies from Heaven"),
    N_("Romanian"),
    N_("Samba"),
    N_("Samba, Romanian"),
    N_("Six-hand wild melds (Miller)"),
    N_("The Sevens"),
    N_("Tranca"),
    N_("Viennese"),
)
#: The titles of variants whose name is not a title by itself.
_TITLES = (N_("{name} Canasta"),)


def title(rules: Rules) -> str:
    """Return a game's full name, as its variant's file says: Classic Canasta, but Burraco."""
    try:
        said = _(variant_info(rules.id).title)
    except RulesError:  # the variant's file was removed while the game is played
        said = "{name}"
    return said.replace("{name}", _(rules.name))


def own_words(rules: Rules, text: str) -> str:
    """Return a text with the words that people who play this variant have for some things, in the reader's language."""
    try:
        family = variant_info(rules.id).family
    except RulesError:
        return text
    # translators: pairs of words, usual=own, with commas between them; a single - if there are none. La Filanda is an
    # Italian game, whose players say "colonna" for a meld.
    pairs = {"filanda": lambda: pgettext("the words of La Filanda's players", "-")}
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
