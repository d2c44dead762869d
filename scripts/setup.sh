#!/bin/sh
# Installs what is missing: a C compiler and Rust; for tests also rustfmt, clippy, the two
# chess engines that boards and clients are compared with, and the clients of others that
# play on the MCP server.
# Usage: setup.sh run|test
set -eu

need() {
    command -v "$1" >/dev/null 2>&1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

install() {
    if ! need apt-get; then
        echo "setup: $* is missing, and there is no apt-get to install it with" >&2
        exit 2
    fi
    as_root apt-get update -qq
    as_root apt-get install -y -qq --no-install-recommends "$@"
}

. "$(dirname "$0")/path.sh"

need cc || install gcc libc6-dev
if ! need cargo; then
    need curl || install curl ca-certificates
    echo "setup: installing Rust with rustup" >&2
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal
    . "$HOME/.cargo/env"
fi
if [ "${1:-run}" = test ]; then
    for component in rustfmt clippy; do
        cargo "$(echo "$component" | sed 's/rustfmt/fmt/')" --version >/dev/null 2>&1 || rustup component add "$component"
    done
    # Debian puts games where a plain PATH does not look.
    PATH="$PATH:/usr/games"
    need stockfish && need fairy-stockfish || install stockfish fairy-stockfish
    root="$(cd "$(dirname "$0")/.." && pwd)"
    python="$root/.venv-mcp"
    clients="$root/crates/ludometer/tests/mcp"
    need python3 && python3 -c 'import ensurepip' 2>/dev/null || install python3 python3-venv
    if ! cmp -s "$clients/requirements.txt" "$python/installed.txt"; then
        python3 -m venv "$python"
        "$python/bin/pip" install --quiet --disable-pip-version-check -r "$clients/requirements.txt"
        cp "$clients/requirements.txt" "$python/installed.txt"
    fi
    if ! cmp -s "$clients/package-lock.json" "$clients/node_modules/installed.json"; then
        # Node.js comes with the Python packages: Debian's is too old for the Inspector.
        PATH="$python/bin:$PATH" npm ci --ignore-scripts --no-audit --no-fund --silent --prefix "$clients"
        cp "$clients/package-lock.json" "$clients/node_modules/installed.json"
    fi
    agents="$root/tests/agents"
    if ! cmp -s "$agents/package-lock.json" "$agents/node_modules/installed.json"; then
        PATH="$python/bin:$PATH" npm ci --ignore-scripts --no-audit --no-fund --silent --prefix "$agents"
        cp "$agents/package-lock.json" "$agents/node_modules/installed.json"
    fi
    # The site's front end is built, and looked at in a real browser.
    need npm || install nodejs npm
    need chromium || install chromium
fi
