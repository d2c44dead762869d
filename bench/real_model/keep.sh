#!/usr/bin/env bash
# Verifies the finished run under .real-model/ and copies what it says, and the
# record that it follows from, to docs/results/.
set -euo pipefail
cd "$(dirname "$0")/../.."

main() {
    local run=.real-model/run
    local kept=docs/results/chop-bench-gemma-3-270m
    if [[ ! -e $run/report.md ]]; then
        echo "real-model: there is no finished run; play it with: make real-model" >&2
        exit 1
    fi
    "${CARGO:-cargo}" run --quiet --release --package ludometer -- verify "$run"
    mkdir -p "$kept"
    cp "$run"/{report.md,findings.json,leaderboard.svg,manifest.json,study.toml} "$kept"
    # Without name and time, so that the same journal gives the same file.
    gzip --best --no-name --stdout "$run/journal.log" >"$kept/journal.log.gz"
}

main; exit
