#!/usr/bin/env python3
"""How good are the prior and the mean of playouts? Asks the engine about positions that a strong program has judged.

usage: judged_positions.py [--engine COMMAND] [--playouts N] [--set NAME=VALUE …] POSITIONS

POSITIONS has one JSON object a line with `moves`, `to_move`, `komi`, `winrate` and `candidates`
([move, visits, …]). Prints how often the move that the judge looked at most has the greatest prior,
or one of the five greatest, and how far the mean of N playouts is from the judge's win rate (root
mean square, in points), with the correlation of the two.
"""

import argparse
import json
import math
import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from gtp_engine import GtpEngine

# Seconds that an answer may take.
LIMIT = 60.0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("positions", metavar="POSITIONS")
    parser.add_argument("--engine", default="target/release/tengen --threads 1", metavar="COMMAND")
    parser.add_argument("--playouts", type=int, default=500, metavar="N")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="parameters of the engine")
    args = parser.parse_args()
    ranks, pairs = [], []
    with GtpEngine(args.engine) as engine:
        for setting in args.set:
            engine.send("tengen-params " + setting.replace("=", " "), LIMIT)
        for position in set_up_each(engine, args.positions):
            color = position["to_move"]
            prior = engine.send(f"tengen-prior {color}", LIMIT).split()[::2]
            best = max(position["candidates"], key=lambda candidate: candidate[1])[0]
            ranks.append(prior.index(best) if best in prior else len(prior))
            mean = float(engine.send(f"tengen-playouts {color} {args.playouts}", LIMIT))
            pairs.append((mean, 100 * position["winrate"]))
    count = len(ranks)
    print(f"positions: {count}")
    print(f"best move first in the prior: {sum(rank == 0 for rank in ranks) / count:.1%}")
    print(f"in the first five: {sum(rank < 5 for rank in ranks) / count:.1%}")
    error = math.sqrt(sum((mean - judged) ** 2 for mean, judged in pairs) / count)
    print(f"mean of {args.playouts} playouts against the judge: error {error:.2f} points, "
          f"correlation {correlation(pairs):.3f}")


def set_up_each(engine, path):
    """Each position of the file, when the engine has been brought to it."""
    engine.send("boardsize 9", LIMIT)
    with open(path, encoding="utf-8") as file:
        for line in file:
            position = json.loads(line)
            engine.send("clear_board", LIMIT)
            engine.send(f"komi {position['komi']}", LIMIT)
            for turn, move in enumerate(position["moves"]):
                engine.send(f"play {'bw'[turn % 2]} {move}", LIMIT)
            yield position


def correlation(pairs):
    count = len(pairs)
    means = [sum(column) / count for column in zip(*pairs)]
    products = [[(a - means[0]) ** 2, (b - means[1]) ** 2, (a - means[0]) * (b - means[1])] for a, b in pairs]
    first, second, both = (sum(column) for column in zip(*products))
    return both / math.sqrt(first * second) if first and second else 0.0


if __name__ == "__main__":
    main()
