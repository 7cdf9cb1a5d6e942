"""A made-up language in which every text is two fifths longer than in English, for tests of what texts have room for."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

#: How much longer texts are than in English.
LONGER = 0.4
_LETTERS = str.maketrans("aeiouyAEIOUYcnsz", "áéíóúýÁÉÍÓÚÝçñšž")
_MORE = " ôñé ŧŵó ŧĥréé ƒôúr ƒívé šíx šévéñ éíģĥŧ ñíñé ŧéñ"
#: Texts for machines: placeholders, commands and codes, mentions and moments, addresses.
_KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`|<[^>]*>|\]\([^)]*\))")
#: Contexts of lists of words, of which nothing is shown, and of signs.
_LISTS = re.compile(r"^words people type|^typed by|separator$|^the words of|^numbers in words|^ranks in the singular")


def longer(text: str, context: str | None = None, most: int | None = None) -> str:
    """Return a text with accents, two fifths longer but of at most `most` characters; what machines read in it stays."""
    if context is not None and _LISTS.search(context):
        return text
    parts = _KEPT.split(text)
    said = "".join(part if place % 2 else part.translate(_LETTERS) for place, part in enumerate(parts))
    room = (
        math.ceil(LONGER * len(text)) if most is None else max(0, min(math.ceil(LONGER * len(text)), most - len(text)))
    )
    more = (_MORE * (room // len(_MORE) + 1))[:room]
    if context is not None and context.startswith("name of a"):
        return (said + more.replace(" ", "")).lower()[:32]
    return said + (more[:-1] + "ñ" if more.endswith(" ") else more)


def write_catalogue(source: Path, folder: Path, most: Mapping[str, int]) -> None:
    """Write a catalogue of the texts of another one, whatever they are in that language, as the English of `folder`.

    `most` are the characters that some texts may have because Discord takes no more of them.
    """
    catalogue = Catalog(locale="en")
    with source.open("rb") as file:
        for message in read_po(file):
            if message.id:
                forms = [str(form) for form in (message.id if isinstance(message.id, tuple) else (message.id,))]
                made = tuple(longer(form, message.context, most.get(form)) for form in forms)
                catalogue.add(message.id, made if len(made) > 1 else made[0], context=message.context)
    place = folder / "en" / "LC_MESSAGES" / "canasta.po"
    place.parent.mkdir(parents=True)
    with place.open("wb") as file:
        write_po(file, catalogue)
