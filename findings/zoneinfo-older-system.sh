#!/usr/bin/env bash
# tzdata 2026.6 with zoneinfo of Python 3.11 to 3.13. Guess: a package pinned in a project comes before what the machine happens to have.
# Seen: a file of the system comes first, however old, zone by zone; the package only fills gaps. PYTHONTZPATH stands in for the system here.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check tzdata==2026.6
mkdir -p "$folder/system/America"
# An old system: Vancouver without its rules of 2026, here those that Los Angeles has kept.
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from importlib import resources
from pathlib import Path

old = resources.files("tzdata.zoneinfo.America").joinpath("Los_Angeles").read_bytes()
Path(sys.argv[1], "system", "America", "Vancouver").write_bytes(old)
PYTHON
PYTHONTZPATH="$folder/system" "$folder/venv/bin/python" - <<'PYTHON'
import zoneinfo
from datetime import UTC, datetime


def shown(zone):
    return datetime(2026, 11, 27, 15, tzinfo=UTC).astimezone(zoneinfo.ZoneInfo(zone)).strftime("%H:%M")


mixed = {zone: shown(zone) for zone in ("America/Vancouver", "America/Edmonton")}
zoneinfo.reset_tzpath(())
zoneinfo.ZoneInfo.clear_cache()
package = {zone: shown(zone) for zone in mixed}
print("with the system's file:", mixed)
print("the package alone:", package)
assert mixed == {"America/Vancouver": "07:00", "America/Edmonton": "09:00"}
assert package == {"America/Vancouver": "08:00", "America/Edmonton": "09:00"}
PYTHON
