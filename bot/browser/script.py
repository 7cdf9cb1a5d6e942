"""The page's modules as one script: a browser asks for it once, not once for each of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import \{ (?:[\w$]+, )*[\w$]+ \} from "\./(\w+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class) )", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def joined(modules: Mapping[str, str], first: str) -> str:
    """Return the module `first` with all that it imports, each before those that import it, as browsers run them.

    `modules` are texts by their names. All names at the top of a module are those of the whole script: the modules know
    each other's by the same names, and a browser refuses a script that has one twice. Raises `ValueError` for an import
    or an export in another form than the page's own, and `KeyError` for a module that isn't there.
    """
    parts: dict[str, str] = {}
    begun: set[str] = set()

    def add(name: str) -> None:
        if name in begun:
            return
        begun.add(name)
        text = modules[name]
        for wanted in _IMPORT.findall(text):
            add(wanted)
        parts[name] = _EXPORT.sub("", _IMPORT.sub("", text))
        if (other := _OTHER.search(parts[name])) is not None:
            raise ValueError(f"{name}: {other[0]}")

    add(first)
    return "\n".join(f"// {name}\n{text}" for name, text in parts.items())
