#!/usr/bin/env bash
# trueskill 0.4.5: four newcomers who all tie don't all end alike; those who are named first and last stay less certain.
#
# Guess before: four equal ratings in a tie of all get four equal ratings, and the order in which they are named changes nothing.
# Seen: sigma 5.280, 5.275, 5.275, 5.280; of six it falls towards the middle. A tie is kept as a chain of neighbours, so whoever has
# two neighbours is known a little better. In a tie of three different ratings the order moves mu by up to 0.02.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check trueskill==0.4.5
"$folder/venv/bin/python" - <<'PYTHON'
from itertools import permutations

from trueskill import Rating, rate


def after_a_tie(ratings: list[Rating]) -> list[Rating]:
    return [side[0] for side in rate([(rating,) for rating in ratings], ranks=[0] * len(ratings))]


for players in (4, 6):
    sigmas = [round(rating.sigma, 4) for rating in after_a_tie([Rating()] * players)]
    print(players, "newcomers:", sigmas)
    assert sigmas == sigmas[::-1]
    assert sigmas[: players // 2] == sorted(set(sigmas), reverse=True)

people = {"Anna": Rating(30, 4), "Bruno": Rating(25, 8), "Carla": Rating(20, 2)}
found = {order: dict(zip(order, after_a_tie([people[name] for name in order]))) for order in permutations(people)}
for name in people:
    mus = {round(ratings[name].mu, 3) for ratings in found.values()}
    print(name, "ends at", sorted(mus))
    assert len(mus) > 1
PYTHON
