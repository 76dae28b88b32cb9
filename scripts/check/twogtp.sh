#!/usr/bin/env bash
# A match against GNU Go with gogui-twogtp: colors change every game, GNU Go referees.
#
#     scripts/check/twogtp.sh [GAMES [FILE]]
#
# FILE.dat gets the table, FILE-N.sgf the games; a match that was broken off goes on where it stopped. From the
# environment: TENGEN and GNUGO (commands), LEVEL (of GNU Go), CLOCK (of each side, such as 1m or 5m+30s/5).
set -euo pipefail

games=${1:-100}
file=${2:-out/tengen-gnugo}
tengen=${TENGEN:-"$(dirname "$0")/../../target/release/tengen gtp"}
gnugo=${GNUGO:-gnugo}
PATH=$PATH:/usr/games # where Debian has it
rules="--chinese-rules --positional-superko"

mkdir -p "$(dirname "$file")"
gogui-twogtp \
    -black "$tengen --seed %SRAND" \
    -white "$gnugo --mode gtp --level ${LEVEL:-10} $rules --seed %SRAND" \
    -referee "$gnugo --mode gtp --level 10 $rules --score aftermath" \
    -size 9 -komi 7.5 -alternate -games "$games" -sgffile "$file" -auto -time "${CLOCK:-1m}"
# Writes FILE.html with the summary.
gogui-twogtp -analyze "$file.dat" -force
