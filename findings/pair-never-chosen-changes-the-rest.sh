#!/usr/bin/env bash
# networkx 3.6.1: take away a pair that is in no best pairing, and max_weight_matching gives another pairing.
#
# Guess before: of four players, A-B with C-D and A-C with B-D are equally good, and A-D is in no best pairing. If A and D may not
# meet, nothing changes that matters, and the answer stays.
# Seen: with A-D there it is A-B and C-D, without it A-C and B-D; names and order of the players are the same. A private list
# of people who must not meet thus shows in the pairings of all, even where it forbids nothing that would have come.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check networkx==3.6.1

cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import networkx as nx

WORTH = {"AB": 2, "AC": 2, "AD": 2, "BC": 1, "BD": 2, "CD": 2}


def paired(without: str = "") -> tuple[list[str], int]:
    graph = nx.Graph()
    graph.add_nodes_from("ABCD")
    graph.add_edges_from((a, b, {"weight": worth}) for (a, b), worth in WORTH.items() if a + b != without)
    pairs = sorted("".join(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
    return pairs, sum(WORTH[pair] for pair in pairs)


free, worth = paired()
left, same = paired("AD")
print("all may meet:    ", free, worth)
print("A and D may not: ", left, same)
assert worth == same > WORTH["AD"] + WORTH["BC"]
assert (free, left) == (["AB", "CD"], ["AC", "BD"]), "networkx pairs these otherwise now"
PYTHON
