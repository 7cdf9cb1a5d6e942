#!/usr/bin/env bash
# promtool of Prometheus as it is installed (Debian 12: 2.42.0). Guess: increase() counts a process that is restarted between two looks and
# has come as far again, or at least the sixty events with which a counter first appears.
# Seen: 0 for both, and for as long as one likes; only a value that has become smaller counts as a restart.
set -euo pipefail
command -v promtool >/dev/null || { echo "promtool is missing: it comes in the package prometheus" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/test.yml" <<'YAML'
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - series: born_total
        values: _x8 60x30
      - series: again_total
        values: 0x5 60x30
      - series: started
        values: 0x20 1200x20
      - series: smaller_total
        values: 60x20 59x20
    promql_expr_test:
      - expr: increase(born_total[15m])
        eval_time: 12m
        exp_samples: [{labels: "{}", value: 0}]
      # Restarted at 20 minutes, and sixty events later at 21: the same sixty, so nothing has happened.
      - expr: increase(again_total[15m]) and on () changes(started[15m]) > 0
        eval_time: 25m
        exp_samples: [{labels: "{}", value: 0}]
      - expr: increase(smaller_total[15m]) > 58
        eval_time: 25m
        exp_samples: [{labels: "{}", value: 59}]
YAML
promtool test rules "$folder/test.yml"
