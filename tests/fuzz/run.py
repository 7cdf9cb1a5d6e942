"""One run: every reader gets its share of inputs, and each outcome is judged."""

from __future__ import annotations

import random
import traceback
from collections import defaultdict
from pathlib import Path

from tests.fuzz.damage import Damage
from tests.fuzz.readers import readers
from tests.storm.report import Report

#: The most characters of an input that a report shows.
_SHOWN = 300


def run(inputs: int, seed: int, folder: Path) -> Report:
    """Give `inputs` inputs to the readers, and report what was read, refused, and raised though nobody declared it.

    Of each mistake, by the place in the program that raised it, the report has the shortest input.
    """
    report = Report()
    chance, damage = random.Random(f"readers {seed}"), Damage(seed)
    every = readers(folder)
    mistakes: dict[tuple[str, str], list[str]] = defaultdict(list)
    for nth in range(inputs):
        reader = every[nth] if nth < len(every) else chance.choices(every, [one.share for one in every])[0]
        given = reader.make(damage)
        try:
            reader.read(given)
        except reader.refusals:
            report.counts[f"{reader.name}, refused"] += 1
        except Exception as error:
            report.counts[f"{reader.name}, MISTAKES"] += 1
            mistakes[reader.name, _where(error)].append(repr(given))
        else:
            report.counts[f"{reader.name}, read"] += 1
    for (name, where), texts in mistakes.items():
        report.violations.append(f"{name}: {where}, {len(texts)} times, as for {min(texts, key=len)[:_SHOWN]}")
    return report


def _where(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno} {last.name} ({str(error)[:80]})"
