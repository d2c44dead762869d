#!/usr/bin/env bash
# Verifies the finished runs of an instrument (chop-bench, token-chess, elo-ladder) under
# .real-model/ and copies what they say, and the records that they follow from, to
# docs/results/.
set -euo pipefail
cd "$(dirname "$0")/../.."

ludometer() { "${CARGO:-cargo}" run --quiet --release --package ludometer -- "$@"; }

# One run, and where it is kept.
keep() {
    local run=$1 kept=$2
    if [[ ! -e $run/report.md ]]; then
        echo "real-model: $run is no finished run; play it with: bench/real_model/run.sh" >&2
        exit 1
    fi
    ludometer verify "$run"
    mkdir -p "$kept"
    cp "$run"/{report.md,findings.json,leaderboard.svg,manifest.json,study.toml} "$kept"
    [[ ! -e $run/games.pgn ]] || cp "$run/games.pgn" "$kept"
    # Without name and time, so that the same journal gives the same file.
    gzip --best --no-name --stdout "$run/journal.log" >"$kept/journal.log.gz"
}

main() {
    case ${1:-chop-bench} in
    chop-bench) keep .real-model/run docs/results/chop-bench-gemma-3-270m ;;
    token-chess)
        for round in 1 3 4 5; do
            keep .real-model/token-chess-round$round docs/results/token-chess-gemma-3-270m/round$round
        done
        ;;
    elo-ladder) keep .real-model/elo-ladder docs/results/elo-ladder-gemma-3-270m ;;
    esac
}

main "$@"; exit
