"""The reader's language: gettext catalogues, chosen for the running task.

Code marks its sentences with `_`, `ngettext`, `pgettext` and `npgettext` from here. `speak` sets the language of the
running task. Where it was not called, texts are English.
"""

from __future__ import annotations

import functools
import gettext as _gettext
import io
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from renderer import words

DOMAIN = "canasta"
_FOLDER = Path(__file__).parent.parent / "locale"
_ENGLISH = _gettext.NullTranslations()


@functools.cache
def catalogue(language: str) -> _gettext.NullTranslations:
    """Return the texts of one language (`it`, `pt-BR`; Discord's `en-GB` reads as `en`), English if there are none.

    Languages that read the same texts get the same object, so that a picture is drawn only once for all of them.
    """
    source = _FOLDER / language.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not source.is_file():
        general = language.partition("-")[0]
        return _ENGLISH if general == language else catalogue(general)
    compiled = io.BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return _gettext.GNUTranslations(compiled)


@functools.cache
def languages() -> dict[str, str]:
    """Return the languages that can be chosen: English and each that has a catalogue, with their own names.

    They are named as Discord names them, `pt-BR`, in alphabetical order.
    """
    folders = [path.parts[-3] for path in _FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po")]
    return {folder.replace("_", "-"): _own_name(folder) for folder in sorted([*folders, "en"])}


def _own_name(folder: str) -> str:
    """Return what the speakers of a language call it, as a title."""
    name = str(Locale.parse(folder).get_display_name())
    return name[:1].upper() + name[1:]


_language = ContextVar("language", default="en")


def speak(language: str) -> None:
    """Set the language of texts in this task and in tasks that it starts from now on."""
    _language.set(language)


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Set the language of this task's texts for the duration of the context; None keeps the present one."""
    before = _language.set(language or _language.get())
    try:
        yield
    finally:
        _language.reset(before)


def language() -> str:
    """Return the language of this task."""
    return _language.get()


def current() -> _gettext.NullTranslations:
    """Return the catalogue of this task's language, for the texts in pictures."""
    return catalogue(_language.get())


def _(message: str) -> str:
    """Return `message` in the reader's language."""
    return current().gettext(message)


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it
    """Return `message` unchanged. This marks a text that is translated later, where it is shown."""
    return message


def NC_(_context: str, message: str) -> str:  # noqa: N802 - the usual name, of N_ with a context
    """Return `message` unchanged. This marks a text that is translated later, by its context."""
    return message


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the form of a text that goes with `number`, in the reader's language."""
    return current().ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Return `message` in the reader's language; the context tells several meanings of one English word apart."""
    return current().pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, number: int) -> str:
    """Return the form of a text that goes with `number`, with a context as in `pgettext`."""
    return current().npgettext(context, singular, plural, number)


def labelled(label: str, text: str) -> str:
    """Return `label: text`, with the colon set as the reader's language sets it."""
    return words.labelled(label, text, current())


def amount(value: int) -> str:
    """Return a number with the thousands separator of the reader's language, `12,500`, and a true minus sign."""
    return f"{value:,}".replace(",", pgettext("thousands separator", ",")).replace("-", "−")
