#!/usr/bin/env bash
# Is the engine the same on every processor? Builds it for other levels of x86-64, quickly, and compares the behavior signature and a
# game of 40 moves with those of the release build.
# Usage: scripts/check/same-everywhere.sh [LEVEL …]   (x86-64-v2 if none is named; TENGEN names a release build that is there)
set -euo pipefail
[ -z "${TENGEN:-}" ] || TENGEN=$(realpath "$(type -P "$TENGEN" || echo "$TENGEN")") # of the caller's folder, or of the PATH
cd "$(dirname "$0")/../.."

# The signature, then the moves of a game, in one line.
told() {
    "$1" bench --seconds 0.01 | grep '^Bench: ' | tr '\n' ' '
    { for _ in {1..20}; do printf 'genmove b\ngenmove w\n'; done; } |
        "$1" gtp --threads 1 --playouts 500 --seed 1 --resign 0 | tr -d '=\n'
}

[ -n "${TENGEN:-}" ] || cargo build --quiet --release --locked
release=$(told "${TENGEN:-target/release/tengen}")
# Two that both refuse everything would agree.
[[ $release == 'Bench: '*' '* && $release != *'?'* ]] || { echo "no signature and game: $release" >&2; exit 1; }
for level in "${@:-x86-64-v2}"; do
    RUSTFLAGS="-C target-cpu=$level" CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        cargo build --quiet --release --locked --target-dir "target/$level"
    other=$(told "target/$level/release/tengen")
    if [ "$other" != "$release" ]; then
        printf '%s plays otherwise than the release build:\n%s\n%s\n' "$level" "$other" "$release" >&2
        exit 1
    fi
    echo "$level plays as the release build does: $other"
done
