#!/usr/bin/env bash
# Two processes search as one, on two machines: network namespaces, which a cable (veth) connects and mpirun enters as if by ssh.
# Needs what scripts/clients/install-clients.sh installs, scripts/requirements.txt in target/venv, and to be root.
# Usage: scripts/check/cluster.sh   (from anywhere inside the checkout; TENGEN names a program with the feature `cluster`, or it is built)
set -euo pipefail
[ -z "${TENGEN:-}" ] || TENGEN=$(realpath "$(type -P "$TENGEN" || echo "$TENGEN")") # of the caller's folder, or of the PATH
cd "$(dirname "$0")/../.."

[ -n "${TENGEN:-}" ] || cargo build --locked --features cluster

hosts=(10.77.0.1 10.77.0.2)
away() {
    for host in "${hosts[@]}"; do
        ip netns delete "tengen-$host" 2>/dev/null || true
    done
}
away
trap away EXIT
for host in "${hosts[@]}"; do
    ip netns add "tengen-$host"
done
ip link add cable netns "tengen-${hosts[0]}" type veth peer name cable netns "tengen-${hosts[1]}"
for host in "${hosts[@]}"; do
    ip -n "tengen-$host" address add "$host/24" dev cable
    ip -n "tengen-$host" link set cable up
    ip -n "tengen-$host" link set lo up
done

# mpirun's way to another machine: HOST COMMAND …
shell=$(mktemp)
trap 'away; rm -f "$shell"' EXIT
cat >"$shell" <<'END'
#!/bin/sh
host=$1
shift
exec ip netns exec "tengen-$host" sh -c "$*"
END
chmod +x "$shell"

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
job="ip netns exec tengen-${hosts[0]} mpirun -n 2 --host ${hosts[0]},${hosts[1]} --bind-to none --mca plm_rsh_agent $shell
    --mca btl tcp,self --mca btl_tcp_if_include cable --mca oob_tcp_if_include cable ${TENGEN:-$PWD/target/debug/tengen}"
target/venv/bin/python scripts/check/cluster.py --job "$job"
