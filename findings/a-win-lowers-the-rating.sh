#!/usr/bin/env bash
# openskill 6.2.0: the winner of a game of two pairs ends with a lower ordinal, in each of three models.
#
# Guess before: the ordinal, mu - 3 sigma, of a winner never falls.
# Seen: between pairs of certain ratings (sigma 1) 20 apart, the favourites win and lose 0.010 each. The model adds tau² to every
# variance before a game, and so expected a win takes less away again. By Thurstone and Mosteller's model, a newcomer who loses
# such a game ends higher than before.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0

"$folder/venv/bin/python" - <<'PYTHON'
from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull


def changes(kind: type, sigma: float) -> tuple[float, float]:
    """Return by how much the ordinals of winner and loser change when a favourite pair wins."""
    model = kind()
    first, second = ([model.rating(mu=mu, sigma=sigma) for _ in range(2)] for mu in (45, 25))
    won, lost = model.rate([first, second])
    return won[0].ordinal() - first[0].ordinal(), lost[0].ordinal() - second[0].ordinal()


for kind in (PlackettLuce, BradleyTerryFull, ThurstoneMostellerFull):
    winner, loser = changes(kind, 1)
    print(f"{kind.__name__}, sigma 1: winner {winner:+.4f}, loser {loser:+.4f}")
    assert round(winner, 3) == -0.010, "a winner's ordinal changes otherwise now"

winner, loser = changes(ThurstoneMostellerFull, 25 / 3)
print(f"ThurstoneMostellerFull, sigma 8.33: winner {winner:+.4f}, loser {loser:+.4f}")
assert winner > 0 and loser > 0, "not both rise any more"
PYTHON
