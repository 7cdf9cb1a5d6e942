"""The reader's language: gettext catalogues, chosen for the running task, and command names in every language.

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

import discord
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import app_commands

DOMAIN = "canasta"
#: The languages that can be chosen, each with its own name.
LANGUAGES = {"en": "English", "it": "Italiano", "ro": "Română"}
_FOLDER = Path(__file__).parent.parent / "locale"
_ENGLISH = _gettext.NullTranslations()


@functools.cache
def catalogue(language: str) -> _gettext.NullTranslations:
    """Return the texts of one language (`it`, `ro`; Discord's `en-GB` reads as `en`), English if there are none.

    Languages that read the same texts get the same object, so that a picture is drawn only once for all of them.
    """
    general = language.partition("-")[0]
    if general != language:
        return catalogue(general)
    source = _FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not source.is_file():
        return _ENGLISH
    compiled = io.BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return _gettext.GNUTranslations(compiled)


def translated(language: str) -> bool:
    """Return whether there are texts in a language."""
    return language == "en" or isinstance(catalogue(language), _gettext.GNUTranslations)


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


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the form of a text that goes with `number`, in the reader's language."""
    return current().ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Return `message` in the reader's language; the context tells several meanings of one English word apart."""
    return current().pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, number: int) -> str:
    """Return the form of a text that goes with `number`, with a context as in `pgettext`."""
    return current().npgettext(context, singular, plural, number)


def amount(value: int) -> str:
    """Return a number with the thousands separator of the reader's language, `12,500`, and a true minus sign."""
    return f"{value:,}".replace(",", pgettext("thousands separator", ",")).replace("-", "−")


class CommandTranslator(app_commands.Translator):
    """A translator of the commands' names and descriptions into every language that has a catalogue."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the text in `locale`, None if it is the same as in English. Names have a context of their own."""
        texts = catalogue(locale.value)
        if texts is _ENGLISH:
            return None
        location = context.location
        if location.name.endswith("_name") and location is not app_commands.TranslationContextLocation.choice_name:
            translated = texts.pgettext("name of a command or option, lower case, one word", string.message)
        else:
            translated = texts.gettext(string.message)
        return None if translated == string.message else translated
