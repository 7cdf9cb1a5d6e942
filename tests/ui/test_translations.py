"""Translations fit where they are shown, and reach the people who read that language."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from discord import app_commands

from bot.canasta.rules import load_rules
from bot.client.client import CanastaBot
from bot.ui.i18n import _, amount, catalogue, clauses, labelled, languages, speaking
from bot.ui.limits import OPTION_LENGTH
from bot.ui.words import command_names, rules_text, score_text, ways
from renderer import Style, render_closing, render_profile, render_scores, render_standings, render_table
from tests.catalogues import untranslated
from tests.cogs.players import in_world, on_turn, seat_four
from tests.players import bot_of
from tests.renderer.league import ANA, SPRING, SPRING_CLOSED
from tests.renderer.samples import FOUR_PLAYERS, SCORES
from tests.world import World

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "bot" / "locale"
FILES = sorted(LOCALE.glob("*/LC_MESSAGES/canasta.po"))
BUTTON, ENTRY, FORM_TITLE = 80, 100, 45
MENU_ON_A_PHONE = 28
#: Titles and labels of forms, and what stands under the labels.
IN_FORMS = {"House rules", "How your rules differ", "Your time zone", "Where are you?"}
HINTS = {
    "For example target=3000, pile.always_frozen=yes; or a code. Leave empty for none.",
    "Your city, your country or your local time now, for example 21:35",
}
#: Labels of the choices in settings: one of them is always chosen.
ALWAYS_CHOSEN = {
    "Discard after a short wait", "Ask before I discard", "Discard at once", "Language: same as my Discord",
    "Language: the server's own", "Green table", "Dark table", "Light table", "Red backs with a lattice",
    "Blue backs with waves", "Orange backs with a sun", "Violet backs with stars", "No quiet hours",
    "Celebrate: moving pictures", "Celebrate: still pictures", "Celebrate: no pictures",
    "Hints outside the league", "Hints except in tournaments", "No hints", "Hints for everybody",
    "Seasons without a fixed end", "Seasons end with the month", "Seasons end with the quarter",
    "No ratings with computers", "Ratings with computers too",
}  # fmt: skip

every_language = pytest.mark.parametrize("path", FILES, ids=[path.parts[-3] for path in FILES])


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], abort_invalid=True)


def forms(text: object) -> tuple[str, ...]:
    return tuple(str(form) for form in text) if isinstance(text, (tuple, list)) else (str(text or ""),)


def messages(path: Path) -> Iterator[tuple[Message, tuple[str, ...], tuple[str, ...]]]:
    """Yield each translated message with its English forms and its translated ones."""
    for message in read(path):
        ours = forms(message.id)
        theirs = forms(message.string)
        if message.id and any(theirs):
            yield message, ours, theirs


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def spoken(bot: CanastaBot) -> Iterator[str]:
    """Yield what commands, their options and their choices say of themselves: Discord takes 100 characters of each."""
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.ContextMenu):
            continue
        yield command.description
        for parameter in getattr(command, "parameters", ()):
            yield str(parameter.description)
            yield from (choice.name for choice in parameter.choices)


@every_language
def test_a_catalogue_is_whole(path: Path) -> None:
    catalogue = read(path)
    language = path.parts[-3]
    assert language.replace("_", "-") in languages()
    headers = dict(catalogue.mime_headers)
    assert headers["Language"] == language
    assert headers["Content-Type"].lower() == "text/plain; charset=utf-8"
    assert headers["Plural-Forms"] == f"nplurals={catalogue.num_plurals}; plural={catalogue.plural_expr};"
    assert headers["Plural-Forms"] == Catalog(locale=language).plural_forms
    assert not catalogue.fuzzy
    assert [message.id for message in catalogue if message.fuzzy and message.id] == []
    assert [message.id for message in catalogue if message.locations] == [], "places in the code, which go out of date"
    assert list(untranslated(catalogue)) == [], f"translate it in {path.relative_to(ROOT)}"


@every_language
def test_every_plural_form_is_there_and_names_what_the_original_names(path: Path) -> None:
    wrong = []
    plurals = read(path).num_plurals
    for message, ours, theirs in messages(path):
        if len(theirs) != (plurals if message.pluralizable else 1) or not all(theirs):
            wrong.append(f"{ours[0]!r}: {len([form for form in theirs if form])} forms")
        least, most = fields(ours[0]) & fields(ours[-1]), fields(ours[-1])
        wrong += [f"{ours[0]!r} -> {form!r}" for form in theirs if not least <= fields(form) <= most]
    assert wrong == []


@every_language
def test_what_is_marked_in_a_text_stays_marked(path: Path) -> None:
    """Bold words in pairs, commands and codes in backticks as they are, and line breaks where they were."""
    wrong = []
    for _message, ours, theirs in messages(path):
        codes = [part for part in ours[-1].split("`")[1::2] if "{" not in part and part]
        for form in theirs:
            if (
                form.count("**") % 2
                or form.count("`") != ours[-1].count("`")
                or any(f"`{code}`" not in form for code in codes if "\n" not in code)
                or form.count("\n") != ours[-1].count("\n")
            ):
                wrong.append(form)
    assert wrong == []


@pytest.mark.slow
@every_language
def test_a_text_fits_where_discord_shows_it(path: Path) -> None:
    """Forms' titles and labels are the shortest; a text short enough for a button stays so; hints are an entry's length."""
    long = []
    for message, ours, theirs in messages(path):
        if message.context:
            continue
        limit = FORM_TITLE if ours[0] in IN_FORMS else ENTRY if ours[0] in HINTS else None
        if limit is None and len(ours[-1]) <= 25:
            limit = BUTTON
        long += [form for form in theirs if limit is not None and len(form) > limit]
    assert long == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("command", ways.WAYS)
def test_no_choice_of_a_command_is_cut(command: str, language: str) -> None:
    with speaking(language):
        for name, does in ways.WAYS[command].items():
            choice = labelled(command_names.called(name, language), _(does))
            assert len(choice) <= OPTION_LENGTH, choice


def menus_named() -> set[str]:
    """Return the English names of all menus, which stand in them until something is chosen."""
    named = set()
    for source in (LOCALE.parent / "ui").rglob("*.py"):
        for call in (one for one in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(one, ast.Call)):
            first = call.args[:1] if ast.unparse(call.func) in ("menus", "variant_menus") else []
            for name in (*first, *(one.value for one in call.keywords if one.arg == "placeholder")):
                if isinstance(name, ast.Call) and ast.unparse(name.func) == "_":
                    named.add(ast.literal_eval(name.args[0]))
    return named


def test_what_stands_in_a_menu_fits_into_one_on_a_phone() -> None:
    """Discord cuts it where a phone has no room for it: the menu's name, or what is chosen where something always is."""
    names = menus_named()
    assert len(names) > 45
    names |= ALWAYS_CHOSEN
    said = {name: [name] for name in names}
    for path in FILES:
        for _place, ours, theirs in messages(path):
            if ours[0] in names:
                said[ours[0]] += theirs
    assert {name for name, forms in said.items() if len(forms) == 1 + len(FILES)} == names
    assert [form for forms in said.values() for form in forms if len(form) > MENU_ON_A_PHONE] == []


@pytest.mark.slow
@in_world
async def test_what_commands_say_of_themselves_fits(world: World) -> None:
    texts = {" ".join(text.split()) for text in spoken(bot_of(world))}
    long = [
        form for path in FILES for _, ours, theirs in messages(path) for form in theirs
        if ours[0] in texts and len(form) > ENTRY
    ]  # fmt: skip
    assert len(texts) > 40
    assert long == []


def test_a_country_s_own_texts_come_before_those_of_its_language() -> None:
    with speaking("pt-BR"):
        assert score_text.points(2) == "2 pontos"
    assert catalogue("en-GB") is catalogue("en")
    assert catalogue("pt-BR") is not catalogue("en")


def test_numbers_are_written_as_the_language_writes_them() -> None:
    with speaking("en"):
        assert amount(-12500) == "−12,500"
    with speaking("it"):
        assert amount(12500) == "12.500"
    with speaking("fr"):
        assert amount(12500) == "12\u202f500"


def test_a_colon_is_set_as_the_language_sets_it() -> None:
    with speaking("it"):
        assert labelled("Pozzo", "3") == "Pozzo: 3"
    with speaking("fr"):
        assert labelled("Pile", "3") == "Pile\u00a0: 3"


def test_semicolons_are_set_as_the_language_sets_them() -> None:
    assert clauses([]) == ""
    with speaking("it"):
        assert clauses(["tre assi", "un jolly", "nulla"]) == "tre assi; un jolly; nulla"
    with speaking("fr"):
        assert clauses(["trois as", "un joker", "rien"]) == "trois as\u202f; un joker\u202f; rien"


@pytest.mark.parametrize("variant", ["classic", "filanda"])
def test_rules_in_plain_lines_keep_the_french_spaces(variant: str) -> None:
    with speaking("fr"):
        said = "\n".join(rules_text.sentences(load_rules(variant)))
    assert "\u202f; " in said
    assert re.findall(r"[^\u00a0\u202f][:;!?%](?= |$)", said) == []


def test_no_code_sets_a_semicolon_by_itself() -> None:
    """Between texts that people read it is for `clauses` to set."""
    alone = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in ("bot/ui", "cogs", "renderer")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value == "; "
    ]
    assert alone == []


@every_language
def test_no_language_calls_a_game_canasta_before_its_name(path: Path) -> None:
    """A game's full name says it already where it should: Burraco is no Canasta Burraco."""
    before = re.compile(r"\bCanast\w+:? \{(?:game|variants?|name)\}")
    doubled = [
        form
        for _message, ours, theirs in messages(path)
        if "Canasta" not in ours[0]
        for form in theirs
        if before.search(form)
    ]
    assert doubled == []


def test_romanian_counts_from_twenty_on_with_a_preposition() -> None:
    with speaking("ro"):
        said = [score_text.points(number) for number in (0, 1, 2, 19, 20, 100, 101, 119, 120, 1500)]
    assert said == [
        "0 puncte", "1 punct", "2 puncte", "19 puncte", "20 de puncte", "100 de puncte", "101 puncte", "119 puncte",
        "120 de puncte", "1.500 de puncte",
    ]  # fmt: skip


def test_romanian_letters_have_commas_below() -> None:
    """Except among the words that people may type, as many keyboards still write cedillas."""
    wrong = [
        form
        for message, _, theirs in messages(LOCALE / "ro" / "LC_MESSAGES" / "canasta.po")
        for form in theirs
        if set(form) & set("şţŞŢ") and not message.context
    ]
    assert wrong == []


def test_italian_dates_stand_behind_no_article() -> None:
    """The 8th and the 11th take another one (l’8, dall’11) than all other days; with a weekday before it, a date takes the usual one."""
    article = re.compile(r"\b(?i:il|al|dal|del|nel|sul) (\*\*)?(<t:\{\w+\}:[fdD]>|\{(moment|date|when)\})")
    italian = messages(LOCALE / "it" / "LC_MESSAGES" / "canasta.po")
    assert [form for _, _, theirs in italian for form in theirs if article.search(form)] == []


def test_brazilian_portuguese_counts_nothing_in_the_singular() -> None:
    with speaking("pt-BR"):
        said = [score_text.points(number) for number in (0, 1, 2, 1500)]
    assert said == ["0 ponto", "1 ponto", "2 pontos", "1.500 pontos"]


@every_language
def test_an_apostrophe_is_a_curved_one(path: Path) -> None:
    """As in printed books; what people may type is understood with either."""
    straight = [
        form
        for message, _, theirs in messages(path)
        if not message.context or not message.context.startswith(("words people type", "ranks in the singular"))
        for form in theirs
        for text in form.split("`")[::2]
        if re.search(r"\w'\w", text)
    ]
    assert straight == []


@every_language
def test_advice_hints_and_tips_have_a_word_each(path: Path) -> None:
    """Advice is a setting of a table, a hint is asked for, a tip explains what somebody meets for the first time."""
    told = read(path)
    said = {name: str(told.get(name).string) for name in ("No hints", "Tips", "Hint")}  # type: ignore[union-attr]
    assert said["No hints"] != said["Tips"]
    for text in ("Tips", "**Tips:** none."):
        assert said["Hint"][:4].lower() not in str(told.get(text).string).lower()  # type: ignore[union-attr]


def test_no_line_breaks_before_a_french_mark() -> None:
    """French has a space before `:`, `;`, `!`, `?`, `%` and inside of quotes: one that keeps the line together.

    Write U+202F before `;`, `!`, `?` and `%`, otherwise U+00A0.
    """
    wrong = [
        form
        for _message, _, theirs in messages(LOCALE / "fr" / "LC_MESSAGES" / "canasta.po")
        for form in theirs
        for text in form.split("`")[::2]
        if any(mark in text for mark in (" :", " ;", " !", " ?", " %", "« ", " »"))
    ]
    assert wrong == []


def test_no_line_breaks_before_a_french_colon_in_what_a_picture_says() -> None:
    style = Style(translation=catalogue("fr"))
    said = [
        render_table(FOUR_PLAYERS, style=style).alt,
        *(render_scores(*SCORES[name], style=style).alt for name in ("four players", "six sides", "five rotating")),
        render_standings(SPRING, style=style).alt,
        render_profile(ANA, style=style).alt,
        render_closing(SPRING_CLOSED, style=style).alt,
    ]
    for alt in said:
        assert "\N{NO-BREAK SPACE}: " in alt
        assert re.findall(r"[^\N{NO-BREAK SPACE}]: ", alt) == [], alt


@pytest.mark.slow
@in_world
async def test_a_person_who_prefers_italian_is_written_to_in_italian(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    panel = (await person.slash("preferences")).message
    await person.choose("Language", "Italiano", on=panel)
    drawn = (await person.slash("draw", dm=True)).message
    assert drawn is not None
    assert "Canasta classica" in drawn.text
    assert "**Scarta:**" in drawn.text
    more = (await person.press("⋯", on=drawn)).message
    assert more is not None
    assert more.button("Aggiorna")
    assert not any("Tocca" in shown.text for shown in world.messages())
