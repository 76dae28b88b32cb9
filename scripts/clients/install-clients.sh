#!/usr/bin/env bash
# Installs the programs that tests want beside the Rust toolchain: node with Sabaki's GTP library and KaTrain for those
# of the front ends, Chromium for those of the page, GNU Go for those of the scripts, qemu-user as an old processor for the packages,
# Open MPI and network namespaces for those of the cluster.
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=()
command -v npm >/dev/null || packages+=(nodejs npm)
command -v chromium >/dev/null || packages+=(chromium)
command -v gnugo >/dev/null || [ -x /usr/games/gnugo ] || packages+=(gnugo)
command -v qemu-x86_64 >/dev/null || packages+=(qemu-user)
command -v mpirun >/dev/null || packages+=(libopenmpi-dev openmpi-bin)
dpkg-query --show libclang-dev >/dev/null 2>&1 || packages+=(libclang-dev)
command -v ip >/dev/null || packages+=(iproute2)
if [ ${#packages[@]} -gt 0 ]; then
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}"
fi
if [ ! -d target/clients/node_modules/@sabaki/gtp ]; then
    mkdir -p target/clients
    npm install --prefix target/clients --no-audit --no-fund --silent @sabaki/gtp@3.0.0
fi
if ! target/clients/katrain/bin/pip show --quiet katrain 2>/dev/null; then
    python3 -m venv target/clients/katrain
    target/clients/katrain/bin/pip install --quiet --disable-pip-version-check katrain==1.20.0
fi
