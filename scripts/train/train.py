#!/usr/bin/env python3
"""Trains the network on labelled positions and writes its state.

usage: train.py --positions FILE … --out FILE [--begin FILE] [--channels N] [--blocks N] [--samples N] …

A run goes on from its own state if there is one, or begins with random weights or those of the program (`--begin patterns/moves.net`,
with `--blocks` grown by blocks that add nothing yet), and the rates fall as a cosine over all its samples, or over its time
(`--minutes`). A file that is named twice is shown twice as often. All positions have to fit into the memory of the device. Prints the
measures on the held-out games every now and then. Needs PyTorch: pip install torch -r scripts/requirements.txt
"""

import argparse
import json
import math
import pathlib
import sys
import time

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    import numpy as np
    import torch

    from arguments import Refused, at_least, exit_code, positive
    from files import check_folder_of, written_whole
    from train import begin, data
    from train.net import Net, grown, read_state
    from train.training import Training, entropies

# Channels and blocks of today's network.
CHANNELS, BLOCKS = 64, 8

# How often the state is written and the measures are told.
TELL_SECONDS = 60.0


@torch.no_grad()
def measure(net, rows):
    """The measures on some positions: those of the policy over plays only, as of a search's first evaluation."""
    net.eval()
    sums = {}
    for part in rows.split(1024):
        planes, numbers, wanted = data.batch_of(part)
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
    net.train()
    return {name: round(value / len(rows), 4) for name, value in sums.items()}


def options(words=None):
    """What the command line says."""
    parser = argparse.ArgumentParser("train.py", description=__doc__.split("\n\n")[0])
    parser.add_argument("--positions", type=pathlib.Path, nargs="+", required=True, metavar="FILE", help="what `tengen positions` writes")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="the state; the same command goes on from it")
    parser.add_argument("--begin", type=pathlib.Path, metavar="FILE", help="weights to begin with")
    for name, usual in (("channels", CHANNELS), ("blocks", BLOCKS)):
        parser.add_argument(f"--{name}", type=at_least(1), metavar="N", help=f"{usual} for random weights, else as many as there are")
    parser.add_argument("--samples", type=at_least(1), default=4_000_000, metavar="N", help="positions to show in all; default: %(default)s")
    parser.add_argument("--minutes", type=positive, metavar="N", help="time to train in all, instead of --samples")
    parser.add_argument("--batch", type=at_least(1), default=512, metavar="N", help="positions of a step; default: %(default)s")
    parser.add_argument("--rate", type=positive, default=3e-3,
                        help="greatest rate of all weights but those of convolutions; default: %(default)s")
    parser.add_argument("--turn", type=positive, default=0.05,
                        help="greatest part of their norm by which convolutions change in a step; default: %(default)s")
    parser.add_argument("--share", type=positive, default=1.0, help="share of the games to train on, for a learning curve; default: %(default)s")
    parser.add_argument("--threads", type=at_least(1), default=1, metavar="N", help="of the processor; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of what is drawn; default: %(default)s")
    parser.add_argument("--half", action="store_true", help="multiply in bfloat16")
    parser.add_argument("--compile", action="store_true", help="compile first: half a minute, by a C++ compiler; on a card always")
    parser.add_argument("--device", default="cpu", help="cpu, or cuda for a graphics card; default: %(default)s")
    return parser.parse_args(words)


def run(args):
    """Begin the training, or go on with it, to its end."""
    check_folder_of(args.out)
    torch.set_num_threads(args.threads)
    device = device_of(args.device)
    state = read_state(args.out, device) if args.out.exists() else None
    seen, spent = (state["seen"], state["spent"]) if state else (0, 0.0)
    # A run that goes on draws others.
    torch.manual_seed(args.seed + 1000 * seen)
    positions, drawn, held_out = positions_of(args, device, state and state["shape"]["planes"])
    if state:
        net = Net(**state["shape"])
    elif args.begin:
        look = positions[drawn[torch.randint(len(drawn), (4096,), device=device)]].cpu()
        net = grown(begin.read(args.begin, *data.batch_of(look)[:2]), args.blocks or 0)
        net.train()
    else:
        net = Net(data.planes_of(positions), args.channels or CHANNELS, args.blocks or BLOCKS)
    for name in ("channels", "blocks"):
        if getattr(args, name) not in (None, net.shape[name]):
            raise Refused(f"--{name} has no effect: the network that there is has {net.shape[name]}.")
    training = Training(net, positions, drawn, args)
    if state:
        training.load(state)
    if device.type == "cuda":
        torch.set_float32_matmul_precision("high")
        torch.backends.cudnn.benchmark = True
    print(f"{len(drawn)} positions, {sum(map(len, held_out.values()))} held out to measure, {net.multiplications() / 1e6:.1f} million "
          f"multiplications, {sum(p.numel() for p in net.parameters())} weights, {seen} seen", flush=True)
    start, began, told_at = time.monotonic() - spent, seen, time.monotonic()
    done = spent / 60 / args.minutes if args.minutes else seen / args.samples
    while done < 1:
        factor = min(1.0, (seen + 1) / 50_000) * (0.01 + 0.99 * (0.5 + 0.5 * math.cos(math.pi * done)))
        training.step(seen // args.batch, factor)
        seen += args.batch
        done = (time.monotonic() - start) / 60 / args.minutes if args.minutes else seen / args.samples
        if time.monotonic() - told_at >= TELL_SECONDS or done >= 1:
            told_at = time.monotonic()
            if training.has_diverged():
                raise Refused(f"the training has diverged within {seen} samples: --rate or --turn is too great; "
                              "the state that was written last, if any, is from before")
            with written_whole(args.out) as part:
                torch.save({"shape": net.shape, "seen": seen, "spent": told_at - start, **training.state()}, part)
            measures = {name: measure(training.average, rows) for name, rows in held_out.items()}
            print(json.dumps({"seen": seen, "speed": round((seen - began) / (told_at - start - spent)), "held out": measures,
                              "loss": {name: round(loss, 4) for name, loss in training.losses().items()}}), flush=True)


def device_of(name):
    """The device of that name, if PyTorch can use it here."""
    try:
        return torch.empty(0, device=name).device
    except (RuntimeError, AssertionError):
        raise Refused(f"--device {name}: there is none that PyTorch can use.") from None


def positions_of(args, device, planes):
    """All positions on the device, the numbers of those to draw from, and by the name of the file some of those held out. All have so
    many planes, or if that is None as many as the first."""
    every, drawn, held_out, count = [], {}, {}, 0
    for path in dict.fromkeys(args.positions):
        rows = torch.from_numpy(data.read(path, planes))
        planes = data.planes_of(rows)
        games = data.fields(rows, ["game"])["game"].numpy()
        train, held = data.split(games)
        drawn[path] = count + train[games[train] % 1000 < 1000 * args.share]
        some = held[:: max(1, len(held) * len(args.positions) // 8000)]
        if len(some):  # of a few games there may be none
            held_out[str(path)] = rows[some].to(device)
        every.append(rows)
        count += len(rows)
    all_drawn = np.concatenate([drawn[path] for path in args.positions])
    if not len(all_drawn):
        raise Refused("No game is left to train on: all are held out, or --share is too small.")
    return torch.cat(every).to(device), torch.from_numpy(all_drawn).to(device), held_out


def main():
    """Exit code 0: done; 2: refused; 130: stopped by Ctrl-C."""
    return exit_code(lambda: run(options()))


if __name__ == "__main__":
    sys.exit(main())
