"""The reader's language: gettext catalogues, chosen for the task at hand, and names of commands in every language.

Code marks its sentences with `_`, `ngettext`, `pgettext` and `npgettext` from here. `speak` sets the language
of the running task; without it, texts are English.
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
#: The languages that can be chosen, each under its own name.
LANGUAGES = {"en": "English", "it": "Italiano", "ro": "Română"}
_FOLDER = Path(__file__).parent.parent / "locale"
_ENGLISH = _gettext.NullTranslations()


@functools.cache
def catalogue(language: str) -> _gettext.NullTranslations:
    """The texts of one language (`it`, `ro`; Discord's `en-GB` reads as `en`). English where there is no catalogue.

    Languages that read the same texts get the same object, so that what is drawn with it is drawn once for all of them.
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
    """Whether there are texts in a language."""
    return language == "en" or isinstance(catalogue(language), _gettext.GNUTranslations)


_language = ContextVar("language", default="en")


def speak(language: str) -> None:
    """From now on texts of this task, and of tasks it starts, are in `language`."""
    _language.set(language)


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Have the texts of this task in another language for a while; None: in the present one."""
    before = _language.set(language or _language.get())
    try:
        yield
    finally:
        _language.reset(before)


def language() -> str:
    """The language of this task."""
    return _language.get()


def current() -> _gettext.NullTranslations:
    """The catalogue in use, for the pictures' texts."""
    return catalogue(_language.get())


def _(message: str) -> str:
    """`message` in the reader's language."""
    return current().gettext(message)


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it
    """`message` unchanged: marks a text that is translated later, where it is shown."""
    return message


def ngettext(singular: str, plural: str, number: int) -> str:
    """The form of a text that goes with `number`."""
    return current().ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """`message` in the reader's language, where one English word has several meanings."""
    return current().pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, number: int) -> str:
    """Like `ngettext`, with a context."""
    return current().npgettext(context, singular, plural, number)


def amount(value: int) -> str:
    """A number with the thousands separator of the reader's language, `12,500`, and a true minus sign."""
    return f"{value:,}".replace(",", pgettext("thousands separator", ",")).replace("-", "−")


class CommandTranslator(app_commands.Translator):
    """Gives Discord the commands' names and descriptions in every language that has a catalogue."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in `locale`, None where it would be the English one. Names have a context of their own."""
        texts = catalogue(locale.value)
        location = context.location
        if location.name.endswith("_name") and location is not app_commands.TranslationContextLocation.choice_name:
            translated = texts.pgettext("name of a command or option, lower case, one word", string.message)
        else:
            translated = texts.gettext(string.message)
        return None if translated == string.message else translated
