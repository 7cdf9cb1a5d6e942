#!/usr/bin/env bash
# openskill 6.2.0: `predict_win` and `predict_draw` for one and the same game add up to more than 1.
#
# Guess before: win, draw and loss share the certainty between them, as in a model with a margin for draws.
# Seen: the chances to win alone add up to 1, and the chance of a draw comes on top: together 1.49 for two well-known equals, 1.33 for
# two pairs of them. A draw becomes rarer with each person at the table, whether or not any game was ever drawn. All five models say
# the same numbers.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0
"$folder/venv/bin/python" - <<'PYTHON'
from openskill.models import BradleyTerryFull, BradleyTerryPart, PlackettLuce, ThurstoneMostellerFull, ThurstoneMostellerPart

KINDS = (PlackettLuce, BradleyTerryFull, BradleyTerryPart, ThurstoneMostellerFull, ThurstoneMostellerPart)
for size, expected in ((1, 1.49), (2, 1.33), (3, 1.264)):
    seen = set()
    for kind in KINDS:
        model = kind()
        sides = [[model.rating(25, 1) for _ in range(size)] for _ in range(2)]
        wins, draw = model.predict_win(sides), model.predict_draw(sides)
        assert abs(sum(wins) - 1) < 1e-9
        seen.add(round(sum(wins) + draw, 6))
    print(f"{size} against {size}: wins {wins[0]:.3f} and {wins[1]:.3f}, draw {draw:.3f}, together {seen}")
    assert len(seen) == 1 and abs(seen.pop() - expected) < 0.005
PYTHON
