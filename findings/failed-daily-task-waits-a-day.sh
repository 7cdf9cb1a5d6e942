#!/usr/bin/env bash
# discord.py 2.7.1: a daily task that a lost connection ends says "Retrying in 0.67s", runs again a day later, and then twice.
#
# Guess before: it runs again after the pause that the log names, and from then on once a day.
# Seen: three moments, six seconds apart, stand for three days. The run of the first one fails. Nothing runs after the pause; the
# second moment brings two runs at once, the third one again. A task by intervals (`seconds=6`) does run again after the pause.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check discord.py==2.7.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import logging
import re
from datetime import UTC, datetime, timedelta

from discord.ext import tasks

said = []
logging.getLogger("discord.ext.tasks").addHandler(logging.Handler())
logging.getLogger("discord.ext.tasks").handlers[0].emit = lambda record: said.append(record.getMessage())


async def runs(**when: object) -> list[int]:
    """Return in which seconds a task runs whose first run fails."""
    begun, found = asyncio.get_running_loop().time(), list[int]()

    @tasks.loop(**when)
    async def task() -> None:
        found.append(int(asyncio.get_running_loop().time() - begun))
        if len(found) == 1:
            raise ConnectionResetError

    task.start()
    await asyncio.sleep(17)
    task.cancel()
    return found


async def main() -> None:
    now = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=1)
    moments = [(now + timedelta(seconds=second)).timetz() for second in (2, 8, 14)]
    daily, intervals = await asyncio.gather(runs(time=moments), runs(seconds=6))
    pauses = [float(number) for line in said for number in re.findall(r"Retrying in ([\d.]+)s", line)]
    print("pauses in the log:", pauses)
    print("seconds between the runs, at moments:", [b - a for a, b in zip(daily, daily[1:])])
    print("seconds between the runs, by intervals:", [b - a for a, b in zip(intervals, intervals[1:])])
    assert len(pauses) == 2 and max(pauses) < 3
    first, second, third, fourth = daily
    assert second - first >= 5 and third - second <= 1 and fourth - third >= 5
    assert intervals[1] - intervals[0] <= 3


asyncio.run(main())
PYTHON
