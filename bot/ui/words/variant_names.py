"""Names of variants, marked for translators, and of their layouts, titles of games, and the words that their players use."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from bot.canasta.rules import Rules, RulesError, list_variants, variant_info
from bot.ui import i18n
from bot.ui.i18n import N_, NC_, _, npgettext, pgettext

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
#: The vocabularies that variants' files can name, as pairs of words. Each context has the vocabulary's name.
VOCABULARIES: Final[Mapping[str, str]] = {
    # translators: pairs of words or phrases, usual=own, with commas between them: what people who play this game say for
    # some things in your language. A single - if they say what everybody says. All texts at the table use these words.
    "biriba": NC_("the words of biriba players", "canasta=biriba,canastas=biribas,foot=biribaki,feet=biribakia"),
    "buraco": NC_(
        "the words of buraco players",
        "canasta=canastra,canastas=canastras,foot=morto,feet=mortos,natural=clean,natural "
        "card=natural card,natural cards=natural cards,natural "
        "one=natural one,natural ones=natural ones,one natural and=one "
        "natural and,them natural=them natural,is natural=is "
        "natural,mixed=dirty",
    ),
    "burako": NC_("the words of burako players", "foot=muerto,feet=muertos"),
    "burraco": NC_(
        "the words of burraco players",
        "canasta=burraco,canastas=burracos,foot=pozzetto,feet=pozzetti,natural=clean,natural "
        "card=natural card,natural cards=natural cards,natural "
        "one=natural one,natural ones=natural ones,one natural "
        "and=one natural and,them natural=them natural,is natural=is "
        "natural,mixed=dirty,canasta of seven natural cards="
        "semi-clean burraco of seven natural cards",
    ),
    "filanda": NC_("the words of filanda players", "-"),
    "bolivia": NC_(
        "the words of bolivia players",
        "run of seven=escalera,run of seven cards is a canasta=run of seven cards is an escalera: a "
        "canasta,natural or run=natural or escalera,natural or runs=natural or escaleras,natural or a "
        "run=natural or an escalera,must be a run=must be an escalera,must be runs=must be escaleras,a "
        "canasta: a run of=an escalera of,run canasta=escalera,run canastas=escaleras,a run of seven=an "
        "escalera,a run of seven cards is a canasta=a run of seven cards is an escalera: a canasta,"
        "canasta of wild cards=bolivia,wild canasta=bolivia,wild canastas=bolivias,wild cards can be "
        "melded by themselves=wild cards can be melded by themselves; seven are a bolivia",
    ),
    "hand-and-foot": NC_(
        "the words of hand-and-foot players",
        "natural=clean,natural card=natural card,natural cards=natural cards,natural one=natural one,"
        "natural ones=natural ones,one natural and=one natural and,them natural=them natural,is "
        "natural=is natural,mixed=dirty",
    ),
    "samba": NC_(
        "the words of samba players",
        "run of seven=samba,run of seven cards is a canasta=run of seven cards is a samba: a canasta,"
        "natural or run=natural or samba,natural or runs=natural or sambas,natural or a run=natural or a "
        "samba,must be a run=must be a samba,must be runs=must be sambas,a canasta: a run of=a samba of,"
        "run canasta=samba,run canastas=sambas",
    ),
}
#: The titles of variants whose name is not a title by itself.
_TITLES = (N_("{name} Canasta"),)


def name(english: str) -> str:
    """Return a variant's name in the reader's language, as it stands alone; `english` is the name that its file gives."""
    said = _in_a_title(english)
    return said if said == english else i18n.capitalised(said)


def _in_a_title(english: str) -> str:
    """Return a variant's name as it stands in the middle of a title: an adjective has no capital in some languages."""
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
    spoken = name if said.startswith("{name}") else _in_a_title
    return said.replace("{name}", spoken(rules.name))


def layout(name: str, seats: int) -> str:
    """Return the name of a table's layout, as people choose it."""
    kind = name.partition("-")[2]
    count = npgettext("seats of a table", "{count} player", "{count} players", seats).format(count=seats)
    how = {
        "solo": _("each alone"),
        "lone": _("one against two"),
        "alliance": _("one against two, each with their own score"),
        "sitout": _("one sits out each round"),
        "rotating": _("changing partners"),
        "pairs": _("in pairs"),
        "trios": _("two sides of three"),
    }.get(kind)
    return f"{count}, {how}" if how else count


def variant_of(typed: str) -> str:
    """Return the id of the variant that people call so; what was typed if they call none so."""
    wanted = typed.strip().casefold()
    called = {name(one.name).casefold(): one.id for one in list_variants()}
    return called.get(wanted, wanted)


def layout_of(variant: str, typed: str) -> str:
    """Return the id of the layout of a variant that people call so; what was typed if they call none so."""
    called = {}
    with suppress(RulesError):
        called = {layout(one.name, one.seats).casefold(): one.name for one in variant_info(variant).layouts}
    return called.get(typed.strip().casefold(), typed)


def vocabulary(variant: str) -> i18n.Vocabulary:
    """Return the words of the people who play the variant with this id, as its file says; none if that has been removed."""
    try:
        named = variant_info(variant).vocabulary
    except RulesError:
        return ()
    return tuple((f"the words of {one} players", VOCABULARIES[one]) for one in named if one in VOCABULARIES)


def speak_of(variant: str) -> None:
    """Have the task's texts use the words of the people who play this variant, from now on."""
    i18n.use_words(vocabulary(variant))
