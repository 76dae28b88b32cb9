#!/usr/bin/env python3
"""Writes a trained network as the file of weights that the program reads (src/network/weights.rs), and examples of what it says.

usage: export.py --state FILE --positions FILE … --out FILE [--examples FILE] [--origin TEXT]

Batch norms become part of the layers. What a code of an activation stands for is measured on positions. Inside a block the greatest
activation among them has nearly the greatest code. Of the trunk, to which all blocks add, a few are far greater than all others: these
are cut off, because finer steps for the others are worth more.
"""

import argparse
import json
import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    import numpy as np
    import torch

    from arguments import exit_code
    from files import check_folder_of, written_whole
    from train import data
    from train.net import MAGIC, Net, read_state, shown

# Codes of activations end here: src/network/image.rs, MOST_CODE.
MOST_CODE = 32767 // 18

# Positions that the network is shown at a time.
BATCH = 500

# Positions of which the file of examples tells what the network says.
EXAMPLES = 100

# Room in a block for activations greater than those of the positions that were looked at.
ROOM = 1.2

# The share of a trunk layer's activations that is cut off.
CUT_OFF = 2e-5


def folded(conv, norm):
    """The weights of a layer with its batch norm, by row, column, channel before and after; and its biases."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weights = (conv.weight * scale[:, None, None, None]).permute(2, 3, 1, 0)
    return weights, norm.bias - norm.running_mean * scale


@torch.no_grad()
def ranges(net, batches):
    """How large activations of the trunk may be, and those between the layers of each block."""
    tops, count, between = [[] for _ in range(1 + len(net.blocks))], 0, [0.0] * len(net.blocks)

    def note(layer, x):
        tops[layer].append(x.flatten().topk(1 + int(10 * CUT_OFF * x.numel())).values)

    for planes, numbers, _ in batches:
        x = torch.relu(net.norm(net.first(shown(planes, numbers))))
        count += x.numel()
        note(0, x)
        for i, block in enumerate(net.blocks):
            between[i] = max(between[i], float(block.between(x).max()))
            x = block(x)
            note(1 + i, x)
    trunk = max(float(torch.cat(top).sort(descending=True).values[int(CUT_OFF * count)]) for top in tops)
    return trunk, [ROOM * most for most in between]


def numbers_of(net):
    """All weights in the order of the file."""
    yield from folded(net.first, net.norm)
    for block in net.blocks:
        yield from folded(block.one, block.norm_one)
        if block.pool is not None:
            yield block.pool.weight.T
        yield from folded(block.two, block.norm_two)
    yield net.moves.weight[:, :, 0, 0].T
    yield net.moves.bias
    yield net.moves_pool.weight.T
    yield net.policy.weight[0, :, 0, 0]
    yield net.pass_policy.weight[0]
    yield net.pass_policy.bias[:1]
    yield net.fate.weight[:, :, 0, 0].T
    yield net.fate.bias
    yield net.owner.weight[0, :, 0, 0]
    yield net.owner.bias
    yield net.sums.weight.T
    yield net.sums.bias
    yield net.value.weight.T
    yield net.value.bias


@torch.no_grad()
def examples(net, records):
    """What the network says of some records, as lines of JSON."""
    planes, numbers, _ = data.batch_of(records)
    told = net(planes, numbers)
    policy = torch.softmax(told["policy"], 1)
    columns = data.fields(records)
    for i, record in enumerate(records):
        yield json.dumps({
            "planes": [bytes(plane).hex() for plane in record[:-data.FIELD_BYTES].view(-1, data.PLANE_BYTES).numpy()],
            "gain": float(columns["gain"][i]), "after_pass": bool(columns["after_pass"][i]),
            "policy": [round(float(share), 5) for share in policy[i]],
            "value": round(float(torch.sigmoid(told["win"][i])), 5), "score": round(float(told["lead"][i]), 3),
            "owner": [round(float(owner), 3) for owner in told["owner"][i]],
        })  # fmt: skip


def add_output_options(parser):
    """What is written, and where."""
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="the weights")
    parser.add_argument("--examples", type=pathlib.Path, metavar="FILE", help="what the network says of some positions")
    parser.add_argument("--origin", default="trained by scripts/train", metavar="TEXT",
                        help="a line about the network in its file; default: %(default)s")


def run(state, positions, args):
    """Write the network of a state, which these files of positions are shown to."""
    check_folder_of(args.out, args.examples)
    state = read_state(state)
    net = Net(**state["shape"])
    net.load_state_dict(state["average"])
    net.eval()
    rng = np.random.default_rng(1)
    files = [data.read(path, net.shape["planes"]) for path in positions]
    looks = [torch.from_numpy(rows[np.sort(rng.choice(len(rows), min(len(rows), 4000), replace=False))]) for rows in files]
    batches = [data.batch_of(part) for look in looks for part in look.split(BATCH)]
    trunk, between = ranges(net, batches)
    units = np.array([trunk, *between], "<f4") / MOST_CODE
    shape = " ".join(f"{name} {net.shape[name]}" for name in ("planes", "channels", "blocks", "pools"))
    with written_whole(args.out) as part, part.open("wb") as out:
        out.write(f"{MAGIC}\n{shape}\n{args.origin}\n".encode())
        out.write(units.tobytes())
        for numbers in numbers_of(net):
            out.write(numbers.detach().numpy().astype("<f2").tobytes())
    if args.examples:
        looked_at = torch.cat(looks)
        chosen = looked_at[np.linspace(0, len(looked_at) - 1, EXAMPLES).astype(int)]
        with written_whole(args.examples) as part:
            part.write_text("".join(f"{line}\n" for line in examples(net, chosen)))
    print(f"{args.out}: {args.out.stat().st_size} bytes, units {units.round(5).tolist()}")


def main():
    """Exit code 0: done; 2: refused; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--state", type=pathlib.Path, required=True, metavar="FILE", help="what train.py writes")
    parser.add_argument("--positions", type=pathlib.Path, nargs="+", required=True, metavar="FILE", help="what the network is shown")
    add_output_options(parser)
    args = parser.parse_args()
    return exit_code(run, args.state, args.positions, args)


if __name__ == "__main__":
    sys.exit(main())
