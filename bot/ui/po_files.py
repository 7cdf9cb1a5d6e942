"""Reading of catalogues: files as translators write them, in gettext's PO format."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

_ESCAPED: Final = re.compile(r"\\(.)")
_ESCAPES: Final[Mapping[str, str]] = {"n": "\n", "t": "\t", "r": "\r"}
_PLURAL: Final = re.compile(r"^Plural-Forms:.*\bplural=([^;]+)", re.MULTILINE)
#: The rule of a file that names none.
_USUAL_PLURAL: Final = "n != 1"


@dataclass(frozen=True, slots=True)
class Translations:
    """The translations of a file: the forms of each text by its context and its English singular; and its rule of plurals.

    The rule is an expression in C that says which form goes with a number `n`.
    """

    texts: Mapping[tuple[str | None, str], tuple[str, ...]]
    plural: str


def read_po(content: str) -> Translations:
    """Return what a file translates.

    Texts that are not, or not wholly, translated are left out, and so are those whose translation is marked as a guess
    (`#, fuzzy`) or that the program no longer has (`#~`). Each start reads seven files, so this takes half the time of
    Babel's reader, which keeps comments and places too.
    """
    texts: dict[tuple[str | None, str], tuple[str, ...]] = {}
    plural = _USUAL_PLURAL
    for entry in _entries(content):
        singular = entry["msgid"]
        forms = tuple(text for name, text in entry.items() if name.startswith("msgstr"))
        if singular and all(forms):
            texts[entry.get("msgctxt"), singular] = forms
        elif not singular and (found := _PLURAL.search(forms[0])):
            plural = found[1].strip()
    return Translations(texts, plural)


def _entries(content: str) -> Iterator[dict[str, str]]:
    """Yield the texts of each entry by their names, without guesses."""
    entry: dict[str, str] = {}
    name, fuzzy, translated = "", False, False
    for line in (*content.split("\n"), "#"):
        line = line.strip()  # noqa: PLW2901
        first = line[:1]
        if first == '"':
            entry[name] += _text(line)
            continue
        if translated and (first == "#" or line.startswith(("msgctxt", "msgid "))):
            if not fuzzy:
                yield entry
            entry, fuzzy, translated = {}, False, False
        if first == "m":
            name, _, text = line.partition(" ")
            entry[name] = _text(text)
            translated = translated or name.startswith("msgstr")
        elif line.startswith("#,") and "fuzzy" in line:
            fuzzy = True


def _text(quoted: str) -> str:
    text = quoted[1:-1]
    return _ESCAPED.sub(_unescaped, text) if "\\" in text else text


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[1], found[1])
