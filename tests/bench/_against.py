"""Two commits measured side by side: one pass of each in turn, and the median of every figure that a line shows."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

#: A figure stands alone: the 99 of "p99" is part of a name.
_FIGURE: Final = re.compile(r"(?<![\w.,])-?\d(?:[\d,]*\d)?(?:\.\d+)?")

#: Runs a benchmark and drops its verdict: one that exceeds its limits has measured all the same, and has figures to show.
_RUN: Final = "import sys; from tests.bench.__main__ import main; main(sys.argv[1:])"


def compare(bench: str, commit: str, passes: int, arguments: Sequence[str], root: Path) -> int:
    """Run a benchmark of `commit` and of the tree at `root` by turns, print both's figures, and return an exit status."""
    with _checked_out(commit, root) as before:
        printed: dict[Path, list[str]] = {before: [], root: []}
        for number in range(passes):
            # Neither is always the first: a machine warms up and slows down.
            for tree in (before, root) if number % 2 == 0 else (root, before):
                run = [sys.executable, "-c", _RUN, bench, *arguments]
                done = subprocess.run(run, cwd=tree, stdout=subprocess.PIPE, text=True, check=False)
                if done.returncode != 0:
                    sys.stderr.write(f"{bench} failed in {'this tree' if tree == root else commit}.\n")
                    return 1
                printed[tree].append(done.stdout)
        print(f"{bench}: {commit} → this tree, medians of {passes} passes each, by turns")
        print("\n".join(compared(printed[before], printed[root])))
    return 0


def compared(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Yield each line of `after` with its figures as "before → after (ratio)"; a line that `before` lacks, as it is.

    Both hold what each pass printed. Lines are the same if they differ in nothing but their figures, and those of equal
    words are matched in their order. A figure that is the same in all passes is shown once.
    """
    old, new = _medians(before), _medians(after)
    for line, now in new.items():
        was = old.get(line)
        words = iter(line[0].split("\0"))
        shown = next(words)
        for place, rest in enumerate(words):
            shown += (f"{now[place]:g}" if was is None else _change(was[place], now[place])) + rest
        yield shown if was is not None else f"{shown} (new)"
    for words_of, number in old.keys() - new.keys():
        yield f"{words_of.replace(chr(0), '…')} ({number + 1}.) is gone"


def _medians(passes: Iterable[str]) -> dict[tuple[str, int], list[float]]:
    """Return the median of each figure by the words around it and how often these words came before in a pass."""
    found: defaultdict[tuple[str, int], list[list[float]]] = defaultdict(list)
    for text in passes:
        times = Counter[str]()
        for line in text.splitlines():
            words = _FIGURE.sub("\0", line)
            figures = [float(one.replace(",", "")) for one in _FIGURE.findall(line)]
            found[words, times[words]].append(figures)
            times[words] += 1
    return {line: [statistics.median(one) for one in zip(*figures, strict=True)] for line, figures in found.items()}


def _change(was: float, now: float) -> str:
    if was == now:
        return f"{now:g}"
    return f"{was:g} → {now:g}" + (f" ({now / was:.2f} ×)" if was else "")


@contextmanager
def _checked_out(commit: str, root: Path) -> Iterator[Path]:
    """Have a commit's files in a folder of their own while the body runs."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(tree), commit], cwd=root, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=root, check=True)
