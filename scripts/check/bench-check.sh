#!/usr/bin/env bash
# Is the behavior signature the one that the newest commit with a `Bench:` line states?
# Usage: scripts/check/bench-check.sh   (from anywhere inside the checkout; TENGEN names a program, or it makes a release build)
set -euo pipefail
[ -z "${TENGEN:-}" ] || TENGEN=$(realpath "$(type -P "$TENGEN" || echo "$TENGEN")") # of the caller's folder, or of the PATH
cd "$(dirname "$0")/../.."
stated=$(git log -1 --grep='^Bench: [0-9]' --format=%B | sed -n 's/^Bench: //p')
if [ -z "$stated" ]; then
    echo "no commit states a Bench: number" >&2
    exit 2
fi
[ -n "${TENGEN:-}" ] || cargo build --quiet --release --locked
measured=$("${TENGEN:-target/release/tengen}" bench --seconds 0.1 | sed -n 's/^Bench: //p')
if [ "$measured" != "$stated" ]; then
    echo "Bench: $measured measured, $stated stated: behavior has changed, say so in a commit" >&2
    exit 1
fi
echo "Bench: $measured, as stated"
