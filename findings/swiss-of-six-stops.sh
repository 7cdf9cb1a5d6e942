#!/usr/bin/env bash
# py4swiss 0.3.1: a Swiss tournament of six that draws every game can't be paired in round 4 of 5, by any of FIDE's systems here.
#
# Guess before: six players have five rounds without a rematch, so a pairing engine finds five rounds.
# Seen: the Dutch, Dubov's and Burstein's engine each pair rounds 1 to 3 so that those who haven't met are two groups of three.
# Round 4 raises PairingError. Each round is the best by itself, and no engine looks at the rounds after it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check py4swiss==0.3.1

cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
from pathlib import Path

from py4swiss.engines import BursteinEngine, DubovEngine, DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import TrfParser

TEAMS, ROUNDS = range(1, 7), 5


def line(number: int, points: float, results: list[str]) -> str:
    return f"001 {number:4}      {f'Player {number}':33} {2000 - number:4} {'':27}{points:4.1f} {number:4}  " + "  ".join(results)


def stops_at(name: str, engine: type) -> int | None:
    points = dict.fromkeys(TEAMS, 0.0)
    results: dict[int, list[str]] = {one: [] for one in TEAMS}
    for number in range(1, ROUNDS + 1):
        rows = [line(one, points[one], results[one]) for one in TEAMS]
        Path("cup.trf").write_text("\n".join(["012 Cup", f"XXR {ROUNDS}", "XXC white1", *rows, ""]))
        try:
            pairs = engine.generate_pairings(TrfParser.parse(Path("cup.trf")))
        except PairingError:
            return number
        print(f"{name}, round {number}:", ", ".join(f"{pair.white}-{pair.black}" for pair in pairs))
        for pair in pairs:
            for one, other, colour in ((pair.white, pair.black, "w"), (pair.black, pair.white, "b")):
                points[one] += 0.5
                results[one].append(f"{other:4} {colour} =")
    return None


for name, engine in {"Dutch": DutchEngine, "Dubov": DubovEngine, "Burstein": BursteinEngine}.items():
    found = stops_at(name, engine)
    print(f"{name} stops at round {found}")
    assert found == 4, "py4swiss pairs this tournament otherwise now"
PYTHON
