#!/usr/bin/env bash
# discord.py 2.7.1: a task for eight in the evening in Rome and eight in the evening in New York runs in Rome alone.
#
# Guess before: two moments, six hours apart, so the task runs twice a day.
# Seen: one time is left of the two, without a word. Python compares times of day whose zones depend on the date by their hands
# alone, so the two are equal, and the library keeps each time once. As fixed distances from UTC the same two times both stay.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check discord.py==2.7.1 tzdata==2026.3

"$folder/venv/bin/python" - <<'PYTHON'
from datetime import time, timedelta, timezone
from zoneinfo import ZoneInfo

from discord.ext import tasks

ROME, NEW_YORK = ZoneInfo("Europe/Rome"), ZoneInfo("America/New_York")


@tasks.loop(time=[time(20, tzinfo=ROME), time(20, tzinfo=NEW_YORK)])
async def by_zone() -> None:
    """Tell everybody that it is eight."""


@tasks.loop(time=[time(20, tzinfo=timezone(timedelta(hours=hours))) for hours in (1, -5)])
async def by_offset() -> None:
    """Tell everybody that it is eight."""


print("by zones:", by_zone.time)
print("by distances from UTC:", by_offset.time)
assert by_zone.time == [time(20, tzinfo=ROME)]
assert len(by_offset.time) == 2
PYTHON
