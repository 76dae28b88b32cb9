#!/usr/bin/env bash
# Builds what people install who have no compiler: tengen_VERSION-1_amd64.deb and tengen-VERSION-x86_64-v3.tar.gz, which
# hold one static binary for every Linux on processors with x86-64-v3, manual pages and what shells complete.
# Usage: scripts/package.sh [--out DIR]   (target/packages if not given; `tengen` there is the binary alone)
set -euo pipefail

out=target/packages
case $# in
0) ;;
2) [ "$1" = --out ] || { echo "$0: the only option is --out DIR" >&2; exit 2; } && out=$(realpath -m "$2") ;; # before the cd
*) echo "$0: the only option is --out DIR" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/.."

triple=x86_64-unknown-linux-gnu
export CARGO_TARGET_DIR=target/package
export CARGO_PROFILE_RELEASE_DEBUG=none CARGO_PROFILE_RELEASE_STRIP=symbols
unset CARGO_PROFILE_RELEASE_LTO CARGO_PROFILE_RELEASE_CODEGEN_UNITS # as Cargo.toml says, whatever CI builds
# The flag of LLVM: see .cargo/config.toml.
RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/package/rustc.sh \
    RUSTFLAGS="-C target-cpu=x86-64-v3 -C target-feature=+crt-static -C llvm-args=-x86-machine-combiner=false" \
    cargo build --quiet --release --locked --target $triple
built=$CARGO_TARGET_DIR/$triple/release/tengen

# What Cargo.toml's list for the .deb names too.
help=$CARGO_TARGET_DIR/help
rm -rf "$help"
"$built" manual "$help/man"
mkdir "$help/completions"
"$built" completions bash >"$help/completions/tengen"
"$built" completions zsh >"$help/completions/_tengen"
"$built" completions fish >"$help/completions/tengen.fish"

mkdir -p "$out"
out=$(cd "$out" && pwd)
install --mode=755 "$built" "$out/tengen" # the Dockerfile's user is not its owner

CARGO_TARGET_DIR=target cargo install --quiet --locked --debug --root target/tools cargo-deb@3.8.0
target/tools/bin/cargo-deb --quiet --no-build --target $triple --output "$out"

version=$("$built" --version | cut -d ' ' -f 2)
name=tengen-$version-x86_64-v3
folder=$CARGO_TARGET_DIR/$name
rm -rf "$folder"
mkdir "$folder"
cp -r "$built" "$help/man" "$help/completions" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$folder"
# The same commit makes the same archive, which everybody may read, whatever the builder's umask.
tar --create --gzip --file "$out/$name.tar.gz" --directory "$CARGO_TARGET_DIR" --sort=name --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" "$name"
ls -l "$out"
