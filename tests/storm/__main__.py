"""The trials in full: `python -m tests.storm hostile`, `… presses` and `… week`."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from tests import postgresql_server
from tests.storm import hostile, presses, several, week


def main() -> int:
    """Run a trial and print its report; return 1 if something was wrong, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.storm", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    trials = parser.add_subparsers(dest="trial", required=True)
    inputs = trials.add_parser("hostile", help="hostile inputs to every option, button, menu and form")
    inputs.add_argument("--count", type=int, default=100_000)
    pressing = trials.add_parser("presses", help="people who press whatever they see")
    pressing.add_argument("--variant", default="classic")
    pressing.add_argument("--minutes", type=float, default=10)
    pressing.add_argument("--seed", type=int, default=argparse.SUPPRESS)
    days = trials.add_parser("week", help="a club's week, in which the bot is killed again and again")
    days.add_argument("--days", type=float, default=7)
    days.add_argument("--people", type=int, default=40)
    days.add_argument("--tables", type=int, default=30)
    days.add_argument("--kills", type=int, default=200)
    workers = trials.add_parser(
        "workers", help="the same of several processes on PostgreSQL, of which one or another is killed"
    )
    workers.add_argument("--days", type=float, default=7)
    workers.add_argument("--people", type=int, default=30)
    workers.add_argument("--tables", type=int, default=16)
    workers.add_argument("--kills", type=int, default=200)
    workers.add_argument("--processes", type=int, default=3)
    asked = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as directory:
        database = Path(directory) / "canasta.sqlite3"
        if asked.trial == "hostile":
            report = asyncio.run(hostile.run(database, asked.count, asked.seed)).report
        elif asked.trial == "presses":
            pressed = presses.Plan(asked.variant, seconds=asked.minutes * 60)
            report = asyncio.run(presses.run(database, pressed, asked.seed, progress=partial(print, flush=True)))
        elif asked.trial == "workers":
            plan = week.Plan(asked.days, asked.people, asked.tables, asked.kills)
            postgresql_server.prepare()
            try:
                report = asyncio.run(
                    several.run(database, plan, asked.seed, asked.processes, partial(print, flush=True))
                )
            finally:
                postgresql_server.stop()
        else:
            plan = week.Plan(asked.days, asked.people, asked.tables, asked.kills)
            report = asyncio.run(week.run(database, plan, asked.seed, progress=partial(print, flush=True)))
    print(report)
    print(f"{time.perf_counter() - began:,.0f} s")
    return bool(report.violations)


if __name__ == "__main__":
    sys.exit(main())
