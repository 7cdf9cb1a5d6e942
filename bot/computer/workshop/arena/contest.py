"""A contest of many pairs, in several processes, which goes on where it was stopped."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from bot.computer.children import end_with_parent
from bot.computer.workshop.arena.entrants import entrant
from bot.computer.workshop.arena.pairs import ArenaMatch, play_pair


class ContestError(ValueError):
    """A contest that can't be played; `args[0]` says why in a sentence without full stop."""


def contest(
    match: ArenaMatch,
    pairs: int,
    *,
    processes: int = 1,
    file: Path | None = None,
    told: Callable[[int], None] | None = None,
) -> list[dict[str, Any]]:
    """Play this many pairs and return them in the order of their numbers, from 0 on.

    `file` keeps every pair as soon as it was played, and those it has are not played again. `told` is called after each
    pair with the number of pairs so far. Raises `ContestError`, and `ValueError` where an entrant can't play.
    """
    for name in match.entrants:
        entrant(match.rules, name)
    found = {} if file is None else _read(file, match)
    missing = [number for number in range(pairs) if number not in found]
    for pair in _played(match, missing, processes):
        found[pair["pair"]] = pair
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(pair) + "\n")
        if told is not None:
            told(sum(number in found for number in range(pairs)))
    return [found[number] for number in range(pairs)]


def _played(match: ArenaMatch, numbers: Iterable[int], processes: int) -> Iterator[dict[str, Any]]:
    play = functools.partial(play_pair, match)
    if processes == 1:
        yield from map(play, numbers)
        return
    with ProcessPoolExecutor(processes, initializer=end_with_parent) as pool:
        try:
            yield from pool.map(play, numbers)
        finally:
            pool.shutdown(cancel_futures=True)


def _read(file: Path, match: ArenaMatch) -> dict[int, dict[str, Any]]:
    """Return the pairs that a file holds, and begin the file if it isn't there. Raises `ContestError`.

    A last line that was cut off, as the process was killed while it was written, is dropped.
    """
    head = json.dumps(match.settings())
    if not file.exists():
        file.write_text(head + "\n", encoding="utf-8")
        return {}
    text = file.read_text(encoding="utf-8")
    whole, _, torn = text.rpartition("\n")
    first, *lines = whole.split("\n")
    if first != head:
        raise ContestError(f"{file} holds another contest: {first[:200]}")
    if torn:
        file.write_text(whole + "\n", encoding="utf-8")
    try:
        return {pair["pair"]: pair for pair in map(json.loads, lines)}
    except (ValueError, TypeError, KeyError):
        raise ContestError(f"{file} is not what a contest has written") from None
