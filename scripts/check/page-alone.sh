#!/usr/bin/env bash
# Does the page with the engine inside work in a browser, in 2.5 MB? Needs node, npm and Chromium; installs what compiles to
# WebAssembly.
set -euo pipefail
cd "$(dirname "$0")/../../web"

LARGEST=2500000

if ! rustup target add wasm32-unknown-unknown; then
    apt-get update -q
    apt-get install -y -q --no-install-recommends rustc-web rust-web-src lld
fi

cargo fmt --check --manifest-path engine/Cargo.toml
cargo clippy --locked --manifest-path engine/Cargo.toml -- -D warnings

[ -d node_modules ] || npm ci --no-audit --no-fund --silent
npm --prefix engine run --silent build
npm run --silent build:alone
bytes=$(find alone -type f -exec gzip -9c {} + | wc -c)
if [ "$bytes" -gt $LARGEST ]; then
    echo "the page is $bytes bytes compressed, more than $LARGEST" >&2
    exit 1
fi

npm --prefix engine test
ALONE=1 npm run test:browser
