"""What people read can be found by the tools that translators use."""

from __future__ import annotations

import string
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
#: The command that `bot/locale/README.md` gives, without the place to write to.
EXTRACT = "extract -k _ -k N_ -k pgettext:1c,2 -k npgettext:1c,2,3 -c translators: bot cogs renderer -o"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    path = tmp_path_factory.mktemp("locale") / "canasta.pot"
    ended = subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", *EXTRACT.split(), str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    assert "warning" not in ended.stderr.lower(), ended.stderr
    return read_po(path.open("rb"), abort_invalid=True)


def test_the_documented_command_is_the_tested_one() -> None:
    assert EXTRACT in (ROOT / "bot/locale/README.md").read_text(encoding="utf-8")


def test_every_text_that_is_marked_can_be_extracted(template: Catalog) -> None:
    """Placeholders have names, and a plural names what its singular names, except for the count."""
    assert len(template) > 0
    wrong = []
    for message in template:
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        fields = [
            {str(name) for _, name, _, _ in string.Formatter().parse(str(form)) if name is not None} for form in forms
        ]
        if any(not name.isidentifier() for names in fields for name in names):
            wrong.append(f"{forms[0]!r}: a placeholder without a name")
        if not fields[0] <= fields[-1]:
            wrong.append(f"{forms[0]!r}: the plural leaves out {sorted(fields[0] - fields[-1])}")
    assert wrong == []
