"""The reader's language: gettext catalogues, chosen for the running task.

Code marks its sentences with `_`, `ngettext`, `pgettext` and `npgettext` from here. `speak` sets the language of the
running task. Where it was not called, texts are English. `use_words` has them use the words of a game's own players.
"""

from __future__ import annotations

import functools
import gettext as _gettext
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from babel import Locale

from bot.ui import catalogues
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
    return _Texts(catalogues.read(source.read_text("utf-8")))


@functools.cache
def languages() -> dict[str, str]:
    """Return the languages that can be chosen: English and each that has a catalogue, with their own names.

    They are named as Discord names them, `pt-BR`, in alphabetical order.
    """
    folders = [path.parts[-3] for path in _FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po")]
    return {folder.replace("_", "-"): _own_name(folder) for folder in sorted([*folders, "en"])}


def _own_name(folder: str) -> str:
    """Return what the speakers of a language call it, as a title."""
    return capitalised(str(Locale.parse(folder).get_display_name()))


def capitalised(text: str) -> str:
    """Return a text as it begins a line or a title: with a capital."""
    return text[:1].upper() + text[1:]


#: Words that the players of a game have for some things: entries of the catalogues, by context and English text, which
#: list pairs of words, `usual=own`, with commas between them. The first that lists any in the reader's language counts.
Vocabulary = tuple[tuple[str, str], ...]

_language = ContextVar("language", default="en")
_vocabulary = ContextVar[Vocabulary]("vocabulary", default=())


class _Texts(_gettext.NullTranslations):
    """The texts of a catalogue as they were read: to compile them for gettext takes as long again, at each start."""

    def __init__(self, read: catalogues.Catalogue) -> None:
        super().__init__()
        self._form = _gettext.c2py(read.plural)
        self._texts = read.texts

    def _said(self, context: str | None, singular: str, plural: str, number: int) -> str:
        forms = self._texts.get((context, singular))
        if forms is None:
            return singular if number == 1 else plural
        # The rules are for numbers from 0 up; points can be fewer.
        return forms[self._form(abs(number))]

    def gettext(self, message: str) -> str:
        return self._texts.get((None, message), (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._said(None, msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._texts.get((context, message), (message,))[0]

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self._said(context, msgid1, msgid2, n)


class _OwnWords(_gettext.NullTranslations):
    """The texts of a catalogue with other words for some things; what stands in for names and numbers stays as it is."""

    def __init__(self, texts: _gettext.NullTranslations, own: Mapping[str, str]) -> None:
        super().__init__()
        self._texts = texts
        self._own = {usual.lower(): word for usual, word in own.items()}
        # Where the usual word has a capital of its own, as nouns have in German, it says nothing about the other word's.
        self._nouns = {usual.lower() for usual in own if usual[0].isupper()}
        # Several words that begin alike are different in number or gender: the longest is meant.
        longest_first = sorted(own, key=len, reverse=True)
        either = "|".join(map(re.escape, longest_first))
        # The name of a parameter, such as deal.foot, is no word either.
        self._words = re.compile(rf"`[^`]*`|\{{[^{{}}]*\}}|(?<![\w.])({either})(?!\w|\.\w)", re.IGNORECASE)
        self._said = functools.cache(lambda text: self._words.sub(self._word, text))

    def _word(self, match: re.Match[str]) -> str:
        if match[1] is None:  # a command, a code or a placeholder
            return match[0]
        usual = match[1].lower()
        word = self._own[usual]
        return capitalised(word) if match[1][0].isupper() and usual not in self._nouns else word

    def gettext(self, message: str) -> str:
        return self._said(self._texts.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._said(self._texts.ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return self._said(self._texts.pgettext(context, message))

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self._said(self._texts.npgettext(context, msgid1, msgid2, n))


@functools.cache
def _in_words(texts: _gettext.NullTranslations, vocabulary: Vocabulary) -> _gettext.NullTranslations:
    for context, english in vocabulary:
        listed = texts.pgettext(context, english)
        if own := dict(pair.split("=", 1) for pair in listed.split(",") if "=" in pair):
            return _OwnWords(texts, own)
    return texts


def speak(language: str, vocabulary: Vocabulary = ()) -> None:
    """Set the language of texts, and their words, in this task and in tasks that it starts from now on."""
    _language.set(language)
    _vocabulary.set(vocabulary)


def use_words(vocabulary: Vocabulary) -> None:
    """Set the words of texts, as `speak` does, but keep the language."""
    _vocabulary.set(vocabulary)


@contextmanager
def using_words(vocabulary: Vocabulary) -> Iterator[None]:
    """Set the words of this task's texts for the duration of the context."""
    before = _vocabulary.set(vocabulary)
    try:
        yield
    finally:
        _vocabulary.reset(before)


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Set the language of this task's texts for the duration of the context; None keeps the present one.

    Their words stay those of the same game.
    """
    before = _language.set(language or _language.get())
    try:
        yield
    finally:
        _language.reset(before)


def language() -> str:
    """Return the language of this task."""
    return _language.get()


def vocabulary() -> Vocabulary:
    """Return the words of this task."""
    return _vocabulary.get()


def current() -> _gettext.NullTranslations:
    """Return the catalogue of this task's language in its words, for the texts in pictures."""
    texts, vocabulary = catalogue(_language.get()), _vocabulary.get()
    return _in_words(texts, vocabulary) if vocabulary else texts


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


def clauses(parts: Iterable[str]) -> str:
    """Return parts of a sentence with semicolons between them, as the reader's language sets them."""
    return words.clauses(parts, current())


def signed(value: int) -> str:
    """Return a number of points that were gained or lost, `+615`, as `amount` writes it."""
    return f"+{amount(value)}" if value > 0 else amount(value)


def amount(value: int) -> str:
    """Return a number with the thousands separator of the reader's language, `12,500`, and a true minus sign."""
    return f"{value:,}".replace(",", pgettext("thousands separator", ",")).replace("-", "−")
