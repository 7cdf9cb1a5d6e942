"""Time zones by the rules of the pinned package, on every machine alike. Nothing else of the bot imports `zoneinfo` or `tzdata`."""

from __future__ import annotations

import functools
import importlib
import re
import zoneinfo
from importlib import resources
from pathlib import Path

#: Where the system keeps its own rules.
_SYSTEM = zoneinfo.TZPATH

# Otherwise the system's files would come first, which are often months older, and another machine would have others. It
# forgets everything that it has read of them.
zoneinfo.reset_tzpath(())
zoneinfo.ZoneInfo.clear_cache()

ZoneInfo = zoneinfo.ZoneInfo

#: The version of the rules that count, by the name that their publishers give it: `2026f`.
VERSION: str = importlib.import_module("tzdata").IANA_VERSION

_VERSION = re.compile(r"\d{4}[a-z]+")


@functools.cache
def zones() -> frozenset[str]:
    """Return the names of all time zones (`Europe/Rome`)."""
    return frozenset(zoneinfo.available_timezones())


@functools.cache
def countries() -> dict[str, str]:
    """Return the codes of the countries (`IT`) of zones that are places, by the names of the zones."""
    table = resources.files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    return {row[2]: row[0] for row in rows}


def of_system() -> str | None:
    """Return the version of the rules that the system has (`2025b`); None where it has none, or doesn't say."""
    for folder in _SYSTEM:
        for name in ("tzdata.zi", "+VERSION"):
            try:
                with Path(folder, name).open(encoding="ascii", errors="replace") as file:
                    said = _VERSION.search(file.readline())
            except OSError:
                continue
            if said is not None:
                return said[0]
    return None
