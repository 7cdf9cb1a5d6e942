"""`python -m tests.catalogues` brings the catalogues of translations up to date with the texts of the code.

It names the texts that have no translation yet. `--new sv` makes the catalogue of another language first.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).parents[1]
LOCALE: Final = ROOT / "bot" / "locale"
_MARKS: Final = ("_", "N_", "NC_:1c,2", "_param:2", "pgettext:1c,2", "npgettext:1c,2,3")
_OF_CATALOGUES: Final = ("-w", "120", "-D", "canasta", "-d", str(LOCALE))


def main(arguments: Sequence[str]) -> None:
    """Bring all catalogues up to date, and say what they lack."""
    parser = argparse.ArgumentParser(prog="python -m tests.catalogues", description=__doc__)
    parser.add_argument("--new", metavar="LANGUAGE", help="sv, or pt_BR where a country has a form of its own")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "canasta.pot"
        extract(template)
        if options.new:
            _babel("init", *_OF_CATALOGUES, "-i", str(template), "-l", options.new)
        _babel("update", "-N", "--ignore-obsolete", "--ignore-pot-creation-date", *_OF_CATALOGUES, "-i", str(template))
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/canasta.po")):
        with path.open("rb") as file:
            lacking = list(untranslated(read_po(file)))
        print(f"{path.relative_to(ROOT)}: {len(lacking)} texts without a translation")
        for text in lacking if path.parts[-3] != options.new else ():
            print(f"    {text!r}")


def extract(template: Path) -> str:
    """Collect the texts of the code in a file; return what Babel says meanwhile."""
    marks = [part for mark in _MARKS for part in ("-k", mark)]
    return _babel(
        "extract", "--no-location", *marks, "-c", "translators:", "bot", "cogs", "renderer", "-o", str(template)
    )


def untranslated(catalogue: Catalog) -> Iterator[str]:
    """Yield the texts of a catalogue that lack a translation, or a form of it."""
    for message in catalogue:
        texts = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and not all(texts):
            yield message.id[0] if isinstance(message.id, (tuple, list)) else message.id


def _babel(*arguments: str) -> str:
    command = [sys.executable, "-m", "babel.messages.frontend", *arguments]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise SystemExit(ended.stderr)
    return ended.stderr


if __name__ == "__main__":
    main(sys.argv[1:])
