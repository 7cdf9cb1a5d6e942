#!/usr/bin/env bash
# openskill 6.2.0: `rate(..., tau=0)`, by which somebody wants no growing doubt in one game, rates with the default growth.
#
# Guess before: tau is 0 for this game, as the parameter stands before the model's own.
# Seen: to the last bit the same as without the parameter; 1e-9 does what 0 says. A model made with tau=0 keeps its 0. All five
# models do so.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0
"$folder/venv/bin/python" - <<'PYTHON'
from typing import Any

from openskill.models import BradleyTerryFull, BradleyTerryPart, PlackettLuce, ThurstoneMostellerFull, ThurstoneMostellerPart


def winner(model: Any, **options: float) -> float:
    """Return the doubt about the winner of a game of two well-known players."""
    sides = [[model.rating(25, 1)], [model.rating(25, 1)]]
    return model.rate(sides, **options)[0][0].sigma


for kind in (PlackettLuce, BradleyTerryFull, BradleyTerryPart, ThurstoneMostellerFull, ThurstoneMostellerPart):
    usual, nothing, hardly = winner(kind()), winner(kind(), tau=0), winner(kind(), tau=1e-9)
    print(f"{kind.__name__}: without {usual:.6f}, tau=0 {nothing:.6f}, tau=1e-9 {hardly:.6f}")
    assert nothing == usual
    assert abs(hardly - winner(kind(tau=0))) < 1e-12
    assert usual - hardly > 0.001
PYTHON
