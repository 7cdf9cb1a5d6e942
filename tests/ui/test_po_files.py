"""Catalogues are read as Babel reads them, in whatever way an editor has written them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from babel.messages.pofile import read_po as read_by_babel

from bot.ui import i18n
from bot.ui.po_files import read_po

_HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

"""


def by_babel(content: str) -> dict[tuple[str | None, str], tuple[str, ...]]:
    """Return what Babel finds translated."""
    found = {}
    for message in read_by_babel(io.BytesIO(content.encode())):
        singular = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if singular and forms and all(forms) and not message.fuzzy:
            found[message.context, singular] = forms
    return found


@pytest.mark.parametrize("folder", sorted(path.parts[-3] for path in i18n._FOLDER.glob("*/LC_MESSAGES/canasta.po")))
def test_every_catalogue_is_read_as_babel_reads_it(folder: str) -> None:
    content = (Path(i18n._FOLDER) / folder / "LC_MESSAGES" / "canasta.po").read_text(encoding="utf-8")
    read = read_po(content)
    assert read.texts == by_babel(content)
    assert len(read.texts) > 2000
    assert read.plural == read_by_babel(io.BytesIO(content.encode())).plural_expr


@pytest.mark.parametrize(
    "entries",
    [
        'msgid "Draw"\nmsgstr "Ziehen"',
        'msgid "Draw"\nmsgstr "Ziehen"\nmsgid "Lay"\nmsgstr "Auslegen"\n',
        'msgctxt "verb"\nmsgid "Draw"\nmsgstr "Ziehen"\n\nmsgctxt "noun"\nmsgid "Draw"\nmsgstr "Remis"\n',
        'msgid ""\n"A \\"long\\" text\\n"\n"in lines\\t\\\\n"\nmsgstr ""\n"Ein langer\\n"\n"Text"\n',
        'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} Karte"\nmsgstr[1] "{n} Karten"\n',
        'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} Karte"\nmsgstr[1] ""\n',
        '#, fuzzy, python-brace-format\nmsgid "Draw"\nmsgstr "Zeichnen"\n\nmsgid "Lay"\nmsgstr "Auslegen"\n',
        '#: bot/x.py:1\n#. a note\n#| msgid "Pull"\nmsgid "Draw"\nmsgstr "Ziehen"\n\n#~ msgid "Old"\n#~ msgstr "Alt"\n',
        'msgid "Draw"\nmsgstr ""\n\nmsgid "Lay"\nmsgstr "Auslegen"\n',
    ],
)
def test_whatever_an_editor_writes_is_read_as_babel_reads_it(entries: str) -> None:
    for content in (_HEADER + entries, (_HEADER + entries).replace("\n", "\r\n")):
        assert read_po(content).texts == by_babel(content)
        assert read_po(content).plural == "(n > 1)"


def test_a_file_without_a_rule_of_plurals_has_the_usual_one() -> None:
    assert read_po('msgid "Draw"\nmsgstr "Ziehen"').plural == "n != 1"
