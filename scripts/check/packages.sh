#!/usr/bin/env bash
# Does what scripts/package.sh has built work for those who have nothing else? Unpacks the .deb in an empty root, plays a game
# there, and tries the binary on an old processor. Needs target/release/tengen beside it, scripts/requirements.txt in
# target/venv, and what scripts/clients/install-clients.sh installs, as .ci/run has them.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
    echo "packages: $1" >&2
    exit 1
}

packages=target/packages
for needed in "$packages/tengen" target/release/tengen target/venv/bin/python; do
    [ -x "$needed" ] || fail "$needed is missing"
done
version=$("$packages/tengen" --version | cut -d ' ' -f 2)

root=$PWD/target/package/root
rm -rf "$root"
dpkg-deb --extract "$packages/tengen_$version-1_amd64.deb" "$root"
enter="chroot $root"
[ "$(id -u)" = 0 ] || enter="unshare --map-root-user $enter"
engine="$enter /usr/bin/tengen"

signature=$($engine bench --seconds 0.01 | grep '^Bench: ')
[ "$signature" = "$(target/release/tengen bench --seconds 0.01 | grep '^Bench: ')" ] || fail "another signature: $signature"

games=target/package/game
rm -rf "$games"
target/venv/bin/python scripts/match/match.py --a "$engine gtp --threads 1 --playouts 100 --seed {seed}" \
    --b "$engine gtp --threads 1 --level 5 --seed {seed}" --games 2 --jobs 1 --out "$games"
[ "$(grep -c '"reason": "\(score\|resign\)"' "$games/games.jsonl")" = 2 ] || fail "the games were not played to the end"

# Older than x86-64-v3: one sentence, no illegal instruction.
status=0
sentence=$(qemu-x86_64 -cpu Nehalem "$packages/tengen" --version 2>&1 >/dev/null | grep --invert-match '^qemu') || status=$?
[ $status = 1 ] && [[ $sentence == "error: this build needs a processor with AVX2"* ]] && [ "$(wc -l <<<"$sentence")" = 1 ] ||
    fail "on an old processor: status $status, $sentence"
[ "$(qemu-x86_64 -cpu Haswell "$packages/tengen" --version 2>/dev/null)" = "tengen $version" ] || fail "x86-64-v3 is not enough"

commands=$("$packages/tengen" --help | sed -n '/^Commands:/,/^Options:/{/^  help /!s/^  \([a-z][a-z]*\) .*/\1/p}')
[ "$(wc -l <<<"$commands")" -ge 15 ] || fail "too few commands in the help: $commands"
for command in $commands; do
    [[ $(zcat "$root/usr/share/man/man1/tengen-$command.1.gz") == *".SH NAME"* ]] || fail "no manual page of $command"
done
completed=$(bash -c "source $root/usr/share/bash-completion/completions/tengen
    COMP_WORDS=(tengen anal) COMP_CWORD=1; _tengen tengen anal tengen; echo \"\${COMPREPLY[*]}\"")
[ "$completed" = analysis ] || fail "bash completes anal to: $completed"

archive=$packages/tengen-$version-x86_64-v3.tar.gz
held=$(tar --list --file "$archive")
for file in tengen README.md LICENSE-MIT LICENSE-APACHE man/tengen.1 completions/_tengen; do
    grep --quiet --line-regexp "tengen-$version-x86_64-v3/$file" <<<"$held" || fail "no $file in $archive"
done
closed=$(tar --list --verbose --file "$archive" | awk '$1 !~ /^(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--)$/')
[ -z "$closed" ] || fail "not for everybody in $archive: $closed"
[ "$(stat --format=%a "$packages/tengen")" = 755 ] || fail "$packages/tengen is not for everybody"
echo "packages: the .deb plays in an empty root, $signature"
