"""The command `python -m bot variants`: lists games and rule parameters, checks variant files, and prints the rules of a game."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import textwrap
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from bot.canasta.rules import (
    RulesError,
    changed,
    close_to,
    families,
    file_in_use,
    list_variants,
    load_rules,
    parameter_groups,
    parameters,
    variant_info,
)
from bot.canasta.rules.stored import old_names, present_names
from bot.canasta.rules_without_effect import without_effect
from bot.computer.workshop.trial import doubts
from bot.ui.i18n import languages, speaking
from bot.ui.words import rules_text
from bot.ui.words.variant_names import VOCABULARIES

#: The longest line that is easy to read, in characters.
_WIDEST: Final = 100
_HEADING: Final = re.compile(r"^#+ ")
_EMPHASIS: Final = re.compile(r"(\*{1,2}|`)(.+?)\1")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--parameters",
        nargs="?",
        const="",
        metavar="WORD",
        help="list the rule parameters: all, or those of a group or with a word in name or meaning",
    )
    parser.add_argument("--check", type=Path, metavar="FILE", help="say whether a variant file can be played")
    parser.add_argument("--page", metavar="FILE|ID", help="print the rules of a game as the bot writes them out")
    parser.add_argument(
        "--language", default="en", metavar="LANGUAGE", help="with --page: its code, for example it (default en)"
    )
    parser.add_argument(
        "--layout",
        help="with --page: the table, by its name in the list of `variants` (default: the one for four, or else its first)",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    try:
        if options.check is not None:
            return _check(options.check)
        if options.page is not None:
            return _page(options.page, options.layout, options.language)
    except RulesError as error:
        sys.exit("\n".join(f"variants: {line.rstrip('.')}." for line in error.lines()))
    if options.parameters is not None:
        return _list_parameters(options.parameters)
    _listing()
    return 0


def _listing() -> None:
    """Print a line for every game there is, with its tables; those of a family stand together."""
    order = families()
    for one in sorted(list_variants(), key=lambda one: order.index(one.family)):
        tables = ", ".join(layout.name for layout in one.layouts)
        print(f"{one.id}: {one.name} (tables: {tables}; family: {one.family}; rules: {one.source})")


def _check(file: Path) -> int:
    """Print that a variant file can be played, and warn of rules without effect and of trouble in a few trial rounds.

    Return the exit status. Raises `RulesError` with all that is wrong with the file.
    """
    with file_in_use(file) as info:
        names = [one.name for one in info.layouts]
        print(f"{info.id}: {info.name} can be played (tables: {', '.join(names)})", flush=True)
        for one in info.vocabulary:
            if one not in VOCABULARIES:
                there = ", ".join(VOCABULARIES)
                _say(f"variants: warning: {file.name}: no vocabulary is called {one}; there are {there}.")
        progress = threading.Timer(1, _say, ["variants: a few rounds are being played at each table …"])
        progress.daemon = True
        progress.start()
        try:
            for name in names:
                rules = load_rules(info.id, name)
                for doubt in (*without_effect(rules), *doubts(rules)):
                    _say(f"variants: warning: {file.name}, layouts.{name}: {doubt}.")
        finally:
            progress.cancel()
    return 0


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _list_parameters(word: str) -> int:
    """Print the rule parameters that a word asks for, and return the exit status: first those with it in their name, then in their meaning."""
    word = word.strip().lower()
    every = parameters()
    asked_for = [
        old for old in old_names() if word and any(one.startswith(word) for one in (old, old.partition(".")[2]))
    ]
    gone = {old: present_names(old) for old in asked_for}
    named = [one for one in every if word in one.name or any(one.name in names for names in gone.values())]
    meant = [one for one in every if one not in named and word in " ".join([one.doc, *one.choices.values()]).lower()]
    if not named + meant:
        words = {found for one in every for found in re.findall(r"\w+", f"{one.name} {one.doc}".lower())}
        close = close_to(word, [*(one.name for one in every), *old_names(), *sorted(words)]).get("close")
        perhaps = f" perhaps you mean {close};" if close else ""
        sys.exit(
            f"variants: no rule parameter has “{word}” in its name or meaning;{perhaps}"
            f" the groups are {', '.join(parameter_groups())}."
        )
    tables = [(info.id, load_rules(info.id, one.name)) for info in list_variants() for one in info.layouts]
    asked = sorted(named, key=lambda one: not one.name.startswith(word)) + meant
    for family in dict.fromkeys(one.family for one in asked):
        alike = [one for one in asked if one.family == family]
        parameter, *others = alike
        allowed = "true | false" if parameter.type == "yes or no" else parameter.range or " | ".join(parameter.words)
        span = f", {allowed}" if allowed else ""
        default = "; ".join(
            [
                f"default {_in_a_file(parameter.default)}",
                *(f"of {o.rank} {_in_a_file(o.default)}" for o in others if o.default != parameter.default),
            ]
        )
        users = dict.fromkeys(name for name, rules in tables if any(changed(rules, one) for one in alike))
        used = f" Changed by: {', '.join(users)}." if users else ""
        ranks = f" RANK is {', '.join(one.rank for one in alike)}." if others else ""
        print(
            f"{family if others else parameter.name} ({parameter.type}{span}; {default}): {parameter.doc}{ranks}{used}"
        )
        for value, meaning in parameter.choices.items():
            print(f"    {value}: {meaning}")
    for old, names in gone.items():
        print(f"{old} is an old name, read as ever; now it is said by {' and '.join(names)}.")
    if not word:
        print(f"{len(old_names())} older names are read as ever; --parameters NAME says how one is said now.")
    return 0


def _in_a_file(value: object) -> str:
    """Return the value of a rule as it stands in a variant file."""
    return json.dumps("none" if value is None else value)


def _page(name: str, layout: str | None, language: str) -> int:
    """Print the rules of a game as `/rules` shows them, and return the exit status. Raises `RulesError`.

    `name` is the game's id or its file.
    """
    # A language's folder and Discord write its region in different ways.
    language = language.replace("_", "-")
    if language not in languages():
        wrong = f"there is no language {language}; there are {', '.join(languages())}"
        raise RulesError("file", "--language", reason=wrong, **close_to(language, languages()))
    with ExitStack() as stack:
        variant = name
        if name.endswith(".toml") or Path(name).name != name:
            variant = stack.enter_context(file_in_use(Path(name))).id
        with speaking(language):
            pages = rules_text.with_example(load_rules(variant, layout or _usual_layout(variant)))
    for one in pages:
        if len(one.text) > rules_text.LONGEST:
            _say(
                f"variants: {one.name} has {len(one.text):,} characters; Discord shows the first {rules_text.LONGEST:,} only."
            )
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    print("\n\n".join(_plain(line, width) for one in pages for line in one.text.splitlines()))
    return 0


def _usual_layout(variant: str) -> str:
    """Return the table that is opened where nothing is said: the one for four, or else the first."""
    names = [one.name for one in variant_info(variant).layouts]
    return "4" if "4" in names else names[0]


def _plain(line: str, width: int) -> str:
    """Return a paragraph of a message without Discord's marks, in lines of `width` characters."""
    text = _EMPHASIS.sub(r"\2", _HEADING.sub("", line))
    lines = textwrap.wrap(text, max(width, 20), break_on_hyphens=False)
    if _HEADING.match(line):
        lines.append("=" * max(map(len, lines)))
    return "\n".join(lines)
