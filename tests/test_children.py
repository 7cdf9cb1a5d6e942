"""No process that the bot begins outlives it, however it ends."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
#: The seconds that a machine, however busy, has for an end.
PATIENCE = 300

THINKERS = """if True:
    import asyncio, random
    from bot.tables.thinkers import Thinkers
    from tests.tables.test_thinkers import some_view

    async def think():
        thinkers, view = Thinkers(), some_view()
        while True:
            await asyncio.gather(*(thinkers.choose(view, "hard", random.Random(seed)) for seed in range(8)))

    if __name__ == "__main__":
        asyncio.run(think())
"""
ARENA = ["-m", "bot", "arena", "hard", "normal", "--pairs", "1000", "--processes", "2"]
SERVER = """if True:
    import time
    from tests import postgresql_server

    postgresql_server.prepare()
    postgresql_server.address()
    time.sleep(1000)
"""


def begun(process: subprocess.Popen[bytes], *, least: int, named: str) -> list[psutil.Process]:
    """Return the processes below one as soon as there are enough whose command line holds a word, and they work."""
    whole = psutil.Process(process.pid)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None
        found = whole.children(recursive=True)
        busy = [one for one in found if named in " ".join(one.cmdline()) and one.cpu_times().user > 0.3]
        if len(busy) >= least:
            return found
        time.sleep(0.1)
    raise AssertionError(f"no {named} was begun")


def left(processes: list[psutil.Process]) -> list[psutil.Process]:
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE)
    return [one for one in alive if one.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.parametrize(
    ("arguments", "least", "named"),
    [
        (["-c", THINKERS], max(1, (os.cpu_count() or 2) - 1), "spawn_main"),
        (ARENA, 2, "arena"),
    ],
    ids=["thinkers", "arena"],
)
def test_what_thinks_for_a_killed_process_ends_with_it(
    tmp_path: Path, arguments: list[str], least: int, named: str
) -> None:
    script = tmp_path / "think.py"
    if arguments[0] == "-c":
        script.write_text(arguments[1], encoding="utf-8")
        arguments = [str(script)]
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            children = begun(process, least=least, named=named)
        finally:
            process.kill()
    try:
        assert left(children) == []
    finally:
        for one in left([child for child in children if child.is_running()]):
            one.kill()


def test_the_database_server_of_a_killed_run_of_tests_ends_with_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}
    ) as process:
        try:
            end = time.monotonic() + PATIENCE
            ours: list[psutil.Process] = []
            while len(ours) < 6 and time.monotonic() < end:
                time.sleep(0.2)
                ours = [one for one in psutil.process_iter() if _below(one, process.pid)]
        finally:
            process.kill()
    assert len(ours) >= 6
    assert left(ours) == []


def _below(process: psutil.Process, number: int) -> bool:
    try:
        return number in [one.pid for one in process.parents()]
    except psutil.NoSuchProcess:
        return False
