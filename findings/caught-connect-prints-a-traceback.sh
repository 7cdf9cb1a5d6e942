#!/usr/bin/env bash
# aiosqlite 0.22.1: a file that can't be opened raises what one catches, and then a thread prints RuntimeError when the program ends.
#
# Guess before: whoever catches the error of a failed connect has heard all of it.
# Seen: the error is caught, and after asyncio.run has ended the connection's thread prints a traceback, "Event loop is closed": it
# still hands in the answer to the stop that the failed connect sent it, and nobody waits for that. A moment's sleep before the end
# hides it. It is a race, which ten failed connects lose at least once. The exit status stays 0.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check aiosqlite==0.22.1

for pause in 0 0.2; do
  "$folder/venv/bin/python" - "$folder" "$pause" 2>"$folder/errors" <<'PYTHON'
import asyncio
import sqlite3
import sys

import aiosqlite


async def main(folder: str, pause: float) -> None:
    try:
        await aiosqlite.connect(f"{folder}/no/such/folder/file")
    except sqlite3.OperationalError as error:
        assert "unable to open" in str(error)
    if pause:
        await asyncio.sleep(pause)


for _ in range(10):
    asyncio.run(main(sys.argv[1], float(sys.argv[2])))
PYTHON
  seen=$(grep -c "^RuntimeError: Event loop is closed" "$folder/errors" || true)
  echo "a pause of $pause s, then the end: $((seen / 2)) of ten had errors in their thread"
  if [ "$pause" = 0 ]; then [ "$seen" -gt 0 ]; else [ "$seen" = 0 ]; fi
done
