"""A game in the words of the people who play it: nothing at its table says what other games say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.canasta.rules import list_variants, load_rules
from bot.data.tables import Status
from bot.ui.i18n import _, catalogue, current, pgettext, speaking, using_words
from bot.ui.words.variant_names import VOCABULARIES, vocabulary
from tests.cogs.players import play_and_look, seat_four
from tests.cogs.test_settings import manager
from tests.players import bot_of
from tests.ui.test_translations import FILES, forms
from tests.ui.words.test_rules_text import whole
from tests.world import World

#: By variant, what Italians say elsewhere, and what they say there.
ITALIAN = {
    "burraco": (
        r"canast|\bpur[aei]\b|(?<!combinazione )\bsporc(?:a|he)\b|\bpied[ei]\b",
        ("burraco", "pozzetto", "pulit"),
    ),
    "filanda": (
        r"combinazion|smazzat|\btallone|congela|\bsporc",
        ("colonna", "giocata", "mazzo di pescata", "gelato", "impura"),
    ),
}
#: Strings that are no text: placeholders, commands as they are typed and as Discord shows them, codes, links, channels,
#: parameters, and the names of files and of buttons.
NO_TEXT = re.compile(
    r"\{\w*\}|```.*?```|`[^`]*`|</[^>]*>|\]\(http[^)]*\)|#canasta|\w+\.canastas|^c:\S*$|^\S+\.(?:png|gif|json)$",
    re.DOTALL,
)


def italian() -> Iterator[str]:
    """Yield all texts of the Italian catalogue as a game with words of its own says them, except names."""
    [path] = [one for one in FILES if one.parts[-3] == "it"]
    with path.open("rb") as file:
        for message in read_po(file):
            if message.id and not str(message.context).startswith(("the words of", "name of a", "words people type")):
                texts, context, ids = current(), message.context, forms(message.id)
                if len(ids) == 1:
                    yield texts.pgettext(context, ids[0]) if context else texts.gettext(ids[0])
                else:
                    for number in (1, 2):
                        one, more = ids
                        yield (
                            texts.npgettext(context, one, more, number)
                            if context
                            else texts.ngettext(one, more, number)
                        )


@pytest.mark.parametrize("variant", ITALIAN)
def test_no_text_says_what_is_said_elsewhere(variant: str) -> None:
    elsewhere, _own = ITALIAN[variant]
    with speaking("it"), using_words(vocabulary(variant)):
        wrong = [text for text in italian() if re.search(elsewhere, NO_TEXT.sub("", text), re.IGNORECASE)]
    assert wrong == []


def test_a_word_stands_in_its_number_and_gender() -> None:
    with speaking("it"), using_words(vocabulary("burraco")):
        assert _("You can't make another canasta now.") == "Ora non puoi fare altri burrachi."
        assert "si attacca a un burraco completo" in _(
            "{top} fits a finished canasta, so the pile is blocked for you: draw from the stock."
        )
    with using_words(vocabulary("burraco")):
        assert _("Canastas and their bonuses") == "Burracos and their bonuses"


def test_what_is_no_word_of_a_text_stays() -> None:
    """Parameters, placeholders and commands are called alike in all games."""
    with using_words(vocabulary("burraco")):
        said = _("deal.foot must be 0 or at least 2: a foot of one card could not be played")
        assert said == "deal.foot must be 0 or at least 2: a pozzetto of one card could not be played"
        assert current().gettext("{foot}: `/play`, foot") == "{foot}: `/play`, pozzetto"


def test_a_language_without_own_words_has_its_usual_texts() -> None:
    with speaking("de"), using_words(vocabulary("hand-and-foot")):
        assert current() is catalogue("de")
    with speaking("it"), using_words(vocabulary("classic")):
        assert current() is catalogue("it")


@pytest.mark.parametrize(
    ("variant", "foot"), [("buraco", "morto"), ("tranca", "morto"), ("burako", "muerto"), ("biriba", "biribaki")]
)
def test_the_first_vocabulary_that_a_language_has_counts(variant: str, foot: str) -> None:
    """English has words of its own for games that Italians play in the words of Burraco."""
    with using_words(vocabulary(variant)):
        assert pgettext("what you did", "picked up the foot") == f"picked up the {foot}"
    with speaking("it"), using_words(vocabulary(variant)):
        assert pgettext("what you did", "picked up the foot") == "prendi il pozzetto"


#: The words for a canasta and a foot elsewhere, by language.
ELSEWHERE = {
    "en": r"canasta|\bf[oe]{2}t\b",
    "de": r"canasta|fuß|füße",
    "es": r"canasta|muerto",
    "fr": r"canasta|\bpieds?\b",
    "it": r"canast[ae]\b|\bpied[ei]\b",
    "nl": r"canasta|\bvoet(?:en)?\b",
    "pt-BR": r"canasta|\bpés?\b",
    "ro": r"canast[aăe]|picio(?:r|are)",
}
#: The words of a game's players for both, in most languages, and in those that have the game themselves.
SAID = {
    "burraco": (("burrac", "pozzett"), {"pt-BR": ("canastra", "morto")}),
    "buraco": (
        ("canastra", "morto"),
        {"it": ("burrac", "pozzett"), "es": ("canasta", "muerto"), "ro": ("canastr", "morto")},
    ),
    "biriba": (("birib", "biribak"), {"it": ("burrac", "pozzett")}),
}


@pytest.mark.parametrize("variant", SAID)
@pytest.mark.parametrize("language", ELSEWHERE)
def test_a_game_is_explained_in_its_players_words(language: str, variant: str) -> None:
    usual, here = SAID[variant]
    meld, packet = here.get(language, usual)
    with speaking(language), using_words(vocabulary(variant)):
        said = whole(load_rules(variant, "4")).lower()
        assert meld in said
        assert packet in said
        wrong = [line for line in said.splitlines() if re.search(ELSEWHERE[language], line)]
    if (meld, packet) != ("canasta", "muerto"):
        assert wrong == []


#: By language, what is said of a burraco as if it were a canasta, whose gender is another one.
AS_OF_A_CANASTA = {
    "es": r"burraco (?:limpia|sucia|natural|mixta)|burraco limpio la",
    "fr": r"burraco (?:naturelle|mixte|pure|impure)|burraco propre la|burraco propre peut-elle",
    "it": r"burraco (?:pura|pulita|sporca)|burraco pulito la",
    "ro": r"burraco (?:naturală|amestecată|curată)|burraco curat o",
}


@pytest.mark.parametrize("language", AS_OF_A_CANASTA)
def test_a_burraco_has_the_gender_of_its_own_word(language: str) -> None:
    with speaking(language), using_words(vocabulary("burraco")):
        texts = (
            _("first natural canasta"),
            _("How many cards can a natural canasta have?"),
            _("A wild card that you add to a natural canasta makes it mixed."),
            whole(load_rules("burraco", "4")),
        )
    for text in texts:
        assert re.findall(AS_OF_A_CANASTA[language], text) == []


#: The names that the players of both games have for a run of seven cards and a canasta of wild cards.
CANASTAS = {"samba": {"samb"}, "bolivia": {"escaler", "bol[ií]vi"}}
#: Their names elsewhere, by language.
RUN_OF_SEVEN = {
    "en": r"run of seven(?! cards)|canastas? of wild|wild canasta",
    "de": r"sequenz aus sieben karten(?! ist)|sequenz-canasta|canastas? aus wilden|wildes? canasta",
    "es": r"escalera de siete(?! cartas)|canastas? de (?:comodines|escalera)",
    "fr": r"suite de sept(?! cartes)|canastas? (?:de passe-partout|en suite)",
    "it": r"sequenza di sette(?! carte)|canast[ae] (?:di matte|in sequenza)",
    "nl": r"straat van zeven(?! kaarten)|straatcanasta|canasta van wilde|wilde canasta",
    "pt-BR": r"sequência de sete(?! cartas)|canastras? (?:de curingas|em sequência)",
    "ro": r"scară de șapte(?! cărți)|scări complete|canast[ăe] de cărți speciale",
}


@pytest.mark.parametrize("variant", CANASTAS)
@pytest.mark.parametrize("language", RUN_OF_SEVEN)
def test_canastas_have_the_names_of_the_games_players(language: str, variant: str) -> None:
    """A Spanish escalera is a run like any other: there is no other name for one of seven cards in Bolivia."""
    with speaking(language), using_words(vocabulary(variant)):
        said = whole(load_rules(variant, "4")).lower()
    assert [name for name in CANASTAS[variant] if not re.search(rf"\b{name}", said)] == []
    elsewhere = RUN_OF_SEVEN[language]
    if (language, variant) == ("es", "bolivia"):
        elsewhere = r"canastas? de comodines"
    assert re.findall(elsewhere, said) == []


def test_hand_and_foot_has_clean_and_dirty_canastas_in_english() -> None:
    with using_words(vocabulary("hand-and-foot")):
        said = whole(load_rules("hand-and-foot", "4"))
    assert "*clean* without wild cards, *dirty* with them" in said
    assert "2 natural cards" in said
    assert re.findall(r"natural (?!cards?\b)|mixed", said) == []


def test_a_noun_that_always_has_a_capital_gives_none_to_other_words() -> None:
    with speaking("de"), using_words(vocabulary("burraco")):
        said = whole(load_rules("burraco", "4"))
    assert "halbsauberes Burraco aus sieben natürlichen Karten" in said
    assert "Halbsauberes" not in said


@pytest.mark.parametrize("variant", ["hand-and-foot", "hand-and-foot-rounds"])
def test_spanish_calls_the_foot_as_the_name_of_the_game_does(variant: str) -> None:
    """Mano y pie has a pie, though other games have a muerto in its place."""
    with speaking("es"):
        assert "muerto" in pgettext("what you did", "picked up the foot")
        with using_words(vocabulary(variant)):
            said = whole(load_rules(variant, "4"))
    assert "*pie*" in said
    assert "muerto" not in said


def test_every_vocabulary_that_a_file_names_can_be_translated() -> None:
    named = {name for one in list_variants() for name in one.vocabulary}
    assert named == set(VOCABULARIES)
    for path in FILES:
        contexts = {message.context for message in read_po(path.open("rb"))}
        assert {f"the words of {name} players" for name in named} <= contexts


@pytest.mark.slow
@pytest.mark.parametrize("variant", ITALIAN)
async def test_a_round_is_told_in_the_words_of_its_players(variant: str, tmp_path: Path) -> None:
    """Pages of everybody and of each player, refusals, hints, pictures' texts, and the pages after the end."""
    async with World(tmp_path / "canasta.sqlite3", seed=3) as world:
        # Most of the cards are dealt, so that the only round ends soon.
        short = {"burraco": ("deal.hand=13", 100), "filanda": ("deal.hand=20", 500)}
        house, target = short[variant]
        table, people = await seat_four(world, variant=variant, players="4", target=target, house=house)
        mona = manager(world)
        settings = (await mona.slash("settings")).message
        await mona.choose("Language of the tables", "Italiano", on=settings)
        for person in people:
            await person.choose("Language", "Italiano", on=(await person.slash("preferences")).message)
        begun = len(world.sent)
        await play_and_look(world, people, "it")
        assert (await bot_of(world).services.tables.get(table.id)).status is Status.FINISHED
        for command in ("canasta replay", "canasta review", "table"):
            await people[0].slash(command)
        await people[0].slash("rules", variant=variant)
        told = [NO_TEXT.sub("", text) for sent in world.sent[begun:] for text in sent.texts()]
        elsewhere, own = ITALIAN[variant]
        assert [text for text in told if re.search(elsewhere, text, re.IGNORECASE)] == []
        everything = "\n".join(told).lower()
        assert [word for word in own if word not in everything] == []
