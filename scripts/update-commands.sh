#!/usr/bin/env bash
# Writes docs/commands.md from the code.
set -euo pipefail
cd "$(dirname "$0")/.."
part=docs/commands.md.part # the page stays as it is if the program cannot be built
trap 'rm -f "$part"' EXIT
{
    cat <<'TEXT'
# All GTP commands

Made from the code by `scripts/update-commands.sh`; a test compares the two. `kgs-chat` is there with `--kgs-chat` only.
COLOR is `b`, `w`, `black` or `white`; VERTEX is a point such as `E5`; MOVE is a vertex or `pass`.
KEY VALUE is `interval CENTISECONDS`, `minmoves N`, `maxmoves N`, `avoid COLOR MOVE,MOVE… DEPTH` or `allow` likewise, or `rootInfo`,
`ownership`, `ownershipStdev`, `movesOwnership`, `movesOwnershipStdev`, `pvVisits`, `pvEdgeVisits` or `noResultValue` with `true` or
`false`. `allow` does not make a search try what it never tries, such as filling an eye: if nothing else is
allowed, it passes. `avoid … pass` holds for the first move alone, and for the side to move.

TEXT
    cargo run --quiet --release -- commands
} > "$part"
mv "$part" docs/commands.md
