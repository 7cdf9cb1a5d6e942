#!/usr/bin/env bash
# Pillow 13.0.0 (its wheel brings raqm). Guess: U+2029 draws nothing, or a box, as its neighbour U+2028 does.
# Seen: a text with U+2029 raises RuntimeError("raqm_layout() failed."); with U+2028 it is drawn; basic layout draws both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check Pillow==13.0.0
"$folder/venv/bin/python" - <<'PYTHON'
from PIL import ImageFont, features

assert features.check("raqm")


def drawn(text, layout):
    try:
        ImageFont.load_default(20).font_variant(layout_engine=layout).getmask(text)
    except RuntimeError as error:
        return str(error)
    return "drawn"


RAQM, BASIC = ImageFont.Layout.RAQM, ImageFont.Layout.BASIC
seen = {
    f"{name} {engine.name}": drawn(f"A{text}B", engine)
    for name, text in {"U+2028": "\u2028", "U+2029": "\u2029"}.items()
    for engine in (RAQM, BASIC)
}
print(seen)
assert seen == {
    "U+2028 RAQM": "drawn",
    "U+2028 BASIC": "drawn",
    "U+2029 RAQM": "raqm_layout() failed.",
    "U+2029 BASIC": "drawn",
}
PYTHON
