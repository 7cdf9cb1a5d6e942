"""The bot reads catalogues of translations quickly, and right."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.ui import catalogues, i18n

_CATALOGUES = sorted((Path(i18n.__file__).parent.parent / "locale").glob(f"*/LC_MESSAGES/{i18n.DOMAIN}.po"))

_SOURCE = r"""# A head.
msgid ""
msgstr ""
"Language: it\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: bot/one.py:1
msgid "Draw"
msgstr "Pesca"

msgctxt "a button"
msgid "Draw"
msgstr "Pescare"

msgid ""
"A \"long\" text\n"
"in a folder\\name"
msgstr ""
"Un testo \"lungo\"\n"
"in una cartella\\name"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} carta"
msgstr[1] "{n} carte"

#, fuzzy, python-brace-format
msgid "Maybe"
msgstr "Forse"

msgid "Missing"
msgstr ""

msgid "{n} half"
msgid_plural "{n} halves"
msgstr[0] "{n} metà"
msgstr[1] ""

#~ msgid "Old"
#~ msgstr "Vecchio"
"""


def test_entries_are_read_with_contexts_forms_and_escapes() -> None:
    assert catalogues.read(_SOURCE) == (
        {
            (None, "Draw"): ("Pesca",),
            ("a button", "Draw"): ("Pescare",),
            (None, 'A "long" text\nin a folder\\name'): ('Un testo "lungo"\nin una cartella\\name',),
            (None, "{n} card"): ("{n} carta", "{n} carte"),
        },
        "(n != 1)",
    )


def test_a_catalogue_that_names_no_plural_forms_has_the_usual_two() -> None:
    assert catalogues.read('msgid "Draw"\nmsgstr "Pesca"\n').plural == "(n != 1)"
    assert catalogues.read(_SOURCE.replace("(n != 1)", "(n > 1)")).plural == "(n > 1)"


def test_languages_share_the_english_texts() -> None:
    keys = [list(catalogues.read(_SOURCE).texts) for _ in range(2)]
    assert all(one is other for one, other in zip(*keys, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("path", _CATALOGUES, ids=lambda path: path.parts[-3])
def test_catalogues_are_read_as_the_library_for_them_reads_them(path: Path) -> None:
    with path.open("rb") as file:
        whole = read_po(file)
    texts = {}
    for message in whole:
        singular = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if singular and forms and all(forms) and not message.fuzzy:
            texts[message.context, singular] = forms
    assert catalogues.read(path.read_text("utf-8")) == (texts, whole.plural_expr)
