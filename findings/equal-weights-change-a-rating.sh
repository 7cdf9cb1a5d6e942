#!/usr/bin/env bash
# openskill 6.2.0: weights that are equal for everybody change what a game of two single players gains and costs.
#
# Guess before: a weight is a part in the game, so equal weights rate a game as it is rated without any.
# Seen: in pairs they do. Between single players any weight at all, 0.5 or 1 or 2, doubles the winner's gain and halves the
# loser's loss, in each of three models: every team's weights are scaled to reach from 1 to 2 by themselves, and a team of one
# gets the 2. In a pair, a partner who did half of it and one who did not play at all are rated alike, for the same reason.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0

"$folder/venv/bin/python" - <<'PYTHON'
from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull


def changes(kind: type, size: int, weights: list[list[float]] | None) -> tuple[float, ...]:
    """Return by how much everybody's mu changes when the first of two new teams of a size wins."""
    model = kind()
    teams = [[model.rating() for _ in range(size)] for _ in range(2)]
    rated = model.rate(teams, weights=weights)
    return tuple(round(player.mu - 25, 3) for team in rated for player in team)


for kind in (PlackettLuce, BradleyTerryFull, ThurstoneMostellerFull):
    won, lost = changes(kind, 1, None)
    print(f"{kind.__name__}, single players: {won:+} {lost:+} without weights,", end=" ")
    for weight in (0.5, 1.0, 2.0):
        weighed = changes(kind, 1, [[weight], [weight]])
        assert abs(weighed[0] - 2 * won) < 0.002 and abs(weighed[1] - lost / 2) < 0.002, (weight, weighed)
    print("{:+} {:+} with equal ones".format(*weighed))
    assert changes(kind, 2, [[3.0, 3.0], [3.0, 3.0]]) == changes(kind, 2, None)
    assert changes(kind, 2, [[1.0, 0.5], [1.0, 1.0]]) == changes(kind, 2, [[1.0, 0.0], [1.0, 1.0]])
PYTHON
