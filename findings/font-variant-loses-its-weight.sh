#!/usr/bin/env bash
# Pillow 13.0.0: `font_variant`, which copies a font to use it in another size, brings a variable font back to its default weight.
#
# Guess before: the copy keeps what was set, as only the arguments that are given override anything.
# Seen: Inter set to 900 is as wide as at 400 again in the copy, even if nothing is given. The copy is read from the file anew.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check Pillow==13.0.0
(cd "$folder" && npm pack --silent @fontsource-variable/inter@5.3.0 >/dev/null && tar xzf fontsource-variable-inter-5.3.0.tgz)

"$folder/venv/bin/python" - "$folder/package/files/inter-latin-wght-normal.woff2" <<'PYTHON'
import sys

from PIL import ImageFont

regular = ImageFont.truetype(sys.argv[1], 40)
heavy = ImageFont.truetype(sys.argv[1], 40)
heavy.set_variation_by_axes([900])
widths = [font.getlength("Canasta") for font in (regular, heavy, heavy.font_variant(), heavy.font_variant(size=40))]
print("regular, heavy, copy of heavy, copy of heavy in its own size:", widths)
assert widths[1] > 1.05 * widths[0]
assert widths[2] == widths[3] == widths[0]
PYTHON
