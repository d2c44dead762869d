#!/bin/sh
# Fails when web/dist is not what the sources make: `npm ci && npm run build`.
set -eu
cd "$(dirname "$0")/../web"
npm ci --no-audit --no-fund --silent
out="$(mktemp -d)"
trap 'rm -rf "$out"' EXIT
npm run --silent build -- --outDir "$out" --emptyOutDir --logLevel warn
if ! diff -rq dist "$out"; then
    echo "web/dist is not what the sources make: run make web, and check it in" >&2
    exit 1
fi
