#!/usr/bin/env bash
# Builds the engine for the page: web/src/engine/engine.js and engine_bg.wasm.
#
# Needs the target of rustup (`rustup target add wasm32-unknown-unknown`); where that can't be had, Debian's rustc-web,
# rust-web-src and lld. `wasm-bindgen` of the version that Cargo.toml names is installed under the target folder if it is not
# there. Binaryen's `wasm-opt` is not used: it makes the file no smaller once it is compressed, and what version 108 makes
# hangs.
set -euo pipefail
cd "$(dirname "$0")"

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
version=$(sed -n 's/^wasm-bindgen = "=\(.*\)"$/\1/p' Cargo.toml)
tools=$target/tools
bindgen=$tools/bin/wasm-bindgen

if [ "$("$bindgen" --version 2>&1 || true)" != "wasm-bindgen $version" ]; then
    cargo install --quiet --debug wasm-bindgen-cli --version "=$version" --root "$tools" --target-dir "$tools/target"
    rm -rf "$tools/target"
fi

unset CARGO_PROFILE_RELEASE_LTO CARGO_PROFILE_RELEASE_CODEGEN_UNITS # as Cargo.toml says, whatever CI builds
compiler=()
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ]; then
    # It has the sources of the standard library in place of a compiled one.
    compiler=(env RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld)
fi
"${compiler[@]}" cargo build --locked --release --target wasm32-unknown-unknown --target-dir "$target"
"$bindgen" --target web --no-typescript --remove-name-section --remove-producers-section \
    --out-dir ../src/engine --out-name engine "$target/wasm32-unknown-unknown/release/tengen_page.wasm"
