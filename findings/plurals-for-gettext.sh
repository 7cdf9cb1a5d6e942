#!/usr/bin/env bash
# Babel 2.19.0 and the gettext of Python's standard library: Babel's plural rule for a catalogue and its rule from CLDR are two rules.
#
# Guess before: babel.plural.to_gettext(locale.plural_form) is the Plural-Forms of a catalogue, and get_plural, which Babel
# writes at a catalogue's head, says the same.
# Seen: for German, Dutch and Romanian so. For Spanish, French, Italian and Portuguese, which CLDR gave a form for millions, to_gettext
# names a variable "e", which gettext hasn't: the standard library refuses the rule for an invalid token. get_plural has a rule for
# the same three forms that gettext takes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check Babel==2.19.0
"$folder/venv/bin/python" - <<'PYTHON'
import gettext

from babel import Locale
from babel.messages.plurals import get_plural
from babel.plural import to_gettext


def forms(plural_forms: str) -> str:
    """Return the forms that gettext takes for 0, 1, 2 and a million, or why it refuses the rule."""
    try:
        form = gettext.c2py(plural_forms.split("plural=", 1)[1].rstrip(";"))
    except ValueError as error:
        return str(error)
    return " ".join(str(form(number)) for number in (0, 1, 2, 1_000_000))


REFUSED = "invalid token in plural form: e"
#: Language, forms by to_gettext, forms by get_plural.
CASES = [
    ("de", "1 0 1 1", "1 0 1 1"),
    ("nl", "1 0 1 1", "1 0 1 1"),
    ("ro", "1 0 1 2", "1 0 1 2"),
    ("es", REFUSED, "2 0 2 1"),
    ("it", REFUSED, "2 0 2 1"),
    ("fr", REFUSED, "0 0 2 1"),
    ("pt_BR", REFUSED, "0 0 2 1"),
]
for language, by_rule, by_head in CASES:
    rule = Locale.parse(language).plural_form
    seen = (forms(to_gettext(rule)), forms(get_plural(language).plural_forms))
    print(f"{language}: to_gettext {seen[0]!r}, get_plural {seen[1]!r}")
    assert seen == (by_rule, by_head)
PYTHON
