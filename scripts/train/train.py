#!/usr/bin/env python3
"""Trains the network on labelled positions and writes its state.

usage: train.py --positions FILE … --out FILE [--begin FILE] [--channels N] [--blocks N] [--samples N] …

A run goes on from its own state if there is one, or begins with random weights or those of the program (`--begin patterns/moves.net`,
with `--blocks` grown by blocks that add nothing yet), and the rates fall as a cosine over all its samples. A file that is named twice
is shown twice as often. Prints the measures on the held-out games every now and then. Needs PyTorch:
pip install torch -r scripts/requirements.txt
"""

import argparse
import json
import math
import pathlib
import sys
import time

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

try:
    import numpy as np
    import torch
    from torch.nn import functional

    from train import begin, data
    from train.muon import Muon
    from train.net import SOFTNESS, Net, grown
except ModuleNotFoundError as error:
    advice = "pip install torch -r scripts/requirements.txt"
    print(f"train.py needs the Python package {error.name}: {advice}", file=sys.stderr)
    sys.exit(2)

# Shares of the losses.
POLICY, SOFT, WIN, LEAD, OWNER, ERRORS = 2.0, 0.5, 4.0, 0.1, 3.0, 0.2

# How often a position is shown without its last moves, as one that was set up.
FORGOTTEN = 0.1


def entropies(logits, wanted):
    return -(wanted * functional.log_softmax(logits, 1)).sum(1)


def losses(told, wanted, weight):
    """The mean losses by name; `weight` counts for the policy alone."""
    soft = wanted["policy"].clamp(min=0) ** SOFTNESS
    soft = soft / soft.sum(1, keepdim=True)
    win_error = (torch.sigmoid(told["win"]) - wanted["win"]).detach() ** 2
    lead_error = ((told["lead"] - wanted["lead"]).detach() / 10) ** 2
    errors = torch.stack([win_error, lead_error.clamp(max=4)], 1)
    return {
        "policy": (weight * entropies(told["policy"], wanted["policy"])).mean(),
        "soft": (weight * entropies(told["soft"], soft)).mean(),
        "win": functional.binary_cross_entropy_with_logits(told["win"], wanted["win"]),
        "lead": functional.smooth_l1_loss(told["lead"], wanted["lead"]),
        "owner": functional.mse_loss(told["owner"], wanted["owner"]),
        "errors": functional.smooth_l1_loss(told["errors"], errors),
    }


def total(parts):
    return (POLICY * parts["policy"] + SOFT * parts["soft"] + WIN * parts["win"] + LEAD * parts["lead"]
            + OWNER * parts["owner"] + ERRORS * parts["errors"])


@torch.no_grad()
def measure(net, records, rows):
    """The measures on some positions: those of the policy over plays only, as of a search's first look."""
    net.eval()
    sums, count = {}, 0
    for start in range(0, len(rows), 1024):
        part = records[rows[start:start + 1024]]
        planes, numbers, wanted = data.batch_of(part, 0)
        with torch.autocast("cpu", torch.bfloat16, enabled=False):
            told = net(planes, numbers)
        plays = wanted["policy"][:, :-1]
        plays = plays / plays.sum(1, keepdim=True).clamp(min=1e-6)
        entropy = entropies(told["policy"][:, :-1], plays)
        own = -(plays * plays.clamp(min=1e-9).log()).sum(1)
        best = plays.argmax(1)
        order = told["policy"][:, :-1].argsort(1, descending=True)
        place = (order == best[:, None]).int().argmax(1)
        values = {
            "first": (place == 0).float(), "five": (place < 5).float(), "excess": entropy - own,
            "all": (told["policy"].argmax(1) == wanted["policy"].argmax(1)).float(),
            "win": (torch.sigmoid(told["win"]) - wanted["win"]).abs(), "lead": (told["lead"] - wanted["lead"]).abs(),
            "owner": (told["owner"] - wanted["owner"]).abs().mean(1),
        }  # fmt: skip
        for name, value in values.items():
            sums[name] = sums.get(name, 0.0) + float(value.sum())
        count += len(part)
    net.train()
    return {name: round(value / count, 4) for name, value in sums.items()}


def averaged(average, net, decay):
    with torch.no_grad():
        for slow, fast in zip(average.state_dict().values(), net.state_dict().values()):
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 - decay)
            else:
                slow.copy_(fast)


def optimizers_of(net, args):
    """That of all weights but the convolutions', and that of these."""
    convolutions = [weights for weights in net.parameters() if weights.dim() == 4 and weights.shape[2] > 1]
    known = {id(weights) for weights in convolutions}
    others = [weights for weights in net.parameters() if id(weights) not in known]
    return [torch.optim.AdamW(others, lr=args.rate, weight_decay=0.02, betas=(0.9, 0.99)), Muon(convolutions, args.turn)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--positions", type=pathlib.Path, nargs="+", required=True, metavar="FILE")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE")
    parser.add_argument("--begin", type=pathlib.Path, metavar="FILE", help="weights to begin with")
    parser.add_argument("--channels", type=int, default=64, metavar="N")
    parser.add_argument("--blocks", type=int, default=5, metavar="N")
    parser.add_argument("--samples", type=int, default=4_000_000, metavar="N", help="positions to show in all")
    parser.add_argument("--batch", type=int, default=512, metavar="N")
    parser.add_argument("--rate", type=float, default=3e-3, help="greatest rate of all weights but those of convolutions")
    parser.add_argument("--turn", type=float, default=0.05, help="greatest part of their norm by which convolutions change in a step")
    parser.add_argument("--share", type=float, default=1.0, help="share of the games to train on, for a learning curve")
    parser.add_argument("--threads", type=int, default=1, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--half", action="store_true", help="multiply in bfloat16")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    state = torch.load(args.out) if args.out.exists() else None
    seen = state["seen"] if state else 0
    # A run that goes on draws others.
    rng = np.random.default_rng((args.seed, seen))
    files = [data.read(path) for path in args.positions]
    parts = [data.split(records) for records in files]
    kept = [rows[records["game"][rows] % 1000 < 1000 * args.share] for records, (rows, _) in zip(files, parts)]
    sizes = np.array([len(rows) for rows in kept])
    held_out = [rows[:: max(1, len(rows) * len(files) // 8000)] for _, rows in parts]
    if state:
        net = Net(**state["shape"])
    elif args.begin:
        look = files[0][np.sort(rng.choice(kept[0], min(len(kept[0]), 4096), replace=False))]
        net = grown(begin.read(args.begin, *data.batch_of(look, 0)[:2]), args.blocks)
        net.train()
    else:
        net = Net(files[0]["planes"].shape[1], args.channels, args.blocks)
    average = Net(**net.shape)
    average.load_state_dict(net.state_dict())
    net = net.to(memory_format=torch.channels_last)
    optimizers = optimizers_of(net, args)
    rates = [args.rate, args.turn]
    if state:
        net.load_state_dict(state["net"])
        average.load_state_dict(state["average"])
        for optimizer, known in zip(optimizers, state["optimizers"]):
            optimizer.load_state_dict(known)
    print(f"{sizes.sum()} positions, {sum(map(len, held_out))} held out to measure, {net.multiplications() / 1e6:.1f} million "
          f"multiplications, {sum(p.numel() for p in net.parameters())} weights, {seen} seen", flush=True)
    start, began, told_at = time.monotonic(), seen, seen
    running = {}
    while seen < args.samples:
        done = seen / args.samples
        factor = min(1.0, (seen + 1) / 50_000) * (0.01 + 0.99 * (0.5 + 0.5 * math.cos(math.pi * done)))
        for optimizer, rate in zip(optimizers, rates):
            optimizer.param_groups[0]["lr"] = factor * rate
        counts = rng.multinomial(args.batch, sizes / sizes.sum())
        drawn = [records[np.sort(rng.choice(rows, count))] for records, rows, count in zip(files, kept, counts) if count]
        records = np.concatenate(drawn)
        forgotten = np.flatnonzero(rng.random(len(records)) < FORGOTTEN)
        planes, numbers, wanted = data.batch_of(records, int(rng.integers(8)), forgotten)
        # Passes of older labels mean something else.
        weight = torch.from_numpy(np.where((records["older"] > 0) & (records["policy"][:, data.PASS] > 100), 0.0, 1.0)
                                  .astype(np.float32))
        with torch.autocast("cpu", torch.bfloat16, enabled=args.half):
            told = net(planes.to(memory_format=torch.channels_last), numbers)
        parts_of_loss = losses({name: value.float() for name, value in told.items()}, wanted, weight)
        net.zero_grad(set_to_none=True)
        total(parts_of_loss).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        for optimizer in optimizers:
            optimizer.step()
        averaged(average, net, min(0.999, (seen / args.batch + 1) / (seen / args.batch + 10)))
        seen += len(records)
        for name, value in parts_of_loss.items():
            running[name] = 0.98 * running.get(name, value.item()) + 0.02 * value.item()
        if seen - told_at >= 200_000 or seen >= args.samples:
            told_at = seen
            part = args.out.with_name(args.out.name + ".part")
            torch.save({"shape": net.shape, "net": net.state_dict(), "average": average.state_dict(),
                        "optimizers": [optimizer.state_dict() for optimizer in optimizers], "seen": seen}, part)
            part.replace(args.out)
            speed = (seen - began) / (time.monotonic() - start)
            measures = [measure(average, records, rows) for records, rows in zip(files, held_out)]
            print(json.dumps({"seen": seen, "speed": round(speed), "loss": {k: round(v, 4) for k, v in running.items()},
                              "held out": measures}), flush=True)


if __name__ == "__main__":
    main()
